"""Sample hands of any list of cards, and the odds of its groups, on the terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from generator.catalog.lines import readable
from generator.catalog.screen import Cells, Column, apart, labels, numbers, table_of
from generator.catalog.wording import join_words, kinds_in_words, pluralize
from generator.cli.console import WIDEST, console, show
from generator.cli.screens.hands import Marks, is_shown, means, not_all_shown, odds_table, shares
from generator.deck.hands.card_hands import name_of

if TYPE_CHECKING:
    from generator.catalog.models import Card
    from generator.deck.hands.card_hands import CardsReport, Odd, SampleHand
    from generator.deck.hands.groups import Group
    from generator.deck.hands.mulligan import Mulligan, Plan

_MAX_NAME = 40
"""Letters of a group's name over its odds."""
_MAX_HEADER = 14
"""Letters of a group's name over its column."""
_MAX_COLUMNS = 4
"""Groups that are counted beside the sample hands, if there is room."""
_WHEN_WIDTH = 25
"""Columns for the number of a hand and the turn."""
_LEAST_WIDTH = 24
"""Columns for the cards, however little room is left."""
_MAX_WORDS = 6
"""Different words of a field that makes a good example of a group."""


def show_card_hands(report: CardsReport, title: str, cards: Sequence[Card]) -> None:
    """Prints the whole report. ``cards``: those that hands are drawn from."""
    out = console()
    marks = Marks(out)
    plan = report.request.plan
    head = [Text.assemble((readable(title), "head"), f": {pluralize(plan.cards, 'card')}"), Text(_rule(plan))]
    if plan.mulligan is not None:
        head.append(Text(_mulligan_rule(plan.mulligan)))
    advice = Text(f"Odds are told of groups of cards, {_example(cards)}, and of --value FIELD.")
    parts = apart(
        head,
        [_groups(report)] if report.request.groups else [],
        [_hands(report, min(out.width, WIDEST))] if report.hands else [],
        [_odds(report, marks), *_foot(report, marks)] if report.odds else [advice],
    )
    show(out, [*parts, *not_all_shown(plan.turns)])


def _rule(plan: Plan) -> str:
    hand = f"Opening hand of {plan.hand}"
    if not plan.turns or not plan.draw:
        return f"{hand}."
    return (
        f"{hand}, then {pluralize(plan.draw, 'card')} on each turn. Nothing is played and nothing goes"
        " back. An empty deck gives no more cards."
    )


def _mulligan_rule(mulligan: Mulligan) -> str:
    often = "once" if mulligan.most == 1 else f"{mulligan.most} times"
    to = {
        "same": "for as many cards",
        "fewer": "for one card fewer each time",
        "bottom": "for as many cards, of which one for each mulligan is put at the bottom",
    }[mulligan.to]
    return f"Mulligan. A hand with {readable(str(mulligan.rule))} is sent back, at most {often}, {to}."


def _groups(report: CardsReport) -> Table:
    rows = []
    for group in report.request.groups:
        number = report.members[group]
        text = "" if group.name == group.text else readable(group.text, 2 * _MAX_NAME)
        share = f"{100 * number / report.request.plan.cards:.1f} %"
        rows.append((f"  {readable(group.name, _MAX_NAME)}", text, f"{number}", share))
    return table_of([*labels("  group"), Column(overflow="fold"), *numbers("cards", "")], rows)


def _hands(report: CardsReport, width: int) -> Table:
    groups: list[Group] = []
    room = width - _WHEN_WIDTH
    for group in report.request.groups[:_MAX_COLUMNS]:
        wanted = len(readable(group.name, _MAX_HEADER)) + 2
        if room - wanted >= _LEAST_WIDTH:
            groups.append(group)
            room -= wanted
    columns = [
        *numbers("  hand"),
        *labels(""),
        Column("cards", max_width=max(room, _LEAST_WIDTH)),
        *numbers(*(readable(group.name, _MAX_HEADER) for group in groups)),
    ]
    rows = [
        (f"  {number}" if row == 0 else "", when, _cards(cards), *(_count(group, so_far) for group in groups))
        for number, hand in enumerate(report.hands, start=1)
        for row, (when, cards, so_far) in enumerate(_rows(hand))
    ]
    return table_of(columns, rows)


