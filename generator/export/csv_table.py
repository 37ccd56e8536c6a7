"""Tables as CSV files, which people open in spreadsheets."""

from __future__ import annotations

from collections.abc import Iterable
from io import StringIO

FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""A cell that begins so is a formula to spreadsheets, unless an apostrophe stands before it."""


def csv_table(rows: Iterable[Iterable[object]], line_end: str = "\n") -> bytes:
    """A table as RFC 4180 has it, in UTF-8; no spreadsheet takes a text in it for a formula."""
    from csv import writer

    text = StringIO(newline="")
    table = writer(text, lineterminator=line_end)
    for row in rows:
        table.writerow([_safe(cell) for cell in row])
    return text.getvalue().encode()


def _safe(cell: object) -> object:
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(FORMULA) else cell
