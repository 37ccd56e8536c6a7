"""Comparisons on the same deals: what differs between two games of one deal is not the luck of the cards.

Two arms play the same deals, or one match plays each deal once for every rotation of the seats. The games of
a deal hang together, so the deal is the unit: a thousand deals of two games each are a thousand observations.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from generator.sim.statistics.intervals import (
    LEVEL,
    Interval,
    bounded_mean,
    json_number,
    mean_interval,
    one_row,
    uncommon,
    units_for,
)

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

MIN_UNLIKE = 10
"""Deals unlike the others that the t interval needs. With fewer the sample's variance is a matter of luck; of
a card that decided no deal of fifty it is 0, and the interval would claim to know the difference exactly."""


@dataclass(frozen=True, slots=True)
class PairedDifference:
    """By how much the first arm's share of wins exceeds the second's, deal by deal."""

    difference: Interval
    better: int
    """Deals in which the first arm had more."""
    worse: int
    p_value: float
    """Of no difference: see :func:`p_value_of`."""
    correlation: float
    """Between the arms, over deals; NaN where an arm had the same in all deals."""

    @property
    def deals(self) -> int:
        return self.difference.n

    def to_dict(self) -> dict[str, object]:
        return {
            "difference": self.difference.to_dict(),
            "better": self.better,
            "worse": self.worse,
            "p_value": self.p_value,
            "correlation": json_number(self.correlation),
        }


def deal_means(points: ArrayLike, games: int) -> NDArray[np.float64]:
    """The mean of each deal from points in the order of games: game ``k`` is of deal ``k // games``.

    The games of a last deal that is not played to its end are left out: they favour who sits well in them.

    Raises:
        ValueError: If ``games``, how many a deal has, is not 1 or more.
    """
    if games < 1:
        raise ValueError(f"a deal has 1 game or more, got {games}")
    array = one_row(points)
    whole = array.size - array.size % games
    means: NDArray[np.float64] = array[:whole].reshape(-1, games).mean(axis=1)
    return means


def mean_of_deals(values: ArrayLike, least: float, most: float, level: float = LEVEL) -> Interval:
    """The mean over deals, each one value from ``least`` to ``most``, with an interval.

    The t interval; where fewer than ``MIN_UNLIKE`` deals are unlike the commonest value, the score interval
    for bounded values.
    """
    array = one_row(values)
    if uncommon(array) < MIN_UNLIKE:
        return bounded_mean(array, least, most, level)
    interval = mean_interval(array, level)
    low, high = max(least, interval.low), min(most, interval.high)
    return Interval(interval.value, low, high, interval.n, level, interval.method)


def paired_difference(first: ArrayLike, second: ArrayLike, level: float = LEVEL) -> PairedDifference:
    """Compares two arms that played the same deals, from each arm's win share (0 to 1) in every deal.

    Where both arms have several games in a deal, these are :func:`deal_means`.

    Raises:
        ValueError: If the arms have not the same number of deals, or a value lies outside of 0 to 1.
    """
    one, two = one_row(first), one_row(second)
    if one.shape != two.shape:
        raise ValueError(f"expected the same deals for both arms, got {one.size} and {two.size}")
    for arm in (one, two):
        if arm.size and not (arm.min() >= 0 and arm.max() <= 1):
            raise ValueError("a win share lies from 0 to 1")
    differences = one - two
    better, worse = int((differences > 0).sum()), int((differences < 0).sum())
    interval = mean_of_deals(differences, -1.0, 1.0, level)
    return PairedDifference(interval, better, worse, p_value_of(differences), _correlation(one, two))


def p_value_of(differences: ArrayLike) -> float:
    """The chance of a mean so far from 0 if the true one were 0, from one difference a deal.

    By scipy's paired t test; where fewer than ``MIN_UNLIKE`` deals are unlike the commonest value, by the
    sign test.
    """
    array = one_row(differences)
    if uncommon(array) < MIN_UNLIKE:
        return sign_test(int((array > 0).sum()), int((array < 0).sum()))
    from scipy import stats

    return float(stats.ttest_1samp(array, 0.0).pvalue)


def _correlation(one: NDArray[np.float64], two: NDArray[np.float64]) -> float:
    import numpy as np

    if one.size < 2 or np.ptp(one) == 0 or np.ptp(two) == 0:
        return float("nan")
    return float(np.corrcoef(one, two)[0, 1])


def sign_test(better: int, worse: int) -> float:
    """The chance of so uneven a count or a more uneven one if better and worse were equally likely.

    Two-sided and exact (``scipy.stats.binomtest``). Of 0/1 results it is McNemar's exact test.
    """
    if better + worse == 0:
        return 1.0
    from scipy import stats

    return float(stats.binomtest(better, better + worse, 0.5).pvalue)


def first_player_advantage(
    points: ArrayLike, players: int, sides: int | None = None, level: float = LEVEL
) -> Interval:
    """The first seat's win share beyond its fair one, from deals that are played in every rotation.

    Args:
        points: The first seat's points (0 to 1) in every game, by number; ``players`` games a deal.
        players: How many seats the game has, and so how many rotations a deal.
        sides: How many sides these play for; by default each for itself.
        level: Of the interval.

    Returns:
        The mean over deals of the first seat's share less ``1 / sides``. Because every contestant sits in
        every seat of every deal, a stronger contestant or deck does not move it.
    """
    means = deal_means(points, players)
    return mean_of_deals(means, 0.0, 1.0, level).scaled(1.0, -1.0 / (sides or players))


@dataclass(frozen=True, slots=True)
class Power:
    """How fine a study of so many deals tells a figure, and how many it would take to tell it finer."""

    half_width: float
    """Of the interval that was reached."""
    deals: int
    wanted: float
    """The half-width that is asked after."""
    deals_needed: int
    """So many deals give it if they vary as these do."""


def power_of(values: ArrayLike, wanted: float, level: float = LEVEL) -> Power:
    """How many deals like these tell their mean to ± ``wanted``; ``values`` has one number a deal.

    Raises:
        ValueError: If there are fewer than two deals.
    """
    array = one_row(values)
    interval = mean_interval(array, level)
    if array.size < 2:
        raise ValueError("one deal tells nothing of how deals vary")
    sd = float(array.std(ddof=1))
    return Power(interval.width / 2, array.size, wanted, units_for(wanted, sd, level))
