"""A sweep as charts: what each combination does, and how far that is from the database's own numbers."""

from __future__ import annotations

from collections.abc import Iterator

from generator.catalog.lines import readable
from generator.catalog.wording import pluralize
from generator.export.chart_pages import Section
from generator.export.charts import Chart
from generator.export.interval_charts import PERCENT_POINTS, Interval, IntervalPlot, Reference
from generator.export.line_charts import Estimate, Line, LineChart
from generator.sim.statistics.intervals import LEVEL
from generator.sim.sweeps.sweep import ArmResult, SweepResult

MAX_LABEL = 60
_WHISKERS = f"{100 * LEVEL:.0f} % interval"


def section(result: SweepResult) -> Section:
    """The charts of a sweep: a line where a single number was tried, rows for everything else."""
    plan = result.plan
    bots = ", ".join(dict.fromkeys(str(one) for one in plan.contestants))
    deals = pluralize(plan.games // plan.seats, "deal")
    games = pluralize(plan.games, "game")
    about = f"{games} of the same {deals} for each value, between {bots}; seed {plan.seed}"
    paths = " and ".join(readable(axis.path, MAX_LABEL) for axis in result.axes)
    return Section(paths, about, list(_charts(result)))


def _charts(result: SweepResult) -> Iterator[Chart]:
    seats = range(1 if result.plan.seats == 2 else result.plan.seats)
    numbers = _numbers(result)
    fair = Reference(1 / result.plan.seats, "an even share")
    if numbers is not None:
        path = readable(result.axes[0].path, MAX_LABEL)
        lines = [
            Line(
                f"seat {seat}" if len(seats) > 1 else "",
                [
                    Estimate(x, arm.seats[seat].value, arm.seats[seat].low, arm.seats[seat].high)
                    for x, arm in numbers
                ],
            )
            for seat in seats
        ]
        title = _seen(result) if len(seats) == 1 else f"What each seat wins, by {path}"
        up = "games won" if len(seats) > 1 else "games that seat 0 wins"
        note = f"Shaded: the {_WHISKERS}, by deals."
        yield LineChart(title, path, up, lines, reference=fair, note=note)
    else:
        for seat in seats:
            rows = [
                Interval(_label(arm), share.value, share.low, share.high, arm.differs(seat))
                for arm in result.arms
                for share in [arm.seats[seat]]
            ]
            title = _seen(result) if len(seats) == 1 else f"What seat {seat} wins"
            yield IntervalPlot(title, f"games that seat {seat} wins", _WHISKERS, rows, reference=fair)
    for seat in seats:
        rows = [
            Interval(_label(arm), one.value, one.low, one.high, arm.differs(seat))
            for arm in result.arms
            if not arm.is_own
            for one in [arm.differences[seat].difference]
        ]
        if rows:
            yield IntervalPlot(
                _difference_title(result, seat),
                f"seat {seat}: difference from the database's own numbers",
                _WHISKERS,
                rows,
                form=PERCENT_POINTS,
                reference=Reference(0.0, "no difference"),
                note="Compared deal by deal. Full points: a difference, all rows considered (Holm).",
            )


def _numbers(result: SweepResult) -> list[tuple[float, ArmResult]] | None:
    """The arms by the number that was tried, ascending; None where there are several, or words."""
    if len(result.axes) != 1 or any(not arm.settings for arm in result.arms):
        return None
    try:
        found = [(float(arm.settings[0].value), arm) for arm in result.arms]
    except ValueError:
        return None
    return sorted(found, key=lambda one: one[0]) if len(found) > 1 else None


def _label(arm: ArmResult) -> str:
    return readable(arm.label(), MAX_LABEL) + (" (own)" if arm.is_own and arm.settings else "")


def _seen(result: SweepResult) -> str:
    low, high = (pick(result.arms, key=lambda arm: arm.seats[0].value) for pick in (min, max))
    if low.seats[0].high >= high.seats[0].low:
        return "Seat 0 wins about as often with each of the values"
    return (
        f"Seat 0 wins {100 * low.seats[0].value:.0f} % with {_label(low)},"
        f" {100 * high.seats[0].value:.0f} % with {_label(high)}"
    )


def _difference_title(result: SweepResult, seat: int) -> str:
    count = sum(arm.differs(seat) for arm in result.arms)
    others = sum(not arm.is_own for arm in result.arms)
    which = "None" if not count else f"{count}"
    return f"{which} of {pluralize(others, 'other value')} changes what seat {seat} wins"
