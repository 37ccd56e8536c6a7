"""How much work everyday commands do, as counts: the same on every machine, and however busy it is.

``python -m tests.budget`` counts anew into ``budget.yaml``, which ``test_budget.py`` holds the commands to.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import yaml

from tests.games import PROJECT, write_game

AGREED = Path(__file__).with_name("budget.yaml")
HEAD = """\
# What everyday commands may do, as `python -m tests.budget` counts it with Python 3.11. Where a figure rises,
# the CHANGELOG says what for.
"""
COUNTER = """
import cProfile, json, sys
from generator.cli.app import app
profile = cProfile.Profile()
try:
    profile.runcall(app, {words!r}, standalone_mode=False)
except SystemExit:
    pass
profile.create_stats()
def count(file, *names):
    found = (key for key in profile.stats if key[2] in names and key[0].replace(chr(92), "/").endswith(file))
    return sum(profile.stats[key][1] for key in found)
counts = {{
    "modules": len(sys.modules),
    "own modules": sum(name.partition(".")[0] == "generator" for name in sys.modules),
    "calls": sum(entry[1] for entry in profile.stats.values()),
    "looks at files": count("~", "<built-in method posix.stat>", "<built-in method posix.lstat>"),
    "files opened": count("~", "<built-in method io.open>", "<built-in method posix.open>"),
    "templates compiled": count("jinja2/environment.py", "_compile"),
    "faces laid out": count("layout/faces.py", "_lay_out"),
}}
print("\\n" + json.dumps(counts))
"""
"""A command, run under a profiler."""
PLAIN = """
from generator.cli.app import app
app({words!r}, standalone_mode=False)
print("\\n{{}}")
"""
"""The same without: it takes half as long."""


def counted() -> dict[str, dict[str, int]]:
    """The commands and their counts."""
    # Not below the folder of a test: each folder above a file is one more to look at.
    with tempfile.TemporaryDirectory() as folder:
        return dict(_counted(Path(folder)))


def _counted(folder: Path) -> Iterator[tuple[str, dict[str, int]]]:
    plain = write_game(
        folder / "plain",
        cards=[{"name": f"Card {number}"} for number in range(54)],
        front="<card><rect width='9' height='9'/><text y='12' width='60'>{{ name }}</text></card>",
    )
    yield "--help", _run(folder, "--help")
    yield "a deck of 54 cards from scratch", _run(folder, "build", str(plain))
    yield "a deck of 54 cards, nothing changed", _run(folder, "build", str(plain))
    for name in ("cards", "layouts"):
        shutil.copytree(PROJECT / name, folder / name)
    game = folder / "cards" / "battle-gate"
    _run(folder, "build", str(game), counter=PLAIN)
    yield "Battle Gate, nothing changed", _run(folder, "build", str(game))
    deck = game / "decks" / "night-shift.yaml"
    deck.write_text(re.sub(r"(?m)^( +text: )", r"\1O", deck.read_text("utf-8"), count=1), "utf-8")
    yield "Battle Gate, one card changed", _run(folder, "build", str(game))


def _run(folder: Path, *words: str, counter: str = COUNTER) -> dict[str, int]:
    done = subprocess.run(
        [sys.executable, "-P", "-c", counter.format(words=list(words))],
        cwd=folder,
        env={
            **os.environ,
            "PYTHONPATH": str(PROJECT),
            "PYTHONHASHSEED": "0",
            "GATEPRESS_CACHE": str(folder / "cache"),
            "GATEPRESS_CONFIG": str(folder / "settings"),
        },
        capture_output=True,
        text=True,
        check=True,
    )
    counts: dict[str, int] = yaml.safe_load(done.stdout.splitlines()[-1])
    return counts


def main() -> None:
    AGREED.write_text(HEAD + yaml.safe_dump(counted(), sort_keys=False), "utf-8")
    print(AGREED.read_text("utf-8"), end="")


if __name__ == "__main__":
    main()
