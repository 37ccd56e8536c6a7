"""Wrong use of the command: exit status 2 and a sentence that names the option."""

from __future__ import annotations

from pathlib import Path

import pytest
from games import run, run_here, write_game

from .conftest import EARLIER, contents


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--paper", "a44"], "Invalid value for --paper: unknown paper 'a44'; did you mean `a4`?"),
        (["--paper", "0 x 5 mm"], "Invalid value for --paper: "),
        (["--backs", "duplx"], "Invalid value for --backs: 'duplx' is not one of none, duplex-long, "),
        (["--marks", "corner"], "Invalid value for --marks: 'corner' is not one of crop, lines, none"),
        (
            ["--gap", "wide"],
            "Invalid value for --gap: expected a length, got 'wide'; write for example `3 mm`",
        ),
        (["--gap", "3,5 mm"], "Invalid value for --gap: "),
        (["--gap", "-3mm"], "Invalid value for --gap: a length cannot be negative"),
        (["--bleed", "nan"], "Invalid value for --bleed: "),
        (["--margin", "wide"], "Invalid value for --margin: "),
        (["--colour", "red"], "No such option: --colour"),
        (["--paper"], "Option '--paper' requires an argument"),
    ],
)
def test_a_wrong_option(tmp_path: Path, out: Path, arguments: list[str], told: str) -> None:
    result = run_here("build", write_game(tmp_path / "g"), "--out", "out", *arguments)
    assert result.code == 2
    assert told in result.stderr
    assert "Traceback" not in result.output
    assert contents(out) == EARLIER


def test_a_wrong_option_in_a_process_of_its_own(tmp_path: Path) -> None:
    result = run("build", write_game(tmp_path / "g"), "--gap", "wide", cwd=tmp_path)
    assert result.code == 2
    assert "--gap: expected a length, got 'wide'" in result.stderr
    assert not (tmp_path / "output").exists()


def test_an_unknown_command() -> None:
    result = run_here("bulid")
    assert result.code == 2
    assert "bulid" in result.stderr


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--only", "crads"], "no component or deck matches crads; did you mean `cards`?"),
        (["--select", "dragon"], "no card matches dragon; "),
        (["--select", "name=dragon"], "no card matches name=dragon; "),
        (["--select", "Name=a"], "no card has a field 'Name'; did you mean `name`?"),
        (["--select", "zzz=a"], "no card has a field 'zzz'; the fields are name"),
    ],
)
def test_a_choice_that_means_nothing(tmp_path: Path, out: Path, arguments: list[str], told: str) -> None:
    result = run_here("build", write_game(tmp_path / "g"), "--out", "out", *arguments)
    assert result.code == 1
    assert result.stderr.startswith(f"error: {told}")
    assert contents(out) == EARLIER


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("batle-gate", "no game or folder named 'batle-gate'; did you mean `battle-gate`?"),
        ("empty", "the folder 'empty' has no game.yaml"),
        ("", "expected a game's name or folder, got ''"),
    ],
)
def test_a_game_that_is_not_there(tmp_path: Path, out: Path, name: str, told: str) -> None:
    (tmp_path / "empty").mkdir()
    result = run_here("build", name, "--out", "out")
    assert result.code == 1
    assert result.problems == [f"error: {told}"]
    assert contents(out) == EARLIER
