"""Runs that a signal ends: the status that shells know, nothing half-written, nothing left for ever."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from forks import run_forked
from games import PROJECT, write_game

from generator.catalog.writing import _machine

pytestmark = pytest.mark.skipif(os.name == "nt", reason="Windows has no such signals")

LONG = (
    "<card>{% for i in range(40) %}<text width='60' y='{{ i }}'>{{ name }} {{ i }}</text>{% endfor %}</card>"
)
Start = Callable[..., "subprocess.Popen[str]"]


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """Starts the command in the test's folder, with a pipe on each stream; ends it with the test."""
    started: list[subprocess.Popen[str]] = []

    def begin(*arguments: str) -> subprocess.Popen[str]:
        process = subprocess.Popen(
            [sys.executable, "-m", "generator", *arguments],
            cwd=tmp_path,
            env={**os.environ, "PYTHONPATH": str(PROJECT)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        started.append(process)
        return process

    yield begin
    for process in started:
        process.kill()
        process.communicate()


def begin_build(start: Start, folder: Path, cards: int = 4000) -> subprocess.Popen[str]:
    """A build that takes long, in the middle of it."""
    write_game(folder / "forts", cards=[{"name": f"Card {number}"} for number in range(cards)], front=LONG)
    process = start("build", "forts")
    wait_for(lambda: bool(list((folder / "output").glob(".gatepress-*/lock"))))
    # Past the last imports: there, other errors can come of any exception.
    time.sleep(0.5)
    return process


def wait_for(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 60
    while not condition() and time.monotonic() < deadline:
        time.sleep(0.02)
    assert condition()


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_build_that_is_ended_leaves_nothing(start: Start, tmp_path: Path, number: signal.Signals) -> None:
    process = begin_build(start, tmp_path)
    process.send_signal(number)
    printed, said = process.communicate(timeout=60)
    assert process.returncode == 128 + number
    assert (printed, said) == ("", "")
    assert not (tmp_path / "output").exists()


@pytest.mark.slow
def test_what_a_killed_build_leaves_goes_with_the_next(start: Start, tmp_path: Path) -> None:
    process = begin_build(start, tmp_path)
    process.kill()
    process.communicate()
    left = [path.name for path in (tmp_path / "output").iterdir()]
    assert [name.startswith(".gatepress-") for name in left] == [True]
    write_game(tmp_path / "g")
    assert run_forked("build", "g", cwd=tmp_path).code == 0
    assert [path.name for path in (tmp_path / "output").iterdir()] == ["g"]


@pytest.mark.slow
def test_a_build_does_not_disturb_another(start: Start, tmp_path: Path) -> None:
    process = begin_build(start, tmp_path, cards=500)
    write_game(tmp_path / "g")
    assert run_forked("build", "g", cwd=tmp_path).code == 0
    assert process.poll() is None, "the first has ended too early to tell anything"
    printed, said = process.communicate(timeout=120)
    assert (process.returncode, said) == (0, "")
    assert "500 cards" in printed
    assert sorted(path.name for path in (tmp_path / "output").iterdir()) == ["forts", "g"]


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_watch_is_ended(start: Start, tmp_path: Path, number: signal.Signals) -> None:
    write_game(tmp_path / "g")
    process = start("build", "g", "--watch")
    assert process.stderr is not None
    assert "watching" in process.stderr.readline()
    process.send_signal(number)
    process.wait(timeout=60)
    assert process.returncode == 128 + number
    assert "Traceback" not in process.stderr.read()
    assert [path.name for path in (tmp_path / "output").iterdir()] == ["g"]


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_game_is_recorded_when_its_terminal_goes(
    start: Start, tmp_path: Path, number: signal.Signals
) -> None:
    process = start("play", "hold-the-gates", "--seed", "3", "--log", "log.json")
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write("1\n")
    process.stdin.flush()
    while "The attacker deploys" not in (line := process.stdout.readline()) and "You deploy" not in line:
        assert line, "it has ended"
    time.sleep(0.3)
    process.send_signal(number)
    _, said = process.communicate(timeout=60)
    assert process.returncode == 128 + number
    assert said == "the record is in log.json\n"
    assert '"deploy ' in (tmp_path / "log.json").read_text()


def test_what_nohup_starts_goes_on(tmp_path: Path) -> None:
    write_game(tmp_path / "g")
    process = subprocess.Popen(
        ["sh", "-c", f"trap '' HUP; exec {sys.executable} -m generator build g --watch"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(PROJECT)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stderr is not None
        assert "watching" in process.stderr.readline()
        process.send_signal(signal.SIGHUP)
        with pytest.raises(subprocess.TimeoutExpired):
            process.wait(timeout=0.5)
        process.send_signal(signal.SIGTERM)
        assert process.wait(timeout=60) == 128 + signal.SIGTERM
    finally:
        process.kill()
        process.communicate()


def test_what_was_left_goes_with_a_build_that_changes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GATEPRESS_CACHE", str(tmp_path / "cache"))
    write_game(tmp_path / "g")
    assert run_forked("build", "g", cwd=tmp_path).code == 0
    output = tmp_path / "output"
    for number, folder in enumerate((output, output / "g", output, output / "g")):
        left = folder / f".gatepress-abcdefg{number}"
        left.mkdir()
        if number < 2:
            # As one leaves it that is killed at work; the others were killed before they had a lock.
            (left / "lock").write_bytes(_machine())
            (left / "1.pdf").touch()
    done = run_forked("build", "g", cwd=tmp_path)
    assert done.code == 0
    assert "unchanged" in done.output
    assert [path.name for path in sorted(output.rglob("*"))] == ["g", "cards-a4.pdf"]
