"""How often intervals hold the true value, in simulated studies.

``python -m tests.sim.statistics.coverage`` prints the table of ``docs/statistics.md``.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

import numpy as np
from numpy.typing import NDArray
from scipy.stats import binom

from generator.sim.statistics.intervals import Interval, mean_of_counts

SHARES = (0.5, 0.7, 0.9, 0.95, 0.98, 0.99, 0.995)
DEALS = (25, 50, 100, 250, 1000)
GAMES = (2, 3, 4)
DECIDED = (0.0, 0.5, 1.0)


@dataclass(frozen=True)
class Study:
    """Of a game in which the side that is looked at wins ``share`` of the games."""

    share: float
    games: int
    """Of a deal."""
    decided: float
    """The share of deals that decide all their games alike; in the others each game is by itself."""
    deals: int

    def chances(self) -> NDArray[np.float64]:
        """Of winning 0, 1 … of a deal's games."""
        apart = binom.pmf(np.arange(self.games + 1), self.games, self.share)
        alike = np.zeros(self.games + 1)
        alike[[0, -1]] = 1 - self.share, self.share
        found: NDArray[np.float64] = (1 - self.decided) * apart + self.decided * alike
        return found / found.sum()

    def intervals(self, studies: int, seed: int) -> Iterator[tuple[Interval, int]]:
        """The interval of each study, with how many of the studies have it."""
        chance = np.random.default_rng(seed)
        counts = chance.multinomial(self.deals, self.chances(), studies)
        for row, times in zip(*np.unique(counts, axis=0, return_counts=True), strict=True):
            won = {wins / self.games: int(deals) for wins, deals in enumerate(row)}
            yield mean_of_counts(won), int(times)

    def misses(self, studies: int, seed: int) -> tuple[float, float]:
        """The shares of studies whose interval ends below the true value, and begins above it."""
        below = above = 0
        for interval, times in self.intervals(studies, seed):
            below += times * (interval.high < self.share)
            above += times * (interval.low > self.share)
        return below / studies, above / studies


def all_studies() -> list[Study]:
    return [Study(*one) for one in product(SHARES, GAMES, DECIDED, DEALS)]


def main() -> None:
    found = {study: 1 - sum(study.misses(4000, seed)) for seed, study in enumerate(all_studies())}
    print("| true share |", " | ".join(f"{deals:,} deals" for deals in DEALS), "|")
    print("|---|" + "---|" * len(DEALS))
    for share in SHARES:
        cells = []
        for deals in DEALS:
            covered = [rate for one, rate in found.items() if (one.share, one.deals) == (share, deals)]
            cells.append(f"{100 * min(covered):.1f} to {100 * max(covered):.1f}")
        print(f"| {100 * share:g} % |", " | ".join(cells), "|")
    rates = list(found.values())
    print(f"least {100 * min(rates):.2f} %, mean {100 * np.mean(rates):.2f} %")


if __name__ == "__main__":
    main()
