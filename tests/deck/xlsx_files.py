"""XLSX files made for tests, sound and broken."""

from __future__ import annotations

import re
from collections.abc import Sequence
from io import BytesIO
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile

from openpyxl import Workbook


def write_xlsx(path: str, *sheets: Sequence[Sequence[object]]) -> None:
    book = Workbook()
    first = book.worksheets[0]
    for sheet, rows in zip([first, *(book.create_sheet() for _ in sheets[1:])], sheets, strict=True):
        for row in rows:
            sheet.append(list(row))
    book.save(path)


def change_part(path: str, part: str, pattern: bytes, new: bytes) -> None:
    """Replaces what matches ``pattern`` inside one part of an XLSX file."""
    file = BytesIO()
    with ZipFile(path) as old, ZipFile(file, "w", ZIP_DEFLATED) as changed:
        for entry in old.infolist():
            data = old.read(entry)
            if entry.filename == part:
                data, count = re.subn(pattern, new, data, flags=re.DOTALL)
                assert count
            changed.writestr(entry.filename, data)
    Path(path).write_bytes(file.getvalue())


SHEET = "xl/worksheets/sheet1.xml"
