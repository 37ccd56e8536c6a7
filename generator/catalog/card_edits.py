"""The cards of a component as a sheet of cells, and changes of it written back into the files they stand in.

A cell holds the text that somebody reads and types; what it stands for follows from the field's declaration
and from what the file says now. Nothing is written here: what comes of a change is the files' new content,
which was read again by the loader and is sound.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, NamedTuple

from generator.catalog.card_words import CARD_ID, COPIES_WORDS, RESERVED_WORDS
from generator.catalog.cards import MAX_COPIES
from generator.catalog.fields import Field, whole
from generator.catalog.game_file import FieldFile
from generator.catalog.load import fields_of, load_game
from generator.catalog.models import Card, CardSet, Component, Game, Source
from generator.catalog.paths import (
    TABLE_SUFFIXES,
    FilesRead,
    noting_files,
    read_bytes,
    reading_instead,
    shown_path,
)
from generator.catalog.problems import MISSING_FILE, InputError, Place, Problem, Problems
from generator.catalog.rows import FileSettings
from generator.catalog.tables import Reading, TableRow
from generator.catalog.wording import code, quote
from generator.catalog.yaml_edits import UNSET, Change, edited, flow_text
from generator.catalog.yaml_reader import MarkedDict, MarkedList, parse_yaml, resolve_cell

COPIES = "copies"
_SHOWN_WORDS = ("id", "extends", "prototype")
"""Words of cards that are columns where any card says them."""
MAX_TRIED = 50
"""Changes of which each is tried alone, where they can't be made together."""
_STRUCTURED = ("list", "figure", "any")
_LIKE_TEXT = ("text", "image", "colour", "choice")

Kind = Literal["set", "add", "duplicate", "delete"]


class Column(NamedTuple):
    """A field as a sheet shows it."""

    name: str
    type: str
    help: str = ""
    required: bool = False
    choices: Sequence[str] = ()
    least: float | None = None
    most: float | None = None
    usual: str = ""
    """The cell of a card that neither says nor inherits it."""


@dataclass(frozen=True, slots=True, eq=False)
class Row:
    """A card as a sheet shows it."""

    cards: CardSet
    card: Card
    number: int
    """Of its list's cards, from 1."""
    own: Mapping[str, str]
    """The cells that stand in the card itself."""
    inherited: Mapping[str, str]
    """What the others come to."""
    locked: str
    """Why it can't be changed here; empty where it can be."""
    file: Path
    """That it stands in."""

    @property
    def source(self) -> Source:
        return self.card.sources[0]


@dataclass(frozen=True, slots=True, eq=False)
class Sheet:
    """All cards of a component."""

    game: Game
    component: Component
    fields: Mapping[str, Field]
    columns: Sequence[Column]
    rows: Sequence[Row]

    @property
    def files(self) -> Sequence[Path]:
        """Those that its cards stand in."""
        return list(dict.fromkeys(row.file for row in self.rows))


class Edit(NamedTuple):
    """What is to become of a row, or of the place behind it: cells by field; a blank one is no value."""

    row: int
    kind: Kind
    cells: Mapping[str, str] = {}


class Wrong(NamedTuple):
    """What is wrong with an edit; ``edit`` is its number, -1 for that of none in particular."""

    edit: int
    problem: Problem


@dataclass(slots=True)
class Outcome:
    """What comes of edits: new contents by file, and the game as it is then."""

    contents: dict[Path, bytes] = field(default_factory=dict)
    before: dict[Path, bytes] = field(default_factory=dict)
    game: Game | None = None
    problems: Problems = field(default_factory=Problems)
    """Of the game as it is then."""
    read: FilesRead = field(default_factory=FilesRead)
    """The files that it was read from."""
    wrong: list[Wrong] = field(default_factory=list)
    order: list[int] = field(default_factory=list)
    """The row that each of the new sheet's was, in their order; of one that is new, -1 less its edit."""


