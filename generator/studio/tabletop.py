"""The table: how a game lies on it before anybody has touched it, in mm, and tables that were saved."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any, NamedTuple

from generator.catalog.json_file import parse_json
from generator.catalog.models import CardSet, Component, Game, Setup
from generator.catalog.paths import read_text
from generator.catalog.problems import InputError, Place, Problems
from generator.catalog.reader import ProblemLog, Reader
from generator.catalog.wording import quote
from generator.catalog.yaml_reader import MarkedDict
from generator.export.virtual import names_in_list
from generator.layout.faces import Side
from generator.studio.forms import Refused, refuse_errors
from generator.studio.project import Edition, ShownCard
from generator.studio.workspace import check_name, place_of, plain_files, revision_of, write_stored

ROWS = tuple(range(300, 2001, 100))
"""Widths in mm that are tried for the rows in which things lie."""
ASPECT = 1.9
"""Width over height of what is seen of the table on most screens."""
GAP = 12.0
"""Between two things, in mm."""
PAGE = 150.0
"""A card that is larger than this on both sides, and printed on one, is a page to write on."""
MIN_SEATS, MAX_SEATS = 2, 6
_NUMBER = re.compile(r"[0-9]+")
FOLDER, FORMAT, VERSION = "tables", "gatepress table", 1
MAX_SIZE = 4 * 1024 * 1024
"""Bytes of a file."""
HEAD = 400
"""Bytes in which a file says of which room it is."""
MAX_THINGS, MAX_PIECES, MAX_LINES, MAX_TEXT = 4000, 20_000, 500, 2000
FAR = 100_000.0
"""How far from the middle a thing may lie, in mm."""
DICE = (4, 6, 8, 10, 12, 20)
SHARED = "room"
"""The key that only files of shared tables have: the code of the room."""
MAX_CODE, MAX_KEY = 12, 64
KEYS = (
    *("format", "version", "game", SHARED, "people", "seats", "seat", "next"),
    *("things", "hands", "box", "names", "log", "plan"),
)
ORDERS = ("shuffled", "ordered", "box")
COMMON_KEYS = ("id", "kind", "x", "y", "turn", "locked")
OWN_KEYS = {
    "pile": ("pieces",),
    "die": ("sides", "value"),
    "coin": ("value",),
    "counter": ("value", "text"),
    "note": ("text",),
}
"""Of each kind of thing."""


class PieceKind(NamedTuple):
    """A card, token or board as the table knows it; ``width`` and ``height`` in mm."""

    key: str
    """``component/list/card``: what it is called in files, so that its picture may change."""
    name: str
    list: str
    """The title of its stack: what it is called as long as it lies face down."""
    what: str
    """``cards``, ``tokens`` or ``board``."""
    width: float
    height: float
    shape: str
    looks: dict[Side, str]
    """A digest of each face: its picture's address has it, so that an old one is never shown."""
    back: str
    """The first of those that nobody can tell from it while it lies face down: what is known of it then."""


class Lot(NamedTuple):
    """Pieces that begin in one place. ``x`` and ``y``: its centre, in mm."""

    list: str
    title: str
    what: str
    pieces: tuple[str, ...]
    """The key of every piece, copies included, the top one first."""
    width: float
    height: float
    is_up: bool = True
    is_shuffled: bool = False
    is_out: bool = True
    """Whether it lies on the table at the start; else it is in the box."""
    x: float = 0.0
    y: float = 0.0

    @property
    def usual_order(self) -> str:
        return ("shuffled" if self.is_shuffled else "ordered") if self.is_out else "box"


class Tabletop(NamedTuple):
    """What there is, and where it lies at the start."""

    kinds: tuple[PieceKind, ...]
    lots: tuple[Lot, ...]
    seats: int
    setups: Mapping[str, Setup]
    """Those that the game declares, by name."""

    def to_dict(self) -> dict[str, Any]:
        """What pages know of it: nothing of where pieces lie now."""
        lots = [
            {"title": lot.title, "what": lot.what, "count": len(lot.pieces), "order": lot.usual_order}
            for lot in self.lots
        ]
        setups = [{"name": one.name, "says": one.says, "seats": one.seats} for one in self.setups.values()]
        kinds = {kind.key: kind._asdict() for kind in self.kinds}
        return {"kinds": kinds, "lots": lots, "seats": self.seats, "setups": setups}


