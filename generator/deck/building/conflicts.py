"""Why there is no such deck: which requests contradict each other, and the closest ones that do not.

A contradiction is a minimal set of constraints that no deck meets together; a proposal changes requests by as
few cards as possible.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from generator.catalog.wording import join_words
from generator.deck.building.constraints import (
    Constraint,
    CountConstraint,
    CurveConstraint,
    FormatConstraint,
    PoolConstraint,
    RequestConstraint,
    ShareConstraint,
    Task,
    Values,
    exactly,
)
from generator.deck.building.program import Program, Row, Terms
from generator.deck.building.request import DeckRequest, Kind, Span, kind_values, percent
from generator.deck.limits import MAX_COUNT, DeckFormat
from generator.deck.model import kind_words


class Conflict(NamedTuple):
    """Constraints that no deck meets together, although one could if any of them were dropped."""

    constraints: tuple[Constraint, ...]
    why: str


class ProposedChange(NamedTuple):
    constraint: RequestConstraint
    instead: str


class Proposal(NamedTuple):
    """Changes to the request that make a deck possible, by as few cards as possible."""

    changes: tuple[ProposedChange, ...]
    missing: tuple[tuple[Kind, int], ...]
    """Cards that the pool would need in addition; none unless there is no deck without them."""
    request: DeckRequest
    """The request with the changes."""


class Impossible(NamedTuple):
    """There is no such deck: what contradicts what, and what would work."""

    conflicts: tuple[Conflict, ...]
    nearest: Proposal | None
    """None if the format itself leaves no deck."""
    others: tuple[Proposal, ...]
    """Changes to one part of the request alone that would do as well, one for each part that has any."""
    limits: DeckFormat


def explain(task: Task) -> Impossible:
    conflicts = tuple(_conflicts(task))
    nearest = _nearest(task)
    others = [other for conflict in conflicts[:1] for other in _alternatives(task, conflict.constraints)]
    words = _instead(nearest)
    others = [other for other in others if _instead(other) != words]
    return Impossible(conflicts, nearest, tuple(others), task.limits)


def first_conflict(task: Task) -> Conflict | None:
    """A contradiction of the task; None if there is a deck for it."""
    return next(iter(_conflicts(task)), None)


def _instead(proposal: Proposal | None) -> list[str]:
    return [] if proposal is None else [change.instead for change in proposal.changes]


# Contradictions


def _conflicts(task: Task) -> list[Conflict]:
    """Contradictions that have no request in common; without their requests there would be a deck.

    If the pool allows no deck whatever is asked for, the search goes on without it.
    """
    found: list[Conflict] = []
    constraints: Sequence[Constraint] = task.constraints
    while not _is_possible(task, constraints):
        core = _minimal(task, constraints)
        found.append(Conflict(tuple(core), _why(task, core)))
        requests: list[Constraint] = [one for one in core if isinstance(one, RequestConstraint)]
        dropped = {id(one) for one in requests or core if not isinstance(one, FormatConstraint)}
        if not dropped:
            break
        constraints = [one for one in constraints if id(one) not in dropped]
    return found


def _is_possible(task: Task, constraints: Sequence[Constraint], *more: Row) -> bool:
    return _solve(task, constraints, {}, *more) is not None


def _solve(task: Task, constraints: Sequence[Constraint], costs: Terms, *more: Row) -> list[int] | None:
    program = task.columns.program.copy()
    program.rows += [row for constraint in constraints for row in constraint.rows]
    program.rows += more
    return program.solve(costs)


def _minimal(task: Task, constraints: Sequence[Constraint]) -> list[Constraint]:
    """Leaves out each constraint that the contradiction does not need, the hardest to explain first."""
    core = list(constraints)
    # Thousands of cards have a limit of copies each: those are left out by halves, not one by one.
    blocks = [list(constraints[_FEW:]), *([one] for one in reversed(constraints[:_FEW]))]
    blocks.reverse()
    while blocks:
        block = blocks.pop()
        dropped = {id(one) for one in block}
        without = [other for other in core if id(other) not in dropped]
        if block and not _is_possible(task, without):
            core = without
        elif len(block) > 1:
            middle = len(block) // 2
            blocks += [block[:middle], block[middle:]]
    return core


_FEW = 12
"""Constraints that are tried one by one."""


_NO_NUMBERS = "Each can be met on its own, but not all of them in one deck."


def _why(task: Task, core: Sequence[Constraint]) -> str:
    """The contradiction in numbers: how close the others let a deck come to one of the constraints."""
    shares = [one for one in core if isinstance(one, ShareConstraint)]
    if len(shares) > 1 and all(isinstance(one, ShareConstraint | FormatConstraint) for one in core):
        sum_of_shares = _sum_of_shares(shares, len(task.limits.classes))
        if sum_of_shares:
            return sum_of_shares
    pivot = _pivot(task, core)
    others = [one for one in core if one is not pivot]
    if pivot is None:
        curves = [one for one in core if isinstance(one, CurveConstraint)]
        others = [one for one in core if not isinstance(one, CurveConstraint)]
        pivot = next((one for curve in curves for one in _too_much(task, curve, others)), None)
    if pivot is None:
        return _NO_NUMBERS
    if (
        len(others) == 1
        and isinstance(others[0], FormatConstraint)
        and others[0].count.terms == pivot.count.terms
    ):
        return f"The rules ask for {others[0].words}; {_asked_for(pivot)}."
    amount = _possible_amount(task, pivot, others)
    if amount is None:
        return _NO_NUMBERS
    verb = "costs" if pivot.count.terms == task.columns.points else "has"
    given = f"With {join_words(tuple(other.words for other in others), 'and')}, a" if others else "A"
    return f"{given} deck {verb} {amount}; {_asked_for(pivot)}."


def _sum_of_shares(shares: Sequence[ShareConstraint], classes: int) -> str | None:
    low, high = (sum(end) for end in zip(*(constraint.share for constraint in shares), strict=True))
    if low > 1:
        return f"The shares add up to {percent(low)} of the cards."
    if high < 1 and len(shares) == classes:
        return f"The shares add up to {percent(high)} of the cards, and there is no other class."
    return None


def _pivot(task: Task, core: Sequence[Constraint]) -> CountConstraint | FormatConstraint | None:
    """The constraint that the others are compared with: points if they matter, else what is counted first."""
    counted = [one for one in core if isinstance(one, CountConstraint | FormatConstraint)]
    points = [one for one in counted if one.count.terms == task.columns.points]
    requests = [one for one in counted if isinstance(one, CountConstraint)]
    return next(iter([*points, *requests, *counted]), None)


def _too_much(task: Task, curve: CurveConstraint, others: Sequence[Constraint]) -> Iterator[CountConstraint]:
    """The powers of the curve that contradict the others by themselves."""
    for count, span in zip(curve.counts, curve.spans, strict=True):
        if span is not None:
            single = exactly(count, span, lambda request, _: request)
            if not _is_possible(task, [*others, single]):
                yield single


def _possible_amount(
    task: Task, pivot: CountConstraint | FormatConstraint, others: Sequence[Constraint]
) -> str | None:
    """What the others allow of the pivot's count: the nearest below and above what it asks for."""
    count, (row,) = pivot.count, pivot.rows
    as_many = {column: -number for column, number in count.terms.items()}

    def nearest(costs: Terms, low: int | None, high: int | None) -> int | None:
        values = _solve(task, others, costs, Row(count.terms, low, high))
        return None if values is None else count.of(values)

    below = None if row.low is None else nearest(as_many, None, row.low - 1)
    above = None if row.high is None else nearest(count.terms, row.high + 1, None)
    if below is not None and above is not None:
        return f"{below:,} or {above:,} {count.many} but nothing in between"
    if below is not None:
        minimum = nearest(count.terms, None, None)
        return f"{'' if minimum == below else 'at most '}{count.words(Span(below, below))}"
    if above is not None:
        maximum = nearest(as_many, None, None)
        return f"{'' if maximum == above else 'at least '}{count.words(Span(above, above))}"
    return None


