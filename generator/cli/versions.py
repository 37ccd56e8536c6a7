"""The two versions of a game that are compared: folders, or a git revision and a folder."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import NamedTuple

from generator.catalog.bundle import find_game
from generator.catalog.problems import InputError, Problem, Problems
from generator.catalog.wording import quote
from generator.export.revision import find_revision, unpacked


class Source(NamedTuple):
    """Where a version is read from. ``as_named`` makes its problems tell places as the user knows them."""

    label: str
    folder: Path
    as_named: Callable[[Problem], Problem]


def find_sources(
    old: str, new: str, stack: ExitStack, problems: Problems
) -> tuple[Source | None, Source | None]:
    """Both versions, None where there is none; ``stack`` keeps a revision's files as long as it is open."""
    newer = _told(lambda: _folder(new), problems)
    older = _told(lambda: _older(old, newer, stack), problems)
    return older, newer


def _told(find: Callable[[], Source], problems: Problems) -> Source | None:
    try:
        return find()
    except InputError as error:
        problems.extend([error.at(None)])
        return None


def _folder(name: str) -> Source:
    folder = find_game(name)
    is_named = name.strip("./") != ""
    label = name.rstrip("/") if is_named else folder.resolve().name
    return Source(label, folder, lambda problem: problem)


def _older(name: str, newer: Source | None, stack: ExitStack) -> Source:
    """A game's folder goes before a revision of the same name."""
    try:
        return _folder(name)
    except InputError:
        if newer is None or _exists(name):
            raise
    try:
        revision = find_revision(name, newer.folder)
    except InputError as error:
        message = f"no game or folder named {quote(name)}, and no such git revision: {error.message}"
        raise InputError(message) from None
    files = stack.enter_context(unpacked(revision))
    return Source(revision.label, files.folder, files.as_named)


def _exists(name: str) -> bool:
    try:
        return Path(name).exists()
    except (OSError, ValueError):
        return False