# Cards as cells


def sheet_of(game: Game, component: Component) -> Sheet:
    """The sheet of a component."""
    declared, fields = fields_of(game, component)
    cards = [card for one in component.sets for card in one.cards]
    given = {name for card in cards for name in card.sources[0]}
    names = list(fields) or list(dict.fromkeys(name for card in cards for name in card.values))
    names = [name for name in names if name not in RESERVED_WORDS]
    words = [word for word in _SHOWN_WORDS if word in given and word not in fields]
    columns = [_column(name, declared.get(name), fields.get(name)) for name in names]
    copies = Column(COPIES, "whole", "how many of it are printed", least=0, most=MAX_COPIES, usual="1")
    if "id" in words:
        columns.insert(0, Column("id", "text", "what other cards, decks and rules call it"))
        words.remove("id")
    columns.append(copies)
    columns += [
        Column(word, "yes-no", choices=("yes", "no")) if word == "prototype" else Column(word, "text")
        for word in words
    ]
    rows = [
        _row(game, component, one, card, number, columns)
        for one in component.sets
        for number, card in enumerate(one.cards, 1)
    ]
    return Sheet(game, component, fields, columns, rows)


def _column(name: str, declared: FieldFile | None, compiled: Field | None) -> Column:
    if declared is None or compiled is None:
        return Column(name, "any")
    choices = ("yes", "no") if declared.type == "yes-no" else tuple(declared.of or ())
    usual = cell_of(compiled.default)
    is_required = declared.required and compiled.default is None
    return Column(
        name, declared.type, declared.help or "", is_required, choices, declared.min, declared.max, usual
    )


def _row(
    game: Game, component: Component, cards: CardSet, card: Card, number: int, columns: Sequence[Column]
) -> Row:
    source = card.sources[0]
    own: dict[str, str] = {}
    inherited: dict[str, str] = {}
    word = _copies_word(source)
    for column in columns:
        name = word if column.name == COPIES and word is not None else column.name
        if name in source and source.get(name) is not None:
            own[column.name] = cell_of(source.get(name), column.type)
        elif name in source and isinstance(source, MarkedDict):
            own[column.name] = "null"
        elif column.name == COPIES:
            inherited[COPIES] = str(card.copies)
        elif card.values.get(column.name) is not None and column.name != "id":
            inherited[column.name] = cell_of(card.values[column.name], column.type)
    file = cards.file or game.folder / "game.yaml"
    return Row(cards, card, number, own, inherited, _why_locked(component, cards, source, file), file)


def _copies_word(source: Source) -> str | None:
    return next((word for word in COPIES_WORDS if source.get(word) is not None), None)


def _why_locked(component: Component, cards: CardSet, source: Source, file: Path) -> str:
    given = component.source.get("cards")
    is_listed = cards.file is not None or (
        isinstance(given, MarkedList) and any(one is source for one in given)
    )
    if not is_listed or not isinstance(source, MarkedDict | TableRow):
        return "it is made from other data, which is to be changed instead"
    if isinstance(source, TableRow) or cards.file is None:
        return ""
    if source.place.file != shown_path(file):
        return "it stands in another file"
    settings = _settings(component, cards)
    if settings is not None and settings.part.columns:
        return "its file calls the fields otherwise: change it there"
    return ""


def _settings(component: Component, cards: CardSet) -> FileSettings | None:
    """What game.yaml says of the file of a list beside its name."""
    given = component.source.get("cards")
    for item in given if isinstance(given, MarkedList) else [given]:
        if isinstance(item, MarkedDict) and isinstance(item.get("from"), str) and cards.file is not None:
            is_it = cards.file.relative_to(cards.file.parents[str(item["from"]).count("/")])
            sheet = item.get("sheet")
            if is_it.match(str(item["from"])) and (not isinstance(sheet, str) or sheet == cards.name):
                from generator.catalog.game_file import CardFileFile
                from generator.catalog.keys import check_part

                part, sound = check_part(CardFileFile, item, Problems())
                return FileSettings(part, item) if sound else None
    return None


