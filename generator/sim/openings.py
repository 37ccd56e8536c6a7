"""What each seat of a game begins with: sampled from real starts, beside the exact odds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from generator.catalog.problems import InputError
from generator.deck.hands.odds import LEVEL, Estimate, Verdict, as_dict, at_least, estimate_share, exactly
from generator.rules import Game, State
from generator.rules.evaluation import Deal, deal_for

_PROGRESS_STEP = 500
"""Games between two steps of the progress bar."""
_LOOKED_INTO = 3
"""Games in which the decks are looked up. One would do, but for the rare start that leaves nobody a choice
and has already laid cards open when somebody is asked."""


@dataclass(frozen=True, slots=True)
class OpeningsRequest:
    """How many openings to sample, and which odds to work out."""

    samples: int
    """Games that are begun: with ``seed`` and the whole numbers after it."""
    show: int
    """How many of these to show card by card."""
    seed: int
    copies: int
    """Odds are told of one or more cards of a kind, up to this many or more."""


@dataclass(frozen=True, slots=True)
class OpeningsReport:
    game: str
    title: str
    setup: Mapping[str, Any]
    """The keyword arguments of ``Game.start`` but for the seed."""
    request: OpeningsRequest
    openings: tuple[SeatOpening, ...]


@dataclass(frozen=True, slots=True)
class SeatOpening:
    """A seat's openings in one role: a role may go to another seat in the next game."""

    seat: int
    whose: str
    games: int
    """The sampled games in which the seat had this role."""
    drawn: int
    pools: tuple[Pool, ...] | None
    """What the hand is drawn from; None where the deal could not be followed."""
    kinds: Mapping[str, int]
    """How many cards there are of each kind, in the game's order; a card may be of several kinds. Where the
    deal could not be followed, the most of each in a hand."""
    hands: tuple[SampleHand, ...]
    odds: tuple[Odd, ...]


@dataclass(frozen=True, slots=True)
class Pool:
    """Cards of which a hand gets so many, each as likely as any other."""

    drawn: int
    cards: int
    kinds: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class SampleHand:
    """What a seat begins with in the game of a seed."""

    seed: int
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Odd:
    """The share of openings that hold so many cards of a kind or more, exact and simulated."""

    card: str
    least: int
    exact: Fraction | None
    """None where it is not known what the hand is drawn from."""
    simulated: Estimate

    @property
    def verdict(self) -> Verdict | None:
        return None if self.exact is None else self.simulated.verdict(self.exact)


def sample_openings(
    game: Game, setup: Mapping[str, Any], request: OpeningsRequest, begun: Callable[[int], None]
) -> OpeningsReport:
    """Begins the games and works out the odds. ``begun`` is told of games as they begin.

    Raises InputError for a setup that the game does not have, or in which nobody holds a card at first.
    """
    seeds = range(request.seed, request.seed + request.samples)
    tallies = count_openings(game, setup, seeds, request.show, begun)
    if not any(tally.drawn for tally in tallies):
        raise InputError("with this setup, no player holds a card before the first decision")
    openings = tuple(_opening(tally, request) for tally in tallies)
    return OpeningsReport(game.name, game.title, setup, request, openings)


def _opening(tally: OpeningTally, request: OpeningsRequest) -> SeatOpening:
    hands = tuple(SampleHand(seed, cards) for seed, cards in tally.shown)
    odds = tuple(_odds(tally, request.copies))
    return SeatOpening(
        tally.seat, tally.whose, tally.games, tally.drawn, tally.pools, tally.kinds(), hands, odds
    )


def _odds(tally: OpeningTally, copies: int) -> Iterator[Odd]:
    for card, wanted in tally.kinds().items():
        for least in range(1, min(copies, wanted, tally.drawn) + 1):
            exact = None if tally.pools is None else _at_least(least, card, tally.pools)
            yield Odd(card, least, exact, estimate_share(tally.with_at_least(card, least), tally.games))


def _at_least(least: int, card: str, pools: Sequence[Pool]) -> Fraction:
    """The chance that so many cards of a kind, or more, come from all pools together."""
    pool, *others = pools
    wanted = pool.kinds.get(card, 0)
    if not others:
        return at_least(max(least, 0), wanted, pool.cards, pool.drawn)
    return sum(
        (
            exactly(count, wanted, pool.cards, pool.drawn) * _at_least(least - count, card, others)
            for count in range(min(wanted, pool.drawn) + 1)
        ),
        Fraction(0),
    )


