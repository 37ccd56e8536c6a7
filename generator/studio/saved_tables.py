"""Tables that were saved: `tables/NAME.json` below the workspace, checked, and never lost to another tab."""

from __future__ import annotations

import hashlib
import math
from pathlib import Path
from typing import NamedTuple

from generator.catalog.json_file import parse_json
from generator.catalog.paths import read_bytes, read_text
from generator.catalog.problems import InputError, Place, Problem, Problems
from generator.catalog.reader import ProblemLog, Reader
from generator.catalog.wording import quote
from generator.catalog.writing import reason_of, write_file
from generator.catalog.yaml_reader import MarkedDict
from generator.studio.tabletop import MAX_SEATS
from generator.studio.workspace import check_name, place_of

FOLDER = "tables"
FORMAT = "gatepress table"
VERSION = 1
MAX_SIZE = 4 * 1024 * 1024
"""Bytes of a file."""
MAX_THINGS, MAX_PIECES, MAX_LINES = 4000, 20_000, 500
MAX_TEXT = 2000
FAR = 100_000.0
"""How far from the middle a thing may lie, in mm."""
DICE = (4, 6, 8, 10, 12, 20)
KINDS = ("pile", "die", "coin", "counter", "note")
_KEYS = ("format", "version", "game", "seats", "seat", "next", "things", "hands", "box", "names", "log")
_COMMON = ("id", "kind", "x", "y", "turn", "locked")


class SavedTable(NamedTuple):
    """A file with a table, and what tells whether it has changed since."""

    name: str
    content: str
    digest: str


class ChangedError(Exception):
    """Raised where a file is not the one any more that a page has read."""


class BadTableError(Exception):
    """Raised for a table that can't be used, with all that is wrong with it."""

    def __init__(self, problems: Problems) -> None:
        super().__init__("the table can't be used")
        self.problems: tuple[Problem, ...] = tuple(problems.merged())


def path_of(workspace: Path, name: str) -> Path:
    """The file of a table. Raises InputError for a name that is none, and where a link leads elsewhere."""
    return place_of(workspace, (FOLDER,), f"{check_name(name, 'first-playtest')}.json")


def list_tables(workspace: Path, game: str) -> list[str]:
    """The names of a game's tables. Files that can't be read are not among them."""
    folder = workspace / FOLDER
    if folder.is_symlink() or not folder.is_dir():
        return []
    found = []
    for file in sorted(folder.glob("*.json")):
        try:
            read_table(workspace, game, file.stem)
        except (InputError, BadTableError):
            continue
        found.append(file.stem)
    return found


def read_table(workspace: Path, game: str, name: str) -> SavedTable:
    """A table as it was saved. Raises InputError, or BadTableError with all that is wrong in the file."""
    path = path_of(workspace, name)
    shown = f"{FOLDER}/{path.name}"
    if not path.is_file():
        raise InputError(f"there is no table {quote(name)}")
    if path.stat().st_size > MAX_SIZE:
        raise InputError(f"{shown} is too large for a table: {MAX_SIZE // 2**20} MB at most")
    content = read_text(path, shown)
    check_table(content, shown, game)
    return SavedTable(name, content, digest_of(content.encode()))


def save_table(workspace: Path, game: str, name: str, content: str, known: str | None) -> str:
    """Saves a table and returns its digest. ``known``: that of the file as the page has read or saved it.

    Raises InputError, BadTableError, and ChangedError where the file is another one than the page knows.
    """
    path = path_of(workspace, name)
    check_table(content, f"{FOLDER}/{path.name}", game)
    if path.exists() and digest_of(read_bytes(path, Place(f"{FOLDER}/{path.name}"))) != known:
        raise ChangedError
    try:
        path.parent.mkdir(exist_ok=True)
    except OSError as error:
        raise InputError(f"can't make the folder {FOLDER}: {reason_of(error)}") from None
    written = content.encode()
    write_file(path, written)
    return digest_of(written)


def digest_of(content: bytes) -> str:
    """What tells one version of a file from another."""
    return hashlib.sha256(content).hexdigest()[:16]


# What a table looks like


