"""Long work of the studio: one piece after the other, stopped, failed, and ended with the studio."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from generator.catalog.problems import InputError
from generator.studio.runs import MAX_WAITING, Run, Runs, Work
from studio import work

PATIENCE = 60.0


@pytest.fixture
def runs() -> Iterator[Runs]:
    found = Runs()
    yield found
    found.close()


def run_of(function: Work, *arguments: Any) -> Run:
    return Run("test", "a test", function, arguments, "tiny")


def until_there(path: Path) -> None:
    ends = time.monotonic() + PATIENCE
    while not path.exists():
        assert time.monotonic() < ends
        time.sleep(0.01)


def test_work_is_done_one_after_the_other_by_one_process(runs: Runs) -> None:
    one, two = runs.begin(run_of(work.count, 30)), runs.begin(run_of(work.count, 40))
    assert runs.wait(two, PATIENCE)
    assert [one.state, two.state] == ["done", "done"]
    assert one.result["counted"] == 30
    assert two.result["counted"] == 40
    assert one.result["by"] == two.result["by"]
    assert (two.done, two.total, two.doing) == (40, 40, "steps")


def test_what_waits_says_how_many_are_before_it_and_can_be_stopped(runs: Runs, tmp_path: Path) -> None:
    first = runs.begin(run_of(work.count_on, tmp_path / "begun"))
    until_there(tmp_path / "begun")
    second, third = runs.begin(run_of(work.count, 1)), runs.begin(run_of(work.count, 1))
    assert (runs.before(second), runs.before(third)) == (1, 2)
    runs.stop(second)
    assert second.state == "stopped"
    assert runs.before(third) == 1
    runs.stop(first)
    assert runs.wait(third, PATIENCE)
    assert (first.state, third.state) == ("stopped", "done")
    assert first.result["so_far"] >= 0, "what it has shown is kept"


def test_a_bot_is_stopped_in_the_middle_of_its_move(runs: Runs, tmp_path: Path) -> None:
    thinking = runs.begin(run_of(work.think, tmp_path / "begun"))
    until_there(tmp_path / "begun")
    runs.stop(thinking)
    after = runs.begin(run_of(work.count, 2))
    assert runs.wait(after, PATIENCE)
    assert (thinking.state, after.state) == ("stopped", "done"), "what comes next is not stopped with it"


def test_work_that_does_not_look_up_is_ended_with_its_process(runs: Runs, tmp_path: Path) -> None:
    stuck = runs.begin(run_of(work.hang, tmp_path / "begun"))
    until_there(tmp_path / "begun")
    runs.stop(stuck)
    assert stuck.state == "stopping"
    runs.stop(stuck, at_once=True)
    assert runs.wait(stuck, PATIENCE)
    assert stuck.state == "stopped"
    after = runs.begin(run_of(work.count, 2))
    assert runs.wait(after, PATIENCE)
    assert after.state == "done", "another process goes on"


def test_a_failure_is_told_with_its_place(runs: Runs) -> None:
    failed = runs.begin(run_of(work.fail))
    assert runs.wait(failed, PATIENCE)
    assert failed.state == "failed"
    assert failed.message == "gate.yaml:3:7: error: the gate is shut; knock"
    assert failed.problems[0]["line"] == 3


def test_a_process_that_dies_fails_its_run_and_no_other(runs: Runs) -> None:
    dead, alive = runs.begin(run_of(work.die)), runs.begin(run_of(work.count, 3))
    assert runs.wait(alive, PATIENCE)
    assert (dead.state, alive.state) == ("failed", "done")
    assert dead.message == "the process that worked on it ended"


def test_only_so_many_may_wait(runs: Runs, tmp_path: Path) -> None:
    first = runs.begin(run_of(work.count_on, tmp_path / "begun"))
    until_there(tmp_path / "begun")
    for _ in range(MAX_WAITING):
        runs.begin(run_of(work.count, 1))
    with pytest.raises(InputError, match="waiting already"):
        runs.begin(run_of(work.count, 1))
    runs.stop(first)


def test_work_ends_with_the_studio(tmp_path: Path) -> None:
    runs = Runs()
    stuck = runs.begin(run_of(work.hang, tmp_path / "begun"))
    waiting = runs.begin(run_of(work.count, 1))
    until_there(tmp_path / "begun")
    process = runs._process
    runs.close()
    assert process is not None
    assert process.has_ended
    assert (stuck.state, waiting.state) == ("stopped", "stopped")


def test_the_time_left_follows_from_what_was_done_of_late() -> None:
    run = run_of(work.count, 1)
    run.state = "running"
    run.heard({"total": 1000, "done": 0}, 0.0)
    assert run.seconds_left is None
    run.heard({"done": 500}, 1.0)
    assert run.seconds_left is None, "games that were kept take no time"
    run.heard({"done": 520}, 3.0)
    assert run.seconds_left == pytest.approx(48)
    run.state = "stopping"
    assert run.seconds_left is None
