"""What is written in Python for one game when it is opened, and compiled once: here, the class of its tables.

What every move needs would otherwise be looked up by name each time. ``gatepress rules show`` prints it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from generator.rules.kit.cards import Piece, PiecePile, Pile, Row, no_pile, shared_type
from generator.rules.kit.declarations import SEAT, Counter, Value, Zone

_FILE = str(Path(__file__).with_name("<written for a game>"))
"""Named like a file of the kit: a call in it that never ends is found there, and is not the author's."""
MAX_LITERAL = 16
"""Things in a tuple that is written out; a longer one has a name."""


class Writer:
    """Collects lines of Python, and what the names in them mean that they do not define themselves."""

    def __init__(self, **known: object) -> None:
        self.names: dict[str, Any] = known
        self.lines: list[str] = []

    def write(self, depth: int, *lines: str) -> None:
        """Adds lines, so many steps to the right."""
        self.lines += [f"{'    ' * depth}{line}" if line else "" for line in lines]

    def name(self, name: str, thing: object) -> str:
        """The name, which means this thing from now on."""
        self.names[name] = thing
        return name

    def literal(self, name: str, things: Sequence[Any]) -> str:
        """A tuple as it is written; what can't be written, or is long, has the name."""
        is_short = len(things) <= MAX_LITERAL
        return repr(tuple(things)) if is_short and _is_plain(things) else self.name(name, tuple(things))

    @property
    def source(self) -> str:
        """What was written."""
        return "\n".join(self.lines) + "\n"

    def compiled(self) -> dict[str, Any]:
        """What it defines, with all that it names."""
        exec(compile(self.source, _FILE, "exec"), self.names)
        return self.names


def _is_plain(thing: object) -> bool:
    """Whether it can be written as it is."""
    if isinstance(thing, tuple):
        return all(map(_is_plain, thing))
    return thing is None or type(thing) in (bool, int, str)


def written_table(
    zones: Sequence[Zone],
    scalars: Sequence[Counter | Value],
    base: type[Any],
    piles: Mapping[str, type[Pile]],
    rows: Mapping[str, Sequence[type[Row]]],
    boards: Mapping[str, type[Any]],
) -> type[Any]:
    """The class of the tables of one game, with a slot for each thing on them."""
    names = (*[zone.name for zone in zones], *[one.name for one in scalars])
    heavy = [zone for zone in zones if (zone.marks or zone.places) and not zone.board]
    pieces = {name: pile.piece for name, pile in piles.items() if issubclass(pile, PiecePile)}
    writer = Writer(
        Base=base,
        new=object.__new__,
        no_pile=no_pile,
        shared_type=shared_type,
        set_all=_set_all,
        things_in=list.copy,
    )
    for name, piece in pieces.items():
        _write_piece(writer, name, piece)
    for zone in zones:
        writer.name(f"Pile_{zone.name}", piles[zone.name])
        for depth, row in enumerate(rows[zone.name]):
            writer.name(f"Row_{zone.name}_{depth}", row)
    for name, board in boards.items():
        _write_board(writer, name, board)
    for zone in heavy:
        _write_own(writer, zone, rows)
    writer.write(0, "class Table(Base):", f"    __slots__ = {names!r}", "")
    _write_clone(writer, zones, scalars, rows, heavy)
    written = writer.compiled()
    for name, piece in pieces.items():
        begin = "__init__"
        setattr(piece, begin, written[f"begin_{name}"])
    table: type[Any] = written["Table"]
    table._source = writer.source
    return table


def _write_piece(writer: Writer, zone: str, piece: type[Piece]) -> None:
    """What makes a piece of a card, and what copies a pile of them."""
    marks = ", ".join(f"piece.{mark}" for mark in piece.marks)
    writer.name(f"Piece_{zone}", piece)
    writer.write(0, f"def begin_{zone}(piece, card):", "    piece.card = card")
    starts = writer.name(f"STARTS_{zone}", piece.starts)
    writer.write(1, f"({marks},) = {starts}[card]" if marks else "", "", "")
    writer.write(0, f"def copies_of_{zone}(pile):", "    copies = []", "    for piece in pile:")
    writer.write(2, f"copy = new(Piece_{zone})")
    slots: tuple[str, ...] = piece.__slots__
    writer.write(2, *[f"copy.{name} = piece.{name}" for name in ("card", *slots)])
    writer.write(2, "copies.append(copy)")
    writer.write(1, "return copies", "", "")


