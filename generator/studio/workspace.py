"""The folder that the studio was started in, the only one that it writes to: files by checked names, and the
reports and studies that lie in it.

A name comes from a request, so it is letters and digits only, in a folder of a fixed name. Nothing is read or
written through a symbolic link: one that was put there could lead anywhere.
"""

from __future__ import annotations

import hashlib
import os
import re
from collections import deque
from collections.abc import Iterator, Sequence
from html import unescape
from pathlib import Path
from typing import NamedTuple

from generator.catalog.paths import read_bytes
from generator.catalog.problems import InputError, Place
from generator.catalog.wording import code, is_device, quote, slug
from generator.catalog.writing import link_on_way, reason_of, write_file

MAX_FILE = 20 * 1024 * 1024
"""Bytes of a file that is read."""
_NAME = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*", re.ASCII)
MAX_NAME = 60
MAX_LISTED = 500
MAX_DEPTH = 6
"""Folders in folders that are looked into."""
MAX_FOLDERS = 2000
"""That are looked into: the studio may be opened in a folder that holds everything."""
MAX_LOOKED_AT, MAX_FOUND = 5000, 200
"""Files."""
HEAD = 20_000
"""Bytes of a page in which it says what it is."""
REPORT_MARK = b'<meta name="generator" content="Gatepress">'
REPORT_POLICY = b"default-src 'none'; style-src 'unsafe-inline'; font-src data:"
"""What our reports say of themselves: no script, and nothing to be fetched."""
STUDY_SUFFIX = ".db"
SQLITE = b"SQLite format 3\0"
APPLICATION_AT = 68
"""Where an SQLite file says whose it is."""


class ChangedError(Exception):
    """Raised where a file is not as it was read. ``revision``: as it is now; empty: it is gone."""

    def __init__(self, path: Path, revision: str) -> None:
        super().__init__(path.name)
        self.path = path
        self.revision = revision


class Stored(NamedTuple):
    path: Path
    content: bytes
    revision: str


def plain_files(folder: Path, suffixes: Sequence[str]) -> list[Path]:
    """The files of a folder with such endings, by name; links are none."""
    if folder.is_symlink() or not folder.is_dir():
        return []
    found = sorted(path for path in folder.iterdir() if path.suffix in suffixes)
    return [path for path in found if path.is_file() and not path.is_symlink()][:MAX_LISTED]


def is_name(name: str) -> bool:
    """Whether a file may be called so; see :func:`check_name`."""
    return bool(_NAME.fullmatch(name)) and len(name) <= MAX_NAME and not is_device(name)


def revision_of(content: bytes) -> str:
    """What distinguishes one state of a file from another."""
    return hashlib.sha256(content).hexdigest()[:20]


def check_name(name: str, usual: str = "night-shift-2") -> str:
    """The name of a file without its ending, if it can be one on every machine. Raises InputError.

    ``usual``: what is proposed where nothing of the name can be kept.
    """
    if is_device(name):
        raise InputError(
            f"a file can't be called {quote(name)}: Windows keeps that name for a device",
            hint=f"for example {code(slug(name)[: MAX_NAME - 2] + '-2')}",
        )
    if not _NAME.fullmatch(name) or len(name) > MAX_NAME:
        better = slug(name)[:MAX_NAME].strip("-")
        raise InputError(
            f"a file can't be called {quote(name)}: small letters a to z, digits and single hyphens",
            hint=f"for example {code(better or usual)}; at most {MAX_NAME} letters",
        )
    return name


def place_of(workspace: Path, folders: tuple[str, ...], file: str) -> Path:
    """Where a file of that name belongs, which need not be there. Raises InputError for a link on the way."""
    path = workspace.joinpath(*folders, file)
    link = link_on_way(path, workspace)
    if link is not None:
        shown = link.relative_to(workspace).as_posix()
        raise InputError(
            f"{shown} is a link: the studio follows no symbolic links", hint="put the file itself there"
        )
    return path


def read_stored(path: Path) -> Stored | None:
    """A file with its revision; None if there is none. Raises InputError where it can't be read."""
    if not path.exists():
        return None
    if not path.is_file():
        raise InputError("this is not a file", place=Place(path.name))
    content = read_bytes(path, None, MAX_FILE)
    return Stored(path, content, revision_of(content))


def write_stored(path: Path, content: bytes, revision: str) -> str:
    """Writes a file over the one that was read as ``revision``; empty: where none was. The new revision.

    Raises ChangedError where the file is another by now, InputError where it can't be written.
    """
    there = read_stored(path)
    now = "" if there is None else there.revision
    if now not in (revision, revision_of(content)):
        raise ChangedError(path, now)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(
            f"the folder can't be made: {reason_of(error)}", place=Place(path.parent.name)
        ) from None
    write_file(path, content)
    return revision_of(content)


# Reports and studies


class Found(NamedTuple):
    """A file in the workspace; ``path`` begins there, with slashes."""

    path: str
    title: str
    changed: float


class Shelf(NamedTuple):
    """All that was found, the newest first."""

    reports: list[Found]
    studies: list[Found]


def look_through(workspace: Path) -> Shelf:
    """Reports as HTML files, and study files, in the workspace and its folders; links are not followed."""
    reports, studies = [], []
    for path in _files(workspace):
        name = path.relative_to(workspace).as_posix()
        try:
            changed = path.stat().st_mtime
            with path.open("rb") as file:
                head = file.read(HEAD)
        except OSError:
            # It is gone, or not ours to read.
            continue
        if path.suffix == ".html" and REPORT_MARK in head and REPORT_POLICY in head:
            reports.append(Found(name, _title(head) or path.name, changed))
        elif path.suffix == STUDY_SUFFIX and _is_study(head):
            studies.append(Found(name, path.parent.name if path.stem == "study" else path.stem, changed))
    newest = sorted(reports, key=lambda one: (-one.changed, one.path))[:MAX_FOUND]
    return Shelf(newest, sorted(studies, key=lambda one: (-one.changed, one.path))[:MAX_FOUND])


def _files(workspace: Path) -> Iterator[Path]:
    """Level by level: where there are thousands of folders, those are looked into that lie near."""
    waiting, looked = deque([(workspace, 0)]), 0
    for _ in range(MAX_FOLDERS):
        if not waiting:
            return
        folder, depth = waiting.popleft()
        try:
            entries = sorted(os.scandir(folder), key=lambda entry: entry.name)
        except OSError:
            # It is gone, or not ours to read.
            continue
        for entry in entries:
            if entry.is_dir(follow_symlinks=False):
                if depth < MAX_DEPTH and not entry.name.startswith("."):
                    waiting.append((Path(entry.path), depth + 1))
            elif Path(entry.name).suffix in (".html", STUDY_SUFFIX) and entry.is_file(follow_symlinks=False):
                looked += 1
                if looked > MAX_LOOKED_AT:
                    return
                yield Path(entry.path)


def _title(head: bytes) -> str:
    found = re.search(rb"<title>(.*?)</title>", head, re.DOTALL)
    return unescape(found[1].decode("utf-8", "replace")).strip() if found else ""


def _is_study(head: bytes) -> bool:
    from generator.sim.study.study_file import APPLICATION

    number = head[APPLICATION_AT : APPLICATION_AT + 4]
    return head.startswith(SQLITE) and number == APPLICATION.to_bytes(4, "big")
