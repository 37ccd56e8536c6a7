"""Plays for the benchmark of the rules, in a process of its own: ``engine.py`` asks and this answers.

``python -P -m tests.benchmarks.engine_worker gatepress|peers``. Each line that comes in is a JSON list, each
answer a line of JSON:

* ``["who"]``: engine and game of all contestants, who are numbered in this order from 0;
* ``["play", number, games, first_seed]``: decisions and CPU seconds;
* ``["steps", number, games, first_seed]``: how many steps there are in the same games;
* ``["clone", number]``: CPU seconds for one clone, or null.
"""

import contextlib
import json
import os
import random
import sys
import time
from typing import Any

from tests.benchmarks.engine_peers.contestant import Contestant

CLONED = 30
"""States, each from the middle of a game of its own."""
CLONES = 200
"""Clones of each in a row."""


def contestants(house: str) -> list[Contestant]:
    """Imported only here: a library that is not looked at is not loaded, nor needed."""
    if house == "gatepress":
        from tests.benchmarks.engine_peers import gatepress

        return gatepress.contestants()
    from tests.benchmarks.engine_peers import openspiel, rlcard_uno

    return [*openspiel.contestants(), *rlcard_uno.contestants()]


def answer(known: list[Contestant], asked: list[Any]) -> Any:
    match asked:
        case ["who"]:
            return [(contestant.engine, contestant.game) for contestant in known]
        case ["play", number, games, first]:
            random.seed(first)
            start = time.process_time()
            decisions = known[number].play(range(first, first + games))
            return decisions, time.process_time() - start
        case ["steps", number, games, first]:
            random.seed(first)
            return known[number].steps(range(first, first + games))
        case ["clone", number]:
            return _clone(known[number])
    raise ValueError(f"not understood: {asked}")


def _clone(contestant: Contestant) -> float | None:
    """Seconds for one clone: the least over many goes, averaged over the states."""
    if contestant.middle is None:
        return None
    return sum(_least(contestant.middle(seed)) for seed in range(CLONED)) / CLONED


def _least(state: Any) -> float:
    seconds = []
    for _ in range(5):
        start = time.process_time()
        for _ in range(CLONES):
            state.clone()
        seconds.append((time.process_time() - start) / CLONES)
    return min(seconds)


def main() -> None:
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "w")
    # What a library has to say goes where it can't be taken for an answer.
    with contextlib.redirect_stdout(sys.stderr):
        known = contestants(sys.argv[1])
        for line in sys.stdin:
            print(json.dumps(answer(known, json.loads(line))), file=answers, flush=True)


if __name__ == "__main__":
    main()
