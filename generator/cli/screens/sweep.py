"""A sweep on the terminal: a row for each combination of values."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import RenderableType
from rich.text import Text

from generator.catalog.lines import readable
from generator.catalog.wording import pluralize
from generator.cli.console import console, plain_table, show
from generator.sim.statistics.intervals import LEVEL, Interval
from generator.sim.sweeps.sweep import ArmResult, SweepResult

_MAX_VALUE = 30


def show_sweep(result: SweepResult, title: str) -> None:
    """Prints what each combination does, and by how much it differs from the database's own numbers."""
    show(console(), _parts(result, title))


def percent(interval: Interval) -> str:
    """``48.2 % (45.1 to 51.3)``."""
    return f"{100 * interval.value:.1f} % ({100 * interval.low:.1f} to {100 * interval.high:.1f})"


def points(interval: Interval) -> str:
    """``+3.1 (+1.0 to +5.2)``, in percentage points."""
    return f"{100 * interval.value:+.1f} ({100 * interval.low:+.1f} to {100 * interval.high:+.1f})"


def _parts(result: SweepResult, title: str) -> Iterator[RenderableType]:
    plan = result.plan
    deals = pluralize(plan.games // plan.seats, "deal")
    bots = ", ".join(dict.fromkeys(str(one) for one in plan.contestants))
    yield Text.assemble(
        (readable(title), "head"),
        f": the same {deals}, {pluralize(plan.games, 'game')}, for each row ({bots})",
    )
    yield Text()
    table = plain_table()
    for axis in result.axes:
        table.add_column(readable(axis.path, _MAX_VALUE), justify="right", no_wrap=True)
    for seat in _told(result):
        table.add_column(f"seat {seat} wins", justify="right", no_wrap=True)
        table.add_column("against own, in points", justify="right", no_wrap=True)
    table.add_column("draws", justify="right", no_wrap=True)
    table.add_column("turns" if _has_turns(result) else "decisions", justify="right", no_wrap=True)
    for arm in result.arms:
        table.add_row(*_cells(result, arm))
    yield table
    yield Text()
    yield Text(
        f"Intervals are {100 * LEVEL:.0f} %, by deals. own: the numbers of the database. *: differs from"
        " these, all rows considered (Holm).",
        "quiet",
    )


def _told(result: SweepResult) -> range:
    """The seats that have columns: of two the second wins what the first does not, but for draws."""
    return range(1 if result.plan.seats == 2 else result.plan.seats)


def _has_turns(result: SweepResult) -> bool:
    return any(arm.turns.value for arm in result.arms)


def _cells(result: SweepResult, arm: ArmResult) -> Iterator[str]:
    values = {one.path: one.value for one in arm.settings}
    for axis in result.axes:
        yield readable(values.get(axis.path, "own"), _MAX_VALUE)
    for seat in _told(result):
        yield percent(arm.seats[seat])
        if arm.is_own:
            yield "own"
        else:
            yield points(arm.differences[seat].difference) + ("*" if arm.differs(seat) else " ")
    yield f"{100 * arm.draws.value:.1f} %"
    yield f"{arm.turns.value if _has_turns(result) else arm.decisions:.1f}"
