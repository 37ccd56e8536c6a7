"""Hands drawn from shuffled decks, by the hundred thousand and only as far as cards are drawn.

A seed gives the same hands on every machine and whatever numpy's version: PCG64 promises that a seed's stream
of integers stays as it is, numpy's ways of shuffling do not. So only raw integers are taken.

Each try at an opening hand is a shuffle of its own. Hands are judged and cards put back by the same rule as
in the exact computation, but single cards are dealt, and counted one by one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

import numpy as np
from numpy.random import PCG64
from numpy.typing import NDArray

from generator.deck.hands.exact import Cells, Plan, Query, bottom

T = TypeVar("T")
Progress = Callable[[int], None]
"""Called with how many shuffles more are drawn."""


MAX_DRAWS = 2_100_000_000
"""Cards that are drawn of all shuffles, each held against those drawn before it: some four seconds."""


def most_samples(draws: int, tries: int = 1) -> int:
    """How many shuffles can be simulated in good time, where of each so many cards are drawn so often."""
    return MAX_DRAWS // max(1, tries * draws * (draws + 1) // 2)


Block = NDArray[np.uint16]
"""Samples side by side: ``block[0]`` holds the number of the card that each sample draws first."""

MAX_NUMBERED = 2**16
"""Cards that the numbers in a block can tell apart."""
_AT_ONCE = 8192
"""Samples in a block: enough to be quick, few enough to stay in the processor's cache."""

_KEPT_BITS = 48
"""Of the 64 bits of a random number; the other 16 make room for the product with a number of cards."""


def shuffles(
    cards: int, draws: int, samples: int, seed: int, at_once: int = _AT_ONCE, *, first_stream: int = 0
) -> Iterator[Block]:
    """The first ``draws`` cards of ``samples`` shuffled decks, in blocks.

    Every draw has a stream of its own, so that fewer samples, fewer draws or other blocks give the same hands
    as far as they go. Shuffles whose streams, ``draws`` of them from ``first_stream`` on, are not the same
    have nothing to do with each other.
    """
    assert cards <= MAX_NUMBERED
    streams = [PCG64(seed).jumped(first_stream + draw) for draw in range(min(draws, cards))]
    for start in range(0, samples, at_once):
        yield _block(cards, streams, min(at_once, samples - start))


def _block(cards: int, streams: list[PCG64], samples: int) -> Block:
    drawn = np.empty((len(streams), samples), np.uint16)
    drawn_before: list[NDArray[np.uint16]] = []
    for draw, stream in enumerate(streams):
        card = drawn[draw]
        card[:] = _below(cards - draw, stream, samples)
        # So far it is a rank among the cards that are still in the deck. Each card that was drawn
        # before it, taken in ascending order, moves it up by one.
        for other in drawn_before:
            card += card >= other
        drawn_before = _with(drawn_before, card)
    return drawn


def _below(bound: int, stream: PCG64, count: int) -> NDArray[np.uint64]:
    """Numbers from 0 to ``bound`` - 1, all equally likely but for less than one part in 2 ** 32.

    The upper 48 of 64 bits are taken as a fraction of ``bound``. Of the 2 ** 48 fractions, any two
    numbers get shares that differ by at most one; each share is 2 ** 48 / 2 ** 16 or more.
    """
    words: NDArray[np.uint64] = stream.random_raw(count)
    words >>= np.uint64(64 - _KEPT_BITS)
    words *= np.uint64(bound)
    words >>= np.uint64(_KEPT_BITS)
    return words


def _with(ascending: list[NDArray[np.uint16]], added: NDArray[np.uint16]) -> list[NDArray[np.uint16]]:
    """The rows and one more, each column kept in ascending order."""
    kept = []
    for row in ascending:
        kept.append(np.minimum(row, added))
        added = np.maximum(row, added)
    return [*kept, added]


_STREAMS = 1_000
"""Between the first streams of one try and of the next: more than any hand has draws."""


def tries_of(plan: Plan, samples: int, seed: int) -> Iterator[tuple[Block, ...]]:
    """Shuffled decks, in blocks, for each try at an opening hand."""
    tries = [
        shuffles(plan.cards, plan.reach, samples, seed, first_stream=_STREAMS * number)
        for number in plan.tries
    ]
    return zip(*tries, strict=True)


# What becomes of a shuffle


