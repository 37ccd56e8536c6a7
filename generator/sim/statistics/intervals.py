"""A figure of sampled games with its interval: shares, win points, means, and the spread of lengths.

An interval of level 0.95 holds the true value in 95 of 100 studies that are carried out alike. It shows how
far chance may have moved the figure, and nothing of whether the bots played well.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from math import ceil, inf, isfinite, nan, sqrt
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

LEVEL = 0.95
"""Of every interval that names no other."""
INTERVAL = f"{100 * LEVEL:.0f} % interval"
MAX_BINS = 20
"""Of a histogram: more bars than that are not read."""


class Figures:
    """What a data class of results is made of, as JSON has it."""

    __slots__ = ()

    def to_dict(self) -> dict[str, object]:
        """By the names of the fields; what JSON has no number for, of an open end or of no games, is null."""
        return {one.name: _json_value(getattr(self, one.name)) for one in fields(self)}  # type: ignore[arg-type]


def _json_value(value: Any) -> Any:
    if isinstance(value, Figures):
        return value.to_dict()
    if isinstance(value, tuple):
        return [_json_value(one) for one in value]
    return json_number(value) if isinstance(value, float) else value


@dataclass(frozen=True, slots=True)
class Interval(Figures):
    """A figure, and from where to where the true value may lie."""

    value: float
    """What was measured; NaN of no games."""
    low: float
    high: float
    n: int
    """How many independent units it rests on: games, or deals where a deal is played several times."""
    level: float
    method: str
    """By which rule, in words: ``Wilson``, ``t`` …"""

    @property
    def width(self) -> float:
        return self.high - self.low

    def holds(self, value: float) -> bool:
        return self.low <= value <= self.high

    def scaled(self, factor: float, shift: float = 0.0) -> Interval:
        """The interval of ``factor * figure + shift``; a negative factor turns it round."""
        low, high = sorted((factor * self.low + shift, factor * self.high + shift))
        return Interval(factor * self.value + shift, low, high, self.n, self.level, self.method)

    @property
    def in_percent(self) -> str:
        """``48.2 % (45.1 to 51.3)``."""
        return f"{100 * self.value:.1f} % ({100 * self.low:.1f} to {100 * self.high:.1f})"

    @property
    def as_mean(self) -> str:
        """``12.3 (11.8 to 12.9)``."""
        return f"{self.value:.1f} ({self.low:.1f} to {self.high:.1f})"


def json_number(value: float) -> float | None:
    return value if isfinite(value) else None


def check_level(level: float) -> None:
    """Raises ValueError for a level outside of 0 to 1."""
    if not 0 < level < 1:
        raise ValueError(f"a level lies between 0 and 1, got {level}")


def z_of(level: float) -> float:
    """How many standard errors a two-sided normal interval of the level reaches: 1.96 for 0.95."""
    from scipy.special import ndtri

    check_level(level)
    return float(ndtri(1 - (1 - level) / 2))


def share_interval(hits: int, n: int, level: float = LEVEL) -> Interval:
    """The share of games in which something came about, with Wilson's score interval.

    Wilson's keeps its level near 0 and 1, where the textbook interval (value ± 1.96 standard errors)
    collapses (Wilson 1927; Brown, Cai and DasGupta 2001). Of no games: anything from 0 to 1.

    Raises:
        ValueError: If ``hits`` is not one of 0 to ``n``.
    """
    if not 0 <= hits <= n:
        raise ValueError(f"{hits} of {n} games is no share")
    return replace(win_share_of(n, hits, hits, level), method="Wilson")


def win_share_of(n: int, total: float, squares: float, level: float = LEVEL) -> Interval:
    """The share of wins where a draw between ``k`` counts 1/k, from the sums of all points and their squares.

    Such games are not binomial: a draw varies less than a win or a loss. The interval is
    :func:`bounded_mean`'s, which is Wilson's where no game is drawn, and narrower where many are.
    """
    return _score_interval(n, total, squares, 0.0, 1.0, level)


def bounded_mean(values: ArrayLike, least: float, most: float, level: float = LEVEL) -> Interval:
    """The mean of values that can't leave ``least`` … ``most``, with a score interval like Wilson's.

    Wilson's interval of n games is that of n + z² games of which z² are added, half won and half lost:
    ``(n·x + z²/2 ± z·√(n·x(1-x) + z²/4)) / (n + z²)``. Here the observed variance of the values takes the
    place of x(1-x), which is the variance of games without draws; so the two agree where no game is drawn.
    Unlike the t interval it has a width where all values are alike, as those of few games often are.

    Raises:
        ValueError: If a value lies outside of the bounds.
    """
    import numpy as np

    array = one_row(values)
    if array.size and (array.min() < least or array.max() > most):
        raise ValueError(
            f"expected values from {least:g} to {most:g}, got {array.min():g} to {array.max():g}"
        )
    total, squares = float(array.sum()), float(np.square(array).sum())
    if array.size and array.min() == array.max():
        # No digits are lost in the difference of large sums.
        total, squares = array.size * float(array[0]), array.size * float(array[0]) ** 2
    return _score_interval(array.size, total, squares, least, most, level)


def _score_interval(
    n: int, total: float, squares: float, least: float, most: float, level: float
) -> Interval:
    z = z_of(level)
    if n == 0:
        return Interval(nan, least, most, 0, level, "score")
    mean = total / n
    variance = max(squares / n - mean**2, 0.0)
    span = most - least
    middle = (n * mean + z**2 * (least + most) / 2) / (n + z**2)
    half = z * sqrt(n * variance + z**2 * span**2 / 4) / (n + z**2)
    low = least if mean <= least else max(least, middle - half)
    high = most if mean >= most else min(most, middle + half)
    return Interval(mean, low, high, n, level, "score")


def mean_interval(values: ArrayLike, level: float = LEVEL) -> Interval:
    """The mean of any numbers with Student's t interval (``scipy.stats.t``).

    It rests on the mean being nearly normal: from some 30 games on, unless a few are very far out. One value
    alone has no interval: it reaches from minus to plus infinity. Values that are all alike give one without
    width; where they have bounds, :func:`bounded_mean` is the better one.
    """
    array = one_row(values)
    check_level(level)
    if array.size < 2:
        return Interval(float(array[0]) if array.size else nan, -inf, inf, array.size, level, "t")
    from scipy import stats

    mean = float(array.mean())
    error = float(array.std(ddof=1)) / sqrt(array.size)
    half = float(stats.t.ppf(1 - (1 - level) / 2, array.size - 1)) * error
    return Interval(mean, mean - half, mean + half, array.size, level, "t")


@dataclass(frozen=True, slots=True)
class Bar(Figures):
    """A bar of a histogram: how many values lie from ``low`` up to but without ``high``."""

    low: float
    high: float
    count: int


@dataclass(frozen=True, slots=True)
class Spread(Figures):
    """How long games last, or what else is counted once a game."""

    mean: Interval
    sd: float
    """The standard deviation of single games; 0 of one game."""
    least: float
    p5: float
    """5 % of the games have this value or less; it is the value of a game that was played."""
    p50: float
    p95: float
    most: float
    bars: tuple[Bar, ...]


def spread(values: ArrayLike, level: float = LEVEL) -> Spread:
    """Mean, standard deviation, quantiles and histogram of whole numbers, such as turns or decisions.

    Raises:
        ValueError: If there are no values: nothing has no spread.
    """
    import numpy as np

    array = one_row(values)
    if not array.size:
        raise ValueError("there are no values")
    p5, p50, p95 = (float(value) for value in np.quantile(array, [0.05, 0.5, 0.95], method="inverted_cdf"))
    sd = float(array.std(ddof=1)) if array.size > 1 else 0.0
    mean = mean_interval(array, level)
    return Spread(mean, sd, float(array.min()), p5, p50, p95, float(array.max()), _bars(array))


def _bars(values: NDArray[np.float64]) -> tuple[Bar, ...]:
    import numpy as np

    first, last = int(np.floor(values.min())), int(np.floor(values.max()))
    width = max(1, ceil((last - first + 1) / MAX_BINS))
    which = np.floor((values - first) / width).astype(np.int64)
    counts = np.bincount(which)
    return tuple(
        Bar(first + number * width, first + (number + 1) * width, int(count))
        for number, count in enumerate(counts)
    )


def simultaneous_level(count: int, level: float = LEVEL) -> float:
    """The level that each of ``count`` intervals needs for all to hold at once (Bonferroni 1936).

    It holds however the figures hang together: wins of the seats of one game do.
    """
    check_level(level)
    return 1 - (1 - level) / max(1, count)


def one_row(values: ArrayLike) -> NDArray[np.float64]:
    """The values as an array.

    Raises:
        ValueError: If they are no single row, or one of them is no finite number.
    """
    import numpy as np

    array: NDArray[np.float64] = np.asarray(values, dtype=np.float64)
    if array.ndim != 1:
        raise ValueError(f"expected one row of values, got {array.ndim} dimensions")
    if not np.isfinite(array).all():
        raise ValueError("a value is infinite or not a number")
    return array


def games_for(half_width: float, share: float = 0.5, level: float = LEVEL) -> int:
    """How many independent games give a share to ± ``half_width``: 1,068 for ± 0.03, 9,604 for ± 0.01.

    A half takes the most.

    Raises:
        ValueError: If the width is not above 0, or the share not between 0 and 1.
    """
    if not half_width > 0 or not 0 < share < 1:
        raise ValueError("expected a width above 0 and a share between 0 and 1")
    return ceil(share * (1 - share) / (half_width / z_of(level)) ** 2)


def mean_of_independent(shares: Sequence[Interval], method: str) -> Interval:
    """The mean of independent shares that count alike: their errors add up squared.

    Each side's by itself, for a share near 0 or 1 reaches further to the middle (Zou and Donner 2008).
    """
    count = len(shares)
    mean = sum(share.value for share in shares) / count
    below = sqrt(sum((share.value - share.low) ** 2 for share in shares)) / count
    above = sqrt(sum((share.high - share.value) ** 2 for share in shares)) / count
    n, level = sum(share.n for share in shares), shares[0].level
    return Interval(mean, max(0.0, mean - below), min(1.0, mean + above), n, level, method)


def uncommon(values: ArrayLike) -> int:
    """How many of the values are not the commonest one: few of them say little of the variance."""
    import numpy as np

    # Thirds that were added in another order are the same number.
    _, counts = np.unique(np.round(one_row(values), 12), return_counts=True)
    return one_row(values).size - int(counts.max(initial=0))
