"""Cost against strength: the line that fits best, and the cards that are furthest from it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from generator.catalog.problems import InputError
from generator.catalog.suggest import did_you_mean
from generator.catalog.wording import clipped, code, join_words, listed
from generator.deck.card_stats.spreads import number_text
from generator.deck.card_stats.table import CardTable, Column, Row, plain_name

COSTS = ("cost", "price", "mana cost", "mana value", "mana", "cmc", "energy cost", "gold cost", "points cost")
"""Names of fields that are taken for the cost, the likeliest first."""
ATTACKS = ("attack", "atk", "offence", "offense")
DEFENCES = ("defence", "defense", "health", "hp", "toughness", "hit points", "life")
STRENGTHS = ("power", "strength", *ATTACKS, "damage", "points", "victory points", "vp", "value", "score")
"""Names of fields that are taken for the strength; an attack and a defence are added up."""
LEAST_CARDS = 3
"""Different cards that a line is laid through: it goes through any two."""
NOTHING = 1e-9
"""What is left beside the line, in shares of all that there is, by rounding alone."""
LITTLE = 0.1
"""An R² that says nearly nothing."""


@dataclass(frozen=True, slots=True)
class Formula:
    """A field, or several that are added up."""

    fields: tuple[str, ...]

    def __str__(self) -> str:
        return " + ".join(self.fields)


@dataclass(frozen=True, slots=True)
class Pair:
    """What is held against what. ``by_name``: nobody chose the fields, they are called so."""

    strength: Formula
    cost: Formula
    by_name: bool = False

    def __str__(self) -> str:
        return f"{self.strength} ~ {self.cost}"


def parse_pair(text: str) -> Pair:
    """``attack + health ~ cost``: strength, a tilde, cost. Raises InputError."""
    sides = text.split("~")
    if len(sides) != 2:
        raise InputError(f"expected two fields with ~ between them, got {clipped(text)!r}", hint=EXAMPLE)
    strength, cost = (Formula(tuple(field.strip() for field in side.split("+"))) for side in sides)
    for formula, side in ((strength, "left"), (cost, "right")):
        if not all(formula.fields):
            raise InputError(f"a field is missing on the {side} of ~ in {clipped(text)!r}", hint=EXAMPLE)
    return Pair(strength, cost)


EXAMPLE = "for example 'attack+health~cost': strength on the left, cost on the right"


def tables_with(pair: Pair, tables: Sequence[CardTable]) -> list[CardTable]:
    """The tables that have numbers in all fields of a pair. Raises InputError where there is none.

    A field that no table has is reported before one that has no numbers.
    """
    fields = dict.fromkeys((*pair.strength.fields, *pair.cost.fields))
    known = dict.fromkeys(column.name for table in tables for column in table.columns)
    for field in fields:
        if field not in known:
            numbers = dict.fromkeys(column.name for table in tables for column in table.of_kind("number"))
            hint = did_you_mean(field, known) or (
                f"the fields with numbers are {listed(numbers)}" if numbers else "no field has numbers"
            )
            raise InputError(f"no card has a field {code(field)}", hint=hint)
    for field in fields:
        found = [column for table in tables if (column := table.column(field)) is not None]
        if not any(column.kind == "number" for column in found):
            what = {"list": "lists", "text": "texts", "yes-no": "yes or no"}.get(found[0].kind, "words")
            raise InputError(f"the field {code(field)} has no numbers, but {what}")
    fitting = [table for table in tables if all(_is_number(table, field) for field in fields)]
    if not fitting:
        raise InputError(f"no component has all of {join_words([code(field) for field in fields], 'and')}")
    return fitting


def _is_number(table: CardTable, field: str) -> bool:
    column = table.column(field)
    return column is not None and column.kind == "number"


def pair_by_name(table: CardTable) -> Pair | None:
    """The fields that are clearly called so, if the table has both: never one by its numbers."""
    named: dict[str, Column] = {}
    for column in table.of_kind("number"):
        named.setdefault(plain_name(column.name), column)
    cost = next((named[name].name for name in COSTS if name in named), None)
    attack = next((named[name].name for name in ATTACKS if name in named), None)
    defence = next((named[name].name for name in DEFENCES if name in named), None)
    if cost is None:
        return None
    if attack is not None and defence is not None:
        return Pair(Formula((attack, defence)), Formula((cost,)), by_name=True)
    strength = next((named[name].name for name in STRENGTHS if name in named), None)
    return None if strength is None else Pair(Formula((strength,)), Formula((cost,)), by_name=True)


class Point(NamedTuple):
    """A card in the plot. ``standardised``: its residual in standard errors; None where it can have none."""

    row: Row
    cost: float
    strength: float
    residual: float
    standardised: float | None


class Line(NamedTuple):
    """Strength = ``intercept`` + ``slope`` × cost. ``r_squared``: None where all cards are equally strong."""

    intercept: float
    slope: float
    r_squared: float | None


@dataclass(frozen=True, slots=True)
class Fit:
    """Cards by cost and strength. Without a ``line``, ``why_not`` says what stands against one."""

    pair: Pair
    points: tuple[Point, ...]
    left_out: int
    """Cards that lack a number in one of the fields."""
    line: Line | None
    why_not: str | None

    @property
    def cards(self) -> int:
        return sum(point.row.weight for point in self.points)

    @property
    def above(self) -> list[Point]:
        return self._beside(1)

    @property
    def below(self) -> list[Point]:
        return self._beside(-1)

    def _beside(self, sign: int) -> list[Point]:
        found = [point for point in self.points if sign * (point.standardised or 0.0) > 0]
        return sorted(found, key=lambda point: -sign * (point.standardised or 0.0))

    @property
    def headline(self) -> str:
        strength, cost = self.pair.strength, self.pair.cost
        if self.line is None:
            return f"{strength} against {cost}: no line"
        if self.line.r_squared is None:
            return f"{strength} is the same at every {cost}"
        if self.line.r_squared < LITTLE:
            return f"{cost} says little about {strength}"
        does = "rises" if self.line.slope > 0 else "falls"
        return f"{strength} {does} by {number_text(abs(self.line.slope))} with each point of {cost}"


def fit(table: CardTable, pair: Pair) -> Fit:
    """The line of least squares through the cards of a table that has all fields of the pair.

    Every card counts as often as its row says, as if it were written so often. R² is the share of the
    strength's variance that the line accounts for. The standardised residual of a card is
    ``e / (s √(1 - h))``, with its residual e, the residual standard error s of n - 2 degrees of freedom and
    the leverage h of one copy (Cook and Weisberg 1982, "Residuals and Influence in Regression", 2.2.1).
    """
    costs, strengths = _sums(table, pair.cost), _sums(table, pair.strength)
    found = [
        (row, cost, strength)
        for row, cost, strength in zip(table.rows, costs, strengths, strict=True)
        if cost is not None and strength is not None
    ]
    total = sum(row.weight for row, _, _ in found)
    left_out = table.total - total
    bare = tuple(Point(row, cost, strength, 0.0, None) for row, cost, strength in found)
    if len(found) < LEAST_CARDS:
        many = {0: "no card has", 1: "only one card has", 2: "only two cards have"}[len(found)]
        return Fit(pair, bare, left_out, None, f"{many} all of these numbers; a line takes {LEAST_CARDS}")
    mean_cost = math.fsum(row.weight * cost for row, cost, _ in found) / total
    mean_strength = math.fsum(row.weight * strength for row, _, strength in found) / total
    if len({cost for _, cost, _ in found}) == 1:
        why = f"{pair.cost} is {number_text(found[0][1])} on all cards: no line fits better than another"
        return Fit(pair, bare, left_out, None, why)
    spread = math.fsum(row.weight * (cost - mean_cost) ** 2 for row, cost, _ in found)
    slope = (
        math.fsum(
            row.weight * (cost - mean_cost) * (strength - mean_strength) for row, cost, strength in found
        )
        / spread
    )
    variation = math.fsum(row.weight * (strength - mean_strength) ** 2 for row, _, strength in found)
    residuals = [strength - mean_strength - slope * (cost - mean_cost) for _, cost, strength in found]
    rest = math.fsum(row.weight * e**2 for (row, _, _), e in zip(found, residuals, strict=True))
    if rest <= variation * NOTHING**2:
        rest, residuals = 0.0, [0.0] * len(found)
    error = math.sqrt(rest / (total - 2))
    is_flat = len({strength for _, _, strength in found}) == 1
    points = []
    for (row, cost, strength), residual in zip(found, residuals, strict=True):
        leverage = 1 / total + (cost - mean_cost) ** 2 / spread
        scale = error * math.sqrt(max(0.0, 1 - leverage))
        # A card that holds the line by itself has no distance from it that could be measured.
        standardised = residual / scale if scale > 0 and 1 - leverage > NOTHING else None
        points.append(Point(row, cost, strength, residual, standardised))
    line = Line(mean_strength - slope * mean_cost, slope, None if is_flat else 1 - rest / variation)
    return Fit(pair, tuple(points), left_out, line, None)


def _sums(table: CardTable, formula: Formula) -> list[float | None]:
    """The sum of the fields for each row; None where any of them has no number."""
    columns = [column for name in formula.fields if (column := table.column(name)) is not None]
    sums: list[float | None] = []
    for values in zip(*(column.numbers() for column in columns), strict=True):
        there = [value for value in values if value is not None]
        sums.append(math.fsum(there) if len(there) == len(values) else None)
    return sums
