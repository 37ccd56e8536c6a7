"""How often intervals hold the true value, in simulated studies.

``python -m tests.sim.statistics.coverage`` prints the tables of ``docs/statistics.md``: of shares, of studies
that stop once they know enough, and of the deals that it takes to find a card.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from math import ceil

import numpy as np
from numpy.typing import NDArray
from scipy.stats import binom

from generator.sim.balance.playing import looks, share_at_every_look
from generator.sim.statistics.comparisons import p_value_of
from generator.sim.statistics.intervals import LEVEL, Interval, mean_of_counts, z_of
from generator.sim.study.plan import Contestant, Plan

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
        counts = np.random.default_rng(seed).multinomial(self.deals, self.chances(), studies)
        for row, times in zip(*np.unique(counts, axis=0, return_counts=True), strict=True):
            won = {wins / self.games: int(deals) for wins, deals in enumerate(row)}
            yield mean_of_counts(won), int(times)

    def values(self, chance: np.random.Generator) -> NDArray[np.float64]:
        """One study: what each deal is worth."""
        return chance.choice(self.games + 1, self.deals, p=self.chances()) / self.games

    def misses(self, studies: int, seed: int) -> tuple[float, float]:
        """The shares of studies whose interval ends below the true value, and begins above it."""
        below = above = 0
        for interval, times in self.intervals(studies, seed):
            below += times * (interval.high < self.share)
            above += times * (interval.low > self.share)
        return below / studies, above / studies


def all_studies() -> list[Study]:
    return [Study(*one) for one in product(SHARES, GAMES, DECIDED, DEALS)]


@dataclass(frozen=True)
class Stops:
    """Of studies that end when an interval is narrow enough."""

    deals: float
    """Of a study, on average."""
    fixed: int
    """That as narrow an interval takes where the number of deals is set beforehand."""
    missed: float
    """The share of studies whose last interval does not hold the true value."""
    ever: float
    """And whose interval at any look does not."""


def stops(study: Study, width: float, studies: int, seed: int) -> Stops:
    """``study.deals`` are the most; the looks are those of ``gatepress balance --until``."""
    chance = np.random.default_rng(seed)
    plan = Plan("any", "any", (Contestant("greedy"),) * study.games, study.games * study.deals, 1)
    ends = [games // study.games for games in looks(plan)]
    share = share_at_every_look(plan)
    deals = missed = ever = 0
    for _ in range(studies):
        values, misses = study.values(chance), 0
        for end in ends:
            interval = share(values[:end])
            misses += not interval.holds(study.share)
            if interval.width < width:
                break
        deals += end
        missed += not interval.holds(study.share)
        ever += misses > 0
    spread = np.dot(study.chances(), (np.arange(study.games + 1) / study.games - study.share) ** 2)
    fixed = ceil(spread / (width / 2 / z_of(LEVEL)) ** 2)
    return Stops(deals / studies, fixed, missed / studies, ever / studies)


def found(effect: float, turned: float, deals: int, cards: int, studies: int, seed: int) -> float:
    """The share of studies of card impact that find a card.

    It turns one game of two in the share ``turned`` of the deals, ``effect`` more often for its holder than
    against. It is found where its p value is small enough for the first of so many cards.
    """
    chance = np.random.default_rng(seed)
    better = turned / 2 + effect
    values = chance.choice([-0.5, 0.0, 0.5], (studies, deals), p=[turned - better, 1 - turned, better])
    most = (1 - LEVEL) / cards
    return float(np.mean([p_value_of(row) <= most for row in values]))


def deals_to_find(effect: float, turned: float, cards: int) -> int:
    """The deals after which 80 of 100 studies find the card, to two digits."""
    for deals in sorted({round(step * 10**power) for power in (1, 2, 3) for step in np.arange(1, 10, 0.5)}):
        if found(effect, turned, deals, cards, 300, deals) >= 0.8:
            return deals
    raise ValueError("more than 10,000 deals")


def main() -> None:
    rates = {study: 1 - sum(study.misses(4000, seed)) for seed, study in enumerate(all_studies())}
    print("| true share |", " | ".join(f"{deals:,} deals" for deals in DEALS), "|")
    print("|---|" + "---|" * len(DEALS))
    for share in SHARES:
        cells = []
        for deals in DEALS:
            covered = [rate for one, rate in rates.items() if (one.share, one.deals) == (share, deals)]
            cells.append(f"{100 * min(covered):.1f} to {100 * max(covered):.1f}")
        print(f"| {100 * share:g} % |", " | ".join(cells), "|")
    covered = list(rates.values())
    print(f"least {100 * min(covered):.2f} %, mean {100 * np.mean(covered):.2f} %\n")
    print("| true share | deals decide | width | deals | fixed | missed at the end | at any look |")
    print("|---|---|---|---|---|---|---|")
    for share, decided, width in product((0.5, 0.9, 0.99), (0.0, 1.0), (0.1, 0.05)):
        one = stops(Study(share, 2, decided, 5_000), width, 1000, 1)
        print(
            f"| {100 * share:g} % | {'all' if decided else 'nothing'} | {width} | {one.deals:,.0f} "
            f"| {one.fixed:,} | {100 * one.missed:.1f} % | {100 * one.ever:.1f} % |"
        )
    print("\n| turns | 3 points | 5 points | 10 points |\n|---|---|---|---|")
    for turned, cards in product((0.1, 0.3), (10, 40)):
        needed = [
            f"{deals_to_find(effect, turned, cards):,}" if effect <= turned / 2 else "–"
            for effect in (0.03, 0.05, 0.1)
        ]
        print(f"| {100 * turned:.0f} % of deals, {cards} cards |", " | ".join(needed), "|")


if __name__ == "__main__":
    main()
