"""Ratings recover known strengths, keep their level, and say so where no game bounds them."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations
from math import inf, log, sqrt

import numpy as np
import pytest
from scipy import stats

from generator.catalog.problems import InputError
from generator.sim.statistics.ladder import elo_of, share_of
from generator.sim.statistics.ratings import MEAN, MIN_CLUSTERS, Rating, Ratings, Result, of_winners, rate

TRUE = {"random": 1200.0, "greedy": 1450.0, "search": 1600.0, "deep": 1750.0}


def played(seed: int, games: int, true: Mapping[str, float] = TRUE) -> list[Result]:
    chance = np.random.default_rng(seed)
    return [
        Result(a, b, float(chance.binomial(games, share_of(true[a] - true[b]))), games)
        for a, b in combinations(true, 2)
    ]


def by_name(ratings: Ratings) -> dict[str, Rating]:
    return {player.name: player for player in ratings.players}


def test_two_players_have_the_ratings_of_the_closed_form() -> None:
    found = by_name(rate([Result("b", "a", 75, 100)], anchor="a"))
    assert found["b"].rating == pytest.approx(MEAN + elo_of(0.75))
    error = 400 / log(10) * sqrt(1 / 75 + 1 / 25)
    assert found["b"].high - found["b"].rating == pytest.approx(1.959964 * error, rel=1e-5)
    assert (found["a"].low, found["a"].high) == (MEAN, MEAN)


@pytest.mark.parametrize("deals", [0, 40])
def test_the_fit_and_its_errors_are_those_of_statsmodels(deals: int) -> None:
    # Whoever only reads which tests there are does without: it takes seconds.
    from statsmodels.genmod.families import Binomial
    from statsmodels.genmod.generalized_linear_model import GLM

    chance = np.random.default_rng(deals)
    names = [f"p{at}" for at in range(5)]
    results = [
        Result(names[a], names[b], chance.integers(1, 20) / 2, 10, f"deal {number % deals}" if deals else "")
        for number, (a, b) in enumerate([*combinations(range(5), 2)] * 12)
    ]
    # Results of a pair within a deal are one row.
    rows = {(r.a, r.b, r.cluster): np.zeros(2) for r in results}
    for r in results:
        rows[r.a, r.b, r.cluster] += (r.score_a, r.games - r.score_a)
    design = np.array([[(a == name) - float(b == name) for name in names[1:]] for a, b, _ in rows])
    groups = np.unique([cluster for _, _, cluster in rows], return_inverse=True)[1]
    options = {"cov_type": "cluster", "cov_kwds": {"groups": groups}} if deals else {}
    fit = GLM(np.array([*rows.values()]), design, family=Binomial()).fit(**options)
    players = by_name(rate(results, anchor=names[0]))
    elo, z = 400 / log(10), stats.t.ppf(0.975, deals - 1) if deals else stats.norm.ppf(0.975)
    for name, logit, error in zip(names[1:], fit.params, fit.bse, strict=True):
        assert players[name].rating == pytest.approx(MEAN + elo * logit, rel=1e-9)
        assert players[name].low == pytest.approx(MEAN + elo * (logit - z * error), rel=1e-9)


def test_errors_by_cluster_need_more_results_than_players() -> None:
    """Fewer are fitted exactly, so that no scatter is left to tell errors by."""
    star = [Result("hub", f"p{at}", 5, 10, f"deal {at}") for at in range(MIN_CLUSTERS)]
    found = rate(star, anchor="hub")
    assert found.clusters == 0
    assert by_name(found)["p1"].low < MEAN - 100


def test_known_ratings_are_recovered() -> None:
    found = rate(played(1, 4000))
    assert [player.name for player in found.players] == ["deep", "search", "greedy", "random"]
    for player in found.players:
        assert player.low < TRUE[player.name] < player.high
        assert player.high - player.low < 30
        assert player.games == 12_000
    assert np.mean([player.rating for player in found.players]) == pytest.approx(MEAN)


@pytest.mark.slow
def test_intervals_of_ratings_keep_their_level() -> None:
    studies = 200
    missed = dict.fromkeys(TRUE, 0)
    for seed in range(studies):
        for player in rate(played(seed, 100)).players:
            missed[player.name] += not player.low <= TRUE[player.name] <= player.high
    low, high = stats.binom.interval(0.9999, studies, 0.05)
    assert all(low <= number <= high for number in missed.values())


def test_the_order_of_results_and_players_makes_no_difference() -> None:
    results = played(3, 50)
    turned = [Result(r.b, r.a, r.games - r.score_a, r.games) for r in reversed(results)]
    for one, two in zip(rate(results).players, rate(turned).players, strict=True):
        assert one.name == two.name
        assert (one.rating, one.low, one.high) == pytest.approx((two.rating, two.low, two.high))


def test_games_one_by_one_are_the_same_as_their_sum() -> None:
    one_by_one = [Result("a", "b", score) for score in (1, 1, 0.5, 0, 1)]
    summed = rate([Result("a", "b", 3.5, 5)]).players
    assert [player.rating for player in rate(one_by_one).players] == pytest.approx(
        [player.rating for player in summed]
    )


@pytest.mark.slow
def test_games_of_a_deal_are_no_observations_of_their_own() -> None:
    """Ten games with one result are one: counted singly, the interval misses the even strengths too often."""
    chance = np.random.default_rng(5)
    studies, singly, by_deal = 100, 0, 0
    for _ in range(studies):
        wins = chance.integers(0, 2, 2 * MIN_CLUSTERS)
        results = [
            Result("a", "b", float(won), 1, f"deal {n}") for n, won in enumerate(wins) for _ in range(10)
        ]
        clustered = rate(results)
        assert clustered.clusters == 2 * MIN_CLUSTERS
        plain = rate([Result("a", "b", 10.0 * wins.sum(), 10 * len(wins))])
        by_deal += not by_name(clustered)["a"].low <= MEAN <= by_name(clustered)["a"].high
        singly += not by_name(plain)["a"].low <= MEAN <= by_name(plain)["a"].high
    assert by_deal <= 15
    assert singly > 40


@pytest.mark.slow
def test_winners_of_games_of_four_tell_the_ratings_and_their_intervals() -> None:
    """The winner is drawn by strength; of the losers nothing is known."""
    names = list(TRUE)
    odds = 10 ** (np.array(list(TRUE.values())) / 400)
    missed, studies = 0, 60
    for seed in range(studies):
        winners = np.random.default_rng(seed).choice(4, 300, p=odds / odds.sum())
        results = [r for game, seat in enumerate(winners) for r in of_winners(names, [seat], f"game {game}")]
        found = by_name(rate(results, anchor="deep"))["search"]
        missed += not found.low - MEAN <= TRUE["search"] - TRUE["deep"] <= found.high - MEAN
    assert missed <= 10


def test_shared_wins_are_draws_and_losers_are_not_compared() -> None:
    found = of_winners(["a", "b", "c", "a"], {0, 2}, "deal 3")
    assert [(r.a, r.b, r.score_a, r.cluster) for r in found] == [
        ("a", "b", 1, "deal 3"),
        ("a", "c", 0.5, "deal 3"),
        ("c", "b", 1, "deal 3"),
        ("c", "a", 1, "deal 3"),
    ]
    assert of_winners(["a", "b"], {0, 1}, "") == [Result("a", "b", 0.5)]
    assert of_winners(["a", "b"], {}, "") == []


def test_who_never_lost_has_no_upper_bound() -> None:
    found = rate([Result("ace", "b", 30, 30), Result("b", "c", 6, 10)])
    players = by_name(found)
    assert found.added_draws
    assert players["ace"].high == inf
    assert players["ace"].low > players["b"].rating
    assert players["ace"].to_dict()["high"] is None
    assert players["b"].low == players["c"].low == -inf
    anchored = by_name(rate([Result("ace", "b", 30, 30), Result("b", "c", 6, 10)], anchor="c"))
    assert anchored["ace"].high == inf
    assert -inf < anchored["b"].low < anchored["b"].high < inf


def test_a_perfect_score_is_the_one_with_half_a_win_added() -> None:
    found = by_name(rate([Result("ace", "b", 30, 30)], anchor="b"))
    assert found["ace"].rating == pytest.approx(MEAN + elo_of(30.5 / 31))


def test_a_perfect_score_in_games_that_hang_together_is_bounded_more_loosely() -> None:
    singly = by_name(rate([Result("ace", "b", 30, 30)], anchor="b"))["ace"]
    together = [Result("ace", "b", 1, 1, f"deal {n // 2}") for n in range(30)]
    found = by_name(rate(together, anchor="b"))["ace"]
    assert found.rating - found.low == pytest.approx(sqrt(2) * (singly.rating - singly.low))


def test_scores_all_round_need_no_added_draw() -> None:
    circle = [Result("a", "b", 5, 5), Result("b", "c", 5, 5), Result("c", "a", 5, 5)]
    found = rate(circle)
    assert not found.added_draws
    assert [player.rating for player in found.players] == pytest.approx([MEAN] * 3)


@pytest.mark.parametrize(
    ("results", "anchor", "message", "hint"),
    [
        ([], None, "no results", None),
        ([Result("a", "b", 2)], None, "from 0 to 1, got 2", "a draw is 0.5"),
        ([Result("a", "b", float("nan"))], None, "from 0 to 1, got nan", "a draw is 0.5"),
        ([Result("a", "b", 6, 5)], None, "as many as there are games", "draw"),
        ([Result("a", "b", 0, 0)], None, "one game or more", None),
        ([Result("a", "a", 1)], None, "against itself", "two players"),
        ([Result("a", "b", 1), Result("c", "d", 1)], None, "(a, b) and (c, d)", "rate the groups apart"),
        ([Result("greedy", "b", 1)], "gredy", "no player 'gredy'", "did you mean `greedy`?"),
    ],
)
def test_a_table_that_can_not_be_rated_is_refused(
    results: list[Result], anchor: str | None, message: str, hint: str | None
) -> None:
    with pytest.raises(InputError) as found:
        rate(results, anchor)
    assert message in found.value.message
    assert hint is None or hint in str(found.value.hint)


def test_tables_that_no_machine_could_fit_are_refused() -> None:
    crowd = [Result("a", f"b{number}", 0.5) for number in range(50_000)]
    with pytest.raises(InputError, match="500 players at most are rated at once, got 50,001"):
        rate(crowd)
    deals = [Result("a", f"b{number % 400}", 0.5, 1, f"{number}") for number in range(30_000)]
    with pytest.raises(
        InputError, match="24,937 results at most are rated at once of 401 players, got 30,000"
    ):
        rate(deals)


@pytest.mark.parametrize("decided", [0.0, 1.0])
@pytest.mark.parametrize("deals", [12, 25])
def test_few_deals_that_decide_their_games_have_wide_intervals(deals: int, decided: float) -> None:
    studies, missed = 120, 0
    chance = np.random.default_rng(deals)
    for _ in range(studies):
        won = np.where(
            chance.random(deals) < decided, 2 * chance.integers(0, 2, deals), chance.binomial(2, 0.5, deals)
        )
        results = [Result("a", "b", float(points), 2, f"deal {number}") for number, points in enumerate(won)]
        rated = by_name(rate(results, anchor="a"))["b"]
        missed += not rated.low <= MEAN <= rated.high
    assert missed <= stats.binom.ppf(0.9999, studies, 0.055)
