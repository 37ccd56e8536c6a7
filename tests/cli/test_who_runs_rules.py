"""A game's ``rules.py`` is a program: only commands that play run it, and they say so."""

from __future__ import annotations

from pathlib import Path

import pytest
from games import run_here

from .test_links import LINES, Line, commands, prepare

PLAY = {"balance", "hands", "play", "replay", "rules check", "simulate", "studio", "sweep", "tune"}
READ = (
    *("build tiny --contact", "check tiny --for zip", "credits tiny", "stats tiny"),
    *("deck check grove/woods.yaml --game grove", "deck stats grove/woods.yaml --game grove"),
    *("deck diff grove/woods.yaml grove/woods.yaml --game grove", "docs hands", "rate results.csv"),
    "hands tiny --hand 1",
)


def prepare_traps(folder: Path, line: Line, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Games whose rules leave a trace when they are run."""
    prepare(folder, line, monkeypatch)
    trace = folder / "ran"
    for game in ("tiny", "other/tiny", "grove"):
        (folder / game / "rules.py").write_text(f"open({str(trace)!r}, 'w').close()\n")
    (folder / "results.csv").write_text("player1,player2,winner\nann,bob,ann\n")
    return trace


def test_every_command_is_looked_at() -> None:
    tried = {line.command for line in LINES} | {" ".join(words.split()[:2]) for words in READ}
    tried |= {words.split()[0] for words in READ}
    assert {name for name, _ in commands()} - PLAY <= tried


def test_no_command_that_reads_or_prints_runs_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lines = {f"{line.command} {line.arguments}": line for line in LINES if line.command not in PLAY}
    trace = prepare_traps(tmp_path / "here", Line("", ""), monkeypatch)
    for words in (*READ, *lines):
        done = run_here(*words.split())
        assert done.code != 2, (words, done.output)
        assert not trace.exists(), words


@pytest.mark.parametrize("words", ["hands tiny", "rules check tiny", "play tiny", "simulate tiny"])
def test_those_that_play_run_them(words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    trace = prepare_traps(tmp_path / "here", Line("", ""), monkeypatch)
    run_here(*words.split())
    assert trace.exists()


def test_the_help_of_hands_says_so() -> None:
    assert "rules.py" in run_here("hands", "--help").stdout
