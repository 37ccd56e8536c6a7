"""The nearest wishes that do make a deck, where a player's own contradict each other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from generator.deck.building.demanding import Task
from generator.deck.building.demands import Demand, Limits, Values, Wish
from generator.deck.building.program import Program, Row
from generator.deck.building.wishes import Kind, Wishes
from generator.deck.format import MOST


class Change(NamedTuple):
    """A wish, and what a deck could have instead."""

    wish: Wish
    instead: str


class Proposal(NamedTuple):
    """Changes to the wishes that make a deck possible, changing as few cards as can be."""

    changes: tuple[Change, ...]
    missing: tuple[tuple[Kind, int], ...]
    """Cards that the pool would have to have more; none unless there is no deck without."""
    wishes: Wishes
    """The wishes as they would be."""


def nearest(task: Task) -> Proposal | None:
    """The proposal that changes the fewest cards, and as few wishes as that allows; None if the rules
    themselves leave no deck."""
    wishes = [demand for demand in task.demands if isinstance(demand, Wish)]
    return _relaxed(task, wishes, False) or _relaxed(task, wishes, True)


def alternatives(task: Task, demands: Sequence[Demand]) -> Iterator[Proposal]:
    """For each of these wishes the least change that suffices alone; none for those where none does."""
    for demand in demands:
        if isinstance(demand, Wish):
            proposal = _relaxed(task, [demand], False)
            if proposal is not None:
                yield proposal


def _relaxed(task: Task, wishes: Sequence[Wish], pool_too: bool) -> Proposal | None:
    """The least changes to these wishes, while all other demands hold."""
    search = _Search(task, wishes, pool_too)
    values = search.run()
    return None if values is None else search.proposal(values)


class _Search:
    """A program in which wishes may be missed by a number of cards, each counted in a column of its own."""

    def __init__(self, task: Task, wishes: Sequence[Wish], pool_too: bool) -> None:
        self._task = task
        self._wishes = wishes
        self._program = program = task.table.program.copy()
        self._missed: list[list[int]] = []
        self._missing: dict[Kind, int] = {}
        for demand in task.demands:
            if any(demand is wish for wish in wishes):
                self._missed.append([column for row in demand.rows for column in _loosened(program, row)])
            elif pool_too and isinstance(demand, Limits):
                program.rows += demand.of_names
                for kind, row in zip(demand.kinds, demand.of_kinds, strict=True):
                    (self._missing[kind],) = _loosened(program, row)
            else:
                program.rows += demand.rows

    def run(self) -> list[int] | None:
        """The columns' values, by one aim after the other."""
        missed = [column for columns in self._missed for column in columns]
        values = self._least(dict.fromkeys(self._missing.values(), 1))
        if values is None:
            return None
        values = self._least(dict.fromkeys(missed, 1))
        self._least(self._fewest_wishes(sum(values[column] for column in missed) if values else 0))
        return self._least(self._order())

    def proposal(self, values: Values) -> Proposal:
        changed: list[Wish] = []
        for wish, columns in zip(self._wishes, self._missed, strict=True):
            if any(values[column] for column in columns):
                changed.append(wish)
        wishes = self._task.wishes
        for wish in changed:
            wishes = wish.changed(wishes, values)
        return Proposal(
            tuple(Change(wish, wish.instead(values)) for wish in changed),
            tuple((kind, values[column]) for kind, column in self._missing.items() if values[column]),
            wishes,
        )

    def _least(self, costs: dict[int, int]) -> list[int] | None:
        """The best values for an aim, which later aims then have to keep to."""
        values = self._program.best(costs)
        if values is not None and costs:
            least = sum(cost * values[column] for column, cost in costs.items())
            self._program.rows.append(Row(costs, None, least))
        return values

    def _fewest_wishes(self, most: int) -> dict[int, int]:
        """Costs that first count the wishes that are missed, then prefer to miss the earlier ones."""
        costs: dict[int, int] = {}
        dear = 1 + most * 2 * len(self._wishes)
        for rank, columns in enumerate(self._missed):
            is_missed = self._program.column(1)
            self._program.rows.append(Row(dict.fromkeys(columns, 1) | {is_missed: -most}, None, 0))
            costs[is_missed] = dear
            costs |= {column: 2 * rank + side % 2 for side, column in enumerate(columns)}
        return costs

    def _order(self) -> dict[int, int]:
        """Costs that leave no choice among what is otherwise equal, so that the answer is always the same."""
        table = self._task.table
        columns = [table.cards, *table.classes.values(), *table.powers.values()]
        return {column: 1 + number * number for number, column in enumerate(reversed(columns))}


def _loosened(program: Program, row: Row) -> Iterator[int]:
    """Adds the row so that it may be missed; gives the columns that count by how many cards."""
    if row.low is not None:
        short = program.column(MOST)
        program.rows.append(Row({**row.terms, short: row.unit}, row.low, None))
        yield short
    if row.high is not None:
        over = program.column(MOST)
        program.rows.append(Row({**row.terms, over: -row.unit}, None, row.high))
        yield over
