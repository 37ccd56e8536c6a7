"""In light form, what docs/studies/gateway.md says of the numbers it changed."""

from __future__ import annotations

import pytest

from tests.sim.gateway_kinds import measure

DEALS = 6


@pytest.mark.slow
def test_rooftop_archers_are_worth_more_when_they_cost_no_power() -> None:
    """A seat made to buy two Archers is no longer far behind one that buys none."""
    before = measure("rooftop-archers", DEALS, 3, ["city/rooftop-archers.power=1"], gift=False)
    now = measure("rooftop-archers", DEALS, 3, [], gift=False)
    assert before.bought > 1.5
    assert now.bought > 1.5
    assert now.share > before.share
    assert now.share > 0.35


def test_a_bot_buys_what_it_is_told_to_and_the_other_never_does() -> None:
    wanting = measure("rooftop-archers", DEALS, 3, [], gift=False, bot="random")
    assert wanting.bought > 1
    assert measure("rooftop-archers", DEALS, 3, [], gift=True, bot="random").bought == 0
