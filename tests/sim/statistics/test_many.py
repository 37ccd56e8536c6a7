"""Of many comparisons chance finds none more often than is said, and what is there is found."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from generator.sim.statistics.many import adjusted, compare_all
from generator.sim.statistics.paired import paired_difference

P_VALUES = st.lists(st.floats(0, 1), min_size=1, max_size=30)


@settings(deadline=None)
@given(P_VALUES)
def test_holm_is_as_its_paper_has_it(p_values: list[float]) -> None:
    """The smallest of n times n, the next times n - 1 …, never falling and never above 1."""
    order = sorted(range(len(p_values)), key=lambda at: p_values[at])
    expected, least = [0.0] * len(p_values), 0.0
    for rank, at in enumerate(order):
        least = max(least, min(1.0, (len(p_values) - rank) * p_values[at]))
        expected[at] = least
    assert adjusted(p_values, "holm") == pytest.approx(expected, abs=1e-12)


@settings(deadline=None)
@given(P_VALUES)
def test_the_discovery_rate_is_scipys(p_values: list[float]) -> None:
    expected = stats.false_discovery_control(p_values, method="bh")
    assert adjusted(p_values, "fdr_bh") == pytest.approx(list(expected), abs=1e-12)


def test_no_comparisons_are_no_error() -> None:
    assert adjusted([], "holm") == []
    assert compare_all({}) == ()
    with pytest.raises(ValueError, match="from 0 to 1"):
        adjusted([1.5], "holm")


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
    studies = 80
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
