"""Sample hands and their odds on the terminal: of a deck, of a game's seats, and of any list of cards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import groupby, zip_longest
from typing import TYPE_CHECKING, NamedTuple

from rich.console import Console, RenderableType
from rich.table import Table
from rich.text import Text

from generator.catalog.lines import readable
from generator.catalog.screen import Cell, Cells, Column, apart, headed, labels, numbers, table_of
from generator.catalog.wording import capital, join_words, kinds_in_words, pluralize
from generator.cli.console import WIDEST, console, show

if TYPE_CHECKING:
    from generator.catalog.models import Card
    from generator.deck.hands import card_hands, report
    from generator.deck.hands.exact import Mulligan, Plan
    from generator.deck.hands.odds import Verdict
    from generator.deck.hands.sampling import SampleHand
    from generator.deck.model import Entry
    from generator.sim import openings

_HAND_WIDTH = 29
"""Columns that one sample hand takes at least."""
_TURN_WIDTH = 8
ALL_TURNS, FIRST_TURNS = 20, 10
"""So many turns are all shown; of more the first, and then as many again, evenly spaced."""
_MAX_HEADER = 14
"""Letters of a group's name over its column."""
_MAX_COLUMNS = 4
"""Groups that are counted beside the sample hands, if there is room."""
_WHEN_WIDTH, _LEAST_WIDTH = 25, 24
"""Columns for the number of a hand and the turn; and for the cards, however little room is left."""
_MAX_WORDS = 6
"""Different words of a field that makes a good example of a group."""
_SAME_SHUFFLES = "rows near each other go together, as they count the same shuffles"


def is_shown(turn: int, turns: int) -> bool:
    """Whether a turn has a row of its own."""
    return turns <= ALL_TURNS or turn <= FIRST_TURNS or turn == turns or turn % _step(turns) == 0


