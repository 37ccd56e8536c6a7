"""The rows of a sheet of XLSX files.

Formulas are not worked out: a cell has the value that the spreadsheet was saved with.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterator, Sequence
from io import BytesIO
from itertools import repeat
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from generator.catalog.models import UNSAVED, CellError
from generator.catalog.paths import read_bytes
from generator.catalog.problems import InputError, Place
from generator.catalog.suggest import did_you_mean
from generator.catalog.tables import Reading, Sheet, SheetRow
from generator.catalog.wording import listed, pluralize, quote
from generator.catalog.yaml_reader import MAX_NUMBER, MAX_VALUES

if TYPE_CHECKING:
    from zipfile import ZipFile

    from openpyxl import Workbook

MAX_UNPACKED = 32 * 1024 * 1024
"""Bytes. An XLSX file is an archive, and a small one can hold a flood."""
MAX_PARTS = 2_000
"""Files inside the archive; a spreadsheet has a few dozen."""
MAX_TAGS = 2_000_000
"""Of XML in sheets and their texts: each takes a microsecond and, in one row, a few hundred bytes."""
MAX_OTHER_TAGS = 300_000
"""Of XML in all other parts."""
MAX_MERGED = 20_000
"""Merged cells of a sheet."""
MAX_ROWS = 10_000
MAX_COLUMNS = 100
"""As many cards and fields as nobody writes by hand."""
MAX_SHEET_ROW = 50_000
"""Blank rows take time too. A cell that has strayed further down, or far to the right, is not looked at."""

_XLS = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_FORMULA = re.compile(rb"<(?:\w+:)?f[ />]")
_MERGED = re.compile(rb'<(?:\w+:)?mergeCell\s+ref="([A-Z]{1,3})(\d{1,7}):([A-Z]{1,3})(\d{1,7})"')
_LOCKED = "EncryptedPackage".encode("utf-16-le")


class _Merged(NamedTuple):
    """Cells that were merged into one: rows and columns from 1, the last ones included."""

    top: int
    left: int
    bottom: int
    right: int
    name: str
    """What a spreadsheet calls them, such as ``A1:C1``."""


def read_sheet(path: Path, shown: str, reading: Reading) -> Sheet:
    """The rows of a sheet that are not blank; a place's line is the sheet's row. Raises InputError."""
    data = _read(path, shown)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of features that have nothing to do with a cell's value
            title, rows, merged = _rows_of(data, reading)
    except InputError:
        raise
    except Exception:  # openpyxl raises whatever its assumptions run into
        raise _damaged() from None
    at = Place(shown, sheet=title)
    if not rows:
        raise InputError("the sheet is empty", place=at, hint="the first row names the fields")
    header = _header(rows, reading, at)
    _refuse_merged(header, merged, reading, at)
    below = [row for row in rows if row.number > header.number]
    _fill_down(below, merged)
    return Sheet(header, below, refuses_stray_cells=False, name=title)


def _header(rows: Sequence[SheetRow], reading: Reading, at: Place) -> SheetRow:
    if reading.header is None:
        return rows[0]
    found = next((row for row in rows if row.number == reading.header), None)
    if found is None:
        raise InputError(f"row {reading.header}, which `header` says names the fields, is blank", place=at)
    return found


def _refuse_merged(header: SheetRow, merged: Sequence[_Merged], reading: Reading, at: Place) -> None:
    for cells in merged:
        if cells.top <= header.number <= cells.bottom:
            unmerge = "unmerge the cells, so that each column has its own heading"
            below = (
                f", or write `header: {header.number + 1}` beside `from:` if the next row names the fields"
            )
            raise InputError(
                f"the cells {cells.name} of the header are merged",
                place=at.inside(header.number, cells.left),
                hint=unmerge + (below if reading.has_settings and cells.bottom == header.number else ""),
            )


def _fill_down(rows: Sequence[SheetRow], merged: Sequence[_Merged]) -> None:
    """Gives all rows that a merged cell spans its value: it is stored in the first of them only."""
    by_number = {row.number: row for row in rows}
    filled = 0
    for cells in merged:
        top = by_number.get(cells.top)
        if top is None or cells.left > len(top.cells):
            continue
        for number in range(cells.top + 1, min(cells.bottom, MAX_SHEET_ROW) + 1):
            filled += 1
            if filled > MAX_VALUES:
                raise _too_many_merged()
            row = by_number.get(number)
            if row is not None:
                assert isinstance(row.cells, list)
                row.cells.extend([None] * (cells.left - len(row.cells)))
                row.cells[cells.left - 1] = top.cells[cells.left - 1]


def _too_many_merged() -> InputError:
    return InputError("the sheet has too many merged cells", hint="unmerge them")


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
    from zipfile import ZipFile

    try:
        with ZipFile(BytesIO(data)) as archive:
            parts = archive.infolist()
            if len(parts) > MAX_PARTS or sum(part.file_size for part in parts) > MAX_UNPACKED:
                raise _too_large()
            for is_big, most in ((True, MAX_TAGS), (False, MAX_OTHER_TAGS)):
                names = [part.filename for part in parts if _is_big(part.filename) is is_big]
                if sum(archive.read(name).count(b"<") for name in names) > most:
                    raise _too_large()
    except InputError:
        raise
    except Exception:  # whatever an archive that is damaged on purpose leads to
        raise _damaged() from None


def _is_big(part: str) -> bool:
    """Whether a part of a workbook has as much as there are cells."""
    return part.startswith("xl/worksheets/") or part == "xl/sharedStrings.xml"


def _too_large() -> InputError:
    return InputError(
        "the spreadsheet is far larger than any list of cards", hint="keep only the cards in it"
    )


def _damaged() -> InputError:
    return InputError(
        "this is not a spreadsheet, or it is damaged", hint="open it and save it as .xlsx again"
    )


def _rows_of(data: bytes, reading: Reading) -> tuple[str, list[SheetRow], list[_Merged]]:
    from zipfile import ZipFile

    book = _open(data, data_only=True)
    index = _sheet_index(book, reading.sheet)
    with ZipFile(BytesIO(data)) as archive:
        part = _part(book, index)
        merged = _merged(archive.read(part)) if part in archive.NameToInfo else []
        has_formulas = _has_formulas(archive)
    formulas = _cells(_open(data, data_only=False), index) if has_formulas else repeat(())
    title = str(book.worksheets[index].title)
    return title, list(_rows_not_blank(_cells(book, index), formulas)), merged


def _open(data: bytes, *, data_only: bool) -> Workbook:
    """The workbook; a formula's cell holds its value (``data_only``) or the formula itself."""
    from openpyxl import load_workbook

    return load_workbook(BytesIO(data), read_only=True, data_only=data_only, keep_links=False)