def _asked_for(pivot: CountConstraint | FormatConstraint) -> str:
    if isinstance(pivot, CountConstraint):
        return f"you asked for {'at least ' if pivot.is_minimum else ''}{pivot.amount}"
    if pivot.amount:
        return f"the rules ask for {pivot.amount}"
    return f"the rules ask for {'exactly ' if pivot.span.is_exact else ''}{pivot.span}"


# Proposals


def _nearest(task: Task) -> Proposal | None:
    """The proposal that changes the fewest cards, and as few parts of the request as that allows.

    None if the format itself leaves no deck.
    """
    requests = [one for one in task.constraints if isinstance(one, RequestConstraint)]
    found = _relaxed(task, requests, False)
    # No wish adds cards to a game.
    is_fixed = task.pool is not None and task.pool.of_game
    return found if found is not None or is_fixed else _relaxed(task, requests, True)


def _alternatives(task: Task, constraints: Sequence[Constraint]) -> Iterator[Proposal]:
    """For each of these requests the smallest change that is enough alone, if there is one."""
    for constraint in constraints:
        if isinstance(constraint, RequestConstraint):
            proposal = _relaxed(task, [constraint], False)
            if proposal is not None:
                yield proposal


def _relaxed(task: Task, requests: Sequence[RequestConstraint], is_pool_relaxed: bool) -> Proposal | None:
    """The smallest changes to these requests while all other constraints are met."""
    relaxation = _Relaxation(task, requests, is_pool_relaxed)
    values = relaxation.solve()
    return None if values is None else relaxation.proposal(values)