def cell_of(value: object, kind: str = "any") -> str:
    """A value as a cell shows it."""
    if value is None or value is UNSET:
        return ""
    if isinstance(value, bool):
        return ("yes" if value else "no") if kind == "yes-no" else ("true" if value else "false")
    if isinstance(value, list) and all(_is_item(item) for item in value):
        return "; ".join(map(cell_of, value)) if len(value) != 1 or kind == "list" else flow_text(value)
    if isinstance(value, Mapping | list):
        return flow_text(value)
    return str(value).replace("\r\n", "\n").removesuffix("\n")


def _is_item(value: object) -> bool:
    return isinstance(value, int | float) or (
        isinstance(value, str) and value == value.strip() != "" and not set(";\n") & set(value)
    )


def value_of(cell: str, kind: str, old: object = None) -> object:
    """What a cell that is not blank stands for in YAML or JSON. ``old``: what stood there."""
    if kind in _STRUCTURED and cell.lstrip()[:1] in ("[", "{"):
        structured = _structured(cell)
        if structured is not None:
            return structured
    if kind == "list":
        return [value_of(item.strip(), "any") for item in cell.split(";") if item.strip()]
    is_number = isinstance(old, int | float) and not isinstance(old, bool)
    if kind in _LIKE_TEXT or (kind == "figure" and not isinstance(old, Mapping)):
        if is_number and cell_of(_resolved(cell)) == cell:
            return _resolved(cell)
        return cell + "\n" if isinstance(old, str) and old.endswith("\n") else cell
    if kind == "yes-no" and (old is None or isinstance(old, bool)):
        word = cell.strip().lower()
        return {"yes": True, "true": True, "no": False, "false": False}.get(word, cell)
    if cell == "null" and kind in _STRUCTURED:
        return None
    if isinstance(old, str) and (_resolved(old) != old or "\n" in old):
        # A number or word in quotes stays one.
        return cell + "\n" if old.endswith("\n") else cell
    return _resolved(cell) if kind != "yes-no" or not isinstance(old, str) else cell


def _structured(cell: str) -> object:
    problems = Problems()
    try:
        read = parse_yaml(f"- {cell}", "", problems)
    except InputError:
        return None
    return _unmarked(read[0]) if len(read) == 1 and not problems.has_errors else None  # type: ignore[index]


def _unmarked(value: object) -> object:
    if isinstance(value, dict):
        return {key: _unmarked(item) for key, item in value.items()}
    return [_unmarked(item) for item in value] if isinstance(value, list) else value


def _resolved(cell: str) -> object:
    try:
        found = resolve_cell(cell.strip())
        return cell if isinstance(found, str) else found
    except InputError:
        return cell


# Edits


def make_edits(sheet: Sheet, edits: Sequence[Edit]) -> Outcome:
    """The files as they are after these edits, less those that are wrong. Nothing is written.

    Raises InputError where the edits as a whole can't be made.
    """
    outcome = Outcome()
    changes: dict[tuple[Path, str], dict[int, Change]] = {}
    for number, edit in enumerate(edits):
        row = sheet.rows[edit.row]
        change = _change(sheet, row, edit, number, outcome)
        if change is not None:
            changes.setdefault(_home(row), {})[number] = change
    for home, of_file in changes.items():
        path, rows = home[0], [row for row in sheet.rows if _home(row) == home]
        data = outcome.contents.get(path) or read_bytes(path, Place(shown_path(path)))
        with reading_instead(outcome.contents):
            new = _all_that_can_be(sheet, rows[0], data, of_file, outcome)
        if new != data:
            outcome.before.setdefault(path, data)
            outcome.contents[path] = new
    made = sorted(number for of_file in changes.values() for number in of_file)
    outcome.order = _order(sheet, edits, made)
    if outcome.contents:
        _read_again(sheet, edits, made, outcome)
    return outcome


