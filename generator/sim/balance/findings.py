"""What a balance study found, as answers to a designer's questions: in sentences that one says aloud.

An answer is a yes or a no only where the interval says so; otherwise it says how many games it would
take. What was not measured says with which option it would be. Intervals, methods and tables stand
in the report below.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import isfinite
from typing import Literal, NamedTuple

from generator.catalog.wording import join_words, listed, pluralize
from generator.sim.balance.arms import Measure
from generator.sim.balance.draws import DrawnCard
from generator.sim.balance.figures import Choice
from generator.sim.balance.impact import CardImpact
from generator.sim.balance.playing import MatchFigures
from generator.sim.balance.study import Balance, seat_names
from generator.sim.balance.trace import TENTHS, TRACED_DEALS
from generator.sim.bot_specs import parse_bot_spec
from generator.sim.statistics.claims import Verdict
from generator.sim.statistics.intervals import Figures, Interval
from generator.sim.statistics.ladder import DOUBLINGS
from generator.sim.statistics.spoken import (
    briefly,
    finer,
    games_for_half,
    games_to_decide,
    is_even,
    more_within,
    points_within,
    said,
    within,
)

Tone = Literal["good", "caution", "bad", "open"]

MANY_DRAWS = 0.1
"""A share of games from which on it is a finding."""
MANY_CUT_SHORT = 0.01
STRONG_DECK = 0.6
"""A deck that certainly wins more against the field is too strong, whoever looks."""
TELLING = 0.1
"""An interval that reaches further from what it holds is no good news: these games show little."""
RUNAWAY = 0.1
"""Of games that somebody leads at half time, the share won by another below which the leader runs away."""
DULL = 1 / 3
"""Of turns, the share without a choice above which a game certainly has many."""
MUCH_MORE = 1.5
"""By so many times there is more to choose from in one part of a game than in another where one feels it."""
LONG_WAIT = 3
"""Choices of others in a row that are no wait worth naming: a round of four."""
MAX_NAMED = 3
"""Cards, or kinds of moves, that an answer names: the others are in the report."""


@dataclass(frozen=True, slots=True)
class Finding(Figures):
    """An answer in a few sentences; ``good``: as one would wish, ``bad``: an assertion fails, ``open``: these
    games don't say."""

    tone: Tone
    text: str
    question: str = ""
    """Empty for a claim that was judged."""

    @property
    def plain(self) -> str:
        """The text without its marks: ``**…**`` for bold, backticks for what one types."""
        return self.text.replace("**", "").replace("`", "")


# Questions


class Question(NamedTuple):
    """What a designer asks of a game."""

    text: str
    measure: Measure | None
    """The option that has it answered; None where every study answers it."""
    answers: tuple[Callable[[Balance], Iterator[Finding]], ...]


def fair_question(balance: Balance) -> str:
    """What is asked of seats: players who win and lose together are not favoured, they win or lose."""
    if not balance.main.all_are_one_side:
        return "Is it fair?"
    return "How often do the players win?" if balance.asked.seats > 1 else "How often is it won?"


DECKS = "Which deck is too strong?"
CARDS = "Which card is too strong?"
LENGTH = "How long does it take?"
LEADER = "Is there a runaway leader?"
EARLY = "Is it decided early?"
SKILL = "Does skill count?"
STRATEGY = "Is there a best strategy?"
DULL_TURNS = "Where do games get dull?"


def _cannot_be_lost(balance: Balance) -> bool:
    return balance.main.all_are_one_side and not balance.asked.game.all_can_lose


def _questions(balance: Balance) -> Iterator[Question]:
    """In the order in which a designer asks; those that do not fit the game are left out."""
    yield Question(fair_question(balance), None, (_fair, _fair_by_bot, _players, _setups))
    if balance.asked.decks:
        yield Question(DECKS, "decks", (_decks,))
    yield Question(CARDS, "cards", (_cards,))
    yield Question(LENGTH, None, (_length, _endings))
    if not _cannot_be_lost(balance):
        yield Question(leader_question(balance), "course", (_leader,))
    yield Question(SKILL, "bots", (_bots, _played_well, _ladder))
    yield Question(STRATEGY, "strategies", (_strategies,))
    yield Question(DULL_TURNS, None, (_dull,))


