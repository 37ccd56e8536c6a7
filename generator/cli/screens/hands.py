"""Sample hands and odds on the terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from rich.console import RenderableType
from rich.text import Text

from generator.catalog.lines import readable
from generator.catalog.wording import pluralize
from generator.cli.screens.console import WIDEST, console, show
from generator.cli.screens.odds import Marks, odds_table, plain_table, shares
from generator.deck.hands.report import HandsReport, Odd, PlayerHands, SampleHand
from generator.deck.model import Entry

_HAND_WIDTH = 29
"""Columns that one sample hand takes at least."""
_TURN_WIDTH = 8


def show_hands(report: HandsReport) -> None:
    """Prints the whole report."""
    out = console()
    marks = Marks(out)
    parts = [*_head(report)]
    for player in report.players:
        parts += _player(report, player, out.width, marks)
    show(out, [*parts, *_foot(report, marks)])


def _head(report: HandsReport) -> Iterator[RenderableType]:
    size, points = pluralize(report.deck.size, "card"), pluralize(report.deck.points, "point")
    yield Text.assemble((readable(report.deck.name), "bold"), f": {size}, {points}")
    yield Text(f"Draw rule. {report.rule}")
    classless = sum(
        entry.copies for entry in report.deck.entries if entry.class_name not in report.limits.classes
    )
    if classless:
        yield Text(f"{pluralize(classless, 'card')} without a class of the game", "yellow")
    yield Text()


def _player(report: HandsReport, player: PlayerHands, width: int, marks: Marks) -> Iterator[RenderableType]:
    who = "The first player" if player.opening.player == "first" else "Any other player"
    yield Text(f"{who}: {pluralize(player.opening.hand, 'card')} on turn 1", "bold")
    if player.hands:
        yield Text()
        yield from _hands(report, player, width)
        yield Text(f"  * can be played on turn 1: power {player.strongest} or less", "dim")
    yield Text()
    yield _odds(player.odds, marks)


def _hands(report: HandsReport, player: PlayerHands, width: int) -> Iterator[RenderableType]:
    abreast = max(1, (min(width, WIDEST) - _TURN_WIDTH) // _HAND_WIDTH)
    for start in range(0, len(player.hands), abreast):
        if start:
            yield Text()
        yield _hands_abreast(report, player, start, player.hands[start : start + abreast])


def _hands_abreast(
    report: HandsReport, player: PlayerHands, start: int, hands: Sequence[SampleHand]
) -> RenderableType:
    table = plain_table()
    table.add_column("  turn", width=_TURN_WIDTH - 2)
    for number in range(start, start + len(hands)):
        table.add_column(f"  hand {number + 1}", width=_HAND_WIDTH - 2, no_wrap=True, overflow="ellipsis")
    for turn in range(1, report.request.turns + 1):
        drawn = [hand.turns[turn - 1] for hand in hands]
        for line in range(max(1, *map(len, drawn))):
            cells = [
                _card(report, cards[line], turn == 1 and player.can_play(cards[line]))
                if line < len(cards)
                else ""
                for cards in drawn
            ]
            table.add_row(f"{turn:>6}" if line == 0 else "", *cells)
    return table


def _card(report: HandsReport, card: Entry, playable: bool) -> Text:
    return Text.assemble(
        ("* " if playable else "  ", "green"),
        (report.kind(card), "bold" if playable else ""),
        " ",
        readable(card.name),
    )


def _odds(odds: Sequence[Odd], marks: Marks) -> RenderableType:
    table = odds_table()
    for _, group in groupby(odds, _group):
        for odd in group:
            table.add_row(*_odd(odd), marks.of(inside=odd.inside))
        table.add_row()
    return table


def _group(odd: Odd) -> tuple[str, str | None]:
    """Rows that stand together: what is playable, each class, and the points."""
    return ("playable" if odd.what == "dead" else odd.what), odd.class_name


def _odd(odd: Odd) -> tuple[str, str, str, str]:
    value, low, high = odd.simulated
    if odd.what == "points":
        # The blanks stand where shares have their per cent sign: all numbers end under each other.
        return f"  {_name(odd)}", f"{float(odd.exact):.2f}  ", f"{value:.2f}  ", f"{low:.2f} to {high:.2f}  "
    exact, share, bounds = shares(odd.exact, odd.simulated)
    return f"  {_name(odd)}", exact, share, bounds


def _name(odd: Odd) -> str:
    match odd.what:
        case "playable":
            return "a card playable on turn 1"
        case "dead":
            return "no playable card (dead hand)"
        case "class":
            article = "an" if (odd.class_name or "")[:1] in "aeiou" else "a"
            return f"{article} {readable(odd.class_name or '')} by turn {odd.turn}"
        case "points":
            return f"points in hand, turn {odd.turn}"


def _foot(report: HandsReport, marks: Marks) -> Iterator[RenderableType]:
    odds = [odd for player in report.players for odd in player.odds]
    inside = sum(odd.inside for odd in odds)
    request = report.request
    yield Text(
        f"Simulated from {request.samples:,} shuffles with seed {request.seed}. Intervals at the 95 % level:"
        " Wilson's for shares, the normal one for points."
    )
    together = "rows near each other go together, as they count the same shuffles"
    yield marks.explained(inside, len(odds), together)
