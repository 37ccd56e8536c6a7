"""What is written in Python for one game when it is opened, and compiled once: here, the class of its tables.

What every move needs would otherwise be looked up by name each time. ``gatepress rules show`` prints it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from generator.rules.kit.cards import Piece, PiecePile, Pile, Row, no_pile
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
    pieces = {name: pile.piece for name, pile in piles.items() if issubclass(pile, PiecePile)}
    writer = Writer(Base=base, new=object.__new__, no_pile=no_pile)
    for name, piece in pieces.items():
        _write_piece(writer, name, piece, piles[name])
    for name, board in boards.items():
        _write_board(writer, name, board)
    writer.write(0, "class Table(Base):", f"    __slots__ = {names!r}", "")
    _write_clone(writer, zones, scalars, piles, rows, boards)
    _write_ranges(writer, scalars)
    written = writer.compiled()
    for name, piece in pieces.items():
        for inside, what in (("__init__", "begin"), ("clone", "copy_of")):
            setattr(piece, inside, written[f"{what}_{name}"])
    kind: type[Any] = written["Table"]
    kind._source = writer.source
    return kind


def _write_piece(writer: Writer, zone: str, piece: type[Piece], pile: type[Pile]) -> None:
    """What makes a piece of a card, and what copies a piece, and a pile of them."""
    marks = ", ".join(f"piece.{mark}" for mark in piece.marks)
    writer.write(0, f"def begin_{zone}(piece, card):", "    piece.card = card")
    starts = writer.name(f"STARTS_{zone}", piece.starts)
    writer.write(1, f"({marks},) = {starts}[card]" if marks else "", "", "")
    writer.write(0, f"def copy_of_{zone}(piece):", f"    copy = new({writer.name(f'Piece_{zone}', piece)})")
    slots: tuple[str, ...] = piece.__slots__
    writer.write(1, *[f"copy.{name} = piece.{name}" for name in ("card", *slots)])
    writer.write(1, "return copy", "", "")
    kind = writer.name(f"Pile_{zone}", pile)
    writer.write(0, f"def copies_of_{zone}(pile):")
    writer.write(1, f"return {kind}(map(copy_of_{zone}, pile)) if pile else {kind}()", "", "")


def _write_board(writer: Writer, zone: str, board: type[Any]) -> None:
    """What copies a board with the pieces on it."""
    kind = writer.name(f"Pile_{zone}", board.kind)
    writer.write(0, f"def copies_on_{zone}(pile):")
    writer.write(1, f"copy = {kind}(map(copy_of_{zone}, pile)) if pile else {kind}()")
    writer.write(1, "copy.space = pile.space", "return copy", "", "")
    whole = writer.name(f"Board_{zone}", board)
    writer.write(0, f"def board_of_{zone}(lying):")
    writer.write(1, f"return {whole}(zip(lying, map(copies_on_{zone}, lying.values())))", "", "")


def _write_clone(
    writer: Writer,
    zones: Sequence[Zone],
    scalars: Sequence[Counter | Value],
    piles: Mapping[str, type[Pile]],
    rows: Mapping[str, Sequence[type[Row]]],
    boards: Mapping[str, type[Any]],
) -> None:
    writer.write(1, "def clone(self):", "    copy = new(Table)")
    single = [one.name for one in scalars if one.of != SEAT]
    writer.write(2, *[f"copy.{name} = self.{name}" for name in ("phase", "seat", "seats", "said", *single)])
    writer.write(2, *[f"copy.{one.name} = self.{one.name}[:]" for one in scalars if one.of == SEAT])
    writer.write(2, "copy.shuffler = self.shuffler.clone()")
    for zone in zones:
        name = zone.name
        pile = kind = writer.name(f"Pile_{name}", piles[name])
        if name in boards:
            pile, kind = f"board_of_{name}", writer.name(f"Board_{name}", boards[name])
        elif zone.marks:
            pile = f"copies_of_{name}"
        copied = f"{pile}(lying)"
        for depth, row in enumerate(rows[name]):
            kind = writer.name(f"Row_{name}_{depth}", row)
            inner = f"[Row_{name}_0(map({pile}, row)) for row in lying]"
            copied = f"{kind}({inner if depth else f'map({pile}, lying)'})"
        writer.write(2, f"lying = self.{name}", f"if lying.__class__ is not {kind}:")
        writer.write(2, f"    raise no_pile({name!r}, lying)", f"copy.{name} = {copied}")
    writer.write(2, "return copy", "")


def _write_ranges(writer: Writer, scalars: Sequence[Counter | Value]) -> None:
    writer.write(1, "def out_of_range(self):")
    for one in sorted(scalars, key=lambda one: one.of == SEAT):
        if isinstance(one, Counter):
            is_wrong = f"one.__class__ is not int or not {one.min} <= one <= {one.max}"
        else:
            is_wrong = f"one not in {writer.literal(f'AMONG_{one.name}', tuple(one.among))}"
        is_of_seats = one.of == SEAT
        writer.write(2, f"for one in self.{one.name}:" if is_of_seats else f"one = self.{one.name}")
        writer.write(2 + is_of_seats, f"if {is_wrong}:", f"    return self._told({one.name!r}, one)")
    writer.write(2, "return None")
