"""The results of matches on the terminal."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from generator.catalog.lines import readable
from generator.catalog.wording import pluralize
from generator.cli.console import console, plain_table, show
from generator.sim.statistics.intervals import LEVEL
from generator.sim.study.summary import Share, Summary

_MAX_NAME = 40
_DIGEST = 16
"""Digits of the digest that are shown; ``--json`` has them all."""


def show_summary(summary: Summary, title: str) -> None:
    """Prints who won how often, and how the games were."""
    show(console(), _parts(summary, title))


def _parts(summary: Summary, title: str) -> Iterator[RenderableType]:
    plan = summary.plan
    deals = -(-summary.games // plan.seats)
    played = f": {pluralize(summary.games, 'game')} of {pluralize(deals, 'deal')} from seed {plan.seed}"
    yield Text.assemble((readable(title), "head"), played)
    yield Text()
    yield _wins(summary)
    yield Text()
    for line in _lines(summary):
        yield Text(f"  {line}")
    if plan.is_timed:
        yield Text("  a bot thinks by the clock: another run gives other games", "warning")
    yield Text(f"  digest {summary.digest[:_DIGEST]}", "quiet")


def _wins(summary: Summary) -> Table:
    table = plain_table()
    table.add_column("  won by", no_wrap=True)
    for header in ("games", "wins", "share", f"{LEVEL:.0%} interval".replace("%", " %")):
        table.add_column(header, justify="right", no_wrap=True)
    contestants = list(zip(summary.plan.contestants, summary.contestants, strict=True))
    if len({str(contestant) for contestant, _ in contestants}) > 1:
        for contestant, share in contestants:
            table.add_row(f"  {readable(str(contestant), _MAX_NAME)}", *_cells(share))
        table.add_row()
    for seat, share in enumerate(summary.seats):
        table.add_row(f"  seat {seat}", *_cells(share))
    return table


def _cells(share: Share) -> Iterator[str]:
    found = share.interval
    yield f"{share.games:,}"
    yield f"{float(share.wins):,.1f}".removesuffix(".0")
    yield f"{100 * found.value:.1f} %"
    yield f"{100 * found.low:.1f} to {100 * found.high:.1f} %"


def _lines(summary: Summary) -> Iterator[str]:
    games, sums = summary.games, summary.sums
    if not games:
        return
    for told, count in summary.endings:
        yield f"{told}: {100 * count / games:.1f} %"
    for count, what in (
        (0 if summary.together else summary.draws, "a shared win or draw"),
        (0 if summary.together else summary.lost_by_all, "won by nobody"),
        (summary.cut_short, "cut short by the limit on turns"),
    ):
        if count:
            yield f"{what}: {pluralize(count, 'game')}, {100 * count / games:.1f} %"
    length = f"{sums.decisions / games:,.1f} decisions a game"
    if sums.turns:
        length += f" in {sums.turns / games:,.1f} turns"
    if sums.decisions:
        length += f", each among {sums.legal / sums.decisions:.1f} legal moves, at most {sums.legal_most:,}"
    yield length
