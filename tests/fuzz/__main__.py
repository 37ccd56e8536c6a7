"""Builds thousands of spoilt fonts and pictures: ``make fuzz``.

``python -m tests.fuzz [--count 2000] [--seed 1] [--kinds font,svg,png,jpeg] [--only NUMBER] [--processes 2]``

The same seed gives the same mutants. One that ends in a traceback or a signal, after more than 20 s or with
more than 1 GiB is kept in build/fuzz/, and the exit status is 1. ``--seed S --only NUMBER`` builds it again.
"""

from __future__ import annotations

import argparse
import os
import sys

from .mutants import KINDS, mutant
from .originals import PROJECT
from .run import Result, results

KEPT = PROJECT / "build" / "fuzz"


def main() -> int:
    asked = _parse()
    numbers = [asked.only] if asked.only is not None else range(asked.count)
    wanted = [number for number in numbers if KINDS[number % len(KINDS)] in asked.kinds]
    printed = failed = 0
    for result in results(asked.seed, wanted, asked.processes):
        printed += result.was_printed
        if result.fault:
            failed += 1
            _keep(asked.seed, result)
    refused = len(wanted) - printed - failed
    print(f"seed {asked.seed}, {len(wanted)} mutants: {printed} printed, {refused} refused, {failed} failed")
    return int(failed > 0)


def _keep(seed: int, result: Result) -> None:
    spoilt = mutant(seed, result.number)
    KEPT.mkdir(parents=True, exist_ok=True)
    path = KEPT / f"{seed}-{result.number}-{spoilt.name}"
    path.write_bytes(spoilt.data)
    print(f"{path.relative_to(PROJECT)}: {result.fault.strip()}")
    print(f"  again: python -m tests.fuzz --seed {seed} --only {result.number}\n", flush=True)


def _parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--count", type=int, default=2000, help="how many mutants (2000)")
    parser.add_argument("--seed", type=int, default=1, help="other mutants (1)")
    parser.add_argument("--kinds", type=_kinds, default=KINDS, help=",".join(KINDS))
    parser.add_argument("--only", type=int, help="the number of a single mutant")
    parser.add_argument(
        "--processes", type=int, default=os.cpu_count() or 1, help="at a time (one for each CPU)"
    )
    return parser.parse_args()


def _kinds(text: str) -> list[str]:
    kinds = text.split(",")
    for kind in kinds:
        if kind not in KINDS:
            raise argparse.ArgumentTypeError(f"there is no {kind!r}, only {', '.join(KINDS)}")
    return kinds


if __name__ == "__main__":
    sys.exit(main())
