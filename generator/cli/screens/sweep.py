"""A sweep on the terminal: a row for each combination of values."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import RenderableType
from rich.text import Text

from generator.catalog.lines import readable
from generator.catalog.screen import apart, numbers, table_of
from generator.catalog.wording import pluralize
from generator.cli.console import console, show
from generator.reports.sweep import NOTE, cells, columns
from generator.sim.sweeps.sweep import SweepResult


def show_sweep(result: SweepResult, title: str) -> None:
    """Prints what each combination does, and by how much it differs from the database's own numbers."""
    show(console(), _parts(result, title))


def _parts(result: SweepResult, title: str) -> Iterator[RenderableType]:
    plan = result.plan
    deals = pluralize(plan.games // plan.seats, "deal")
    bots = ", ".join(dict.fromkeys(str(one) for one in plan.contestants))
    rows = [cells(result, arm) for arm in result.arms]
    told = f": the same {deals}, {pluralize(plan.games, 'game')}, for each row ({bots})"
    return apart(
        [Text.assemble((readable(title), "head"), told)],
        [table_of(numbers(*columns(result)), rows)],
        [Text(NOTE, "quiet")],
    )
