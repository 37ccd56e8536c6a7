"""What each seat of a game begins with: sampled from real starts, beside the exact odds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from generator.catalog.problems import InputError
from generator.catalog.stops import STOPS
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
    """There are odds of one or more cards of a kind, up to this many or more."""


@dataclass(frozen=True, slots=True)
class OpeningsReport:
    game: str
    title: str
    setup: Mapping[str, Any]
    """The keyword arguments of ``Game.start`` but for the seed."""
    request: OpeningsRequest
    openings: tuple[SeatOpening, ...]


@dataclass(slots=True)
class SeatOpening:
    """A seat's openings in one role, counted over games: a role may go to another seat in the next game."""

    seat: int
    whose: str
    drawn: int
    pools: tuple[Pool, ...] | None
    """What the hand is drawn from; None where the deal could not be followed."""
    games: int = 0
    """The sampled games in which the seat had this role."""
    held: Counter[tuple[str, int]] = field(default_factory=Counter)
    """Hands by a kind of card and how many they hold of it."""
    hands: list[SampleHand] = field(default_factory=list)
    odds: tuple[Odd, ...] = ()

    @property
    def kinds(self) -> dict[str, int]:
        """How many cards there are of each kind, in the game's order; a card may be of several kinds. Where
        the deal could not be followed, the most of each in a hand."""
        kinds: Counter[str] = Counter()
        for pool in self.pools or ():
            kinds.update(pool.kinds)
        for card, count in sorted(self.held):
            if self.pools is None:
                kinds[card] = max(count, kinds[card])
        return dict(kinds)

    def find_odds(self, copies: int) -> None:
        """Works out the odds of so many copies of a kind, and of fewer."""
        odds = []
        for card, wanted in self.kinds.items():
            for least in range(1, min(copies, wanted, self.drawn) + 1):
                exact = None if self.pools is None else _at_least(least, card, self.pools)
                hands = sum(self.held[card, count] for count in range(least, self.drawn + 1))
                odds.append(Odd(card, least, exact, estimate_share(hands, self.games)))
        self.odds = tuple(odds)


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
    """Begins the games and works out the odds. ``begun`` is called as games begin.

    Raises InputError for a setup that the game does not have, or in which nobody holds a card at first.
    """
    seeds = range(request.seed, request.seed + request.samples)
    with STOPS.deferred():
        openings = _count_openings(game, setup, seeds, request.show, begun)
    if not any(opening.drawn for opening in openings):
        raise InputError("with this setup, no player holds a card before the first decision")
    for opening in openings:
        opening.find_odds(request.copies)
    return OpeningsReport(game.name, game.title, setup, request, tuple(openings))


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


def _count_openings(
    game: Game, setup: Mapping[str, Any], seeds: range, show: int, begun: Callable[[int], None]
) -> list[SeatOpening]:
    """The openings of games of the seeds for each seat and role, in the order of the seats."""
    deal = deal_for(game)
    begun_first = [game.start(seed=seed, **setup) for seed in seeds[:_LOOKED_INTO]]
    found: dict[tuple[int, str, int], SeatOpening] = {}
    for number, seed in enumerate(seeds, start=1):
        STOPS.check()
        state = game.start(seed=seed, **setup)
        for seat, (whose, cards) in enumerate(game.opening(state)):
            key = (seat, whose, len(cards))
            opening = found.get(key)
            if opening is None:
                opening = found[key] = SeatOpening(*key, _pools(deal, begun_first, seat, len(cards)))
            opening.games += 1
            opening.held.update(Counter(_kinds(deal, cards)).items())
            if len(opening.hands) < show:
                opening.hands.append(SampleHand(seed, tuple(cards)))
        if number % _PROGRESS_STEP == 0:
            begun(_PROGRESS_STEP)
    return [found[key] for key in sorted(found)]


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
        "openings": [
            {
                "seat": opening.seat,
                "whose": opening.whose,
                "games": opening.games,
                "draws": opening.drawn,
                "cards": None if opening.pools is None else sum(pool.cards for pool in opening.pools),
                "kinds": opening.kinds,
                "hands": [{"seed": hand.seed, "cards": list(hand.cards)} for hand in opening.hands],
                "odds": [
                    {"card": odd.card, "least": odd.least, **as_dict(odd.exact, odd.simulated)}
                    for odd in opening.odds
                ],
            }
            for opening in report.openings
        ],
    }
