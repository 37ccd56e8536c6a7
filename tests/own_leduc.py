"""Leduc poker as a designer's own game: a folder with cards, a layout and a ``rules.py`` written by hand.

``from own_leduc import write_leduc`` works from every test folder that is a package.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from games import PROJECT, write_game

SOURCE = (PROJECT / "tests" / "rules" / "leduc.py").read_text("utf-8")
OPEN = "\n\ndef open_game(database, problems):\n    return Leduc()\n"
CARDS = [{"name": name, "copies": 2} for name in ("Jack", "Queen", "King")]


def write_leduc(
    folder: Path, changes: Mapping[str, str] | None = None, *, more: str = "", source: str = SOURCE + OPEN
) -> Path:
    """Writes the game; texts of ``changes`` stand there once and are replaced, ``more`` is added."""
    for old, new in (changes or {}).items():
        assert source.count(old) == 1, f"{source.count(old)} times: {old}"
        source = source.replace(old, new)
    return write_game(folder, cards=CARDS, files={"rules.py": source + more})


def line_of(folder: Path, text: str, file: str = "rules.py") -> int:
    """The first line with the text, from 1."""
    lines = (folder / file).read_text("utf-8").splitlines()
    return next(number for number, line in enumerate(lines, start=1) if text in line)
