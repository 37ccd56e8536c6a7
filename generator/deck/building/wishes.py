"""What a player wishes of a deck."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple

from generator.deck.building.amounts import Ratio, Span

Shape = Literal["low", "even", "high"]


class Kind(NamedTuple):
    """Cards of one kind play alike, whatever their names."""

    class_name: str
    power: int


class Character(NamedTuple):
    """Somebody with a name that cards can be made of, and the most copies of them."""

    name: str
    kind: Kind
    copies: int
    text: str | None = None
    art: str | None = None

    @property
    def role(self) -> tuple[str, Kind]:
        """What two characters share who are the same to a player."""
        return same_name(self.name), self.kind


class KindWish(NamedTuple):
    """At least so many cards of a kind."""

    kind: Kind
    least: int


class CharacterWish(NamedTuple):
    """At least so many copies of a character."""

    character: Character
    """``copies`` is the most that there are, all who share its role together."""
    least: int
    is_guest: bool
    """Whether it comes from a file of cards that must be in, not from the pool."""


@dataclass(frozen=True, slots=True)
class Wishes:
    """None stands for "any"; every wish is one that the deck fulfils, but for the shape."""

    cards: Span | None = None
    classes: tuple[tuple[str, Span | Ratio], ...] = ()
    mean: Ratio | None = None
    """Of the cards' powers."""
    shape: Shape | None = None
    """Where the power curve leans; the deck comes as near to it as the other wishes let it."""
    powers: tuple[Span | None, ...] = ()
    """How many cards of each power, from the weakest."""
    kinds: tuple[KindWish, ...] = ()
    characters: tuple[CharacterWish, ...] = ()


def same_name(name: str) -> str:
    """The name as a player would compare it: capitals, spaces and kinds of apostrophes are no difference."""
    return " ".join(name.replace("’", "'").split()).casefold()
