"""The exact odds of groups of cards among those that are seen, without rounding.

Given how many cards of each of the mulligan rule's cells are seen, which ones they are is left to chance: of each
cell a draw without putting back. So the chance of some cards of several groups, which may overlap, is a
multivariate hypergeometric one over the parts into which the groups divide the cells.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import comb, prod
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
    groups: int

    def last_cell(self, group: int) -> int:
        """The last cell with cards of the group; -1 if there are none at all."""
        return max(
            (at for at, parts in enumerate(self.cells) if any(part.key[group] for part in parts)), default=-1
        )


def joint(query: Query, members: Sequence[Sequence[bool]], cells: Cells) -> Joint:
    """The groups, of which ``members`` tells for each card of the deck whether it is one, all asked for at once."""
    counts: list[dict[tuple[bool, ...], int]] = [{} for _ in cells.keys]
    for number, cell in enumerate(cells.of):
        key = tuple(bool(group[number]) for group in members)
        counts[cell][key] = counts[cell].get(key, 0) + 1
    # Cards of a group stand together as far as they can: a group that is done with need not be counted on.
    parts = tuple(
        tuple(_Part(key, size) for key, size in sorted(found.items(), reverse=True)) for found in counts
    )
    return Joint(query, parts, len(members))


def chances(
    asked: Joint, by_turn: Sequence[dict[Vector, Fraction]], budget: Budget
) -> Iterator[Fraction]:
    """The chance, by each turn, that every group has the number of cards asked for.

    Raises :class:`InputError` where there are too many cases.
    """
    # A group without any card has none of them, however many are seen.
    if any(asked.last_cell(group) < 0 and not asked.query.holds(0) for group in range(asked.groups)):
        yield from (Fraction(0) for _ in by_turn)
        return
    sizes = tuple(sum(part.size for part in parts) for parts in asked.cells)
    wanted = [{held[cell] for found in by_turn for held in found} for cell in range(len(sizes))]
    tables = [_table(asked, cell, numbers, budget) for cell, numbers in enumerate(wanted)]
    known: dict[Vector, Fraction] = {}
    for found in by_turn:
        for held in found:
            if held not in known:
                ways = prod(comb(size, number) for size, number in zip(sizes, held, strict=True))
                known[held] = Fraction(_ways(asked, tables, held, budget), ways)
        yield sum((chance * known[held] for held, chance in found.items()), Fraction(0))


def _table(asked: Joint, cell: int, wanted: set[int], budget: Budget) -> dict[int, dict[Counts, int]]:
    """In how many ways so many cards of the cell can be seen, by how many of each group are among them."""
    low, high = asked.query.bounds
    most = max(wanted, default=0)
    parts = asked.cells[cell]
    states: dict[tuple[int, Counts], int] = {(0, (0,) * asked.groups): 1}
    for at, part in enumerate(parts):
        done = [
            group
            for group in range(asked.groups)
            if part.key[group]
            and not any(later.key[group] for later in parts[at + 1 :])
            and not any(other.key[group] for number, other in _parts(asked) if number != cell)
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


def _parts(asked: Joint) -> Iterator[tuple[int, _Part]]:
    return ((cell, part) for cell, parts in enumerate(asked.cells) for part in parts)


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
    asked: Joint, tables: Sequence[dict[int, dict[Counts, int]]], held: Vector, budget: Budget
) -> int:
    """In how many ways the groups have what is asked for, where so many cards of each cell are seen."""
    low, high = asked.query.bounds
    found: dict[Counts, int] = {(0,) * asked.groups: 1}
    for cell, number in enumerate(held):
        table = tables[cell][number]
        ends = [
            group
            for group in range(asked.groups)
            if asked.last_cell(group) == cell and _begins_before(asked, group, cell)
        ]
        budget.spend(2 * len(found) * len(table))
        after: dict[Counts, int] = {}
        for counts, ways in found.items():
            for more, others in table.items():
                sums = _added(counts, iter(more), low, high)
                sums = None if sums is None else _without(sums, ends, low)
                if sums is not None:
                    after[sums] = after.get(sums, 0) + ways * others
        found = after
    return sum(found.values())


def _begins_before(asked: Joint, group: int, cell: int) -> bool:
    """Whether an earlier cell has cards of the group; if not, it was done with inside the cell."""
    return any(part.key[group] for number, part in _parts(asked) if number < cell)


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
