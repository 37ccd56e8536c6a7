"""A game of a study costs little more than the game itself."""

from __future__ import annotations

import pytest

from tests.benchmarks.studies import measure


@pytest.mark.slow
def test_a_game_with_statistics_costs_at_most_twice_the_bare_one() -> None:
    costs = measure(games=300, rounds=5)
    assert costs.ratio <= 2, costs
