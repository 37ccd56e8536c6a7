"""Piles are shuffled: no card in them can be foretold, and every seed deals otherwise.

Piles are looked at as far as cards are taken from them in the games that are played: what lies below may be
in whatever order.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any

from generator.rules.conformance.check import Check
from generator.rules.conformance.foretelling import NO_LUCK, Foreteller, Hint
from generator.rules.conformance.leaves import card_lists, card_words, owned_cards
from generator.rules.conformance.moment import (
    Moment,
    Path,
    at_path,
    canonical,
    copied,
    without_chance,
    written,
)
from generator.rules.conformance.other_process import Opener
from generator.rules.positions import MAX_SEED
from generator.rules.protocol import Game, Position, State
from generator.rules.shuffler import Shuffler

STARTS = 300
"""Games that are only dealt and then compared with a determinized world, of all setups together."""
REFILLS = 300
"""Piles shuffled in the middle of a game that are compared with determinized ones."""
STEPS = (1, 10, 100, 1_000, 2**8, 2**16, 2**24, 2**32)
"""From a seed to others, which a careless game may take for the same."""
MIN_TIMES = 24
"""Seeds of a setup: when so many deal all otherwise, it is no accident that others deal alike."""
LEFT = 6
"""Cards of a pile that are compared for it."""
MIN_MOVED = 3
"""Cards that come to a pile together, as when a discard pile is shuffled."""

BY_ORDER = "from the order in which the cards lay before"
Piles = dict[Path, list[str]]
Differences = defaultdict[tuple[str, str], list[int]]
"""By a place and a card: how many more of it lay there than in the determinized world, in each game."""


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
        self._refills = Foreteller()
        self._refills_seen = 0
        self._deals = Foreteller()
        self._differences: Differences = defaultdict(list)

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
            if len(after) > len(before):
                self._watch(path, before, after, moment)
            self._before[path] = after
        self._position = position
        yield from ()

    def close(self) -> Iterator[str]:
        for dealt in self._setups.values():
            yield from self._deal(dealt, max(MIN_TIMES, STARTS // len(self._setups)))
        for told, what in ((self._deals, "lies when a game begins"), (self._refills, "is shuffled later")):
            for place, source, score in told.faults():
                yield (
                    f"how {place} {what} can be foretold {source}: "
                    f"{score.right:,} times of {score.made:,}, and that of a determinized world only "
                    f"{score.right_imagined:,} times"
                )

        for (place, card), found in sorted(self._differences.items()):
            squares = sum(one * one for one in found)
            if sum(found) ** 2 > 2 * squares * NO_LUCK:
                more = "more" if sum(found) > 0 else "less"
                yield (
                    f"{card} lies {more} often at {place} when a game begins than in determinized worlds, "
                    f"by {abs(sum(found)):,} cards in {len(found):,} games"
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

    def _watch(self, path: Path, before: list[str], after: list[str], moment: Moment) -> None:
        """A pile has got more cards: were they shuffled?"""
        new = _added(before, after)
        added = after[new]
        if len(added) < MIN_MOVED or self._refills_seen >= REFILLS:
            return
        world = moment.world(moment.seat)
        imagined = at_path(world.position, path)
        if not world.settled or not isinstance(imagined, list) or len(imagined) != len(after):
            return
        self._refills_seen += 1
        source = self._emptied(moment.position, added)
        hints = [Hint(BY_ORDER, source, source, by_places=False)] if source else []
        self._refills.read(_kind(path), added, imagined[new], hints)

    def _emptied(self, position: Position, cards: list[str]) -> list[str] | None:
        """The list from which most of the cards came, if nothing was left in it."""
        best: tuple[int, list[str]] = (0, [])
        for path, lay in card_lists(self._position, self._words):
            shared = (Counter(lay) & Counter(cards)).total()
            if not at_path(position, path) and shared > max(best[0], len(cards) // 3):
                best = shared, lay
        return best[1] or None

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
            self._compare(state, position, dealt, dice)
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

    def _compare(self, state: State, position: Position, dealt: Dealt, dice: Random) -> None:
        """Compares what lies in hidden places, and in what order, with a determinized world."""
        # Whoever is not asked may not even know that the game has just begun.
        seat = state.player
        if seat is None:
            return
        view = state.view(seat)
        imagined = self.game.determinize(copied(view), seat, Shuffler(dice.randrange(MAX_SEED)))
        world = self.game.from_dict(copied(imagined))
        if canonical(world.to_dict()) != canonical(imagined):
            return
        for path, cards in card_lists(position, self._words):
            there = at_path(imagined, path)
            if isinstance(there, list) and not isinstance(at_path(view, path), list):
                real, other = Counter(cards), Counter(there)
                for card in real.keys() | other.keys():
                    self._differences[written(path), card].append(real[card] - other[card])
        drawn, drawn_there = _drawn(position, dealt), _drawn(imagined, dealt)
        for path, cards in drawn.items():
            hints = [
                Hint(f"from {written(other)}", drawn[other], drawn_there[other], by_places=True)
                for other in drawn.keys() & drawn_there.keys()
                if _kind(other) == _kind(path) and str(other) < str(path)
            ]
            if path in drawn_there:
                self._deals.read(written(path), cards, drawn_there[path], sorted(hints))


def _added(before: list[str], after: list[str]) -> slice:
    """What lies in a pile above or below of what was left there: that has not been shuffled with it."""
    for left in range(len(before), MIN_MOVED - 1, -1):
        ends = before[:left], before[-left:]
        if after[:left] in ends:
            return slice(left, None)
        if after[-left:] in ends:
            return slice(None, -left)
    return slice(None)


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


def _kind(path: Path) -> str:
    """The place without its numbers: the decks of all seats are of one kind."""
    return ".".join(step for step in path if isinstance(step, str))
