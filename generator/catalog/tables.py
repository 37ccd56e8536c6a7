"""Card lists from spreadsheets: CSV with the fields' names in the first row."""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Collection, Iterator, Mapping
from io import StringIO
from pathlib import Path
from typing import NamedTuple, Protocol

from generator.catalog.problems import Place, Problems, Refused
from generator.catalog.scalars import resolve_cell
from generator.catalog.text_file import read_text
from generator.catalog.yaml_reader import MOST_VALUES

_DELIMITERS = ",;\t"
_DECLARED_DELIMITER = re.compile(r'"?sep=([,;|\t])"?(?=[\r\n]|\Z)', re.IGNORECASE)
"""The line that tells Excel the delimiter; it goes before the header."""

_TEXT, _LIST, _GUESS = range(3)


class _Reader(Protocol):
    """What csv.reader returns."""

    @property
    def line_num(self) -> int: ...

    def __iter__(self) -> Iterator[list[str]]: ...

    def __next__(self) -> list[str]: ...


class TableRow(dict[str, object]):
    """A row's cells by field; blank cells are left out. A place's column is the cell's number in the row."""

    __slots__ = ("_columns", "_file", "_line")

    def __init__(self, cells: Mapping[str, object], file: str, line: int, columns: dict[str, int]) -> None:
        super().__init__(cells)
        self._file = file
        self._line = line
        self._columns = columns

    def __reduce__(self) -> tuple[object, ...]:
        return TableRow, (dict(self), self._file, self._line, self._columns)

    @property
    def place(self) -> Place:
        return Place(self._file, self._line)

    def place_of(self, key: str) -> Place:
        return Place(self._file, self._line, self._columns.get(key, 0))

    def place_of_key(self, key: str) -> Place:
        """The cell itself, for messages about one card; the header's place is the table's."""
        return self.place_of(key)


class Table(NamedTuple):
    """A table's rows, and the place of each field's name in its header."""

    rows: tuple[TableRow, ...]
    header: dict[str, Place]


def read_table(
    path: Path,
    problems: Problems,
    shown: str,
    *,
    as_text: Collection[str] = (),
    as_list: Collection[str] = (),
) -> Table | None:
    """The table in the CSV file at ``path``; None if its header or text cannot be used.

    Cells of fields in ``as_text`` stay text, those in ``as_list`` are parted at semicolons (or else at
    commas); in all others numbers, ``true`` and ``false`` are told from text. Ragged rows are reported.
    A first line such as ``sep=;`` names the delimiter.
    """
    try:
        text = read_text(path, shown)
    except Refused as refused:
        problems.extend([refused.at(Place(shown))])
        return None
    declared = _DECLARED_DELIMITER.match(text)
    delimiter = declared[1] if declared else _frequent_delimiter(text)
    reader = csv.reader(StringIO(text, newline=""), delimiter=delimiter, strict=True)
    try:
        if declared:
            next(reader)  # read by the reader, for it counts the lines
        header_line = reader.line_num + 1
        columns = _read_header(reader, header_line, problems, shown)
        if columns is None:
            return None
        kind_of = kinds_of(as_text, as_list)
        rows = _read_rows(reader, columns, list(map(kind_of, columns)), problems, shown)
    except Refused as refused:
        problems.extend([refused.at(Place(shown))])
        return None
    except csv.Error as error:
        problems.extend([_explain(error).at(Place(shown, max(1, reader.line_num)))])
        return None
    return Table(tuple(rows), {name: Place(shown, header_line, number) for name, number in columns.items()})


def kinds_of(as_text: Collection[str], as_list: Collection[str]) -> Callable[[str], int]:
    """How text in a cell of a field is taken, for :func:`cell_value`."""
    return lambda name: _TEXT if name in as_text else _LIST if name in as_list else _GUESS


def _frequent_delimiter(text: str) -> str:
    """The delimiter that is most frequent in the header line; a comma if none is there."""
    header = text.split("\n", 1)[0]
    unquoted = "".join(header.split('"')[::2])
    return max(_DELIMITERS, key=unquoted.count)


def _read_header(reader: _Reader, line: int, problems: Problems, shown: str) -> dict[str, int] | None:
    """The number of each field's column, from 1; None if the header was reported as unusable."""
    return name_columns([name.strip() for name in next(reader, [])], line, problems, shown)


def name_columns(names: list[str], line: int, problems: Problems, shown: str) -> dict[str, int] | None:
    """The number of each field's column, from 1; None if the names were reported as unusable."""
    if not any(names):
        raise Refused("the table has no header", hint="the first row names the fields")
    columns: dict[str, int] = {}
    sound = True
    for number, name in enumerate(names, start=1):
        place = Place(shown, line, number)
        if not name:
            problems.error(f"column {number} has no name in the header", place)
            sound = False
        elif name in columns:
            problems.error(f"the header names `{name}` twice", place, hint=f"first in column {columns[name]}")
            sound = False
        else:
            columns[name] = number
    return columns if sound else None


def _read_rows(
    reader: _Reader, columns: dict[str, int], kinds: list[int], problems: Problems, shown: str
) -> list[TableRow]:
    rows: list[TableRow] = []
    names = list(columns)
    parsed = [(name, kind) for name, kind in zip(names, kinds, strict=True) if kind != _TEXT]
    before = reader.line_num
    for cells in reader:
        # A quoted cell may span lines; the row begins at its first.
        line = before + 1
        before = reader.line_num
        if problems.too_many:
            break
        if len(cells) != len(names):
            if any(map(str.strip, cells)):
                problems.extend([_ragged(len(cells), len(names)).at(Place(shown, line))])
            continue
        given = {name: text for name, cell in zip(names, cells, strict=True) if (text := cell.strip())}
        if not given:
            continue
        if (len(rows) + 1) * len(names) > MOST_VALUES:
            raise Refused(f"the table holds more than {MOST_VALUES:,} cells", place=Place(shown, line))
        row = TableRow(given, shown, line, columns)
        for name, kind in parsed:
            if name in given:
                row[name] = cell_value(given[name], kind, row, name, problems)
        rows.append(row)
    return rows


def _ragged(cells: int, columns: int) -> Refused:
    message = f"the row has {_number(cells, 'cell')}, the header {_number(columns, 'column')}"
    return Refused(message, hint="text with the delimiter in it stands in double quotes")


def cell_value(text: str, kind: int, row: TableRow, name: str, problems: Problems) -> object:
    """What the text in a cell stands for; what can't be read is reported, and stays text."""
    if kind == _TEXT:
        return text
    if kind == _LIST:
        return [item.strip() for item in text.split(";" if ";" in text else ",") if item.strip()]
    try:
        return resolve_cell(text)
    except Refused as refused:
        problems.extend([refused.at(row.place_of(name), field=name)])
        return text


def _number(count: int, thing: str) -> str:
    return f"{count} {thing}" if count == 1 else f"{count} {thing}s"


def _explain(error: csv.Error) -> Refused:
    text = str(error)
    if "unexpected end of data" in text:
        return Refused("a double quote is opened in a cell and never closed")
    if "expected after" in text:
        return Refused(
            "text stands behind a closing double quote", hint='write `""` for a quote inside quotes'
        )
    if "field larger than" in text:
        return Refused("a cell is longer than 131,072 letters", hint="a double quote may be missing")
    return Refused(f"this is not CSV: {text}")
