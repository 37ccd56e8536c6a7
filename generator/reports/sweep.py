"""A sweep as a table, as charts and as a report: what each combination does, beside the database's own."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from generator.catalog.lines import readable
from generator.catalog.wording import join_words, pluralize
from generator.reports.chart_pages import Section as ChartSection
from generator.reports.charts import Chart
from generator.reports.document import Block, Callout, Column, Fact, Figure, Report, Section, Table, Verdict
from generator.reports.interval_charts import PERCENT_POINTS, IntervalPlot, IntervalRow, Reference
from generator.reports.line_charts import Estimate, Line, LineChart
from generator.sim.endings import Side
from generator.sim.statistics.intervals import INTERVAL, Interval
from generator.sim.statistics.spoken import briefly, said
from generator.sim.sweeps.sweep import ArmResult, SweepResult, telling_sides

MAX_LABEL = 60
_MAX_VALUE = 30
_MAX_NAMED = 4
"""Combinations that a sentence names: of more the two that do most either way."""
NOTE = (
    f"In parentheses: the {INTERVAL}. own: the numbers of the database. *: a difference beyond chance,"
    " with all rows taken into account (Holm's correction)."
)


# The table


def points(interval: Interval) -> str:
    """``+3.1 (+1.0 to +5.2)``, in percentage points."""
    return f"{100 * interval.value:+.1f} ({100 * interval.low:+.1f} to {100 * interval.high:+.1f})"


def columns(result: SweepResult) -> Iterator[str]:
    """The headings of the table."""
    for axis in result.axes:
        yield readable(axis.path, _MAX_VALUE)
    for side in telling_sides(result.sides):
        yield _wins(result, side)
        yield "against own, in points"
    # A single side wins or does not.
    if len(result.sides) > 1:
        yield "draws"
    yield "turns" if _has_turns(result) else "decisions"


def _name(result: SweepResult, side: Side) -> str:
    if len(side) == 1:
        return f"seat {side[0]}"
    return "all" if len(side) == result.plan.seats else f"seats {join_words(list(map(str, side)), 'and')}"


def _wins(result: SweepResult, side: Side) -> str:
    return f"{_name(result, side)} {'wins' if len(side) == 1 else 'win'}"


def _has_turns(result: SweepResult) -> bool:
    return any(arm.turns.value for arm in result.arms)


def cells(result: SweepResult, arm: ArmResult) -> Iterator[str]:
    """What a row of the table says."""
    values = {one.path: one.value for one in arm.settings}
    for axis in result.axes:
        yield readable(values.get(axis.path, "own"), _MAX_VALUE)
    for seat, *_ in telling_sides(result.sides):
        yield arm.seats[seat].in_percent
        if arm.is_own:
            yield "own"
        else:
            yield points(arm.differences[seat].difference) + ("*" if arm.differs(seat) else " ")
    if len(result.sides) > 1:
        yield f"{100 * arm.draws.value:.1f} %"
    yield f"{arm.turns.value if _has_turns(result) else arm.decisions:.1f}"


# What it comes to


def conclusions(result: SweepResult) -> Iterator[str]:
    """For each side how often it wins with the database's own numbers, and which others change that."""
    own = next((arm for arm in result.arms if arm.is_own), None)
    if own is None:
        return
    for side in telling_sides(result.sides):
        seat, wins = side[0], _wins(result, side)
        others = [arm for arm in result.arms if not arm.is_own]
        changing = sorted(
            (arm for arm in others if arm.differs(seat)),
            key=lambda arm: -arm.differences[seat].difference.value,
        )
        found = f"With the numbers that the game has, {wins} {said(own.seats[seat])}."
        if changing:
            each = "; ".join(f"{briefly(arm.seats[seat])} with {_label(arm)}" for arm in _ends(changing))
            found += f" {wins[:1].upper()}{wins[1:]} {each}."
        elif others:
            ends = [arm.differences[seat].difference for arm in others]
            most = max(max(abs(one.low), abs(one.high)) for one in ends)
            found += (
                f" No other value was found to change that; it could by up to {100 * most:.0f} games in 100 "
                "without these games showing it."
            )
        yield found


def _ends(arms: Sequence[ArmResult]) -> Sequence[ArmResult]:
    """Of many the first and the last."""
    return arms if len(arms) <= _MAX_NAMED else [*arms[:2], *arms[-2:]]


# The charts and the report


def report_of(result: SweepResult, title: str, command: str) -> Report:
    """The report of a sweep, also of one that was stopped; ``command`` is the one that repeats it."""
    plan = result.plan
    played = sum(arm.games for arm in result.arms)
    found = section(result)
    arms = len(result.arms)
    findings = [Callout(Verdict.GOOD, sentence) for sentence in conclusions(result)]
    if min(arm.games for arm in result.arms) < plan.games:
        halted = f"It was stopped: of some combinations fewer than {plan.games:,} games were played."
        findings.insert(0, Callout(Verdict.WARN, halted))
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
    sides = telling_sides(result.sides)
    numbers = _numbers(result)
    fair = Reference(1 / len(result.sides), "an even share") if len(result.sides) > 1 else None
    if numbers is not None:
        path = readable(result.axes[0].path, MAX_LABEL)
        lines = [
            Line(
                _name(result, side) if len(sides) > 1 else "",
                [Estimate(x, share.value, share.low, share.high) for x, share in shares],
            )
            for side in sides
            for shares in [[(x, arm.seats[side[0]]) for x, arm in numbers]]
        ]
        title = _seen(result) if len(sides) == 1 else f"What each seat wins, by {path}"
        up = "games won" if len(sides) > 1 else f"games that {_wins(result, sides[0])}"
        note = f"Shaded: the {INTERVAL}, by deals."
        yield LineChart(title, path, up, lines, reference=fair, note=note)
    else:
        for side in sides:
            rows = [
                IntervalRow.of(_label(arm), arm.seats[side[0]], is_marked=arm.differs(side[0]))
                for arm in result.arms
            ]
            title = _seen(result) if len(sides) == 1 else f"How often {_wins(result, side)}"
            yield IntervalPlot(title, f"games that {_wins(result, side)}", INTERVAL, rows, reference=fair)
    for side in sides:
        seat = side[0]
        rows = [
            IntervalRow.of(_label(arm), arm.differences[seat].difference, is_marked=arm.differs(seat))
            for arm in result.arms
            if not arm.is_own
        ]
        if rows:
            yield IntervalPlot(
                _difference_title(result, side),
                f"{_name(result, side)}: difference from the database's own numbers",
                INTERVAL,
                rows,
                form=PERCENT_POINTS,
                reference=Reference(0.0, "no difference"),
                note="Compared deal by deal. Full points: certainly a difference, though all were looked at.",
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
    wins = _wins(result, result.sides[0]).capitalize()
    if low.seats[0].high >= high.seats[0].low:
        return f"{wins} about as often with each of the values"
    return (
        f"{wins} {100 * low.seats[0].value:.0f} % with {_label(low)},"
        f" {100 * high.seats[0].value:.0f} % with {_label(high)}"
    )


def _difference_title(result: SweepResult, side: Side) -> str:
    count = sum(arm.differs(side[0]) for arm in result.arms)
    others = sum(not arm.is_own for arm in result.arms)
    which = "None" if not count else f"{count}"
    return f"{which} of {pluralize(others, 'other value')} changes how often {_wins(result, side)}"
