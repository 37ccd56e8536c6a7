"""Every sentence of the rules is played out; ``docs/scenarios.md`` says how a scenario is written."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from games import PROJECT

from generator.catalog.problems import Problems
from generator.catalog.reader import ProblemLog, Reader
from generator.rules import Game, load
from generator.rules.parts import changed, misfits
from generator.rules.positions import BadPosition, Fault
from generator.rules.protocol import State
from generator.rules.scenarios import (
    EXPECTATIONS,
    Scenario,
    play_scenario,
    play_scenarios,
    read_scenario,
    read_scenarios,
    scenario_files,
)

HERE = Path(__file__).resolve().parent
DOCS = (PROJECT / "docs" / "scenarios.md").read_text("utf-8")
MIN_SCENARIOS = {
    "battle-gate": (40, 18),
    "hold-the-line": (30, 10),
    "hold-the-gates": (30, 10),
    "strongholds": (45, 14),
    "gateway": (50, 14),
}
"""How many scenarios a game has at least, and for how many parts of its rules, each with a file."""


def read(game: str, *paths: Path) -> list[Scenario]:
    """The scenarios of files with which nothing is wrong."""
    problems = Problems()
    found = read_scenarios(game, paths, problems)
    assert not problems, "\n".join(map(str, problems))
    return found


SCENARIOS = [scenario for game in MIN_SCENARIOS for scenario in read(game, HERE / game.replace("-", "_"))]


@cache
def rules_of(game: str) -> Game:
    return load(str(PROJECT / "cards" / game))


@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda scenario: scenario.name)
def test_scenario(scenario: Scenario) -> None:
    failures = play_scenario(scenario, rules_of(scenario.game))
    assert not failures, "\n".join(map(str, failures))


@pytest.mark.parametrize("game", MIN_SCENARIOS)
def test_every_part_of_the_rules_is_played_out(game: str) -> None:
    found = [scenario for scenario in SCENARIOS if scenario.game == game]
    scenarios, parts = MIN_SCENARIOS[game]
    assert len(found) >= scenarios
    assert len({scenario.part for scenario in found}) == parts


def test_every_expectation_is_used() -> None:
    used = {key for scenario in SCENARIOS for step in scenario.steps for key in step.expected}
    assert used == set(EXPECTATIONS)


def test_the_example_of_the_documentation_holds(tmp_path: Path) -> None:
    (example,) = re.findall(r"^```yaml\n(.*?)```", DOCS, re.DOTALL | re.MULTILINE)
    (tmp_path / "example.yaml").write_text(example, "utf-8")
    scenarios = read("battle-gate", tmp_path)
    assert len(scenarios) == 3
    assert [play_scenario(scenario, rules_of("battle-gate")) for scenario in scenarios] == [[], [], []]


def test_every_key_is_told() -> None:
    told = set(re.findall(r"^\| `(\w+)` \|", DOCS, re.MULTILINE))
    assert told >= {*EXPECTATIONS, "rule", "from", "start", "moves", "steps", "refused"}


# What is expected, and is not so: each scenario would hold if the value were the right one

LINE = {"start": {"seed": 7}}
"""A game of Hold the Line: seat 0 deploys first."""


def failures_of(tmp_path: Path, given: Mapping[str, Any], game: str = "hold-the-line") -> list[str]:
    """Where a scenario fails, without its place and its sentence."""
    path = tmp_path / "part.yaml"
    path.write_text(json.dumps([{"rule": "A sentence of the rules.", **given}]), "utf-8")
    (scenario,) = read(game, path)
    told = [str(failure) for failure in play_scenario(scenario, rules_of(game))]
    assert all(line.startswith(f"{path}:1:") for line in told)
    return [line.partition("A sentence of the rules. ")[2] for line in told]


def legal_at_first() -> list[str]:
    state = rules_of("hold-the-line").start(7)
    return [state.text(move) for move in state.legal()]


def test_what_is_so_does_not_fail(tmp_path: Path) -> None:
    legal = legal_at_first()
    held = {"player": 0, "legal": legal[::-1], "can": legal[:1], "position": {"game": "hold-the-line"}}
    assert failures_of(tmp_path, {**LINE, **held}) == []
    steps = [{"moves": legal[:1], "cannot": {"nonsense": "move"}}, {"player": 0}]
    assert failures_of(tmp_path, {**LINE, "steps": steps[:1]}) == []


@pytest.mark.parametrize(
    ("expected", "told"),
    [
        ({"player": 1}, "player: expected 1, got 0"),
        ({"player": None}, "player: expected null, got 0"),
        ({"legal": []}, "legal: expected [], got ["),
        ({"can": ["nonsense"]}, "can: `nonsense` is not among the legal moves, ["),
        ({"cannot": {"nonsense": "because"}}, "cannot: `nonsense` is refused otherwise: "),
        ({"position": {"round": 99}}, "position: round is 0 and not 99"),
        ({"position": {"gone": 1}}, "position: it has no `gone`, only game, "),
        ({"result": {"winners": [0]}}, "result: the game goes on"),
        ({"view": {"seat": 0, "has": {"round": 2}}}, "view: round is 0 and not 2"),
        ({"view": {"seat": 0, "lacks": ["round", "phase"]}}, "view: seat 0 sees phase and round"),
        ({"view": [{"seat": 7, "lacks": ["round"]}]}, "view: there is no seat 7; the last is 1"),
        ({"moves": ["nonsense"], "player": 0}, "moves: `nonsense` is refused: "),
        ({"steps": [{"player": 0}, {"player": 1}]}, "step 2: player: expected 1, got 0"),
    ],
)
def test_what_is_not_so_fails(tmp_path: Path, expected: Mapping[str, Any], told: str) -> None:
    (failure,) = failures_of(tmp_path, {**LINE, **expected})
    assert failure.startswith(told)


def test_a_position_that_the_rules_refuse_to_read_again_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*given: object) -> State:
        del given
        raise BadPosition([Fault(("round",), "there is no round 0")])

    monkeypatch.setattr(type(rules_of("hold-the-line")), "from_dict", refuse)
    (failure,) = failures_of(tmp_path, {**LINE, "player": 0})
    assert failure == (
        "position: written down, it is refused when it is read again: round: there is no round 0"
    )


def test_a_move_that_is_legal_is_not_refused(tmp_path: Path) -> None:
    move = legal_at_first()[0]
    (failure,) = failures_of(tmp_path, {**LINE, "cannot": {move: "because"}})
    assert failure == f"cannot: `{move}` is not refused"


def test_with_seeds_each_must_hold(tmp_path: Path) -> None:
    both = {"start": {"seeds": 3}}
    (failure,) = failures_of(tmp_path, {**both, "player": 1})
    assert failure == "player: with seed 1: expected 1, got 0"
    either = [{"round": 0}, {"round": 2}]
    (failure,) = failures_of(tmp_path, {**both, "either": either})
    assert failure.endswith("either: with seed 3: it never comes up with 3 seeds")
    (failure,) = failures_of(tmp_path, {**both, "either": either[1:]})
    assert "fits none: " in failure


def test_faults_of_a_position_are_told_exactly(tmp_path: Path) -> None:
    wrong = {"from": {"game": "hold-the-line", "round": 0}}
    (failure, *more) = failures_of(tmp_path, {**wrong, "player": 0})
    assert failure.startswith("from: the position is refused: ")
    assert more
    told = failures_of(tmp_path, {**wrong, "refused": {"position": "`phase` is missing"}})
    assert [line.partition(":")[2][:12] for line in told] == [" also report"]
    told = failures_of(tmp_path, {**wrong, "refused": {"position": "purple"}})
    assert told[0].startswith("refused: 'purple' is not reported at 'position', but: ")
    assert failures_of(tmp_path, {**LINE, "refused": {"start": "no"}}) == ["refused: it is not refused"]
    wrong = {"start": {"seats": 5}}
    assert failures_of(tmp_path, {**wrong, "refused": {"start": "for 2 players"}}) == []
    assert failures_of(tmp_path, {**wrong, "player": 0})[0].startswith("start: it is refused: ")


def test_failures_are_counted_and_written_down(tmp_path: Path) -> None:
    path = tmp_path / "part.yaml"
    path.write_text(
        "- rule: This holds.\n  start: {}\n  player: 0\n- {rule: This does not., start: {}, player: 1}\n"
    )
    tally = play_scenarios(read("hold-the-line", tmp_path), rules_of("hold-the-line"))
    assert (tally.ran, tally.failed) == (2, 1)
    told = {
        "file": str(path),
        "line": 4,
        "column": 45,
        "rule": "This does not.",
        "step": 0,
        "key": "player",
        "message": "expected 1, got 0",
        "expected": 1,
        "got": 0,
    }
    assert tally.to_dict() == {"ran": 2, "failed": 1, "failures": [told]}


# The form

GOOD: dict[str, Any] = {"rule": "A sentence of the rules.", "from": {"turn": 1}, "player": 0}


def problems_of(tmp_path: Path, *given: Mapping[str, Any]) -> list[str]:
    """What is wrong with a file of scenarios."""
    path = tmp_path / "draw.yaml"
    path.write_text(json.dumps(given), "utf-8")
    problems = Problems()
    read_scenarios("battle-gate", [path], problems)
    return [str(problem) for problem in problems]


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        ({"mvoes": ["draw 1"]}, "unknown key `mvoes`; did you mean `moves`?"),
        ({"rule": None}, "rule: `rule` is a sentence"),
        ({"rule": "Short."}, "rule: `rule` is a sentence"),
        ({"start": {"seed": 1}}, "expected `from` or `start`"),
        ({"from": ...}, "expected `from` or `start`"),
        ({"from": {}}, "from: `from` is empty"),
        ({"from": ["turn"]}, "from: expected keys and values"),
        ({"player": ...}, "nothing is expected"),
        ({"player": True}, "player: expected a whole number, got true"),
        ({"legal": "draw 1"}, "legal: expected a list, got 'draw 1'"),
        ({"can": []}, "can: `can` is empty"),
        ({"can": [1]}, "can.0: expected words, got 1"),
        ({"cannot": {}}, "cannot: `cannot` is empty"),
        ({"cannot": {"draw 1": 3}}, "cannot.draw 1: expected words of the message, got 3"),
        ({"cannot": {"draw 1": ["draw"]}}, "expected words of the message"),
        ({"cannot": {"draw 1": ""}}, "expected words of the message"),
        ({"player": ..., "refused": {"turn": 3}}, "refused.turn: expected words of the message"),
        ({"player": ..., "refused": {"turn": []}}, "refused.turn: expected words of the message"),
        ({"refused": {"turn": "wrong"}}, "`refused` goes alone"),
        ({"player": ..., "refused": {}}, "refused: `refused` is empty"),
        ({"moves": [1]}, "moves.0: expected words, got 1"),
        ({"moves": []}, "moves: `moves` is empty"),
        ({"position": {}}, "position: `position` is empty"),
        ({"steps": []}, "steps: `steps` is empty"),
        ({"steps": "draw 1"}, "steps: expected a list, got 'draw 1'"),
        ({"either": {"turn": 1}}, "either: expected a list, got a mapping"),
        ({"view": [{}]}, "view.0: expected keys and values, got none"),
        ({"steps": [3]}, "steps.0: expected keys and values, got 3"),
        ({"steps": [{"moves": ["draw 1"]}]}, "steps.0: nothing is expected"),
        ({"steps": [{"player": 0, "refused": {"turn": "wrong"}}]}, "steps.0: unknown key `refused`"),
        ({"either": [{"turn": 1}]}, "either: `either` needs `seeds`"),
        ({"result": {"winner": 0}}, "result: unknown key `winner`; did you mean `winners`?"),
        ({"view": {"seat": 0}}, "view: `view` needs a seat, and"),
        ({"view": [{"has": {"turn": 1}}]}, "view.0: `view` needs a seat"),
        ({"view": {"seat": 0, "lacks": []}}, "view.lacks: `lacks` is empty"),
        ({"from": ..., "start": {"seed": 1, "seeds": 2}}, "start: expected `seed` or `seeds`"),
        ({"from": ..., "start": {"seeds": 0}}, "start.seeds: expected 1 to 10,000, got 0"),
    ],
)
def test_a_scenario_must_be_of_the_form(tmp_path: Path, changed: Mapping[str, Any], told: str) -> None:
    given = {key: value for key, value in {**GOOD, **changed}.items() if value is not ...}
    (problem,) = problems_of(tmp_path, given)
    assert problem.startswith(f"{tmp_path / 'draw.yaml'}:1:")
    assert ": error: scenario 1" in problem
    assert told in problem


def test_all_that_is_wrong_is_told_at_once(tmp_path: Path) -> None:
    told = problems_of(tmp_path, {**GOOD, "can": []}, {**GOOD, "rule": "Another sentence.", "legal": 3}, {})
    assert [problem.split(": ")[2].split(".")[0] for problem in told] == [
        "scenario 1",
        "scenario 2",
        *["scenario 3"] * 3,
    ]


def test_a_file_must_be_a_list(tmp_path: Path) -> None:
    path = tmp_path / "draw.yaml"
    for text in ("rule: A sentence.", "[]"):
        path.write_text(text)
        problems = Problems()
        assert read_scenarios("battle-gate", [path], problems) == []
        assert [problem.message for problem in problems] == ["expected a list of scenarios"]


def test_a_place_without_scenarios_is_told(tmp_path: Path) -> None:
    problems = Problems()
    read_scenarios("battle-gate", [tmp_path, tmp_path / "gone.yaml"], problems)
    first, second = map(str, problems)
    assert (
        "there are no scenarios in this folder; they are in files that end in .yaml, .yml or .json" in first
    )
    assert "gone.yaml: error: no such file or folder" in second


def test_a_rule_stands_once_in_a_file(tmp_path: Path) -> None:
    assert problems_of(tmp_path, GOOD) == []
    (told,) = problems_of(tmp_path, GOOD, GOOD)
    assert "scenario 2.rule: the rule is there twice, first in scenario 1" in told


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
    assert (not misfits(position, part, rules_of("battle-gate").unordered)) == fits


def test_a_number_in_a_view_is_no_list() -> None:
    assert misfits({"hand": 2}, {"hand": 2}, frozenset(), lengths=False) == []
    assert misfits({"hand": ["A2", "S1"]}, {"hand": 2}, frozenset(), lengths=False) != []


def test_scenarios_are_found_whatever_they_are(tmp_path: Path) -> None:
    folder = tmp_path / "scenarios"
    assert scenario_files(folder) == []
    folder.write_text("hello\n", "utf-8")
    problems = Problems()
    read_scenarios("battle-gate", scenario_files(folder), problems)
    assert [str(problem) for problem in problems] == [
        f"{folder}:1:1: error: expected keys and values or a list, got 'hello'"
    ]
    folder.unlink()
    folder.symlink_to(tmp_path / "nowhere")
    problems = Problems()
    read_scenarios("battle-gate", scenario_files(folder), problems)
    assert [str(problem) for problem in problems] == [f"{folder}: error: no such file or folder"]
    folder.unlink()
    folder.mkdir()
    (folder / "A.YAML").write_text("[]\n", "utf-8")
    (folder / "notes.txt").write_text("[]\n", "utf-8")
    assert scenario_files(folder) == [folder / "A.YAML"]


@pytest.mark.parametrize(
    ("game", "changes", "position"),
    [
        ("hold-the-line", {"seats[0].hand": ["tank", "tank", *["infantry"] * 5]}, {"hand": 7, "deck": 7}),
        ("strongholds", {"seats[0].hand": ["2H", "AS", "*R"], "turn": 4}, {"hand": ["2H", "AS", "*R"]}),
        ("gateway", {"seats[1].vp": 9, "seats[0].hand": ["rebel"]}, {"hand": ["rebel"], "deck": 11}),
    ],
)
def test_the_start_of_a_bundled_game_can_be_changed(
    game: str, changes: dict[str, Any], position: dict[str, Any]
) -> None:
    """Its cards are as many as before: they change places."""
    rules = rules_of(game)
    given = {"rule": "A start that is changed.", "start": {"seed": 3, "seats": 2}, "changes": changes}
    problems = Problems()
    expected = {"position": {"seats": [position, {}]}}
    scenario = read_scenario(game, "test", Reader({**given, **expected}, ProblemLog(problems)))
    assert scenario is not None, "\n".join(map(str, problems))
    assert play_scenario(scenario, rules) == []
    before, after = (
        rules.referee().cards(state.to_dict()) for state in (rules.start(3, 2), scenario.begin(rules, 3))
    )
    assert {owner: sorted(cards) for owner, cards in after.items()} == {
        owner: sorted(cards) for owner, cards in before.items()
    }


@pytest.mark.parametrize(
    ("changes", "position"),
    [
        ({"deck[0]": "e"}, {"deck": ["e", "b", "c"], "seats": [{"hand": ["d", "a"]}, {"hand": ["a"]}]}),
        ({"seats[0].hand[1]": "e"}, {"seats": [{"hand": ["d", "e"]}, {"hand": ["a"]}]}),
        (
            {"field.b2": ["d"]},
            {"field": {"a1": ["f"], "b2": ["d"]}, "seats": [{"hand": ["a"]}, {"hand": ["e"]}]},
        ),
        ({"field.b2": ["f"]}, {"field": {"b2": ["f"]}}),
    ],
)
def test_one_card_and_one_space_are_changed(changes: dict[str, Any], position: dict[str, Any]) -> None:
    whole = {
        "deck": ["a", "b", "c"],
        "field": {"a1": ["f"]},
        "seats": [{"hand": ["d", "a"]}, {"hand": ["e"]}],
    }
    assert changed(whole, changes, set("abcdef"), {"field"}) == {**whole, **position}


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({"field.b2.x": ["d"]}, "changes.field.b2.x: the position has no `field.b2`"),
        ({"deck": ["d"], "deck[0]": "e"}, "changes.deck[0]: this lies in `deck`, which is changed too"),
    ],
)
def test_changes_that_contradict_each_other_are_refused(changes: dict[str, Any], fault: str) -> None:
    whole = {"deck": ["a", "b"], "field": {}, "seats": [{"hand": ["d"]}, {"hand": ["e"]}]}
    with pytest.raises(BadPosition) as caught:
        changed(whole, changes, set("abcde"), {"field"})
    assert str(caught.value) == fault
