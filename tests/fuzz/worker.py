"""Builds mutants one after the other in this process, and tells of each as a line of JSON.

``python -m tests.fuzz.worker SEED FOLDER`` reads the mutants' numbers from standard input.
"""

from __future__ import annotations

import json
import os
import sys
import traceback
from pathlib import Path
from typing import NamedTuple

from generator.layout.caches import clear_caches
from tests.games import run_here, write_game

from .mutants import Mutant, mutant

MAX_MEMORY = 1024**3
"""Bytes that a process may take."""
PEAK = Path("/proc/self/status")
"""Where Linux tells the most memory that a process has had."""
FRONTS = {
    "font": '<card><text width="60">Gate, 1 fi Ä</text><text y="20" width="60"><b>Ag</b></text></card>',
    "picture": '<card><image href="{}" width="40" height="40"/><text width="40">On the picture</text></card>',
    "icon": '<card><icon name="mutant" width="9" height="9"/></card>',
}


def main(seed: int, folder: Path) -> None:
    _limit_memory()
    os.chdir(folder)
    for line in sys.stdin:
        number = int(line)
        told = build(mutant(seed, number))._asdict() | {"memory": _peak_memory()}
        print(json.dumps(told), flush=True)


class Outcome(NamedTuple):
    """What came of a mutant. ``fault`` is empty if it was printed, or refused with a sentence."""

    was_printed: bool
    fault: str


def build(spoilt: Mutant) -> Outcome:
    clear_caches()
    _write(spoilt)
    try:
        done = run_here("build", "g", "--no-cache", "--backs", "none", "--out", "out")
    except BaseException:
        return Outcome(was_printed=False, fault=traceback.format_exc(limit=-6))
    fault = ""
    if done.code not in (0, 1) or "Traceback" in done.output:
        fault = f"exit status {done.code}: {done.output[-2000:]}"
    elif done.code == 1 and not any("mutant" in line for line in done.problems):
        fault = f"no sentence about it: {done.output[-500:]}"
    return Outcome(done.code == 0, fault)


def _write(spoilt: Mutant) -> None:
    if spoilt.kind == "font":
        write_game(
            Path("g"),
            theme=f"fonts: {{body: {spoilt.name}}}\n",
            front=FRONTS["font"],
            files={f"fonts/{spoilt.name}": spoilt.data},
        )
    elif spoilt.kind == "svg" and spoilt.number // 4 % 4 == 0:
        write_game(Path("g"), front=FRONTS["icon"], files={f"icons/{spoilt.name}": spoilt.data})
    else:
        front = FRONTS["picture"].format(spoilt.name)
        write_game(Path("g"), front=front, files={f"art/{spoilt.name}": spoilt.data})


def _limit_memory() -> None:
    """Where the system can: what asks for more fails, and so is found."""
    try:
        import resource
    except ImportError:
        return
    resource.setrlimit(resource.RLIMIT_DATA, (MAX_MEMORY, MAX_MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def _peak_memory() -> int:
    """Bytes that this process, or one that it has started, has had at once; 0 where nobody can tell."""
    try:
        import resource
    except ImportError:
        return 0
    unit = 1 if sys.platform == "darwin" else 1024
    children = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * unit
    if PEAK.exists():
        # Linux counts to the process's usage also what the one had that started it.
        (own,) = (int(line.split()[1]) * 1024 for line in PEAK.read_text().splitlines() if "VmHWM" in line)
    else:
        own = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit
    return max(own, children)


if __name__ == "__main__":
    main(int(sys.argv[1]), Path(sys.argv[2]))
