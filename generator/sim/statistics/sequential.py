"""Intervals that stay valid when one looks after every batch, and stops when they are narrow enough.

Whoever looks at a 95 % interval again and again, and stops when it suits, is wrong far more often than in 5
of 100 studies. A confidence sequence holds the true value at all times at once in 95 of 100 studies,
however often one looks and whatever makes one stop. It costs width: about 1.6 times that of an interval at
a fixed end.

The one here is the empirical Bernstein confidence sequence of Howard, Ramdas, McAuliffe and Sekhon,
"Time-uniform, nonparametric, nonasymptotic confidence sequences", Annals of Statistics 49 (2021), theorem 4
with the gamma-exponential mixture of proposition 9. It asks of the values only that they are bounded and
that each has the same mean given those before; draws are no trouble, and values that vary less get a
narrower interval. The authors' package ``confseq`` comes as C++ source, which plain pip builds only where
there is a compiler.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import lgamma, log, nan
from typing import TYPE_CHECKING

from generator.sim.statistics.intervals import LEVEL, Interval, check_level, games_for, one_row

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

EXPECTED = 1_000
"""Games for which the sequence is narrowest, where no width is aimed at."""
LOOSER = 2.4
"""Games until a sequence is as narrow as an interval at a fixed end, as a multiple of that one's."""


@dataclass(slots=True)
class ConfidenceSequence:
    """The mean of values from ``least`` to ``most``, with an interval that holds after every value at once.

    Values count in the order in which they come. For the same result whatever the number of workers that is
    the order of deals, of which each is one value.
    """

    least: float = 0.0
    most: float = 1.0
    level: float = LEVEL
    expected: int = EXPECTED
    """How many values it is tuned for: narrowest there, but valid always. Chosen before the first value."""
    n: int = field(default=0, init=False)
    _sum: float = field(default=0.0, init=False)
    _variance: float = field(default=0.0, init=False)
    """The sum of squares of what each value differed from its guess."""

    def __post_init__(self) -> None:
        check_level(self.level)
        if not self.least < self.most or self.expected < 1:
            raise ValueError("expected bounds in order and at least one value")

    def update(self, values: ArrayLike) -> Interval:
        """Takes the next values and returns the interval after them.

        Raises:
            ValueError: If a value is out of bounds; none is counted then.
        """
        import numpy as np

        array = one_row(values)
        if array.size and (array.min() < self.least or array.max() > self.most):
            raise ValueError(f"a value lies outside of {self.least:g} to {self.most:g}")
        array = (array - self.least) / (self.most - self.least)
        totals = self._sum + np.cumsum(array)
        before = np.concatenate(([self._sum], totals[:-1])) if array.size else totals
        # The guess of each value's mean, from those before it and one of ½.
        guesses = (before + 0.5) / (self.n + np.arange(array.size) + 1)
        self._variance += float(np.square(array - guesses).sum())
        self._sum = float(totals[-1]) if array.size else self._sum
        self.n += array.size
        return self.interval()

    def interval(self) -> Interval:
        """What is known so far; before the first value, the bounds."""
        span = self.most - self.least
        if self.n == 0:
            return Interval(nan, self.least, self.most, 0, self.level, "at all times")
        mean = self._sum / self.n
        # Either side errs in half of the cases.
        half = _bound(self._variance, (1 - self.level) / 2, _tuning(self.expected / 4, (1 - self.level) / 2))
        low, high = max(0.0, mean - half / self.n), min(1.0, mean + half / self.n)
        return Interval(
            self.least + span * mean,
            self.least + span * low,
            self.least + span * high,
            self.n,
            self.level,
            "at all times",
        )


def sequence_for(
    width: float, least: float = 0.0, most: float = 1.0, level: float = LEVEL
) -> ConfidenceSequence:
    """A sequence that is narrowest about when its interval has the width at which a study is to stop."""
    games = games_for(width / (most - least) / 2, level=level)
    return ConfidenceSequence(least, most, level, max(1, round(LOOSER * games)))


def _tuning(variance: float, error: float) -> float:
    """The parameter ρ of the mixture that makes the bound lowest near the variance (section 3.5 there)."""
    # One side of a normal mixture for `error` is one of two sides for twice as much.
    need = log(1 / (2 * error))
    return variance / (2 * need + log(1 + 2 * need))


def log_mixture(excess: float, variance: float, rho: float) -> float:
    """The logarithm of the gamma-exponential mixture (proposition 9, c = 1), a supermartingale from 1 on.

    It is the mean of exp(λ·excess - ψ(λ)·variance), ψ(λ) = -log(1-λ) - λ, over λ from 0 to 1 where 1-λ has a
    gamma distribution of shape ``rho`` and rate ``rho``, cut off at 1.

    Args:
        excess: How far the sum of the values is above what was to be expected; 0 or more.
        variance: The sum of squared differences from the guesses.
        rho: The tuning.
    """
    from scipy.special import gammainc

    start = rho * log(rho) - lgamma(rho) - log(gammainc(rho, rho))
    shape, reach = variance + rho, excess + variance + rho
    value = start + lgamma(shape) + log(gammainc(shape, reach)) - shape * log(reach) + excess + variance
    return float(value)


def _bound(variance: float, error: float, rho: float) -> float:
    """What the excess stays below at all times, but with a chance of ``error``."""
    from scipy.optimize import brentq

    goal = log(1 / error)
    high = 1.0
    while log_mixture(high, variance, rho) < goal:
        high *= 2
    return float(brentq(lambda excess: log_mixture(excess, variance, rho) - goal, 0.0, high, xtol=1e-9))
