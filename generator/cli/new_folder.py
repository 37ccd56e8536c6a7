"""What a command says of the folder of a new game that it has made."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from pathlib import Path


def print_template(folder: Path, template: str, other: str | None) -> None:
    """``other``: a template that the folder is called like, and that was perhaps meant."""
    print(f"wrote the template `{template}` into {folder.as_posix()}")
    if other is not None:
        print(f"`gatepress new NAME {other}` makes the template of that name")


def print_written(folder: Path, files: Sequence[Path]) -> None:
    for name in files:
        print(f"wrote {(folder / name).as_posix()}")


def print_next(folder: Path, verbs: Sequence[str]) -> None:
    where = "" if folder.resolve() == Path.cwd() else f" {shlex.quote(folder.as_posix())}"
    for verb in verbs:
        print(f"next: gatepress {verb}{where}")
