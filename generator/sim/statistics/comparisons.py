"""Comparisons on the same deals, one or many: what is not the luck of the cards, nor of looking often.

Two arms play the same deals, or one match plays each deal once for every rotation of the seats. The games of
a deal hang together, so the deal is the unit: a thousand deals of two games each are a thousand observations.

Of twenty cards that do nothing, one looks as if it did. Each of many comparisons therefore comes with what it
says by itself and what it says among the others: an interval that holds together with all the others, the
p value after Holm (the chance of a single false finding in the whole list stays below 5 %), and after
Benjamini and Hochberg (of the findings, 5 % are false).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from generator.sim.statistics.intervals import (
    LEVEL,
    Figures,
    Interval,
    bounded_difference,
    bounded_mean,
    check_level,
    mean_interval,
    one_row,
    simultaneous_level,
    uncommon,
)

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

MIN_UNLIKE = 10
"""Deals unlike the others that the t test needs. With fewer the sample's variance is a matter of luck."""


@dataclass(frozen=True, slots=True)
class PairedDifference(Figures):
    """By how much the first arm's share of wins exceeds the second's, deal by deal."""

    difference: Interval
    better: int
    worse: int
    p_value: float
    """Of no difference: see :func:`p_value_of`."""
    correlation: float
    """Between the arms, over deals; NaN where an arm had the same in all deals."""

    @property
    def deals(self) -> int:
        return self.difference.n


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
            raise ValueError("a win share is from 0 to 1")
    differences = one - two
    better, worse = int((differences > 0).sum()), int((differences < 0).sum())
    interval = bounded_difference(differences, 1.0, level)
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


# Many comparisons


@dataclass(frozen=True, slots=True)
class Comparison(Figures):
    """One of several differences, by itself and among the others."""

    name: str
    alone: Interval
    """At its own level: right to look at where nobody looks at the others."""
    among_all: Interval
    """At the level at which all intervals of the list hold at once."""
    p_value: float
    holm: float
    """The p value, corrected so that no difference of the list is found by chance, at 1 less the level."""
    discovery: float
    """The p value, corrected so that of the differences that are found few are found by chance."""

    @property
    def differs(self) -> bool:
        return self.holm <= 1 - self.alone.level

    def to_dict(self) -> dict[str, object]:
        return {**Figures.to_dict(self), "differs": self.differs}


def holm(p_values: Sequence[float]) -> list[float]:
    """The p values, corrected so that of the whole list none is a false finding (Holm 1979).

    The smallest of n counts n times, the next n - 1 times …; none is smaller than the one before it.

    Raises:
        ValueError: If one is not from 0 to 1.
    """
    import numpy as np

    values = _checked(p_values)
    order = np.argsort(values)
    factors = np.arange(len(values), 0, -1)
    corrected = np.empty_like(values)
    corrected[order] = np.maximum.accumulate(values[order] * factors).clip(max=1)
    return corrected.tolist()  # type: ignore[no-any-return]


def discovery_rate(p_values: Sequence[float]) -> list[float]:
    """The p values, corrected so that few of the findings are false (Benjamini and Hochberg 1995).

    Raises:
        ValueError: If one is not from 0 to 1.
    """
    values = _checked(p_values)
    if not len(values):
        return []
    from scipy.stats import false_discovery_control

    return false_discovery_control(values, method="bh").tolist()  # type: ignore[no-any-return]


def _checked(p_values: Sequence[float]) -> NDArray[np.float64]:
    values = one_row(p_values)
    if not ((values >= 0) & (values <= 1)).all():
        raise ValueError("a p value is from 0 to 1")
    return values


def compare_all(
    differences: Mapping[str, ArrayLike],
    *,
    from_half: bool = False,
    unbounded: bool = False,
    level: float = LEVEL,
) -> tuple[Comparison, ...]:
    """Tells which of several differences are more than chance.

    The same for the cards of a study of card impact, where a difference is that of a deal's win share with
    the card and without, and for the cells of a deck by deck matrix, where it is the deal's win share less
    ½.

    Args:
        differences: By name, one value a deal, from -1 to 1.
        from_half: Whether each is a share of wins less ½. Such a share may come near its bounds, which a
            difference of two shares hardly does: its interval is the exact one.
        unbounded: Whether values may lie beyond -1 to 1, such as those of slopes, and hardly two are alike:
            the interval is Student's.
        level: Of an interval by itself; together they hold at the same level.
    """
    import numpy as np

    check_level(level)

    def interval(values: ArrayLike, level: float) -> Interval:
        if unbounded and uncommon(values) >= MIN_UNLIKE:
            return mean_interval(values, level)
        most = max((1.0, *np.abs(values))) if unbounded else 1.0
        return (
            bounded_mean(values, -0.5, 0.5, level) if from_half else bounded_difference(values, most, level)
        )

    together = simultaneous_level(len(differences), level)
    p_values = [p_value_of(values) for values in differences.values()]
    corrected, discovery = holm(p_values), discovery_rate(p_values)
    return tuple(
        Comparison(
            name,
            interval(values, level),
            interval(values, together),
            p_values[number],
            corrected[number],
            discovery[number],
        )
        for number, (name, values) in enumerate(differences.items())
    )
