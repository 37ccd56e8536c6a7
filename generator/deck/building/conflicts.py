"""Which wishes contradict each other, and why."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from generator.catalog.wording import join_words
from generator.deck.building.amounts import Span
from generator.deck.building.demanding import Task
from generator.deck.building.demands import CountWish, CurveWish, Demand, Rule, ShareWish, percent
from generator.deck.building.program import Row, Terms


class Conflict(NamedTuple):
    """Demands that no deck fulfils together, though it could if any one of them fell away."""

    demands: tuple[Demand, ...]
    why: str


def conflicts_of(task: Task) -> list[Conflict]:
    """Contradictions that have no wish in common; without their wishes there would be a deck.

    If the pool makes no deck whatever is wished for, the search goes on without it.
    """
    found: list[Conflict] = []
    demands: Sequence[Demand] = task.demands
    while not _possible(task, demands):
        core = _minimal(task, demands)
        found.append(Conflict(tuple(core), _why(task, core)))
        wishes = [demand for demand in core if demand.is_wish]
        dropped = {id(demand) for demand in wishes or core if not isinstance(demand, Rule)}
        if not dropped:
            break
        demands = [demand for demand in demands if id(demand) not in dropped]
    return found


def _possible(task: Task, demands: Sequence[Demand], *more: Row) -> bool:
    return _best(task, demands, {}, *more) is not None


def _best(task: Task, demands: Sequence[Demand], costs: Terms, *more: Row) -> list[int] | None:
    program = task.table.program.copy()
    program.rows += [row for demand in demands for row in demand.rows]
    program.rows += more
    return program.best(costs)


def _minimal(task: Task, demands: Sequence[Demand]) -> list[Demand]:
    """Leaves out each demand that the contradiction can do without, the hardest to explain first."""
    core = list(demands)
    for demand in reversed(demands):
        without = [other for other in core if other is not demand]
        if not _possible(task, without):
            core = without
    return core


def _why(task: Task, core: Sequence[Demand]) -> str:
    """The contradiction in numbers: how near the others let a deck come to one of the demands."""
    shares = [demand for demand in core if isinstance(demand, ShareWish)]
    if len(shares) > 1 and all(isinstance(demand, ShareWish | Rule) for demand in core):
        sum_of_shares = _sum_of_shares(shares, len(task.limits.classes))
        if sum_of_shares:
            return sum_of_shares
    pivot = _pivot(task, core)
    others = [demand for demand in core if demand is not pivot]
    if pivot is None:
        curves = [demand for demand in core if isinstance(demand, CurveWish)]
        others = [demand for demand in core if not isinstance(demand, CurveWish)]
        pivot = next((one for curve in curves for one in _too_much(task, curve, others)), None)
    if pivot is None:
        return _NO_NUMBERS
    if len(others) == 1 and isinstance(others[0], Rule) and others[0].count.terms == pivot.count.terms:
        return f"The rules ask for {others[0].words}; {_wanted(pivot)}."
    amount = _amount(task, pivot, others)
    if amount is None:
        return _NO_NUMBERS
    verb = "costs" if pivot.count.terms == task.table.points else "has"
    given = f"With {join_words(tuple(other.words for other in others), 'and')}, a" if others else "A"
    return f"{given} deck {verb} {amount}; {_wanted(pivot)}."


_NO_NUMBERS = "Each of them can be fulfilled, but not all of them in one deck."


def _sum_of_shares(shares: Sequence[ShareWish], classes: int) -> str | None:
    least, most = (sum(end) for end in zip(*(wish.share for wish in shares), strict=True))
    if least > 1:
        return f"The shares come to {percent(least)} of the cards."
    if most < 1 and len(shares) == classes:
        return f"The shares come to {percent(most)} of the cards, and there is no other class."
    return None


def _pivot(task: Task, core: Sequence[Demand]) -> CountWish | Rule | None:
    """The demand that the others are held against: points if they matter, else what is counted first."""
    counted = [demand for demand in core if isinstance(demand, CountWish | Rule)]
    points = [demand for demand in counted if demand.count.terms == task.table.points]
    wishes = [demand for demand in counted if isinstance(demand, CountWish)]
    return next(iter([*points, *wishes, *counted]), None)


def _too_much(task: Task, curve: CurveWish, others: Sequence[Demand]) -> Iterator[CountWish]:
    """The powers of the curve that contradict the others by themselves."""
    for count, span in zip(curve.counts, curve.spans, strict=True):
        if span is not None:
            single = CountWish(count.words(span), (Row(count.terms, *span),), count, lambda wishes, _: wishes)
            if not _possible(task, [*others, single]):
                yield single


def _amount(task: Task, pivot: CountWish | Rule, others: Sequence[Demand]) -> str | None:
    """What the others leave of the pivot's count: the nearest below and above what it asks for."""
    count, (row,) = pivot.count, pivot.rows
    more = {column: -number for column, number in count.terms.items()}

    def nearest(costs: Terms, low: int | None, high: int | None) -> int | None:
        values = _best(task, others, costs, Row(count.terms, low, high))
        return None if values is None else count.of(values)

    below = None if row.low is None else nearest(more, None, row.low - 1)
    above = None if row.high is None else nearest(count.terms, row.high + 1, None)
    if below is not None and above is not None:
        return f"{below:,} or {above:,} {count.many} but nothing in between"
    if below is not None:
        least = nearest(count.terms, None, None)
        return f"{'' if least == below else 'at most '}{count.words(Span(below, below))}"
    if above is not None:
        most = nearest(more, None, None)
        return f"{'' if most == above else 'at least '}{count.words(Span(above, above))}"
    return None


def _wanted(pivot: CountWish | Rule) -> str:
    words = pivot.words.removesuffix(f" {pivot.count.many}").removesuffix(f" {pivot.count.one}")
    if isinstance(pivot, CountWish):
        words = "none" if words == "no" else words
        return f"{words} {'is' if words == '1' else 'are'} wished for"
    exactly = "exactly " if pivot.rows[0].low == pivot.rows[0].high else ""
    return f"the rules ask for {exactly}{words}"
