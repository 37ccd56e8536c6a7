"""The benchmark: card databases to print-ready sheets, by Gatepress and by its peers.

``python -m tests.benchmarks.sheets [--runs N] [--cases 54,540] [--tools gatepress,typst] [--folder KEEP]``

Each tool runs as a whole process: interpreter start, imports, card list, layout, PDF. One warm-up each,
then the tools take turns, so that a change in the machine's pace meets all of them. Nothing fails for being
slow; the exit status is 1 if a tool's sheets are incomplete.
"""

import argparse
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path

from tests.benchmarks.cases import CASES, Case
from tests.benchmarks.measure import CommandFailedError, Run, measure, run_once
from tests.benchmarks.printed import note, positive, progress
from tests.benchmarks.results import Result, ratio, reach
from tests.benchmarks.table import table
from tests.benchmarks.tools import TOOLS, Tool


def main() -> int:
    asked = _parse()
    with tempfile.TemporaryDirectory(prefix="sheet-bench-") as temporary:
        folder = asked.folder or Path(temporary)
        _make_inputs(folder, asked.cases)
        tools, unusable = _usable(asked.tools)
        results = dict(unusable)
        for case in asked.cases:
            results |= _run_case(case, tools, folder, asked.runs)
    print("\n".join(table(results, asked.cases, [tool.name for tool in asked.tools])))
    print("\nThe project's reach:")
    print("\n".join(reach(results)))
    for column, case in (("54", "54"), ("540", "540"), ("5400", "5400"), ("pictures", "big")):
        note(column, ratio(results, case, "typst"))
    disturbed = sum(result.disturbed for result in results.values())
    if disturbed:
        print(f"\n{disturbed} runs were disturbed by other programs in spite of being repeated.")
    return int(any(result.runs and result.fault for result in results.values()))


def _run_case(case: Case, tools: Sequence[Tool], folder: Path, runs: int) -> dict[tuple[str, str], Result]:
    outs = {tool.name: folder / "out" / case.name / tool.name for tool in tools}
    commands = {tool.name: tool.command(folder, case, outs[tool.name]) for tool in tools}
    measured: dict[str, list[Run]] = {tool.name: [] for tool in tools}
    faults: dict[str, str] = {}
    for turn in range(runs + 1):
        for tool in tools:
            if tool.name in faults or (case.pages >= tool.once_from and turn != 1):
                continue
            progress(f"{case.name}: {tool.name}, {f'run {turn}' if turn else 'warm-up'}")
            _empty(outs[tool.name])
            try:
                if turn:
                    measured[tool.name].append(measure(commands[tool.name]))
                else:
                    run_once(commands[tool.name])
            except CommandFailedError as error:
                faults[tool.name] = str(error)
    progress("")
    return {
        (case.name, name): _result(
            runs_made, outs[name], folder / case.cards_file, case, faults.get(name, "")
        )
        for name, runs_made in measured.items()
    }


def _result(runs: Sequence[Run], out: Path, cards: Path, case: Case, fault: str) -> Result:
    if fault:
        return Result((), fault=fault)
    files = sorted(out.rglob("*.pdf"))
    if len(files) != 1:
        return Result(tuple(runs), fault=f"{len(files)} PDF files, not 1")
    return Result(tuple(runs), files[0].stat().st_size / 1e6, _faults(files[0], cards, case))


def _faults(sheets: Path, cards: Path, case: Case) -> str:
    command = [sys.executable, "-m", "tests.benchmarks.check", str(sheets), str(cards), str(case.pages)]
    checked = subprocess.run(command, capture_output=True, text=True, check=False)
    if checked.returncode:
        return f"not checked: {checked.stderr.strip().splitlines()[-1]}"
    return "; ".join(checked.stdout.splitlines())


def _usable(tools: Sequence[Tool]) -> tuple[list[Tool], dict[tuple[str, str], Result]]:
    """The tools that can run here, and a first row for each of the others that says why not."""
    reasons = {tool.name: tool.unusable() for tool in tools}
    usable = [tool for tool in tools if not reasons[tool.name]]
    for name, reason in reasons.items():
        if reason:
            print(f"{name} is left out: {reason}", file=sys.stderr)
    unusable = {
        (case.name, name): Result((), fault=f"left out: {reason}")
        for case in CASES
        for name, reason in reasons.items()
        if reason
    }
    return usable, unusable


def _make_inputs(folder: Path, cases: Sequence[Case]) -> None:
    progress("making the inputs")
    big = ["--big"] if any(case.name == "big" for case in cases) else []
    subprocess.run([sys.executable, "-m", "tests.benchmarks.data", str(folder), *big], check=True)


def _empty(folder: Path) -> None:
    if folder.exists():
        shutil.rmtree(folder)
    folder.mkdir(parents=True)


def _parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m tests.benchmarks.sheets", description=__doc__.splitlines()[0]
    )
    parser.add_argument("--runs", type=positive, default=5, help="counted runs of each tool and case (5)")
    parser.add_argument("--cases", type=_named(CASES), default=CASES, help="54,540,5400,big (all)")
    names = ",".join(tool.name for tool in TOOLS)
    parser.add_argument("--tools", type=_named(TOOLS), default=TOOLS, help=f"{names} (all)")
    parser.add_argument(
        "--folder", type=Path, help="work in this folder and leave the sheets there to be looked at"
    )
    return parser.parse_args()


def _named(known: Sequence[Case] | Sequence[Tool]) -> Callable[[str], list[Case] | list[Tool]]:
    """Reads a comma-separated list of names."""
    by_name = {item.name: item for item in known}

    def read(text: str) -> list[Case] | list[Tool]:
        names = text.split(",")
        for name in names:
            if name not in by_name:
                raise argparse.ArgumentTypeError(f"there is no {name!r}, only {', '.join(by_name)}")
        return [by_name[name] for name in names]

    return read


if __name__ == "__main__":
    sys.exit(main())
