"""Paths that a user's file names: kept inside the game's folder, and shown as the user knows them."""

from __future__ import annotations

import re
from itertools import islice
from pathlib import Path, PurePosixPath

from generator.catalog.problems import InputError
from generator.catalog.wording import quote

MAX_FILES = 1000
"""How many files one pattern may find."""

_LONGEST = 500
_CONTROL = re.compile(r"[\x00-\x1f\x7f]")
_DRIVE = re.compile(r"[A-Za-z]:")
_WILD = re.compile(r"[*?\[]")


def shown_path(path: Path) -> str:
    """``path`` relative to the current directory if it is below it, else as it was given."""
    try:
        return path.absolute().relative_to(Path.cwd()).as_posix()
    except ValueError:
        return path.as_posix()


def relative_name(text: str) -> str:
    """``text`` if it is a relative path that stays below where it starts; otherwise InputError."""
    if not text.strip() or len(text) > _LONGEST or _CONTROL.search(text):
        raise InputError(f"expected a file name, got {quote(text)}")
    if "\\" in text:
        raise InputError(f"the path {quote(text)} has a backslash", hint="write `/` between folders")
    path = PurePosixPath(text)
    if path.is_absolute() or _DRIVE.match(text) or text.startswith("~"):
        raise InputError(f"the path {quote(text)} is not relative to the game's folder")
    if ".." in path.parts:
        raise InputError(f"the path {quote(text)} leaves the game's folder", code="outside-folder")
    return text


def file_inside(folder: Path, text: str) -> Path:
    """The existing file that ``text`` names below ``folder``; InputError if it is missing or elsewhere."""
    path = folder / relative_name(text)
    try:
        if not path.exists():
            raise InputError(f"there is no file {quote(text)} in {shown_path(folder) or '.'}")
        if path.is_dir():
            raise InputError(f"{quote(text)} is a folder, a file is needed")
    except OSError as error:
        raise InputError(f"the file {quote(text)} cannot be read: {error.strerror or error}") from None
    return _kept_inside(folder, path, text)


def files_inside(folder: Path, text: str, suffixes: tuple[str, ...]) -> list[Path]:
    """The files that the name or pattern ``text`` stands for, sorted; never empty.

    A pattern finds only files with one of ``suffixes``, and none that is hidden or the lock of another.
    """
    if not _WILD.search(text):
        return [file_inside(folder, text)]
    try:
        found = list(islice(folder.glob(relative_name(text)), 10 * MAX_FILES))
    except (ValueError, NotImplementedError, OSError):
        raise InputError(f"the pattern {quote(text)} cannot be used") from None
    files = sorted(path for path in found if _is_wanted(path, suffixes))
    if not files:
        raise InputError(f"no file matches {quote(text)}", hint=f"looked for {', '.join(suffixes)}")
    if len(files) > MAX_FILES:
        raise InputError(f"more than {MAX_FILES} files match {quote(text)}")
    return [_kept_inside(folder, path, path.relative_to(folder).as_posix()) for path in files]


def _is_wanted(path: Path, suffixes: tuple[str, ...]) -> bool:
    # Excel lays a file `~$name.xlsx` beside one that is open.
    return path.suffix.lower() in suffixes and not path.name.startswith((".", "~$")) and path.is_file()


def _kept_inside(folder: Path, path: Path, text: str) -> Path:
    try:
        inside = path.resolve().is_relative_to(folder.resolve())
    except (OSError, RuntimeError):  # RuntimeError: a loop of symbolic links, before Python 3.13
        inside = False
    if not inside:
        raise InputError(f"the path {quote(text)} leaves the game's folder through a link")
    return path