def _home(row: Row) -> tuple[Path, str]:
    """The file that a card stands in, and the sheet of a workbook."""
    return row.file, row.source.place.sheet


def _change(sheet: Sheet, row: Row, edit: Edit, number: int, outcome: Outcome) -> Change | None:
    """The change that an edit stands for; what is wrong with it is reported, and left out."""
    card = row.card.id
    place = row.source.place
    if row.locked:
        problem = Problem(f"this card can't be changed here: {row.locked}", place, card=card)
        outcome.wrong.append(Wrong(number, problem))
        return None
    values: dict[str, object] = {}
    names = {column.name: column for column in sheet.columns}
    for name, cell in edit.cells.items():
        column = names.get(name)
        try:
            if column is None:
                raise InputError(f"the cards have no field {code(name)}")
            word = (_copies_word(row.source) or COPIES) if name == COPIES else name
            values[word] = _checked(sheet, row, column, cell, is_new=edit.kind == "add")
        except InputError as error:
            outcome.wrong.append(Wrong(number, error.at(place, card=card, field=name)))
    if edit.kind == "duplicate" and "id" in row.own and "id" not in values and "id" not in sheet.fields:
        values["id"] = _free_id(sheet, row.own["id"])
    if edit.kind == "add":
        values = {name: value for name, value in values.items() if value is not UNSET}
        missing = [c.name for c in sheet.columns if c.required and c.name not in values]
        if not values or missing:
            what = f"{code(missing[0])} is missing" if missing else "a new card needs at least one field"
            outcome.wrong.append(Wrong(number, Problem(what, place, field=missing[0] if missing else None)))
            return None
    if edit.kind == "set" and not values:
        return None
    return Change(place.line, place.column, edit.kind, values)


def _checked(sheet: Sheet, row: Row, column: Column, cell: str, *, is_new: bool) -> object:
    """The value of a cell. Raises InputError where the field can't have it."""
    source, is_table = row.source, isinstance(row.source, TableRow)
    name = (_copies_word(source) or COPIES) if column.name == COPIES else column.name
    if not cell.strip():
        others = row.card.sources[0 if is_new else 1 :]
        if column.required and not any(one.get(column.name) is not None for one in others):
            raise InputError(f"{code(column.name)} is missing")
        return UNSET
    old = None if is_new else source.get(name)
    value = _unmarked(cell.strip() if is_table else value_of(cell, column.type, old))
    declared = sheet.fields.get(column.name)
    if column.name == COPIES and declared is None:
        copies = whole(value)
        if not 0 <= copies <= MAX_COPIES:
            raise InputError(f"expected 0 to {MAX_COPIES:,} copies, got {copies}")
    elif column.name == "id" and declared is None:
        if not CARD_ID.fullmatch(str(value)):
            raise InputError(f"an id has letters, digits, `.`, `_` and `-` only, got {quote(value)}")
    elif declared is not None and value is not None:
        try:
            declared.convert(_items(cell) if is_table and column.type == "list" else value)
        except InputError as error:
            # A picture that is not there yet is printed as a box, and reported.
            if error.code != MISSING_FILE:
                raise
    return value


def _items(cell: str) -> list[str]:
    return [item.strip() for item in cell.split(";" if ";" in cell else ",") if item.strip()]


def _free_id(sheet: Sheet, wanted: str) -> str:
    taken = {row.card.id.casefold() for row in sheet.rows}
    number = 2
    while f"{wanted}-{number}".casefold() in taken:
        number += 1
    return f"{wanted}-{number}"


