"""``components``: what is in the box, with counts taken from the data."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from generator.catalog.keys import Part, optional, simple
from generator.catalog.problems import InputError, Place
from generator.catalog.units import POINT
from generator.catalog.wording import quote
from generator.layout.colour import Stroke
from generator.layout.geometry import polyline
from generator.press.pdf.structure import Tag
from generator.press.rulebook.blocks import TEXT, Block, read_parts
from generator.press.rulebook.pages import (
    Drawing,
    Moved,
    Patch,
    Piece,
    Tagged,
    TextDrawing,
    kept_together,
    pieces_tagged,
    spaced,
)
from generator.press.rulebook.setting import NOTE, Content, Typesetter, with_icons


def _count(value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        raise InputError(f"expected a whole number, got {quote(value)}")
    return value


class Entry(Part):
    """A line of the list."""

    __slots__ = ()

    component = optional(TEXT, "A component, or component/list, or a card: its copies are counted.")
    count = optional(simple(_count), "How many, for things that the data does not have.")
    name = optional(TEXT, "Default: the component's title.")
    note = optional(TEXT, "Smaller, below.")
    icon = optional(TEXT, "Before the name.")


class _Line(NamedTuple):
    number: int
    name: Content
    note: str


def render(setter: Typesetter, block: Block) -> list[Piece]:
    entries = read_parts(setter, Entry, block)
    lines = [line for line in (_line(setter, entry, block.place) for entry in entries) if line is not None]
    if not block.content.strip():
        game = setter.database.game
        lines = [_Line(setter.database.count(part.id), [part.title], "") for part in game.components]
    look = setter.look
    numbers = max((len(f"{line.number:,}") for line in lines), default=1)
    column = (0.62 * numbers + 0.7) * look.em * 1.2
    whole = Tag("L", block.tag)
    pieces = [
        _piece(setter, line, block, column, whole.inside("LI"), first=number == 0)
        for number, line in enumerate(lines)
    ]
    return spaced(kept_together(pieces[:2]) + pieces[2:], 0.5 * look.em)


def _line(setter: Typesetter, entry: Entry, place: Place) -> _Line | None:
    count, name = entry.count, entry.name
    if entry.component is not None:
        try:
            count = setter.database.count(entry.component)
        except InputError as error:
            setter.problems.add(error, place, field="component")
            return None
        titles = {part.id: part.title for part in setter.database.game.components}
        name = name or titles.get(entry.component) or entry.component.rpartition("/")[2]
    if count is None or name is None:
        setter.problems.error("say which `component`, or `count` and `name`", place)
        return None
    icon = [*with_icons(f"{{{entry.icon}}}"), " "] if entry.icon else []
    return _Line(count, [*icon, *setter.content(name, place)], entry.note or "")


def _piece(setter: Typesetter, line: _Line, block: Block, column: float, entry: Tag, *, first: bool) -> Piece:
    look = setter.look
    large = 1.2 * look.size
    number = setter.row([f"{line.number:,}"], look.text(bold=True, fill=look.accent), large, block.place)
    right = setter.blocks(number, large, column - 0.7 * look.em, block.place, align="right")
    drawings: list[Drawing] = [] if first else [_between(setter, block)]
    top = 0.25 * look.em
    middle = top + look.line / 2
    label, body = entry.inside("Lbl"), entry.inside("LBody")
    drawings += [Tagged(label, TextDrawing(block.x, middle - large * POINT / 2, one)) for one in right]
    x, width = block.x + column, block.width - column
    y = top
    named = setter.lines(line.name, look.text(bold=True), look.size, width, block.place, x=x)
    y = _add_lines(drawings, pieces_tagged(named, body.inside("P")), y)
    small = NOTE * look.size
    note = setter.content(line.note, block.place)
    noted = setter.lines(note, look.text(fill=look.quiet), small, width, block.place, x=x)
    y = _add_lines(drawings, pieces_tagged(noted, body.inside("P")), y)
    return Piece(y + top, tuple(drawings), place=block.place)


def _add_lines(drawings: list[Drawing], lines: Sequence[Piece], y: float) -> float:
    for line in lines:
        drawings += [Moved(0, y, drawing) for drawing in line.drawings]
        y += line.height
    return y


def _between(setter: Typesetter, block: Block) -> Patch:
    line = polyline(((block.x, 0), (block.x + block.width, 0)), closed=False)
    return Patch(line, None, Stroke(setter.look.rule, 0.15))
