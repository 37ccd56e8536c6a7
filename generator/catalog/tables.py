"""Card lists from tables: CSV files, and the first sheet of XLSX files.

The first row that is not blank names the fields. Formulas are not worked out: a cell has the value that the
spreadsheet was saved with.
"""

from __future__ import annotations

import csv
import re
import warnings
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from enum import Enum
from io import BytesIO, StringIO
from itertools import repeat
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from generator.catalog.paths import read_bytes, read_text
from generator.catalog.problems import InputError, Place, Problem, Problems
from generator.catalog.wording import pluralize
from generator.catalog.yaml_reader import MAX_NUMBER, MAX_VALUES, resolve_cell

_TEXT, _LIST, _GUESS = range(3)


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
    """Cells in columns that the header doesn't name: reported once, with the first of them."""

    def __init__(self) -> None:
        self._places: list[Place] = []

    def add(self, place: Place) -> None:
        self._places.append(place)

    def report(self, problems: Problems) -> None:
        if not self._places:
            return
        others = len(self._places) - 1
        more = f", and {pluralize(others, 'other')} too" if others else ""
        hint = "name its column in the header, or clear it"
        problems.error(f"the cell is in a column without a name{more}", self._places[0], hint=hint)


def kinds_of(as_text: Collection[str], as_list: Collection[str]) -> Callable[[str], int]:
    """How text in a cell of a field is taken, for :func:`cell_value`."""
    return lambda name: _TEXT if name in as_text else _LIST if name in as_list else _GUESS


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


# CSV


_DELIMITERS = ",;\t"
_DECLARED_DELIMITER = re.compile(r'"?sep=([,;|\t])"?(?=[\r\n]|\Z)', re.IGNORECASE)
"""The line that tells Excel the delimiter; it goes before the header."""


class _CsvReader(Protocol):
    """What csv.reader returns."""

    @property
    def line_num(self) -> int: ...

    def __iter__(self) -> Iterator[list[str]]: ...

    def __next__(self) -> list[str]: ...