def set_table(edition: Edition) -> Tabletop:
    """All of a game but its boxes, which nobody folds on a table."""
    kinds: list[PieceKind] = []
    lots: list[Lot] = []
    shown = [card for card in edition.cards if card.component.kind != "box"]
    for _, group in groupby(shown, key=lambda card: (card.component.id, card.cards.id)):
        cards = list(group)
        title = _title(cards[0].component, cards[0].cards)
        names = names_in_list([card.card for card in cards], title)
        own = list(_lots(cards, names))
        stacks = {piece: lot.title for lot in own if lot.what == "cards" for piece in lot.pieces}
        kinds += (_kind(card, names[card.card.id], stacks.get(card.key, title)) for card in cards)
        lots += own
    game = edition.game
    return Tabletop(_with_backs(kinds), tuple(_laid_out(lots)), _usual_seats(game), game.setups)


def _with_backs(kinds: Sequence[PieceKind]) -> tuple[PieceKind, ...]:
    first: dict[tuple[object, ...], str] = {}
    for kind in kinds:
        first.setdefault(_from_behind(kind), kind.key)
    return tuple(kind._replace(back=first[_from_behind(kind)]) for kind in kinds)


def _from_behind(kind: PieceKind) -> tuple[object, ...]:
    return kind.list, kind.what, kind.width, kind.height, kind.shape, kind.looks.get("back")


def _usual_seats(game: Game) -> int:
    """The fewest players that a game says it is for, as far as the table has seats."""
    numbers = [int(number) for number in _NUMBER.findall(game.players or "")]
    return min(max(min(numbers, default=MIN_SEATS), MIN_SEATS), MAX_SEATS)


def _title(component: Component, cards: CardSet) -> str:
    return cards.name if len(component.sets) > 1 or component.is_deck else component.title


def _kind(shown: ShownCard, name: str, title: str) -> PieceKind:
    component = shown.component
    width, height = component.size.width, component.size.height
    looks = {side: shown.look(side)[:12] for side in shown.sides}
    return PieceKind(
        shown.key, name, title, component.kind, width, height, component.shape.kind, looks, shown.key
    )


def _lots(cards: Sequence[ShownCard], names: dict[str, str]) -> Iterator[Lot]:
    """Stacks of cards; a supply of each token; boards one by one."""
    component, list_ = cards[0].component, cards[0].cards
    list_name = f"{component.id}/{list_.id}"
    size = (component.size.width, component.size.height)
    if component.kind == "cards":
        is_page = component.back is None and min(size) > PAGE
        for title, stack in _stacks(cards, _title(component, list_)):
            pieces = tuple(card.key for card in stack for _ in range(card.card.copies))
            looks = {card.back_look for card in stack}
            is_hidden = len(stack) > 1 and len(looks) == 1 and None not in looks
            if pieces:
                yield Lot(list_name, title, "cards", pieces, *size, not is_hidden, is_hidden, not is_page)
        return
    for card in cards:
        pieces = (card.key,) * card.card.copies
        for pile in [pieces] if component.kind == "tokens" else [(piece,) for piece in pieces]:
            if pile:
                yield Lot(list_name, names[card.card.id], component.kind, pile, *size)


def _stacks(cards: Sequence[ShownCard], title: str) -> list[tuple[str, Sequence[ShownCard]]]:
    """A list as the decks that its backs tell apart; one whose backs are all different is one stack."""
    by_back: dict[str | None, list[ShownCard]] = {}
    for card in cards:
        by_back.setdefault(card.back_look, []).append(card)
    if len(by_back) == 1 or len(by_back) == len(cards):
        return [(title, cards)]
    stacks = list(by_back.values())
    return [(f"{title}: {what}", stack) for what, stack in zip(_what_differs(stacks), stacks, strict=True)]


def _what_differs(stacks: Sequence[Sequence[ShownCard]]) -> list[str]:
    """The values of the first field that all cards of a stack share and no two stacks do; else numbers."""
    for field in stacks[0][0].card.values:
        values = [{str(card.card.values.get(field)) for card in stack} for stack in stacks]
        if all(len(shared) == 1 for shared in values) and len(set[str]().union(*values)) == len(stacks):
            return [shared.pop() for shared in values]
    return [str(number) for number in range(1, len(stacks) + 1)]


# Where they lie


def _laid_out(lots: Sequence[Lot]) -> list[Lot]:
    """In rows, as wide as makes the whole about as wide for its height as a table is."""
    tried = [_in_rows(lots, width) for width in ROWS]
    return min(tried, key=lambda placed: abs(_aspect([lot for lot in placed if lot.is_out]) - ASPECT))