def findings(balance: Balance, *, has_unanswered: bool = True) -> list[Finding]:
    """The claims that were judged, then the answers; ``has_unanswered``: also what was not measured."""
    questions = [
        question
        for question in _questions(balance)
        if has_unanswered or any(True for answer in question.answers for _ in answer(balance))
    ]
    return [*_checks(balance), *(_answer(balance, question) for question in questions)]


def _answer(balance: Balance, question: Question) -> Finding:
    """All that was found, as one answer, whose tone is the gravest."""
    parts = [part for answer in question.answers for part in answer(balance)]
    if not parts:
        return Finding("open", _unanswered(balance, question), question.text)
    tones: tuple[Tone, ...] = ("bad", "caution", "good", "open")
    tone = min((part.tone for part in parts), key=tones.index)
    return Finding(tone, " ".join(part.text for part in parts), question.text)


def _unanswered(balance: Balance, question: Question) -> str:
    """With which option it would be measured, or why it can't be."""
    if question.text == SKILL:
        return (
            "Not measured: `--bots greedy,random` compares a better player with a worse one, and "
            "`--measure ladder` one that thinks longer."
        )
    measure = question.measure
    assert measure is not None, "length and moves are those of every game"
    reason = balance.left_out.get(measure, "these games do not show it")
    return f"Not measured: ask with `--measure {measure}`." if reason is None else f"Not measured: {reason}."


# Claims


def _checks(balance: Balance) -> Iterator[Finding]:
    for check in balance.checks:
        interval = check.interval
        if check.assertion.quantity.kind == "length":
            found = interval.as_mean
        elif check.assertion.quantity.kind == "first-player":
            found = points_within(interval)
        else:
            found = within(interval)
        tone, verb = _VERDICTS[check.verdict]
        wanted = games_to_decide(interval, check.assertion, balance.main.games)
        more = (
            f" About {wanted:,} games would decide it (`--games {wanted}`)."
            if tone == "open" and wanted
            else ""
        )
        yield Finding(tone, f"The claim **{check.assertion.text}** {verb}: it is {found}.{more}")


_VERDICTS: dict[Verdict, tuple[Tone, str]] = {
    "holds": ("good", "holds"),
    "fails": ("bad", "fails"),
    "can't tell": ("open", "is not decided by these games"),
}


# Is it fair?


def is_always_first(figures: MatchFigures) -> bool:
    """Whether the same seat decides first in all games, so that being first and that seat are one."""
    return max(figures.asked_first) == figures.games


def leaning(figures: MatchFigures) -> list[int]:
    """The seats whose share of wins is certainly not an even one."""
    return [seat for seat, share in enumerate(figures.seats) if not share.holds(figures.fair)]


def _fair(balance: Balance) -> Iterator[Finding]:
    main = balance.main
    if _cannot_be_lost(balance):
        yield Finding("good", "It can't be lost: it is played for points, which `gatepress simulate` has.")
        return
    if main.all_are_one_side:
        yield _players_win(main)
        return
    first = main.first_apart
    if first is None or not balance.asked.game.symmetric:
        yield _judged(main, *_best_side(balance, main))
        if first is None or first.holds(0.0):
            return
    share = first.scaled(1.0, main.fair)
    if not balance.asked.game.symmetric:
        yield Finding("caution", f"The first player wins {briefly(share, main.fair)}.")
        return
    who = "the first player’s side" if main.together else "the first player"
    yield _judged(main, f"{who} wins", share)
    if leaning(main):
        who, share = _best_side(balance, main)
        yield Finding("caution", f"{_capital(who)} {briefly(share, main.fair)}.")


def _judged(figures: MatchFigures, who: str, share: Interval) -> Finding:
    """Whether a share of wins is an even one, as far as the games show."""
    fair, deals = figures.fair, pluralize(figures.deals, "deal")
    shown = f"{who} {said(share, fair)}."
    if not share.holds(fair):
        if is_even(share, fair):
            return Finding("good", f"**Nearly:** {shown}")
        return Finding("caution", f"**No:** {shown}")
    if is_even(share, fair):
        return Finding("good", f"**Yes,** as far as {deals} show: {shown}")
    more = finer(share, figures.games)
    if is_even(share, fair, TELLING):
        return Finding("good", f"**Roughly,** as far as {deals} show: {shown}{more}")
    return Finding("open", f"**Too early to say:** in {deals} {shown}{more}")


