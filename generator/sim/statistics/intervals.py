"""A figure of sampled games with its interval: shares, win points, means, and the spread of lengths.

An interval of level 0.95 holds the true value in 95 of 100 studies that are carried out alike. It shows how
far chance may have moved the figure, and nothing of whether the bots played well.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from math import ceil, exp, inf, isfinite, log, nan, sqrt
from statistics import NormalDist
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

LEVEL = 0.95
"""Of every interval that names no other."""
INTERVAL = f"{100 * LEVEL:.0f} % interval"
AT_EVERY_LOOK = "at every look"
"""How the intervals of a study that may stop early are made."""
MAX_BINS = 20
"""Of a histogram: more bars than that are not read."""
ADDED = 0.85
"""Of a value: what stands at the bound beside those that came about."""
MAX_STEPS = 60
PRECISION = 1e-9
"""Of an interval's end, in normal deviations."""


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
    """By which rule, in words: ``resampled``, ``t`` …"""

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
        raise ValueError(f"a level is between 0 and 1, got {level}")


def z_of(level: float) -> float:
    """How many standard errors a two-sided normal interval of the level reaches: 1.96 for 0.95."""
    check_level(level)
    return NormalDist().inv_cdf(1 - (1 - level) / 2)


def share_interval(hits: int, n: int, level: float = LEVEL) -> Interval:
    """The share of games in which something came about: :func:`mean_of_counts`.

    Of no games: anything from 0 to 1.

    Raises:
        ValueError: If ``hits`` is not one of 0 to ``n``.
    """
    if not 0 <= hits <= n:
        raise ValueError(f"{hits} of {n} games is not a share")
    return mean_of_counts({1.0: hits, 0.0: n - hits}, level=level)


def bounded_mean(values: ArrayLike, least: float = 0.0, most: float = 1.0, level: float = LEVEL) -> Interval:
    """The mean of values that can't leave ``least`` … ``most``: :func:`mean_of_counts`.

    Raises:
        ValueError: If a value lies outside of the bounds.
    """
    return mean_of_counts(_counts(values, least, most), least, most, level)


def bounded_difference(values: ArrayLike, bound: float, level: float = LEVEL) -> Interval:
    """The mean of differences from ``-bound`` to ``bound``, which rarely come near their bounds.

    As :func:`mean_of_counts`, but with half a value added at either bound for either end of the interval,
    and not a whole one at the end's own: of wins and losses that is the interval of Jeffreys' prior (Brown,
    Cai and DasGupta 2001). A difference whose mean is near a bound would be missed too often; one near the
    middle is missed as often as the level says, where the exact interval is far too wide.

    Raises:
        ValueError: If a value lies outside of the bounds.
    """
    counts = _counts(values, -bound, bound)
    return _resampled(counts, -bound, bound, level, ((-bound, 0.5), (bound, 0.5)), "resampled, two-sided")


def mean_of_counts(
    counts: Mapping[float, int], least: float = 0.0, most: float = 1.0, level: float = LEVEL
) -> Interval:
    """The mean of values that can't leave ``least`` … ``most``, from how often each value came about.

    The interval of Gaffke ("Three test statistics for a nonparametric one-sided hypothesis on the mean of a
    nonnegative variable", 2005; Learned-Miller and Thomas, "A new confidence interval for the mean of a
    bounded random variable", 2019). The values and one more, at the bound, are weighed at random, all
    weightings being equally likely; the upper end is a quantile of the weighted mean. Of wins and losses that
    is Clopper and Pearson's (1934); draws, and games of one deal that hang together, need nothing more, since
    all that counts is how the values of whole deals scatter.

    With one whole value more it misses the mean nowhere more often than it says, and on average half as
    often. Here it is ``ADDED`` of a value: of wins and losses, at least 94.4 of 100 intervals of 95 % hold
    the mean, whatever it is. ``docs/statistics.md`` has a table for deals of several games.
    """
    return _resampled(counts, least, most, level, ((most, ADDED),), "resampled")


def _counts(values: ArrayLike, least: float, most: float) -> dict[float, int]:
    import numpy as np

    array = one_row(values)
    if array.size and (array.min() < least or array.max() > most):
        raise ValueError(
            f"expected values from {least:g} to {most:g}, got {array.min():g} to {array.max():g}"
        )
    # Thirds that were added in another order are the same number.
    found, counts = np.unique(np.round(array, 12), return_counts=True)
    return dict(zip(found.tolist(), counts.tolist(), strict=True))


def _resampled(
    counts: Mapping[float, int],
    least: float,
    most: float,
    level: float,
    added: Sequence[tuple[float, float]],
    method: str,
) -> Interval:
    """``added``: what stands beside the values for the upper end, each with its count, and turned round for
    the lower one."""
    z, n, span = z_of(level), sum(counts.values()), most - least
    if n == 0:
        return Interval(nan, least, most, 0, level, method)
    mean = sum(count * value for value, count in counts.items()) / n
    ends = []
    for turn, bound in ((1, least), (-1, most)):
        heights = [(turn * (value - bound) / span, float(count)) for value, count in counts.items() if count]
        heights += [((value - least) / span, count) for value, count in added]
        ends.append(bound + turn * span * _weighted_quantile(heights, z))
    # Rounding, and the approximation for one or two values, leave the mean inside.
    high, low = max(mean, min(most, ends[0])), min(mean, max(least, ends[1]))
    return Interval(mean, low, high, n, level, method)


def _weighted_quantile(heights: Sequence[tuple[float, float]], z: float) -> float:
    """The quantile, at ``z`` > 0 normal deviations, of the mean of heights from 0 to 1 under random weights.

    The weights are those of a Dirichlet distribution with the given counts. That the mean is at most ``t`` is
    as likely as that a sum of gamma variables, one for each height, times (height - t), is at most 0: by the
    saddlepoint approximation (Barndorff-Nielsen's r*, "Inference on full or partial parameters", 1986),
    which is right to 0.5 % of the distance from the mean and errs on the wide side. Instead of ``t``, the
    saddlepoint is looked for, where everything can be written down: ``depth`` is -log(1 - θ), and the
    weights there are proportional to 1 / (1 - θ·height).
    """
    total = sum(count for _, count in heights)
    if all(height == 1.0 for height, _ in heights):
        return 1.0

    def at(depth: float) -> tuple[float, float]:
        """The mean at this tilt, and its normal deviation less the one that is wanted."""
        rest = exp(-depth)
        tilted = [(height, count, 1 - height + height * rest) for height, count in heights]
        weight = sum(count / part for _, count, part in tilted)
        mean = sum(count * height / part for height, count, part in tilted) / weight
        scale = weight / total
        root = sqrt(max(0.0, 2 * sum(count * log(scale * part) for _, count, part in tilted)))
        slope = (1 - rest) * sqrt(
            sum(count * ((height - mean) / part) ** 2 for height, count, part in tilted)
        )
        return mean, root + log(slope / root) / root - z if root > 0 else -z

    low, high, below = 0.0, 1.0, -z
    found, above = at(high)
    while above < 0:
        low, high, below = high, 2 * high, above
        found, above = at(high)
    # Regula falsi, in the way of the Illinois algorithm.
    for _ in range(MAX_STEPS):
        depth = high - above * (high - low) / (above - below)
        found, off = at(depth)
        if abs(off) < PRECISION:
            break
        if off > 0:
            high, above, below = depth, off, below / 2
        else:
            low, below, above = depth, off, above / 2
    return found


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
