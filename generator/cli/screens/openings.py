"""The openings of a game's seats on the terminal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby

from rich.console import RenderableType
from rich.text import Text

from generator.catalog.lines import readable
from generator.catalog.wording import pluralize
from generator.cli.screens.console import console, show
from generator.cli.screens.odds import Marks, odds_table, plain_table, shares
from generator.sim.openings import Odd, OpeningsReport, SampleHand, SeatOpening


def show_openings(report: OpeningsReport) -> None:
    """Prints the whole report."""
    out = console()
    marks = Marks(out)
    parts: list[RenderableType] = [
        Text.assemble((readable(report.title), "bold"), ": what each seat begins with"),
        Text(),
    ]
    for opening in report.openings:
        parts += _opening(opening, report, marks)
    show(out, [*parts, *_foot(report, marks)])


def _opening(opening: SeatOpening, report: OpeningsReport, marks: Marks) -> Iterator[RenderableType]:
    whose = readable(opening.whose)
    drawn = f"{opening.drawn} of {pluralize(opening.cards, 'card')}"
    often = "" if opening.games == report.wishes.samples else f", in {opening.games:,} of the games"
    yield Text(f"{whose[:1].upper()}{whose[1:]}: {drawn}{often}", "bold")
    yield Text()
    if opening.hands:
        yield _hands(opening.hands)
        yield Text()
    yield _odds(opening.odds, marks)


def _hands(hands: Sequence[SampleHand]) -> RenderableType:
    table = plain_table()
    table.add_column("  seed", justify="right", no_wrap=True)
    table.add_column("hand")
    for hand in hands:
        table.add_row(f"  {hand.seed}", _cards(hand.cards))
    return table


def _cards(cards: Sequence[str]) -> str:
    """For example ``5 infantry, tank``: how many there are of a card is told where there are several."""
    return ", ".join(
        card if copies == 1 else f"{copies} {card}" for card, copies in Counter(map(readable, cards)).items()
    )


def _odds(odds: Sequence[Odd], marks: Marks) -> RenderableType:
    several = any(odd.least > 1 for odd in odds)
    table = odds_table("  in hand" if several else "  one or more")
    for _, group in groupby(odds, lambda odd: odd.card):
        for odd in group:
            card = readable(odd.card)
            name = f"  {odd.least} {card} or more" if several else f"  {card}"
            table.add_row(name, *shares(odd.exact, odd.simulated), marks.of(inside=odd.inside))
        if several:
            table.add_row()
    if not several:
        table.add_row()
    return table


def _foot(report: OpeningsReport, marks: Marks) -> Iterator[RenderableType]:
    wishes = report.wishes
    last = wishes.seed + wishes.samples - 1
    odds = [odd for opening in report.openings for odd in opening.odds]
    yield Text(
        f"Simulated from {wishes.samples:,} games, begun with the seeds {wishes.seed} to {last}."
        " Intervals at the 95 % level: Wilson's."
    )
    yield marks.explained(
        sum(odd.inside for odd in odds), len(odds), "a seat's rows go together, as they count the same hands"
    )
