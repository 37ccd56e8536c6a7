"""What a deck has to fulfil: the game's rules, each of the player's wishes, and what the pool has.

Each demand knows its rows of the program, its words, and the wish that a given deck would fulfil instead.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from generator.deck.building.amounts import Ratio, Span
from generator.deck.building.program import Row, Terms
from generator.deck.building.wishes import Kind, Wishes

ROUND_SHARES = (Fraction(10, 100), Fraction(5, 100), Fraction(1, 100))
"""Steps of shares, in the order in which people would choose them."""

Values = Sequence[int]
"""What each column of the program came to."""

Change = Callable[[Wishes, int], Wishes]
"""The wishes with one of them changed to another number."""


@dataclass(frozen=True)
class Demand(ABC):
    """Something that a deck has to fulfil."""

    words: str
    """As a noun: ``17 cards``, ``a mean power of 3``."""
    rows: tuple[Row, ...]

    @property
    def is_wish(self) -> bool:
        """Whether it is a wish of the player's, which may be changed for another."""
        return True


@dataclass(frozen=True)
class Wish(Demand):
    """A demand that another wish can stand in for."""

    @abstractmethod
    def instead(self, values: Values) -> str:
        """In words, what a deck of these values has where the wish isn't fulfilled."""

    @abstractmethod
    def changed(self, wishes: Wishes, values: Values) -> Wishes:
        """The wishes with this one changed to what a deck of these values has."""


@dataclass(frozen=True)
class Count:
    """Something that is counted, with its words."""

    terms: Terms
    one: str
    many: str

    def words(self, span: Span) -> str:
        number = "no" if span == (0, 0) else str(span)
        return f"{number} {self.one if span == (1, 1) else self.many}"

    def of(self, values: Values) -> int:
        return sum(number * values[column] for column, number in self.terms.items())


@dataclass(frozen=True)
class CountWish(Wish):
    """So many of something; ``high`` of its row is None for "at least"."""

    count: Count
    change: Change

    def instead(self, values: Values) -> str:
        number = self.count.of(values)
        return self.count.words(Span(number, number))

    def changed(self, wishes: Wishes, values: Values) -> Wishes:
        return self.change(wishes, self.count.of(values))


@dataclass(frozen=True)
class Rule(Demand):
    """One of the game's rules: so many of something."""

    count: Count

    @property
    def is_wish(self) -> bool:
        return False


@dataclass(frozen=True)
class Limits(Demand):
    """What the pool has: of each character wished for by name, then of the rest of each kind."""

    kinds: tuple[Kind, ...]

    @property
    def of_names(self) -> tuple[Row, ...]:
        return self.rows[: -len(self.kinds)]

    @property
    def of_kinds(self) -> tuple[Row, ...]:
        return self.rows[-len(self.kinds) :]

    @property
    def is_wish(self) -> bool:
        return False


@dataclass(frozen=True)
class ShareWish(Wish):
    """So large a share of the cards is of one class."""

    class_name: str
    share: Ratio
    part: int
    """The column of the class, and …"""
    whole: int
    """… of all cards."""

    def instead(self, values: Values) -> str:
        return f"{percent(self._round_share(values))} {self.class_name}s"

    def changed(self, wishes: Wishes, values: Values) -> Wishes:
        share = self._round_share(values)
        classes = {**dict(wishes.classes), self.class_name: Ratio(share, share)}
        return replace(wishes, classes=tuple(classes.items()))

    def _round_share(self, values: Values) -> Fraction:
        """The roundest share that the same deck fulfils: a share may be off by less than a card."""
        part, whole = values[self.part], values[self.whole]
        for step in ROUND_SHARES:
            share = round(Fraction(part, whole) / step) * step
            if abs(part - share * whole) < 1:
                return share
        return Fraction(part, whole)


@dataclass(frozen=True)
class CurveWish(Wish):
    """So many cards of each power."""

    spans: tuple[Span | None, ...]
    counts: tuple[Count, ...]
    """The cards of each power."""

    def instead(self, values: Values) -> str:
        return curve_words(self._found(values))

    def changed(self, wishes: Wishes, values: Values) -> Wishes:
        return replace(wishes, powers=self._found(values))

    def _found(self, values: Values) -> tuple[Span | None, ...]:
        numbers = [count.of(values) for count in self.counts]
        return tuple(
            span if span is None or span.low <= number <= span.high else Span(number, number)
            for span, number in zip(self.spans, numbers, strict=True)
        )


def curve_words(spans: Sequence[Span | None]) -> str:
    """``a curve of 10, 8, 5 to 6, *``."""
    return f"a curve of {', '.join('*' if span is None else str(span) for span in spans)}"


@dataclass(frozen=True)
class MeanWish(Wish):
    """The cards' powers have a certain mean."""

    points: Terms
    cards: int

    def instead(self, values: Values) -> str:
        return f"a mean power of {decimal(self._mean(values))}"

    def changed(self, wishes: Wishes, values: Values) -> Wishes:
        return replace(wishes, mean=Ratio(self._mean(values), self._mean(values)))

    def _mean(self, values: Values) -> Fraction:
        points = sum(power * values[column] for column, power in self.points.items())
        return Fraction(points, values[self.cards])


def ratio_rows(ratio: Ratio, part: Terms, whole: int, *, of_cards: bool) -> tuple[Row, ...]:
    """The rows of ``part`` being that many times the ``whole``.

    One card more changes the part by one in a share (``of_cards``), and the whole in a mean, whose points
    are given.
    """

    def row(bound: Fraction, low: int | None, high: int | None) -> Row:
        terms = {column: number * bound.denominator for column, number in part.items()}
        terms[whole] = -bound.numerator
        return Row(terms, low, high, bound.denominator if of_cards else max(bound.numerator, 1))

    if ratio.is_exact:
        unit = row(ratio.low, None, None).unit
        return (row(ratio.low, 1 - unit, unit - 1),)
    return row(ratio.low, 0, None), row(ratio.high, None, 0)


def percent(share: Fraction) -> str:
    return f"{decimal(share * 100)} %"


def decimal(number: Fraction) -> str:
    """With two decimals at most: nobody reads more."""
    return f"{float(round(number, 2)):.2f}".rstrip("0").rstrip(".")
