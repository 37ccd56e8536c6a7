"""Signals that end a run: noted while games are played, taken between games and simulations."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from itertools import count
from pathlib import Path
from random import Random

import pytest

from generator.catalog.stops import STOPS, Stopping
from generator.rules import Result, View
from generator.sim.bots import Budget
from generator.sim.bots.search import SearchBot
from generator.sim.study.store import Store
from generator.sim.study.table import open_table
from generator.sim.study.workers import Crew, play_study
from tests.games import PROJECT
from tests.rules.leduc import Leduc
from tests.sim.stops import Kind, Stop, stopped
from tests.sim.studies import plan, played, seat_odd_bots

GAMES, STOPPED_AT = 6, 80
SMALL = ("hold-the-line", "--games", "15", "--bots", "search:10,random")


def test_a_signal_waits_until_it_is_asked_for() -> None:
    reached = []

    def interrupted() -> None:
        with STOPS.deferred():
            signal.raise_signal(signal.SIGINT)
            reached.append("the next line")
            with STOPS.deferred(), pytest.raises(Stopping):
                STOPS.check()
            reached.append("the end")

    with pytest.raises(KeyboardInterrupt) as caught:
        interrupted()
    assert reached == ["the next line", "the end"]
    assert caught.type is KeyboardInterrupt
    STOPS.check()
    with pytest.raises(KeyboardInterrupt):
        signal.raise_signal(signal.SIGINT)


def test_games_before_the_stopped_one_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also those of the batch that is under way; and the study goes on to the same end."""
    decisions = count(1)

    def stop_late(_: View, legal: Sequence[int]) -> int:
        if next(decisions) == STOPPED_AT:
            signal.raise_signal(signal.SIGINT)
        return legal[0]

    seat_odd_bots(monkeypatch, lambda: stop_late)
    asked = plan(GAMES, "odd", "odd", game="hold-the-line")
    table = open_table(asked)
    with Store.begin(tmp_path / "study", asked, table.versions) as store:
        with pytest.raises(KeyboardInterrupt):
            play_study(store, table, Crew(), lambda _: None)
        kept = store.count()
    summary, failure = played(asked, tmp_path / "study")
    assert failure is None
    assert summary.digest == played(asked)[0].digest
    with Store.open(tmp_path / "study") as store:
        made = [sum(pair) for pair in zip(*store.columns(["decisions_0", "decisions_1"]), strict=True)]
    assert sum(made[:kept]) < STOPPED_AT <= sum(made[: kept + 1])


def test_a_long_search_is_stopped_after_a_simulation() -> None:
    # Without an evaluator its games are played to the end.
    game = Leduc()
    simulated = 0

    def stop_at_third(_: Result) -> Sequence[float]:
        nonlocal simulated
        simulated += 1
        if simulated == 3:
            signal.raise_signal(signal.SIGINT)
        return [0.5, 0.5]

    bot = SearchBot(game, Random(1), Budget(milliseconds=60_000), stop_at_third)
    state = game.start(seed=1)
    assert state.player is not None
    with pytest.raises(KeyboardInterrupt), STOPS.deferred():
        bot.choose(state.view(state.player), state.legal())
    assert simulated == 3


TWICE = """
import signal
from generator.catalog import stops
stops._AGAIN = 0
with stops.STOPS.deferred():
    signal.raise_signal(signal.SIGINT)
    signal.raise_signal(signal.SIGINT)
    print("still there")
"""
IMPORTING = """
import sys
from generator.cli import _Ending
_Ending().heed()
try:
    import interrupted
    print(interrupted.ended)
    import time
    time.sleep(60)
except KeyboardInterrupt:
    print("stopped")
"""


def outcome(program: str, folder: Path) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": f"{PROJECT}{os.pathsep}{folder}"}
    command = [sys.executable, "-P", "-c", program]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False)


def test_whoever_asks_twice_is_heard_at_once(tmp_path: Path) -> None:
    done = outcome(TWICE, tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (-signal.SIGINT, "", "stopped\n")


def test_what_is_being_imported_is_imported_first(tmp_path: Path) -> None:
    (tmp_path / "interrupted.py").write_text(
        "import os, signal\nos.kill(os.getpid(), signal.SIGINT)\nended = 'imported'\n"
    )
    done = outcome(IMPORTING, tmp_path)
    assert (done.stdout, done.stderr) == ("imported\nstopped\n", "")


@pytest.mark.slow
@pytest.mark.parametrize("workers", ["1", "2"])
def test_studies_go_on_after_any_stop(workers: str) -> None:
    """Whatever the moment is: a hundred of each kind are in docs/studies.md."""
    kind = Kind((*SMALL, "--workers", workers), str(PROJECT))
    found = list(stopped(kind, 2, Random(int(workers))))
    assert [one if isinstance(one, str) else one.wrong() for one in found] == [None] * len(found)
    assert any(isinstance(one, Stop) for one in found)