@dataclass(frozen=True, slots=True)
class _Dealt:
    """The samples of a block that are kept after the same number of mulligans."""

    mulligans: int
    columns: NDArray[np.intp]
    """Which samples of the block they are."""
    cards: Block
    """For each of them the cards of the kept hand, those drawn later, and at last those put at the bottom."""
    is_bad: NDArray[np.bool_]
    """Whether the rule would have sent them back."""


def _dealt(tries: Sequence[Block], plan: Plan, cells: Cells) -> Iterator[_Dealt]:
    """What becomes of the samples of a block."""
    of_card = np.array(cells.of, np.int16)
    waiting = np.arange(tries[0].shape[1])
    if plan.mulligan is None:
        yield _Dealt(0, waiting, tries[0], np.zeros(len(waiting), np.bool_))
        return
    for mulligans in plan.tries:
        cards = tries[mulligans][:, waiting]
        drawn = of_card[cards[: plan.drawn(mulligans)]]
        held = [np.count_nonzero(drawn == cell, axis=0) for cell in range(len(cells.keys))]
        is_bad = _judged(plan.mulligan.rule.holds, cells, held)
        is_kept = ~is_bad if mulligans < plan.tries[-1] else np.ones(len(waiting), np.bool_)
        kept = cards[:, is_kept]
        if plan.put_back(mulligans):
            kept = _with_bottom(kept, plan, mulligans, cells, of_card)
        yield _Dealt(mulligans, waiting[is_kept], kept, is_bad[is_kept])
        waiting = waiting[~is_kept]


def _judged(holds: object, cells: Cells, held: Sequence[NDArray[np.intp]]) -> NDArray[np.bool_]:
    """Which hands the rule sends back, given the cards of each cell that they hold."""
    assert callable(holds)
    counts = []
    for group in range(len(cells.keys[0])):
        in_group = [number for number, key in zip(held, cells.keys, strict=True) if key[group]]
        counts.append(sum(in_group, np.zeros_like(held[0])))
    judged: NDArray[np.bool_] = holds(counts)
    return judged


def _with_bottom(cards: Block, plan: Plan, mulligans: int, cells: Cells, of_card: NDArray[np.int16]) -> Block:
    """The shuffles with the cards that are put back moved from the hand to the end."""
    assert plan.mulligan is not None
    number = plan.put_back(mulligans)
    hand = cards[: plan.hand]
    of_hand = of_card[hand]
    all_cells = range(len(cells.keys))
    held = np.array([np.count_nonzero(of_hand == cell, axis=0) for cell in all_cells])
    kinds, of_sample = np.unique(held, axis=1, return_inverse=True)
    chosen = [bottom(tuple(map(int, kind)), number, cells, plan.mulligan.rule) for kind in kinds.T]
    back = np.array(chosen, np.intp).reshape(-1, len(all_cells))[of_sample.ravel()]
    # What is kept comes first, then the last cell's cards that are put back, then those of the one before it.
    order = np.zeros(of_hand.shape, np.int16)
    for cell in all_cells:
        is_of_cell = of_hand == cell
        from_last = np.cumsum(is_of_cell[::-1], axis=0)[::-1]
        order[is_of_cell & (from_last <= back[:, cell])] = len(all_cells) - cell
    sorted_hand = np.take_along_axis(hand, np.argsort(order, axis=0, kind="stable"), axis=0)
    kept = plan.hand - number
    return np.concatenate([sorted_hand[:kept], cards[plan.hand :], sorted_hand[kept:]])


@dataclass(frozen=True, slots=True)
class SampleHand(Generic[T]):
    """What one shuffle gives: opening hands that are sent back, the one that is kept, and what follows it."""

    sent_back: tuple[tuple[T, ...], ...]
    bottom: tuple[T, ...]
    """Cards of the kept hand that were put at the bottom."""
    turns: tuple[tuple[T, ...], ...]
    """The cards that come to hand, at turn 0 (those that are kept), 1 and so on."""


def sample_hands_of(
    cards: Sequence[T], plan: Plan, cells: Cells, show: int, seed: int
) -> Iterator[SampleHand[T]]:
    """The first of the samples, card by card."""
    for tries in tries_of(plan, show, seed):
        hands: dict[int, SampleHand[T]] = {}
        for dealt in _dealt(tries, plan, cells):
            for column, numbers in zip(dealt.columns.tolist(), dealt.cards.T.tolist(), strict=True):
                sent_back = (
                    tries[before][: plan.drawn(before), column].tolist() for before in range(dealt.mulligans)
                )
                hands[column] = _sample_hand(cards, plan, dealt.mulligans, numbers, [*sent_back])
        yield from (hands[column] for column in sorted(hands))


