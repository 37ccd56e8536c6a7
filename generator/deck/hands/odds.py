"""Odds of drawing cards: exact ones as fractions, and estimates from samples with their intervals.

Cards are drawn without putting any back, so the exact odds are hypergeometric. An interval holds the true
value in 95 of 100 such runs.
"""

from __future__ import annotations

from fractions import Fraction
from math import comb, sqrt
from typing import NamedTuple


def none_of(wanted: int, cards: int, drawn: int) -> Fraction:
    """The chance that none of the ``wanted`` ones among ``cards`` is drawn."""
    drawn = min(drawn, cards)
    return Fraction(comb(cards - wanted, drawn), comb(cards, drawn))


def at_least_one_of(wanted: int, cards: int, drawn: int) -> Fraction:
    """The chance that one or more of the ``wanted`` ones among ``cards`` are drawn."""
    return 1 - none_of(wanted, cards, drawn)


def expected_points(points: int, cards: int, drawn: int) -> Fraction:
    """What the drawn cards cost together on average, where all ``cards`` cost ``points``."""
    return Fraction(min(drawn, cards) * points, cards) if cards else Fraction(0)


def at_least(count: int, wanted: int, cards: int, drawn: int) -> Fraction:
    """The chance that ``count`` or more of the ``wanted`` ones among ``cards`` are drawn."""
    drawn = min(drawn, cards)
    ways = sum(
        comb(wanted, held) * comb(cards - wanted, drawn - held)
        for held in range(count, min(wanted, drawn) + 1)
    )
    return Fraction(ways, comb(cards, drawn))


LEVEL = 0.95
"""Of the intervals."""
_Z = 1.959963984540054
"""The normal distribution's 97.5 % point: 2.5 % lie outside on either side."""


class Estimate(NamedTuple):
    """A simulated value and its interval."""

    value: float
    low: float
    high: float


def as_dict(exact: Fraction, simulated: Estimate, *, inside: bool) -> dict[str, object]:
    """The JSON-ready keys of all odds; ``inside``: whether the exact value lies in the interval."""
    return {
        "exact": float(exact),
        "fraction": str(exact),
        "simulated": simulated.value,
        "low": simulated.low,
        "high": simulated.high,
        "inside": inside,
    }


def estimate_share(hits: int, samples: int) -> Estimate:
    """A share of the samples, with Wilson's score interval: sound near 0 and 1 too.

    It is that of :func:`generator.sim.statistics.intervals.share_interval`, written out: statsmodels takes
    longer to load than a thousand hands to draw.
    """
    value = hits / samples
    shrink = 1 + _Z**2 / samples
    middle = (value + _Z**2 / (2 * samples)) / shrink
    half = _Z * sqrt(value * (1 - value) / samples + _Z**2 / (4 * samples**2)) / shrink
    # Wilson's interval ends at 0 and 1 there; rounding must not leave the true value just outside.
    low = 0.0 if hits == 0 else middle - half
    high = 1.0 if hits == samples else middle + half
    return Estimate(value, low, high)


def estimate_mean(total: int, squares: int, samples: int) -> Estimate:
    """The mean of whole numbers, from their sum and their sum of squares, with the normal interval."""
    value = total / samples
    # Whole numbers up to the division: no digits are lost where all samples are nearly alike.
    variance = (samples * squares - total**2) / (samples * (samples - 1))
    half = _Z * sqrt(variance / samples)
    return Estimate(value, value - half, value + half)
