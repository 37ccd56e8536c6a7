"""The skill ladder tells a game of luck from a game of skill."""

from __future__ import annotations

from math import inf

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.sim.statistics.intervals import share_interval
from generator.sim.statistics.ladder import Ladder, elo_of, ladder_of, rung_of, share_of


@settings(deadline=None)
@given(st.floats(0.001, 0.999), st.integers(2, 6))
def test_elo_and_share_are_each_others_inverse(share: float, players: int) -> None:
    assert share_of(elo_of(share, players), players) == pytest.approx(share)


def test_known_ratings() -> None:
    assert elo_of(0.5) == 0
    assert elo_of(10 / 11) == pytest.approx(400)
    assert elo_of(1 / 3, players=3) == pytest.approx(0)
    assert (elo_of(0), elo_of(1), share_of(inf)) == (-inf, inf, 1)


def played(gain: float, games: int, rungs: int, seed: int, players: int = 2) -> Ladder:
    chance = np.random.default_rng(seed)
    wins = chance.binomial(games, share_of(gain, players), rungs)
    return ladder_of(
        [rung_of(2**at, share_interval(int(won), games), players) for at, won in enumerate(wins)]
    )


@pytest.mark.parametrize(("gain", "players"), [(0.0, 2), (60.0, 2), (200.0, 2), (60.0, 4)])
def test_the_gain_of_a_doubling_lies_in_its_interval(gain: float, players: int) -> None:
    found = [played(gain, 400, 4, seed, players) for seed in range(200)]
    missed = sum(not ladder.per_doubling.holds(gain) for ladder in found)
    assert 1 <= missed <= 24
    missed = sum(not ladder.eightfold.holds(share_of(3 * gain)) for ladder in found)
    assert 1 <= missed <= 24


def test_a_game_of_luck_has_no_skill_and_one_of_skill_little_luck() -> None:
    luck, skill = played(0, 4000, 4, 1), played(250, 4000, 4, 2)
    assert luck.skill.low == 0
    assert luck.skill.high < 0.02
    assert luck.luck.high == 1
    assert skill.skill.low > 0.9
    assert skill.skill.value == pytest.approx((2 * share_of(750) - 1) ** 2, abs=0.02)
    assert skill.luck.value == pytest.approx(1 - skill.skill.value)


def test_a_rung_that_is_won_altogether_leaves_a_finite_ladder() -> None:
    ladder = ladder_of([rung_of(1, share_interval(50, 50)), rung_of(2, share_interval(30, 50))])
    assert ladder.rungs[0].gain.value == inf
    assert ladder.rungs[0].gain.to_dict()["value"] is None
    assert 100 < ladder.per_doubling.value < 1000
    assert ladder.per_doubling.width > ladder_of([rung_of(2, share_interval(30, 50))]).per_doubling.width


def test_no_ladder_without_games() -> None:
    with pytest.raises(ValueError, match="one rung or more"):
        ladder_of([])
    with pytest.raises(ValueError, match="each has games"):
        ladder_of([rung_of(1, share_interval(0, 0))])
