"""The numbers of the game, as the card database gives them."""

from __future__ import annotations

from dataclasses import dataclass

ATTACKER = 0
DEFENDER = 1
SIDES = ("attacker", "defender")
"""Each seat's side: its place in this row is the seat."""


@dataclass(frozen=True, slots=True)
class Unit:
    """A kind of card that may be deployed or played as an action."""

    id: str
    name: str
    side: int
    """The seat that plays it: ``ATTACKER`` or ``DEFENDER``."""
    tier: int
    """When it joins the attacker; 0 for a defender, who has all cards from the start."""
    copies: int
    strength: int
    ranged: int
    action: str
    """What the card calls its action."""
    effect: str
    """One of the words that the engine knows a meaning for."""
    amount: int
    ranks: int
    """How many units from the gates on, for an effect that says so; else 0."""
    target: str | None
    """Whose unit the action names, ``own`` or ``enemy``; None: it names none."""
    lasts: str | None
    """Where the card lies to the end of the turn, ``unit`` or ``gates``; None: it is spent at once."""


@dataclass(frozen=True, slots=True)
class Settlement:
    """What the attacker wants to break."""

    id: str
    name: str
    value: int
    """The damage at which it falls."""


@dataclass(frozen=True, slots=True)
class Numbers:
    """All that the rules leave to the database."""

    title: str
    units: tuple[Unit, ...]
    """In the order of the card list; a unit's place in it is its kind."""
    settlements: tuple[Settlement, ...]
    hand: int
    """Cards that each player draws in a turn."""
    turns: int
    """At the end of the last, the King's Army is there."""
    turns_per_tier: int
    attacker_wins: int
    """Points for a fallen settlement."""
    defender_consoles: int
    """Points for each tier that stood against the defender of a fallen settlement."""
    kings_army: int
    """Points for the defender who holds out."""

    @property
    def last_tier(self) -> int:
        return max(unit.tier for unit in self.units)

    def cards_of(self, side: int) -> int:
        """How many cards a side has, all tiers together."""
        return sum(unit.copies for unit in self.units if unit.side == side)

    def tier_in(self, turn: int) -> int:
        """The latest tier that has joined in a turn: the first in the first turns, and so on."""
        return min((turn - 1) // self.turns_per_tier + 1, self.last_tier)
