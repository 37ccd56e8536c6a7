"""Cards are held against the average card of their cost, and one that is too strong condemns no other."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from generator.sim.balance.peers import BesidePeers, Rank, beside_peers

DEALS = 600
GROUP = ("cards",)


def deals_of(worth: dict[str, float], seed: int = 3) -> dict[str, NDArray[np.float64]]:
    """Of each card a value a deal, with a mean of its worth: part of the noise is the deal's own."""
    chance = np.random.default_rng(seed)
    common = chance.normal(0, 0.4, DEALS)
    return {card: mean + common + chance.normal(0, 0.3, DEALS) for card, mean in worth.items()}


def standing_out(found: dict[str, BesidePeers]) -> list[str]:
    return [card for card, one in found.items() if one.comparison.differs]


@pytest.mark.parametrize("excess", [0.15, 0.8])
def test_exactly_the_card_that_is_too_strong_stands_out(excess: float) -> None:
    """All are better than a blank, and one much better: the others are no worse than one another."""
    worth = {f"card {number}": 0.2 for number in range(8)} | {"giant": 0.2 + excess}
    values = deals_of(worth)
    found = beside_peers(values, dict.fromkeys(worth, Rank(GROUP, 3)))
    assert standing_out(found) == ["giant"]
    giant = found["giant"]
    assert (giant.yardstick, giant.peers) == ("cost", 8)
    assert giant.comparison.alone.value == pytest.approx(excess, abs=0.05)


def test_what_costs_more_may_be_worth_more() -> None:
    """By the line through all costs where too few cost the same; a card beside the line stands out."""
    worth = {f"costs {cost}": 0.04 * cost for cost in range(1, 9)} | {"bargain": 0.25}
    ranks = {card: Rank(GROUP, cost) for cost, card in enumerate(worth, 1)} | {"bargain": Rank(GROUP, 2)}
    found = beside_peers(deals_of(worth), ranks)
    assert {one.yardstick for one in found.values()} == {"line"}
    assert standing_out(found) == ["bargain"]
    assert found["bargain"].comparison.alone.value == pytest.approx(0.25 - 0.08, abs=0.05)


def test_a_card_of_many_copies_is_compared_copy_by_copy() -> None:
    copies = {f"card {number}": 1 + number % 4 for number in range(9)}
    found = beside_peers(
        deals_of({card: 0.1 * many for card, many in copies.items()}),
        {card: Rank(GROUP, None, many) for card, many in copies.items()},
    )
    assert standing_out(found) == []
    assert {one.yardstick for one in found.values()} == {"all"}


def test_of_too_few_peers_nothing_is_said() -> None:
    values = deals_of({"one": 0.0, "two": 0.0, "three": 0.9, "other": 0.0})
    ranks = dict.fromkeys(("one", "two", "three"), Rank(GROUP, None)) | {"other": Rank(("tokens",), None)}
    assert beside_peers(values, ranks) == {}
