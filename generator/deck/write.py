"""Writing deck files: YAML, JSON, CSV or XLSX, whole or not at all."""

from __future__ import annotations

import json
import re
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from io import BytesIO, StringIO
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from generator.catalog.paths import CARD_LIST_SUFFIXES
from generator.catalog.problems import InputError
from generator.catalog.wording import one_line, quote
from generator.catalog.writing import reason_of, write_file
from generator.deck.limits import BATTLE_GATE_FIELDS, DeckFields

if TYPE_CHECKING:
    from openpyxl import Workbook


class DeckRow(NamedTuple):
    """One line of a deck: a character and how many copies of it."""

    name: str
    class_name: str
    power: int
    copies: int
    text: str | None = None
    art: str | None = None
    besides: Mapping[str, object] = MappingProxyType({})
    """What its card says in other fields; a table has no place for it."""


class PoolRow(NamedTuple):
    """One line of a deck of the game's own cards. Its file tells the id and the copies only."""

    name: str
    class_name: str
    power: int
    copies: int
    card: str
    """The card's id."""


Line = DeckRow | PoolRow
"""All rows of a deck are of one kind."""


COLUMNS = ("name", "class", "power", "copies", "text", "art")
"""The fields of a row, as Battle Gate's deck files call them."""
OPTIONAL_COLUMNS = ("text", "art")
"""Those that a card may do without."""


def columns_of(fields: DeckFields) -> tuple[str, ...]:
    """The fields of a row, as a game's deck files call them."""
    own = (name for name in (fields.group, fields.budget) if name is not None)
    return ("name", *own, "copies", *OPTIONAL_COLUMNS)


def values_of(row: Line, fields: DeckFields) -> tuple[str | int | None, ...]:
    """The row's values for :func:`columns_of`."""
    own = ((row.class_name, fields.group), (row.power, fields.budget))
    looks = (row.text, row.art) if isinstance(row, DeckRow) else (None, None)
    return (row.name, *(value for value, name in own if name is not None), row.copies, *looks)


_NOT_IN_TABLES = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ufffe\uffff]")

SUFFIXES = CARD_LIST_SUFFIXES
"""The endings of deck files: a deck is a card list."""


def write_deck(
    path: Path,
    name: str,
    text: str | None,
    rows: Sequence[Line],
    fields: DeckFields = BATTLE_GATE_FIELDS,
    look: str | None = None,
) -> None:
    """Writes a deck in the format that the path's ending names, over any file that is there.

    A table holds the cards only: its deck is named by the file. Raises :class:`InputError`.
    """
    write_file(path, deck_as(path, name, text, rows, fields, look))


def deck_as(
    path: Path,
    name: str,
    text: str | None,
    rows: Sequence[Line],
    fields: DeckFields = BATTLE_GATE_FIELDS,
    look: str | None = None,
) -> bytes:
    """What :func:`write_deck` writes. Raises :class:`InputError` for an ending that no deck file has."""
    suffix = path.suffix.lower()
    if suffix in (".csv", ".tsv"):
        return deck_as_csv(rows, "\t" if suffix == ".tsv" else ",", fields).encode()
    if suffix == ".xlsx":
        return deck_as_xlsx(rows, fields)
    if suffix == ".json":
        return deck_as_json(name, text, rows, fields, look).encode()
    if suffix in SUFFIXES:
        return deck_as_yaml(name, text, rows, fields, look).encode()
    hint = f"deck files end in {', '.join(SUFFIXES)}"
    raise InputError(f"a deck can't be written to a file that ends in {suffix or 'nothing'}", hint=hint)


def deck_as_yaml(
    name: str,
    text: str | None,
    rows: Sequence[Line],
    fields: DeckFields = BATTLE_GATE_FIELDS,
    look: str | None = None,
) -> str:
    """The deck as the text of a YAML file."""
    head = head_as_yaml(name, text, look)
    if not rows:
        return f"{head}cards: []\n"
    named = pool_rows(rows)
    if named:
        return f"{head}cards:\n{''.join(pool_cards_as_yaml(named, fields))}"
    return f"{head}cards:\n" + "\n".join(card_as_yaml(row, fields) for row in rows)


