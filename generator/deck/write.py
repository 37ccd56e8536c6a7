"""Writing deck files: YAML, JSON, CSV or XLSX, whole or not at all."""

from __future__ import annotations

import json
import re
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from io import BytesIO, StringIO
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from generator.catalog.paths import CARD_LIST_SUFFIXES, TABLE_SUFFIXES
from generator.catalog.problems import InputError
from generator.catalog.wording import one_line, quote
from generator.catalog.writing import reason_of, write_file
from generator.deck.limits import BATTLE_GATE_FIELDS, DeckFields

if TYPE_CHECKING:
    from openpyxl import Workbook


OPTIONAL_COLUMNS = ("text", "art")
"""Fields of a row that a card may do without."""
SUFFIXES = CARD_LIST_SUFFIXES
"""The endings of deck files: a deck is a card list."""


class DeckRow(NamedTuple):
    """One line of a deck: a character or a card of the game, and how many copies of it."""

    name: str
    class_name: str
    power: int
    copies: int
    text: str | None = None
    art: str | None = None
    besides: Mapping[str, object] = MappingProxyType({})
    """What its card says in other fields; a table has no place for it."""
    card: str | None = None
    """The id of the game's card. All rows of a deck have one or none has; files have nothing else of it
    but the copies."""

    def values(self, fields: DeckFields) -> dict[str, object]:
        """What it says, by the fields as a game's deck files call them: None for what is left out."""
        columns = ("name", fields.group, fields.budget, "copies", *OPTIONAL_COLUMNS)
        return {column: value for column, value in zip(columns, self, strict=False) if column is not None}


class DeckFile(NamedTuple):
    name: str
    text: str | None
    rows: Sequence[DeckRow]
    fields: DeckFields = BATTLE_GATE_FIELDS
    look: str | None = None

    @property
    def is_of_pool(self) -> bool:
        return any(row.card is not None for row in self.rows)


def columns_of(fields: DeckFields) -> tuple[str, ...]:
    """The fields of a row, as a game's deck files call them."""
    own = (name for name in (fields.group, fields.budget) if name is not None)
    return ("name", *own, "copies", *OPTIONAL_COLUMNS)


_NOT_IN_TABLES = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ufffe\uffff]")


def write_deck(path: Path, deck: DeckFile) -> None:
    """Writes a deck in the format that the path's ending names, over any file that is there.

    A table holds the cards only: its deck is named by the file. Raises :class:`InputError`.
    """
    suffix = path.suffix.lower()
    if suffix == ".xlsx":
        content = deck_as_xlsx(deck)
    elif suffix in TABLE_SUFFIXES:
        content = deck_as_csv(deck, "\t" if suffix == ".tsv" else ",").encode()
    elif suffix == ".json":
        content = deck_as_json(deck).encode()
    else:
        content = deck_as_yaml(deck).encode()
    write_file(path, content)


def deck_as_yaml(deck: DeckFile) -> str:
    head = head_as_yaml(deck.name, deck.text, deck.look)
    if not deck.rows:
        return f"{head}cards: []\n"
    if deck.is_of_pool:
        return f"{head}cards:\n{pool_cards_as_yaml(deck.rows, deck.fields)}"
    return f"{head}cards:\n" + "\n".join(card_as_yaml(row, deck.fields) for row in deck.rows)


def head_as_yaml(name: str, text: str | None, look: str | None) -> str:
    """What a deck file says of the deck as a whole."""
    given = (("name", name), ("text", text), ("look", look))
    return "".join(f"{key}: {in_yaml(value)}\n" for key, value in given if value is not None)


