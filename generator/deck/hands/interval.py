"""Estimates from samples, with the interval that holds the true value in 95 of 100 such runs."""

from __future__ import annotations

from math import sqrt
from typing import NamedTuple

LEVEL = 0.95
_Z = 1.959963984540054
"""The normal distribution's 97.5 % point: 2.5 % lie outside on either side."""


class Estimate(NamedTuple):
    """A simulated value and its interval."""

    value: float
    low: float
    high: float


def share(hits: int, samples: int) -> Estimate:
    """A share of the samples, with Wilson's score interval: sound near 0 and 1 too."""
    value = hits / samples
    shrink = 1 + _Z**2 / samples
    middle = (value + _Z**2 / (2 * samples)) / shrink
    half = _Z * sqrt(value * (1 - value) / samples + _Z**2 / (4 * samples**2)) / shrink
    # Wilson's interval ends at 0 and 1 there; rounding must not leave the true value just outside.
    low = 0.0 if hits == 0 else middle - half
    high = 1.0 if hits == samples else middle + half
    return Estimate(value, low, high)


def mean(total: int, squares: int, samples: int) -> Estimate:
    """The mean of whole numbers of which the sum and the sum of squares are known; normal interval."""
    value = total / samples
    # Whole numbers up to the division: no digits are lost where all samples are nearly alike.
    variance = (samples * squares - total**2) / (samples * (samples - 1))
    half = _Z * sqrt(variance / samples)
    return Estimate(value, value - half, value + half)
