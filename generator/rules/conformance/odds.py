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
UNKNOWN = 1 / 4
"""Of a lead: how much must be left when what everybody knows is taken away."""
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
    unknown: float = 0.0
    """What is left of the lead when what everybody knows is taken away."""


class Sums(Generic[Key]):
    """Many such sums, each by what it is about."""

    def __init__(self) -> None:
        self._sums: dict[Key, Sum] = {}

    def __len__(self) -> int:
        return len(self._sums)

    def add(self, key: Key, real: float, fair: float, known: float | None = None) -> None:
        """How often it came about: in the game, by a fair lot, and as everybody knows that it must."""
        found = self._sums.setdefault(key, Sum())
        found.times += 1
        found.lead += real - fair
        found.squares += (real - fair) ** 2
        found.unknown += real - (fair if known is None else known)

    def too_great(self, sums: int) -> Iterator[tuple[Key, Sum]]:
        """Those that are no luck, and not known to everybody; ``sums``: how many are looked at in all."""
        for key, found in self._sums.items():
            if is_no_luck(found.lead, found.squares, sums) and found.unknown > UNKNOWN * found.lead:
                yield key, found
