"""A game's ``rules.py`` is a program: only commands that play run it, and they say so."""

from __future__ import annotations

from pathlib import Path

import pytest
from games import run_here

from .test_links import LINES, TRACE, Line, commands, prepare

PLAY = {
    "balance",
    "hands",
    "play",
    "replay",
    "rules check",
    "rules show",
    "simulate",
    "studio",
    "sweep",
    "tune",
}
READ = (
    *("build tiny --contact", "check tiny --for zip", "credits tiny", "fonts tiny", "stats tiny"),
    *("deck check grove/woods.yaml --game grove", "deck stats grove/woods.yaml --game grove"),
    *("deck diff grove/woods.yaml grove/woods.yaml --game grove", "docs hands", "rate results.csv"),
    "hands tiny --hand 1",
)


@pytest.fixture
def trace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The file that the rules of the games here write when they are run."""
    prepare(tmp_path / "here", Line("", ""), monkeypatch)
    Path("results.csv").write_text("player1,player2,winner\nann,bob,ann\n")
    return Path(TRACE)


def test_every_command_is_looked_at() -> None:
    tried = {line.command for line in LINES} | {" ".join(words.split()[:2]) for words in READ}
    tried |= {words.split()[0] for words in READ}
    assert {name for name, _ in commands()} - PLAY <= tried


@pytest.mark.parametrize("words", READ)
def test_commands_that_read_do_not_run_them(words: str, trace: Path) -> None:
    """Nor do those that write: :mod:`test_links`."""
    done = run_here(*words.split())
    assert done.code != 2, done.output
    assert not trace.exists()


@pytest.mark.parametrize("words", ["hands tiny", "rules check tiny", "play tiny", "simulate tiny"])
def test_those_that_play_run_them(words: str, trace: Path) -> None:
    run_here(*words.split())
    assert trace.exists()


def test_the_help_of_hands_says_so() -> None:
    assert "rules.py" in run_here("hands", "--help").stdout
