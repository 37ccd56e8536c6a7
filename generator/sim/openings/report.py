"""Opening hands and their odds, put together for the reader and for JSON."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from generator.catalog.problems import InputError
from generator.deck.hands import odds
from generator.deck.hands.odds import Estimate, at_least
from generator.rules import Game
from generator.sim.openings.tally import OpeningTally, count_openings


@dataclass(frozen=True, slots=True)
class Wishes:
    """What is asked for."""

    samples: int
    """Games that are begun: with ``seed`` and the whole numbers after it."""
    show: int
    """How many of these to show card by card."""
    seed: int
    copies: int
    """Odds are told of one or more cards of a kind, up to this many or more."""


@dataclass(frozen=True, slots=True)
class Odd:
    """The share of openings that hold so many cards of a kind or more, exact and simulated."""

    card: str
    least: int
    exact: Fraction
    simulated: Estimate

    @property
    def inside(self) -> bool:
        """Whether the exact value lies in the simulated one's interval."""
        return self.simulated.low <= self.exact <= self.simulated.high


@dataclass(frozen=True, slots=True)
class SampleHand:
    """What a seat begins with in the game of a seed."""

    seed: int
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SeatOpening:
    """A seat's openings in one role: a role may go to another seat in the next game."""

    seat: int
    whose: str
    games: int
    """The sampled games in which the seat had this role."""
    drawn: int
    cards: int
    """How many cards the hand is drawn from."""
    kinds: Mapping[str, int]
    """How many of these there are of each kind, in the game's order; a card may be of several kinds."""
    hands: tuple[SampleHand, ...]
    odds: tuple[Odd, ...]


@dataclass(frozen=True, slots=True)
class OpeningsReport:
    game: str
    title: str
    setup: Mapping[str, Any]
    """The keyword arguments of ``Game.start`` but for the seed."""
    wishes: Wishes
    openings: tuple[SeatOpening, ...]


def sample_openings(
    game: Game, setup: Mapping[str, Any], wishes: Wishes, begun: Callable[[int], None]
) -> OpeningsReport:
    """Begins the games that are wished for and reckons the odds. ``begun`` is told of games as they begin.

    Raises InputError for a setup that the game does not have, or in which nobody holds a card at first.
    """
    seeds = range(wishes.seed, wishes.seed + wishes.samples)
    tallies = count_openings(game, setup, seeds, wishes.show, begun)
    if not any(tally.drawn for tally in tallies):
        raise InputError("in a game that is begun like this, nobody holds a card before the first decision")
    openings = tuple(_opening(tally, wishes) for tally in tallies)
    return OpeningsReport(game.name, game.title, setup, wishes, openings)


def _opening(tally: OpeningTally, wishes: Wishes) -> SeatOpening:
    hands = tuple(SampleHand(seed, cards) for seed, cards in tally.shown)
    odds = tuple(_odds(tally, wishes.copies))
    return SeatOpening(
        tally.seat, tally.whose, tally.games, tally.drawn, tally.cards, tally.kinds, hands, odds
    )


def _odds(tally: OpeningTally, copies: int) -> Iterator[Odd]:
    for card, wanted in tally.kinds.items():
        for least in range(1, min(copies, wanted, tally.drawn) + 1):
            exact = at_least(least, wanted, tally.cards, tally.drawn)
            yield Odd(card, least, exact, odds.estimate_share(tally.with_at_least(card, least), tally.games))