def _best_side(balance: Balance, figures: MatchFigures) -> tuple[str, Interval]:
    """Who wins most, with the verb; where one of two is always first, what going first is worth."""
    plan, sides = figures.arm.plan, figures.sides
    names = seat_names(balance.asked.game, plan.seats, plan.options)
    if len(sides) == plan.seats == 2 and is_always_first(figures):
        seat = figures.asked_first.index(figures.games)
        if names[seat] == f"seat {seat}":
            return f"the first player ({names[seat]}) wins", figures.seats[seat]
    side = max(sides, key=lambda one: figures.seats[one[0]].value)
    who = join_words([_with_article(names[seat]) for seat in side], "and")
    return f"{who} {'wins' if len(side) == 1 else 'win'}", figures.seats[side[0]]


def _with_article(name: str) -> str:
    """``the Attacker``, where a game calls its seats by their parts; else ``seat 0``, ``olive``."""
    return f"the {name}" if name[:1].isupper() else name


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _players_win(figures: MatchFigures) -> Finding:
    """Players against the game should not always win, nor always lose."""
    share, who = figures.seats[0], "They win" if len(figures.seats) > 1 else "It is won in"
    if is_even(share, share.value, TELLING):
        tone: Tone = "good"
        if share.low > 1 - MANY_DRAWS or share.high < MANY_DRAWS:
            tone = "caution"
        return Finding(tone, f"{who} {said(share)}.")
    return Finding("open", f"{who} {said(share)}.{finer(share, figures.games)}")


def _fair_by_bot(balance: Balance) -> Iterator[Finding]:
    """Whether other bots in all seats turn the answer round."""
    main = balance.main
    for other in balance.of("seats")[1:]:
        seat = _apart(main, other)
        if seat is None or main.all_are_one_side or not (leaning(main) or leaning(other)):
            continue
        yield Finding(
            "caution",
            f"But it depends on how well they play: {_with_article(balance.seat_names[seat])} wins "
            f"{briefly(main.seats[seat])} where all play as {main.arm.subject} does, and "
            f"{briefly(other.seats[seat])} where all play as {other.arm.subject}.",
        )


def _apart(one: MatchFigures, other: MatchFigures) -> int | None:
    """The seat whose shares differ most between two matches; None where none certainly does."""
    pairs = [(seat, a, b) for seat, (a, b) in enumerate(zip(one.seats, other.seats, strict=True))]
    apart = [(abs(a.value - b.value), seat) for seat, a, b in pairs if a.low > b.high or b.low > a.high]
    return max(apart)[1] if apart else None


def _players(balance: Balance) -> Iterator[Finding]:
    for figures in balance.of("players"):
        seats = figures.arm.plan.seats
        if seats == balance.asked.seats:
            continue
        if figures.all_are_one_side:
            yield Finding("good", f"With {seats} players: {briefly(figures.seats[0])}.")
            continue
        who, share = _best_side(balance, figures)
        is_off = not share.holds(figures.fair) and not is_even(share, figures.fair)
        yield Finding(
            "caution" if is_off else "good",
            f"With {seats} players {'' if is_off else 'no seat certainly leads: '}{who} "
            f"{said(share, figures.fair)}.",
        )


def _setups(balance: Balance) -> Iterator[Finding]:
    mine = [one for one in balance.of("setups") if one.arm.plan.contestants[0].bot == balance.asked.bot]
    if not mine or balance.asked.game.symmetric:
        return
    parts = [
        f"{briefly(one.seats[0])} at the {one.arm.subject.partition('=')[2]}"
        for one in sorted(mine, key=lambda one: one.seats[0].value)
    ]
    who = (
        "The players win"
        if balance.main.all_are_one_side
        else _capital(f"{_with_article(balance.seat_names[0])} wins")
    )
    yield Finding("caution" if any(map(leaning, mine)) else "good", f"{who} {join_words(parts, 'and')}.")


# How long does it take?


def _length(balance: Balance) -> Iterator[Finding]:
    length = balance.main.course.length
    spread, noun = (length.turns, "turn") if length.turns else (length.decisions, "choice")
    choices = pluralize(round(length.decisions.mean.value), "choice")
    also = f", with {choices} of all players together" if length.turns else ""
    if spread.least == spread.most:
        yield Finding("good", f"Every game takes {pluralize(round(spread.least), noun)}{also}.")
        return
    most = f"nine games in ten take {spread.p5:g} to {spread.p95:g}"
    yield Finding("good", f"About {pluralize(round(spread.mean.value), noun)}{also}; {most}.")


