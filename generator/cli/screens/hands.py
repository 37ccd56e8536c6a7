"""Sample hands of a deck, openings of a game's seats, and their odds, on the terminal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import groupby, zip_longest
from typing import TYPE_CHECKING

from rich.console import Console, RenderableType
from rich.table import Table
from rich.text import Text

from generator.catalog.lines import readable
from generator.catalog.screen import Cell, Cells, Column, apart, labels, numbers, table_of
from generator.catalog.wording import capital, join_words, kinds_in_words, pluralize
from generator.cli.console import WIDEST, console, show
from generator.deck.hands.draw import WHO

if TYPE_CHECKING:
    from generator.deck.hands.odds import Estimate, Verdict
    from generator.deck.hands.report import HandsReport, Odd, PlayerHands, SampleHand
    from generator.deck.model import Entry
    from generator.sim import openings

_HAND_WIDTH = 29
"""Columns that one sample hand takes at least."""
_TURN_WIDTH = 8
ALL_TURNS, FIRST_TURNS = 20, 10
"""So many turns are all shown; of more the first, and then as many again, evenly spaced."""


def is_shown(turn: int, turns: int) -> bool:
    """Whether a turn has a row of its own."""
    return turns <= ALL_TURNS or turn <= FIRST_TURNS or turn == turns or turn % _step(turns) == 0


def _step(turns: int) -> int:
    return -(-turns // (ALL_TURNS - FIRST_TURNS))


def not_all_shown(turns: int) -> Iterator[Text]:
    """What is said under tables that do not have every turn."""
    if turns > ALL_TURNS:
        later = f"then one of {_step(turns)}, and the last"
        yield Text(f"Shown are the turns up to {FIRST_TURNS}, {later}; --json tells all.", "quiet")


def show_hands(report: HandsReport) -> None:
    """Prints the whole report."""
    out = console()
    marks = Marks(out)
    # Tables of odds end in an empty row.
    players = [part for one in report.players for part in apart(*_player(report, one, out.width, marks))]
    show(out, [*_head(report), Text(), *players, *_foot(report, marks)])


def _head(report: HandsReport) -> Iterator[RenderableType]:
    has_total = report.limits.points is not None
    points = f", {pluralize(report.deck.points, 'point')}" if has_total else ""
    size = pluralize(report.deck.size, "card")
    yield Text.assemble((readable(report.deck.name), "head"), f": {size}{points}")
    yield Text(f"Draw rule. {report.rule}")
    classless = sum(
        entry.copies for entry in report.deck.entries if entry.class_name not in report.limits.classes
    )
    if classless and report.limits.fields.group is not None:
        group = readable(report.limits.fields.group)
        yield Text(f"{pluralize(classless, 'card')} without a {group} of the game", "warning")


def _player(
    report: HandsReport, player: PlayerHands, width: int, marks: Marks
) -> Iterator[Sequence[RenderableType]]:
    who = WHO[player.opening.player]
    yield [Text(f"{who}: {pluralize(player.opening.hand, 'card')} on turn 1", "head")]
    abreast = max(1, (min(width, WIDEST) - _TURN_WIDTH) // _HAND_WIDTH)
    for start in range(0, len(player.hands), abreast):
        shown = player.hands[start : start + abreast]
        hands: list[RenderableType] = [_hands_abreast(report, player, start, shown)]
        if start + abreast >= len(player.hands) and player.strongest is not None:
            hands.append(Text(f"  * can be played on turn 1: power {player.strongest} or less", "quiet"))
        yield hands
    if player.odds:
        yield [_odds(report, [odd for odd in player.odds if is_shown(odd.turn, report.request.turns)], marks)]


def _hands_abreast(
    report: HandsReport, player: PlayerHands, start: int, hands: Sequence[SampleHand]
) -> Table:
    turns = report.request.turns
    columns = [
        Column(f"  hand {number + 1}", width=_HAND_WIDTH - 2, no_wrap=True)
        for number in range(start, start + len(hands))
    ]
    rows: list[tuple[Cell, ...]] = []
    for turn in filter(lambda turn: is_shown(turn, turns), range(1, turns + 1)):
        drawn: list[list[Cell]] = [
            [_card(report, card, turn == 1 and player.can_play(card)) for card in hand.turns[turn - 1]]
            for hand in hands
        ]
        for line, cells in enumerate(zip_longest(*drawn, fillvalue="") if any(drawn) else [("",)]):
            rows.append((f"{turn:>6}" if line == 0 else "", *cells))
    return table_of([Column("  turn", width=_TURN_WIDTH - 2), *columns], rows)


def _card(report: HandsReport, card: Entry, playable: bool) -> Text:
    return Text.assemble(
        ("* " if playable else "  ", "good"),
        (report.kind(card), "head" if playable else ""),
        " ",
        readable(card.name),
    )


def _odds(report: HandsReport, odds: Sequence[Odd], marks: Marks) -> Table:
    rows: list[Cells] = []
    for _, group in groupby(odds, _group):
        rows += [(*_odd(report, odd), marks.of(odd.verdict)) for odd in group]
        rows.append(())
    return odds_table(rows)


def _group(odd: Odd) -> tuple[str, str | None]:
    """Rows that stand together: what is playable, each class, and the points."""
    return ("playable" if odd.what == "dead" else odd.what), odd.class_name


def _odd(report: HandsReport, odd: Odd) -> tuple[str, ...]:
    cells = (means if odd.what == "points" else shares)(odd.exact, odd.simulated)
    return f"  {report.words(odd)}", *cells


def _foot(report: HandsReport, marks: Marks) -> Iterator[RenderableType]:
    odds = [odd for player in report.players for odd in player.odds]
    if not odds:
        return
    yield Text(
        f"Simulated from {report.request.samples:,} shuffles with seed {report.request.seed}."
        " Intervals at the 95 % level: Wilson's for shares, the normal one for points."
    )
    together = "rows near each other go together, as they count the same shuffles"
    yield from marks.explained([odd.verdict for odd in odds], together)
    yield from not_all_shown(report.request.turns)


def show_openings(report: openings.OpeningsReport) -> None:
    """Prints the whole report."""
    out = console()
    marks = Marks(out)
    head = Text.assemble((readable(report.title), "head"), ": what each seat begins with")
    seats = [part for one in report.openings for part in apart(*_opening(one, report, marks))]
    show(out, [head, Text(), *seats, *_openings_foot(report, marks)])


def _opening(
    opening: openings.SeatOpening, report: openings.OpeningsReport, marks: Marks
) -> Iterator[Sequence[RenderableType]]:
    whose = readable(opening.whose)
    parts = [f"{pool.drawn} of {pluralize(pool.cards, 'card')}" for pool in opening.pools or ()]
    drawn = join_words(parts, "and") if parts else pluralize(opening.drawn, "card")
    often = "" if opening.games == report.request.samples else f", in {opening.games:,} of the games"
    yield [Text(f"{capital(whose)}: {drawn}{often}", "head")]
    if opening.hands:
        rows = [(f"  {hand.seed}", _cards(hand.cards)) for hand in opening.hands]
        yield [table_of([*numbers("  seed"), "hand"], rows)]
    yield [_opening_odds(opening.odds, marks)]


def _cards(cards: Sequence[str]) -> str:
    """For example ``5 infantry, tank``: how many there are of a card is told where there are several."""
    return kinds_in_words(map(readable, cards), "{count} {card}")


def _opening_odds(odds: Sequence[openings.Odd], marks: Marks) -> Table:
    several = any(odd.least > 1 for odd in odds)
    rows: list[Cells] = []
    for _, group in groupby(odds, lambda odd: odd.card if several else ""):
        for odd in group:
            card = readable(odd.card)
            name = f"  {odd.least} {card} or more" if several else f"  {card}"
            rows.append((name, *shares(odd.exact, odd.simulated), marks.of(odd.verdict)))
        rows.append(())
    return odds_table(rows, "  in hand" if several else "  one or more")


def _openings_foot(report: openings.OpeningsReport, marks: Marks) -> Iterator[RenderableType]:
    request = report.request
    last = request.seed + request.samples - 1
    odds = [odd for opening in report.openings for odd in opening.odds]
    yield Text(
        f"Simulated from {request.samples:,} games, begun with the seeds {request.seed} to {last}."
        " Intervals at the 95 % level: Wilson's."
    )
    if any(opening.pools is None for opening in report.openings):
        yield Text(
            "Where no exact value stands, the odds are only simulated: it could not be followed card by card"
            " how set-up deals that hand, or it depends on how the cards lie."
        )
    together = "a seat's rows go together, as they count the same hands"
    yield from marks.explained([odd.verdict for odd in odds if odd.verdict is not None], together)


class Marks:
    """How an exact value that lies inside or outside its interval is marked."""

    def __init__(self, out: Console) -> None:
        inside, outside, wrong = ("ok", "out", "WRONG") if out.options.ascii_only else ("✓", "✗", "✗✗")
        self._of: Mapping[Verdict | None, Text] = {
            "inside": Text(inside, "good"),
            "outside": Text(outside, "warning"),
            "contradicted": Text(wrong, "bad"),
            None: Text(),
        }

    def of(self, verdict: Verdict | None) -> Text:
        return self._of[verdict]

    def explained(self, verdicts: Sequence[Verdict], why_together: str) -> Iterator[Text]:
        """The lines under the tables: how many rows are inside, and what that means."""
        if not verdicts:
            return
        counted = f"{verdicts.count('inside')} of {len(verdicts)}"
        yield Text.assemble(
            self.of("inside"),
            f" the exact value lies inside the interval: {counted}. By chance 1 in 20 lies outside,"
            f" and {why_together}.",
        )
        wrong = verdicts.count("contradicted")
        if wrong:
            yield Text.assemble(
                self.of("contradicted"),
                f" the simulation contradicts the exact value: {wrong} of {len(verdicts)}. That is no chance."
                " Do not trust these rows: the cards are not drawn as the exact value supposes, by a fault of"
                " the game's rules or of Gatepress.",
            )


def odds_table(rows: Sequence[Cells], header: str = "") -> Table:
    """A table with the columns of odds: names, values, and marks. ``header``: what the rows are odds of."""
    return table_of([*labels(header), *numbers("exact", "simulated", "95 % interval"), ""], rows)


def means(exact: Fraction, simulated: Estimate) -> tuple[str, str, str]:
    """A row's cells before its mark, of values that are no shares."""
    # The blanks stand where shares have their per cent sign: all numbers end under each other.
    bounds = f"{simulated.low:,.2f} to {simulated.high:,.2f}  "
    return f"{float(exact):,.2f}  ", f"{simulated.value:,.2f}  ", bounds


def shares(exact: Fraction | None, simulated: Estimate) -> tuple[str, str, str]:
    """A row's cells before its mark, of values that are shares."""
    bounds = f"{100 * simulated.low:.2f} to {100 * simulated.high:.2f} %"
    return "-" if exact is None else percent(exact), percent(simulated.value), bounds


def percent(share: Fraction | float) -> str:
    """With two decimals; what is not quite none or all does not read as if it were."""
    if 0 < share < 0.00005:
        return "< 0.01 %"
    if 0.99995 <= share < 1:
        return "> 99.99 %"
    return f"{100 * float(share):.2f} %"