class _Relaxation:
    """A program in which requests may be missed by a number of cards, each counted in a column of its own."""

    def __init__(self, task: Task, requests: Sequence[RequestConstraint], is_pool_relaxed: bool) -> None:
        self._task = task
        self._requests = requests
        self._program = program = task.columns.program.copy()
        self._missed: list[list[int]] = []
        self._missing: dict[Kind, int] = {}
        for constraint in task.constraints:
            if any(constraint is request for request in requests):
                self._missed.append([column for row in constraint.rows for column in _slack(program, row)])
            elif is_pool_relaxed and isinstance(constraint, PoolConstraint):
                program.rows += constraint.of_names
                for kind, row in zip(constraint.kinds, constraint.of_kinds, strict=True):
                    (self._missing[kind],) = _slack(program, row)
            else:
                program.rows += constraint.rows

    def solve(self) -> list[int] | None:
        """The columns' values, by one objective after the other."""
        missed = [column for columns in self._missed for column in columns]
        values = self._minimize(dict.fromkeys(self._missing.values(), 1))
        if values is None:
            return None
        values = self._minimize(dict.fromkeys(missed, 1))
        self._minimize(self._changed_requests(sum(values[column] for column in missed) if values else 0))
        return self._minimize(self._order())

    def proposal(self, values: Values) -> Proposal:
        changed: list[RequestConstraint] = []
        for constraint, columns in zip(self._requests, self._missed, strict=True):
            if any(values[column] for column in columns):
                changed.append(constraint)
        request = self._task.request
        for constraint in changed:
            request = constraint.changed(request, values)
        return Proposal(
            tuple(ProposedChange(constraint, constraint.instead(values)) for constraint in changed),
            tuple((kind, values[column]) for kind, column in self._missing.items() if values[column]),
            request,
        )

    def _minimize(self, costs: dict[int, int]) -> list[int] | None:
        """The best values for an objective, which later objectives then have to keep."""
        values = self._program.solve(costs)
        if values is not None and costs:
            minimum = sum(cost * values[column] for column, cost in costs.items())
            self._program.rows.append(Row(costs, None, minimum))
        return values

    def _changed_requests(self, max_missed: int) -> dict[int, int]:
        """Costs that first count the requests that are missed, then prefer to miss the earlier ones."""
        costs: dict[int, int] = {}
        # One request more costs more than all ranks together can.
        cost_of_request = 1 + max_missed * 2 * len(self._requests)
        for rank, columns in enumerate(self._missed):
            is_missed = self._program.column(1)
            self._program.rows.append(Row(dict.fromkeys(columns, 1) | {is_missed: -max_missed}, None, 0))
            costs[is_missed] = cost_of_request
            costs |= {column: 2 * rank + side % 2 for side, column in enumerate(columns)}
        return costs

    def _order(self) -> dict[int, int]:
        """Costs that leave no choice among what is otherwise equal, so that the answer is always the same."""
        deck = self._task.columns
        columns = [deck.cards, *deck.classes.values(), *deck.powers.values()]
        return {column: 1 + number * number for number, column in enumerate(reversed(columns))}


