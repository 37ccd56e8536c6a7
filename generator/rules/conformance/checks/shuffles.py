"""Piles are shuffled when a game begins: no card can be foretold, and every seed deals otherwise.

What lies in hidden hands and piles is compared with a determinized world, from every seat in turn: how
often each card lies in each of them, and at each of the first places of a pile. Piles are looked at as far
as cards are taken from them in the games that are played: what lies below may be in whatever order.
``odds.py`` says how much is too much. What all who play can see at once, nobody imagines: that is not
compared.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any

from generator.catalog.wording import pluralize
from generator.rules.conformance.card_places import card_lists, card_words, owned_cards
from generator.rules.conformance.check import Check
from generator.rules.conformance.foretelling import Foreteller, Hint
from generator.rules.conformance.moment import (
    Moment,
    Path,
    at_path,
    canonical,
    copied,
    seats_of,
    without_chance,
    written,
)
from generator.rules.conformance.odds import Sums
from generator.rules.conformance.other_process import Opener
from generator.rules.positions import MAX_SEED
from generator.rules.protocol import Game, Position, State
from generator.rules.shuffler import Shuffler

STARTS = 300
"""Games that are only dealt and then compared with a determinized world, of all setups together."""
STEPS = (1, 10, 100, 1_000, 2**8, 2**16, 2**24, 2**32)
"""From a seed to others, which a careless game may take for the same."""
MIN_TIMES = 24
"""Seeds of a setup: when so many deal all otherwise, it is no accident that others deal alike."""
PLACES = 5
"""Of a pile, of which it is counted what lies there: those that are drawn from first."""
LEFT = 6
"""Cards of a pile that are compared for it."""
Piles = dict[Path, list[str]]


@dataclass(slots=True)
class Dealt:
    """What was found out about the games of one setup."""

    setup: Mapping[str, Any]
    depths: dict[Path, int] = field(default_factory=dict)
    """How many cards of a pile were taken in a game; below 0: from its end."""


class Shuffles(Check):
    """Deals many games, and watches what is drawn and shuffled in those that are played."""

    name = "shuffles"
    question = "no card of a shuffled pile can be foretold, and seeds deal otherwise"
    order = 52
    counts_games = True

    def __init__(self, game: Game, opener: Opener | None) -> None:
        super().__init__(game, opener)
        self._referee = game.referee()
        self._setups: dict[str, Dealt] = {}
        self._dealt: Dealt | None = None
        self._first: Piles = {}
        """The piles of which cards were only taken so far, as they were at the beginning."""
        self._before: Piles = {}
        self._position: Position = {}
        self._words: set[str] = set()
        self._deals = Foreteller()
        self._lying: Sums[tuple[str, str]] = Sums()
        """By a place and a card: how much more often it lies there than in determinized worlds."""

    def begin(self, moment: Moment) -> Iterator[str]:
        self._dealt = None
        self._before = {}
        if moment.is_dealt and moment.close:
            setup = {key: value for key, value in moment.origin.setup.items() if key != "seed"}
            self._dealt = self._setups.setdefault(canonical(setup), Dealt(setup))
            self._words = card_words(owned_cards(self._referee, moment.position))
            self._before = piles_of(moment.state, moment.position, moment.seats, self._words)
            self._first = dict(self._before)
            self._position = moment.position
        yield from ()

    def each(self, moment: Moment) -> Iterator[str]:
        if self._dealt is None or not self._before:
            return
        position = moment.position
        for path, before in self._before.items():
            after = at_path(position, path)
            if not isinstance(after, list) or after == before:
                continue
            if path in self._first and position.get("shuffler") != self._position.get("shuffler"):
                # It may be this pile that was shuffled, and what is left looks by accident as it did before.
                del self._first[path]
            elif path in self._first:
                self._measure(path, after)
            self._before[path] = after
        self._position = position
        yield from ()

    def close(self) -> Iterator[str]:
        for dealt in self._setups.values():
            yield from self._deal(dealt, max(MIN_TIMES, STARTS // len(self._setups)))
        sums = len(self._deals) + len(self._lying)
        for place, source, score in self._deals.faults(sums):
            yield (
                f"how {place} lies when a game begins can be foretold {source}: {score.right:,} times of "
                f"{score.made:,}, and that of a determinized world only {score.right_imagined:,} times"
            )
        for (place, card), found in self._lying.too_great(sums):
            yield (
                f"{card} lies more often at {place} when a game begins than in determinized worlds, "
                f"by {found.lead:,.0f} cards in {pluralize(found.times, 'game')}"
            )

    def _measure(self, path: Path, after: list[str]) -> None:
        """Notes how deep a pile has been drawn from, and from which end."""
        assert self._dealt is not None
        whole = self._first[path]
        taken = len(whole) - len(after)
        depth = self._dealt.depths.get(path, 0)
        from_front, from_back = whole[taken:] == after, whole[:-taken] == after
        if taken <= 0 or not (from_front or from_back):
            del self._first[path]
        elif from_front and depth >= 0 and not (from_back and depth == 0):
            self._dealt.depths[path] = max(depth, taken)
        elif from_back and depth <= 0 and not (from_front and depth == 0):
            self._dealt.depths[path] = min(depth, -taken)

    def _deal(self, dealt: Dealt, times: int) -> Iterator[str]:
        """Deals so many games, and the first of them also from seeds that are alike."""
        dice = Random(f"deals {canonical(dealt.setup)}")
        alike: Counter[tuple[int, str, str]] = Counter()
        known: defaultdict[str, set[str]] = defaultdict(set)
        for number in range(times):
            seed = dice.randrange(MAX_SEED // 2) if number % 2 else dice.randrange(2**20)
            state = self.game.start(**{**dealt.setup, "seed": seed})
            position = state.to_dict()
            if number < MIN_TIMES:
                deal = self._deals_of(position, dealt)
                for place, cards in deal.items():
                    known[place].add(cards)
                for step in STEPS:
                    other = self.game.start(**{**dealt.setup, "seed": seed + step}).to_dict()
                    same = deal.items() & self._deals_of(other, dealt).items()
                    alike.update((step, place, cards) for place, cards in same)
            # From every seat in turn: two of them in one game would see the same hand, and count it twice.
            seat = number % seats_of(self.game, dealt.setup, state)
            self._compare(state, seat, position, dealt, dice)
        for step in STEPS:
            for place in known:
                count = sum(alike[step, place, cards] for cards in known[place])
                if len(known[place]) == MIN_TIMES and count >= MIN_TIMES / 2:
                    told = f"a seed and that plus {step:,} deal the same cards at {place}"
                    yield f"{told}, {count} times of {MIN_TIMES}"

    def _deals_of(self, position: Position, dealt: Dealt) -> dict[str, str]:
        """The cards at that end of each pile which no deal takes from; and the position."""
        found = {"the table": without_chance(position)}
        for path, depth in dealt.depths.items():
            cards = at_path(position, path)
            if isinstance(cards, list) and len(cards) >= LEFT:
                found[written(path)] = canonical(cards[-LEFT:] if depth > 0 else cards[:LEFT])
        return found

    def _compare(self, state: State, seat: int, position: Position, dealt: Dealt, dice: Random) -> None:
        """Compares what lies in hidden places, and in what order, with a world determinized for a seat."""
        view = state.view(seat)
        imagined = self.game.determinize(copied(view), seat, Shuffler(dice.randrange(MAX_SEED)))
        world = self.game.from_dict(copied(imagined))
        lists = dict(card_lists(position, self._words))
        there = {path: at_path(imagined, path) for path in lists}
        # Whoever is not asked may not even know that the game has just begun.
        begins = world.player == state.player and all(
            isinstance(cards, list) and len(cards) == len(lists[path]) for path, cards in there.items()
        )
        if not begins or canonical(world.to_dict()) != canonical(imagined):
            return
        for path, cards in lists.items():
            if not isinstance(at_path(view, path), list):
                self._count(written(path), cards, there[path])
        drawn, drawn_there = _drawn(position, dealt), _drawn(imagined, dealt)
        for path, cards in drawn.items():
            for depth, (card, other) in enumerate(zip(cards, drawn_there.get(path, ()), strict=False)):
                if depth < PLACES:
                    self._count(f"place {depth + 1} of {written(path)}", [card], [other])
            hints = [
                Hint(f"from {written(other)}", drawn[other], drawn_there[other])
                for other in drawn.keys() & drawn_there.keys()
                if kind_of_place(other) == kind_of_place(path) and str(other) < str(path)
            ]
            if path in drawn_there:
                self._deals.read(written(path), cards, drawn_there[path], sorted(hints))

    def _count(self, place: str, cards: list[str], imagined: list[str]) -> None:
        real, other = Counter(cards), Counter(imagined)
        for card in sorted(real.keys() | other.keys()):
            self._lying.add((place, card), real[card], other[card])


def piles_of(state: State, position: Position, seats: int, words: set[str]) -> Piles:
    """The lists of cards that no seat sees the cards of."""
    views = [state.view(seat) for seat in range(seats)]
    return {
        path: cards
        for path, cards in card_lists(position, words)
        if not any(isinstance(at_path(view, path), list) for view in views)
        and (cards or all(isinstance(at_path(view, path), int) for view in views))
    }


def _drawn(position: Position, dealt: Dealt) -> dict[Path, list[str]]:
    """The cards of each pile that come out of it in games, the first one first."""
    found = {}
    for path, depth in dealt.depths.items():
        cards = at_path(position, path)
        if isinstance(cards, list):
            found[path] = cards[:depth] if depth > 0 else cards[depth:][::-1]
    return found


def kind_of_place(path: Path) -> str:
    """The place without its numbers: the decks of all seats are of one kind."""
    return ".".join(step for step in path if isinstance(step, str))