def check_table(content: str, shown: str, game: str) -> None:
    """Raises BadTableError for anything but a table of the game, with all that is wrong."""
    problems = Problems()
    try:
        value = parse_json(content, shown, problems)
    except InputError as error:
        problems.extend([error.at(Place(shown))])
        raise BadTableError(problems) from None
    place = value.place if isinstance(value, MarkedDict) else Place(shown, 1, 1)
    table = Reader(value, ProblemLog(problems), (), place)
    _check_head(table, game)
    if not problems.has_errors:
        _check_body(table)
    if problems.has_errors:
        raise BadTableError(problems)


def _check_head(table: Reader, game: str) -> None:
    form = table.key("format")
    if table.has("format") and form.value != FORMAT:
        form.error(f"expected {quote(FORMAT)}, got {quote(form.value)}")
    version = table.key("version").whole(1, 1_000_000)
    if version > VERSION:
        table.at("version").error(
            f"the table was saved by a newer Gatepress: version {version}, this one reads {VERSION}",
            hint="upgrade Gatepress",
        )
    of = table.key("game")
    if table.has("game") and of.value != game:
        of.error(f"the table is of the game {quote(of.value)}, not of {quote(game)}")


def _check_body(table: Reader) -> None:
    table.only(
        ("format", "version", "game", "seats", "seat", "next", "things", "hands", "box", "names", "log")
    )
    seats = table.key("seats").whole(1, MAX_SEATS)
    table.key("seat").whole(0, seats - 1)
    following = table.key("next").whole(1, 1_000_000_000)
    seen: set[int] = set()
    for thing in _bounded(table.key("things"), MAX_THINGS):
        _check_thing(thing, following, seen)
    hands = table.key("hands")
    if len(hands.items(seats)) == seats:
        for hand in hands.items():
            _check_pieces(hand)
    _check_pieces(table.key("box"))
    for key, name in table.key("names", {}).entries():
        name.part(key).text()
        _check_text(name.key("name"))
        for side in ("width", "height"):
            _check_number(name.key(side))
    for line in _bounded(table.key("log", []), MAX_LINES):
        _check_text(line)


def _check_thing(thing: Reader, following: int, seen: set[int]) -> None:
    kind = thing.key("kind").word(KINDS, "kind of thing")
    before = thing.error_count
    number = thing.key("id").whole(1, max(1, following - 1))
    if number in seen and thing.error_count == before:
        thing.error(f"there are two things with the id {number}")
    seen.add(number)
    for axis in ("x", "y"):
        _check_number(thing.key(axis))
    thing.key("turn", 0).whole(0, 359)
    thing.key("locked", False).flag()
    if kind == "pile":
        thing.only((*_COMMON, "pieces"))
        pieces = thing.key("pieces")
        _check_pieces(pieces)
        if pieces.value == []:
            pieces.error("a pile has a piece at least")
    elif kind == "die":
        thing.only((*_COMMON, "sides", "value"))
        sides = thing.key("sides")
        if sides.value not in DICE:
            sides.error(f"expected one of {', '.join(map(str, DICE))}, got {quote(sides.value)}")
        else:
            thing.key("value").whole(1, sides.value)
    elif kind == "coin":
        thing.only((*_COMMON, "value"))
        thing.key("value").whole(0, 1)
    elif kind == "counter":
        thing.only((*_COMMON, "value", "text"))
        thing.key("value").whole(-999_999, 999_999)
        _check_text(thing.key("text", ""))
    else:
        thing.only((*_COMMON, "text"))
        _check_text(thing.key("text"))


def _check_pieces(pieces: Reader) -> None:
    for piece in _bounded(pieces, MAX_PIECES):
        piece.only(("card", "up"))
        _check_text(piece.key("card"))
        piece.key("up", False).flag()


def _check_text(text: Reader) -> None:
    if len(text.text()) > MAX_TEXT:
        text.error(f"too long: {MAX_TEXT:,} letters at most")


def _check_number(number: Reader) -> None:
    value = number.value
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    if not is_number or not math.isfinite(value):
        number.error(f"expected a number, got {quote(value)}")
    elif abs(value) > FAR:
        number.error(f"too far away: {FAR:,.0f} mm at most")


def _bounded(values: Reader, most: int) -> list[Reader]:
    items = values.items()
    if len(items) > most:
        values.error(f"too many: {len(items):,}, and {most:,} at most")
        return items[:most]
    return items
