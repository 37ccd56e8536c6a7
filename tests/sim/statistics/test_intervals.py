"""Intervals equal those of scipy and statsmodels, and hold the true value as often as they say."""

from __future__ import annotations

from collections import Counter
from math import inf, isnan

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import ArrayLike, NDArray
from scipy import stats

from generator.deck.hands.odds import estimate_share
from generator.sim.statistics.intervals import (
    ADDED,
    LEVEL,
    MAX_BINS,
    Interval,
    bounded_mean,
    games_for,
    mean_interval,
    mean_of_counts,
    share_interval,
    simultaneous_level,
    spread,
    uncommon,
    z_of,
)
from tests.sim.statistics.coverage import Study, all_studies, found, stops

LEVELS = st.floats(0.5, 0.999)
NUMBERS = st.lists(st.floats(-1e6, 1e6), min_size=2, max_size=60)


def misses_expected(studies: int, level: float) -> tuple[int, int]:
    """So many of the studies' intervals may miss the true value; chance leaves this range once in 10,000."""
    low, high = stats.binom.interval(0.9999, studies, 1 - level)
    return int(low), int(high)


@settings(deadline=None)
@given(st.integers(1, 100_000), st.floats(0, 1), LEVELS)
def test_a_share_has_nearly_the_interval_of_clopper_and_pearson(n: int, share: float, level: float) -> None:
    """Theirs are the quantiles of beta distributions with a whole value added."""
    # Whoever only reads which tests there are does without: it takes seconds.
    from statsmodels.stats.proportion import proportion_confint

    hits = round(n * share)
    found = share_interval(hits, n, level)
    low, high = proportion_confint(hits, n, alpha=1 - level, method="beta")
    assert low - 1e-9 <= found.low <= found.value == hits / n <= found.high <= high + 1e-9
    rest = (1 - level) / 2
    ends = [
        0.0 if not hits else stats.beta.ppf(rest, hits, n - hits + ADDED),
        1.0 if hits == n else stats.beta.ppf(1 - rest, hits + ADDED, n - hits),
    ]
    assert [found.value - found.low, found.high - found.value] == pytest.approx(
        [found.value - ends[0], ends[1] - found.value], rel=0.02, abs=1e-9
    )


@settings(deadline=None)
@given(st.integers(1, 100_000), st.floats(0, 1))
def test_the_odds_of_hands_have_the_interval_of_statsmodels(n: int, share: float) -> None:
    from statsmodels.stats.proportion import proportion_confint

    hits = round(n * share)
    low, high = proportion_confint(hits, n, method="wilson")
    found = estimate_share(hits, n)
    assert (found.low, found.high) == pytest.approx((low, high), abs=1e-12)


@pytest.mark.slow
@pytest.mark.parametrize("share", [0.5, 0.9])
def test_who_may_stop_early_is_right_at_every_look(share: float) -> None:
    study = stops(Study(share, 2, 1.0, 2000), 0.15, 200, 1)
    assert study.ever <= 0.05
    assert study.deals < 4 * study.fixed


@pytest.mark.slow
def test_a_card_is_found_in_as_many_deals_as_the_page_says() -> None:
    assert found(0.05, 0.3, 550, 40, 200, 2) > 0.7
    assert found(0.05, 0.3, 200, 40, 200, 2) < 0.6


WEIGHED: list[dict[float, int]] = [{0.0: 1, 0.5: 3, 1.0: 21}, {0.5: 50}, {0.0: 2, 1 / 3: 2, 0.5: 1, 1.0: 5}]


@pytest.mark.parametrize("counts", WEIGHED)
def test_an_interval_is_that_of_random_weights(counts: dict[float, int]) -> None:
    """Against weights that numpy draws."""
    chance = np.random.default_rng(3)
    ends = []
    for bound, quantile in ((0.0, 0.025), (1.0, 0.975)):
        weights = chance.dirichlet([*counts.values(), ADDED], 100_000)
        ends.append(np.quantile(weights @ [*counts, bound], quantile))
    found = mean_of_counts(counts)
    assert [found.low, found.high] == pytest.approx(ends, abs=0.02 * found.width)


