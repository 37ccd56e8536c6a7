"""Gaps: values of a number that no card of a kind has, though it has both smaller and greater ones."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from generator.deck.card_stats.spreads import MAX_VALUES, MAX_WHOLE_RANGE, number_text
from generator.deck.card_stats.table import CardTable, Column, Number

LEAST_VALUES = 3
"""Different numbers of a field: between two there is no gap."""
MAX_KINDS = 12
"""Different words of a field, of which each is a kind of card."""
LEAST_CARDS = 3
"""Different cards of a kind."""
FILLED = 2 / 3
"""The share of a kind's values, from least to greatest, that must be there: what is mostly gaps has none."""


class Gap(NamedTuple):
    """No card of ``kind`` has ``value``. ``beside``: of those with the values on either side, the fewer."""

    value: Number
    kind: str
    beside: int


@dataclass(frozen=True, slots=True)
class Grid:
    """How many cards of each kind have each value of a number; the gaps, the likeliest oversights first."""

    number: str
    word: str
    values: tuple[Number, ...]
    kinds: tuple[str, ...]
    cards: dict[tuple[str, Number], int]
    gaps: tuple[Gap, ...]
    scattered: tuple[str, ...]
    """Kinds with so few of the values between their least and greatest that their gaps are not listed."""

    @property
    def headline(self) -> str:
        if not self.gaps:
            return f"No gaps in {self.number} by {self.word}"
        first = self.gaps[0]
        more = len(self.gaps) - 1
        rest = f", and {more} more gap{'' if more == 1 else 's'}" if more else ""
        return f"No card of {self.number} {number_text(first.value)} in {first.kind}{rest}"


@dataclass(frozen=True, slots=True)
class Unused:
    """Whole numbers between the least and the greatest of a field that no card at all has."""

    number: str
    values: tuple[int, ...]


def grids(table: CardTable) -> list[Grid]:
    """One for each number field and word field that have few enough values, those with gaps first.

    A gap is a value that a kind of card lacks although it has a smaller and a greater one, and other kinds
    have it. Looked at are numbers with 3 different values or more, whole and at most 20 apart or at most 12
    of them; words, and lists of words, with 2 to 12 different values, no more than half as many as cards; and
    of those the kinds with three different cards or more that have two thirds of the values in their range.
    """
    found = [
        grid
        for number in table.of_kind("number")
        if len(values := _values(number)) >= LEAST_VALUES
        for word in table.of_kind("words", "list")
        if not _is_of_numbers(word)
        if (grid := _grid(table, number, values, word)) is not None
    ]
    return sorted(found, key=lambda grid: -max((gap.beside for gap in grid.gaps), default=-1))


def unused(table: CardTable) -> list[Unused]:
    """The whole numbers that nobody has, of each field in which most between least and greatest are there."""
    found = []
    for column in table.of_kind("number"):
        there = {value for value in column.numbers() if value is not None}
        if len(there) < LEAST_VALUES or any(value != int(value) for value in there):
            continue
        low, high = int(min(there)), int(max(there))
        if high - low > MAX_WHOLE_RANGE or len(there) < FILLED * (high - low + 1):
            continue
        missing = tuple(value for value in range(low, high + 1) if value not in there)
        if missing:
            found.append(Unused(column.name, missing))
    return found


def _is_of_numbers(word: Column) -> bool:
    """Whether the items of a list are numbers, such as the places of pips: no kinds of cards."""
    items = {item for index in range(len(word.values)) for item in word.items(index)}
    return word.kind == "list" and all(item.lstrip("+-").replace(".", "", 1).isdigit() for item in items)


def _values(number: Column) -> list[Number]:
    """The values that may be expected of a number: those that some card has; none if they are too many."""
    there = sorted({value for value in number.numbers() if value is not None})
    is_whole = all(value == int(value) for value in there)
    if there and ((is_whole and there[-1] - there[0] <= MAX_WHOLE_RANGE) or len(there) <= MAX_VALUES):
        return there
    return []


def _grid(table: CardTable, number: Column, values: list[Number], word: Column) -> Grid | None:
    cards: Counter[tuple[str, Number]] = Counter()
    different: Counter[str] = Counter()
    kinds: dict[str, None] = {}
    with_number = 0
    for index, (row, value) in enumerate(zip(table.rows, number.numbers(), strict=True)):
        items = word.items(index)
        if value is None or not items:
            continue
        with_number += 1
        for kind in items:
            kinds.setdefault(kind)
            cards[kind, value] += row.weight
            different[kind] += 1
    if not 2 <= len(kinds) <= min(MAX_KINDS, with_number / 2):
        return None
    gaps: list[Gap] = []
    scattered = []
    for kind in kinds:
        inside = _inside(kind, values, cards)
        there = sum(cards[kind, value] > 0 for value in inside)
        if different[kind] < LEAST_CARDS:
            continue
        if there < FILLED * len(inside):
            scattered.append(kind)
        else:
            gaps += _gaps(kind, inside, cards)
    gaps.sort(key=lambda gap: -gap.beside)
    return Grid(
        number.name, word.name, tuple(values), tuple(kinds), dict(cards), tuple(gaps), tuple(scattered)
    )


def _inside(kind: str, values: list[Number], cards: Counter[tuple[str, Number]]) -> list[Number]:
    """The values from the least to the greatest that a kind has."""
    there = [index for index, value in enumerate(values) if cards[kind, value]]
    return values[there[0] : there[-1] + 1]


def _gaps(kind: str, inside: list[Number], cards: Counter[tuple[str, Number]]) -> Iterator[Gap]:
    for index, value in enumerate(inside):
        if not cards[kind, value]:
            before = next(cards[kind, other] for other in inside[index - 1 :: -1] if cards[kind, other])
            after = next(cards[kind, other] for other in inside[index + 1 :] if cards[kind, other])
            yield Gap(value, kind, min(before, after))
