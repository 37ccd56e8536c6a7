"""Shuffled decks, as far as cards are drawn from them, by the hundred thousand.

One seed gives one row of hands, on every machine and whatever numpy's version: PCG64 promises that a
seed's stream of integers stays as it is, numpy's ways of shuffling do not. So only raw integers are taken.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.random import PCG64
from numpy.typing import NDArray

Block = NDArray[np.uint16]
"""Samples side by side: ``block[0]`` holds the number of the card that each sample draws first."""

MAX_CARDS = 2**16
_AT_ONCE = 8192
"""Samples in a block: enough to be quick, few enough to stay in the processor's cache."""

_KEPT_BITS = 48


def deals(cards: int, draws: int, samples: int, seed: int, at_once: int = _AT_ONCE) -> Iterator[Block]:
    """The first ``draws`` cards of ``samples`` shuffled decks, in blocks.

    Every draw has a stream of its own: fewer samples, fewer draws or other blocks are a part of the same
    row of hands, cut otherwise.
    """
    assert cards <= MAX_CARDS
    streams = [PCG64(seed).jumped(draw) for draw in range(min(draws, cards))]
    for start in range(0, samples, at_once):
        yield _block(cards, streams, min(at_once, samples - start))


def _block(cards: int, streams: list[PCG64], samples: int) -> Block:
    drawn = np.empty((len(streams), samples), np.uint16)
    gone: list[NDArray[np.uint16]] = []
    for draw, stream in enumerate(streams):
        card = drawn[draw]
        card[:] = _below(cards - draw, stream, samples)
        # So far it is a rank among the cards that are still in the deck. Each card that has gone
        # before it, taken in ascending order, moves it up by one.
        for other in gone:
            card += card >= other
        gone = _with(gone, card)
    return drawn


def _below(bound: int, stream: PCG64, count: int) -> NDArray[np.uint64]:
    """Numbers from 0 to ``bound`` - 1, all equally likely but for less than one part in 2 ** 32.

    The upper 48 of 64 bits are taken as a fraction of ``bound``. Of the 2 ** 48 fractions, any two
    numbers get shares that differ by one at most; each share is 2 ** 48 / 2 ** 16 or more.
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