def head_as_yaml(name: str, text: str | None, look: str | None) -> str:
    """What a deck file says of the deck as a whole."""
    given = (("name", name), ("text", text), ("look", look))
    return "".join(f"{key}: {in_yaml(value)}\n" for key, value in given if value is not None)


def pool_rows(rows: Sequence[Line]) -> list[PoolRow]:
    """Those rows that are cards of the game."""
    return [row for row in rows if isinstance(row, PoolRow)]


def pool_cards_as_yaml(rows: Sequence[PoolRow], fields: DeckFields = BATTLE_GATE_FIELDS) -> Iterator[str]:
    """Lines of the mapping ``cards``: ids and copies, with what the cards are beside them."""
    keys = [f"  {in_yaml(row.card)}: {row.copies}" for row in rows]
    width = max(map(len, keys))
    for key, row in zip(keys, rows, strict=True):
        budget = "" if fields.budget is None else f", {fields.budget} {row.power}"
        group = "" if fields.group is None else f", {one_line(row.class_name)}"
        yield f"{key:<{width}}  # {one_line(row.name)}{group}{budget}\n"


def card_as_yaml(row: Line, fields: DeckFields = BATTLE_GATE_FIELDS) -> str:
    """A row as an item of the list ``cards``, with the end of its last line."""
    given = (*_named(row, fields), *_besides(row))
    return item_as_yaml((key, value) for key, value in given if value is not None)


def _named(row: Line, fields: DeckFields) -> Iterable[tuple[str, object]]:
    return zip(columns_of(fields), values_of(row, fields), strict=True)


def _besides(row: Line) -> Iterable[tuple[str, object]]:
    return row.besides.items() if isinstance(row, DeckRow) else ()


def item_as_yaml(given: Iterable[tuple[str, object]]) -> str:
    """Keys and values as an item of the list ``cards``, a line each."""
    return "  - " + "    ".join(f"{key}: {value_as_yaml(value)}\n" for key, value in given)


def value_as_yaml(value: object) -> str:
    """A value on one line; lists and mappings as JSON, which YAML holds."""
    if isinstance(value, str):
        return in_yaml(value)
    return _HIDDEN.sub(_as_escape, json.dumps(value, ensure_ascii=False))


_PLAIN = re.compile(r"[^\W\d_](?:[^\W_]|[ .,;’()!?&+/-])*")
_NOT_TEXT = {"true", "false", "yes", "no", "on", "off", "y", "n", "null"}
"""Words that some readers of YAML take for something else than text."""
_HIDDEN = re.compile("[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]")
"""What JSON leaves as it is, and YAML doesn't."""


def in_yaml(text: str) -> str:
    """The text as it is where nothing in it means anything to YAML, else in double quotes."""
    if _PLAIN.fullmatch(text) and not text.endswith(" ") and text.lower() not in _NOT_TEXT:
        return text
    quoted = json.dumps(text, ensure_ascii=False)
    return _HIDDEN.sub(_as_escape, quoted)


def _as_escape(found: re.Match[str]) -> str:
    return f"\\u{ord(found[0]):04x}"


def deck_as_json(
    name: str,
    text: str | None,
    rows: Sequence[Line],
    fields: DeckFields = BATTLE_GATE_FIELDS,
    look: str | None = None,
) -> str:
    """The deck as the text of a JSON file."""
    given = {"name": name, "text": text, "look": look}
    head = {key: value for key, value in given.items() if value is not None}
    cards: object
    named = pool_rows(rows)
    if named:
        cards = {row.card: row.copies for row in named}
    else:
        cards = [
            {key: value for key, value in (*_named(row, fields), *_besides(row)) if value is not None}
            for row in rows
        ]
    written = json.dumps({**head, "cards": cards}, indent=2, ensure_ascii=False) + "\n"
    return _HIDDEN.sub(_as_escape, written)