def pool_cards_as_yaml(rows: Sequence[DeckRow], fields: DeckFields) -> str:
    """Lines of the mapping ``cards``: ids and copies, with what the cards are beside them."""
    keys = [f"  {in_yaml(row.card or '')}: {row.copies}" for row in rows]
    width = max(map(len, keys))
    lines = []
    for key, row in zip(keys, rows, strict=True):
        budget = "" if fields.budget is None else f", {fields.budget} {row.power}"
        group = "" if fields.group is None else f", {one_line(row.class_name)}"
        lines.append(f"{key:<{width}}  # {one_line(row.name)}{group}{budget}\n")
    return "".join(lines)


def card_as_yaml(row: DeckRow, fields: DeckFields) -> str:
    """A row as an item of the list ``cards``, with the end of its last line."""
    return item_as_yaml(_given(row, fields).items())


def _given(row: DeckRow, fields: DeckFields) -> dict[str, object]:
    given = {**row.values(fields), **row.besides}
    return {key: value for key, value in given.items() if value is not None}


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


def deck_as_json(deck: DeckFile) -> str:
    given = {"name": deck.name, "text": deck.text, "look": deck.look}
    head = {key: value for key, value in given.items() if value is not None}
    cards: object = [_given(row, deck.fields) for row in deck.rows]
    if deck.is_of_pool:
        cards = {row.card: row.copies for row in deck.rows}
    written = json.dumps({**head, "cards": cards}, indent=2, ensure_ascii=False) + "\n"
    return _HIDDEN.sub(_as_escape, written)


def deck_as_csv(deck: DeckFile, delimiter: str = ",") -> str:
    """The deck's cards as the text of a CSV file. Raises :class:`InputError`."""
    file = StringIO(newline="")
    from csv import writer

    writer(file, delimiter=delimiter, lineterminator="\n").writerows(_table(deck))
    return file.getvalue()


def _table(deck: DeckFile) -> list[list[Any]]:
    """The rows below their header, without the columns that no row fills. Raises :class:`InputError`."""
    if deck.is_of_pool:
        return [["card", "copies"], *([row.card, row.copies] for row in deck.rows)]
    values = [row.values(deck.fields) for row in deck.rows]
    for text in (value for row in values for value in row.values() if isinstance(value, str)):
        odd = _NOT_IN_TABLES.search(text)
        if odd is not None:
            message = f"{quote(text)} has the control character U+{ord(odd[0]):04X}, no table can hold it"
            raise InputError(message)
    names = [
        name
        for name in columns_of(deck.fields)
        if name not in OPTIONAL_COLUMNS or any(row[name] for row in values)
    ]
    return [names, *([row[name] for name in names] for row in values)]


_WIDTH = 12
_COLUMN_WIDTHS = {"card": 28, "name": 28, "class": 12, "power": 8, "copies": 8, "text": 70, "art": 24}
"""In letters, to be legible without dragging."""
_MAX_CELL = 32_767
"""Letters; a limit of Excel."""
_SAVED_AT = re.compile(rb"<dcterms:(created|modified)[^>]*>[^<]*</dcterms:\1>")
_LONG_AGO = (1980, 1, 1, 0, 0, 0)
"""The earliest time that a ZIP file can hold."""


def deck_as_xlsx(deck: DeckFile) -> bytes:
    """The deck's cards as an XLSX file, the same bytes every time. Raises :class:`InputError`."""
    from openpyxl import Workbook
    from openpyxl.styles import Font
    from openpyxl.utils import get_column_letter

    table = _table(deck)
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
            # Openpyxl has no other way to say where to write, and leaves its files there when that fails.
            tempfile.tempdir = folder
            book.save(file)
    except OSError as error:
        raise InputError(f"the spreadsheet can't be made: {reason_of(error)}") from None
    except Exception as error:
        if not type(error).__module__.startswith("lxml"):
            raise
        # Where lxml is installed it writes the files, and reports a full disk in its own way.
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
                data = _SAVED_AT.sub(b"", data)
            plain = ZipInfo(entry.filename, _LONG_AGO)
            plain.compress_type = ZIP_DEFLATED
            plain.create_system = 3
            new.writestr(plain, data)
    return file.getvalue()
