"""Comparisons on the same deals equal scipy's, keep their level, and tell more than separate deals."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray
from scipy import stats
from statsmodels.stats.contingency_tables import mcnemar

from generator.sim.statistics.intervals import mean_interval
from generator.sim.statistics.paired import (
    MIN_UNLIKE,
    deal_means,
    first_player_advantage,
    mean_of_deals,
    paired_difference,
    power_of,
    sign_test,
)

ARMS = st.lists(st.tuples(st.floats(0, 1), st.floats(0, 1)), min_size=2 * MIN_UNLIKE, max_size=80)


def deals(seed: int, luck: float, edge: float, shape: tuple[int, ...]) -> NDArray[np.bool_]:
    """Deals that both arms win or lose by the luck of the cards, but for some."""
    chance = np.random.default_rng(seed)
    common = chance.random(shape)
    own = chance.random((2, *shape))
    shared = chance.random(shape) < luck
    first = np.where(shared, common, own[0]) < 0.5 + edge / 2
    second = np.where(shared, common, own[1]) < 0.5 - edge / 2
    return np.array([first, second])


@pytest.mark.slow
@settings(deadline=None)
@given(ARMS)
def test_a_paired_difference_is_scipys(pairs: list[tuple[float, float]]) -> None:
    first, second = np.array(pairs).T
    found = paired_difference(first, second)
    if found.difference.method != "t":
        assert np.unique(np.round(first - second, 12)).size < len(pairs)
        return
    exact = stats.ttest_rel(first, second)
    ends = exact.confidence_interval(0.95)
    assert (found.difference.low, found.difference.high) == pytest.approx(
        (max(-1, ends.low), min(1, ends.high)), abs=1e-9
    )
    assert found.p_value == pytest.approx(exact.pvalue, abs=1e-9)
    assert found.deals == len(pairs)


@settings(deadline=None)
@given(st.integers(0, 9), st.integers(0, 9), st.integers(0, 50))
def test_few_differing_deals_are_judged_by_mcnemar(better: int, worse: int, alike: int) -> None:
    found = sign_test(better, worse)
    exact = mcnemar([[alike, better], [worse, alike]], exact=True)
    assert found == pytest.approx(float(exact.pvalue), abs=1e-9)


def test_a_card_that_decided_no_deal_leaves_an_interval_all_the_same() -> None:
    won = np.array([0.0, 1.0] * 25)
    found = paired_difference(won, won)
    assert found.difference.value == 0
    assert found.p_value == 1
    assert 0.05 < found.difference.width < 0.2
    assert (found.better, found.worse) == (0, 0)
    assert found.correlation == pytest.approx(1)


@pytest.mark.slow
@pytest.mark.parametrize("edge", [0.0, 0.1])
@pytest.mark.parametrize("luck", [0.0, 0.8])
def test_the_interval_of_a_difference_keeps_its_level(luck: float, edge: float) -> None:
    studies = 600
    first, second = deals(5, luck, edge, (studies, 300))
    missed = sum(
        not paired_difference(one, two).difference.holds(edge)
        for one, two in zip(first.astype(float), second.astype(float), strict=True)
    )
    low, high = stats.binom.interval(0.9999, studies, 0.05)
    assert low <= missed <= high


def test_a_rare_difference_is_not_missed_more_often() -> None:
    """One deal of a hundred is turned: most t intervals of 60 deals would be 0 to 0 and miss it."""
    turned = np.random.default_rng(9).random((1000, 60)) < 0.01
    second = np.zeros(60)
    missed = sum(not paired_difference(row.astype(float), second).difference.holds(0.01) for row in turned)
    assert missed <= 50
    t_missed = sum(not mean_interval(row.astype(float)).holds(0.01) for row in turned)
    assert t_missed > 400


def test_the_same_deals_tell_more_than_separate_ones() -> None:
    first, second = deals(21, 0.9, 0.1, (2000,)).astype(float)
    paired = paired_difference(first, second).difference
    other = np.random.default_rng(1).permutation(second)
    separate = paired_difference(first, other).difference
    assert paired.width < 0.6 * separate.width
    assert paired.holds(0.1)


def test_arms_of_other_deals_are_refused() -> None:
    with pytest.raises(ValueError, match="the same deals"):
        paired_difference([1, 0], [1, 0, 1])
    with pytest.raises(ValueError, match="from 0 to 1"):
        paired_difference([2, 0], [1, 0])


def test_a_deal_is_one_observation_however_often_it_is_played() -> None:
    """Where the deal decides both games of it, twice the games are no more observations."""
    chance = np.random.default_rng(17)
    studies, n = 500, 100
    luck = chance.random((studies, n)) < 0.5
    games = np.repeat(luck, 2, axis=1).astype(float)
    by_deal = sum(not mean_of_deals(deal_means(row, 2), 0, 1).holds(0.5) for row in games)
    by_game = sum(not mean_interval(row).holds(0.5) for row in games)
    low, high = stats.binom.interval(0.9999, studies, 0.05)
    assert low <= by_deal <= high
    assert by_game > high


def test_a_deal_that_was_not_played_to_its_end_is_left_out() -> None:
    assert deal_means([1, 0, 0, 1, 1], 2).tolist() == [0.5, 0.5]
    assert deal_means([1], 3).size == 0
    with pytest.raises(ValueError, match="1 game or more"):
        deal_means([1], 0)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_first_players_are_measured_whoever_is_the_stronger(players: int) -> None:
    """The first seat wins three of ten games more than its due; contestant 0 is by far the strongest."""
    chance = np.random.default_rng(players)
    n = 3000
    strength = np.array([4.0] + [1.0] * (players - 1))
    first = []
    chances = []
    for rotation in range(players):
        seats = np.roll(strength, rotation)
        share = 0.3 + 0.7 * seats[0] / seats.sum()
        chances.append(share)
        first.append(chance.random(n) < share)
    points = np.array(first, float).T.ravel()
    found = first_player_advantage(points, players)
    assert found.holds(np.mean(chances) - 1 / players)
    assert found.value == pytest.approx(0.3 * (1 - 1 / players), abs=0.02)
    assert found.n == n


def test_the_first_players_interval_keeps_its_level() -> None:
    studies = 500
    games = (np.random.default_rng(8).random((studies, 400)) < 0.393).astype(float)
    missed = sum(not first_player_advantage(row, 2).holds(0.393 - 0.5) for row in games)
    low, high = stats.binom.interval(0.9999, studies, 0.05)
    assert low <= missed <= high


def test_how_many_deals_it_takes() -> None:
    values = np.random.default_rng(2).choice([0.0, 0.5, 1.0], 1000, p=[0.25, 0.5, 0.25])
    power = power_of(values, 0.01)
    assert power.half_width == pytest.approx(0.0219, abs=0.001)
    again = np.resize(values, power.deals_needed)
    assert mean_interval(again).width / 2 == pytest.approx(0.01, rel=0.02)
    with pytest.raises(ValueError, match="one deal"):
        power_of([1], 0.01)