def _step(turns: int) -> int:
    return -(-turns // (ALL_TURNS - FIRST_TURNS))


def _not_all_shown(turns: int) -> Iterator[Text]:
    """What is said under tables that do not have every turn."""
    if turns > ALL_TURNS:
        later = f"then one of {_step(turns)}, and the last"
        yield Text(f"The table ends at turn {FIRST_TURNS}, {later}; --json lists all.", "quiet")


# Odds


class _Row(NamedTuple):
    """Odds with what they are of; ``is_mean``: not a share."""

    name: str
    odd: card_hands.Odd | openings.Odd
    is_mean: bool = False

    def cells(self) -> tuple[str, ...]:
        exact, found = self.odd.exact, self.odd.simulated
        if self.is_mean:
            # The blanks stand where shares have their per cent sign: all numbers end under each other.
            bounds = f"{found.low:,.2f} to {found.high:,.2f}  "
            return self.name, f"{float(exact or 0):,.2f}  ", f"{found.value:,.2f}  ", bounds
        bounds = f"{100 * found.low:.2f} to {100 * found.high:.2f} %"
        return self.name, "-" if exact is None else _percent(exact), _percent(found.value), bounds


def _percent(share: Fraction | float) -> str:
    """With two decimals; what is not quite none or all does not read as if it were."""
    if 0 < share < 0.00005:
        return "< 0.01 %"
    if 0.99995 <= share < 1:
        return "> 99.99 %"
    return f"{100 * float(share):.2f} %"


class _Marks:
    """How an exact value that lies inside or outside its interval is marked."""

    def __init__(self, out: Console) -> None:
        inside, outside, wrong = ("ok", "out", "WRONG") if out.options.ascii_only else ("✓", "✗", "✗✗")
        self._of: Mapping[Verdict | None, Text] = {
            "inside": Text(inside, "good"),
            "outside": Text(outside, "warning"),
            "contradicted": Text(wrong, "bad"),
            None: Text(),
        }

    def table(self, groups: Iterable[tuple[str, Iterable[_Row]]], header: str = "") -> Table:
        """Groups of odds under their titles, each with an empty row below it."""
        rows: list[Cells] = []
        for title, group in groups:
            rows += [(Text(f"  {title}", "head"),)] if title else []
            rows += [(*row.cells(), self._of[row.odd.verdict]) for row in group]
            rows.append(())
        return table_of([*labels(header), *numbers("exact", "simulated", "95 % interval"), ""], rows)

    def explained(self, verdicts: Sequence[Verdict | None], why_together: str) -> Iterator[Text]:
        """The lines under the tables: how many rows are inside, and what that means."""
        judged = [verdict for verdict in verdicts if verdict is not None]
        if not judged:
            return
        counted = f"{judged.count('inside')} of {len(judged)}"
        yield Text.assemble(
            self._of["inside"],
            f" the exact value lies inside the interval: {counted}. By chance 1 in 20 lies outside,"
            f" and {why_together}.",
        )
        wrong = judged.count("contradicted")
        if wrong:
            yield Text.assemble(
                self._of["contradicted"],
                f" the simulation contradicts the exact value: {wrong} of {len(judged)}. That is no chance."
                " Do not trust these rows: the cards are not drawn as the exact value supposes, by a fault of"
                " the game's rules or of Gatepress.",
            )


def _simulated(request: report.HandsRequest | card_hands.CardsRequest, means: str) -> Text:
    return Text(
        f"Simulated from {request.samples:,} shuffles with seed {request.seed}."
        f" Intervals at the 95 % level: Wilson's for shares, the normal one for {means}."
    )


# Hands of a deck


def show_hands(found: report.HandsReport) -> None:
    out = console()
    marks = _Marks(out)
    # Tables of odds end in an empty row.
    players = [part for one in found.players for part in apart(*_player(found, one, out.width, marks))]
    odds = [odd for player in found.players for odd in player.odds]
    foot = (
        _simulated(found.request, "points"),
        *marks.explained([odd.verdict for odd in odds], _SAME_SHUFFLES),
        *_not_all_shown(found.request.turns),
    )
    show(out, [*_head(found), Text(), *players, *(foot if odds else ())])


def _head(found: report.HandsReport) -> Iterator[RenderableType]:
    deck, limits = found.deck, found.limits
    points = f", {pluralize(deck.points, 'point')}" if limits.points is not None else ""
    yield headed(deck.name, f": {pluralize(deck.size, 'card')}{points}")
    yield Text(f"Draw rule. {found.rule}")
    classless = sum(entry.copies for entry in deck.entries if entry.class_name not in limits.classes)
    if classless and limits.fields.group is not None:
        group = readable(limits.fields.group)
        yield Text(f"{pluralize(classless, 'card')} without a {group} of the game", "warning")


def _player(
    found: report.HandsReport, player: report.PlayerHands, width: int, marks: _Marks
) -> Iterator[Sequence[RenderableType]]:
    from generator.deck.hands.report import WHO

    who = WHO[player.opening.player]
    yield [Text(f"{who}: {pluralize(player.opening.hand, 'card')} on turn 1", "head")]
    abreast = max(1, (min(width, WIDEST) - _TURN_WIDTH) // _HAND_WIDTH)
    for start in range(0, len(player.hands), abreast):
        hands: list[RenderableType] = [_abreast(found, player, range(start, start + abreast))]
        if start + abreast >= len(player.hands) and player.strongest is not None:
            hands.append(Text(f"  * can be played on turn 1: power {player.strongest} or less", "quiet"))
        yield hands
    if player.odds:
        shown = (odd for odd in player.odds if is_shown(odd.turn, found.request.turns))
        # What is playable, each class, and the points stand together.
        groups = groupby(shown, lambda odd: ("playable" if odd.what == "dead" else odd.what, odd.name))
        rows = (
            ("", [_Row(f"  {found.words(odd)}", odd, odd.what == "points") for odd in group])
            for _, group in groups
        )
        yield [marks.table(rows)]


def _abreast(found: report.HandsReport, player: report.PlayerHands, numbers: range) -> Table:
    turns, hands = found.request.turns, player.hands[numbers.start : numbers.stop]
    columns = [
        Column(f"  hand {number}", width=_HAND_WIDTH - 2, no_wrap=True)
        for number, _ in enumerate(hands, numbers.start + 1)
    ]
    rows: list[tuple[Cell, ...]] = []
    for turn in filter(lambda turn: is_shown(turn, turns), range(1, turns + 1)):
        drawn: list[list[Cell]] = [
            [_card(found, card, turn == 1 and player.can_play(card)) for card in hand.turns[turn - 1]]
            for hand in hands
        ]
        for line, cells in enumerate(zip_longest(*drawn, fillvalue="") if any(drawn) else [("",)]):
            rows.append((f"{turn:>6}" if line == 0 else "", *cells))
    return table_of([Column("  turn", width=_TURN_WIDTH - 2), *columns], rows)


def _card(found: report.HandsReport, card: Entry, playable: bool) -> Text:
    kind = found.kind(card), "head" if playable else ""
    return Text.assemble(("* " if playable else "  ", "good"), kind, " ", readable(card.name))


# What a game begins with


def show_openings(found: openings.OpeningsReport) -> None:
    out = console()
    marks = _Marks(out)
    seats = [part for one in found.openings for part in apart(*_opening(one, found, marks))]
    foot = _openings_foot(found, marks)
    show(out, [headed(found.title, ": what each seat begins with"), Text(), *seats, *foot])


def _opening(
    opening: openings.SeatOpening, found: openings.OpeningsReport, marks: _Marks
) -> Iterator[Sequence[RenderableType]]:
    parts = [f"{pool.drawn} of {pluralize(pool.cards, 'card')}" for pool in opening.pools or ()]
    drawn = join_words(parts, "and") if parts else pluralize(opening.drawn, "card")
    often = "" if opening.games == found.request.samples else f", in {opening.games:,} of the games"
    yield [Text(f"{capital(readable(opening.whose))}: {drawn}{often}", "head")]
    if opening.hands:
        rows = [
            (f"  {hand.seed}", kinds_in_words(map(readable, hand.cards), "{count} {card}"))
            for hand in opening.hands
        ]
        yield [table_of([*numbers("  seed"), "hand"], rows)]
    several = any(odd.least > 1 for odd in opening.odds)
    least = "  {0.least} {1} or more" if several else "  {1}"
    groups = groupby(opening.odds, lambda odd: odd.card if several else "")
    named = (("", [_Row(least.format(odd, readable(odd.card)), odd) for odd in group]) for _, group in groups)
    yield [marks.table(named, "  in hand" if several else "  one or more")]


def _openings_foot(found: openings.OpeningsReport, marks: _Marks) -> Iterator[RenderableType]:
    request = found.request
    last = request.seed + request.samples - 1
    yield Text(
        f"Simulated from {request.samples:,} games, begun with the seeds {request.seed} to {last}."
        " Intervals at the 95 % level: Wilson's."
    )
    if any(opening.pools is None for opening in found.openings):
        yield Text(
            "Where no exact value stands, the odds are only simulated: it could not be followed card by card"
            " how set-up deals that hand, or it depends on how the cards lie."
        )
    verdicts = [odd.verdict for opening in found.openings for odd in opening.odds]
    yield from marks.explained(verdicts, "a seat's rows go together, as they count the same hands")


# Hands of any cards


def show_card_hands(found: card_hands.CardsReport, title: str, cards: Sequence[Card]) -> None:
    """Prints the hands and odds of a list of cards. ``cards``: those that hands are drawn from."""
    out = console()
    marks = _Marks(out)
    plan = found.request.plan
    head = [headed(title, f": {pluralize(plan.cards, 'card')}"), Text(_rule(plan))]
    if plan.mulligan is not None:
        head.append(Text(_mulligan_rule(plan.mulligan)))
    advice = Text(f"There are odds of groups of cards, {_example(cards)}, and of --value FIELD.")
    parts = apart(
        head,
        [_groups(found)] if found.request.groups else [],
        [_sample_hands(found, min(out.width, WIDEST))] if found.hands else [],
        [_card_odds(found, marks), *_card_foot(found, marks)] if found.odds else [advice],
    )
    show(out, [*parts, *_not_all_shown(plan.turns)])


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


def _groups(found: card_hands.CardsReport) -> Table:
    rows = [
        (
            f"  {readable(group.name)}",
            "" if group.name == group.text else readable(group.text, 80),
            f"{number}",
            f"{100 * number / found.request.plan.cards:.1f} %",
        )
        for group in found.request.groups
        for number in [found.members[group]]
    ]
    return table_of([*labels("  group"), Column(overflow="fold"), *numbers("cards", "")], rows)


def _sample_hands(found: card_hands.CardsReport, width: int) -> Table:
    groups, room = [], width - _WHEN_WIDTH
    for group in found.request.groups[:_MAX_COLUMNS]:
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
        (
            f"  {number}" if row == 0 else "",
            when,
            _names(cards),
            *(str(sum(map(group.matches, so_far))) if so_far else "" for group in groups),
        )
        for number, hand in enumerate(found.hands, start=1)
        for row, (when, cards, so_far) in enumerate(_turns(hand))
    ]
    return table_of(columns, rows)


def _turns(hand: SampleHand[Card]) -> Iterator[tuple[str, Sequence[Card], Sequence[Card]]]:
    """What is drawn when, and what is counted then: a hand that is sent back, or all that is in hand."""
    for cards in hand.sent_back:
        yield "sent back", cards, cards
    held: list[Card] = []
    for turn, cards in enumerate(hand.turns):
        held += cards
        if is_shown(turn, len(hand.turns) - 1):
            yield _when(turn), cards, [*held]
        if turn == 0 and hand.bottom:
            yield "to the bottom", hand.bottom, ()


def _names(cards: Sequence[Card]) -> str:
    """For example ``2 Forest, Elf``."""
    from generator.deck.hands.card_hands import name_of

    return kinds_in_words((readable(name_of(card)) for card in cards), "{count} {card}") or "-"


def _when(turn: int) -> str:
    return f"turn {turn}" if turn else "opening hand"


def _card_odds(found: card_hands.CardsReport, marks: _Marks) -> Table:
    shown = (odd for odd in found.odds if is_shown(odd.turn, found.request.plan.turns))
    return marks.table(
        (title, [_Row(f"    {_name(odd)}", odd, odd.what in ("expected", "value")) for odd in group])
        for title, group in groupby(shown, lambda odd: _heading(odd, found))
    )


def _heading(odd: card_hands.Odd, found: card_hands.CardsReport) -> str:
    match odd.what:
        case "mulligans" | "kept_anyway":
            return "mulligans"
        case "value":
            return f"{readable(odd.name or '')} added up"
        case _ if odd.name is not None:
            return readable(odd.name)
    names = [readable(group.name, 20) for group in found.request.groups]
    return f"{join_words(names, 'and')} at once" if len(names) <= _MAX_COLUMNS else "all groups at once"


def _name(odd: card_hands.Odd) -> str:
    each, when = "" if odd.name else " of each", _when(odd.turn)
    match odd.what:
        case "mulligans":
            return f"{odd.number or 'none'}"
        case "kept_anyway":
            return "kept though it should go back"
        case "expected" | "value":
            return f"on average, {when}"
        case "at_least":
            return f"{odd.number} or more{each}, {when}"
        case "at_most":
            return f"at most {odd.number}{each}, {when}"
        case _:
            return f"exactly {odd.number}{each}, {when}"


def _card_foot(found: card_hands.CardsReport, marks: _Marks) -> Iterator[RenderableType]:
    summed = (odd for odd in found.odds if odd.per_card is not None)
    for name, odds in groupby(summed, lambda odd: odd.name or ""):
        means = list(dict.fromkeys(f"{float(odd.per_card or 0):,.2f}" for odd in odds))
        ends = f"{means[0]} in the opening hand, {means[-1]} by the last turn"
        span = ends if len(means) > 1 else means[0]
        yield Text(f"{readable(name)} for each card drawn: {span}. A blank counts as 0.")
    yield _simulated(found.request, "means")
    yield from marks.explained([odd.verdict for odd in found.odds], _SAME_SHUFFLES)


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
