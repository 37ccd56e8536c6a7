"""The exact odds of groups of cards among those that are seen, without rounding.

Given how many cards of each of the mulligan rule's cells are seen, which ones they are is left to chance: of
each cell a draw without putting back. So the odds of several groups, which may overlap, are multivariate
hypergeometric, over the parts into which the groups divide the cells.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import comb, lcm, prod
from typing import Literal, NamedTuple

from generator.deck.hands.mulligan import Budget, Cells, Vector

Kind = Literal["at_least", "at_most", "exactly"]
KINDS: tuple[Kind, ...] = ("at_least", "at_most", "exactly")


class Query(NamedTuple):
    """How many cards of a group are asked for."""

    kind: Kind
    number: int

    @property
    def bounds(self) -> tuple[int, int | None]:
        """The smallest and the largest number; None if there is no largest."""
        low = 0 if self.kind == "at_most" else self.number
        return low, None if self.kind == "at_least" else self.number

    def holds(self, count: int) -> bool:
        low, high = self.bounds
        return low <= count and (high is None or count <= high)


Counts = tuple[int, ...]
"""How many cards of each group are seen, as far as it matters: a group that is done with counts 0."""


@dataclass(frozen=True, slots=True)
class _Part:
    """Cards of a cell that are in the same groups."""

    key: tuple[bool, ...]
    size: int


@dataclass(frozen=True, slots=True)
class Joint:
    """Groups that are asked for at once, and the parts of each cell that they make."""

    query: Query
    cells: tuple[tuple[_Part, ...], ...]
    spans: tuple[tuple[int, ...], ...]
    """For each group the cells that it has cards in."""

    @property
    def groups(self) -> int:
        return len(self.spans)


def joint(query: Query, members: Sequence[Sequence[bool]], cells: Cells) -> Joint:
    """Groups that are asked for at once. ``members``: of each, whether each card of the deck is in it."""
    counts: list[dict[tuple[bool, ...], int]] = [{} for _ in cells.keys]
    for number, cell in enumerate(cells.of):
        key = tuple(bool(group[number]) for group in members)
        counts[cell][key] = counts[cell].get(key, 0) + 1
    # Cards of a group stand together as far as they can: a group that is done with need not be counted on.
    parts = tuple(
        tuple(_Part(key, size) for key, size in sorted(found.items(), reverse=True)) for found in counts
    )
    spans = tuple(
        tuple(cell for cell, found in enumerate(counts) if any(key[group] for key in found))
        for group in range(len(members))
    )
    return Joint(query, parts, spans)


def chances(asked: Joint, by_turn: Sequence[dict[Vector, Fraction]], budget: Budget) -> Iterator[Fraction]:
    """The chance, by each turn, that every group has the number of cards asked for.

    Raises :class:`InputError` where there are too many cases.
    """
    # A group without any card has none of them, however many are seen.
    if not asked.query.holds(0) and not all(asked.spans):
        yield from (Fraction(0) for _ in by_turn)
        return
    sizes = tuple(sum(part.size for part in parts) for parts in asked.cells)
    wanted = [{held[cell] for found in by_turn for held in found} for cell in range(len(sizes))]
    tables = [_table(asked, cell, numbers, budget) for cell, numbers in enumerate(wanted)]
    # Whole numbers over one denominator: fractions would be reduced at every step.
    whole = [
        lcm(*(comb(size, number) for number in table)) for size, table in zip(sizes, tables, strict=True)
    ]
    scales = [
        {number: most // comb(size, number) for number in table}
        for size, most, table in zip(sizes, whole, tables, strict=True)
    ]
    ends = [
        [group for group, span in enumerate(asked.spans) if len(span) > 1 and span[-1] == cell]
        for cell in range(len(sizes))
    ]
    known: dict[Vector, int] = {}
    for found in by_turn:
        denominator = lcm(*(chance.denominator for chance in found.values()))
        total = 0
        for held, chance in found.items():
            if held not in known:
                scale = prod(of_cell[number] for of_cell, number in zip(scales, held, strict=True))
                known[held] = scale * _ways(asked, tables, held, ends, budget)
            total += chance.numerator * (denominator // chance.denominator) * known[held]
        yield Fraction(total, denominator * prod(whole))


def _table(asked: Joint, cell: int, wanted: set[int], budget: Budget) -> dict[int, dict[Counts, int]]:
    """In how many ways so many cards of the cell can be seen, by how many of each group are among them.

    A group that is in no other cell is done with here.
    """
    low, high = asked.query.bounds
    most = max(wanted, default=0)
    parts = asked.cells[cell]
    states: dict[tuple[int, Counts], int] = {(0, (0,) * asked.groups): 1}
    for at, part in enumerate(parts):
        done = [
            group
            for group, span in enumerate(asked.spans)
            if span == (cell,) and part.key[group] and not any(later.key[group] for later in parts[at + 1 :])
        ]
        rest = sum(later.size for later in parts[at + 1 :])
        after: dict[tuple[int, Counts], int] = {}
        for (drawn, counts), ways in states.items():
            fewest = max(0, min(wanted, default=0) - drawn - rest)
            numbers = range(fewest, min(part.size, most - drawn) + 1)
            budget.spend(2 * len(numbers))
            for number in numbers:
                held = _added(counts, (number * has for has in part.key), low, high)
                held = None if held is None else _without(held, done, low)
                if held is not None:
                    state = drawn + number, held
                    after[state] = after.get(state, 0) + ways * comb(part.size, number)
        states = after
    table: dict[int, dict[Counts, int]] = {number: {} for number in wanted}
    for (drawn, counts), ways in states.items():
        if drawn in table:
            table[drawn][counts] = ways
    return table


def _added(counts: Counts, more: Iterator[int], low: int, high: int | None) -> Counts | None:
    """The sums, no higher than they matter; None if one is more than was asked for."""
    sums = [had + new for had, new in zip(counts, more, strict=True)]
    if high is None:
        return tuple(min(number, low) for number in sums)
    return None if max(sums, default=0) > high else tuple(sums)


def _without(counts: Counts, done: Sequence[int], low: int) -> Counts | None:
    """The counts without those of groups that are done with; None if one of these has too few cards."""
    if not done:
        return counts
    if any(counts[group] < low for group in done):
        return None
    return tuple(0 if group in done else number for group, number in enumerate(counts))


def _ways(
    asked: Joint,
    tables: Sequence[dict[int, dict[Counts, int]]],
    held: Vector,
    ends: Sequence[Sequence[int]],
    budget: Budget,
) -> int:
    """In how many ways the groups have what is asked for, where so many cards of each cell are seen.

    ``ends``: the groups of several cells that are done with after each of them.
    """
    low, high = asked.query.bounds
    found: dict[Counts, int] = {(0,) * asked.groups: 1}
    for table, number, done in zip(tables, held, ends, strict=True):
        ways_of_cell = table[number]
        budget.spend(3 * len(found) * len(ways_of_cell))
        after: dict[Counts, int] = {}
        for counts, ways in found.items():
            for more, others in ways_of_cell.items():
                sums = _added(counts, iter(more), low, high)
                sums = None if sums is None else _without(sums, done, low)
                if sums is not None:
                    after[sums] = after.get(sums, 0) + ways * others
        found = after
    return sum(found.values())


def shares(members: Sequence[bool], cells: Cells) -> tuple[Fraction, ...]:
    """The share of each cell's cards that are in a group."""
    return averages([int(member) for member in members], cells)


def averages(values: Sequence[int | Fraction], cells: Cells) -> tuple[Fraction, ...]:
    """The mean of each cell's cards, of which ``values`` has one for each card of the deck."""
    sums = [Fraction(0) for _ in cells.keys]
    for value, cell in zip(values, cells.of, strict=True):
        sums[cell] += value
    return tuple(total / size for total, size in zip(sums, cells.sizes, strict=True))


def expected(held: Vector, averages_: Sequence[Fraction]) -> Fraction:
    """The sum over cards that are seen, on average, of what has these means in the cells."""
    return sum((number * average for number, average in zip(held, averages_, strict=True)), Fraction(0))
