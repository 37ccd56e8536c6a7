"""Changes of a card database as a patch of its files: only the values are replaced, comments stay.

The patch is for somebody to look at and to apply; nothing here writes into the files.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import unified_diff
from pathlib import Path
from typing import Any

from yaml import AliasEvent, CBaseLoader, ScalarEvent, StreamEndEvent

from generator.catalog.changes import Change, Found, look_up, parse_change
from generator.catalog.models import Game

_SUFFIXES = (".yaml", ".yml", ".json")
"""Files in which a value is replaced; JSON is read by the same parser."""
_BEFORE = re.compile(r"(?:[&!]\S*\s+)*")
"""What stands before a value and stays: an anchor that others repeat it by."""


@dataclass(frozen=True, slots=True)
class Patch:
    """A unified diff, and what is left to change by hand."""

    text: str
    """With paths as seen from the game's folder, for ``patch -p1`` there; empty where nothing changes."""
    by_hand: tuple[str, ...]
    """Changes that no patch can make, each with the reason."""


def patch_of(database: Game, changes: Sequence[str]) -> Patch:
    """The patch that makes ``changes``, each ``PATH=VALUE``, in the files of a database.

    A value that a card inherits, or that stands in a table, is left to be changed by hand. Raises InputError
    for a path that leads nowhere.
    """
    replaced: dict[Path, list[tuple[Found, Change]]] = {}
    by_hand: list[str] = []
    for text in changes:
        change = parse_change(text)
        found = look_up(database, change.path)
        if found.file is None:
            by_hand.append(f"{text}: the card does not say it itself, but inherits it ({found.place})")
        elif found.file.suffix.lower() not in _SUFFIXES:
            by_hand.append(f"{text}: it stands in a table ({found.place})")
        else:
            replaced.setdefault(found.file, []).append((found, change))
    parts = []
    for file in sorted(replaced):
        # With its line ends as they are: a patch must fit the file.
        before = file.read_bytes().decode("utf-8")
        after, failed = _replaced(before, replaced[file])
        by_hand += [f"{one}: it is not a single value" for one in failed]
        parts.append(_diff(before, after, _name(file, database.folder)))
    return Patch("".join(parts), tuple(by_hand))


def _replaced(text: str, values: Sequence[tuple[Found, Change]]) -> tuple[str, list[Change]]:
    """The text with other values, and the changes that could not be made."""
    spans = _spans(text)
    edits, failed = [], []
    for found, change in values:
        span = spans.get((found.place.line, found.place.column))
        if span is None:
            failed.append(change)
        else:
            edits.append((span, change.value))
    for (start, end), value in sorted(edits, reverse=True):
        text = text[:start] + value + text[end:]
    return text, failed


def _spans(text: str) -> dict[tuple[int, int], tuple[int, int]]:
    """From where to where each single value of a YAML text stands, by its line and column from 1."""
    before = text.startswith("\ufeff")  # the parser doesn't count it
    spans = {}
    parser: Any = CBaseLoader(text)
    while type(event := parser.get_event()) is not StreamEndEvent:
        if not isinstance(event, ScalarEvent | AliasEvent):
            continue
        mark: Any = event.start_mark
        end_mark: Any = event.end_mark
        start, end = mark.index + before, end_mark.index + before
        if isinstance(event, ScalarEvent):
            kept = _BEFORE.match(text, start, end)
            start += len(kept[0]) if kept else 0
        spans[mark.line + 1, mark.column + 1] = (start, end)
    return spans


PATCH_HOLDS = b"\n+++ b/"
"""What is near the beginning of every patch."""


def _diff(before: str, after: str, name: str) -> str:
    old, new = before.splitlines(keepends=True), after.splitlines(keepends=True)
    unended = "\n\\ No newline at end of file\n"
    lines = unified_diff(old, new, f"a/{name}", f"b/{name}")
    return "".join(line if line.endswith("\n") else f"{line}{unended}" for line in lines)


def _name(file: Path, folder: Path) -> str:
    try:
        return file.resolve().relative_to(folder.resolve()).as_posix()
    except ValueError:
        return file.as_posix()
