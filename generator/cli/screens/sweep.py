"""A sweep on the terminal: a row for each combination of values."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import RenderableType
from rich.text import Text

from generator.catalog.lines import readable
from generator.catalog.wording import pluralize
from generator.cli.console import console, plain_table, show
from generator.reports.sweep import NOTE, cells, columns
from generator.sim.sweeps.sweep import SweepResult


def show_sweep(result: SweepResult, title: str) -> None:
    """Prints what each combination does, and by how much it differs from the database's own numbers."""
    show(console(), _parts(result, title))


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
    for title in columns(result):
        table.add_column(title, justify="right", no_wrap=True)
    for arm in result.arms:
        table.add_row(*cells(result, arm))
    yield table
    yield Text()
    yield Text(
        NOTE,
        "quiet",
    )
