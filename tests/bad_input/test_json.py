"""`--json` answers in JSON also where a run fails: one object with the problems, and nothing else."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import pytest
from games import run_here, write_game

WRONG_FILES: Sequence[Sequence[str]] = (
    ["build", "nowhere"],
    ["build", "broken"],
    ["build", "g", "--only", "nothing"],
    ["build", "g", "--out", "file"],
    ["build", "g", "--contact", "--only", "nothing"],
    ["check", "nowhere"],
    ["check", "broken"],
    ["diff", "nowhere", "g"],
    ["diff", "broken", "g"],
    ["hands", "nowhere"],
    ["hands", "nowhere.yaml"],
    ["hands", "night-shift", "--game", "nowhere"],
    ["hands", "night-shift", "--format", "nowhere.yaml"],
    ["deck", "check", "night-shift", "--game", "nowhere"],
    ["deck", "check", "night-shift", "--format", "nowhere.yaml"],
    ["deck", "check", "night-shift", "--game", "g"],
    ["deck", "stats", "nowhere.yaml"],
    ["deck", "diff", "nowhere.yaml", "night-shift"],
    ["deck", "print", "nowhere.yaml"],
    ["deck", "build", "--pool", "nowhere.yaml"],
    ["deck", "build", "file.yaml"],
    ["rules", "check", "nowhere"],
    ["rules", "check", "g"],
    ["play", "nowhere", "--watch"],
    ["play", "battle-gate", "--moves", "nowhere.txt"],
    ["play", "--from", "nowhere.json", "--watch"],
    ["play", "--replay", "file"],
)
WRONG_USAGE: Sequence[Sequence[str]] = (
    ["build", "--paper", "a44"],
    ["build", "--backs", "duplex"],
    ["build", "--nothing"],
    ["check", "--nothing"],
    ["diff"],
    ["diff", "g", "g", "--gap", "3"],
    ["hands"],
    ["hands", "night-shift", "--samples", "x"],
    ["hands", "night-shift", "--players", "2"],
    ["deck", "check"],
    ["deck", "stats"],
    ["deck", "diff", "night-shift"],
    ["deck", "print", "night-shift", "--marks", "x"],
    ["deck", "build", "--cards", "x"],
    ["deck", "build", "deck.txt"],
    ["deck", "check", "night-shift", "--points", "0"],
    ["rules", "check", "--games", "0"],
    ["play", "battle-gate", "--watch", "--opponent", "nobody"],
    ["nothing"],
    ["deck", "nothing"],
)


@pytest.fixture(autouse=True)
def _files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    write_game(Path("g"))
    write_game(Path("broken"), cards="- {name: A, copies: x}\n")
    Path("file").write_text("a file")
    Path("file.yaml").write_text("a file")


@pytest.mark.parametrize("arguments", WRONG_FILES, ids=" ".join)
def test_wrong_files(arguments: Sequence[str]) -> None:
    plain = run_here(*arguments)
    done = run_here(*arguments, "--json")
    assert (done.code, done.stderr) == (plain.code, "") == (1, "")
    told = json.loads(done.stdout)
    assert told["errors"] >= 1
    assert [problem["severity"] for problem in told["problems"]].count("error") == told["errors"]
    for problem in told["problems"]:
        assert problem["message"] in plain.output


@pytest.mark.parametrize("arguments", WRONG_USAGE, ids=" ".join)
def test_wrong_usage(arguments: Sequence[str]) -> None:
    plain = run_here(*arguments)
    done = run_here(*arguments, "--json")
    assert (done.code, done.stderr) == (plain.code, "") == (2, "")
    told = json.loads(done.stdout)
    (problem,) = told["problems"]
    assert (told["errors"], told["warnings"]) == (1, 0)
    assert problem["message"].splitlines()[0] in plain.stderr


def test_an_answer_in_json_of_a_game_with_a_person_is_wrong_usage() -> None:
    done = run_here("play", "battle-gate", "--json")
    assert (done.code, done.stderr) == (2, "")
    assert "it needs --moves, --watch or --replay" in json.loads(done.stdout)["problems"][0]["message"]


def test_a_deck_that_cannot_be_read_is_no_legal_one() -> None:
    """The verdict about it is the answer."""
    done = run_here("deck", "check", "nowhere.yaml", "--json")
    assert (done.code, done.stderr, json.loads(done.stdout)["legal"]) == (1, "", False)
