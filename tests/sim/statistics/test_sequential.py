"""Sequential intervals hold at every look at once, as intervals for a fixed end do not."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, log

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import integrate

from generator.sim.statistics.intervals import games_for, share_interval
from generator.sim.statistics.sequential import (
    LOOSER,
    ConfidenceSequence,
    log_mixture,
    sequence_for,
)

STUDIES = 200
LOOKS = 30


def games_of(kind: str, seed: int, n: int) -> tuple[np.ndarray, float]:
    """Results of a study and their true mean."""
    chance = np.random.default_rng([len(kind), seed])
    if kind == "coin":
        return chance.integers(0, 2, n).astype(float), 0.5
    if kind == "rare":
        return (chance.random(n) < 0.03).astype(float), 0.03
    if kind == "drawn":
        return chance.choice([0, 0.5, 1.0], n, p=[0.1, 0.7, 0.2]), 0.55
    return chance.beta(0.3, 0.6, n), 1 / 3


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["coin", "rare", "drawn", "any"])
def test_the_true_value_lies_in_the_interval_at_all_looks(kind: str) -> None:
    missed = 0
    for seed in range(STUDIES):
        games, true = games_of(kind, seed, 40 * LOOKS)
        sequence = ConfidenceSequence()
        intervals = [sequence.update(batch) for batch in games.reshape(LOOKS, 40)]
        missed += not all(interval.holds(true) for interval in intervals)
    assert missed <= STUDIES * 0.05


@pytest.mark.slow
@pytest.mark.parametrize("batch", [1, 7])
def test_it_holds_after_every_single_game(batch: int) -> None:
    missed = 0
    for seed in range(150):
        games, true = games_of("coin", seed, 140)
        sequence = ConfidenceSequence(expected=50, level=0.8)
        looks = [sequence.update(games[at : at + batch]) for at in range(0, 140, batch)]
        missed += not all(interval.holds(true) for interval in looks)
    assert missed <= 150 * 0.2


@pytest.mark.slow
def test_looking_again_and_again_at_a_plain_interval_is_wrong_far_more_often() -> None:
    missed = 0
    for seed in range(STUDIES):
        games, true = games_of("coin", seed, 40 * LOOKS)
        wins = np.cumsum(games.reshape(LOOKS, 40).sum(axis=1))
        missed += not all(share_interval(int(won), 40 * (at + 1)).holds(true) for at, won in enumerate(wins))
    assert missed > STUDIES / 6


@settings(deadline=None)
@given(st.floats(0, 60), st.floats(0, 80), st.floats(0.3, 50))
def test_the_mixture_is_the_integral_of_the_paper(excess: float, variance: float, rho: float) -> None:
    """Of exp(λs - ψ(λ)v) by a truncated gamma density, worked out by quadrature."""

    def integrand(rest: float, s: float, v: float) -> float:
        return exp((1 - rest) * (s + v) + (v + rho - 1) * log(rest) - rho * rest) if rest > 0 else 0.0

    whole, _ = integrate.quad(integrand, 0, 1, (excess, variance), limit=400)
    start, _ = integrate.quad(integrand, 0, 1, (0.0, 0.0), limit=400)
    assert log_mixture(excess, variance, rho) == pytest.approx(log(whole / start), rel=1e-4, abs=1e-4)


@settings(deadline=None)
@given(st.lists(st.floats(0, 1), max_size=60), st.integers(0, 60), st.integers(0, 60))
def test_batches_make_no_difference(values: Sequence[float], one: int, two: int) -> None:
    at_once, in_parts = ConfidenceSequence(), ConfidenceSequence()
    at_once.update(values)
    for part in (values[: min(one, two)], values[min(one, two) : max(one, two)], values[max(one, two) :]):
        in_parts.update(part)
    first, second = at_once.interval(), in_parts.interval()
    assert (first.low, first.high, first.n) == pytest.approx((second.low, second.high, second.n), abs=1e-9)
    assert first.n == 0 or first.low <= first.value <= first.high


@pytest.mark.parametrize("width", [0.1, 0.04])
def test_stopping_by_the_width_takes_two_and_a_half_times_the_games(width: float) -> None:
    sequence, games = sequence_for(width), np.random.default_rng(6).integers(0, 2, 20_000).astype(float)
    for batch in games.reshape(-1, 20):
        if sequence.update(batch).width < width:
            break
    assert sequence.n / games_for(width / 2) == pytest.approx(LOOSER, rel=0.25)


def test_results_that_vary_less_stop_sooner() -> None:
    drawn, _ = games_of("drawn", 1, 2000)
    coin, _ = games_of("coin", 1, 2000)
    assert ConfidenceSequence().update(drawn).width < 0.75 * ConfidenceSequence().update(coin).width


def test_differences_have_their_own_bounds() -> None:
    differences = np.random.default_rng(3).choice([-1.0, 0, 1], 500, p=[0.1, 0.7, 0.2])
    found = ConfidenceSequence(-1, 1).update(differences)
    half = ConfidenceSequence().update((differences + 1) / 2)
    assert found.holds(0.1)
    assert (found.low, found.high) == pytest.approx((2 * half.low - 1, 2 * half.high - 1))
    assert (ConfidenceSequence(-1, 1).interval().low, ConfidenceSequence(-1, 1).interval().high) == (-1, 1)


def test_a_value_out_of_bounds_is_refused_and_not_counted() -> None:
    sequence = ConfidenceSequence()
    sequence.update([1, 0])
    with pytest.raises(ValueError, match="outside of 0 to 1"):
        sequence.update([0.5, 1.5])
    assert sequence.n == 2
    with pytest.raises(ValueError, match="bounds in order"):
        ConfidenceSequence(1, 0)