@pytest.mark.parametrize("share", [0.5, 0.9, 0.99])
@pytest.mark.parametrize("decided", [0.0, 0.5, 1.0])
@pytest.mark.parametrize("deals", [25, 50, pytest.param(250, marks=pytest.mark.slow)])
def test_an_interval_holds_what_it_says(share: float, decided: float, deals: int) -> None:
    """However much the games of a deal hang together, and near the end of all shares too."""
    studies = 600
    below, above = Study(share, 2, decided, deals).misses(studies, 5)
    assert below + above <= stats.binom.ppf(0.9999, studies, 0.056) / studies


@pytest.mark.slow
def test_intervals_are_not_much_wider_than_they_need_to_be() -> None:
    rates = [1 - sum(one.misses(60, seed)) for seed, one in enumerate(all_studies())]
    assert min(rates) > stats.binom.ppf(1e-6, 60, 0.944) / 60
    assert 0.955 < np.mean(rates) < 0.975


def test_a_gate_near_the_end_lets_hardly_a_false_claim_pass() -> None:
    """That a seat wins less than 99 %, where it wins just as many: 2.5 of 100 studies may find it."""
    below, _ = Study(0.99, 2, 0.0, 50).misses(2000, 1)
    assert below <= 0.035


def test_what_always_or_never_came_about_reaches_to_the_end() -> None:
    assert share_interval(0, 20).low == 0
    assert share_interval(20, 20).high == 1
    assert share_interval(20, 20).low == pytest.approx(0.8446, abs=2e-3)
    nothing = share_interval(0, 0)
    assert (nothing.low, nothing.high) == (0, 1)
    assert isnan(nothing.value)
    assert nothing.to_dict()["value"] is None


@pytest.mark.parametrize(("hits", "n"), [(3, 2), (-1, 2)])
def test_what_is_no_share_is_refused(hits: int, n: int) -> None:
    with pytest.raises(ValueError, match="not a share"):
        share_interval(hits, n)


@pytest.mark.parametrize("level", [0, 1, 95])
def test_a_level_is_a_share(level: float) -> None:
    with pytest.raises(ValueError, match="between 0 and 1"):
        share_interval(1, 2, level)


def win_share(points: ArrayLike, level: float = LEVEL) -> Interval:
    return bounded_mean(points, 0, 1, level)


@settings(deadline=None)
@given(st.lists(st.sampled_from([0.0, 1 / 3, 0.5, 1.0]), min_size=1, max_size=300), LEVELS)
def test_win_points_can_be_counted(points: list[float], level: float) -> None:
    counted, row = mean_of_counts(Counter(points), level=level), win_share(points, level)
    assert (counted.low, counted.high) == pytest.approx((row.low, row.high), abs=1e-6)
    assert 0 <= row.low <= row.value <= row.high <= 1


def test_draws_make_the_interval_narrower_but_never_certain() -> None:
    decided, drawn = win_share([0.0, 1.0] * 100), win_share([0.5] * 200)
    assert drawn.value == decided.value == 0.5
    assert 0 < drawn.width < 0.2 * decided.width
    assert win_share([0.5] * 2).width > 0.5


def test_points_outside_of_the_bounds_are_refused() -> None:
    with pytest.raises(ValueError, match="from 0 to 1, got -1 to 2"):
        win_share([-1, 0, 2])
    with pytest.raises(ValueError, match="not a number"):
        win_share([float("nan")])
    with pytest.raises(ValueError, match="one row"):
        win_share([[0.5]])


@settings(deadline=None)
@given(NUMBERS, LEVELS)
def test_a_mean_has_the_interval_of_statsmodels(values: list[float], level: float) -> None:
    from statsmodels.stats.weightstats import DescrStatsW

    found = mean_interval(values, level)
    low, high = DescrStatsW(values).tconfint_mean(alpha=1 - level)
    assert (found.low, found.high) == pytest.approx((low, high), rel=1e-9, abs=1e-6)


def test_one_value_alone_has_no_interval() -> None:
    assert (mean_interval([7]).low, mean_interval([7]).value, mean_interval([7]).high) == (-inf, 7, inf)
    assert mean_interval([7]).to_dict()["high"] is None
    assert isnan(mean_interval([]).value)


@pytest.mark.parametrize("share", [0.5, 0.393, 0.05])
def test_a_coin_lies_in_its_interval_as_often_as_the_level_says(share: float) -> None:
    wins = np.random.default_rng(7).binomial(1, share, (2000, 200))
    missed = sum(not share_interval(int(row.sum()), row.size).holds(share) for row in wins)
    # Wins are whole numbers, so the level is met on average over shares and not at each.
    assert missed / 2000 == pytest.approx(0.05, abs=0.025)


