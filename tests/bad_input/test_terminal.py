"""Control characters of files, names and options: none of them reaches whoever reads the output."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest
from games import PROJECT, Result, run, run_here, run_on_terminal, write_game

NASTY = {
    "escape": "\x1b[31m",
    "bell": "\x07",
    "return": "\r",
    "csi of 8 bits": "\x9b2J",
    "delete": "\x7f",
    "turned": "\u202e",
    "isolated": "\u2066",
    "no width": "\u200b",
    "joiner": "\u200d",
    "byte order": "\ufeff",
    "line separator": "\u2028",
    "tag": "\U000e0041",
}
TEXTS = pytest.mark.parametrize("text", NASTY.values(), ids=NASTY)


def check_harmless(result: Result) -> None:
    """Nothing but letters, blanks and line feeds, and no traceback."""
    assert "Traceback" not in result.output
    odd = [letter for letter in result.output if not letter.isprintable() and letter not in "\n\xa0"]
    assert odd == []


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@TEXTS
@pytest.mark.parametrize(
    "arguments",
    [
        ["build", "g", "--only", "X"],
        ["build", "g", "--select", "X"],
        ["build", "X"],
        ["build", "g", "--paper", "X"],
        ["build", "g", "--X"],
        ["check", "g", "--only", "X"],
        ["diff", "X", "g"],
        ["hands", "X"],
        ["deck", "check", "X"],
        ["deck", "check", "X.yaml"],
        ["deck", "build", "--name", "X"],
        ["deck", "new", "X.txt"],
        ["play", "X"],
        ["play", "battle-gate", "--opponent", "X", "--watch"],
        ["rules", "check", "X"],
        ["X"],
    ],
    ids=" ".join,
)
def test_options_and_names_are_made_visible(text: str, arguments: Sequence[str]) -> None:
    write_game(Path("g"))
    result = run_here(*(argument.replace("X", f"a{text}b") for argument in arguments))
    check_harmless(result)
    if arguments != ["deck", "build", "--name", "X"]:
        assert result.code in (1, 2)


@pytest.mark.slow
@TEXTS
def test_a_card_s_name_is_made_visible(text: str) -> None:
    card = {"name": f"a{text}b", "class": f"c{text}d", "power": f"x{text}"}
    deck = write_game(
        Path("g"), cards=[card], front="<card><text width='2' height='2'>{{ name }}</text></card>"
    )
    for arguments in (
        ["build", "g"],
        ["check", "g"],
        ["deck", "check", deck / "cards.yaml"],
        ["deck", "stats", deck / "cards.yaml"],
        ["deck", "print", deck / "cards.yaml"],
        ["hands", deck / "cards.yaml", "--samples", "100"],
    ):
        check_harmless(run_here(*arguments))


@pytest.mark.parametrize("text", [text for text in NASTY.values() if text != "\r"])
def test_folders_and_files_are_made_visible(text: str) -> None:
    folder = write_game(Path(f"g{text}h"))
    result = run_here("build", folder, "--out", f"o{text}p")
    check_harmless(result)
    assert result.code == 0
    assert list(Path(f"o{text}p").rglob("*.pdf"))
    (folder / "cards.yaml").write_text("- {name: a, copies: x}\n")
    result = run_here("build", folder)
    check_harmless(result)
    assert result.code == 1


@pytest.mark.skipif(sys.platform != "linux", reason="other systems refuse such names")
def test_a_name_of_bytes_that_are_no_text_is_made_visible(tmp_path: Path) -> None:
    result = run("build", b"g\xff".decode("utf-8", "surrogateescape"), cwd=tmp_path)
    assert result.code == 1
    assert "'g\\udcff'" in result.stderr


@pytest.mark.slow
def test_what_a_person_types_in_a_game_is_made_visible() -> None:
    for answer in ("\0", "\x1b[2J", "\x9bA", "save \x1b]0;x\x07"):
        done = subprocess.run(
            [sys.executable, "-m", "generator", "play", "hold-the-line", "--seed", "1"],
            input=f"{answer}\nquit\n",
            env={**os.environ, "PYTHONPATH": str(PROJECT)},
            capture_output=True,
            encoding="utf-8",
            timeout=60,
            check=False,
        )
        check_harmless(Result(done.returncode, done.stdout, done.stderr))


@TEXTS
def test_json_keeps_what_stood_there_and_is_harmless_as_well(text: str) -> None:
    result = run_here("build", "--only", f"a{text}b", "battle-gate", "--json")
    check_harmless(result)
    (problem,) = json.loads(result.stdout)["problems"]
    assert f"a{text}b" in problem["message"]


def test_a_line_feed_in_a_name_makes_no_second_line() -> None:
    result = run_here("build", "x\nerror: all is well")
    assert [line for line in result.stderr.splitlines() if line.startswith("error: all")] == []
    assert "x\\nerror: all is well" in result.stderr


def test_letters_of_all_scripts_stay_as_they_are() -> None:
    """Joiners belong to the spelling of Persian words, and to emoji."""
    name = "Ölberg → Tor می\u200cخواهم 👩\u200d🚀 no\xa0break 龍"
    folder = write_game(Path(name), cards=[{"name": "A", "copies": "x"}])
    assert run_here("build", folder).stderr.startswith(f"{name}/cards.yaml:2:11: error: ")


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="there is no pty")
def test_colours_of_our_own_stay_on_a_terminal(tmp_path: Path) -> None:
    deck = 'name: "red \\e[31m"\ncards: [{name: "a \\e[2J", class: minion, power: 1}]\n'
    (tmp_path / "d.yaml").write_text(deck)
    for command in ("check", "stats"):
        _, shown = run_on_terminal("deck", command, "d.yaml")
        assert "\x1b[1m" in shown, "the headline is bold"
        assert "\x1b[2J" not in shown
        assert "\x1b[31mr" not in shown
