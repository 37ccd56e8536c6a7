"""What holds of units in every game, and of a battle whatever stands."""

from __future__ import annotations

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from generator import rules
from generator.games.hold_the_gates.rules import HoldTheGatesState

GAME = rules.load("hold-the-gates")
SETTLEMENTS = [setup["settlement"] for setup in GAME.setups()]

DEFENDERS = {"militia-captain": 2, "militia": 3, "archers": 2, "townsfolk": 3}
ATTACKERS = {
    "grunt": 4,
    "skirmishers": 2,
    "armoured-grunt": 2,
    "shaman": 2,
    "berserkers": 2,
    "chieftain": 2,
    "turncoat": 2,
    "catapult": 2,
    "warbeasts": 2,
}


def within(units: list[str]) -> list[str]:
    """No more of a kind than the game has."""
    copies = DEFENDERS | ATTACKERS
    return [unit for place, unit in enumerate(units) if units[:place].count(unit) < copies[unit]]


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 2**32), st.sampled_from(SETTLEMENTS))
def test_strength_follows_from_what_lies_beside_a_unit_and_at_its_gates(seed: int, settlement: str) -> None:
    """The engine adds and takes away; screens and positions count anew."""
    state = GAME.start(seed=seed, settlement=settlement)
    assert isinstance(state, HoldTheGatesState)
    config, choice = state.rules.config, Random(seed)
    while state.player is not None:
        for side in (state.attacker, state.defender):
            gates = [config.units[kind] for kind in side.gates]
            for unit in side.field:
                beside = [config.units[kind] for kind in unit.beside]
                assert unit.strength == config.strength(config.units[unit.kind], (*beside, *gates))
        state.apply(choice.choice(state.legal()))


@settings(max_examples=100, deadline=None)
@given(st.data())
def test_every_battle_ends_whatever_stands(data: st.DataObject) -> None:
    attackers = data.draw(st.lists(st.sampled_from(sorted(ATTACKERS)), max_size=5))
    defenders = data.draw(st.lists(st.sampled_from(sorted(DEFENDERS)), max_size=4))
    lines = [[f"{unit} 0" for unit in within(attackers)], [f"{unit} 0" for unit in within(defenders)]]
    state = GAME.from_dict(
        {
            "game": "hold-the-gates",
            "turn": 12,
            "tier": 6,
            "phase": "preparation",
            "to_act": 1,
            "settlement": "city",
            "seats": [{"field": lines[0]}, {"field": lines[1]}],
        }
    )
    assert state.over
    if state.result().winners == (0,):
        assert state.to_dict()["seats"][0]["field"]