def _aspect(lots: Sequence[Lot]) -> float:
    if not lots:
        return ASPECT
    across = max(lot.x + lot.width / 2 for lot in lots) - min(lot.x - lot.width / 2 for lot in lots)
    down = max(lot.y + lot.height / 2 for lot in lots) - min(lot.y - lot.height / 2 for lot in lots)
    return across / down


def _in_rows(lots: Sequence[Lot], width: float) -> list[Lot]:
    """Boards, cards and tokens in rows of their own, around the middle and from there downwards.

    What begins in the box has its place below all others.
    """
    placed: list[Lot] = []
    top = 0.0
    for depth, group in groupby(sorted(lots, key=_depth), key=_depth):
        for row in _rows(list(group), width):
            height = max(lot.height for lot in row)
            left = -(sum(lot.width for lot in row) + GAP * (len(row) - 1)) / 2
            for lot in row:
                x, y = round(left + lot.width / 2, 2), round(top + height / 2, 2)
                placed.append(lot._replace(x=x, y=y))
                left += lot.width + GAP
            top += height + GAP
        top += GAP if depth == 0 else 0
    return placed


def _depth(lot: Lot) -> int:
    return ("board", "cards", "tokens").index(lot.what) if lot.is_out else 3


def _rows(lots: Sequence[Lot], width: float) -> Iterator[list[Lot]]:
    row: list[Lot] = []
    used = 0.0
    for lot in lots:
        if row and used + lot.width > width:
            yield row
            row, used = [], 0.0
        row.append(lot)
        used += lot.width + GAP
    if row:
        yield row


# Tables that were saved: ``tables/NAME.json`` below the workspace, checked, and never lost to another tab


class SavedTable(NamedTuple):
    """A file with a table, and what shows whether it has changed since."""

    content: str
    revision: str
    values: Mapping[str, Any]
    """What is in it."""

    @property
    def room(self) -> str:
        """The code of the room of a shared table; empty for one that is not shared."""
        return str(self.values.get(SHARED, ""))


def path_of(workspace: Path, name: str) -> Path:
    """The file of a table. Raises InputError for a name that is none, and where a link leads elsewhere."""
    return place_of(workspace, (FOLDER,), f"{check_name(name, 'first-playtest')}.json")


def list_tables(workspace: Path, game: str) -> list[str]:
    """The names of a game's tables. Files that can't be read, or are of shared tables, are not among them."""
    found = []
    for file in plain_files(workspace / FOLDER, (".json",)):
        try:
            saved = read_table(workspace, game, file.stem)
        except (InputError, Refused):
            continue
        if not saved.room:
            found.append(file.stem)
    return found


def find_shared(workspace: Path, game: str, code: str) -> tuple[str, SavedTable] | None:
    """The shared table of a room, and the name of its file."""
    mark = f'"{SHARED}": "{code}"'.encode()
    for file in plain_files(workspace / FOLDER, (".json",)):
        try:
            with file.open("rb") as opened:
                is_it = mark in opened.read(HEAD)
            saved = read_table(workspace, game, file.stem) if is_it else None
        except (OSError, InputError, Refused):
            continue
        if saved is not None and saved.room == code:
            return file.stem, saved
    return None


def read_table(workspace: Path, game: str, name: str) -> SavedTable:
    """A table as it was saved. Raises InputError, or Refused with all that is wrong in the file."""
    path = path_of(workspace, name)
    shown = f"{FOLDER}/{path.name}"
    if not path.is_file():
        raise InputError(f"there is no table {quote(name)}")
    if path.stat().st_size > MAX_SIZE:
        raise InputError(f"{shown} is too large for a table: {MAX_SIZE // 2**20} MB at most")
    content = read_text(path, shown)
    return SavedTable(content, revision_of(content.encode()), check_table(content, shown, game))


def save_table(workspace: Path, game: str, name: str, content: str, known: str) -> str:
    """Saves a table and returns its revision. ``known``: that of the file as the page has read or saved it.

    Raises InputError, Refused, and ChangedError where the file is another one than the page knows.
    """
    path = path_of(workspace, name)
    if SHARED in check_table(content, f"{FOLDER}/{path.name}", game):
        raise InputError("a shared table is saved by the studio itself")
    return write_stored(path, content.encode(), known if path.exists() else "")


