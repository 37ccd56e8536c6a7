"""Changes of tables in which only the changed cells are written anew: all else of the file stays as it is.

A value is what somebody types into a cell: text. Blank cells are those of fields that a card is not to have.
"""

from __future__ import annotations

import codecs
import csv
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from io import StringIO
from typing import NamedTuple

from generator.catalog.csv_file import delimiter_of
from generator.catalog.problems import InputError
from generator.catalog.tables import Reading
from generator.catalog.wording import quote
from generator.catalog.yaml_edits import UNSET, Change, Splice, spliced

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
            raise InputError("this is no table that can be edited") from None


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