def _all_that_can_be(
    sheet: Sheet, row: Row, data: bytes, changes: dict[int, Change], outcome: Outcome
) -> bytes:
    """The new content of a file; what can't be changed is reported, and taken out of the ``changes``."""
    try:
        return _edited(sheet, row, data, list(changes.values()))
    except InputError:
        if len(changes) > MAX_TRIED:
            raise
    for number, change in list(changes.items()):
        try:
            _edited(sheet, row, data, [change])
        except InputError as error:
            del changes[number]
            fields = list(change.values)
            problem = error.at(row.source.place, field=fields[0] if fields else None)
            outcome.wrong.append(Wrong(number, problem))
    return _edited(sheet, row, data, list(changes.values())) if changes else data


def _edited(sheet: Sheet, row: Row, data: bytes, changes: Sequence[Change]) -> bytes:
    """The new content of a file."""
    shown = shown_path(row.file)
    if row.file.suffix.lower() not in TABLE_SUFFIXES:
        try:
            text = data.decode("utf-8")
        except UnicodeDecodeError:
            raise InputError("the file is not UTF-8 text", place=Place(shown)) from None
        return edited(text, shown, changes).encode()
    # Most card lists are YAML, and need no tables.
    from generator.catalog.table_edits import edited_csv, edited_xlsx

    assert isinstance(row.source, TableRow)
    settings = _settings(sheet.component, row.cards)
    reading = Reading() if settings is None else settings.reading
    columns = row.source.columns
    if row.file.suffix.lower() == ".xlsx":
        return edited_xlsx(row.file, data, reading, changes, columns)
    return edited_csv(data, reading, changes, columns, row.source.header)


def _order(sheet: Sheet, edits: Sequence[Edit], made: Sequence[int]) -> list[int]:
    """Which row each row was, once these edits are made."""
    gone = {edits[number].row for number in made if edits[number].kind == "delete"}
    behind: dict[int, list[int]] = {}
    for number in made:
        if edits[number].kind in ("add", "duplicate"):
            behind.setdefault(edits[number].row, []).append(-1 - number)
    order: list[int] = []
    further: list[int] = []
    for number, row in enumerate(sheet.rows):
        order += [] if number in gone else [number]
        if row.file.suffix.lower() == ".xlsx":
            # What moves down in a workbook would take formulas and formats along: new rows are the last ones.
            further += behind.get(number, [])
        else:
            order += behind.get(number, [])
        if number + 1 == len(sheet.rows) or _home(sheet.rows[number + 1]) != _home(row):
            order += sorted(further, reverse=True)
            further = []
    return order


def _read_again(sheet: Sheet, edits: Sequence[Edit], made: Sequence[int], outcome: Outcome) -> None:
    """Reads the game with its new files; where that finds errors that were not there, nothing is changed."""
    before, after = Problems(), outcome.problems
    with reading_instead(outcome.contents), noting_files() as outcome.read:
        outcome.game = load_game(sheet.game.folder, after)
    new = [problem for problem in after.found if problem.severity == "error"]
    if new:
        load_game(sheet.game.folder, before)
        known = {_alike(problem) for problem in before.found}
        new = [problem for problem in new if _alike(problem) not in known]
    if new or outcome.game is None:
        outcome.contents, outcome.before, outcome.game = {}, {}, None
        outcome.order = list(range(len(sheet.rows)))
        for problem in new or [Problem("the game could not be read with this change")]:
            outcome.wrong.append(Wrong(_edit_of(sheet, edits, made, problem), problem))


def _alike(problem: Problem) -> tuple[object, ...]:
    return problem.message, problem.card, problem.field


def _edit_of(sheet: Sheet, edits: Sequence[Edit], made: Sequence[int], problem: Problem) -> int:
    """The edit that an error most likely comes from: that of the card and field, or the only one."""
    if len(made) == 1:
        return made[0]
    for number in made:
        edit = edits[number]
        is_it = problem.card in (sheet.rows[edit.row].card.id, edit.cells.get("id"))
        if is_it and (problem.field is None or problem.field in edit.cells):
            return number
    return -1
