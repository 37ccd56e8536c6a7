"""A table as an XLSX file, the same bytes every time."""

from __future__ import annotations

import re
from collections.abc import Sequence
from io import BytesIO
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from generator.catalog.problems import InputError

_WIDTHS = {"name": 28, "class": 12, "power": 8, "copies": 8, "text": 70, "art": 24}
_LONGEST_CELL = 32_767
_SAVED_AT = re.compile(rb"(<dcterms:(created|modified)[^>]*>)[^<]*")
_LONG_AGO = (1980, 1, 1, 0, 0, 0)
"""The first moment that a ZIP file knows."""


def as_xlsx(table: Sequence[Sequence[str | int | None]]) -> bytes:
    """The XLSX file with this table on its only sheet, the first row as its header. Raises InputError."""
    from openpyxl import Workbook
    from openpyxl.styles import Font
    from openpyxl.utils import get_column_letter

    book = Workbook()
    sheet = book.worksheets[0]
    sheet.title = "Deck"
    for row_number, row in enumerate(table, start=1):
        for column, value in enumerate(row, start=1):
            if isinstance(value, str) and len(value) > _LONGEST_CELL:
                raise InputError(f"a cell of a spreadsheet holds at most {_LONGEST_CELL:,} letters")
            cell = sheet.cell(row_number, column, value)
            if isinstance(value, str):
                cell.data_type = "s"  # a name that begins with `=` is not a formula
    for column, name in enumerate(table[0], start=1):
        sheet.cell(1, column).font = Font(bold=True)
        sheet.column_dimensions[get_column_letter(column)].width = _WIDTHS.get(str(name), 16)
    sheet.freeze_panes = "A2"
    file = BytesIO()
    book.save(file)
    return _without_clock(file.getvalue())


def _without_clock(content: bytes) -> bytes:
    """The same archive without the time at which it was made."""
    file = BytesIO()
    with ZipFile(BytesIO(content)) as old, ZipFile(file, "w", ZIP_DEFLATED) as new:
        for entry in old.infolist():
            data = old.read(entry)
            if entry.filename == "docProps/core.xml":
                data = _SAVED_AT.sub(rb"\g<1>2000-01-01T00:00:00Z", data)
            plain = ZipInfo(entry.filename, _LONG_AGO)
            plain.compress_type = ZIP_DEFLATED
            plain.create_system = 3
            new.writestr(plain, data)
    return file.getvalue()
