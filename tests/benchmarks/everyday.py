"""What the everyday commands take, as ratios: building again, and sampling hands.

``python -m tests.benchmarks.everyday [--runs N]``

Rebuilds are compared with building everything from scratch in the same run, sampled hands with a plain loop
over ``random.sample``. Every sheet of a rebuild is compared with the one from scratch, byte by byte.
"""

import argparse
import os
import re
import shutil
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from statistics import median

from tests.benchmarks.measure import ENVIRONMENT, measure
from tests.benchmarks.tools import GATEPRESS

PROJECT = Path(__file__).resolve().parents[2]
PAPERS = ("--paper", "a4", "--paper", "letter")
SAMPLES = 1_000_000
FIRST_TEXT = re.compile(r"^( +text: [\"']?)(?=\w)", re.MULTILINE)
PLAIN_LOOP = f"""
import random
deck, draw = list(range(36)), random.Random(1).sample
playable = sum(any(card < 27 for card in draw(deck, 4)) for _ in range({SAMPLES}))
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--runs", type=int, default=5, help="counted runs of each command (5)")
    runs = parser.parse_args().runs
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        ENVIRONMENT["GATEPRESS_CACHE"] = str(folder / "cache")
        _rebuilds(folder, runs)
        _hands(runs)


def _rebuilds(folder: Path, runs: int) -> None:
    games = _copy_games(folder)
    out, scratch = folder / "out", folder / "scratch"
    build = [GATEPRESS, "build", *map(str, games), *PAPERS, "--out"]
    full = _median(runs, [*build, str(scratch), "--no-cache"])
    measure([*build, str(out)])
    rows = [("nothing changed", _median(runs, [*build, str(out)]))]
    _compare(out, scratch)
    for card_list in _card_lists(games):
        seconds = _median(runs, [*build, str(out)], lambda path=card_list: _edit(path))
        rows.append((f"a card of {card_list.stem} changed", seconds))
    measure([*build, str(scratch), "--no-cache"])
    _compare(out, scratch)
    print(f"all bundled games from scratch: {full:.2f} s\n")
    for label, seconds in rows:
        print(f"{label:<40} {seconds:.2f} s  {seconds / full:6.1%} of a full build")


def _hands(runs: int) -> None:
    ours = _median(runs, [GATEPRESS, "hands", "night-shift", "--samples", str(SAMPLES)])
    plain = _median(runs, [sys.executable, "-c", PLAIN_LOOP])
    print(f"\n{SAMPLES:,} opening hands for two players, 4 turns each, with odds and intervals: {ours:.2f} s")
    print(f"{SAMPLES:,} hands of 4 by random.sample, one question asked:            {plain:.2f} s")
    print(f"ratio {ours / plain:.2f}")


def _median(runs: int, command: list[str], before: Callable[[], None] = lambda: None) -> float:
    seconds = []
    for _ in range(runs):
        before()
        seconds.append(measure(command, again=0).seconds)
    return median(seconds)


def _copy_games(folder: Path) -> list[Path]:
    """The bundled games, where they may be edited."""
    for name in ("cards", "layouts"):
        shutil.copytree(PROJECT / name, folder / name)
    return sorted(game.parent for game in (folder / "cards").glob("*/game.yaml"))


def _card_lists(games: list[Path]) -> list[Path]:
    lists = [path for game in games for path in sorted(game.rglob("*.yaml")) if path.name != "game.yaml"]
    return [path for path in lists if FIRST_TEXT.search(path.read_text("utf-8"))]


def _edit(card_list: Path) -> None:
    """Adds a letter to the first card's text."""
    card_list.write_text(FIRST_TEXT.sub(r"\1O", card_list.read_text("utf-8"), count=1), "utf-8")


def _compare(one: Path, other: Path) -> None:
    for path in sorted(other.rglob("*.pdf")):
        same = (one / path.relative_to(other)).read_bytes() == path.read_bytes()
        if not same:
            sys.exit(f"{path.relative_to(other)} differs from the one built from scratch")


if __name__ == "__main__":
    os.chdir(PROJECT)
    main()