def _endings(balance: Balance) -> Iterator[Finding]:
    main = balance.main
    if main.cut_short.low > MANY_CUT_SHORT:
        yield Finding(
            "caution",
            f"{briefly(main.cut_short)} are cut short by the limit on turns: between these bots the rules "
            "alone don't end the game.",
        )
    if main.all_are_one_side or not main.draws.value:
        return
    how = "end in a tie"
    if main.lost_by_all:
        is_lost = main.lost_by_all >= round(main.draws.value * main.games)
        how = "are lost by everybody" if is_lost else "have no single winner"
    tone: Tone = "caution" if main.draws.low > MANY_DRAWS else "good"
    yield Finding(tone, f"{briefly(main.draws)} {how}.")


# Is there a runaway leader?


def leader_question(balance: Balance) -> str:
    """Of players who win or lose together none runs away from another."""
    return EARLY if balance.main.all_are_one_side else LEADER


def _leader(balance: Balance) -> Iterator[Finding]:
    found = balance.main.course.course
    if found is None:
        return
    noun = "turns" if balance.main.course.length.turns else "choices"
    comebacks, rest = found.comebacks, f"The lead changes {found.lead_changes.mean.value:.1f} times a game."
    if found.played_out is not None:
        over = f" In {briefly(found.played_out)} {noun} it is clear already who will win."
        rest += over if found.played_out.value else ""
    if comebacks is None:
        games = pluralize(found.games, "game")
        yield Finding("good", f"**No:** in none of {games} was anybody clearly ahead at half time. {rest}")
        return
    ahead = "players or game are" if balance.main.all_are_one_side else "somebody is"
    games = (
        f"of 100 games in which {ahead} clearly ahead at half time, the other side wins {_number(comebacks)}"
    )
    if comebacks.high < RUNAWAY:
        yield Finding("caution", f"**Yes:** {games}. {rest}")
    elif comebacks.low > RUNAWAY:
        yield Finding("good", f"**No:** {games}. {rest}")
    else:
        apart = max(RUNAWAY / 2, abs(comebacks.value - RUNAWAY))
        wanted = games_for_half(comebacks, balance.main.games, apart)
        is_looked_into = wanted is not None and wanted <= TRACED_DEALS * balance.asked.seats
        more = f" About {wanted:,} games would say it (`--games {wanted}`)." if is_looked_into else ""
        yield Finding("open", f"**Too early to say:** {games}.{more} {rest}")


def _number(share: Interval) -> str:
    return briefly(share).replace(" of 100", "")


# Does skill count?


def _bots(balance: Balance) -> Iterator[Finding]:
    # Partners of another strength win no less than a bot does.
    matches = [one for one in balance.of("bots") if not one.all_are_one_side]
    for number, one in enumerate(sorted(matches, key=lambda one: one.subject.holds(one.fair))):
        arm, share = one.arm, one.subject
        if share.holds(one.fair):
            yield Finding(
                "caution",
                f"{_in_words(arm.subject)} does no better than {_in_words(arm.against)}, as far as "
                f"{pluralize(one.deals, 'deal')} show: it wins {said(share)}.{finer(share, one.games)}",
            )
            continue
        better, worse, mine = arm.subject, arm.against, share
        if share.value < one.fair:
            better, worse, mine = worse, better, one.others
        yield Finding(
            "good",
            f"{'Against' if number else '**Yes:** against'} {_in_words(worse)}, {_in_words(better)} wins "
            f"{said(mine, one.fair)}.",
        )


def _in_words(bot: str) -> str:
    return parse_bot_spec(bot).in_words


def _played_well(balance: Balance) -> Iterator[Finding]:
    """Of a game that all win or lose: whether those win more who play better."""
    main = balance.main
    if not main.all_are_one_side:
        return
    for other in balance.of("seats")[1:]:
        seat = _apart(main, other)
        yield Finding(
            "caution" if seat is None else "good",
            f"{'**Not found:**' if seat is None else '**Yes:**'} where all play as "
            f"{_in_words(main.arm.subject)}, they win {briefly(main.seats[0])}, and where all play as "
            f"{_in_words(other.arm.subject)}, {briefly(other.seats[0])}.",
        )


