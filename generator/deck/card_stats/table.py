"""A card list as a table: which components have one, what each field holds, how often a card counts."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from generator.catalog.card_words import RESERVED_WORDS
from generator.catalog.models import Card, Component, Game
from generator.catalog.paths import names_picture
from generator.catalog.problems import Problems
from generator.catalog.wording import clipped, listed, pluralize
from generator.deck.files import unknown_component
from generator.deck.model import number_in

Number = int | float
Value = Number | bool | str | tuple[str, ...] | None
Kind = Literal["number", "words", "yes-no", "list", "text", "art"]

NAMES = ("name", "title")
"""The fields that a card is named by, the likelier first; without them it is named by its id."""
ART = frozenset(
    ("art", "artist", "figure", "illustration", "illustrator", "image", "img", "photo", "picture", "portrait")
)
"""Fields of what a card looks like: counted only by how many cards have one."""
TEXTS = frozenset(("body", "description", "rules", "rules text", "ruletext", "text"))
"""Fields that are texts however short they are."""
WORDS_OF_A_TEXT = 4
"""Words on average that make a text of any other field: fewer are words to be counted."""
NUMBERS_OF_A_FIELD = 0.5
"""The share of a field's values that must be numbers, so that the others are its odd ones: ``*``, ``X``."""
WITHOUT_A_LIST = frozenset(("board", "box"))
"""Kinds of components whose cards are no list of cards."""


@dataclass(frozen=True, slots=True)
class Row:
    """A card. ``weight``: how often it counts."""

    card: Card
    name: str
    weight: int


@dataclass(frozen=True, slots=True)
class Column:
    """A field of every card.

    ``values`` has one for each row, None for a blank: numbers of a ``number``, text of ``words``, ``text``
    and ``art``, a truth of a ``yes-no``, the items of a ``list``. Where a ``number`` has none, ``odd`` has
    the words that stand there instead.
    """

    name: str
    kind: Kind
    values: tuple[Value, ...]
    odd: tuple[str | None, ...] = ()

    def numbers(self) -> list[Number | None]:
        return [value if isinstance(value, int | float) else None for value in self.values]

    def items(self, row: int) -> tuple[str, ...]:
        """What a row counts for: its words, each item of its list once, yes or no; nothing for a blank."""
        value = self.values[row]
        if value is None:
            return ()
        if isinstance(value, tuple):
            return tuple(dict.fromkeys(value))
        if isinstance(value, bool):
            return ("yes" if value else "no",)
        return (str(value),)


@dataclass(frozen=True, slots=True)
class CardTable:
    """The cards of a component. Those without copies are no rows, unless each card counts once."""

    component: Component
    rows: tuple[Row, ...]
    columns: tuple[Column, ...]
    by_copies: bool
    copies: int
    """Of all cards together."""
    without_copies: int
    """Cards of which there is no copy."""

    @property
    def total(self) -> int:
        return sum(row.weight for row in self.rows)

    @property
    def size(self) -> str:
        """How many cards there are and how often each counts, in words."""
        counted = "each counts as often as it has copies" if self.by_copies else "each counts once"
        return f"{pluralize(len(self.rows), 'different card')}, {self.copies:,} with copies; {counted}"

    def column(self, name: str) -> Column | None:
        return next((column for column in self.columns if column.name == name), None)

    def of_kind(self, *kinds: Kind) -> list[Column]:
        return [column for column in self.columns if column.kind in kinds]


def tables_of(game: Game, wanted: Sequence[str], problems: Problems, *, by_copies: bool) -> list[CardTable]:
    """The tables of the components that are named, in the order of the game; or else of those with a list.

    That is two different cards or more, on anything but boards and boxes; tokens only where no cards are.
    Names of nothing, and a game without any list, are reported in ``problems``.
    """
    components = _named(game, wanted, problems) if wanted else _with_lists(game, problems)
    return [table_of(component, by_copies=by_copies) for component in components]


def _with_lists(game: Game, problems: Problems) -> list[Component]:
    lists = [
        component
        for component in game.components
        if component.kind not in WITHOUT_A_LIST and sum(len(cards.cards) for cards in component.sets) > 1
    ]
    cards = [component for component in lists if component.kind != "tokens"]
    if not lists:
        known = [
            component.id for component in game.components if any(cards.cards for cards in component.sets)
        ]
        hint = f"--component takes what there is: {listed(known)}" if known else None
        problems.error(f"{clipped(game.title)} has no list with two different cards or more", hint=hint)
    return cards or lists


