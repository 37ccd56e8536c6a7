"""Card lists from XLSX files: the first sheet, with the fields' names in its first row that is not blank.

Formulas are not worked out: a cell has the value that the spreadsheet was saved with.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable, Collection, Iterator, Sequence
from enum import Enum
from io import BytesIO
from itertools import repeat
from pathlib import Path
from typing import Any, NamedTuple
from zipfile import BadZipFile, ZipFile

from generator.catalog.problems import InputError, Place, Problem, Problems
from generator.catalog.scalars import LARGEST_NUMBER
from generator.catalog.tables import Strays, Table, TableRow, cell_value, kinds_of, name_columns
from generator.catalog.text_file import read_bytes

MAX_UNPACKED = 32 * 1024 * 1024
"""Bytes. An XLSX file is an archive, and a small one can hold a flood."""
MAX_PARTS = 2_000
MAX_ROWS = 10_000
MAX_COLUMNS = 100
LAST_ROW = 50_000
"""Blank rows take time too. A cell that has strayed further down, or far to the right, is not looked at."""

_OLD_OFFICE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_FORMULA = re.compile(rb"<(?:\w+:)?f[ />]")
_LOCKED = "EncryptedPackage".encode("utf-16-le")


class _Row(NamedTuple):
    number: int
    cells: list[object]


class _Unsaved(Enum):
    """Stands for the value of a formula that was saved without one."""

    FORMULA = "a formula"


def read_spreadsheet(
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
        rows = _rows(_read(path, shown))
        return _table(rows, known, problems, shown, kinds_of(as_text, as_list))
    except InputError as error:
        problems.extend([error.at(Place(shown))])
        return None


def _read(path: Path, shown: str) -> bytes:
    data = read_bytes(path, Place(shown))
    if not data:
        raise InputError("the file is empty")
    if data.startswith(_OLD_OFFICE):
        if _LOCKED in data:
            raise InputError("the spreadsheet is locked with a password", hint="save it without one")
        raise InputError("this is an Excel file of the old kind", hint="save it as .xlsx")
    _check_size(data)
    return data


def _check_size(data: bytes) -> None:
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


def _rows(data: bytes) -> list[_Row]:
    """The rows of the first sheet that are not blank. Raises InputError."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of features that have nothing to do with a cell's value
            return list(_read_rows(data))
    except InputError:
        raise
    except Exception:  # openpyxl raises whatever its assumptions run into
        raise _damaged() from None


def _read_rows(data: bytes) -> Iterator[_Row]:
    values = _sheet_rows(data, data_only=True)
    formulas = _sheet_rows(data, data_only=False) if _has_formulas(data) else repeat(())
    found = 0
    for number, (row, written) in enumerate(zip(values, formulas, strict=False), start=1):
        cells = [_plain(cell.value) for cell in row]
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
        yield _Row(number, cells)


def _sheet_rows(data: bytes, *, data_only: bool) -> Iterator[tuple[Any, ...]]:
    """The cells of the first sheet; a formula's is its value (``data_only``) or the formula itself."""
    from openpyxl import load_workbook

    book = load_workbook(BytesIO(data), read_only=True, data_only=data_only, keep_links=False)
    if not book.worksheets:
        raise InputError("the spreadsheet has no sheet with cells")
    sheet = book.worksheets[0]
    sheet.reset_dimensions()  # what the file says of its own size need not be so
    yield from sheet.iter_rows(max_row=LAST_ROW, max_col=MAX_COLUMNS + 1)


def _has_formulas(data: bytes) -> bool:
    """Whether any sheet has one; then it is worth reading the cells twice."""
    with ZipFile(BytesIO(data)) as archive:
        sheets = [name for name in archive.namelist() if name.startswith("xl/worksheets/")]
        return any(_FORMULA.search(archive.read(name)) for name in sheets)


def _plain(value: object) -> object:
    """A cell's text, number or truth; None if it is blank."""
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, int | float) and abs(value) <= LARGEST_NUMBER:
        return int(value) if value % 1 == 0 else value
    return str(value).strip() or None


def _table(
    rows: Sequence[_Row],
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
    strays.tell(problems)
    return Table(tuple(made), {name: Place(shown, header.number, n) for name, n in columns.items()})


def _unsaved(place: Place, field: str) -> Problem:
    hint = "open the file in a spreadsheet program and save it there, or write the value itself"
    return Problem("the formula was saved without its value", place, field=field, hint=hint)
