"""How much more often something was so than it should be, before it is called a fault.

What really came about is compared with what a fair lot brings. If the game is fair, each difference is as
likely the other way round, whatever it is about: then a sum S of differences with squares that add up to Q
comes with a chance of at most exp(-S² / 2Q) (Hoeffding). Divided by the number of sums that a check looks
at, which is Bonferroni's bound, that gives the chance that a fair game is accused at all.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from math import log
from typing import Generic, TypeVar

FALSE_ALARM = 1e-8
"""How likely a check accuses a fair game, in a run: in one of a hundred million.

A run makes two such checks of each game, so that even over fifty games it is less than one in a million.
"""
Key = TypeVar("Key", bound=Hashable)


def is_no_luck(lead: float, squares: float, sums: int) -> bool:
    """Whether a sum of differences is too great for chance; ``sums``: how many are looked at in the run."""
    return lead > 0 and lead * lead > 2 * squares * log(sums / FALSE_ALARM)


@dataclass(slots=True)
class Sum:
    """Differences added up."""

    times: int = 0
    lead: float = 0.0
    squares: float = 0.0


class Sums(Generic[Key]):
    """Many such sums, each by what it is about."""

    def __init__(self) -> None:
        self._sums: dict[Key, Sum] = {}

    def __len__(self) -> int:
        return len(self._sums)

    def add(self, key: Key, real: float, fair: float, *, at_least: float = 0.0) -> None:
        """``real``: how often it came about; ``fair``: how often by a fair lot. What is above the latter, yet
        not above ``at_least``, does not count: there is a good reason for that much."""
        found = self._sums.setdefault(key, Sum())
        found.times += 1
        found.lead += real - max(fair, at_least)
        found.squares += (real - fair) ** 2

    def too_great(self, sums: int) -> Iterator[tuple[Key, Sum]]:
        """Those that are no luck; ``sums``: how many are looked at in all."""
        for key, found in self._sums.items():
            if is_no_luck(found.lead, found.squares, sums):
                yield key, found
