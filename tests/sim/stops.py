"""Stops studies at random moments, and goes on with them: ``python -m tests.sim.stops -- GAME …``.

A study is begun, stopped by a signal, begun again … until it ends by itself; its digest must be that of a
study that nobody has disturbed. ``docs/studies.md`` has the table that follows from what this prints.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random

PROJECT = Path(__file__).resolve().parents[2]
SIGNALS = (signal.SIGINT, signal.SIGTERM)
NOISE = re.compile(r"Traceback|[Ff]atal|Error|Exception|Broken|Segmentation")
WAY_ON = re.compile(r"[\d,]+ of [\d,]+ games are kept in \S+; the same command goes on from there\n")
PATIENCE = 60
"""Seconds for a study to end that was stopped."""
EACH = 10
"""Stops of a study, at most: the next begins anew."""


@dataclass(frozen=True, slots=True)
class Kind:
    """Which study is stopped, and how."""

    arguments: tuple[str, ...]
    """Of ``gatepress simulate``."""
    path: str
    """Where Python looks for the rules."""


@dataclass(slots=True)
class Stop:
    """What came of one."""

    number: signal.Signals
    moment: float
    """Seconds after the beginning."""
    status: int
    errors: str
    took: float
    """Seconds until it had ended."""

    @property
    def phase(self) -> str:
        if self.status == 0:
            return "it had ended"
        if WAY_ON.search(self.errors):
            return "while it played"
        return "as Python began" if self.status < 0 else "before it played"

    def wrong(self) -> str | None:
        """What is wrong with how it ended; None: nothing."""
        if NOISE.search(self.errors):
            return self.errors
        # What a shell calls 130 is also a process that ended by the signal before Python could hear it.
        if self.status not in (0, 128 + self.number, -self.number):
            return f"status {self.status}: {self.errors}"
        return None


def environment(kind: Kind) -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": kind.path, "NO_COLOR": "1"}


def begin(kind: Kind, folder: Path) -> subprocess.Popen[str]:
    """Begins the study, or goes on with it."""
    return subprocess.Popen(
        [sys.executable, "-P", "-m", "generator", "simulate", *kind.arguments, "--out", "study", "--json"],
        cwd=folder,
        env=environment(kind),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


def stop(kind: Kind, folder: Path, chance: Random, longest: float) -> Stop:
    """Stops the study at a random moment."""
    number = chance.choice(SIGNALS)
    moment = chance.uniform(0.0, longest)
    # As a terminal does it, to all processes of the command.
    to_group = chance.random() < 0.5
    process = begin(kind, folder)
    try:
        process.wait(moment)
    except subprocess.TimeoutExpired:
        (os.killpg if to_group else os.kill)(process.pid, number)
    sent = time.monotonic()
    try:
        _, errors = process.communicate(timeout=PATIENCE)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        _, errors = process.communicate()
        errors += "\nit did not end: Error"
    took = time.monotonic() - sent
    return Stop(number, moment, process.returncode, errors, took)


def digest(kind: Kind, folder: Path) -> str:
    """Of the study, played to its end."""
    process = begin(kind, folder)
    out, errors = process.communicate(timeout=600)
    assert process.returncode == 0, (out, errors)
    return str(json.loads(out)["digest"])


def broken(folder: Path) -> str | None:
    """What is wrong with what a stop left in the study's folder."""
    file = folder / "study" / "study.db"
    if not file.exists():
        return None
    with sqlite3.connect(file) as connection:
        (found,) = connection.execute("PRAGMA integrity_check").fetchone()
    connection.close()
    return None if found == "ok" else str(found)


def stopped(kind: Kind, stops: int, chance: Random, each: int = EACH) -> Iterator[Stop | str]:
    """So many stops, ``each`` of the same study at most, and what is wrong with a study in the end."""
    undisturbed = ""
    longest = 0.0
    while stops > 0:
        folder = Path(tempfile.mkdtemp(prefix="stops-"))
        try:
            if not undisturbed:
                began = time.monotonic()
                undisturbed = digest(kind, folder)
                longest = time.monotonic() - began
                shutil.rmtree(folder / "study")
            for _ in range(min(each, stops)):
                stops -= 1
                one = stop(kind, folder, chance, longest)
                yield one
                if (wrong := broken(folder)) is not None:
                    yield f"after {one}: {wrong}"
                if one.status == 0:
                    break
            if (found := digest(kind, folder)) != undisturbed:
                yield f"{found} is not {undisturbed}"
        finally:
            shutil.rmtree(folder)


def main() -> None:
    # What a shell begins in the background hears no Ctrl-C, nor what it begins.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    parser = argparse.ArgumentParser()
    parser.add_argument("arguments", nargs="*", help="of gatepress simulate")
    parser.add_argument("--stops", type=int, default=100)
    parser.add_argument("--path", default=str(PROJECT), help="where the rules are: build/compiled")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    kind = Kind(tuple(asked.arguments), str(Path(asked.path).resolve()))
    phases: Counter[str] = Counter()
    signals: Counter[str] = Counter()
    took: list[float] = []
    faults = 0
    for one in stopped(kind, asked.stops, Random(asked.seed)):
        wrong = one if isinstance(one, str) else one.wrong()
        if wrong is not None:
            faults += 1
            print(f"WRONG {one}\n{wrong}", flush=True)
        if isinstance(one, Stop):
            words = f"{one.number.name} at {one.moment:.2f} s: {one.phase}"
            print(f"{words}, ended in {one.took:.2f} s", flush=True)
            phases[one.phase] += 1
            signals[one.number.name] += 1
            took.append(one.took)
    print(dict(signals), dict(phases))
    usual = sorted(took)[len(took) // 2]
    print(f"{len(took)} stops, {faults} wrong, ended within {max(took):.2f} s (median {usual:.2f})")
    sys.exit(faults > 0)


if __name__ == "__main__":
    main()