def part_of(data: bytes, reading: Reading) -> str:
    """The file inside a workbook that the sheet is in. Raises InputError where there is none."""
    _check_size(data)
    book = _open(data, data_only=True)
    return _part(book, _sheet_index(book, reading.sheet))


def _sheet_index(book: Workbook, wanted: str | int | None) -> int:
    names = [str(sheet.title) for sheet in book.worksheets]
    if not names:
        raise InputError("the spreadsheet has no sheet with cells")
    if wanted is None:
        return 0
    there = f"the sheets are {listed(names)}"
    if isinstance(wanted, int):
        if not 1 <= wanted <= len(names):
            message = f"the spreadsheet has {pluralize(len(names), 'sheet')}, but no sheet {wanted}"
            raise InputError(message, hint=there)
        return wanted - 1
    plain = [" ".join(name.split()).casefold() for name in names]
    if wanted in names:
        return names.index(wanted)
    if " ".join(wanted.split()).casefold() in plain:
        return plain.index(" ".join(wanted.split()).casefold())
    near = did_you_mean(wanted, names)
    raise InputError(f"no sheet is called {quote(wanted)}", hint=near or there)


def _cells(book: Workbook, index: int) -> Iterator[tuple[Any, ...]]:
    sheet: Any = book.worksheets[index]
    sheet.reset_dimensions()  # what the file says of its own size need not be so
    yield from sheet.iter_rows(max_row=MAX_SHEET_ROW, max_col=MAX_COLUMNS + 1)


def _part(book: Workbook, index: int) -> str:
    """The file inside the archive that a sheet is in; openpyxl knows it, but does not offer it."""
    return str(getattr(book.worksheets[index], "_worksheet_path", ""))


def _merged(sheet: bytes) -> list[_Merged]:
    from openpyxl.utils import column_index_from_string as number_of

    found: list[_Merged] = []
    for match in _MERGED.finditer(sheet):
        if len(found) == MAX_MERGED:
            raise _too_many_merged()
        left, top, right, bottom = (part.decode() for part in match.groups())
        name = f"{left}{top}:{right}{bottom}"
        found.append(_Merged(int(top), number_of(left), int(bottom), number_of(right), name))
    return found


def _has_formulas(archive: ZipFile) -> bool:
    """Whether any sheet has one; then it is worth reading the cells twice."""
    sheets = [name for name in archive.namelist() if name.startswith("xl/worksheets/")]
    return any(_FORMULA.search(archive.read(name)) for name in sheets)


def _rows_not_blank(
    values: Iterator[tuple[Any, ...]], formulas: Iterator[tuple[Any, ...]]
) -> Iterator[SheetRow]:
    from openpyxl.cell.read_only import EMPTY_CELL

    found = 0
    blank: tuple[Any, ...] | None = None
    for number, (row, written) in enumerate(zip(values, formulas, strict=False), start=1):
        # Down to a cell that strayed far below the list these are all one object.
        if row is blank:
            continue
        width = len(row)
        while width and row[width - 1] is EMPTY_CELL:
            width -= 1
        if not width:
            blank = row
            continue
        cells = [_value(cell.value, is_error=cell.data_type == "e") for cell in row[:width]]
        for column, cell in enumerate(written[: len(cells)]):
            # What is saved as text and is empty is the value: `=IF(A2>0, A2, "")`.
            if cell.data_type == "f" and cells[column] is None and row[column].data_type != "str":
                cells[column] = UNSAVED
        while cells and cells[-1] is None:
            cells.pop()
        if not cells:
            continue
        found += 1
        if found > MAX_ROWS + 1:
            raise InputError(f"the sheet has more than {MAX_ROWS:,} rows")
        if len(cells) > MAX_COLUMNS:
            raise InputError(f"row {number} has more than {MAX_COLUMNS} cells")
        yield SheetRow(number, cells)


def _value(value: object, *, is_error: bool) -> object:
    """A cell's text, number or truth; None if it is blank."""
    if value is None or isinstance(value, bool):
        return value
    if is_error:
        return CellError(value)
    if isinstance(value, float) and not isfinite(value):
        raise _damaged()
    if isinstance(value, int | float) and abs(value) <= MAX_NUMBER:
        return int(value) if value % 1 == 0 else value
    return str(value).strip() or None
