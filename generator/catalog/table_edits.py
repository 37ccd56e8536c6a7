"""Changes of tables in which only the changed cells are written anew: all else of the file stays as it is.

A value is what somebody types into a cell: text. Blank cells are those of fields that a card is not to have.
"""

from __future__ import annotations

import codecs
import csv
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from io import BytesIO, StringIO
from pathlib import Path
from typing import NamedTuple
from xml.sax.saxutils import escape

from generator.catalog.csv_file import delimiter_of
from generator.catalog.paths import reading_instead
from generator.catalog.problems import InputError
from generator.catalog.tables import Reading
from generator.catalog.wording import quote
from generator.catalog.yaml_edits import UNSET, Change, Splice, spliced
from generator.catalog.yaml_reader import resolve_cell

_BOMS = ((codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"))
_WITHOUT_MARK = {"utf-8-sig": "utf-8", "utf-16": "utf-16-le"}
"""Codecs that write no byte order mark: the one of a file stays as the letter that it is."""


class _Record(NamedTuple):
    """A row as it stands in the text."""

    line: int
    """That it begins in, from 1."""
    cells: list[tuple[int, int]]
    """From where to where each stands, quotes included."""

    @property
    def start(self) -> int:
        return self.cells[0][0]

    @property
    def end(self) -> int:
        """In front of its line end."""
        return self.cells[-1][1]


def edited_csv(
    data: bytes,
    reading: Reading,
    changes: Sequence[Change],
    columns: Mapping[str, int],
    header: int,
) -> bytes:
    """A CSV file with these changes made; ``header``: the line of the row that names the ``columns``.

    Raises InputError where one can't be made.
    """
    codec = _codec(data, reading)
    text = data.decode(codec)
    table = _Csv(text, delimiter_of(text.removeprefix("\ufeff"), reading), dict(columns), header)
    made = table.edited(changes)
    try:
        return made.encode(codec)
    except UnicodeEncodeError as error:
        letter = quote(error.object[error.start])
        raise InputError(
            f"the file is in {codec}, which has no {letter}", hint="save the file as UTF-8 first"
        ) from None


def _codec(data: bytes, reading: Reading) -> str:
    if reading.encoding is not None and not any(data.startswith(mark) for mark, _ in _BOMS):
        return _WITHOUT_MARK.get(reading.encoding, reading.encoding)
    return next((codec for mark, codec in _BOMS if data.startswith(mark)), "utf-8")


@dataclass(slots=True)
class _Csv:
    text: str
    delimiter: str
    columns: dict[str, int]
    header: int

    @property
    def newline(self) -> str:
        found = self.text.find("\n")
        if found < 0:
            return "\r" if "\r" in self.text else "\n"
        return "\r\n" if self.text[found - 1 : found] == "\r" else "\n"

    def edited(self, changes: Sequence[Change]) -> str:
        records = {record.line: record for record in _records(self.text, self.delimiter)}
        expected = {line: [self._said(span) for span in record.cells] for line, record in records.items()}
        if list(expected.values()) != self._read(self.text):
            raise InputError("this table can't be edited here", hint="edit it in a spreadsheet program")
        splices: list[Splice] = []
        after: dict[int, list[list[str]]] = {}
        gone: set[int] = set()
        self._add_columns(changes, records, expected, splices)
        for change in changes:
            record = records.get(change.line)
            if record is None:
                raise InputError(f"the table has no row in line {change.line}")
            if change.kind == "set":
                splices += self._set(record, change.values)
                self._expect(expected[change.line], change.values)
            elif change.kind == "delete":
                gone.add(change.line)
                splices.append(self._without(record))
            else:
                row = list(expected[change.line]) if change.kind == "duplicate" else []
                self._expect(row, change.values)
                after.setdefault(change.line, []).append(row)
                splices.append(Splice(record.end, record.end, self.newline + self._row(row, record)))
        made = spliced(self.text, splices)
        rows = [
            row
            for line, record in expected.items()
            for row in ([] if line in gone else [record]) + after.get(line, [])
        ]
        if _said(self._read(made)) != _said(rows):
            raise InputError("this can't be changed without changing other cells")
        return made

    def _add_columns(
        self,
        changes: Sequence[Change],
        records: Mapping[int, _Record],
        expected: Mapping[int, list[str]],
        splices: list[Splice],
    ) -> None:
        """Names fields in the header that no column is called by, and some card is to have."""
        header = expected[self.header]
        for change in changes:
            for name, value in change.values.items():
                if name not in self.columns and value is not UNSET:
                    header.append(name)
                    self.columns[name] = len(header)
                    end = records[self.header].end
                    splices.append(Splice(end, end, self.delimiter + self._cell(name)))

    def _expect(self, row: list[str], values: Mapping[str, object]) -> None:
        for name, value in values.items():
            number = self.columns.get(name)
            if number is not None:
                row += [""] * (number - len(row))
                row[number - 1] = self._text(value)

    def _set(self, record: _Record, values: Mapping[str, object]) -> Iterator[Splice]:
        further: dict[int, str] = {}
        for name, value in values.items():
            number, said = self.columns.get(name), self._text(value)
            if number is None:
                continue
            if number > len(record.cells):
                further[number] = said
                continue
            start, end = record.cells[number - 1]
            raw = self.text[start:end]
            written = self._cell(said, is_quoted=raw.startswith('"'))
            if raw.strip() and not written.startswith('"'):
                # Blanks that align the columns stay.
                start += len(raw) - len(raw.lstrip())
                end -= len(raw) - len(raw.rstrip())
            yield Splice(start, end, written)
        if further:
            cells = [further.get(number, "") for number in range(len(record.cells) + 1, max(further) + 1)]
            text = "".join(self.delimiter + self._cell(cell) for cell in cells)
            yield Splice(record.end, record.end, text)

    def _without(self, record: _Record) -> Splice:
        end = record.end
        for line_end in ("\r\n", "\n", "\r"):
            if self.text.startswith(line_end, end):
                return Splice(record.start, end + len(line_end), "")
        begin = record.start
        begin -= len(self.newline) if self.text.endswith(self.newline, 0, begin) else 0
        return Splice(begin, end, "")

    def _row(self, cells: Sequence[str], like: _Record) -> str:
        """A row in which cells are quoted where all of another are."""
        raw = [self.text[start:end] for start, end in like.cells if end > start]
        is_quoted = bool(raw) and all(cell.startswith('"') for cell in raw)
        return self.delimiter.join(self._cell(cell, is_quoted=is_quoted) for cell in cells)

    def _text(self, value: object) -> str:
        """What a cell is to say; its lines end as those of the file do."""
        return "" if value is UNSET else str(value).replace("\r\n", "\n").replace("\n", self.newline)

    def _cell(self, said: str, *, is_quoted: bool = False) -> str:
        if is_quoted or any(letter in said for letter in (self.delimiter, '"', "\r", "\n")):
            return '"' + said.replace('"', '""') + '"'
        return said

    def _said(self, span: tuple[int, int]) -> str:
        raw = self.text[span[0] : span[1]]
        return raw[1:-1].replace('""', '"') if raw.startswith('"') else raw

    def _read(self, text: str) -> list[list[str]]:
        lines = StringIO(text.removeprefix("\ufeff"), newline="")
        try:
            # What is blank is a row of no cells, or of one.
            return [row or [""] for row in csv.reader(lines, delimiter=self.delimiter, strict=True)]
        except csv.Error:
            raise InputError("this is not a table that can be edited") from None


def _said(rows: Sequence[Sequence[str]]) -> list[list[str]]:
    """What rows say that are not blank."""
    stripped = ([cell.strip() for cell in row] for row in rows)
    return [row for row in stripped if any(row)]


def _records(text: str, delimiter: str) -> Iterator[_Record]:
    at, line = int(text.startswith("\ufeff")), 1
    cells: list[tuple[int, int]] = []
    begins = line
    while at < len(text) or cells:
        start = at
        if text.startswith('"', at):
            at += 1
            while at < len(text):
                if text[at] == '"':
                    if not text.startswith('"', at + 1):
                        break
                    at += 1
                elif text[at] == "\n" or (text[at] == "\r" and not text.startswith("\n", at + 1)):
                    line += 1
                at += 1
            at += 1
        while at < len(text) and text[at] not in (delimiter, "\r", "\n"):
            at += 1
        cells.append((start, min(at, len(text))))
        if text.startswith(delimiter, at):
            at += 1
            continue
        at += 2 if text.startswith("\r\n", at) else 1
        yield _Record(begins, cells)
        line += 1
        cells, begins = [], line


# Workbooks

_ROW = re.compile(r"<((?:\w+:)?)row\b([^>]*?)(?:/>|>(.*?)</\1row>)", re.DOTALL)
_CELL = re.compile(r"<((?:\w+:)?)c\b([^>]*?)(?:/>|>(.*?)</\1c>)", re.DOTALL)
_NUMBER, _NAME = re.compile(r'\br="([0-9]+)"'), re.compile(r'\br="([A-Z]+)[0-9]+"')
_FORMAT = re.compile(r'\bs="[0-9]+"')
_NO_LETTERS = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")


def edited_xlsx(
    path: Path, data: bytes, reading: Reading, changes: Sequence[Change], columns: Mapping[str, int]
) -> bytes:
    """A workbook with these changes made on the sheet that is read of it.

    Only the cells are written anew, in the sheet's own XML: openpyxl would write the whole workbook, without
    charts, and without the values of formulas. Raises InputError where a change can't be made.
    """
    from zipfile import ZipFile

    from generator.catalog.xlsx_file import part_of, read_sheet

    part = part_of(data, reading)
    made = BytesIO()
    with ZipFile(BytesIO(data)) as old, ZipFile(made, "w") as new:
        for info in old.infolist():
            content = old.read(info)
            if info.filename == part:
                content = _Xlsx(content.decode("utf-8"), columns).edited(changes).encode()
            new.writestr(info, content, info.compress_type)
    shown = path.name
    rows = {row.number: list(row.cells) for row in read_sheet(path, shown, reading).rows}
    with reading_instead({path: made.getvalue()}):
        found = {row.number: list(row.cells) for row in read_sheet(path, shown, reading).rows}
    expected = _expected(rows, changes, columns)
    if [_worn(row) for row in found.values()] != [_worn(row) for row in expected]:
        raise InputError(
            "this can't be changed without changing other cells",
            hint="a merged cell may hold it: edit it in a spreadsheet program",
        )
    return made.getvalue()


def _expected(
    rows: Mapping[int, list[object]], changes: Sequence[Change], columns: Mapping[str, int]
) -> list[list[object]]:
    after: list[list[object]] = []
    left = {number: list(row) for number, row in rows.items()}
    for change in changes:
        if change.kind == "delete":
            del left[change.line]
            continue
        row = left[change.line] if change.kind == "set" else []
        if change.kind == "duplicate":
            row = list(rows[change.line])
        for name, value in change.values.items():
            row += [None] * (columns.get(name, 0) - len(row))
            row[columns[name] - 1] = None if value is UNSET else value
        if change.kind != "set":
            after.append(row)
    return [*left.values(), *after]


def _worn(row: Sequence[object]) -> list[str]:
    """What the cells of a row say, in whatever kind they are stored."""
    said = ["" if cell is None else str(cell).lower().replace("\r\n", "\n").strip() for cell in row]
    while said and not said[-1]:
        said.pop()
    return said


class _Xlsx:
    """The XML of a sheet, by its rows."""

    def __init__(self, text: str, columns: Mapping[str, int]) -> None:
        self.text = text
        self.columns = columns
        self.rows: dict[int, re.Match[str]] = {}
        for row in _ROW.finditer(text):
            number = _NUMBER.search(row[2])
            if number is None:
                raise InputError("this spreadsheet can't be edited here", hint="open it and save it again")
            self.rows[int(number[1])] = row

    def edited(self, changes: Sequence[Change]) -> str:
        splices: list[Splice] = []
        last = max((number for number, row in self.rows.items() if _is_filled(row[3] or "")), default=0)
        for change in changes:
            row = self.rows.get(change.line)
            missing = next((name for name in change.values if name not in self.columns), None)
            if row is None or missing is not None:
                what = f"the sheet has no column {quote(missing)}" if row else "the sheet has no such row"
                raise InputError(what, hint="add it to the spreadsheet" if row else None)
            if change.kind == "set":
                cells = self._set(row[3] or "", change.line, self._by_column(change.values), row[1])
                splices.append(self._written(row, row[2], cells))
            elif change.kind == "delete":
                splices.append(self._written(row, row[2], _CELL.sub(_emptied, row[3] or "")))
            else:
                last += 1
                splices.append(self._added(row, change, last))
        return spliced(self.text, splices)

    def _by_column(self, values: Mapping[str, object]) -> dict[int, object]:
        return {self.columns[name]: value for name, value in values.items()}

    def _written(self, row: re.Match[str], attributes: str, cells: str) -> Splice:
        return Splice(row.start(), row.end(), f"<{row[1]}row{attributes.rstrip()}>{cells}</{row[1]}row>")

    def _added(self, like: re.Match[str], change: Change, number: int) -> Splice:
        """A row below all others, with the formats of another, and its values if it is a copy."""
        kept = like[3] or "" if change.kind == "duplicate" else _CELL.sub(_emptied, like[3] or "")
        cells = re.sub(r'(\br="[A-Z]+)[0-9]+"', rf'\g<1>{number}"', kept)
        if "<f" in cells.replace(f"<{like[1]}f", "<f"):
            raise _formula()
        cells = self._set(cells, number, self._by_column(change.values), like[1])
        attributes = _NUMBER.sub(f'r="{number}"', like[2])
        there = self.rows.get(number)
        if there is not None:
            return self._written(there, there[2], cells)
        before = max(one for one in self.rows if one < number)
        end = self.rows[before].end()
        return Splice(end, end, f"<{like[1]}row{attributes.rstrip()}>{cells}</{like[1]}row>")

    def _set(self, cells: str, line: int, values: Mapping[int, object], prefix: str) -> str:
        for number, value in values.items():
            there = [(_number_of(found), found) for found in _CELL.finditer(cells)]
            found = next((cell for at, cell in there if at == number), None)
            if found is not None:
                if re.search(r"<(?:\w+:)?f\b", found[3] or ""):
                    raise _formula()
                written = _cell(prefix, line, number, value, found)
                cells = cells[: found.start()] + written + cells[found.end() :]
            elif value is not UNSET:
                at = next((cell.start() for after, cell in there if after > number), len(cells))
                cells = cells[:at] + _cell(prefix, line, number, value, None) + cells[at:]
        return cells


def _formula() -> InputError:
    return InputError("the cell holds a formula", hint="change it in a spreadsheet program")


def _is_filled(cells: str) -> bool:
    return any(cell[3] for cell in _CELL.finditer(cells))


def _number_of(cell: re.Match[str]) -> int:
    name = _NAME.search(cell[2])
    if name is None:
        raise InputError("this spreadsheet can't be edited here", hint="open it and save it again")
    number = 0
    for letter in name[1]:
        number = number * 26 + ord(letter) - ord("A") + 1
    return number


def _letters(number: int) -> str:
    before, last = divmod(number - 1, 26)
    return (_letters(before) if before else "") + chr(ord("A") + last)


def _emptied(cell: re.Match[str]) -> str:
    if re.search(r"<(?:\w+:)?f\b", cell[3] or ""):
        raise _formula()
    form = _FORMAT.search(cell[2])
    name = _NAME.search(cell[2])
    return f"<{cell[1]}c {name[0]} {form[0]}/>" if form is not None and name is not None else ""


def _cell(prefix: str, line: int, number: int, value: object, old: re.Match[str] | None) -> str:
    """A cell in the format of the one before, as a number or truth where that was none of text."""
    form = _FORMAT.search(old[2]) if old is not None else None
    head = f'<{prefix}c r="{_letters(number)}{line}"' + (f" {form[0]}" if form is not None else "")
    if value is UNSET:
        return f"{head}/>"
    said = str(value)
    was_text = old is not None and bool(old[3]) and re.search(r'\bt="(?:s|str|inlineStr)"', old[2])
    resolved: object = said if was_text else resolve_cell(said)
    if isinstance(resolved, bool):
        return f'{head} t="b"><{prefix}v>{int(resolved)}</{prefix}v></{prefix}c>'
    if isinstance(resolved, int | float):
        return f"{head}><{prefix}v>{said}</{prefix}v></{prefix}c>"
    if _NO_LETTERS.search(said):
        raise InputError("the text has characters that no spreadsheet can hold")
    words = f'<{prefix}t xml:space="preserve">{escape(said)}</{prefix}t>'
    return f'{head} t="inlineStr"><{prefix}is>{words}</{prefix}is></{prefix}c>'