def _ladder(balance: Balance) -> Iterator[Finding]:
    ladder = balance.ladder
    if ladder is None or not isfinite(ladder.per_doubling.value):
        return
    times, eight = 2**DOUBLINGS, ladder.eightfold
    if ladder.per_doubling.low <= 0:
        games = balance.of("ladder")[0].games
        yield Finding(
            "caution",
            f"Thinking {times} times as long was not found to help: it wins {said(eight)}."
            f"{finer(eight, games)}",
        )
        return
    luck = round(100 * ladder.luck.value)
    yield Finding(
        "good",
        f"A bot that thinks {times} times as long wins {said(eight)}. Of what decides a game between such "
        f"two, {100 - luck} parts in 100 are thinking, and {luck} are luck, or what these bots can't see.",
    )


# Is there a best strategy?


def _strategies(balance: Balance) -> Iterator[Finding]:
    found = balance.strategies
    better = [one for one in found if one.comparison.differs and one.comparison.alone.value > 0]
    worse = [one for one in found if one.comparison.differs and one.comparison.alone.value < 0]
    others = [one for one in found if not one.comparison.differs]
    for one in better:
        yield Finding(
            "caution",
            f"**Perhaps:** a player that {one.says} wins {said(one.figures.subject)}, against one that plays "
            "all moves. Either those moves are a trap, or the bot does not know how to use them.",
        )
    if worse:
        head = "" if better else "**No shortcut was found:** these moves are worth having. "
        parts = [f"one that {one.says} {briefly(one.figures.subject)}" for one in worse[1:]]
        first = f"A player that {worse[0].says} wins {briefly(worse[0].figures.subject)}"
        yield Finding("good", f"{head}{', '.join([first, *parts])}.")
    if others:
        names = join_words([one.says for one in others], "or")
        ends = max(max(abs(one.comparison.alone.low), abs(one.comparison.alone.high)) for one in others)
        yield Finding(
            "open",
            f"It was not found to matter that a player {names}; it may be worth up to {100 * ends:.0f} games "
            "in 100 either way.",
        )


# Where do games get dull?


def _dull(balance: Balance) -> Iterator[Finding]:
    course = balance.main.course
    if not course.length.decisions.mean.value:
        yield Finding("caution", "Everywhere: nobody ever has a choice.")
        return
    idle, what = course.choice.forced_turns, "turn"
    if idle is None:
        idle, what = course.choice.forced_moves, "move"
    if idle is not None:
        counted = f"In {briefly(idle)} {what}s there is nothing to choose."
        text = counted if idle.value else f"Every {what} is a choice."
        yield Finding("caution" if idle.low > DULL else "good", text)
    yield Finding("good", _legal(course.choice))
    if course.waiting is not None and course.waiting.longest.p50 > LONG_WAIT:
        longest = round(course.waiting.longest.p50)
        yield Finding("good", f"In most games somebody once waits for {longest} choices of others or more.")
    never = course.never_made
    if never:
        which = listed(never) if len(never) <= MAX_NAMED else f"{len(never)} kinds, which are named below"
        yield Finding("caution", f"Moves that nobody ever made: {which}.")
    if balance.left_out.get("course", "") is None:
        yield Finding("open", "Whole turns without a choice are counted by `--measure course`.")


def _legal(choice: Choice) -> str:
    """How much there is to choose from, and at what time of a game the least."""
    text = f"A choice is among {choice.legal.value:.0f} moves on average"
    tenths = choice.legal_by_tenth
    if tenths:
        least = min(range(len(tenths)), key=lambda at: tenths[at].value)
        most = max(range(len(tenths)), key=lambda at: tenths[at].value)
        is_felt = tenths[most].value > MUCH_MORE * tenths[least].value
        if is_felt and tenths[least].high < tenths[most].low and _when(least) != _when(most):
            parts = [f"{tenths[at].value:.0f} {_when(at)}" for at in (most, least)]
            text += f", {' and '.join(parts)}"
    return f"{text}."


