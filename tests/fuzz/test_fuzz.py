"""A short run of the fuzz, and that it finds what it looks for."""

from __future__ import annotations

from pathlib import Path

import pytest

from . import run
from .mutants import KINDS, mutant
from .originals import originals
from .run import results

FEW = 24


@pytest.mark.slow
def test_a_few_mutants() -> None:
    found = list(results(1, range(FEW), 1))
    assert [result.number for result in found] == list(range(FEW))
    assert [result for result in found if result.fault] == []
    assert any(result.was_printed for result in found)
    assert not all(result.was_printed for result in found)


@pytest.mark.parametrize("kind", KINDS)
def test_a_number_always_gives_the_same_mutant_and_another_one_another(kind: str) -> None:
    numbers = range(KINDS.index(kind), 120, len(KINDS))
    made = [mutant(1, number).data for number in numbers]
    assert made == [mutant(1, number).data for number in numbers]
    assert len(set(made)) > 0.9 * len(made)
    assert not set(made) & set(originals(kind))
    assert made != [mutant(2, number).data for number in numbers]


STAND_INS = {
    "a signal": ("import os; os.abort()", "the process ended with status "),
    "no end": ("import time; time.sleep(99)", "no end after "),
    "too much memory": (
        """print('{"number": 0, "was_printed": true, "fault": "", "memory": 9999999999}')""",
        "9537 MiB of memory",
    ),
    "a traceback": (
        """print('{"number": 0, "was_printed": false, "fault": "Traceback", "memory": 0}')""",
        "Traceback",
    ),
}
"""Workers that do one thing with every mutant."""


@pytest.mark.parametrize("kind", STAND_INS)
def test_what_goes_wrong_is_found_and_the_next_is_built(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    code, told = STAND_INS[kind]
    worker = tmp_path / "worker.py"
    worker.write_text(f"input()\n{code}\n")
    monkeypatch.setattr(run, "WORKER", [str(worker)])
    monkeypatch.setattr(run, "MAX_SECONDS", 1)
    monkeypatch.setattr(run, "START_SECONDS", 1)
    found = list(results(1, [0, 1], 1))
    assert [result.number for result in found] == [0, 1]
    assert all(result.fault.startswith(told) for result in found), found


def test_a_traceback_is_told_with_its_place(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    from . import worker

    def fail(*arguments: object) -> None:
        del arguments
        raise RuntimeError("planted")

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(worker, "run_here", fail)
    outcome = worker.build(mutant(1, 0))
    assert not outcome.was_printed
    assert "RuntimeError: planted" in outcome.fault
