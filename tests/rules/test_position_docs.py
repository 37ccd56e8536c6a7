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
