"""The numbers of Hold the Line, as its card database gives them."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Kind:
    """What is printed on the cards of one kind of troop."""

    word: str
    """The kind in the notation of the game, for example ``anti-armor``."""
    copies: int
    """How many cards of the kind an army has."""
    health: int
    armor: int
    points: int
    """What a card adds to its damage whatever is left of it."""
    per_health: int
    """What it adds for each health left."""
    per_armor: int
    """What it adds for each armor left."""
    each: bool
    """Whether it strikes every opposing card of its lane; otherwise one of them."""
    pierces: bool
    """Whether its damage ignores armor."""

    def damage(self, health: int, armor: int) -> int:
        """What a card of this kind deals with so much health and armor left."""
        return self.points + self.per_health * health + self.per_armor * armor


@dataclass(frozen=True, slots=True)
class Numbers:
    """Everything in the rules that is a number or a name."""

    kinds: tuple[Kind, ...]
    """In the order in which hands and piles are written."""
    armies: tuple[str, ...]
    """The army of each seat."""
    lanes: int
    reach: int
    """How many lines a front can be pushed from the start until it stands on red."""
    first_hand: int
    """Cards drawn before setup."""
    full_hand: int
    """What a hand is drawn up to."""
    most_staged: int
    """Cards that a side may stage in one round."""
    armor_takes: int
    """Points of ordinary damage that one armor stops."""
    max_rounds: int
    """After so many rounds the engine stops."""

    @property
    def army_size(self) -> int:
        """The cards of one army."""
        return sum(kind.copies for kind in self.kinds)
