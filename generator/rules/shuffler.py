"""The shuffles of one game, from a seed: the only source of randomness in a state."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from hashlib import shake_128
from struct import Struct
from typing import Any, Final

MAX_MADE: Final = 2**31 - 1
"""Shuffles and lots are counted up to here and then from 0 again, so that every position can be played on."""
MAX_CARDS = 256
"""The maximum number of cards in one shuffle."""

_WORD = 2**64 - 1
"""All bits of a word."""


@cache
def _numbers(count: int) -> Callable[[bytes], tuple[Any, ...]]:
    """What reads so many numbers of 32 bits."""
    return Struct(f"<{count}I").unpack


class Shuffler:
    """Shuffles and random numbers. The same seed gives the same ones, on every machine and in every version.

    Each shuffle takes its numbers from SHAKE-128 of the seed and of how many were ``made`` before: 32 bits a
    card, so that no card is likelier at a place than another by more than one part in ten million. A single
    lot costs less: seed and number go through the mixer of SplitMix64.
    """

    __slots__ = ("made", "seed")

    def __init__(self, seed: int, made: int = 0) -> None:
        self.seed = seed
        self.made = made

    def shuffle(self, cards: list[Any]) -> None:
        """Shuffles a list of at most ``MAX_CARDS`` cards in place; the cards may be anything."""
        left = len(cards)
        count = left - 1 if left else 0
        asked = b"%d %d" % (self.seed, self.made)
        self.made = self.made + 1 & MAX_MADE
        for number in _numbers(count)(shake_128(asked).digest(4 * count)):
            at = number * left >> 32
            left -= 1
            cards[left], cards[at] = cards[at], cards[left]

    def below(self, count: int) -> int:
        """A random number from 0 to ``count`` - 1, for ``count`` far below 2 ** 64."""
        self.made = self.made + 1 & MAX_MADE
        word = (self.seed * 0xD1B54A32D192ED03 + self.made * 0x9E3779B97F4A7C15) & _WORD
        word = (word ^ word >> 30) * 0xBF58476D1CE4E5B9 & _WORD
        word = (word ^ word >> 27) * 0x94D049BB133111EB & _WORD
        return (word ^ word >> 31) % count

    def apart(self) -> Shuffler:
        """Another shuffler with a random seed, for a determinized game."""
        return Shuffler(self.below(2**48))

    def clone(self) -> Shuffler:
        return Shuffler(self.seed, self.made)
