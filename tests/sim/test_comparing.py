"""Two runs of studies side by side."""

from __future__ import annotations

from math import sqrt

import pytest

from generator.sim.statistics.intervals import Interval, z_of
from generator.sim.study.comparing import changed_cards, independent


def wilson(hits: int, n: int) -> Interval:
    z, share = z_of(0.95), hits / n
    middle, half = share + z * z / (2 * n), z * sqrt(share * (1 - share) / n + z * z / (4 * n * n))
    low, high = ((middle + sign * half) / (1 + z * z / n) for sign in (-1, 1))
    return Interval(share, low, high, n, 0.95, "Wilson")


@pytest.mark.parametrize(
    ("one", "two", "low", "high"),
    [
        ((48, 80), (56, 70), 0.0524, 0.3339),
        ((3, 10), (9, 10), 0.1705, 0.8090),
        ((0, 20), (10, 10), 0.6791, 1.0),
    ],
)
def test_the_difference_of_independent_shares(
    one: tuple[int, int], two: tuple[int, int], low: float, high: float
) -> None:
    """By the tenth method of Newcombe (1998), table II."""
    found = independent(wilson(*one), wilson(*two))
    assert (found.low, found.high) == (pytest.approx(low, abs=2e-4), pytest.approx(high, abs=2e-4))


def test_cards_that_changed_came_and_went() -> None:
    before = {"rules.hand": "5", "cards/oak.cost": "3", "cards/elm.cost": "1"}
    after = {"rules.hand": "5", "cards/oak.cost": "4", "cards/ash.cost": "2"}
    assert changed_cards(before, after) == [
        ("cards/oak.cost", "3", "4"),
        ("cards/elm.cost", "1", ""),
        ("cards/ash.cost", "", "2"),
    ]
