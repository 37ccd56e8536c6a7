"""Odds of drawing cards: exact ones as fractions, and estimates from samples with their intervals.

Cards are drawn without putting any back, so the exact odds are hypergeometric. An interval holds the true
value in 95 of 100 such runs.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import comb, inf, log, sqrt
from typing import Literal


def exactly(count: int, wanted: int, cards: int, drawn: int) -> Fraction:
    """The chance that just ``count`` of the ``wanted`` ones among ``cards`` are drawn."""
    drawn = min(drawn, cards)
    if count > drawn:
        return Fraction(0)
    return Fraction(comb(wanted, count) * comb(cards - wanted, drawn - count), comb(cards, drawn))


def at_least(count: int, wanted: int, cards: int, drawn: int) -> Fraction:
    """The chance that ``count`` or more of the ``wanted`` ones among ``cards`` are drawn."""
    held = range(count, min(wanted, drawn) + 1)
    return sum((exactly(number, wanted, cards, drawn) for number in held), Fraction(0))


LEVEL = 0.95
"""Of the intervals."""
_Z = 1.959963984540054
"""The normal distribution's 97.5 % point: 2.5 % lie outside on either side."""


_NO_CHANCE = log(1e9)
"""What happens in one of a thousand million such rows is not taken for chance."""

Verdict = Literal["inside", "outside", "contradicted"]
"""Of an exact value: it lies in the simulated one's interval; outside it, as one in 20 does by chance; or so
far outside that one of the two is wrong."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A simulated value and its interval."""

    value: float
    low: float
    high: float
    samples: int
    least: float = 0.0
    most: float = 1.0
    """Between these lies every sample."""

    def verdict(self, exact: Fraction) -> Verdict:
        """How an exact value goes together with it.

        What is no chance follows from Hoeffding's inequality, which holds of all samples within bounds,
        however unevenly they lie there.
        """
        # As a float, as the ends are: where all samples are alike, they are the value, rounded.
        if self.low <= float(exact) <= self.high:
            return "inside"
        found, true = self._share(self.value), self._share(float(exact))
        return "contradicted" if self.samples * _divergence(found, true) > _NO_CHANCE else "outside"

    def _share(self, value: float) -> float:
        """Where it lies between the least and the most, from 0 to 1."""
        width = self.most - self.least
        return min(1.0, max(0.0, (value - self.least) / width)) if width else 0.0


def _divergence(found: float, true: float) -> float:
    """That of Kullback and Leibler, of one share from another."""
    if not 0 < true < 1:
        return 0.0 if found == true else inf
    parts = ((found, true), (1 - found, 1 - true))
    return sum(of_found * log(of_found / of_true) for of_found, of_true in parts if of_found > 0)


def as_dict(exact: Fraction | None, simulated: Estimate) -> dict[str, object]:
    """The JSON-ready keys of all odds. Where there is no exact value, what depends on it is null."""
    verdict = None if exact is None else simulated.verdict(exact)
    return {
        "exact": None if exact is None else float(exact),
        "fraction": None if exact is None else str(exact),
        "simulated": simulated.value,
        "low": simulated.low,
        "high": simulated.high,
        "inside": None if verdict is None else verdict == "inside",
        "contradicted": None if verdict is None else verdict == "contradicted",
    }


def estimate_share(hits: int, samples: int) -> Estimate:
    """A share of the samples, with Wilson's score interval: sound near 0 and 1 too.

    It is that of :func:`generator.sim.statistics.intervals.share_interval`, without SciPy, which takes longer
    to load than a thousand hands to draw.
    """
    value = hits / samples
    shrink = 1 + _Z**2 / samples
    middle = (value + _Z**2 / (2 * samples)) / shrink
    half = _Z * sqrt(value * (1 - value) / samples + _Z**2 / (4 * samples**2)) / shrink
    # Wilson's interval ends at 0 and 1 there; rounding must not leave the true value just outside.
    low = 0.0 if hits == 0 else middle - half
    high = 1.0 if hits == samples else middle + half
    return Estimate(value, low, high, samples)


def estimate_mean(
    total: int, squares: int, samples: int, least: int, most: int, *, scale: int = 1
) -> Estimate:
    """The mean of whole numbers, from their sum and their sum of squares, with the normal interval.

    ``least`` and ``most``: what they lie between. ``scale``: how many times the value they are.
    """
    value = total / samples
    # Whole numbers up to the division: no digits are lost where all samples are nearly alike.
    variance = (samples * squares - total**2) / (samples * (samples - 1))
    half = _Z * sqrt(variance / samples)
    value, half = value / scale, half / scale
    return Estimate(value, value - half, value + half, samples, least / scale, most / scale)
