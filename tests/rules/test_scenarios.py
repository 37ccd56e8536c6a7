"""Every sentence of the rules is played out; how a scenario is written stands in ``scenarios.py``."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from games import PROJECT

from generator.catalog.problems import InputError
from generator.rules import BadPosition, Game, IllegalMove, State, load
from generator.rules.positions import Fault

from .scenarios import (
    EXPECTATIONS,
    UNORDERED,
    BadScenario,
    Scenario,
    Step,
    misfits,
    read_file,
    read_scenario,
    read_scenarios,
    words_in,
)

MIN_SCENARIOS = {
    "battle-gate": 40,
    "hold-the-line": 30,
    "hold-the-gates": 30,
    "strongholds": 45,
    "gateway": 50,
}
"""How many scenarios a game has at least."""

PARTS = {
    "battle-gate": {
        "allowance",
        "attack",
        "boost",
        "damage",
        "defend",
        "draw",
        "examples",
        "field",
        "hidden",
        "impossible_positions",
        "limit",
        "notation",
        "positions",
        "recover",
        "resolve",
        "start",
        "turn_order",
        "win",
    },
    "hold-the-line": {
        "combat",
        "deploy",
        "drawing",
        "end",
        "hidden",
        "impossible_positions",
        "notation",
        "setup",
        "staging",
        "targets",
    },
    "hold-the-gates": {
        "actions",
        "battle",
        "breaking_through",
        "escalation",
        "hidden",
        "impossible_positions",
        "notation",
        "preparation",
        "victory",
        "withdrawal",
    },
    "strongholds": {
        "aces",
        "damage",
        "defence",
        "end",
        "examples",
        "hidden",
        "impossible_positions",
        "jokers",
        "muster",
        "notation",
        "pitting",
        "returning",
        "reveal",
        "setup",
    },
    "gateway": {
        "attack",
        "battle",
        "cleanup",
        "damage",
        "deployment",
        "drafting",
        "game_end",
        "hidden",
        "impossible_positions",
        "notation",
        "round_end",
        "runestones",
        "setup",
        "spawning",
    },
}
"""The parts of each game's rules, which are the names of its files."""

SCENARIOS = [scenario for game in MIN_SCENARIOS for scenario in read_scenarios(game)]


@cache
def rules_of(game: str) -> Game:
    return load(str(PROJECT / "cards" / game))


@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda scenario: scenario.name)
def test_scenario(scenario: Scenario) -> None:
    play_out(scenario, rules_of(scenario.game))


@pytest.mark.parametrize("game", MIN_SCENARIOS)
def test_every_part_of_the_rules_is_played_out(game: str) -> None:
    found = [scenario for scenario in SCENARIOS if scenario.game == game]
    assert len(found) >= MIN_SCENARIOS[game]
    assert {scenario.part for scenario in found} == PARTS[game]


def play_out(scenario: Scenario, game: Game) -> None:
    """Begins, moves and asserts what is expected."""
    if scenario.refused is not None:
        assert_refused(scenario, game)
        return
    states = [begin(scenario, game, seed) for seed in scenario.seeds or (0,)]
    for step in scenario.steps:
        for state in states:
            for move in step.moves:
                state.play(move)
            assert_expected(step, state, game, scenario)
        if "either" in step.expected:
            assert_each_comes_up(step.expected["either"], states, UNORDERED[scenario.game])


def begin(scenario: Scenario, game: Game, seed: int) -> State:
    if scenario.position is not None:
        return game.from_dict(scenario.position)
    return game.start(seed, **scenario.setup)


def assert_refused(scenario: Scenario, game: Game) -> None:
    """Exactly the faults that are expected, each in its place."""
    with pytest.raises((BadPosition, InputError)) as caught:
        begin(scenario, game, scenario.seeds[0] if scenario.seeds else 0)
    faults = list(caught.value.faults) if isinstance(caught.value, BadPosition) else [refused(caught.value)]
    assert scenario.refused is not None
    for place, told in scenario.refused.items():
        for words in told if isinstance(told, list) else [told]:
            meant = [fault for fault in faults if place_of(fault) == place and holds(str(fault), words)]
            assert meant, f"{words!r} is not told at {place!r}, but: {listed(faults)}"
            faults.remove(meant[0])
    assert faults == [], f"told beside: {listed(faults)}"


