"""Seeded chance that falls the same on every machine and under every version of Python."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")


class Dice:
    """Dice for one seed. Only ``random()`` is promised to stay as it is, so all else is made of it."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed).random

    def between(self, low: float, high: float) -> float:
        return low + (high - low) * self._random()

    def below(self, end: int) -> int:
        """A whole number from 0 to ``end`` - 1."""
        return int(self._random() * end)

    def pick(self, items: Sequence[T]) -> T:
        return items[self.below(len(items))]

    def shuffled(self, items: Sequence[T]) -> list[T]:
        mixed = list(items)
        for last in range(len(mixed) - 1, 0, -1):
            other = self.below(last + 1)
            mixed[last], mixed[other] = mixed[other], mixed[last]
        return mixed
