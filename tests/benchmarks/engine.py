"""The benchmark of the rules: microseconds for each decision, beside OpenSpiel and RLCard. See README.md.

``python -m tests.benchmarks.engine [--rounds N] [--seconds S] [--plain]``

Everything is played at random, through loops of one shape and one chooser; the contestants take turns, so
that a change in the machine's pace meets all of them. The rules are timed as plain Python, and compiled where
a C compiler is present. Nothing fails for being slow.
"""

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Self

from tests.benchmarks.engine_results import Figures, leduc, reach, table
from tests.benchmarks.printed import note, positive, progress
from tests.compiled.build import TARGET, CannotCompileError, build

PROJECT = Path(__file__).resolve().parents[2]
HELP = "Microseconds for each decision, of Gatepress and its peers."
COUNTED = 200
"""Games of the warm-up, in which steps are counted too."""


class Worker:
    """A process that plays when it is asked to."""

    def __init__(self, house: str, *path: Path) -> None:
        self.house = house
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-m", "tests.benchmarks.engine_worker", house],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            cwd=PROJECT,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(map(str, (*path, PROJECT)))},
        )

    def ask(self, *question: Any) -> Any:
        """The answer to a question of ``engine_worker``. Raises SystemExit if the worker has died."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        print(json.dumps(question), file=self._process.stdin, flush=True)
        line = self._process.stdout.readline()
        if not line:
            raise SystemExit(f"the worker for {self.house} stopped; what it said stands above")
        return json.loads(line)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait()


def main() -> None:
    asked = _parse()
    with ExitStack() as stack:
        workers = [stack.enter_context(worker) for worker in _workers(asked.plain)]
        results = _compare(workers, asked.rounds, asked.seconds)
    print("\n".join(table(results)))
    note("Leduc", leduc(results))
    print("\nThe project's reach:")
    print("\n".join(reach(results)))


def _workers(plain: bool) -> Iterator[Worker]:
    yield Worker("gatepress")
    if not plain and _compiled():
        yield Worker("gatepress", TARGET)
    yield Worker("peers")


def _compiled() -> bool:
    """Whether the rules are compiled, and as they stand now."""
    progress("compiling the rules")
    try:
        build()
    except CannotCompileError as reason:
        print(f"The compiled rules are left out: {reason}", file=sys.stderr)
        return False
    return True


def _compare(workers: Sequence[Worker], rounds: int, seconds: float) -> dict[tuple[str, str], Figures]:
    seats = [
        (worker, number, (engine, game))
        for worker in workers
        for number, (engine, game) in enumerate(worker.ask("who"))
    ]
    results: dict[tuple[str, str], Figures] = {}
    games: dict[tuple[str, str], int] = {}
    for worker, number, name in seats:
        progress(f"{', '.join(name)}: warm-up")
        decisions, taken = worker.ask("play", number, COUNTED, 0)
        results[name] = Figures(decisions, worker.ask("steps", number, COUNTED, 0))
        games[name] = max(1, round(seconds * COUNTED / taken))
    for turn in range(rounds):
        for worker, number, name in seats:
            progress(f"{', '.join(name)}: round {turn + 1} of {rounds}")
            # Other seeds in each round, and the same ones for all who play by seeds.
            decisions, taken = worker.ask("play", number, games[name], turn * 10**6)
            results[name].add(games[name], decisions, taken, worker.ask("clone", number))
    progress("")
    return results


def _parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.engine", description=HELP)
    parser.add_argument("--rounds", type=positive, default=7, help="rounds in which all take turns (7)")
    parser.add_argument("--seconds", type=float, default=0.3, help="CPU seconds of a turn, about (0.3)")
    parser.add_argument("--plain", action="store_true", help="leave the compiled rules out")
    return parser.parse_args()


if __name__ == "__main__":
    main()