def check_table(content: str, shown: str, game: str) -> Mapping[str, Any]:
    """What is in a file, if that is a table of the game. Raises Refused with all that is wrong."""
    problems = Problems()
    with problems.reporting(Place(shown)):
        value = parse_json(content, shown, problems)
        place = value.place if isinstance(value, MarkedDict) else Place(shown, 1, 1)
        table = Reader(value, ProblemLog(problems), (), place)
        _check_head(table, game)
        if not problems.has_errors:
            _check_body(table)
    refuse_errors(problems)
    return value if isinstance(value, MarkedDict) else {}


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
    table.only(KEYS)
    seats = table.key("seats").whole(1, MAX_SEATS)
    table.key("seat").whole(0, seats - 1)
    following = table.key("next").whole(1, 1_000_000_000)
    seen: set[int] = set()
    for thing in bounded(table.key("things"), MAX_THINGS):
        _check_thing(thing, following, seen)
    hands = table.key("hands")
    if len(hands.items(seats)) == seats:
        for hand in hands.items():
            _check_pieces(hand)
    _check_pieces(table.key("box"))
    for key, name in table.key("names", {}).entries():
        name.part(key).text()
        short_text(name.key("name"))
        for side in ("width", "height"):
            read_number(name.key(side))
    for line in bounded(table.key("log", []), MAX_LINES):
        short_text(line)
    if table.has("plan"):
        read_plan(table.key("plan"))
    if len(table.key(SHARED, "").text()) > MAX_CODE:
        table.key(SHARED).error("that is not a room code")
    for person in bounded(table.key("people", []), MAX_SEATS):
        person.only(("seat", "name", "key"))
        person.key("seat").whole(0, seats - 1)
        for key in ("name", "key"):
            if len(person.key(key).text()) > MAX_KEY:
                person.key(key).error(f"too long: {MAX_KEY} letters at most")


def read_plan(plan: Reader) -> tuple[int, Mapping[int, str], str]:
    """How a table is set up: seats, the order of its stacks by their numbers, a set-up of the game."""
    plan.only(("seats", "lots", "setup"))
    lots = {
        plan.part(int(number) if number.isdecimal() else -1).whole(0, MAX_THINGS): order.word(ORDERS, "order")
        for number, order in plan.key("lots", {}).entries()
    }
    return plan.key("seats").whole(1, MAX_SEATS), lots, short_text(plan.key("setup", ""))


def _check_thing(thing: Reader, following: int, seen: set[int]) -> None:
    kind = thing.key("kind").word(tuple(OWN_KEYS), "kind of thing")
    before = thing.error_count
    number = thing.key("id").whole(1, max(1, following - 1))
    if number in seen and thing.error_count == before:
        thing.error(f"there are two things with the id {number}")
    seen.add(number)
    for axis in ("x", "y"):
        read_number(thing.key(axis))
    thing.key("turn", 0).whole(0, 359)
    thing.key("locked", False).flag()
    thing.only((*COMMON_KEYS, *OWN_KEYS[kind]))
    if kind == "pile":
        pieces = thing.key("pieces")
        _check_pieces(pieces)
        if pieces.value == []:
            pieces.error("a pile has at least one piece")
    elif kind == "die":
        sides = thing.key("sides")
        if sides.value not in DICE:
            sides.error(f"expected one of {', '.join(map(str, DICE))}, got {quote(sides.value)}")
        else:
            thing.key("value").whole(1, sides.value)
    elif kind == "coin":
        thing.key("value").whole(0, 1)
    elif kind == "counter":
        thing.key("value").whole(-999_999, 999_999)
        short_text(thing.key("text", ""))
    else:
        short_text(thing.key("text"))


def _check_pieces(pieces: Reader) -> None:
    for piece in bounded(pieces, MAX_PIECES):
        piece.only(("card", "up"))
        short_text(piece.key("card"))
        piece.key("up", False).flag()


def short_text(text: Reader) -> str:
    """Raises nothing, as all readers: what is wrong is reported."""
    found = text.text()
    if len(found) > MAX_TEXT:
        text.error(f"too long: {MAX_TEXT:,} letters at most")
    return found


def read_number(number: Reader) -> float:
    """A place on the table, in mm."""
    value = number.value
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    if not is_number or value != value:
        number.error(f"expected a number, got {quote(value)}")
    elif abs(value) > FAR:
        number.error(f"too far away: {FAR:,.0f} mm at most")
    else:
        return float(value)
    return 0.0


def bounded(values: Reader, most: int) -> list[Reader]:
    items = values.items()
    if len(items) > most:
        values.error(f"too many: {len(items):,}, and {most:,} at most")
        return items[:most]
    return items
