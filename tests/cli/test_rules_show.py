"""``gatepress rules show``: the moves of a game, and what was written for it in Python."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from games import PROJECT, run_here
from own_leduc import write_leduc

BUTTON_BOX = str(PROJECT / "tests" / "gallery" / "button-box")


def test_the_moves_are_listed_with_what_they_do() -> None:
    lines = run_here("rules", "show", BUTTON_BOX).stdout.splitlines()
    assert [line.split()[0] for line in lines] == ["take", "rummage", "sew"]
    assert lines[1].endswith("Draw buttons from the bag, blind")
    assert "attack S4>1" in run_here("rules", "show", "battle-gate").stdout


def test_what_is_written_for_a_game_is_python_that_names_what_it_declares() -> None:
    done = run_here("rules", "show", BUTTON_BOX, "--generated")
    assert done.code == 0, done.output
    kind, *functions = ast.parse(done.stdout).body
    assert isinstance(kind, ast.ClassDef)
    assert kind.name == "Table"
    assert [one.name for one in functions if isinstance(one, ast.FunctionDef)] == ["legal_in_play", "settled"]
    assert "copy.market = Pile_market(lying)" in done.stdout
    assert "# unless bag_is_empty" in done.stdout


@pytest.mark.parametrize("game", ["battle-gate", "hold-the-gates", "hold-the-line", "strongholds"])
def test_of_a_bundled_game_what_copies_and_writes_its_fields_is_shown(game: str) -> None:
    done = run_here("rules", "show", game, "--generated")
    assert done.code == 0, done.output
    names = [one.name for one in ast.parse(done.stdout).body if isinstance(one, ast.FunctionDef)]
    assert set(names) == {"clone", "write"}
    assert "written['hand'] = [words[card] for card in" in done.stdout


def test_for_rules_written_by_hand_nothing_is_generated(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    write_leduc(tmp_path / "leduc")
    done = run_here("rules", "show", "leduc", "--generated")
    assert (done.code, done.stdout) == (1, "")
    assert done.stderr.startswith("error: nothing is generated for ")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("nowhere", "error: no game or folder named 'nowhere'"),
        ("empty", "error: "),
    ],
)
def test_what_can_not_be_shown(
    words: str, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "empty").mkdir()
    done = run_here("rules", "show", *words.split())
    assert (done.code, done.stdout) == (1, "")
    assert done.stderr.startswith(message)
    assert "Traceback" not in done.stderr