def _sample_hand(
    cards: Sequence[T], plan: Plan, mulligans: int, numbers: Sequence[int], sent_back: list[list[int]]
) -> SampleHand[T]:
    def named(some: Sequence[int]) -> tuple[T, ...]:
        return tuple(cards[number] for number in some)

    back = plan.put_back(mulligans)
    ends = [plan.drawn(mulligans) - back + plan.draw * turn for turn in range(plan.turns + 1)]
    turns = tuple(named(numbers[start:end]) for start, end in zip([0, *ends[:-1]], ends, strict=True))
    return SampleHand(tuple(map(named, sent_back)), named(numbers[len(numbers) - back :]), turns)


# What they hold


class Tally:
    """What the samples hold, by turn.

    ``members``: of each group, whether each card of the deck is in it. ``values``: whole numbers of each
    card, which are added up.
    """

    def __init__(
        self,
        plan: Plan,
        cells: Cells,
        members: Sequence[Sequence[bool]],
        values: Sequence[Sequence[int]],
        queries: Sequence[Query] = (),
    ) -> None:
        turns = range(plan.turns + 1)
        self.held = [[[0] * (plan.reach + 1) for _ in members] for _ in turns]
        """For each group, how many samples have 0, 1, 2 … of its cards."""
        self.at_once = [[0] * len(queries) for _ in turns]
        """For each query, in how many samples all groups fit it."""
        self.sums = [[(0, 0)] * len(values) for _ in turns]
        """Of each of the values, the sum over all samples, and the sum of squares."""
        self.mulligans = dict.fromkeys(plan.tries, 0)
        """How many samples took so many mulligans."""
        self.kept_anyway = 0
        self._plan, self._cells, self._queries = plan, cells, queries
        self._members = [np.array(of_group, np.uint8) for of_group in members]
        self._values = [np.array(numbers, np.int64) for numbers in values]
        # Squares of large numbers are too large for numpy.
        most = (max(map(abs, numbers), default=0) * plan.reach for numbers in values)
        self._are_small = [number**2 * _AT_ONCE < 2**63 for number in most]

    def add(self, tries: Sequence[Block]) -> None:
        """Counts more samples; each reaches as far as the plan does, or further."""
        for dealt in _dealt(tries, self._plan, self._cells):
            self.mulligans[dealt.mulligans] += len(dealt.columns)
            self.kept_anyway += int(np.count_nonzero(dealt.is_bad))
            if len(dealt.columns):
                self._count(dealt)

    def _count(self, dealt: _Dealt) -> None:
        plan, samples = self._plan, len(dealt.columns)
        held = [np.zeros(samples, np.min_scalar_type(plan.reach)) for _ in self._members]
        sums = [np.zeros(samples, np.int64) for _ in self._values]
        kept = plan.drawn(dealt.mulligans) - plan.put_back(dealt.mulligans)
        start = 0
        for turn in range(plan.turns + 1):
            end = min(kept + plan.draw * turn, len(dealt.cards))
            for cards in dealt.cards[start:end].astype(np.intp):
                for at, of_group in enumerate(self._members):
                    held[at] += of_group[cards]
                for at, numbers in enumerate(self._values):
                    sums[at] += numbers[cards]
            start = end
            for at, count in enumerate(held):
                # Samples differ by a few cards: this is quicker than to sort each of them into its bin.
                for number in range(int(count.min()), int(count.max()) + 1):
                    self.held[turn][at][number] += int(np.count_nonzero(count == number))
            for at, query in enumerate(self._queries):
                self.at_once[turn][at] += _at_once(query, held)
            for at, total in enumerate(sums):
                before, squares = self.sums[turn][at]
                exactly = total if self._are_small[at] else total.astype(object)
                self.sums[turn][at] = before + int(exactly.sum()), squares + int(exactly.dot(exactly))


def _at_once(query: Query, held: Sequence[NDArray[np.unsignedinteger]]) -> int:
    low, high = query.bounds
    fits = np.ones(len(held[0]), np.bool_)
    for count in held:
        fits &= count >= low
        if high is not None:
            fits &= count <= high
    return int(np.count_nonzero(fits))
