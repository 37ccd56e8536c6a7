"""A sweep as a table, as charts and as a report: what each combination does, beside the database's own."""

from __future__ import annotations

from collections.abc import Iterator

from generator.catalog.lines import readable
from generator.catalog.wording import pluralize
from generator.export.chart_pages import Section as ChartSection
from generator.export.charts import Chart
from generator.export.interval_charts import PERCENT_POINTS, IntervalPlot, Reference
from generator.export.interval_charts import Interval as Row
from generator.export.line_charts import Estimate, Line, LineChart
from generator.export.report.document import (
    Block,
    Callout,
    Column,
    Fact,
    Figure,
    Report,
    Section,
    Table,
    Verdict,
)
from generator.sim.statistics.intervals import LEVEL, Interval
from generator.sim.sweeps.sweep import ArmResult, SweepResult

MAX_LABEL = 60
_MAX_VALUE = 30
NOTE = (
    f"Intervals are {100 * LEVEL:.0f} %, by deals. own: the numbers of the database. *: differs from"
    " these, all rows considered (Holm)."
)
_WHISKERS = f"{100 * LEVEL:.0f} % interval"


# The table


def percent(interval: Interval) -> str:
    """``48.2 % (45.1 to 51.3)``."""
    return f"{100 * interval.value:.1f} % ({100 * interval.low:.1f} to {100 * interval.high:.1f})"


def points(interval: Interval) -> str:
    """``+3.1 (+1.0 to +5.2)``, in percentage points."""
    return f"{100 * interval.value:+.1f} ({100 * interval.low:+.1f} to {100 * interval.high:+.1f})"


def columns(result: SweepResult) -> Iterator[str]:
    """The headings of the table."""
    for axis in result.axes:
        yield readable(axis.path, _MAX_VALUE)
    for seat in told_seats(result):
        yield f"seat {seat} wins"
        yield "against own, in points"
    yield "draws"
    yield "turns" if _has_turns(result) else "decisions"


def told_seats(result: SweepResult) -> range:
    """The seats that have columns: of two the second wins what the first does not, but for draws."""
    return range(1 if result.plan.seats == 2 else result.plan.seats)


def _has_turns(result: SweepResult) -> bool:
    return any(arm.turns.value for arm in result.arms)


def cells(result: SweepResult, arm: ArmResult) -> Iterator[str]:
    """What a row of the table says."""
    values = {one.path: one.value for one in arm.settings}
    for axis in result.axes:
        yield readable(values.get(axis.path, "own"), _MAX_VALUE)
    for seat in told_seats(result):
        yield percent(arm.seats[seat])
        if arm.is_own:
            yield "own"
        else:
            yield points(arm.differences[seat].difference) + ("*" if arm.differs(seat) else " ")
    yield f"{100 * arm.draws.value:.1f} %"
    yield f"{arm.turns.value if _has_turns(result) else arm.decisions:.1f}"


# The charts and the report


def report_of(result: SweepResult, title: str, command: str) -> Report:
    """The report of a sweep, also of one that was stopped; ``command`` is the one that repeats it."""
    plan = result.plan
    played = sum(arm.games for arm in result.arms)
    found = section(result)
    arms = len(result.arms)
    stopped = min(arm.games for arm in result.arms) < plan.games
    halted = f"It was stopped: of some combinations fewer than {plan.games:,} games were played."
    findings = [Callout(Verdict.WARN, halted)] if stopped else []
    rows = [tuple(cells(result, arm)) for arm in result.arms]
    heads = [Column(name, "right") for name in columns(result)]
    own = frozenset(at for at, arm in enumerate(result.arms) if arm.is_own)
    blocks: list[Block] = [
        Table("What each combination does", heads, rows, NOTE, own),
        *(Figure(chart) for chart in found.charts),
    ]
    facts = [
        Fact("Game", f"{title}, {pluralize(plan.seats, 'player')}"),
        Fact("Bots", ", ".join(dict.fromkeys(str(one) for one in plan.contestants))),
        Fact("Games", f"{played:,}"),
        Fact("Master seed", str(plan.seed)),
        Fact("To repeat it", command, is_code=True),
    ]
    subtitle = f"{pluralize(arms, 'combination')} on the same deals"
    return Report(f"{title}: {found.title}", subtitle, findings, facts, [Section(found.title, blocks)])


def section(result: SweepResult) -> ChartSection:
    """The charts of a sweep: a line where a single number was tried, rows for everything else."""
    plan = result.plan
    bots = ", ".join(dict.fromkeys(str(one) for one in plan.contestants))
    deals = pluralize(plan.games // plan.seats, "deal")
    games = pluralize(plan.games, "game")
    about = f"{games} of the same {deals} for each value, between {bots}; seed {plan.seed}"
    paths = " and ".join(readable(axis.path, MAX_LABEL) for axis in result.axes)
    return ChartSection(paths, about, list(_charts(result)))


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
                Row(_label(arm), share.value, share.low, share.high, arm.differs(seat))
                for arm in result.arms
                for share in [arm.seats[seat]]
            ]
            title = _seen(result) if len(seats) == 1 else f"What seat {seat} wins"
            yield IntervalPlot(title, f"games that seat {seat} wins", _WHISKERS, rows, reference=fair)
    for seat in seats:
        rows = [
            Row(_label(arm), one.value, one.low, one.high, arm.differs(seat))
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
