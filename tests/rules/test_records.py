"""Records read from JSON or YAML that a person may have written: all faults are told, none crashes."""

from __future__ import annotations

from typing import Any

import pytest

from generator import rules
from generator.catalog.problems import InputError
from generator.rules import BadPosition
from generator.rules.positions import MAX_SEED
from generator.rules.record import read_record


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"setup": [1, 2]}, "setup: expected keys and values"),
        ({"setup": {"seats": 2.0}}, "setup.seats: expected a whole number, got 2.0"),
        ({"setup": {"seats": "2"}}, "setup.seats: expected a whole number, got '2'"),
        ({"setup": {"seed": -1}}, f"setup.seed: expected 0 to {MAX_SEED:,}, got -1"),
        ({"setup": {}, "from": {}}, "expected `setup` or `from`, one of them"),
        ({"from": None}, "from: expected keys and values"),
        ({"setup": {}, "moves": "done"}, "moves: expected a list, got 'done'"),
        ({"setup": {}, "moves": ["done", 3]}, "moves[1]: expected a move in words"),
    ],
)
def test_a_fault_is_told_with_its_place(given: dict[str, Any], told: str) -> None:
    with pytest.raises(BadPosition) as error:
        read_record({"game": "battle-gate", "moves": [], **given})
    assert str(error.value) == told


@pytest.mark.parametrize("name", ["self", "name", "shuffler"])
def test_a_setup_with_a_strange_word_is_refused(name: str) -> None:
    record = read_record({"game": "hold-the-line", "setup": {name: 1}, "moves": []})
    with pytest.raises(InputError, match=f"Hold the Line has no option '{name}'"):
        record.begin(rules.load("hold-the-line"))


@pytest.mark.parametrize("seed", [-1, MAX_SEED + 1])
def test_a_game_begins_from_no_seed_that_its_positions_could_not_have(seed: int) -> None:
    with pytest.raises(InputError, match="a seed is a number from 0 to"):
        rules.load("hold-the-line").start(seed)


def test_the_last_seed_is_one_that_positions_have() -> None:
    game = rules.load("hold-the-line")
    position = game.start(MAX_SEED).to_dict()
    assert game.from_dict(position).to_dict() == position
