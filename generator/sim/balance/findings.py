"""What a balance study found, in sentences: the most important ones, each with its number and interval.

A finding is one only if its interval leaves out what it is held against; otherwise the sentence says how
large an effect the games can't rule out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import ceil, isfinite
from typing import Literal

from generator.catalog.wording import join_words, pluralize
from generator.sim.balance.playing import AT_EVERY_LOOK, MatchFigures
from generator.sim.balance.study import Balance, seat_names
from generator.sim.endings import describe_winners
from generator.sim.statistics.claims import Verdict
from generator.sim.statistics.intervals import Figures, Interval
from generator.sim.statistics.ladder import DOUBLINGS

Tone = Literal["good", "caution", "bad"]

MANY_DRAWS = 0.1
"""A share of games from which on it is a finding."""
MANY_CUT_SHORT = 0.01
STRONG_DECK = 0.6
"""A deck that certainly wins more against the field is too strong, whoever looks."""
TELLING = 0.1
"""Half-width of an interval above which it is no good news that nothing was found."""
FINE = 0.03
"""Half-width of an interval that answers most of what a designer asks."""
_SPACE = "\N{NO-BREAK SPACE}"
_SIGNED = "−+"


@dataclass(frozen=True, slots=True)
class Finding(Figures):
    """A sentence or two; ``good``: as one would wish, ``bad``: an assertion fails."""

    tone: Tone
    text: str


# Numbers in sentences


def percent(value: float) -> str:
    """``47.2 %``."""
    return f"{100 * value:.1f}{_SPACE}%"


def within(interval: Interval) -> str:
    """``47.2 % (42.1 to 52.4 %)``."""
    return f"{percent(interval.value)} ({100 * interval.low:.1f} to {percent(interval.high)})"


def points(value: float) -> str:
    """``+4.0``, in percentage points."""
    text = f"{100 * abs(value):.1f}"
    return text if text == "0.0" else f"{_SIGNED[value > 0]}{text}"


def points_within(interval: Interval) -> str:
    """``+4.0 points (−1.0 to +9.0)``."""
    return f"{points(interval.value)}{_SPACE}points ({points(interval.low)} to {points(interval.high)})"


# Sentences


def findings(balance: Balance) -> list[Finding]:
    """The findings, the most important first."""
    makers = (
        _checks,
        _seats,
        _bots_seats,
        _players,
        _setups,
        _endings,
        _bots,
        _decks,
        _strategies,
        _ladder,
        _cards,
    )
    found = [finding for maker in makers for finding in maker(balance)]
    return sorted(found, key=lambda finding: finding.tone != "bad")


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
        yield Finding(tone, f"The claim **{check.assertion.text}** {verb}: it is {found}.")


_VERDICTS: dict[Verdict, tuple[Tone, str]] = {
    "holds": ("good", "holds"),
    "fails": ("bad", "fails"),
    "can't tell": ("caution", "can't be told from these games"),
}


def _seats(balance: Balance) -> Iterator[Finding]:
    main = balance.main
    if main.all_are_one_side:
        return
    bot = main.arm.subject
    if is_always_first(main) or main.first_player is None:
        yield from _uneven(balance, main, f"With {bot} in every seat")
        return
    first = main.first_player
    who = "the side of whoever decides first" if main.together else "whoever decides first"
    share = first.scaled(1.0, main.fair)
    if first.holds(0.0):
        yield Finding(
            _nothing_found(first),
            f"**No advantage of moving first** was found: with {bot} in every seat, {who} wins "
            f"{within(share)} of the games, where an even share is {percent(main.fair)}.{_finer(first)}",
        )
    else:
        kind = "an advantage" if first.value > 0 else "a drawback"
        yield Finding(
            "caution",
            f"**Moving first is {kind}:** with {bot} in every seat, {who} wins "
            f"{within(share)} of the games, {abs(100 * first.value):.1f}{_SPACE}points "
            f"{'more' if first.value > 0 else 'less'} than an even share.",
        )
    if not balance.asked.game.symmetric or leaning(main):
        yield from _uneven(balance, main, f"With {bot} in every seat")


def is_always_first(figures: MatchFigures) -> bool:
    """Whether the same seat decides first in all games, so that being first and that seat are one."""
    return max(figures.asked_first) == figures.games


def leaning(figures: MatchFigures) -> list[int]:
    """The seats whose share of wins is certainly not an even one."""
    return [seat for seat, share in enumerate(figures.seats) if not share.holds(figures.fair)]


def _uneven(balance: Balance, figures: MatchFigures, where: str) -> Iterator[Finding]:
    if figures.all_are_one_side:
        return
    names = seat_names(balance.asked.game, figures.arm.plan.seats, figures.arm.plan.options)
    side = max(figures.sides, key=lambda one: figures.seats[one[0]].value)
    share = figures.seats[side[0]]
    best = join_words([names[seat] for seat in side], "and")
    wins = "wins" if len(side) == 1 else "win"
    is_first = is_always_first(figures) and len(side) == 1 and figures.asked_first[side[0]]
    first = ", which always decides first," if is_first else ""
    if leaning(figures):
        yield Finding(
            "caution",
            f"**{best[:1].upper() + best[1:]} {wins} most:** {where[:1].lower() + where[1:]}, {best}{first} "
            f"{wins} {within(share)} of the games; an even share is {percent(figures.fair)}.",
        )
    else:
        yield Finding(
            _nothing_found(share),
            f"**No {'side' if figures.together else 'seat'} wins more than its share**, as far as these "
            f"games show. {where}, {best}{first} {wins} "
            f"{within(share)}, where an even share is {percent(figures.fair)}.{_finer(share)}",
        )


def _nothing_found(interval: Interval) -> Tone:
    """Good news only where the games would have shown a difference of any size."""
    return "good" if interval.width / 2 <= TELLING else "caution"


def _finer(interval: Interval) -> str:
    """What a finer answer would take, where the games show little; only for a fixed number of games."""
    half = interval.width / 2
    if half <= FINE or interval.method == AT_EVERY_LOOK:
        return ""
    factor = ceil((half / FINE) ** 2)
    return (
        f" The games give it to ±{_SPACE}{100 * half:.0f} points; about {pluralize(factor, 'time')} as many "
        f"would give it to ±{_SPACE}{100 * FINE:.0f}."
    )


def _bots_seats(balance: Balance) -> Iterator[Finding]:
    main = balance.main
    for other in balance.of("seats")[1:]:
        apart = [
            seat
            for seat, (one, two) in enumerate(zip(main.seats, other.seats, strict=True))
            if one.low > two.high or two.low > one.high
        ]
        if apart and main.all_are_one_side:
            yield Finding(
                "good",
                f"How well it is played decides: all win {within(main.seats[0])} with {main.arm.subject} in "
                f"every seat, and {within(other.seats[0])} with {other.arm.subject}.",
            )
            continue
        if not apart or not (leaning(main) or leaning(other)):
            continue
        seat = max(apart, key=lambda at: abs(main.seats[at].value - other.seats[at].value))
        yield Finding(
            "caution",
            f"**Who wins depends on how well it is played:** {balance.seat_names[seat]} wins "
            f"{within(main.seats[seat])} with {main.arm.subject} in every seat, and "
            f"{within(other.seats[seat])} with {other.arm.subject}.",
        )


def _players(balance: Balance) -> Iterator[Finding]:
    for figures in balance.of("players"):
        if figures.arm.plan.seats != balance.asked.seats:
            yield from _uneven(balance, figures, f"With {figures.arm.plan.seats} players")


def _setups(balance: Balance) -> Iterator[Finding]:
    mine = [one for one in balance.of("setups") if one.arm.plan.contestants[0].bot == balance.asked.bot]
    if not mine:
        return
    leaders = [max(range(len(one.seats)), key=lambda seat: one.seats[seat].value) for one in mine]
    uneven = [one for one in mine if leaning(one)]
    parts = [
        f"{within(one.seats[0])} at the {one.arm.subject.partition('=')[2]}"
        for one in sorted(mine, key=lambda one: one.seats[0].value)
    ]
    shares = f"with {balance.asked.bot} in every seat, {balance.seat_names[0]} wins {'; '.join(parts)}."
    spread_out = len(set(leaders)) > 1 and len(uneven) > 1
    head = "**The setup decides who is favoured:** " if spread_out else "**By setup:** "
    yield Finding("caution" if uneven else "good", head + shares)


def _endings(balance: Balance) -> Iterator[Finding]:
    main = balance.main
    if main.cut_short.low > MANY_CUT_SHORT:
        yield Finding(
            "caution",
            f"**{within(main.cut_short)} of the games are cut short** by the limit on turns: under "
            f"{main.arm.subject} the rules alone do not end them.",
        )
    if main.together:
        seats = len(main.seats)
        shares = [
            f"{describe_winners([balance.seat_names[seat] for seat in winners], seats, len(main.sides))}: "
            f"{within(share)}"
            for winners, share in main.together
        ]
        # Players against the game should not always win, nor always lose.
        is_in_doubt = len(shares) == 1 if main.all_are_one_side else main.draws.low > MANY_DRAWS
        yield Finding("caution" if is_in_doubt else "good", f"How games end: {'; '.join(shares)}.")
    elif main.draws.low > MANY_DRAWS:
        yield Finding("caution", f"**{within(main.draws)} of the games have no single winner.**")
    elif main.draws.high <= MANY_DRAWS and main.cut_short.high <= MANY_CUT_SHORT:
        yield Finding(
            "good",
            f"Games come to an end: {within(main.draws)} have no single winner, and "
            f"{within(main.cut_short)} are cut short.",
        )


def _bots(balance: Balance) -> Iterator[Finding]:
    for one in balance.of("bots"):
        if one.all_are_one_side:
            continue
        share = one.subject
        stronger = one.arm.subject if share.value >= one.fair else one.arm.against
        mine = share if stronger == one.arm.subject else one.others
        if share.holds(one.fair):
            yield Finding(
                "caution",
                f"{one.arm.subject} and {one.arm.against} play equally well, as far as these games show: "
                f"{one.arm.subject} wins {within(share)}.{_finer(share)}",
            )
        else:
            weaker = one.arm.against if stronger == one.arm.subject else one.arm.subject
            yield Finding("good", f"Playing well pays: **{stronger} wins {within(mine)}** against {weaker}.")


def _decks(balance: Balance) -> Iterator[Finding]:
    matrix = balance.matrix
    if matrix is None:
        return
    order = matrix.ranking
    best, worst = order[0], order[-1]
    marked = [cell for cell in matrix.cells if cell.comparison.differs]
    tone: Tone = "caution" if matrix.field[best].low > STRONG_DECK or marked else "good"
    yield Finding(
        tone,
        f"**{matrix.names[best]} wins {within(matrix.field[best])}** against the field of decks, "
        f"{matrix.names[worst]} {within(matrix.field[worst])}. After Holm's correction {len(marked)} of "
        f"{pluralize(len(matrix.cells), 'pair')} {'differs' if len(marked) == 1 else 'differ'} from even.",
    )


def _strategies(balance: Balance) -> Iterator[Finding]:
    if not balance.strategies:
        return
    worse = [one for one in balance.strategies if one.comparison.differs and one.comparison.alone.value < 0]
    better = [one for one in balance.strategies if one.comparison.differs and one.comparison.alone.value > 0]
    others = [one for one in balance.strategies if not one.comparison.differs]
    for one in better:
        yield Finding(
            "caution",
            f"**{balance.asked.bot} is better off when it {one.says}:** it wins "
            f"{within(one.figures.subject)} "
            "against itself. Either those moves are a trap, or the bot does not know how to use them.",
        )
    if worse:
        parts = [f"one that {one.says} wins {within(one.figures.subject)}" for one in worse]
        yield Finding(
            "good", f"Moves that are worth having, against a bot that makes them all: {'; '.join(parts)}."
        )
    if others:
        names = join_words([one.says for one in others], "or")
        ends = max(max(abs(one.comparison.alone.low), abs(one.comparison.alone.high)) for one in others)
        yield Finding(
            "caution",
            f"No difference was found for a bot that {names}; it can be up to {100 * ends:.0f} points "
            "either way.",
        )


def _ladder(balance: Balance) -> Iterator[Finding]:
    ladder = balance.ladder
    if ladder is None:
        return
    gain = ladder.per_doubling
    if not isfinite(gain.value):
        return
    luck, eight = ladder.luck, ladder.eightfold
    pays = gain.low > 0
    head = "Thinking longer pays" if pays else "**Thinking longer was not found to pay**"
    yield Finding(
        "good" if pays else "caution",
        f"{head}: {2**DOUBLINGS} times the search wins {within(eight)} of games between two, and "
        f"{percent(luck.value)} of the variance of results is luck ({100 * luck.low:.0f} to "
        f"{100 * luck.high:.0f}{_SPACE}%) to a bot that searches so.",
    )


def _cards(balance: Balance) -> Iterator[Finding]:
    if balance.impact is None or not balance.impact.cards:
        return
    cards = balance.impact.cards
    better = [card for card in cards if card.matters and card.difference.value > 0]
    worse = [card for card in reversed(cards) if card.matters and card.difference.value < 0]
    if better:
        best = better[0]
        yield Finding(
            "good",
            f"**{best.blanked.name} is worth most:** with it its side wins "
            f"{points_within(best.difference)} more than with a blank in its place. "
            f"{len(better)} of {pluralize(len(cards), 'card')} are certainly better than a blank.",
        )
    for card in worse:
        yield Finding(
            "caution",
            f"**{card.blanked.name} is worse than a blank** for its side: {points_within(card.difference)}.",
        )
    if not better and not worse:
        yield Finding(
            "caution",
            f"None of {pluralize(len(cards), 'card')} was found to differ from a blank in its place.",
        )


def tones(found: Sequence[Finding]) -> dict[Tone, int]:
    """How many findings there are of each tone."""
    order: tuple[Tone, ...] = ("bad", "caution", "good")
    return {tone: sum(finding.tone == tone for finding in found) for tone in order}