class OpeningTally:
    """A seat's hands in one role, counted over games."""

    __slots__ = ("drawn", "games", "held", "pools", "seat", "shown", "whose")

    def __init__(self, seat: int, whose: str, drawn: int, pools: tuple[Pool, ...] | None) -> None:
        self.seat = seat
        self.whose = whose
        self.drawn = drawn
        self.pools = pools
        """What the hand is drawn from; None where that is not known."""
        self.games = 0
        self.held: Counter[tuple[str, int]] = Counter()
        """Hands by a kind of card and how many they hold of it."""
        self.shown: list[tuple[int, tuple[str, ...]]] = []
        """The first hands card by card, with the seeds of their games."""

    def add(self, kinds: Iterable[str]) -> None:
        """Counts one more hand, of which every card is given by its kinds."""
        self.games += 1
        self.held.update(Counter(kinds).items())

    def with_at_least(self, card: str, least: int) -> int:
        """The hands that hold so many of the card or more."""
        return sum(self.held[card, count] for count in range(least, self.drawn + 1))

    def kinds(self) -> dict[str, int]:
        """Of each kind how many cards there are, as far as that is known, or are held at most."""
        kinds: dict[str, int] = {}
        for pool in self.pools or ():
            for card, count in pool.kinds.items():
                kinds[card] = kinds.get(card, 0) + count
        for card, count in sorted(self.held):
            if self.pools is None:
                kinds[card] = max(count, kinds.get(card, 0))
        return kinds


def count_openings(
    game: Game, setup: Mapping[str, Any], seeds: range, show: int, begun: Callable[[int], None]
) -> list[OpeningTally]:
    """Begins a game with each of the seeds; a tally for each seat and role, in the order of the seats.

    Raises InputError for a setup that the game does not have.
    """
    deal = deal_for(game)
    begun_first = [game.start(seed=seed, **setup) for seed in seeds[:_LOOKED_INTO]]
    tallies: dict[tuple[int, str, int], OpeningTally] = {}
    for number, seed in enumerate(seeds, start=1):
        state = game.start(seed=seed, **setup)
        for seat, (whose, cards) in enumerate(game.opening(state)):
            key = (seat, whose, len(cards))
            tally = tallies.get(key)
            if tally is None:
                pools = _pools(deal, begun_first, seat, len(cards))
                tally = tallies[key] = OpeningTally(seat, whose, len(cards), pools)
            tally.add(_kinds(deal, cards))
            if len(tally.shown) < show:
                tally.shown.append((seed, tuple(cards)))
        if number % _PROGRESS_STEP == 0:
            begun(_PROGRESS_STEP)
    return [tallies[key] for key in sorted(tallies)]


def _pools(deal: Deal, begun: Sequence[State], seat: int, drawn: int) -> tuple[Pool, ...] | None:
    """What a hand of so many cards is drawn from; None where that is not known."""
    found = [sources for state in begun if (sources := deal.sources(state, seat, drawn)) is not None]
    if not found:
        return None
    sources = max(found, key=lambda one: sum(len(source.cards) for source in one))
    return tuple(
        Pool(source.drawn, len(source.cards), Counter(_kinds(deal, source.cards))) for source in sources
    )


def _kinds(deal: Deal, cards: Iterable[str]) -> list[str]:
    """Each card by each of its kinds."""
    return [kind for card in cards for kind in deal.kinds(card)]


def to_dict(report: OpeningsReport) -> dict[str, object]:
    """The whole report; ``docs/hands.md`` says what each key means."""
    return {
        "game": report.game,
        "setup": dict(report.setup),
        "seed": report.request.seed,
        "samples": report.request.samples,
        "level": LEVEL,
        "openings": [_opening_dict(opening) for opening in report.openings],
    }


def _opening_dict(opening: SeatOpening) -> dict[str, object]:
    return {
        "seat": opening.seat,
        "whose": opening.whose,
        "games": opening.games,
        "draws": opening.drawn,
        "cards": None if opening.pools is None else sum(pool.cards for pool in opening.pools),
        "kinds": dict(opening.kinds),
        "hands": [{"seed": hand.seed, "cards": list(hand.cards)} for hand in opening.hands],
        "odds": [_odd_dict(odd) for odd in opening.odds],
    }


def _odd_dict(odd: Odd) -> dict[str, object]:
    return {
        "card": odd.card,
        "least": odd.least,
        **as_dict(odd.exact, odd.simulated),
    }
