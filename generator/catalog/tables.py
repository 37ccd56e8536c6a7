"""Tables: from the rows of a spreadsheet to fields by name.

One row names the fields: the first that is not blank, unless the user says which. ``csv_file.py`` and
``xlsx_file.py`` find the rows; ``rows.py`` knows which of them reads which file.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from generator.catalog.card_words import MAX_FIELDS
from generator.catalog.models import UNSAVED, CellError, Source
from generator.catalog.problems import InputError, Place, Problems
from generator.catalog.suggest import did_you_mean
from generator.catalog.wording import code, listed, plain_heading, pluralize, quote, spoken
from generator.catalog.yaml_reader import MAX_VALUES, resolve_cell

_TEXT, _LIST, _GUESS = range(3)


class Reading(NamedTuple):
    """How a table is to be read. What is not said is found out."""

    sheet: str | int | None = None
    """A workbook's sheet by its name, or by its number from 1."""
    header: int | None = None
    """The number of the row that names the fields."""
    delimiter: str | None = None
    encoding: str | None = None
    has_settings: bool = False
    """Whether these things can be set where the file is named; hints depend on it."""
    columns: Mapping[str, str] = MappingProxyType({})
    """What fields are called in the header, where that differs."""
    columns_at: Source | None = None
    """The same with places, if they stand in a file."""
    known: Collection[str] = ()
    """Names of fields; a heading that differs from one in capitals, spaces or punctuation only is that."""
    special: Collection[str] = ()
    """Those that are no fields, such as `copies`: their column is a field of its own name too."""
    is_open: bool = True
    """Whether every column is a field, be it known or not."""
    leaves_faults: bool = False
    """Whether a fault in a column that is a field, be it known or not, is reported by whoever shows it."""
    as_text: Collection[str] = ()
    """Fields whose cells stay text; in all others numbers, ``true`` and ``false`` are recognized."""
    as_list: Collection[str] = ()
    """Fields whose cells are parted at semicolons, or else at commas."""


class SheetRow(NamedTuple):
    """A row as it stands in the file: text without blanks around it, numbers and truths; None: blank."""

    number: int
    cells: Sequence[object]


class Sheet(NamedTuple):
    """The rows of a file. Reading on may raise InputError."""

    header: SheetRow
    rows: Iterable[SheetRow]
    """Those below the header."""
    refuses_stray_cells: bool
    """Whether a row with more cells than the header is a slip, such as text with an unquoted delimiter."""
    name: str = ""
    """What a workbook calls it."""


class TableRow(dict[str, object]):
    """A row's cells by field; blank cells are left out. A place's column is the cell's number in the row."""

    __slots__ = ("_columns", "header", "place")

    def __init__(
        self, cells: Mapping[str, object], place: Place, columns: dict[str, int], header: int
    ) -> None:
        super().__init__(cells)
        self.place = place
        self.header = header
        self._columns = columns

    @property
    def columns(self) -> Mapping[str, int]:
        """The number of each field's column, from 1."""
        return self._columns

    def has_column(self, key: str) -> bool:
        """Whether the header names the field, be the cell blank or not."""
        return key in self._columns

    def place_of(self, key: str) -> Place:
        return self.place.inside(self.place.line, self._columns.get(key, 0))

    def place_of_key(self, key: str) -> Place:
        """The cell itself, for messages about one card; the header's place is the table's."""
        return self.place_of(key)


class Table(NamedTuple):
    """A table's rows, and the place of each field's name in its header."""

    rows: tuple[TableRow, ...]
    header: dict[str, Place]
    columns: dict[str, int]
    """The number of each field's column, from 1; two fields may have the same."""


def no_header() -> InputError:
    return InputError("the table has no header", hint="the first row names the fields")


def table_of(sheet: Sheet, reading: Reading, problems: Problems, shown: str) -> Table | None:
    """The table on a sheet; None if its header was reported as unusable. Raises InputError."""
    at = Place(shown, sheet=sheet.name)
    columns = _columns(sheet.header, reading, problems, at)
    if columns is None:
        return None
    rows = _rows(sheet, columns, reading, problems, at)
    line = sheet.header.number
    return Table(tuple(rows), {name: at.inside(line, n) for name, n in columns.items()}, columns)


# The header


def _columns(header: SheetRow, reading: Reading, problems: Problems, at: Place) -> dict[str, int] | None:
    """The number of each field's column, from 1; None if the headings were reported as unusable.

    A column without a heading has no name: its cells must be blank.
    """
    headings = [heading_of(cell) for cell in header.cells]
    if not any(headings):
        raise no_header()
    if len(headings) > MAX_FIELDS:
        raise InputError(
            f"the table has {len(headings):,} columns, and may have {MAX_FIELDS:,}",
            place=at.inside(header.number),
            hint="the first row names the fields, and each row below is a card",
        )
    before = len(problems.found)
    if reading.is_open:
        headings = _distinct(headings, header.number, problems, at)
    columns = _renamed_columns(headings, header.number, reading, problems, at)
    renamed = set(columns.values())
    meant = {plain_heading(name): name for name in reading.known}
    for number, heading in enumerate(headings, start=1):
        if not heading:
            continue
        known = heading if heading in reading.known else meant.get(plain_heading(heading), heading)
        for name in _names(heading, known, reading, is_renamed=number in renamed):
            first = columns.setdefault(name, number)
            if first != number and name not in reading.columns:
                place = at.inside(header.number, number)
                problems.error(f"the header names `{name}` twice", place, hint=f"first in column {first}")
    if reading.is_open:
        _refuse_lookalikes(columns, header.number, problems, at)
    return None if problems.has_errors_since(before) else columns


