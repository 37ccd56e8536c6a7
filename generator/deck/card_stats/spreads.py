"""How the values of a field are spread over the cards: numbers, words, lists, texts; curves of numbers; gaps.

A gap is a value of a number that no card of a kind has, though it has both smaller and greater ones.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import NamedTuple

from generator.deck.card_stats.table import CardTable, Column, Kind, Number, plain_name

MAX_WHOLE_RANGE = 20
"""Whole numbers so far apart have a bar each, also those in between that no card has."""
MAX_VALUES = 12
"""So many different numbers have a bar each; of more, bars stand for a stretch."""
STRETCHES = 10
"""Bars, at most about so many, that more different numbers are gathered in."""
MAX_IN_A_SENTENCE = 2
"""Neighbouring values that a sentence names one by one."""


class Count(NamedTuple):
    value: str
    cards: int


@dataclass(frozen=True, slots=True)
class NumberSpread:
    """A field of numbers. ``cards`` counts those with a number, ``odd`` the words that stand in their place.

    ``lower`` and ``upper`` are the quartiles, by linear interpolation between the two nearest cards: method 7
    of Hyndman and Fan (1996), "Sample Quantiles in Statistical Packages", numpy's ``linear``.
    """

    field: str
    cards: int
    blank: int
    least: Number
    lower: float
    median: float
    upper: float
    most: Number
    mean: float
    odd: tuple[Count, ...]


@dataclass(frozen=True, slots=True)
class WordSpread:
    """A field of words, lists or truths; the most common first. A card with a list counts for each item.

    ``rows``: different cards that have any.
    """

    field: str
    kind: Kind
    cards: int
    blank: int
    rows: int
    counts: tuple[Count, ...]


@dataclass(frozen=True, slots=True)
class TextSpread:
    """A field of texts or art. ``words``: least, mean and most words of a text; None for art."""

    field: str
    kind: Kind
    cards: int
    blank: int
    different: int
    words: tuple[int, float, int] | None


Spread = NumberSpread | WordSpread | TextSpread


def spreads(table: CardTable) -> list[Spread]:
    """One for each field, in the order of the cards."""
    return [_spread(table, column) for column in table.columns]


def _spread(table: CardTable, column: Column) -> Spread:
    cards = sum(row.weight for row, value in zip(table.rows, column.values, strict=True) if value is not None)
    match column.kind:
        case "number":
            return _number_spread(table, column, cards)
        case "text" | "art":
            return _text_spread(table, column, cards)
    counts: Counter[str] = Counter()
    for index, row in enumerate(table.rows):
        for item in column.items(index):
            counts[item] += row.weight
    rows = sum(value is not None for value in column.values)
    return WordSpread(column.name, column.kind, cards, table.total - cards, rows, ordered(counts))


def _number_spread(table: CardTable, column: Column, cards: int) -> NumberSpread:
    odd: Counter[str] = Counter()
    for row, word in zip(table.rows, column.odd, strict=True):
        if word is not None:
            odd[word] += row.weight
    values = weighted(column, table)
    lower, median, upper = (quantile(values, share) for share in (0.25, 0.5, 0.75))
    return NumberSpread(
        column.name,
        cards,
        table.total - cards - odd.total(),
        values[0][0],
        lower,
        median,
        upper,
        values[-1][0],
        mean(values),
        ordered(odd),
    )


def _text_spread(table: CardTable, column: Column, cards: int) -> TextSpread:
    texts = [
        (value, row.weight)
        for row, value in zip(table.rows, column.values, strict=True)
        if isinstance(value, str)
    ]
    lengths = None
    if column.kind == "text":
        words = [(len(text.split()), weight) for text, weight in texts]
        counts = [count for count, _ in words]
        lengths = min(counts), mean(words), max(counts)
    different = len({text for text, _ in texts})
    return TextSpread(column.name, column.kind, cards, table.total - cards, different, lengths)


def ordered(counts: Counter[str]) -> tuple[Count, ...]:
    """The most common first, equal ones in the order of the alphabet."""
    return tuple(
        Count(value, cards) for value, cards in sorted(counts.items(), key=lambda one: (-one[1], one[0]))
    )


# Numbers that count several times


def weighted(column: Column, table: CardTable) -> list[tuple[Number, int]]:
    """The numbers of a column in ascending order, each with how many cards have it."""
    counts: Counter[Number] = Counter()
    for row, value in zip(table.rows, column.numbers(), strict=True):
        if value is not None:
            counts[value] += row.weight
    return sorted(counts.items())


def mean(values: Iterable[tuple[Number, int]]) -> float:
    """Of values that count several times. Raises ZeroDivisionError where there are none."""
    values = list(values)
    return math.fsum(value * weight for value, weight in values) / sum(weight for _, weight in values)


def quantile(values: Sequence[tuple[Number, int]], share: float) -> float:
    """The value below which a ``share`` of 0 to 1 lies; ``values`` in ascending order, at least one.

    With n values written out, it is that of place ``(n - 1) × share``, counted from 0, and between two places
    as far between both values.
    """
    place = (sum(weight for _, weight in values) - 1) * share
    before = math.floor(place)
    low, high = _at(values, before), _at(values, math.ceil(place))
    return low + (high - low) * (place - before)


def _at(values: Sequence[tuple[Number, int]], place: int) -> Number:
    for value, weight in values:
        place -= weight
        if place < 0:
            return value
    return values[-1][0]


# Curves


class Bar(NamedTuple):
    """How many cards have a number from ``low`` on: up to ``high``, or below it if ``is_open``."""

    low: Number
    high: Number
    cards: int
    is_open: bool = False

    @property
    def label(self) -> str:
        if self.low == self.high:
            return number_text(self.low)
        return f"{number_text(self.low)}–{'<' if self.is_open else ''}{number_text(self.high)}"


@dataclass(frozen=True, slots=True)
class Curve:
    """How many cards have each number of a field; ``other`` cards have none."""

    field: str
    bars: tuple[Bar, ...]
    other: int

    @property
    def headline(self) -> str:
        """What is seen, in a sentence: ``Most cards cost 2 or 3``."""
        first, last = _middle([bar.cards for bar in self.bars])
        chosen = self.bars[first : last + 1]
        cards, total = sum(bar.cards for bar in chosen), sum(bar.cards for bar in self.bars)
        if len(chosen) <= MAX_IN_A_SENTENCE and all(bar.low == bar.high for bar in chosen):
            values = " or ".join(number_text(bar.low) for bar in chosen)
        elif chosen[-1].is_open:
            values = f"{number_text(chosen[0].low)} to less than {number_text(chosen[-1].high)}"
        else:
            values = f"{number_text(chosen[0].low)} to {number_text(chosen[-1].high)}"
        many = "All" if cards == total else "Most"
        if self.other:
            return f"{many} cards with {self.field} have {values}"
        is_cost = plain_name(self.field) in ("cost", "costs", "price")
        return f"{many} cards {'cost' if is_cost else f'have {self.field}'} {values}"


def _middle(counts: Sequence[int]) -> tuple[int, int]:
    """The first and last of the fewest neighbours that are more than half; of those, the most."""
    total = sum(counts)
    for length in range(1, len(counts) + 1):
        sums = [sum(counts[start : start + length]) for start in range(len(counts) - length + 1)]
        most = max(sums)
        if 2 * most > total:
            start = sums.index(most)
            return start, start + length - 1
    return 0, len(counts) - 1


def curve(table: CardTable, column: Column) -> Curve:
    """The curve of a column of numbers.

    Whole numbers up to 20 apart have a bar each, and so have 12 different numbers or fewer. More are gathered
    in stretches of 1, 2 or 5 times a power of ten.
    """
    values = weighted(column, table)
    other = table.total - sum(weight for _, weight in values)
    low, high = values[0][0], values[-1][0]
    is_whole = all(value == int(value) for value, _ in values)
    counts = dict(values)
    if is_whole and high - low <= MAX_WHOLE_RANGE:
        steps = range(int(low), int(high) + 1)
        return Curve(column.name, tuple(Bar(step, step, counts.get(step, 0)) for step in steps), other)
    if len(values) <= MAX_VALUES:
        return Curve(column.name, tuple(Bar(value, value, cards) for value, cards in values), other)
    return Curve(column.name, tuple(_stretches(values, is_whole=is_whole)), other)


def _stretches(values: Sequence[tuple[Number, int]], *, is_whole: bool) -> list[Bar]:
    """Decimal arithmetic: a card of 0.3 belongs to the stretch that begins at 0.3."""
    exact = [(Decimal(repr(value)), weight) for value, weight in values]
    reach = exact[-1][0] - exact[0][0]
    width = Decimal(1).scaleb((reach / STRETCHES).adjusted())
    width = next(width * factor for factor in (1, 2, 5, 10) if width * factor * STRETCHES >= reach)
    width = max(width, Decimal(1)) if is_whole else width
    first = math.floor(exact[0][0] / width)
    counts = [0] * (math.floor(exact[-1][0] / width) - first + 1)
    for value, weight in exact:
        counts[math.floor(value / width) - first] += weight
    bars = []
    for index, cards in enumerate(counts):
        low, end = (first + index) * width, (first + index + 1) * width
        if is_whole:
            bars.append(Bar(int(low), int(end) - 1, cards))
        else:
            bars.append(Bar(float(low), float(end), cards, is_open=True))
    return bars


# Words


def number_text(value: float) -> str:
    """A number in a sentence or table: with two decimals at most, or so many that it is not 0."""
    if value == int(value) and abs(value) < 1e15:
        return f"{int(value):,}"
    if abs(value) < 0.005:
        return f"{value:.2g}"
    return f"{value:,.2f}".rstrip("0").rstrip(".")


# Gaps


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