@pytest.mark.parametrize(
    ("values", "chances", "games"),
    [
        ((0, 0.5, 1), (0.5, 0.0, 0.5), 40),
        ((0, 0.5, 1), (0.35, 0.3, 0.35), 40),
        ((0, 0.5, 1), (0.2, 0.6, 0.2), 100),
        ((0, 0.5, 1), (0.6, 0.12, 0.28), 200),
        ((0, 1 / 3, 0.5, 1), (0.5, 0.05, 0.2, 0.25), 60),
    ],
)
def test_shared_wins_keep_their_level(
    values: tuple[float, ...], chances: tuple[float, ...], games: int
) -> None:
    studies = 1500
    points = np.random.default_rng(11).choice(values, (studies, games), p=chances)
    missed = sum(not win_share(row).holds(float(np.dot(values, chances))) for row in points)
    assert missed / studies == pytest.approx(0.05, abs=0.025)


@settings(deadline=None)
@given(st.lists(st.integers(0, 500), min_size=1, max_size=200))
def test_a_spread_counts_every_value_once(values: list[int]) -> None:
    found = spread(values)
    assert sum(bar.count for bar in found.bars) == len(values)
    assert len(found.bars) <= MAX_BINS
    for bar in found.bars:
        assert bar.count == sum(bar.low <= value < bar.high for value in values)
    assert {found.least, found.p5, found.p50, found.p95, found.most} <= set(values)
    assert found.p50 == np.quantile(values, 0.5, method="inverted_cdf")
    assert found.sd == pytest.approx(np.std(values, ddof=1) if len(values) > 1 else 0)


def test_the_spread_of_nothing_is_refused() -> None:
    with pytest.raises(ValueError, match="no values"):
        spread([])


@settings(deadline=None)
@given(st.floats(0.001, 0.5), st.floats(0.01, 0.99), LEVELS)
def test_as_many_games_tell_a_share_as_statsmodels_has_it(width: float, share: float, level: float) -> None:
    from statsmodels.stats.proportion import samplesize_confint_proportion

    expected = samplesize_confint_proportion(share, width, alpha=1 - level)
    assert games_for(width, share, level) - 1 <= expected * (1 + 1e-9)
    assert games_for(width, share, level) >= expected * (1 - 1e-9)


def test_how_many_games_tell_a_share() -> None:
    assert games_for(0.03) == 1068
    assert games_for(0.01) == 9604
    for width in (0, -1, float("nan")):
        with pytest.raises(ValueError, match="above 0"):
            games_for(width)


@settings(deadline=None)
@given(LEVELS)
def test_normal_points_are_scipys(level: float) -> None:
    assert z_of(level) == pytest.approx(stats.norm.ppf(0.5 + level / 2), rel=1e-6, abs=1e-9)


@pytest.mark.slow
def test_simultaneous_intervals_hold_together() -> None:
    level = simultaneous_level(20)
    assert level == pytest.approx(0.9975)
    chance = np.random.default_rng(3)
    holds = np.array([share_interval(won, 200, level).holds(0.5) for won in range(201)])
    together = sum(holds[chance.binomial(200, 0.5, 20)].all() for _ in range(400))
    low, high = misses_expected(400, 0.95)
    assert low <= 400 - together <= high


@settings(deadline=None)
@given(st.floats(-5, 5), st.floats(-5, 5))
def test_a_scaled_interval_is_in_order(factor: float, shift: float) -> None:
    found = Interval(0.4, 0.3, 0.6, 10, 0.95, "t").scaled(factor, shift)
    assert found.low <= found.value <= found.high
    assert found.width == pytest.approx(abs(factor) * 0.3, abs=1e-9)


def test_a_bounded_mean_is_that_of_its_span() -> None:
    points: NDArray[np.float64] = np.array([0, 1, 1, 0.5, 0.0, 1])
    one, two = bounded_mean(points, 0, 1), bounded_mean(2 * points - 1, -1, 1)
    assert (two.low, two.high) == pytest.approx((2 * one.low - 1, 2 * one.high - 1))


def test_values_unlike_the_commonest_are_counted() -> None:
    assert uncommon([0, 0, 0, 1, -1]) == 2
    assert uncommon([0.1 + 0.2, 0.3]) == 0
    assert uncommon([]) == 0
