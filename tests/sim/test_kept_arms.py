"""Sweeps and tunings that are kept: stopped at any moment they come to the same; nothing else is mixed in."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from games import PROJECT, run_here

from generator.catalog.load import load_game
from generator.catalog.problems import InputError, Problems
from generator.sim.study.plan import Contestant, Plan
from generator.sim.study.store import Store
from generator.sim.study.table import open_table
from generator.sim.study.workers import Crew
from generator.sim.sweeps.arms import OpenArm
from generator.sim.sweeps.sweep import Axis, Sweep
from generator.sim.sweeps.tune import Tuning, parse_free, parse_goal
from tests.sim.even_game import write_even

ALONE = Crew()
STOPPED_AT = {1: (1, 19, 25, 70, 10_000), 2: (30, 10_000)}
"""By workers: after so many more games a run is interrupted; the last one is not."""


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    write_even(Path("even"))


def plan(seed: int = 5, games: int = 20, bot: str = "random", changes: tuple[str, ...] = ()) -> Plan:
    return Plan("even", "even", (Contestant(bot),) * 2, games, seed, changes=changes)


def sweep(
    out: Path | None, done: Callable[[int], None], asked: Plan | None = None, crew: Crew = ALONE
) -> Any:
    problems = Problems()
    opened = Sweep(asked or plan(), [Axis("rules.mine", ("4", "10", "14"))], problems)
    assert not problems
    return opened.play(crew, done, out=out).to_dict()


def tune(out: Path | None, done: Callable[[int], None], asked: Plan | None = None, crew: Crew = ALONE) -> Any:
    """With the sampler: there are more combinations than trials."""
    problems = Problems()
    database = load_game(Path("even"), problems)
    assert database is not None
    free = [parse_free("rules.mine=1..19"), parse_free("rules.drawn=0..3")]
    tuning = Tuning(asked or plan(), database, free, [parse_goal("seat0=0.5±0.1")], 40, problems, out)
    assert not problems
    return tuning.run(6, crew, done).to_dict()


def interrupted(play: Callable[..., Any], out: Path, crew: Crew) -> Any:
    """Plays and is stopped, again and again, until it comes to its end."""
    for after in STOPPED_AT[crew.workers]:
        before = kept(out)
        played = 0

        def done(games: int, before: int = before, after: int = after) -> None:
            nonlocal played
            played += games
            if played >= before + after:
                raise KeyboardInterrupt

        try:
            found = play(out, done, crew=crew)
        except KeyboardInterrupt:
            assert kept(out) > before
        else:
            return found
    raise AssertionError("it does not end")


def kept(out: Path) -> int:
    counts = []
    for file in out.glob("*/study.db"):
        # One that was just begun is no study yet.
        with suppress(InputError), Store.open(file) as store:
            counts.append(store.count())
    return sum(counts)


@pytest.mark.slow
@pytest.mark.parametrize("play", [sweep, tune])
@pytest.mark.parametrize("workers", [1, 2])
def test_stopped_and_gone_on_with_it_comes_to_the_same(play: Callable[..., Any], workers: int) -> None:
    undisturbed = play(None, lambda _: None)
    assert interrupted(play, Path("kept"), Crew(workers)) == undisturbed
    before, counts = kept(Path("kept")), [0]
    assert play(Path("kept"), counts.append) == undisturbed
    assert kept(Path("kept")) == before, "nothing is played again"


def test_what_is_gone_on_with_can_be_looked_at_at_once() -> None:
    """Each arm has games of its own from before, and more of them than the arms that it is compared with."""
    asked = plan(games=40)
    sweep(Path("kept"), lambda _: None, asked)
    problems = Problems()
    opened = Sweep(asked, [Axis("rules.mine", ("4", "10", "14"))], problems)
    seen = []
    last = opened.play(ALONE, lambda _: None, lambda read: seen.append(read()), Path("kept"))
    assert len(last.arms) == 3
    assert seen[-1] is not None


@pytest.mark.slow
def test_further_values_and_more_games_play_what_is_missing() -> None:
    counts: list[int] = []
    sweep(Path("kept"), counts.append)
    more = sweep(Path("kept"), counts.append, plan(games=24))
    assert kept(Path("kept")) == 3 * 24
    assert more == sweep(None, lambda _: None, plan(games=24))


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        (plan(seed=6), "its seed is 5, not 6"),
        (plan(bot="greedy"), "its contestant 0 is random, not greedy"),
        (plan(changes=("rules.drawn=1",)), "its changes are none, not rules.drawn=1"),
        (plan(games=10), "has 20 games already, not 10"),
    ],
)
@pytest.mark.parametrize("play", [sweep, tune])
def test_another_plan_is_refused_before_any_game(play: Callable[..., Any], asked: Plan, told: str) -> None:
    folder = Path("kept") / ("sweep-as-it-is" if play is sweep else "trial-as-it-is")
    with OpenArm(open_table(plan()), (), folder) as arm:
        arm.play(20, Crew(), lambda _: None)
    with pytest.raises(InputError) as caught:
        play(Path("kept"), lambda _: None, asked)
    assert told in caught.value.message
    assert caught.value.hint is not None
    assert kept(Path("kept")) == 20


@pytest.mark.parametrize("play", [sweep, tune])
@pytest.mark.parametrize("folder", ["kept", "kept/seats-greedy"])
def test_a_folder_of_another_command_is_refused(play: Callable[..., Any], folder: str) -> None:
    Store.begin(Path(folder), plan(), open_table(plan()).versions).close()
    with pytest.raises(InputError, match="a study of another command is kept here, and none of") as caught:
        play(Path("kept"), lambda _: None)
    assert str(caught.value.place) == f"{folder}/study.db"


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGKILL])
def test_a_tuning_that_is_killed_goes_on(number: signal.Signals) -> None:
    asked = ("tune", "even", "--bots", "random", "--target", "seat0=0.5±0.2", "--free", "rules.mine=9..11")
    command = (*asked, "--games", "1000", "--check-games", "100", "--json")
    undisturbed = json.loads(run_here(*command).stdout)
    process = subprocess.Popen(
        [sys.executable, "-m", "generator", *command, "--out", "kept", "--workers", "2"],
        env={**os.environ, "PYTHONPATH": str(PROJECT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    deadline = time.monotonic() + 60
    while len(list(Path("kept").glob("trial-*"))) < 3 and process.poll() is None:
        assert time.monotonic() < deadline
        time.sleep(0.02)
    process.send_signal(number)
    _, errors = process.communicate(timeout=60)
    assert process.returncode != 0
    assert "Traceback" not in errors
    assert (number == signal.SIGKILL) or "games are kept in kept; the same command goes on" in errors
    assert 0 < kept(Path("kept")) < 3 * 1000
    done = run_here(*command, "--out", "kept")
    assert json.loads(done.stdout) == undisturbed


def test_a_patch_is_not_taken_for_the_folder() -> None:
    done = run_here(
        "tune", "even", "--target", "draws<0.1", "--free", "rules.mine=1..3", "--out", "even.patch"
    )
    assert done.code == 2
    assert "`--patch` names the file of the patch" in " ".join(done.stderr.split())
    assert not Path("even.patch").exists()