def _slack(program: Program, row: Row) -> Iterator[int]:
    """Adds the row so that it may be missed; gives the columns that count by how many cards."""
    if row.low is not None:
        too_few = program.column(MAX_COUNT)
        program.rows.append(Row({**row.terms, too_few: row.unit}, row.low, None))
        yield too_few
    if row.high is not None:
        too_many = program.column(MAX_COUNT)
        program.rows.append(Row({**row.terms, too_many: -row.unit}, None, row.high))
        yield too_many


# For people in lines, for programs in dictionaries


def impossible_lines(found: Impossible) -> Iterator[str]:
    """What contradicts what and why, then what would work."""
    for number, conflict in enumerate(found.conflicts):
        yield "nor all of these:" if number else "no deck can have all of these:"
        # Requests first, for they can be changed.
        for constraint in sorted(conflict.constraints, key=lambda one: _ORIGINS.index(_origin(one))):
            yield f"  {_origin(constraint):<{_WIDTH}}  {constraint.words}"
        yield conflict.why
    if found.nearest is None:
        yield "The rules themselves leave no deck."
        return
    yield f"nearest: {_words(found.nearest, found.limits)}"
    for proposal in found.others:
        yield f"or: {_words(proposal, found.limits)}"


def impossible_as_dict(found: Impossible) -> dict[str, object]:
    return {
        "deck": None,
        "contradictions": [
            {
                "demands": [
                    {"kind": _KINDS[_origin(constraint)], "words": constraint.words}
                    for constraint in conflict.constraints
                ],
                "why": conflict.why,
            }
            for conflict in found.conflicts
        ],
        "nearest": None if found.nearest is None else _as_dict(found.nearest, found.limits),
        "alternatives": [_as_dict(proposal, found.limits) for proposal in found.others],
    }


_ORIGINS = ("request", "rule", "pool")
_WIDTH = max(map(len, _ORIGINS))
_KINDS = {"request": "wish", "rule": "rule", "pool": "pool"}
"""What programs that read the JSON know them as."""


def _origin(constraint: Constraint) -> str:
    if isinstance(constraint, RequestConstraint):
        return "request"
    return "rule" if isinstance(constraint, FormatConstraint) else "pool"


def _words(proposal: Proposal, limits: DeckFormat) -> str:
    words = [f"{change.instead} instead of {change.constraint.amount}" for change in proposal.changes]
    more = tuple(
        f"{cards:,} more {kind_words(limits, kind.class_name, kind.power)[cards != 1]}"
        for kind, cards in proposal.missing
    )
    return join_words((*words, *([f"{join_words(more, 'and')} in the pool"] if more else [])), "and")


def _as_dict(proposal: Proposal, limits: DeckFormat) -> dict[str, object]:
    return {
        "changes": [
            {"wish": change.constraint.words, "instead": change.instead} for change in proposal.changes
        ],
        "missing": [
            {**kind_values(kind.class_name, kind.power, limits), "cards": cards}
            for kind, cards in proposal.missing
        ],
    }
