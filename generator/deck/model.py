"""A deck as the rules see it: entries with a class, a power and a number of copies."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from generator.catalog.models import Card, CardSet
from generator.catalog.problems import Place


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of a deck: a character and how many copies of it the deck holds."""

    card: Card
    name: str
    """Blank where the deck file gives none."""
    class_name: str
    """In lower case; blank where the file gives none or not just one."""
    power: int | None
    """None where the file gives no whole number."""
    copies: int

    @property
    def given_class(self) -> object:
        """The class as the file has it, for messages."""
        return self.card.values.get("class")

    @property
    def given_power(self) -> object:
        """The power as the file has it, for messages."""
        return self.card.values.get("power")

    def place_of(self, field: str) -> Place:
        return self.card.place_of(field)


@dataclass(frozen=True, slots=True)
class Deck:
    """A deck file's contents. Entries with 0 copies are left out."""

    name: str
    text: str | None
    entries: tuple[Entry, ...]
    cards: CardSet
    """The same as the catalog has it, for the press."""

    @property
    def file(self) -> Path | None:
        return self.cards.file

    @property
    def size(self) -> int:
        """How many cards it has."""
        return sum(entry.copies for entry in self.entries)

    @property
    def points(self) -> int:
        """What its cards cost together; a card without a whole power counts nothing."""
        return sum(entry.copies * (entry.power or 0) for entry in self.entries)


def deck_of(cards: CardSet) -> Deck:
    """The deck that a set of cards is, whether legal or not."""
    entries = tuple(_entry(card) for card in cards.cards if card.copies)
    return Deck(cards.name, cards.text, entries, cards)


def _entry(card: Card) -> Entry:
    name, class_name, power = (card.values.get(field) for field in ("name", "class", "power"))
    return Entry(
        card,
        str(name).strip() if name is not None else "",
        class_name.strip().lower() if isinstance(class_name, str) else "",
        _whole(power),
        card.copies,
    )


def _whole(value: object) -> int | None:
    if isinstance(value, bool) or not isinstance(value, int | float) or value != value or value % 1:
        return None
    return int(value)
