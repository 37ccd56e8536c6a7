"""What cards do in traced games: how often they are drawn, played and left in hand, and who wins with them.

Who wins with a card in hand is no measure of the card alone (``BIAS``); ``impact`` measures that.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from math import sqrt

from generator.sim.balance.cards import SHARED
from generator.sim.balance.trace import CONDITIONS, DRAWN, HELD, OPENING, PLAYED, CardTally, Traces
from generator.sim.statistics.intervals import (
    LEVEL,
    Figures,
    Interval,
    Spread,
    mean_of_counts,
    share_interval,
    spread,
)

BIAS = (
    "Who wins with a card in hand is not what the card is worth: long games show more cards, so cards of "
    "seats and decks that win long games look better than they are, and a side that is far behind has no "
    "time left to play expensive cards. 17Lands puts the error at about two points for its game."
)
"""The selection bias of win rates by card, in words for reports."""


@dataclass(frozen=True, slots=True)
class WinRate(Figures):
    """How often those win who drew, played or began with a card."""

    rate: Interval
    """The share of the win; n counts seats in games."""
    difference: Interval | None
    """Less the baseline, which is that of all seats that could have had the card. None where it is the
    baseline itself: all or none of these had the card."""


@dataclass(frozen=True, slots=True)
class CardFigures(Figures):
    """What became of a card's copies, over all traced games."""

    whose: str
    """The deck or the owner; ``all`` where every seat draws on the same cards."""
    card: str
    copies: float | None
    """In the stock of a seat, on average; None where that is not known."""
    seats: int
    """Seats in games that could have it."""
    drawn: int
    """Copies that came to a hand, the first hand included; one that comes back counts again."""
    played: int | None
    """Copies that went from the hand by a move that names them, but for discards; None where no move of the
    game names a card."""
    discarded: int | None
    """Copies that left the hand otherwise; None likewise."""
    dead: int
    """Copies in hand when the game was over."""
    dead_rate: Interval
    """Of the copies that came to a hand, the share that was still there at the end."""
    played_turn: Spread | None
    """The turn in which copies were played; None where none was, or turns are not counted."""
    baseline: Interval
    """The share of the win of all seats that could have the card."""
    opening: WinRate
    """Of seats with a copy in their first hand."""
    when_drawn: WinRate
    when_played: WinRate | None


@dataclass(frozen=True, slots=True)
class CardReport:
    """The figures of all cards, and what the game does not say of them."""

    traced: int
    cards: tuple[CardFigures, ...]
    """In the order of owners and cards."""
    untold: tuple[str, ...]
    """What can't be known of this game's cards, in sentences."""

    @property
    def never_drawn(self) -> tuple[CardFigures, ...]:
        """Cards of the stock that never came to a hand."""
        return tuple(card for card in self.cards if not card.drawn)

    @property
    def never_played(self) -> tuple[CardFigures, ...]:
        """Cards that came to a hand and were never played; none where plays are not known."""
        return tuple(card for card in self.cards if card.drawn and card.played == 0)

    def to_dict(self) -> dict[str, object]:
        return {
            "traced": self.traced,
            "untold": list(self.untold),
            "bias": BIAS,
            "cards": [card.to_dict() for card in self.cards],
            "never_drawn": [_name(card) for card in self.never_drawn],
            "never_played": [_name(card) for card in self.never_played],
        }


def _name(card: CardFigures) -> dict[str, object]:
    return {"whose": card.whose, "card": card.card}


def measure_cards(traces: Traces) -> CardReport:
    names_cards = any(tally.counts[PLAYED] for tally in traces.cards.values())
    cards = tuple(
        _figures(traces, key, tally, names_cards=names_cards) for key, tally in sorted(traces.cards.items())
    )
    return CardReport(traces.games, cards, tuple(_unknown(traces, names_cards)))


def _unknown(traces: Traces, names_cards: bool) -> Iterable[str]:
    if not traces.knows_hands:
        yield "Its positions list no hands, so that nothing is known of its cards."
        return
    if not traces.knows_stocks:
        yield "It does not say which cards a seat may draw: the baseline of a card is of seats that drew it."
    if not names_cards:
        yield "No move names a card that leaves the hand, so that nothing is known of cards being played."
    if any(whose == SHARED for whose, _ in traces.cards):
        yield "All seats draw on the same cards: a card that makes every hand stronger shows in no win rate."


def _figures(traces: Traces, key: tuple[str, str], tally: CardTally, *, names_cards: bool) -> CardFigures:
    whose, card = key
    counts = tally.counts
    seats = tally.games[HELD].total()
    rates = {name: _win_rate(tally, name, traces.unit) for name in CONDITIONS}
    turns = [turn for turn, copies in sorted(tally.turns.items()) for _ in range(copies)]
    return CardFigures(
        whose=whose,
        card=card,
        copies=counts["copies"] / seats if traces.knows_stocks and seats else None,
        seats=seats,
        drawn=counts[DRAWN],
        played=counts[PLAYED] if names_cards else None,
        discarded=counts["discarded"] if names_cards else None,
        dead=counts["dead"],
        # A copy in hand at the end came to it at some time.
        dead_rate=share_interval(min(counts["dead"], counts[DRAWN]), counts[DRAWN]),
        played_turn=spread(turns) if turns and traces.counts_turns else None,
        baseline=rates[HELD].rate,
        opening=rates[OPENING],
        when_drawn=rates[DRAWN],
        when_played=rates[PLAYED] if names_cards else None,
    )


def _win_rate(tally: CardTally, condition: str, unit: int) -> WinRate:
    """The rate of those who meet the condition, and what it has above the baseline."""
    having = _rate(tally.games[condition], unit)
    return WinRate(having, _difference(having, _rate(tally.games[HELD] - tally.games[condition], unit)))


def _rate(games: Counter[int], unit: int) -> Interval:
    return mean_of_counts({points / unit: seats for points, seats in games.items()})


def _difference(having: Interval, rest: Interval) -> Interval | None:
    """The rate of those who have the card less the baseline of all, who are these and the rest.

    That is the share of the rest times the difference of the two, whose interval is made of their intervals
    (Zou and Donner 2008, as Newcombe's for proportions): the baseline holds those who have the card itself,
    and is no independent figure.
    """
    if not having.n or not rest.n:
        return None
    value = having.value - rest.value
    low = value - sqrt((having.value - having.low) ** 2 + (rest.high - rest.value) ** 2)
    high = value + sqrt((having.high - having.value) ** 2 + (rest.value - rest.low) ** 2)
    part = rest.n / (having.n + rest.n)
    whole = Interval(value, max(-1.0, low), min(1.0, high), having.n + rest.n, LEVEL, "Newcombe")
    return whole.scaled(part)
