"""Finds the files that layouts and cards name: pictures, fonts, themes."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from generator.catalog.paths import file_inside, relative_name, shown_path
from generator.catalog.problems import MISSING_FILE, InputError
from generator.catalog.suggest import did_you_mean

SUBFOLDERS = ("", "art", "fonts")
MAX_SUGGESTED = 2000


def find_file(folders: Sequence[Path], name: str) -> Path:
    """The file called ``name`` in one of the folders, or in the ``art/`` or ``fonts/`` inside it.

    Raises :class:`InputError` where there is none, or where the path leaves the folders.
    """
    relative_name(name)
    for folder in folders:
        for subfolder in SUBFOLDERS:
            if is_there(folder / subfolder / name):
                return file_inside(folder, f"{subfolder}/{name}" if subfolder else name)
    raise InputError(
        f"there is no file {name!r} in " + " or ".join(shown_path(folder) or "." for folder in folders),
        hint=did_you_mean(name, _names(folders)),
        code=MISSING_FILE,
    )


def is_there(path: Path) -> bool:
    """Whether something has this path; False also where the name is too long for any file."""
    try:
        return path.exists()
    except OSError:
        return False


def _names(folders: Sequence[Path]) -> list[str]:
    names: set[str] = set()
    for folder in folders:
        for subfolder in SUBFOLDERS:
            if (folder / subfolder).is_dir():
                names.update(path.name for path in (folder / subfolder).iterdir() if path.is_file())
    return sorted(names)[:MAX_SUGGESTED]