def _write_board(writer: Writer, zone: str, board: type[Any]) -> None:
    """What copies a board with the pieces on it."""
    writer.name(f"Board_{zone}", board)
    writer.write(0, f"def copies_on_{zone}(pile):")
    writer.write(1, f"copy = Pile_{zone}(copies_of_{zone}(pile)) if pile else Pile_{zone}()")
    writer.write(1, "copy.space = pile.space", "return copy", "", "")
    writer.write(0, f"def board_of_{zone}(lying):")
    writer.write(1, f"return Board_{zone}(zip(lying, map(copies_on_{zone}, lying.values())))", "", "")


def _write_clone(
    writer: Writer,
    zones: Sequence[Zone],
    scalars: Sequence[Counter | Value],
    rows: Mapping[str, Sequence[type[Row]]],
    heavy: Sequence[Zone],
) -> None:
    """What copies a table. What is ``heavy`` is shared with the copy, until one of the two asks for it."""
    writer.write(1, "def clone(self):", "    copy = new(Table)")
    single = [one.name for one in scalars if one.of != SEAT]
    writer.write(
        2, *[f"copy.{name} = self.{name}" for name in ("phase", "seat", "seats", "said", "shuffler", *single)]
    )
    writer.write(2, *[f"copy.{one.name} = self.{one.name}[:]" for one in scalars if one.of == SEAT])
    for zone in zones:
        name = zone.name
        kind = _kind_of(zone, rows)
        if zone in heavy:
            writer.write(2, f"lying = self.{name}", f"if lying.__class__ is {kind}:")
            writer.write(3, f"lying.__class__ = Shared_{name}")
            writer.write(2, f"elif lying.__class__ is not Shared_{name}:")
            writer.write(3, f"raise no_pile({name!r}, lying)")
            writer.write(2, f"copy.{name} = Shared_{name}(things_in(lying))")
        else:
            writer.write(2, f"lying = self.{name}", f"if lying.__class__ is not {kind}:")
            writer.write(3, f"raise no_pile({name!r}, lying)")
            writer.write(2, f"copy.{name} = {_copied(zone, rows)}")
    writer.write(2, "return copy", "")


def _write_own(writer: Writer, zone: Zone, rows: Mapping[str, Sequence[type[Row]]]) -> None:
    """What copies the things in a shared pile, or row of piles, when they are asked for."""
    name, kind = zone.name, _kind_of(zone, rows)
    writer.write(0, f"def own_{name}(lying):", f"    lying.__class__ = {kind}")
    writer.write(1, f"set_all(lying, {_things(zone, rows)})", "", "")
    writer.write(0, f"Shared_{name} = shared_type({kind}, own_{name})", "", "")


def _kind_of(zone: Zone, rows: Mapping[str, Sequence[type[Row]]]) -> str:
    """The name of the class of all that lies in a zone."""
    depth, single = len(rows[zone.name]), "Board" if zone.board else "Pile"
    return f"Row_{zone.name}_{depth - 1}" if depth else f"{single}_{zone.name}"


def _copied(zone: Zone, rows: Mapping[str, Sequence[type[Row]]]) -> str:
    """What makes the copy of all that is ``lying`` in a zone."""
    if zone.board:
        boards = f"map(board_of_{zone.name}, lying)"
        return f"{_kind_of(zone, rows)}({boards})" if rows[zone.name] else f"board_of_{zone.name}(lying)"
    kind, things = _kind_of(zone, rows), _things(zone, rows)
    return f"{kind}({things})" if rows[zone.name] else f"{kind}({things}) if lying else {kind}()"


def _things(zone: Zone, rows: Mapping[str, Sequence[type[Row]]]) -> str:
    """What copies the things in what is ``lying`` in a zone: cards, pieces, piles, or rows of piles."""
    name, depth = zone.name, len(rows[zone.name])
    pile = "pile" if depth else "lying"
    things = f"copies_of_{name}({pile})" if zone.marks else pile
    if depth:
        inside = "row" if depth > 1 else "lying"
        things = f"[Pile_{name}({things}) if pile else Pile_{name}() for pile in {inside}]"
    return f"[Row_{name}_0({things}) for row in lying]" if depth > 1 else things


def _set_all(lying: list[Any], things: list[Any]) -> None:
    """Puts other things in the place of all, whatever a pile or a row would say to that."""
    list.__setitem__(lying, slice(None), things)
