"""Comparisons on the same deals equal those of scipy and statsmodels, keep their level, and tell more than
separate deals; of many chance finds none more often than is said, and what is there is found."""

from __future__ import annotations

from unittest.mock import patch

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray
from scipy import stats

from generator.sim.statistics.comparisons import (
    MIN_UNLIKE,
    compare_all,
    deal_means,
    discovery_rate,
    holm,
    paired_difference,
    sign_test,
)
from generator.sim.statistics.intervals import bounded_mean, mean_interval, uncommon

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


@settings(deadline=None)
@given(ARMS)
def test_a_paired_difference_is_tested_by_scipys_t(pairs: list[tuple[float, float]]) -> None:
    first, second = np.array(pairs).T
    found = paired_difference(first, second)
    assert found.deals == len(pairs)
    if uncommon(first - second) >= MIN_UNLIKE:
        assert found.p_value == pytest.approx(stats.ttest_rel(first, second).pvalue, abs=1e-9)


def test_of_many_deals_the_interval_is_students() -> None:
    first, second = deals(3, 0.5, 0.2, (1000,)).astype(float)
    found = paired_difference(first, second).difference
    ends = stats.ttest_rel(first, second).confidence_interval(0.95)
    assert (found.low, found.high) == pytest.approx(ends, abs=0.002)


@settings(deadline=None)
@given(st.integers(0, 9), st.integers(0, 9), st.integers(0, 50))
def test_few_differing_deals_are_judged_by_mcnemar(better: int, worse: int, alike: int) -> None:
    # Whoever only reads which tests there are does without: it takes seconds.
    from statsmodels.stats.contingency_tables import mcnemar

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
    studies = 250
    first, second = deals(5, luck, edge, (studies, 300))
    missed = sum(
        not paired_difference(one, two).difference.holds(edge)
        for one, two in zip(first.astype(float), second.astype(float), strict=True)
    )
    low, high = stats.binom.interval(0.9999, studies, 0.05)
    assert low <= missed <= high


def test_a_rare_difference_is_not_missed_more_often() -> None:
    """One deal of a hundred is turned: most t intervals of 60 deals would be 0 to 0 and miss it."""
    turned = np.random.default_rng(9).random((400, 60)) < 0.01
    second = np.zeros(60)
    missed = sum(not paired_difference(row.astype(float), second).difference.holds(0.01) for row in turned)
    assert missed <= 20
    t_missed = sum(not mean_interval(row.astype(float)).holds(0.01) for row in turned)
    assert t_missed > 160


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
    by_deal = sum(not bounded_mean(deal_means(row, 2)).holds(0.5) for row in games)
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
    found = bounded_mean(deal_means(points, players)).scaled(1, -1 / players)
    assert found.holds(np.mean(chances) - 1 / players)
    assert found.value == pytest.approx(0.3 * (1 - 1 / players), abs=0.02)
    assert found.n == n


# Many comparisons

P_VALUES = st.lists(st.floats(0, 1), min_size=1, max_size=30)


@settings(deadline=None)
@given(P_VALUES)
def test_corrections_are_those_of_statsmodels(p_values: list[float]) -> None:
    from statsmodels.stats.multitest import multipletests

    for correct, method in ((holm, "holm"), (discovery_rate, "fdr_bh")):
        # It would collect the garbage of all tests, for half a second each time.
        with patch("gc.collect"):
            expected = multipletests(p_values, method=method)[1]
        assert correct(p_values) == pytest.approx(list(expected), rel=1e-9, abs=1e-15)


def test_no_comparisons_are_no_error() -> None:
    assert holm([]) == discovery_rate([]) == []
    assert compare_all({}) == ()
    for correct in (holm, discovery_rate):
        with pytest.raises(ValueError, match="from 0 to 1"):
            correct([1.5])


def differences(seed: int, cards: int, deals: int, planted: float = 0.0) -> dict[str, np.ndarray]:
    """Of a set of cards that do nothing but for the first: in one deal of five a card turns the result."""
    chance = np.random.default_rng(seed)
    found = {}
    for card in range(cards):
        edge = planted if card == 0 else 0.0
        found[f"card {card}"] = chance.choice([-1.0, 0, 1], deals, p=[0.1 - edge / 2, 0.8, 0.1 + edge / 2])
    return found


def test_a_planted_card_is_found_among_twenty() -> None:
    found = compare_all(differences(4, 20, 2000, planted=0.06))
    assert [comparison.name for comparison in found if comparison.differs] == ["card 0"]
    assert found[0].among_all.low > 0
    assert found[0].among_all.width > found[0].alone.width
    assert found[0].p_value <= found[0].discovery <= found[0].holm


@pytest.mark.slow
def test_cards_that_do_nothing_are_seldom_found() -> None:
    """By themselves at least one of twenty is, in most studies; after Holm, in 5 of 100."""
    studies = 40
    alone = corrected = outside = 0
    for seed in range(studies):
        found = compare_all(differences(seed, 20, 120))
        alone += any(not comparison.alone.holds(0) for comparison in found)
        corrected += any(comparison.differs for comparison in found)
        outside += any(not comparison.among_all.holds(0) for comparison in found)
    assert alone > studies / 2
    _, most = stats.binom.interval(0.9999, studies, 0.05)
    assert corrected <= most
    assert outside <= most


def test_one_comparison_is_the_paired_difference() -> None:
    values = differences(1, 1, 300)["card 0"]
    (found,) = compare_all({"card": values})
    pair = paired_difference(np.clip(values, 0, 1), np.clip(-values, 0, 1))
    assert found.alone == found.among_all == pair.difference
    assert found.p_value == found.holm == pair.p_value
