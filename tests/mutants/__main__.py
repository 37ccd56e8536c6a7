"""Changes the code in hundreds of small ways, and asks whether the tests notice: ``make mutants``.

``python -m tests.mutants [--count 400] [--seed 1] [--again] [--only TEXT ...]``

The mutants are drawn from the rooms below, from each module in proportion to its length; the same seed draws
the same, and an edit of one function leaves those of others as they are. ``results.csv`` has them all, with
what became of them, and why those that survive may: that column is written by hand. ``--again`` tries those
that survived, and ``--only`` those with one of these texts in their row.
"""

from __future__ import annotations

import argparse
import ast
import csv
import hashlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import astuple, dataclass, fields, replace
from pathlib import Path
from typing import Any

from .mutations import Place, Writer, places_in

PROJECT = Path(__file__).resolve().parents[2]
ROOMS = ("catalog", "layout", "press", "deck", "export", "reports")
RESULTS = Path(__file__).with_name("results.csv")
ENOUGH = 0.85
SURVIVED = "survived"
_ASKING = "hasattr(__import__('builtins'), '__mutant__') or __import__('runpy').run_path({!r})"
"""For processes that are started without what is beside them."""


@dataclass(frozen=True)
class Row:
    """What became of a mutant, and why it may survive."""

    path: str
    function: str
    change: str
    outcome: str = ""
    """The folder of the test that notices it, how else it ended, or that it survives."""
    why: str = ""

    @property
    def room(self) -> str:
        return self.path.partition("/")[0]

    @property
    def key(self) -> tuple[str, ...]:
        return self.path, self.function, self.change


def main() -> int:
    asked = _parse()
    trees = {
        path.relative_to(PROJECT / "generator").as_posix(): ast.parse(path.read_text("utf-8"))
        for room in ROOMS
        for path in sorted((PROJECT / "generator" / room).rglob("*.py"))
    }
    drawn = dict(enumerate(_drawn(trees, asked.count, asked.seed), start=1))
    found = {number: Row(path, place.function, place.change) for number, (path, place) in drawn.items()}
    before = _read()
    wanted = {
        number: drawn[number]
        for number, row in found.items()
        if any(text in ",".join(row.key) for text in asked.only)
        and not (asked.again and before.get(row.key, row).outcome not in ("", SURVIVED))
    }
    killers = _killers(trees, wanted)
    # Another run may have written its rows meanwhile.
    before = _read()
    rows = []
    for number, row in found.items():
        told = before.get(row.key, row)
        if number in killers:
            told = replace(told, outcome="/".join(killers[number].split("/")[:2]) or SURVIVED)
        if told.outcome:
            rows.append(told)
        if told.outcome == SURVIVED:
            place = f"generator/{row.path}:{drawn[number][1].line}"
            print(f"{place} {row.function}: {row.change}\n    {told.why or 'NOT EXPLAINED'}")
    _write(rows)
    return _told(rows)


def _told(rows: Sequence[Row]) -> int:
    """The figures; 1 if the tests notice too little."""
    for room in (*ROOMS, ""):
        of_room = [row for row in rows if row.room == room or not room]
        survivors = [row for row in of_room if row.outcome == SURVIVED]
        own = sum(row.outcome == f"tests/{row.room}" for row in of_room)
        killed = len(of_room) - len(survivors)
        unexplained = sum(not row.why for row in survivors)
        share = killed / max(len(of_room), 1)
        print(
            f"{room or 'all':8} {len(of_room):4} mutants, {killed:4} killed ({share:.0%}; {own} by its own"
            f" tests), {len(survivors):3} survive, {unexplained:3} unexplained"
        )
    return int(share < ENOUGH or unexplained > 0)


def _drawn(trees: Mapping[str, ast.Module], count: int, seed: int) -> Iterator[tuple[str, Place]]:
    """From each module its part, by the largest remainder."""
    lengths = {path: len(ast.unparse(tree).splitlines()) for path, tree in trees.items()}
    exact = {path: count * length / sum(lengths.values()) for path, length in lengths.items()}
    by_rest = sorted(trees, key=lambda path: (int(exact[path]) - exact[path], path))
    more = set(by_rest[: count - sum(map(int, exact.values()))])
    for path, tree in trees.items():

        def rank(place: Place, path: str = path) -> bytes:
            name = f"{seed}:{path}:{place.function}:{place.kind}:{place.ordinal}"
            return hashlib.sha256(name.encode()).digest()

        for place in sorted(places_in(tree), key=rank)[: int(exact[path]) + (path in more)]:
            yield path, place