def _when(tenth: int) -> str:
    """In what part of a game."""
    return ("at the beginning", "in the middle", "at the end")[3 * tenth // TENTHS]


# Decks and cards


def _decks(balance: Balance) -> Iterator[Finding]:
    matrix = balance.matrix
    if matrix is None:
        return
    best, worst = matrix.ranking[0], matrix.ranking[-1]
    names = [balance.asked.decks[matrix.names[at]].name for at in (best, worst)]
    field = matrix.field[best]
    uneven = sum(cell.comparison.differs for cell in matrix.cells)
    is_strong = field.low > STRONG_DECK
    head = f"**{names[0]}:** it" if is_strong else f"**None** for certain: {names[0]}"
    yield Finding(
        "caution" if uneven or is_strong else "good",
        f"{head} wins {briefly(field)} against the other decks, and {names[1]} "
        f"{briefly(matrix.field[worst])}. {uneven} of {pluralize(len(matrix.cells), 'pair')} of decks "
        f"{'is' if uneven == 1 else 'are'} certainly uneven.",
    )


def _cards(balance: Balance) -> Iterator[Finding]:
    impact = balance.impact
    cards: Sequence[CardImpact | DrawnCard] = ()
    if impact is not None:
        cards = impact.cards if impact.draws is None else impact.draws.cards
    held = {card: card.beside for card in cards if card.beside is not None}
    if not held:
        yield from _without_peers(cards, is_drawn=impact is not None and impact.draws is not None)
        return
    by_worth = sorted(held, key=lambda card: -held[card].comparison.alone.value)
    out = [card for card in by_worth if held[card].comparison.differs]
    strong = [card for card in out if held[card].comparison.alone.value > 0]
    weak = [card for card in reversed(out) if card not in strong]
    texts = [_out_of_line(found, much) for found, much in ((strong, "strong"), (weak, "weak")) if found]
    if texts and isinstance(out[0], DrawnCard):
        texts[-1] += " Chance deals them; what a card does to the game for all alike does not show."
    yield from (Finding("caution", text) for text in texts)
    if not out:
        ends = [one.comparison.among_all for one in held.values()]
        most = max(max(abs(one.low), abs(one.high)) for one in ends)
        yield Finding(
            "good" if most <= TELLING else "caution",
            f"**No card was found to be too strong or too weak:** of {pluralize(len(held), 'card')} none "
            f"stands out from its peers. One can do so by up to {100 * most:.0f} games in 100 without these "
            "games showing it; more games show less.",
        )


def _out_of_line(cards: Sequence[CardImpact | DrawnCard], much: str) -> str:
    """The cards of a study that are worth more than their peers, or less, in a sentence."""
    named, more = cards[:MAX_NAMED], len(cards) - MAX_NAMED
    is_one, is_drawn = len(cards) == 1, isinstance(cards[0], DrawnCard)
    has_costs = any(card.beside is not None and card.beside.yardstick != "all" for card in cards)
    each = [
        f"{'' if is_one else f'{card.name} '}{more_within(card.beside.comparison.among_all)}"
        for card in named
        if card.beside is not None
    ]
    head = f"{join_words([card.name for card in named], 'and')} {'is' if is_one else 'are'} "
    head += (
        f"too {much} for {'its' if is_one else 'their'} cost" if has_costs else f"{much}er than the others"
    )
    peer = "an average card that costs as much" if has_costs else "an average card"
    who = f"whoever draws {'it' if is_one else 'one'}" if is_drawn else "its side"
    return f"**{head}:** beside {peer}, {who} wins {'; '.join(each)}." + (
        f" So {'is' if more == 1 else 'are'} {more} more, by less." if more > 0 else ""
    )


def _without_peers(cards: Sequence[CardImpact | DrawnCard], *, is_drawn: bool) -> Iterator[Finding]:
    """Where there are too few cards to hold one against the others, or they were drawn too seldom."""
    differing = [card for card in cards if card.matters]
    beside = "another card of the pile" if is_drawn else "a blank"
    if differing:
        each = [f"{card.name} {more_within(card.difference)}" for card in differing[:MAX_NAMED]]
        yield Finding(
            "caution",
            f"**{listed([card.name for card in differing])} {'differs' if len(differing) == 1 else 'differ'} "
            f"from {beside}:** who has it wins {'; '.join(each)}. There are too few cards to say what an "
            "average one is worth.",
        )
    elif cards:
        text = f"None of {pluralize(len(cards), 'card')} was found to differ from {beside}."
        yield Finding("caution", text)
    elif is_drawn:
        text = "No card was drawn in enough deals to say what it is worth: play more games."
        yield Finding("caution", text)
