"""The same games in another process, where words hash otherwise: ``python -m`` this module.

It reads from standard input which game to open and what to play, and prints the words of ``trace``.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from generator.rules.conformance.ledger import told
from generator.rules.conformance.opener import Opener
from generator.rules.conformance.trace import trace

HASH_SEEDS = ("1", "2")
"""Of the other processes: one of them at least is another than here."""
_SECONDS = 120


@dataclass(frozen=True, slots=True)
class Played:
    """A game that was played: how it began, and the moves."""

    setup: Mapping[str, Any]
    moves: Sequence[int]


class Elsewhere(Exception):  # noqa: N818 - it is what happened
    """Raised where the other process could not play; the message says why."""


def traces_elsewhere(opener: Opener, games: Sequence[Played]) -> dict[str, list[list[str]]]:
    """For each hash seed the traces of the games, played in a process of its own, side by side.

    Raises Elsewhere.
    """
    asked = json.dumps({"opener": asdict(opener), "games": [asdict(game) for game in games]})
    started = {seed: _start(seed) for seed in HASH_SEEDS}
    answers: dict[str, list[list[str]]] = {}
    try:
        for seed, process in started.items():
            output, error = process.communicate(asked, timeout=_SECONDS)
            if process.returncode:
                raise Elsewhere(error.strip().splitlines()[-1] if error.strip() else "it said nothing")
            # What modules of the game may print comes before.
            answers[seed] = json.loads(output.splitlines()[-1])
    except subprocess.TimeoutExpired:
        raise Elsewhere(f"it was not done after {_SECONDS} seconds") from None
    finally:
        for process in started.values():
            if process.poll() is None:
                process.kill()
            process.communicate()
    return answers


def _start(hash_seed: str) -> subprocess.Popen[str]:
    # The same modules as here, and not those of a folder `generator` where the command happens to be given.
    folders = os.pathsep.join(path or str(Path.cwd()) for path in sys.path)
    return subprocess.Popen(
        [sys.executable, "-P", "-m", "generator.rules.conformance.elsewhere"],
        env={**os.environ, "PYTHONPATH": folders, "PYTHONHASHSEED": hash_seed},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def _main() -> int:
    asked = json.load(sys.stdin)
    opener = Opener(asked["opener"]["module"], asked["opener"]["name"], tuple(asked["opener"]["words"]))
    try:
        game = opener.open()
        print(json.dumps([list(trace(game, played["setup"], played["moves"])) for played in asked["games"]]))
    except Exception as crash:
        print(told(crash), file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(_main())