def _distinct(headings: Sequence[str], line: int, problems: Problems, at: Place) -> list[str]:
    """The headings, with a number behind each that stands there already; these are reported together."""
    found: list[str] = []
    taken = {spoken(heading) for heading in headings}
    numbers: dict[str, int] = {}
    again: list[int] = []
    for number, heading in enumerate(headings, start=1):
        new, last = heading, numbers.get(heading, 0)
        while last and (new == heading or spoken(new) in taken):
            last += 1
            new = f"{heading} {last}"
        if heading:
            numbers[heading] = last or 1
        if new != heading:
            again.append(number)
            taken.add(spoken(new))
        found.append(new)
    if again:
        first, names = again[0], [code(found[number - 1]) for number in again]
        twice = (
            f"{code(headings[first - 1])} twice: the second is"
            if len(again) == 1
            else "columns twice: they are"
        )
        problems.warning(
            f"the header names {twice} read as {listed(names)}",
            at.inside(line, first),
            hint=f"a layout has it as {code(spoken(found[first - 1]))}; other headings would say more",
        )
    return found


def heading_of(cell: object) -> str:
    return "" if cell is None or cell is UNSAVED else " ".join(str(cell).split())


def _names(heading: str, known: str, reading: Reading, *, is_renamed: bool) -> list[str]:
    """What a column is called, other than what the user says it is."""
    is_special = known in reading.special
    if is_renamed:
        # It may be a field under its own name as well.
        if is_special:
            return [heading] if reading.is_open and heading not in reading.special else []
        return [known] if reading.is_open or known in reading.known else []
    if is_special and known != heading and reading.is_open:
        return [known, heading]
    return [known]


def _renamed_columns(
    headings: Sequence[str], line: int, reading: Reading, problems: Problems, at: Place
) -> dict[str, int]:
    """The columns of the fields that the user says are called otherwise."""
    columns: dict[str, int] = {}
    plain = {plain_heading(heading): n for n, heading in enumerate(headings, start=1) if heading}
    for name, heading in reading.columns.items():
        wanted = " ".join(heading.split())
        number = plain.get(plain_heading(wanted))
        if wanted in headings:
            number = headings.index(wanted) + 1
        if number is None:
            known = [heading for heading in headings if heading]
            place = reading.columns_at.place_of(name) if reading.columns_at is not None else None
            hint = did_you_mean(wanted, known) or f"the columns are {listed(known)}"
            message = f"{at.inside(line)} has no column {quote(wanted)}"
            problems.error(message, place or at.inside(line), field=f"columns.{name}", hint=hint)
        else:
            columns[name] = number
    return columns


def _refuse_lookalikes(columns: Mapping[str, int], line: int, problems: Problems, at: Place) -> None:
    """Reports headings that would be one word in a template."""
    first: dict[str, str] = {}
    for heading, number in columns.items():
        name = spoken(heading)
        other = first.setdefault(name, heading)
        if name and other != heading and columns[other] != number:
            problems.error(
                f"the columns {code(other)} and {code(heading)} would both be {code(name)} in a template",
                at.inside(line, number),
                hint=f"the first is {at.inside(line, columns[other])}: rename one of them",
            )


# The rows


def _rows(
    sheet: Sheet, columns: dict[str, int], reading: Reading, problems: Problems, at: Place
) -> Iterator[TableRow]:
    kinds = {
        name: _TEXT if name in reading.as_text else _LIST if name in reading.as_list else _GUESS
        for name in columns
    }
    width = len(sheet.header.cells)
    nameless = [n for n, cell in enumerate(sheet.header.cells, start=1) if not heading_of(cell)]
    strays: list[Place] = []
    """Cells in columns that the header doesn't name."""
    made = 0
    for line, cells in sheet.rows:
        if problems.too_many:
            break
        here = len(cells)
        if sheet.refuses_stray_cells and any(cell is not None for cell in cells[width:]):
            message = f"the row has {pluralize(here, 'cell')}, the header {pluralize(width, 'column')}"
            hint = "put text that contains the delimiter in double quotes"
            problems.error(message, at.inside(line), hint=hint)
            continue
        for number in (*nameless, *range(width + 1, here + 1)):
            if number <= here and not isinstance(cells[number - 1], CellError | None):
                strays.append(at.inside(line, number))
        given = {
            name: cell
            for name, number in columns.items()
            if number <= here and (cell := cells[number - 1]) is not None
        }
        if not given:
            continue
        made += 1
        if made * len(columns) > MAX_VALUES:
            raise InputError(f"the table holds more than {MAX_VALUES:,} cells", place=at.inside(line))
        row = TableRow(given, at.inside(line), columns, sheet.header.number)
        for name, cell in given.items():
            if isinstance(cell, CellError):
                row[name] = fault = cell.at(row.place_of(name), name)
                if reading.leaves_faults and name not in reading.special:
                    continue
                problems.extend([fault.problem()])
                if cell is UNSAVED:
                    del row[name]
            elif isinstance(cell, str) and kinds[name] != _TEXT:
                row[name] = _cell_value(cell, kinds[name], row, name, problems)
        if row:
            yield row
    if strays:
        more = f", and {pluralize(len(strays) - 1, 'other')} too" if len(strays) > 1 else ""
        hint = "name its column in the header, or clear it"
        problems.error(f"the cell is in a column without a name{more}", strays[0], hint=hint)


def _cell_value(text: str, kind: int, row: TableRow, name: str, problems: Problems) -> object:
    """What the text in a cell stands for; what can't be read is reported, and stays text."""
    if kind == _LIST:
        return [item.strip() for item in text.split(";" if ";" in text else ",") if item.strip()]
    try:
        return resolve_cell(text)
    except InputError as error:
        problems.add(error, row.place_of(name), field=name)
        return text
