"""One run of a command, measured from outside: wall clock, CPU and peak memory of its process.

This module and whoever imports it must stay small: on Linux a child's peak memory counts from before its
``exec``, when it still shares its parent's pages. Making and checking files therefore happens in other
processes.
"""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

LOUD = 0.12
"""A run is disturbed when other programs used more than this share of one CPU meanwhile."""
TICKS = 0.03
"""Seconds of CPU time that the kernel's coarse clock may be wrong by."""
PATIENCE = 10.0
"""Longest wait for a quiet machine, in seconds."""
# What was compiled is kept, as on a user's machine, even where a developer's shell says otherwise.
ENVIRONMENT = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
KIB = 1 if sys.platform == "darwin" else 1024


class CommandFailedError(Exception):
    """The command ended with another status than 0; says what it wrote last."""


@dataclass(frozen=True, slots=True)
class Run:
    """What one run took. Seconds, CPU seconds over all cores, MiB."""

    seconds: float
    cpu: float
    peak: float
    disturbed: bool


def measure(command: Sequence[str], again: int = 2) -> Run:
    """Run a command in a quiet moment; up to `again` times more if it was disturbed.

    Raises CommandFailedError.
    """
    for _ in range(again):
        _wait_for_quiet()
        run = run_once(command)
        if not run.disturbed:
            return run
    return run_once(command)


def run_once(command: Sequence[str]) -> Run:
    """Run a command once, now. Raises CommandFailedError."""
    with tempfile.TemporaryFile("w+") as said:
        busy, start = _busy_seconds(), time.perf_counter()
        process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=said, stderr=said, env=ENVIRONMENT
        )
        _, status, usage = os.wait4(process.pid, 0)
        seconds = time.perf_counter() - start
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode:
            said.seek(0)
            lines = said.read().strip().splitlines() or ["no message"]
            raise CommandFailedError(f"exit status {process.returncode}: {lines[-1]}")
    cpu = usage.ru_utime + usage.ru_stime
    others = _busy_seconds() - busy - cpu
    return Run(seconds, cpu, usage.ru_maxrss * KIB / 2**20, others > LOUD * seconds + TICKS)


def _wait_for_quiet() -> None:
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        busy, start = _busy_seconds(), time.perf_counter()
        time.sleep(0.3)
        if _busy_seconds() - busy <= LOUD * (time.perf_counter() - start) + TICKS:
            return


def _busy_seconds() -> float:
    """CPU time of all programs since the machine started; always 0 where the kernel does not tell."""
    stat = Path("/proc/stat")
    if not stat.exists():
        return 0.0
    with stat.open() as lines:
        user, nice, system, _idle, _wait, irq, softirq, *_ = map(int, lines.readline().split()[1:])
    return (user + nice + system + irq + softirq) / os.sysconf("SC_CLK_TCK")