def _rows(hand: SampleHand) -> Iterator[tuple[str, Sequence[Card], Sequence[Card]]]:
    """What is drawn when, and what is counted then: a hand that is sent back, or all that is in hand."""
    for cards in hand.sent_back:
        yield "sent back", cards, cards
    held: list[Card] = []
    for turn, cards in enumerate(hand.turns):
        held += cards
        if is_shown(turn, len(hand.turns) - 1):
            yield when(turn), cards, [*held]
        if turn == 0 and hand.bottom:
            yield "to the bottom", hand.bottom, ()


def _count(group: Group, cards: Sequence[Card]) -> str:
    return str(sum(group.matches(card) for card in cards)) if cards else ""


def _cards(cards: Sequence[Card]) -> str:
    """For example ``2 Forest, Elf``."""
    return kinds_in_words((readable(name_of(card)) for card in cards), "{count} {card}") or "-"


def when(turn: int) -> str:
    return f"turn {turn}" if turn else "opening hand"


def _odds(report: CardsReport, marks: Marks) -> Table:
    shown = [odd for odd in report.odds if is_shown(odd.turn, report.request.plan.turns)]
    rows: list[Cells] = []
    for name, odds in groupby(shown, lambda odd: _heading(odd, report)):
        rows.append((Text(f"  {name}", "head"),))
        rows += [(f"    {_name(odd)}", *_cells(odd), marks.of(odd.verdict)) for odd in odds]
        rows.append(())
    return odds_table(rows)


def _heading(odd: Odd, report: CardsReport) -> str:
    match odd.what:
        case "mulligans" | "kept_anyway":
            return "mulligans"
        case "value":
            return f"{readable(odd.name or '', _MAX_NAME)} added up"
        case _ if odd.name is not None:
            return readable(odd.name, _MAX_NAME)
    names = [readable(group.name, _MAX_NAME // 2) for group in report.request.groups]
    return f"{join_words(names, 'and')} at once" if len(names) <= _MAX_COLUMNS else "all groups at once"


def _name(odd: Odd) -> str:
    each = "" if odd.name else " of each"
    match odd.what:
        case "mulligans":
            return "none" if odd.number == 0 else f"{odd.number}"
        case "kept_anyway":
            return "kept though it should go back"
        case "expected" | "value":
            return f"on average, {when(odd.turn)}"
        case "at_least":
            return f"{odd.number} or more{each}, {when(odd.turn)}"
        case "at_most":
            return f"at most {odd.number}{each}, {when(odd.turn)}"
        case "exactly":
            return f"exactly {odd.number}{each}, {when(odd.turn)}"


def _cells(odd: Odd) -> tuple[str, str, str]:
    return (means if odd.what in ("expected", "value") else shares)(odd.exact, odd.simulated)


def _foot(report: CardsReport, marks: Marks) -> Iterator[RenderableType]:
    for name, odds in groupby(
        (odd for odd in report.odds if odd.per_card is not None), lambda odd: odd.name or ""
    ):
        found = list(dict.fromkeys(f"{float(odd.per_card or 0):,.2f}" for odd in odds))
        ends = f"{found[0]} in the opening hand, {found[-1]} by the last turn"
        span = ends if len(found) > 1 else found[0]
        yield Text(f"{readable(name, _MAX_NAME)} for each card drawn: {span}. A blank counts as 0.")
    request = report.request
    yield Text(
        f"Simulated from {request.samples:,} shuffles with seed {request.seed}."
        " Intervals at the 95 % level: Wilson's for shares, the normal one for means."
    )
    together = "rows near each other go together, as they count the same shuffles"
    yield from marks.explained([odd.verdict for odd in report.odds], together)


def _example(cards: Sequence[Card]) -> str:
    """A group of these cards, as the command line takes it."""
    for name in dict.fromkeys(name for card in cards for name in card.values):
        if name in ("id", "name", "copies", "prototype"):
            continue
        words = {card.values.get(name) for card in cards if isinstance(card.values.get(name), str)}
        word = min((word for word in words if isinstance(word, str) and word.isalnum()), default=None)
        if word is not None and 1 < len(words) <= _MAX_WORDS:
            return f"--group '{readable(name)}={readable(word)}'"
    return "--group 'FIELD=VALUE'"
