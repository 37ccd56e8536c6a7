"""The folder of a new game, which a command makes."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Sequence
from pathlib import Path

from generator.catalog.bundle import GAME_FILE
from generator.catalog.problems import InputError
from generator.catalog.wording import listed, quote

IGNORED = frozenset({".DS_Store", "Thumbs.db", "desktop.ini", ".git"})
"""What a folder may hold and still count as empty."""


def refuse_taken(folder: Path) -> None:
    """Raises :class:`InputError` where something is in the folder, or is no folder."""
    if not folder.exists() and not folder.is_symlink():
        return
    if not folder.is_dir():
        raise InputError(f"{quote(folder.as_posix())} is a file", hint="choose another name")
    found = sorted(path.name for path in folder.iterdir() if path.name not in IGNORED)
    if found:
        raise InputError(
            f"the folder {quote(folder.as_posix())} is not empty, there is {listed(found)} in it",
            hint="choose a new folder, so that nothing is written over",
        )


def in_order(files: Iterable[Path]) -> list[Path]:
    """The paths of a game's files, game.yaml first."""
    return sorted(files, key=lambda name: (name.name != GAME_FILE, len(name.parts), name))


def print_written(folder: Path, files: Sequence[Path]) -> None:
    for name in files:
        print(f"wrote {(folder / name).as_posix()}")


def print_next(folder: Path, verbs: Sequence[str]) -> None:
    where = "" if folder.resolve() == Path.cwd() else f" {shlex.quote(folder.as_posix())}"
    for verb in verbs:
        print(f"next: gatepress {verb}{where}")
