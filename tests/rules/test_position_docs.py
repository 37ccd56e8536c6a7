"""``docs/positions.md`` and the schemas beside it describe the positions that the engine writes and reads."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import jsonschema
import pytest
from games import PROJECT

from generator.rules import Game, State, load

from .test_scenarios import SCENARIOS

TITLES = {
    "battle-gate": "Battle Gate",
    "hold-the-line": "Hold the Line",
    "hold-the-gates": "Hold the Gates!",
    "strongholds": "Strongholds",
    "gateway": "Gateway",
}
"""The games that are described, with their headings."""
GAMES = 9
STEP = 11
"""So many random games are played, and one position in so many checked: it takes some milliseconds."""


@cache
def rules_of(game: str) -> Game:
    return load(str(PROJECT / "cards" / game))


@cache
def validator(game: str) -> jsonschema.Draft202012Validator:
    path = PROJECT / "docs" / "schema" / "positions" / f"{game}.json"
    schema = json.loads(path.read_text("utf-8"))
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


def faults(game: str, position: Any) -> list[str]:
    return [f"{error.json_path}: {error.message}" for error in validator(game).iter_errors(position)]


def section(game: str) -> str:
    """What the page says about a game."""
    text = (PROJECT / "docs" / "positions.md").read_text("utf-8")
    found = re.search(rf"^## {re.escape(TITLES[game])}\n(.*?)(?=^## |\Z)", text, re.MULTILINE | re.DOTALL)
    assert found, game
    return found[1]


def examples(game: str) -> list[Any]:
    return [json.loads(block) for block in re.findall(r"```json\n(.*?)```", section(game), re.DOTALL)]


def keys_of(schema: Any) -> Iterator[str]:
    """Every key of a position that a schema names."""
    if isinstance(schema, dict):
        named = schema.get("properties")
        if isinstance(named, dict):
            yield from named
        for inner in schema.values():
            yield from keys_of(inner)
    elif isinstance(schema, list):
        for inner in schema:
            yield from keys_of(inner)


def random_states(game: Game, seed: int) -> Iterator[State]:
    """Positions of a random game with one of the ways to begin: every ``STEP``th, and the last."""
    chance = random.Random(seed)
    setups = game.setups()
    state = game.start(**{**setups[seed % len(setups)], "seed": seed})
    decisions = 0
    while not state.over:
        if decisions % STEP == 0:
            yield state
        state.apply(chance.choice(state.legal()))
        decisions += 1
    yield state


@pytest.mark.parametrize("game", TITLES)
def test_the_examples_can_be_played(game: str) -> None:
    assert examples(game)
    for position in examples(game):
        assert faults(game, position) == []
        assert rules_of(game).from_dict(position).legal()


def test_the_program_runs(capsys: pytest.CaptureFixture[str]) -> None:
    """The one above all games, with the first example."""
    text = (PROJECT / "docs" / "positions.md").read_text("utf-8")
    (program,) = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    exec(compile(program, "positions.md", "exec"), {"position": examples("battle-gate")[0]})
    assert "'hand': ['M1', 'S4', 'A2']" in capsys.readouterr().out


@pytest.mark.parametrize("game", TITLES)
def test_every_key_is_described(game: str) -> None:
    told = set(re.findall(r"`([a-z_]+)`", section(game)))
    assert set(keys_of(validator(game).schema)) - told == set()


@pytest.mark.parametrize("game", TITLES)
def test_every_position_that_is_met_fits_the_schema(game: str) -> None:
    phases = set()
    for seed in range(GAMES):
        for state in random_states(rules_of(game), seed):
            position = json.loads(json.dumps(state.to_dict()))
            assert faults(game, position) == []
            phases.add(position["phase"])
    assert phases == set(validator(game).schema["properties"]["phase"]["enum"])


@pytest.mark.parametrize("game", TITLES)
def test_every_position_of_the_scenarios_fits_the_schema(game: str) -> None:
    for scenario in SCENARIOS:
        if scenario.game == game and scenario.position is not None and scenario.refused is None:
            assert faults(game, scenario.position) == [], scenario.name


BATTLE_GATE: dict[str, Any] = {
    "game": "battle-gate",
    "turn": 9,
    "active": 0,
    "first": 0,
    "phase": "draw",
    "seats": [{"deck": ["S4"], "hand": []}, {"field": ["M1"]}],
}


@pytest.mark.parametrize(
    "changed",
    [
        {"game": "battle"},
        {"turn": 0},
        {"active": 4},
        {"phase": "combat"},
        {"seats": [{}]},
        {"seats": [{}, {"gold": 1}]},
        {"seats": [{}, {"hand": ["S7"]}]},
        {"seats": [{}, {"out": True, "hand": ["S1"]}]},
        {"seats": [{}, {"started": False, "field": ["S1"]}]},
        {"seats": [{}, {"allowance": {"cards": 1, "power": 1}}]},
        {"wind": "north"},
        {"attacks": []},
        {"player": 0},
        {"passes": 0},
        {"recoveries": 0},
        {"damage": [0, 0]},
        {"phase": "damage"},
        {"phase": "defend"},
        {"phase": "attack", "attacks": [{"card": "M1", "target": 1}]},
        {"phase": "attack", "attacks": [{"card": "S1", "target": 1, "blocks": ["S1"]}]},
        {"phase": "defend", "attacks": [{"card": "S1", "target": 1, "boosts": ["A1"]}]},
        {"phase": "boost", "attacks": [{"card": "S1", "target": 1, "block_boosts": ["A1"]}]},
        {"shuffler": {"made": 1}},
    ],
)
def test_the_schema_of_battle_gate_is_strict(changed: dict[str, Any]) -> None:
    assert faults("battle-gate", BATTLE_GATE) == []
    assert faults("battle-gate", {**BATTLE_GATE, **changed}) != []


HOLD_THE_LINE: dict[str, Any] = {
    "game": "hold-the-line",
    "round": 3,
    "phase": "stage",
    "lanes": [{"front": 2, "troops": [["tank 3/2"], []]}, *[{"front": 0}] * 4],
    "seats": [{"deck": [], "hand": ["tank"]}, {"deck": [], "hand": ["infantry"]}],
}


@pytest.mark.parametrize(
    "changed",
    [
        {"game": "hold the line"},
        {"round": 0},
        {"phase": "setup"},
        {"phase": "combat"},
        {"choosing": 2},
        {"lanes": [{"front": 0}] * 4},
        {"lanes": [{"front": 3}] * 5},
        {"lanes": [{"troops": [[], []]}] * 5},
        {"lanes": [{"front": 0, "troops": [[]]}] * 5},
        {"lanes": [{"front": 0, "troops": [["tank"], []]}] * 5},
        {"lanes": [{"front": 0, "troops": [["infantry 6/0"], []]}] * 5},
        {"lanes": [{"front": 0, "troops": [["anti-armor 3/2"], []]}] * 5},
        {"seats": [{"deck": [], "hand": ["tank"]}]},
        {"seats": [{"deck": [], "hand": ["cavalry"]}, {"deck": [], "hand": []}]},
        {"seats": [{"deck": [], "hand": ["infantry"] * 6}, {"deck": [], "hand": []}]},
        {"seats": [{"deck": [], "hand": [], "targets": []}, {"deck": [], "hand": []}]},
        {"seats": [{"deck": [], "hand": [], "staged": [None]}, {"deck": [], "hand": []}]},
        {"phase": "over", "choosing": 1},
        {"max_rounds": 0},
        {"wind": "north"},
    ],
)
def test_the_schema_of_hold_the_line_is_strict(changed: dict[str, Any]) -> None:
    assert faults("hold-the-line", HOLD_THE_LINE) == []
    assert faults("hold-the-line", {**HOLD_THE_LINE, **changed}) != []


HOLD_THE_GATES: dict[str, Any] = {
    "game": "hold-the-gates",
    "turn": 3,
    "tier": 2,
    "phase": "preparation",
    "to_act": 0,
    "settlement": "village",
    "seats": [{"hand": ["grunt"], "field": ["shaman 0 +grunt"]}, {"deck": ["militia"]}],
}


@pytest.mark.parametrize(
    "changed",
    [
        {"game": "hold-the-line"},
        {"turn": 13},
        {"tier": 0},
        {"phase": "battle"},
        {"phase": "over"},
        {"to_act": None},
        {"settlement": "castle"},
        {"damage": 3},
        {"settlement": "shrine", "damage": 1},
        {"seats": [{"hand": ["militia"]}, {}]},
        {"seats": [{}, {"hand": ["grunt"]}]},
        {"seats": [{"field": ["grunt"]}, {}]},
        {"seats": [{"field": ["grunt 0 +shaman"]}, {}]},
        {"seats": [{}, {"field": ["militia 0 +archers"]}]},
        {"seats": [{"gates": ["grunt"]}, {}]},
        {"seats": [{}, {"hand": ["militia"] * 6}]},
        {"seats": [{}, {"out": True}]},
        {"wind": "north"},
    ],
)
def test_the_schema_of_hold_the_gates_is_strict(changed: dict[str, Any]) -> None:
    assert faults("hold-the-gates", HOLD_THE_GATES) == []
    assert faults("hold-the-gates", {**HOLD_THE_GATES, **changed}) != []


GATEWAY: dict[str, Any] = {
    "game": "gateway",
    "round": 3,
    "active": 0,
    "first": 0,
    "phase": "deployment",
    "seats": [{"hand": ["merchant"], "army": ["rebel 1", "lesser-flame"]}, {}],
    "districts": [
        {"board": "portal-court", "tokens": ["a", "x"], "owner": 0},
        {"board": "the-foundry", "tokens": ["b", "e"], "cards": ["elite-guard 2 blinded"]},
        {"board": "ash-gardens", "tokens": ["c", "f"]},
        {"board": "rampart-row", "tokens": ["d", "x"]},
    ],
}


@pytest.mark.parametrize(
    "changed",
    [
        {"game": "strongholds"},
        {"round": 0},
        {"active": 2},
        {"first": -1},
        {"phase": "cleanup"},
        {"phase": "setup"},
        {"phase": "over"},
        {"phase": "event", "gold": 1},
        {"phase": "drafting", "holder": 1},
        {"seats": [{}]},
        {"seats": [{}, {}, {}]},
        {"seats": [{}, {"hand": ["city-guard"]}]},
        {"seats": [{}, {"army": ["merchant"]}]},
        {"seats": [{}, {"army": ["lesser-flame 1"]}]},
        {"seats": [{}, {"army": ["rebel 1 dazed"]}]},
        {"seats": [{}, {"discard": ["beard-fish"]}]},
        {"seats": [{}, {"played": ["rebel"]}]},
        {"seats": [{}, {"vp": -1}]},
        {"seats": [{}, {"vp": 20}]},
        {"seats": [{}, {"bonus": {"luck": 1}}]},
        {"districts": GATEWAY["districts"][:3]},
        {"districts": [{"board": "the-docks"}, *GATEWAY["districts"][1:]]},
        {"districts": [{"board": "portal-court", "tokens": ["g"]}, *GATEWAY["districts"][1:]]},
        {"districts": [{"board": "portal-court", "owner": 3}, *GATEWAY["districts"][1:]]},
        {"districts": [{"board": "portal-court", "cards": ["rebel"]}, *GATEWAY["districts"][1:]]},
        {
            "districts": [
                {"board": "portal-court", "owner": 0, "cards": ["city-guard"]},
                *GATEWAY["districts"][1:],
            ]
        },
        {
            "districts": [
                {"board": "portal-court", "arrivals": ["city-guard"]},
                *GATEWAY["districts"][1:],
            ]
        },
        {"stacks": {"beard-fish": 11}},
        {"stacks": {"rebels": 1}},
        {"stacks": {"lesser": 3}},
        {"stacks": {"lesser": ["normal-fog"]}},
        {"events": ["rain"]},
        {"horde": ["city-guard"]},
        {"trash": ["city-guard"]},
        {"to_pick": 3},
        {"power": -1},
        {"used": 1},
        {"ending": "goal"},
        {"battle": {}},
        {"work": [{"line": "rebel sings"}]},
        {"work": [{}]},
        {"shuffler": {"made": 1}},
        {"wind": "north"},
    ],
)
def test_the_schema_of_gateway_is_strict(changed: dict[str, Any]) -> None:
    assert faults("gateway", GATEWAY) == []
    assert faults("gateway", {**GATEWAY, **changed}) != []