def refused(problem: InputError) -> Fault:
    return Fault(("start",), str(problem))


def place_of(fault: Fault) -> str:
    return str(Fault(fault.path, "")).removesuffix(": ") or "position"


def listed(faults: list[Fault]) -> str:
    return "; ".join(map(str, faults)) or "nothing"


def holds(text: str, words: str) -> bool:
    return words.casefold() in text.casefold()


def assert_expected(step: Step, state: State, game: Game, scenario: Scenario) -> None:
    unordered = UNORDERED[scenario.game]
    written = state.to_dict()
    if not step.expected:
        return
    assert game.from_dict(written).to_dict() == written
    for key, expected in step.expected.items():
        if key != "either":
            CHECKS[key](state, expected, unordered)
    assert state.to_dict() == written, "looking at a state changes it"


def check_player(state: State, expected: int | None, _: frozenset[str]) -> None:
    assert state.player == expected
    assert state.over == (expected is None)


def legal_texts(state: State) -> list[str]:
    return [state.text(move) for move in state.legal()]


def check_legal(state: State, expected: list[str], _: frozenset[str]) -> None:
    assert sorted(legal_texts(state)) == sorted(expected)


def check_can(state: State, expected: list[str], _: frozenset[str]) -> None:
    assert set(expected) - set(legal_texts(state)) == set()
    for move in expected:
        state.clone().play(move)


def check_cannot(state: State, expected: Mapping[str, str], _: frozenset[str]) -> None:
    for move, words in expected.items():
        before = (state.to_dict(), state.player, state.legal())
        with pytest.raises(IllegalMove) as caught:
            state.play(move)
        assert holds(str(caught.value), words), f"{move}: {caught.value}"
        assert (state.to_dict(), state.player, state.legal()) == before, f"{move} changed something"


def check_position(state: State, expected: Mapping[str, Any], unordered: frozenset[str]) -> None:
    assert misfits(state.to_dict(), expected, unordered) == []


def check_result(state: State, expected: Mapping[str, Any], _: frozenset[str]) -> None:
    result = state.result()
    for key, value in expected.items():
        told = getattr(result, key)
        if key == "reason":
            assert holds(told, value), told
        else:
            assert (list(told) if isinstance(told, tuple) else told) == value, key


def check_view(state: State, expected: Any, unordered: frozenset[str]) -> None:
    for part in expected if isinstance(expected, list) else [expected]:
        view = state.view(part["seat"])
        assert view["seat"] == part["seat"]
        assert misfits(view, part.get("has", {}), unordered, lengths=False) == []
        assert set(part.get("lacks", ())) & set(words_in(view)) == set()


CHECKS: Mapping[str, Callable[[State, Any, frozenset[str]], None]] = {
    "player": check_player,
    "legal": check_legal,
    "can": check_can,
    "cannot": check_cannot,
    "position": check_position,
    "result": check_result,
    "view": check_view,
}


def assert_each_comes_up(either: list[Any], states: list[State], unordered: frozenset[str]) -> None:
    met = set()
    for state in states:
        fits = [number for number, part in enumerate(either) if not misfits(state.to_dict(), part, unordered)]
        assert fits, f"fits none: {state.to_dict()}"
        met.update(fits)
    assert met == set(range(len(either)))


def test_every_expectation_has_its_check() -> None:
    assert {*CHECKS, "either"} == EXPECTATIONS


