"""The files of a played game: positions and records to read, moves to read, records to write."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from generator.catalog.paths import read_text, shown_path
from generator.catalog.problems import InputError, Place, Problem, Problems
from generator.catalog.wording import is_text, quote
from generator.catalog.writing import destination, reason_of, way_out, write_file
from generator.catalog.yaml_reader import MarkedDict, MarkedList, place_in, read_yaml
from generator.rules import BadPosition, Fault, Record
from generator.rules.record import read_record


class WrittenMove(NamedTuple):
    """A move as a line of a file has it."""

    text: str
    place: Place


def read_mapping(path: Path, problems: Problems) -> MarkedDict | None:
    """The keys and values of a YAML or JSON file; None, reported in ``problems``, if it has none."""
    before = problems.count("error")
    read = read_yaml(path, problems)
    if isinstance(read, MarkedList):
        problems.error("expected keys and values, got a list", read.place)
    return read if isinstance(read, MarkedDict) and problems.count("error") == before else None


def is_record(given: Mapping[str, Any]) -> bool:
    """Whether it is a whole game with its moves, and not a position."""
    return "moves" in given and ("setup" in given or "from" in given)


def record_in(given: MarkedDict, problems: Problems) -> Record | None:
    """The record of a game that a file holds; None, reported in ``problems``, if it is none."""
    try:
        return read_record(given)
    except BadPosition as bad:
        problems.extend(problems_of(bad, given))
        return None


def problems_of(bad: BadPosition, given: MarkedDict, *way: str) -> list[Problem]:
    """Every fault at its place in the file. ``way``: the keys at which the position stands there."""
    return [_problem(fault, given, way) for fault in bad.faults]


def _problem(fault: Fault, given: MarkedDict, way: Sequence[str]) -> Problem:
    place = fault.place or place_in(given, (*way, *fault.path))
    named = str(Fault(fault.path, "")).removesuffix(": ")
    return Problem(fault.message, place, field=named or None, hint=fault.hint)


def read_moves(path: Path, problems: Problems) -> list[WrittenMove]:
    """The moves of a text file: one a line; what follows ``#`` and empty lines are left out."""
    name = shown_path(path)
    try:
        lines = read_text(path, name).splitlines()
    except InputError as error:
        problems.add(error, Place(name))
        return []
    moves = ((line.split("#")[0].strip(), number) for number, line in enumerate(lines, start=1))
    return [WrittenMove(text, Place(name, number)) for text, number in moves if text]


def write_record(path: Path, record: Record, *, is_new: bool = False) -> None:
    """Writes the record as JSON, whole or not at all, over another record only; ``is_new``: over no file.

    Raises InputError where it can't be written.
    """
    import json

    check_can_write(path, is_new=is_new)
    text = json.dumps(record.to_dict(), indent=1, ensure_ascii=False)
    write_file(path, f"{text}\n".encode())


def check_can_write(path: Path, *, is_new: bool = False) -> None:
    """Raises InputError where something stands in the way of a record; ``is_new``: also another record."""
    hint = None
    try:
        reason = _why_not(path, is_new=is_new)
        if reason is None and not is_new and not _may_go(destination(path)):
            reason = "the file that is there is not a record of a game"
            hint = "choose another name, or move it away"
    except OSError as error:
        reason, hint = reason_of(error), way_out(error, "another file")
    if reason is not None:
        raise InputError(f"{quote(path.as_posix())} can't be written: {reason}", hint=hint)


def _why_not(path: Path, *, is_new: bool) -> str | None:
    """What stands in the way of writing a file; None for nothing."""
    if not is_text(str(path)):
        return "that is not a file name"
    if path.is_dir():
        return "that is a folder"
    if is_new and path.exists():
        return "a file of that name already exists"
    if not path.parent.is_dir():
        return f"the folder {quote(path.parent.as_posix())} does not exist"
    if not os.access(path.parent, os.W_OK):
        return f"no permission to write in the folder {quote(path.parent.as_posix())}"
    return None


def _may_go(path: Path) -> bool:
    """Whether nothing is lost with what is there: nothing, an empty file, or the record of a game."""
    if not path.exists() or path.stat().st_size == 0:
        return True
    given = read_mapping(path, Problems())
    return given is not None and is_record(given) and record_in(given, Problems()) is not None
