"""The results of matches on the terminal."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from generator.catalog.lines import readable
from generator.catalog.screen import apart, between, labels, numbers, table_of
from generator.catalog.wording import pluralize
from generator.cli.console import console, show
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
    notes = [Text("  a bot thinks by the clock: another run gives other games", "warning")]
    return apart(
        [Text.assemble((readable(title), "head"), played)],
        [_wins(summary)],
        [
            *(Text(f"  {line}") for line in _lines(summary)),
            *(notes if plan.is_timed else ()),
            Text(f"  digest {summary.digest[:_DIGEST]}", "quiet"),
        ],
    )


def _wins(summary: Summary) -> Table:
    contestants = list(zip(summary.plan.contestants, summary.contestants, strict=True))
    is_alike = len({str(contestant) for contestant, _ in contestants}) == 1
    groups = [
        [] if is_alike else [_row(str(contestant), share) for contestant, share in contestants],
        [_row(f"seat {seat}", share) for seat, share in enumerate(summary.seats)],
    ]
    interval = f"{LEVEL:.0%} interval".replace("%", " %")
    return table_of([*labels("  won by"), *numbers("games", "wins", "share", interval)], between(groups))


def _row(name: str, share: Share) -> tuple[str, ...]:
    found = share.interval
    return (
        f"  {readable(name, _MAX_NAME)}",
        f"{share.games:,}",
        f"{float(share.wins):,.1f}".removesuffix(".0"),
        f"{100 * found.value:.1f} %",
        f"{100 * found.low:.1f} to {100 * found.high:.1f} %",
    )


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