GOOD: dict[str, Any] = {"rule": "A sentence of the rules.", "from": {"turn": 1}, "player": 0}


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        ({"mvoes": ["draw 1"]}, "unknown key `mvoes`"),
        ({"rule": None}, "`rule` is a sentence"),
        ({"start": {"seed": 1}}, "`from` or `start`"),
        ({"from": ...}, "`from` or `start`"),
        ({"player": ...}, "nothing is expected"),
        ({"player": True}, "`player` can't be True"),
        ({"legal": "draw 1"}, "`legal` can't be"),
        ({"can": []}, "`can` is empty"),
        ({"cannot": {}}, "`cannot` is empty"),
        ({"cannot": {"draw 1": 3}}, "`cannot` holds words"),
        ({"cannot": {"draw 1": ["draw"]}}, "`cannot` holds words"),
        ({"cannot": {"draw 1": ""}}, "`cannot` holds words"),
        ({"player": ..., "refused": {"turn": 3}}, "`refused` holds words"),
        ({"refused": {"turn": "wrong"}}, "`refused` stands alone"),
        ({"player": ..., "refused": {}}, "`refused` is empty"),
        ({"moves": [1]}, "moves are words"),
        ({"steps": [{"moves": ["draw 1"]}]}, "step 1: nothing is expected"),
        ({"steps": [{"player": 0, "refused": {"turn": "wrong"}}]}, "step 1: unknown key `refused`"),
        ({"either": [{"turn": 1}]}, "`either` needs `seeds`"),
        ({"result": {"winner": 0}}, "`result` holds"),
        ({"view": {"seat": 0}}, "`view` needs a seat, and"),
        ({"view": [{"has": {"turn": 1}}]}, "`view` needs a seat"),
        ({"from": ..., "start": {"seed": 1, "seeds": 2}}, "`seed` or `seeds`"),
    ],
)
def test_a_scenario_must_be_of_the_form(changed: Mapping[str, Any], told: str) -> None:
    given = {key: value for key, value in {**GOOD, **changed}.items() if value is not ...}
    with pytest.raises(BadScenario, match=re.escape(told)):
        read_scenario("battle-gate", "draw", given, "draw.yaml, scenario 1")


def test_a_rule_stands_once_in_a_file(tmp_path: Path) -> None:
    path = tmp_path / "draw.yaml"
    scenario = "- {rule: A sentence of the rules., from: {turn: 1}, player: 0}\n"
    path.write_text(scenario, "utf-8")
    assert len(list(read_file("battle-gate", path))) == 1
    path.write_text(scenario * 2, "utf-8")
    with pytest.raises(BadScenario, match="scenario 2: the rule stands there twice"):
        list(read_file("battle-gate", path))


@pytest.mark.parametrize(
    ("part", "fits"),
    [
        ({"turn": 3}, True),
        ({"turn": 4}, False),
        ({"turns": 3}, False),
        ({"seats": [{}, {"hand": ["S1", "A2"]}]}, True),
        ({"seats": [{}]}, False),
        ({"seats": [{}, {"hand": ["S1"]}]}, False),
        ({"seats": [{}, {"hand": ["S1", "S1"]}]}, False),
        ({"seats": [{}, {"hand": 2, "deck": 2}]}, True),
        ({"seats": [{}, {"hand": 3}]}, False),
        ({"seats": [{}, {"deck": ["M1", "M2"]}]}, True),
        ({"seats": [{}, {"deck": ["M2", "M1"]}]}, False),
        ({"seats": [{"out": True}, {}]}, True),
        ({"seats": [{"out": 1}, {}]}, False),
    ],
)
def test_a_part_of_a_position_fits_or_not(part: Mapping[str, Any], fits: bool) -> None:
    position = {"turn": 3, "seats": [{"out": True}, {"hand": ["A2", "S1"], "deck": ["M1", "M2"]}]}
    assert (not misfits(position, part, UNORDERED["battle-gate"])) == fits


def test_a_number_in_a_view_is_no_list() -> None:
    assert misfits({"hand": 2}, {"hand": 2}, frozenset(), lengths=False) == []
    assert misfits({"hand": ["A2", "S1"]}, {"hand": 2}, frozenset(), lengths=False) != []