def read_csv(
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
        rows = _csv_rows(reader, columns, len(names), kinds_of(as_text, as_list), problems, shown)
    except InputError as error:
        problems.extend([error.at(Place(shown))])
        return None
    except csv.Error as error:
        problems.extend([_csv_error(error).at(Place(shown, max(1, reader.line_num)))])
        return None
    return Table(tuple(rows), {name: Place(shown, header_line, number) for name, number in columns.items()})


def _frequent_delimiter(text: str) -> str:
    """The delimiter that is most frequent in the header line; a comma if none is there."""
    header = text.split("\n", 1)[0]
    unquoted = "".join(header.split('"')[::2])
    return max(_DELIMITERS, key=unquoted.count)


def _csv_rows(
    reader: _CsvReader,
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
    strays.report(problems)
    return rows


def _ragged(cells: int, columns: int) -> InputError:
    message = f"the row has {pluralize(cells, 'cell')}, the header {pluralize(columns, 'column')}"
    return InputError(message, hint="put text that contains the delimiter in double quotes")


def _csv_error(error: csv.Error) -> InputError:
    """Python's csv gives no codes, so its wording is the only clue; other wording is passed on."""
    text = str(error)
    if "unexpected end of data" in text:
        return InputError("a double quote is opened in a cell and never closed")
    if "expected after" in text:
        return InputError(
            "there is text after a closing double quote", hint='write `""` for a quote inside quotes'
        )
    if "field larger than" in text:
        return InputError("a cell is longer than 131,072 letters", hint="a double quote may be missing")
    return InputError(f"this is not CSV: {text}")


# XLSX


MAX_UNPACKED = 32 * 1024 * 1024
"""Bytes. An XLSX file is an archive, and a small one can hold a flood."""
MAX_PARTS = 2_000
"""Files inside the archive; a spreadsheet has a few dozen."""
MAX_ROWS = 10_000
MAX_COLUMNS = 100
"""As many cards and fields as nobody writes by hand."""
MAX_SHEET_ROW = 50_000
"""Blank rows take time too. A cell that has strayed further down, or far to the right, is not looked at."""

_XLS = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_FORMULA = re.compile(rb"<(?:\w+:)?f[ />]")
_LOCKED = "EncryptedPackage".encode("utf-16-le")


class _SheetRow(NamedTuple):
    number: int
    cells: list[object]


class _Unsaved(Enum):
    """Stands for the value of a formula that was saved without one."""

    FORMULA = "a formula"


def read_xlsx(
    path: Path,
    problems: Problems,
    shown: str,
    *,
    known: Collection[str] = (),
    as_text: Collection[str] = (),
    as_list: Collection[str] = (),
) -> Table | None:
    """The table on the first sheet of the XLSX file at ``path``; None if it cannot be used.

    ``shown`` is the file's name in messages; a place's line is the sheet's row. Headings, and text in a
    cell, are taken as in a CSV file; numbers are numbers everywhere.
    """
    try:
        rows = _sheet(_read(path, shown))
        return _sheet_table(rows, known, problems, shown, kinds_of(as_text, as_list))
    except InputError as error:
        problems.extend([error.at(Place(shown))])
        return None


def _read(path: Path, shown: str) -> bytes:
    data = read_bytes(path, Place(shown))
    if not data:
        raise InputError("the file is empty")
    if data.startswith(_XLS):
        if _LOCKED in data:
            raise InputError("the spreadsheet is locked with a password", hint="save it without one")
        raise InputError("this is an Excel file of the old kind", hint="save it as .xlsx")
    _check_size(data)
    return data


def _check_size(data: bytes) -> None:
    from zipfile import BadZipFile, ZipFile

    try:
        with ZipFile(BytesIO(data)) as archive:
            parts = archive.infolist()
    except (BadZipFile, ValueError, NotImplementedError, OSError):
        raise _damaged() from None
    if len(parts) > MAX_PARTS or sum(part.file_size for part in parts) > MAX_UNPACKED:
        raise InputError(
            "the spreadsheet is far larger than any list of cards", hint="keep only the cards in it"
        )


def _damaged() -> InputError:
    return InputError(
        "this is not a spreadsheet, or it is damaged", hint="open it and save it as .xlsx again"
    )


def _sheet(data: bytes) -> list[_SheetRow]:
    """The rows of the first sheet that are not blank. Raises InputError."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of features that have nothing to do with a cell's value
            return list(_sheet_rows_not_blank(data))
    except InputError:
        raise
    except Exception:  # openpyxl raises whatever its assumptions run into
        raise _damaged() from None


def _sheet_rows_not_blank(data: bytes) -> Iterator[_SheetRow]:
    values = _sheet_rows(data, data_only=True)
    formulas = _sheet_rows(data, data_only=False) if _has_formulas(data) else repeat(())
    found = 0
    for number, (row, written) in enumerate(zip(values, formulas, strict=False), start=1):
        cells = [_cell(cell.value) for cell in row]
        for column, cell in enumerate(written[: len(cells)]):
            if cell.data_type == "f" and cells[column] is None:
                cells[column] = _Unsaved.FORMULA
        while cells and cells[-1] is None:
            cells.pop()
        if not cells:
            continue
        found += 1
        if found > MAX_ROWS + 1:
            raise InputError(f"the sheet has more than {MAX_ROWS:,} rows")
        if len(cells) > MAX_COLUMNS:
            raise InputError(f"row {number} has more than {MAX_COLUMNS} cells")
        yield _SheetRow(number, cells)


def _sheet_rows(data: bytes, *, data_only: bool) -> Iterator[tuple[Any, ...]]:
    """The cells of the first sheet; a formula's is its value (``data_only``) or the formula itself."""
    from openpyxl import load_workbook

    book = load_workbook(BytesIO(data), read_only=True, data_only=data_only, keep_links=False)
    if not book.worksheets:
        raise InputError("the spreadsheet has no sheet with cells")
    sheet = book.worksheets[0]
    sheet.reset_dimensions()  # what the file says of its own size need not be so
    yield from sheet.iter_rows(max_row=MAX_SHEET_ROW, max_col=MAX_COLUMNS + 1)


def _has_formulas(data: bytes) -> bool:
    """Whether any sheet has one; then it is worth reading the cells twice."""
    from zipfile import ZipFile

    with ZipFile(BytesIO(data)) as archive:
        sheets = [name for name in archive.namelist() if name.startswith("xl/worksheets/")]
        return any(_FORMULA.search(archive.read(name)) for name in sheets)


def _cell(value: object) -> object:
    """A cell's text, number or truth; None if it is blank."""
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, int | float) and abs(value) <= MAX_NUMBER:
        return int(value) if value % 1 == 0 else value
    return str(value).strip() or None


def _sheet_table(
    rows: Sequence[_SheetRow],
    known: Collection[str],
    problems: Problems,
    shown: str,
    kind_of: Callable[[str], int],
) -> Table | None:
    if not rows:
        raise InputError("the sheet is empty", hint="the first row names the fields")
    header, *cards = rows
    names = ["" if cell in (None, _Unsaved.FORMULA) else str(cell) for cell in header.cells]
    columns = name_columns(names, known, header.number, problems, shown)
    if columns is None:
        return None
    fields = {number: name for name, number in columns.items()}
    strays = Strays()
    made: list[TableRow] = []
    for row in cards:
        if problems.too_many:
            break
        given: dict[str, object] = {}
        for number, cell in enumerate(row.cells, start=1):
            if cell is None:
                continue
            if number not in fields:
                strays.add(Place(shown, row.number, number))
            elif cell is _Unsaved.FORMULA:
                problems.extend([_unsaved(Place(shown, row.number, number), fields[number])])
            else:
                given[fields[number]] = cell
        if not given:
            continue
        card = TableRow(given, shown, row.number, columns)
        for name, cell in given.items():
            if isinstance(cell, str):
                card[name] = cell_value(cell, kind_of(name), card, name, problems)
        made.append(card)
    strays.report(problems)
    return Table(tuple(made), {name: Place(shown, header.number, n) for name, n in columns.items()})


def _unsaved(place: Place, field: str) -> Problem:
    hint = "open the file in a spreadsheet program and save it there, or write the value itself"
    return Problem("the formula was saved without its value", place, field=field, hint=hint)
