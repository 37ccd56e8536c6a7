"""A deck as the rules see it: entries with a class, a power and a number of copies."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import isfinite
from pathlib import Path

from generator.catalog.models import Card, CardSet
from generator.catalog.problems import InputError, Place
from generator.catalog.tables import TableRow
from generator.catalog.wording import quote
from generator.catalog.yaml_reader import resolve_cell
from generator.deck.limits import BATTLE_GATE_FIELDS, MAX_COUNT, DeckFields, DeckFormat, as_word, whole_number


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of a deck: a character and how many copies of it the deck holds."""

    card: Card
    name: str
    """Blank where the deck file gives none."""
    class_name: str
    """In lower case where the file gives it; blank where there is none or not just one."""
    power: int | None
    """What it costs, whatever the game calls that; None where that is no whole number."""
    copies: int
    label: str
    """What messages call it: its name; where it has none its id, or which card of the file it is."""
    fields: DeckFields = BATTLE_GATE_FIELDS
    """What its cost and its class are called."""

    @property
    def given_class(self) -> object:
        return self.value_of(self.fields.group)

    @property
    def given_power(self) -> object:
        return self.value_of(self.fields.budget)

    def value_of(self, field: str | None) -> object:
        return None if field is None else self.card.values.get(field)

    def place_of(self, field: str) -> Place:
        """Where the field stands, or in a table should stand; else where the card does."""
        row = self.card.sources[0]
        if isinstance(row, TableRow) and row.has_column(field):
            is_given = any(field in source for source in self.card.sources)
            return self.card.place_of(field) if is_given else row.place_of(field)
        return self.card.place_of(field)


@dataclass(frozen=True, slots=True)
class Deck:
    """A deck file's contents. Entries with 0 copies are left out."""

    name: str
    text: str | None
    entries: tuple[Entry, ...]
    cards: CardSet
    """The same as the catalog has it, for the press."""
    unread: tuple[Entry, ...] = ()
    """Cards that could be read in part only: they are judged, but neither counted nor printed."""

    @property
    def file(self) -> Path | None:
        return self.cards.file

    @property
    def size(self) -> int:
        return sum(entry.copies for entry in self.entries)

    @property
    def points(self) -> int:
        """What its cards cost together; a card without a whole power counts nothing."""
        return sum(entry.copies * (entry.power or 0) for entry in self.entries)


def deck_of(
    cards: CardSet,
    unread: Sequence[Card] = (),
    fields: DeckFields = BATTLE_GATE_FIELDS,
    *,
    of_game: bool = False,
) -> Deck:
    """The deck that a set of cards is, whether legal or not; ``unread``: cards of its file with problems.

    ``of_game``: whether they are the game's own cards, whose classes stay as the game writes them.
    """
    numbers = {
        card: number
        for number, card in enumerate(sorted([*cards.cards, *unread], key=lambda card: card.place), start=1)
    }
    entries = tuple(_entry(card, numbers[card], fields, of_game) for card in cards.cards if card.copies)
    partly = tuple(_entry(card, numbers[card], fields, of_game) for card in unread)
    return Deck(cards.name, cards.text, entries, cards, partly)


def _entry(card: Card, number: int, fields: DeckFields, of_game: bool) -> Entry:
    class_name = None if fields.group is None else card.values.get(fields.group)
    return Entry(
        card,
        _name(card),
        class_word(class_name)
        if of_game
        else class_name.strip().lower()
        if isinstance(class_name, str)
        else "",
        0 if fields.budget is None else whole_number(card.values.get(fields.budget)),
        card.copies,
        _name(card) or _given_id(card) or (card.id if of_game else f"card {number}"),
        fields,
    )


def class_word(value: object) -> str:
    """The class of one of the game's cards as a text; of a list all items."""
    return "/".join(map(as_word, value)) if isinstance(value, list) else as_word(value)


def _name(card: Card) -> str:
    name = card.values.get("name")
    return str(name).strip() if isinstance(name, str | int | float) else ""


def _given_id(card: Card) -> str:
    return card.id if card.sources[0].get("id") is not None else ""


def number_in(value: object) -> int | float | None:
    """The number that a card's value is; one in quotes counts, as in a table. None if it is none."""
    if isinstance(value, str):
        try:
            value = resolve_cell(value.strip())
        except InputError:  # too large for any game
            return None
    if isinstance(value, bool) or not isinstance(value, int | float) or not isfinite(value):
        return None
    return value


# Kinds of cards, as players write them: a class's letter and what a card costs, ``M1`` … ``A6``


UNKNOWN = "?"
"""Stands for a class that the game does not have, and for a power that can't be counted."""


def class_marks(classes: Sequence[str]) -> dict[str, str]:
    """Each class's mark: its first letter, or as many as distinguish it from the other classes."""
    return {name: _mark(name, [other for other in classes if other != name]) for name in classes}


def _mark(name: str, others: Sequence[str]) -> str:
    for length in range(1, len(name)):
        if not any(other.startswith(name[:length]) for other in others):
            return name[:length].upper()
    return name.upper()


def class_words(limits: DeckFormat, name: str) -> tuple[str, str]:
    """One card of a class, and several: ``minion`` and ``minions``, or ``card of type ally`` and so on.

    Values of the game's own cards may be in any language, or adjectives: they have no plural.
    """
    if not limits.has_pool:
        return name, f"{name}s"
    of = f"of {limits.fields.group} {name}"
    return f"card {of}", f"cards {of}"


def kind_words(limits: DeckFormat, class_name: str, power: int) -> tuple[str, str]:
    """One card of a kind, and several: ``minion of power 3``, ``cards of type ally and cost 3``."""
    budget, group = limits.fields
    if group is None:
        return f"card of {budget} {power}", f"cards of {budget} {power}"
    one, many = class_words(limits, class_name)
    and_cost = "" if budget is None else f" {'and' if limits.has_pool else 'of'} {budget} {power}"
    return one + and_cost, many + and_cost


def class_as_given(entry: Entry) -> str:
    """The entry's class, blank for none; what is no word as a file has it: ``5``, ``[minion, soldier]``."""
    given = entry.given_class
    if entry.class_name or given is None or isinstance(given, str):
        return entry.class_name
    return f"[{', '.join(map(_as_given, given))}]" if isinstance(given, list) else _as_given(given)


def _as_given(value: object) -> str:
    return value.strip().lower() if isinstance(value, str) else quote(value)


def countable_power(entry: Entry) -> int | None:
    """The entry's power, legal or not; None if it is no whole number, or beyond all reason."""
    return None if entry.power is None or abs(entry.power) > MAX_COUNT else entry.power


def kind_in(limits: DeckFormat, class_name: str, power: int | None) -> str:
    """The kind's short name in a format, which may have no classes or no costs: ``S4``, ``S``, ``4``."""
    budget, group = limits.fields
    mark = class_marks(limits.classes).get(class_name, UNKNOWN) if group is not None else ""
    return mark + ("" if budget is None else UNKNOWN if power is None else str(power))


def kind_name(class_name: str, power: int | None, marks: Mapping[str, str]) -> str:
    """The kind's short name, for example ``S4``; ``?4`` for a class that the game does not have."""
    return marks.get(class_name, UNKNOWN) + (UNKNOWN if power is None else str(power))
