"""The engines of Battle Gate and Gateway and their witnesses, written apart from them, never disagree."""

from __future__ import annotations

from collections import Counter

import pytest

from .games import GAMES, box_of, compiled
from .mirror import Disagreement, Tally, play

pytestmark = pytest.mark.skipif(compiled(), reason="compiled rules take only their own shuffles")


def mirrored(name: str, games: range) -> Tally:
    tally = Tally()
    for number in games:
        try:
            play(GAMES[name], number, tally)
        except Disagreement as found:
            pytest.fail(f"{name}, game {number}: {found}")
    return tally


@pytest.mark.parametrize("name", GAMES)
def test_a_few_games_are_alike(name: str) -> None:
    tally = mirrored(name, range(20))
    assert tally.games == 20
    assert tally.decisions > 1000


@pytest.mark.slow
def test_many_games_of_battle_gate_are_alike() -> None:
    came_up = mirrored("battle-gate", range(100, 200)).came_up
    assert "the starter is drawn by lot" in came_up
    assert {what for what, count in came_up.items() if count < 2} == set()


@pytest.mark.slow
def test_many_games_of_gateway_are_alike_and_every_card_fires() -> None:
    came_up = mirrored("gateway", range(220, 370)).came_up
    endings = {f"the game ends: {ending}" for ending in ("goal", "horde", "districts", "events")}
    assert endings | {"a newcomer that nobody can harm is discarded"} <= came_up.keys()
    fired: Counter[str] = Counter()
    for what, count in came_up.items():
        fired[what.split()[0]] += count
    cards = box_of(0).cards.values()
    assert {card.id for card in cards if fired[card.id] < 5} == set()
    said = {f"{card.id} {when}" for card in cards for when in card.effects if when != "always"}
    assert said <= came_up.keys()
