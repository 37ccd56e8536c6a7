"""The rows of CSV files, whatever their delimiter and encoding."""

from __future__ import annotations

import codecs
import csv
import re
from collections.abc import Iterator, Sequence
from io import StringIO
from itertools import islice
from pathlib import Path
from typing import Protocol

from generator.catalog.paths import decoded, read_bytes, refuse_unprintable
from generator.catalog.problems import InputError, Place
from generator.catalog.suggest import did_you_mean
from generator.catalog.tables import Reading, Sheet, SheetRow, no_header
from generator.catalog.wording import quote

DELIMITERS = ",;\t|"
"""Those that are found out."""
_DECLARED_DELIMITER = re.compile(r'"?sep=([,;|\t])"?(?=[\r\n]|\Z)', re.IGNORECASE)
"""The line that gives Excel the delimiter; it goes before the header."""
_UTF_16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)


class _CsvReader(Protocol):
    """What csv.reader returns."""

    @property
    def line_num(self) -> int: ...

    def __iter__(self) -> Iterator[list[str]]: ...

    def __next__(self) -> list[str]: ...


def read_sheet(path: Path, shown: str, reading: Reading) -> Sheet:
    """The rows of the CSV file at ``path``.

    A first line such as ``sep=;`` names the delimiter. Raises InputError, as going through the rows does.
    """
    text = _text(path, shown, reading)
    declared = _DECLARED_DELIMITER.match(text)
    delimiter = delimiter_of(text, reading)
    rows = _rows(csv.reader(StringIO(text, newline=""), delimiter=delimiter, strict=True), shown)
    if declared:
        next(rows, None)  # read by the reader, for it counts the lines
    header = _header(rows, text, reading)
    return Sheet(header, rows, refuses_stray_cells=True)


def delimiter_of(text: str, reading: Reading) -> str:
    """What parts the cells: as the user says, as the file says, or what is most frequent in the header."""
    declared = _DECLARED_DELIMITER.match(text)
    found = declared[1] if declared else None
    return reading.delimiter or found or _frequent_delimiter(text, reading.header or 1)


def _text(path: Path, shown: str, reading: Reading) -> str:
    data = read_bytes(path, Place(shown))
    encoding = reading.encoding or ("utf-16" if data.startswith(_UTF_16) else None)
    if encoding is None:
        other = "write `{from: …, encoding: cp1252}` (or what it is in), or save it as UTF-8"
        return decoded(data, shown, other if reading.has_settings else "save it as UTF-8")
    try:
        text = data.decode(encoding).removeprefix("\ufeff")
    except UnicodeError as error:
        line = data[: error.start].count(b"\n") + 1 if isinstance(error, UnicodeDecodeError) else 0
        message = f"the file is not text in {encoding}"
        raise InputError(message, place=Place(shown, line), hint="save it as UTF-8") from None
    refuse_unprintable(text, shown)
    return text


def _frequent_delimiter(text: str, line: int) -> str:
    """The delimiter that is most frequent in the header line; a comma if none is there."""
    header = next(islice(StringIO(text), line - 1, None), "")
    unquoted = "".join(header.split('"')[::2])
    return max(DELIMITERS, key=unquoted.count)


def _header(rows: Iterator[SheetRow], text: str, reading: Reading) -> SheetRow:
    if reading.header is not None:
        found = next(islice(rows, reading.header - 1, None), None)
        if found is None:
            raise InputError(f"the table has no row {reading.header}, which `header` says names the fields")
        return found
    found = next((row for row in rows if row.cells), None)
    if found is None:
        raise no_header() if text.strip() else InputError("the file is empty")
    return found


def _rows(reader: _CsvReader, shown: str) -> Iterator[SheetRow]:
    before = 0
    try:
        for cells in reader:
            # A quoted cell may span lines; the row begins at its first.
            yield SheetRow(before + 1, [cell.strip() or None for cell in cells])
            before = reader.line_num
    except csv.Error as error:
        raise _explained(error, Place(shown, max(1, reader.line_num))) from None


def _explained(error: csv.Error, place: Place) -> InputError:
    """Python's csv gives no codes, so its wording is the only clue; other wording is passed on."""
    text = str(error)
    if "unexpected end of data" in text:
        return InputError("a double quote is opened in a cell and never closed", place=place)
    if "expected after" in text:
        hint = 'write `""` for a quote inside quotes'
        return InputError("there is text after a closing double quote", place=place, hint=hint)
    if "field larger than" in text:
        hint = "a double quote may be missing"
        return InputError("a cell is longer than 131,072 letters", place=place, hint=hint)
    return InputError(f"this is not CSV: {text}", place=place)


# What the user says of a file

_NAMED_DELIMITERS = {"comma": ",", "semicolon": ";", "tab": "\t", "pipe": "|", "space": " ", "\\t": "\t"}
_ENCODINGS: Sequence[str] = (
    *("utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32", "ascii"),
    *(f"cp{number}" for number in (437, 850, 852, 855, 857, 858, 866, 874, 932, 949, 950)),
    *(f"cp{number}" for number in range(1250, 1259)),
    *(f"iso8859-{number}" for number in (*range(1, 12), *range(13, 17))),
    *("mac-roman", "mac-cyrillic", "mac-greek", "mac-turkish", "mac-latin2", "koi8-r", "koi8-u"),
    *("gbk", "gb2312", "gb18030", "big5", "shift_jis", "euc_jp", "euc_kr", "tis-620"),
)


def parse_delimiter(value: object) -> str:
    """The character between cells; raises InputError."""
    if isinstance(value, str):
        delimiter = _NAMED_DELIMITERS.get(value.strip().casefold(), value)
        if len(delimiter) == 1 and not delimiter.isalnum() and delimiter not in '"\r\n\0':
            return delimiter
    raise InputError(
        f"expected the character between cells, got {quote(value)}", hint='write for example `";"` or `tab`'
    )


def parse_encoding(value: object) -> str:
    """The encoding, as Python calls it; raises InputError for what is none of text."""
    known = {codecs.lookup(name).name for name in _ENCODINGS}
    if isinstance(value, str):
        try:
            name = codecs.lookup(value.strip()).name
        except (LookupError, ValueError):
            name = ""
        if name in known:
            return name
    hint = did_you_mean(str(value), [*_ENCODINGS, "latin-1"]) or "for example `cp1252`, `utf-8` or `utf-16`"
    raise InputError(f"unknown encoding {quote(value)}", hint=hint)
