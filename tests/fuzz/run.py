"""Has mutants built by child processes, which may crash, hang or run out of memory."""

from __future__ import annotations

import json
import os
import queue
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

from .originals import PROJECT
from .worker import MAX_MEMORY

MAX_SECONDS = 20
"""For one mutant."""
START_SECONDS = 30
"""More for the first one of a process."""
BATCH = 25
"""Mutants of one process."""

WORKER = ["-m", "tests.fuzz.worker"]


class Result(NamedTuple):
    """What came of a mutant; ``fault`` is empty if it was printed or refused."""

    number: int
    was_printed: bool
    fault: str


def results(seed: int, numbers: Sequence[int], processes: int) -> Iterator[Result]:
    """Builds the mutants of these numbers, batch by batch."""
    batches = [numbers[start : start + BATCH] for start in range(0, len(numbers), BATCH)]
    with ThreadPoolExecutor(processes) as pool:
        for found in pool.map(lambda batch: _batch(seed, batch), batches):
            yield from found


def _batch(seed: int, numbers: Sequence[int]) -> list[Result]:
    found: list[Result] = []
    waiting = list(numbers)
    while waiting:
        with tempfile.TemporaryDirectory(prefix="fuzz-") as folder, _Worker(seed, Path(folder)) as worker:
            while waiting:
                found.append(worker.build(waiting.pop(0)))
                if found[-1].fault:
                    # It may have left anything behind.
                    break
    return found


class _Worker:
    """A child process, and the thread that listens to it."""

    def __init__(self, seed: int, folder: Path) -> None:
        self._errors = folder / "errors.txt"
        self._seconds = START_SECONDS + MAX_SECONDS
        self._told: queue.SimpleQueue[str] = queue.SimpleQueue()
        with self._errors.open("wb") as errors:
            self._child = subprocess.Popen(
                [sys.executable, *WORKER, str(seed), str(folder)],
                cwd=PROJECT,
                env={**os.environ, "PYTHONPATH": os.pathsep.join((str(PROJECT), str(PROJECT / "tests")))},
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=errors,
                text=True,
                encoding="utf-8",
            )
        threading.Thread(target=self._listen, daemon=True).start()

    def __enter__(self) -> _Worker:
        return self

    def __exit__(self, *error: object) -> None:
        self._child.kill()
        self._child.wait()

    def _listen(self) -> None:
        assert self._child.stdout is not None
        for line in self._child.stdout:
            self._told.put(line)
        self._told.put("")

    def build(self, number: int) -> Result:
        assert self._child.stdin is not None
        self._child.stdin.write(f"{number}\n")
        self._child.stdin.flush()
        try:
            line = self._told.get(timeout=self._seconds)
        except queue.Empty:
            return Result(number, was_printed=False, fault=f"no end after {MAX_SECONDS} s")
        self._seconds = MAX_SECONDS
        if not line:
            status = self._child.wait()
            tail = self._errors.read_text("utf-8", "replace")[-1500:]
            return Result(number, was_printed=False, fault=f"the process ended with status {status}\n{tail}")
        told = json.loads(line)
        fault = told["fault"]
        if told["memory"] > MAX_MEMORY:
            fault = f"{told['memory'] / 1024**2:.0f} MiB of memory\n{fault}"
        return Result(number, told["was_printed"], fault)
