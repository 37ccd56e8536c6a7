"""Card lists from spreadsheets: CSV with the fields' names in the first row."""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from io import StringIO
from pathlib import Path
from typing import NamedTuple, Protocol

from generator.catalog.problems import InputError, Place, Problems
from generator.catalog.scalars import resolve_cell
from generator.catalog.text_file import read_text
from generator.catalog.wording import pluralize
from generator.catalog.yaml_reader import MAX_VALUES

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

    def has_column(self, key: str) -> bool:
        """Whether the header names the field, be the cell blank or not."""
        return key in self._columns

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
    known: Collection[str] = (),
    as_text: Collection[str] = (),
    as_list: Collection[str] = (),
) -> Table | None:
    """The table in the CSV file at ``path``; None if its header or text cannot be used.

    A heading that differs from a name in ``known`` by capitals and spaces only is taken for it.
    Cells of fields in ``as_text`` stay text, those in ``as_list`` are parted at semicolons (or else at
    commas); in all others numbers, ``true`` and ``false`` are told from text. What a row
    is short of is blank; more cells than the header has columns are reported.
    A first line such as ``sep=;`` names the delimiter.
    """
    try:
        text = read_text(path, shown)
    except InputError as error:
        problems.extend([error.at(Place(shown))])
        return None
    declared = _DECLARED_DELIMITER.match(text)
    delimiter = declared[1] if declared else _frequent_delimiter(text)
    reader = csv.reader(StringIO(text, newline=""), delimiter=delimiter, strict=True)
    try:
        if declared:
            next(reader)  # read by the reader, for it counts the lines
        header_line = reader.line_num + 1
        names = next(reader, None)
        if names is None:
            raise _no_header() if text.strip() else InputError("the file is empty")
        columns = name_columns(names, known, header_line, problems, shown)
        if columns is None:
            return None
        rows = _read_rows(reader, columns, len(names), kinds_of(as_text, as_list), problems, shown)
    except InputError as error:
        problems.extend([error.at(Place(shown))])
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


def _no_header() -> InputError:
    return InputError("the table has no header", hint="the first row names the fields")


def name_columns(
    headings: Sequence[str], known: Collection[str], line: int, problems: Problems, shown: str
) -> dict[str, int] | None:
    """The number of each field's column, from 1; None if the headings were reported as unusable.

    A column without a heading has no name: its cells must be blank.
    """
    meant = {name.casefold(): name for name in known}
    names = [" ".join(heading.split()) for heading in headings]
    if not any(names):
        raise _no_header()
    columns: dict[str, int] = {}
    sound = True
    for number, heading in enumerate(names, start=1):
        name = heading if heading in known else meant.get(heading.casefold(), heading)
        if name in columns:
            hint = f"first in column {columns[name]}"
            problems.error(f"the header names `{name}` twice", Place(shown, line, number), hint=hint)
            sound = False
        elif name:
            columns[name] = number
    return columns if sound else None


class Strays:
    """Cells in columns that the header doesn't name: told once, with the first of them."""

    def __init__(self) -> None:
        self._places: list[Place] = []

    def add(self, place: Place) -> None:
        self._places.append(place)

    def tell(self, problems: Problems) -> None:
        if not self._places:
            return
        others = len(self._places) - 1
        more = f", and {pluralize(others, 'other')} too" if others else ""
        hint = "name its column in the header, or clear it"
        problems.error(f"the cell stands in a column without a name{more}", self._places[0], hint=hint)


def _read_rows(
    reader: _Reader,
    columns: dict[str, int],
    width: int,
    kind_of: Callable[[str], int],
    problems: Problems,
    shown: str,
) -> list[TableRow]:
    rows: list[TableRow] = []
    strays = Strays()
    nameless = sorted(set(range(1, width + 1)) - set(columns.values()))
    parsed = [(name, kind) for name in columns if (kind := kind_of(name)) != _TEXT]
    before = reader.line_num
    for cells in reader:
        # A quoted cell may span lines; the row begins at its first.
        line = before + 1
        before = reader.line_num
        if problems.too_many:
            break
        if len(cells) > width and any(map(str.strip, cells[width:])):
            problems.extend([_ragged(len(cells), width).at(Place(shown, line))])
            continue
        for number in nameless:
            if number <= len(cells) and cells[number - 1].strip():
                strays.add(Place(shown, line, number))
        given = {
            name: text
            for name, number in columns.items()
            if number <= len(cells) and (text := cells[number - 1].strip())
        }
        if not given:
            continue
        if (len(rows) + 1) * len(columns) > MAX_VALUES:
            raise InputError(f"the table holds more than {MAX_VALUES:,} cells", place=Place(shown, line))
        row = TableRow(given, shown, line, columns)
        for name, kind in parsed:
            if name in given:
                row[name] = cell_value(given[name], kind, row, name, problems)
        rows.append(row)
    strays.tell(problems)
    return rows


def _ragged(cells: int, columns: int) -> InputError:
    message = f"the row has {pluralize(cells, 'cell')}, the header {pluralize(columns, 'column')}"
    return InputError(message, hint="text with the delimiter in it stands in double quotes")


def cell_value(text: str, kind: int, row: TableRow, name: str, problems: Problems) -> object:
    """What the text in a cell stands for; what can't be read is reported, and stays text."""
    if kind == _TEXT:
        return text
    if kind == _LIST:
        return [item.strip() for item in text.split(";" if ";" in text else ",") if item.strip()]
    try:
        return resolve_cell(text)
    except InputError as error:
        problems.extend([error.at(row.place_of(name), field=name)])
        return text


def _explain(error: csv.Error) -> InputError:
    text = str(error)
    if "unexpected end of data" in text:
        return InputError("a double quote is opened in a cell and never closed")
    if "expected after" in text:
        return InputError(
            "text stands behind a closing double quote", hint='write `""` for a quote inside quotes'
        )
    if "field larger than" in text:
        return InputError("a cell is longer than 131,072 letters", hint="a double quote may be missing")
    return InputError(f"this is not CSV: {text}")