def deck_as_csv(rows: Sequence[Line], delimiter: str = ",", fields: DeckFields = BATTLE_GATE_FIELDS) -> str:
    """The deck's cards as the text of a CSV file."""
    file = StringIO(newline="")
    from csv import writer

    writer(file, delimiter=delimiter, lineterminator="\n").writerows(_table(rows, fields))
    return file.getvalue()


def _table(rows: Sequence[Line], fields: DeckFields) -> list[list[str | int | None]]:
    """The rows below their header, without the columns that no row fills. Raises :class:`InputError`."""
    named = pool_rows(rows)
    if named:
        table: list[list[str | int | None]] = [["card", "copies"]]
        return table + [[row.card, row.copies] for row in named]
    names, values = columns_of(fields), [values_of(row, fields) for row in rows]
    for text in (value for row in rows for value in row if isinstance(value, str)):
        odd = _NOT_IN_TABLES.search(text)
        if odd is not None:
            message = f"{quote(text)} has the control character U+{ord(odd[0]):04X}, no table can hold it"
            raise InputError(message)
    used = [
        number
        for number, name in enumerate(names)
        if name not in OPTIONAL_COLUMNS or any(row[number] for row in values)
    ]
    return [[names[number] for number in used], *([row[number] for number in used] for row in values)]


_WIDTH = 12
_COLUMN_WIDTHS = {"card": 28, "name": 28, "class": 12, "power": 8, "copies": 8, "text": 70, "art": 24}
"""In letters, to be legible without dragging."""
_MAX_CELL = 32_767
"""Letters; a limit of Excel."""
_SAVED_AT = re.compile(rb"(<dcterms:(created|modified)[^>]*>)[^<]*")
_LONG_AGO = (1980, 1, 1, 0, 0, 0)
"""The earliest time that a ZIP file can hold."""


def deck_as_xlsx(rows: Sequence[Line], fields: DeckFields = BATTLE_GATE_FIELDS) -> bytes:
    """The deck's cards as an XLSX file, the same bytes every time. Raises :class:`InputError`."""
    from openpyxl import Workbook
    from openpyxl.styles import Font
    from openpyxl.utils import get_column_letter

    table = _table(rows, fields)
    book = Workbook()
    sheet = book.worksheets[0]
    sheet.title = "Deck"
    for row_number, row in enumerate(table, start=1):
        for column, value in enumerate(row, start=1):
            if isinstance(value, str) and len(value) > _MAX_CELL:
                raise InputError(f"a cell of a spreadsheet holds at most {_MAX_CELL:,} letters")
            cell = sheet.cell(row_number, column, value)
            if isinstance(value, str):
                cell.data_type = "s"  # a name that begins with `=` is not a formula
    for column, name in enumerate(table[0], start=1):
        sheet.cell(1, column).font = Font(bold=True)
        sheet.column_dimensions[get_column_letter(column)].width = _COLUMN_WIDTHS.get(str(name), _WIDTH)
    sheet.freeze_panes = "A2"
    return _without_clock(_saved(book))


def _saved(book: Workbook) -> bytes:
    """The workbook's bytes. Raises :class:`InputError` where its temporary files can't be written."""
    file = BytesIO()
    before = tempfile.tempdir
    try:
        with tempfile.TemporaryDirectory(prefix="gatepress-") as folder:
            # Openpyxl can't be told otherwise where to write, and leaves its files there when that fails.
            tempfile.tempdir = folder
            book.save(file)
    except OSError as error:
        raise InputError(f"the spreadsheet can't be made: {reason_of(error)}") from None
    except Exception as error:
        if not type(error).__module__.startswith("lxml"):
            raise
        # Where lxml is installed it writes the files, and tells of a full disk in its own way.
        raise InputError(f"the spreadsheet can't be made in temporary files: {error}") from None
    finally:
        tempfile.tempdir = before
    return file.getvalue()


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
