"""What a command says of the folder of a new game that it has made."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from pathlib import Path


def print_written(folder: Path, files: Sequence[Path]) -> None:
    for name in files:
        print(f"wrote {(folder / name).as_posix()}")


def print_next(folder: Path, verbs: Sequence[str]) -> None:
    where = "" if folder.resolve() == Path.cwd() else f" {shlex.quote(folder.as_posix())}"
    for verb in verbs:
        print(f"next: gatepress {verb}{where}")
