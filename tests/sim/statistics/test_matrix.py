"""A matrix of decks: the field, the mix that nobody beats, and circles."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.sim.statistics.matrix import circular_share, matrix_of, nash_mix

ROCK_PAPER_SCISSORS = [[0.5, 0, 1], [1, 0.5, 0], [0, 1, 0.5]]


def test_rock_paper_and_scissors_are_brought_a_third_of_the_time_each() -> None:
    assert nash_mix(ROCK_PAPER_SCISSORS) == pytest.approx((1 / 3, 1 / 3, 1 / 3))
    assert circular_share(ROCK_PAPER_SCISSORS) == 1


def test_an_uneven_triangle_has_the_mix_of_the_textbook() -> None:
    """Where a beats b by x, b c by y and c a by z, the mix is as y : z : x."""
    x, y, z = 0.1, 0.2, 0.3
    table = 0.5 + np.array([[0, x, -z], [-x, 0, y], [z, -y, 0]])
    assert nash_mix(table) == pytest.approx((y / 0.6, z / 0.6, x / 0.6))


def test_the_deck_that_beats_all_others_is_always_brought() -> None:
    table = [[0.5, 0.6, 0.7], [0.4, 0.5, 0.9], [0.3, 0.1, 0.5]]
    assert nash_mix(table) == pytest.approx((1, 0, 0))
    assert circular_share(table) == 0


@settings(deadline=None)
@given(st.integers(1, 8), st.integers(0, 10_000))
def test_no_deck_beats_the_mix(decks: int, seed: int) -> None:
    upper = np.triu(np.random.default_rng(seed).uniform(-0.5, 0.5, (decks, decks)), 1)
    table = 0.5 + upper - upper.T
    mix = np.array(nash_mix(table))
    assert mix.sum() == pytest.approx(1)
    assert (table @ mix).max() <= 0.5 + 1e-9


def test_circles_are_counted() -> None:
    """Decks in one order but for the last, which beats the first: a circle through each of those between."""
    table = 0.5 + 0.1 * np.sign(np.subtract.outer(np.arange(5), np.arange(5)))
    assert circular_share(table) == 0
    table[0, 4], table[4, 0] = table[4, 0], table[0, 4]
    assert circular_share(table) == 3 / 10
    assert circular_share([[0.5, 0.5, 1], [0.5, 0.5, 0], [0, 1, 0.5]]) == 0
    assert circular_share([[0.5]]) == 0


@pytest.mark.parametrize("table", [[[0.5, 0.6], [0.6, 0.5]], [[0.5, 1, 0]], [[0.5, 2], [-1, 0.5]], []])
def test_what_is_no_matrix_is_refused(table: list[list[float]]) -> None:
    with pytest.raises(ValueError, match=r"square|make 1"):
        nash_mix(table)


def played(shares: dict[tuple[str, str], float], deals: int, seed: int) -> dict[tuple[str, str], np.ndarray]:
    """Each deal twice, with seats swapped: its share is 0, ½ or 1."""
    chance = np.random.default_rng(seed)
    return {pair: chance.binomial(2, share, deals) / 2 for pair, share in shares.items()}


def test_a_matrix_tells_the_field_the_mix_and_what_is_chance() -> None:
    true = {
        ("a", "b"): 0.7,
        ("c", "b"): 0.35,
        ("c", "a"): 0.6,
        ("a", "d"): 0.5,
        ("b", "d"): 0.6,
        ("d", "c"): 0.45,
    }
    found = matrix_of(played(true, 3000, 1))
    assert found.names == ("a", "b", "c", "d")
    cells = {(cell.row, cell.column): cell for cell in found.cells}
    assert set(cells) == set(combinations("abcd", 2))
    assert cells["a", "c"].share.holds(0.4)
    assert [pair for pair, cell in cells.items() if not cell.comparison.differs] == [("a", "d")]
    assert found.field[0].holds((0.7 + 0.4 + 0.5) / 3)
    assert found.field[1].holds((0.3 + 0.65 + 0.6) / 3)
    assert sum(found.nash) == pytest.approx(1)
    assert max(found.against_nash) <= 0.5 + 1e-9
    assert found.to_dict()["circular"] == found.circular > 0


@pytest.mark.slow
def test_the_mean_against_the_field_keeps_its_level() -> None:
    true = {("a", "b"): 0.7, ("a", "c"): 0.5, ("b", "c"): 0.2}
    missed = sum(not matrix_of(played(true, 100, seed)).field[0].holds(0.6) for seed in range(80))
    assert 1 <= missed <= 12


@pytest.mark.parametrize(
    "points",
    [
        {},
        {("a", "a"): [1.0]},
        {("a", "b"): [1.0], ("b", "a"): [0.0]},
        {("a", "b"): [1.0], ("b", "c"): [0.0]},
        {("a", "b"): []},
    ],
)
def test_a_matrix_with_gaps_is_refused(points: dict[tuple[str, str], list[float]]) -> None:
    with pytest.raises(ValueError, match=r"every pair|no deals"):
        matrix_of(points)