def _named(game: Game, wanted: Sequence[str], problems: Problems) -> list[Component]:
    known = {component.id: component for component in game.components}
    for name in dict.fromkeys(wanted):
        if name not in known:
            problems.extend([unknown_component(game, name)])
    return [component for component in game.components if component.id in wanted]


def table_of(component: Component, *, by_copies: bool = True) -> CardTable:
    """The cards of all lists of a component; each counts as often as it has copies, or once.

    A game that could be loaded has no list without a copy of any card.
    """
    cards = [card for cards in component.sets for card in cards.cards]
    counted = [card for card in cards if card.copies or not by_copies]
    rows = tuple(Row(card, card_name(card), card.copies if by_copies else 1) for card in counted)
    names = dict.fromkeys(name for card in counted for name in card.values if name not in RESERVED_WORDS)
    columns = [_column(name, [card.values.get(name) for card in counted]) for name in names]
    return CardTable(
        component,
        rows,
        tuple(column for column in columns if any(value is not None for value in column.values)),
        by_copies,
        sum(card.copies for card in cards),
        sum(not card.copies for card in cards),
    )


def card_name(card: Card) -> str:
    """What the card is called, or its id."""
    for field in NAMES:
        name = card.values.get(field)
        if isinstance(name, str) and name.strip():
            return " ".join(name.split())
    return card.id


def plain_name(field: str) -> str:
    """The name of a field for comparing: in small letters, without what stands in brackets."""
    return " ".join(
        re.sub(r"\(.*?\)|\[.*?\]", " ", field.casefold()).replace("_", " ").replace("-", " ").split()
    )


def _column(name: str, given: Sequence[object]) -> Column:
    values = [_value(value) for value in given]
    there = [value for value in values if value is not None]
    if _is_art(name, there):
        return Column(name, "art", tuple(None if value is None else "art" for value in values))
    if any(isinstance(value, tuple) for value in there):
        lists = [(value,) if not isinstance(value, tuple | None) else value for value in values]
        items = [_words(item) for row in lists if row is not None for item in row]
        if (
            items
            and all(isinstance(value, list) for value in given if value)
            and _average(items) >= WORDS_OF_A_TEXT
        ):
            return Column(
                name, "text", tuple(None if row is None else "\n".join(map(str, row)) for row in lists)
            )
        return Column(
            name,
            "list",
            tuple(None if row is None else tuple(_text(item) for item in row) for row in lists),
        )
    if there and all(isinstance(value, bool) for value in there):
        return Column(name, "yes-no", tuple(value if isinstance(value, bool) else None for value in values))
    numbers = [number_in(value) for value in values]
    found = sum(number is not None for number in numbers)
    if found and found >= NUMBERS_OF_A_FIELD * len(there):
        odd = [
            _text(value) if number is None and value is not None else None
            for value, number in zip(values, numbers, strict=True)
        ]
        return Column(name, "number", tuple(numbers), tuple(odd))
    texts = tuple(None if value is None else _text(value) for value in values)
    is_text = plain_name(name) in TEXTS or (
        plain_name(name) not in NAMES
        and _average([_words(text) for text in texts if text is not None]) >= WORDS_OF_A_TEXT
    )
    return Column(name, "text" if is_text else "words", texts)


def _value(value: object) -> Value:
    """A card's value as it is counted: None for a blank, the keys of a mapping, the items of a list."""
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, int | float):
        return value if math.isfinite(value) else None
    if isinstance(value, Mapping):
        return tuple(str(key) for key in value) or None
    if isinstance(value, list | tuple):
        return tuple(item for inner in value for item in _items(inner)) or None
    text = str(value).strip()
    return text or None


def _items(value: object) -> tuple[str, ...]:
    """What an item of a list counts for: the keys of a mapping, the items of a list in it, or itself."""
    found = _value(value)
    if found is None:
        return ()
    return found if isinstance(found, tuple) else (_text(found),)


def _text(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


def _is_art(name: str, values: Sequence[Value]) -> bool:
    if plain_name(name) in ART:
        return True
    texts = [value for value in values if isinstance(value, str)]
    return bool(texts) and len(texts) == len(values) and all(map(names_picture, texts))


def _words(text: object) -> int:
    return len(str(text).split())


def _average(counts: Sequence[int]) -> float:
    return sum(counts) / len(counts) if counts else 0.0