def _killers(trees: dict[str, ast.Module], wanted: Mapping[int, tuple[str, Place]]) -> dict[int, str]:
    """The test that each mutant fails, or ""; in a copy of the checkout that has all of them."""
    with tempfile.TemporaryDirectory(prefix="mutants-") as folder:
        copy, state = Path(folder, "copy"), Path(folder, "state")
        listed = subprocess.run(
            ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
            cwd=PROJECT,
            capture_output=True,
            check=True,
        ).stdout
        for name in filter(None, listed.decode().split("\0")):
            (copy / name).parent.mkdir(parents=True, exist_ok=True)
            if (PROJECT / name).is_file():
                shutil.copy(PROJECT / name, copy / name)
        shutil.copy(Path(__file__).with_name("probe.py"), copy / "sitecustomize.py")
        _write_changed(trees, wanted, copy / "generator")
        state.write_bytes(bytes(max(wanted, default=0) + 1))
        plan = {
            number: (path.partition("/")[0], Path(path).stem, place.is_on_import)
            for number, (path, place) in wanted.items()
        }
        Path(folder, "plan.json").write_text(json.dumps(plan))
        subprocess.run(
            [sys.executable, "-m", "tests.mutants.session", f"{folder}/plan.json", f"{folder}/answer"],
            cwd=copy,
            env={
                **os.environ,
                **{"PYTHONPATH": str(copy), "MUTANTS_STATE": str(state), "HYPOTHESIS_PROFILE": "mutants"},
            },
            check=True,
        )
        killers = json.loads(Path(folder, "answer").read_text("utf-8"))
    return {int(number): killer for number, killer in killers.items()}


def _write_changed(
    trees: dict[str, ast.Module], wanted: Mapping[int, tuple[str, Place]], house: Path
) -> None:
    mentions: dict[str, list[int]] = {}
    for number, (_, place) in wanted.items():
        for name in place.names - {"*"}:
            mentions.setdefault(name, []).append(number)
    for path in sorted(house.rglob("*.py")):
        name = path.relative_to(house).as_posix()
        here = [(number, place) for number, (where, place) in wanted.items() if where == name]
        unnamed = [number for number, place in here if "*" in place.names]
        text = path.read_text("utf-8")
        if here or any(mention in text for mention in mentions):
            tree = trees.get(name) or ast.parse(text)
            changed = Writer(here, {**mentions, "*": unnamed}).visit(tree)
            first = sum(isinstance(node, ast.Expr) or _is_future(node) for node in tree.body[:2])
            changed.body[first:first] = ast.parse(_ASKING.format(str(house.parent / "sitecustomize.py"))).body
            path.write_text(ast.unparse(ast.fix_missing_locations(changed)) + "\n", "utf-8")


def _is_future(node: ast.stmt) -> bool:
    return isinstance(node, ast.ImportFrom) and node.module == "__future__"


def _read() -> dict[tuple[str, ...], Row]:
    if not RESULTS.exists():
        return {}
    with RESULTS.open(encoding="utf-8", newline="") as file:
        rows = [Row(**row) for row in csv.DictReader(file)]
    return {row.key: row for row in rows}


def _write(rows: Sequence[Row]) -> None:
    with RESULTS.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(field.name for field in fields(Row))
        writer.writerows(map(astuple, rows))


def _parse() -> Any:
    parser = argparse.ArgumentParser(
        prog="python -m tests.mutants", description=(__doc__ or "").splitlines()[0]
    )
    parser.add_argument("--count", type=int, default=400, help="how many mutants (400)")
    parser.add_argument("--seed", type=int, default=1, help="other mutants (1)")
    parser.add_argument("--again", action="store_true", help="only those that survived")
    parser.add_argument(
        "--only", nargs="+", default=[""], metavar="TEXT", help="only those with this text in their row"
    )
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
