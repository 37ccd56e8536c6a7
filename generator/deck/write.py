"""Writing deck files: YAML, CSV or XLSX, whole or not at all."""

from __future__ import annotations

import csv
import os
import re
from collections.abc import Sequence
from io import StringIO
from pathlib import Path
from typing import NamedTuple

from generator.catalog.problems import InputError, Place
from generator.catalog.wording import quote
from generator.deck.spreadsheet import as_xlsx
from generator.deck.yaml_text import in_yaml


class DeckRow(NamedTuple):
    """One line of a deck: a character and how many copies of it."""

    name: str
    class_name: str
    power: int
    copies: int
    text: str | None = None
    art: str | None = None


COLUMNS = ("name", "class", "power", "copies", "text", "art")
"""The fields of a row, as deck files call them."""

_NOT_IN_TABLES = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ufffe\uffff]")

SUFFIXES = (".yaml", ".yml", ".csv", ".xlsx")
"""The endings of deck files."""


def write_deck(path: Path, name: str, text: str | None, rows: Sequence[DeckRow]) -> None:
    """Writes a deck in the format that the path's ending names, over any file that is there.

    A table holds the cards only: its deck is named by the file. Raises :class:`InputError`.
    """
    write_file(path, deck_as(path, name, text, rows))


def deck_as(path: Path, name: str, text: str | None, rows: Sequence[DeckRow]) -> bytes:
    """What :func:`write_deck` writes. Raises :class:`InputError` for an ending that no deck file has."""
    suffix = path.suffix.lower()
    if suffix == ".csv":
        return deck_as_csv(rows).encode()
    if suffix == ".xlsx":
        return as_xlsx(table(rows))
    if suffix in SUFFIXES:
        return deck_as_yaml(name, text, rows).encode()
    hint = f"deck files end in {', '.join(SUFFIXES)}"
    raise InputError(f"a deck can't be written to a file that ends in {suffix or 'nothing'}", hint=hint)


def deck_as_yaml(name: str, text: str | None, rows: Sequence[DeckRow]) -> str:
    """The deck as the text of a YAML file."""
    head = f"name: {in_yaml(name)}\n"
    if text is not None:
        head += f"text: {in_yaml(text)}\n"
    return f"{head}cards:\n" + "\n".join(map(card_as_yaml, rows)) if rows else f"{head}cards: []\n"


def card_as_yaml(row: DeckRow) -> str:
    """A row as an item of the list ``cards``, with the end of its last line."""
    given = [(key, value) for key, value in zip(COLUMNS, row, strict=True) if value is not None]
    lines = (f"{key}: {value if isinstance(value, int) else in_yaml(value)}\n" for key, value in given)
    return "  - " + "    ".join(lines)


def deck_as_csv(rows: Sequence[DeckRow]) -> str:
    """The deck's cards as the text of a CSV file."""
    file = StringIO(newline="")
    csv.writer(file, lineterminator="\n").writerows(table(rows))
    return file.getvalue()


def table(rows: Sequence[DeckRow]) -> list[list[str | int | None]]:
    """The rows below their header, without the columns that no row fills. Raises :class:`InputError`."""
    for text in (value for row in rows for value in row if isinstance(value, str)):
        odd = _NOT_IN_TABLES.search(text)
        if odd is not None:
            message = f"{quote(text)} has the control character U+{ord(odd[0]):04X}, no table can hold it"
            raise InputError(message)
    used = [number for number, name in enumerate(COLUMNS) if number < 4 or any(row[number] for row in rows)]
    return [[COLUMNS[number] for number in used], *([row[number] for number in used] for row in rows)]


def write_file(path: Path, content: bytes) -> None:
    """Puts a file in its place when all of it is written. Raises :class:`InputError` where it can't be."""
    unfinished = path.with_name(f".gatepress-{os.getpid()}")
    try:
        try:
            unfinished.write_bytes(content)
            unfinished.replace(path)
        finally:
            unfinished.unlink(missing_ok=True)
    except OSError as error:
        message = f"the file can't be written: {error.strerror or error}"
        raise InputError(message, place=Place(path.as_posix())) from None
