"""Markdown's blocks as pieces: headings, paragraphs, lists, boxes, tables; and fenced blocks by name."""

from __future__ import annotations

import html
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from generator.catalog.keys import SomePart, check_part, simple
from generator.catalog.plugins import find_plugin, plugin_modules
from generator.catalog.problems import InputError, Place
from generator.catalog.suggest import did_you_mean
from generator.catalog.units import POINT
from generator.catalog.wording import quote
from generator.catalog.yaml_reader import Marked, MarkedDict, MarkedList, parse_yaml
from generator.layout.colour import Stroke
from generator.layout.geometry import Box, ellipse, polyline, rectangle
from generator.layout.text.words import Word
from generator.press.pdf.structure import HEADING, Tag
from generator.press.rulebook.pages import (
    Drawing,
    Frame,
    Heading,
    Patch,
    Piece,
    Tagged,
    TextDrawing,
    kept_together,
    pieces_tagged,
    spaced,
    stack,
    untagged,
    without_orphans,
    words_tagged,
)
from generator.press.rulebook.setting import LEADING, Content, Typesetter, content_of, mixed

if TYPE_CHECKING:
    from markdown_it.tree import SyntaxTreeNode


FENCES = "generator.press.rulebook.fenced"
"""A module for each block in the text, with its ``render``; ``title`` and ``cover`` are read before."""


class Block(NamedTuple):
    """A fenced block: its content, where it stands, and the measure it is set in."""

    content: str
    place: Place
    """Of the first line inside it."""
    x: float
    width: float
    tag: Tag | None = None
    """What it is part of; None: the document."""


def fence(
    setter: Typesetter, node: SyntaxTreeNode, x: float, width: float, tag: Tag | None = None
) -> list[Piece]:
    """The pieces of a fenced block. Raises :class:`InputError` for an unknown name."""
    words = node.info.split()
    name = words[0] if words else ""
    module = find_plugin(FENCES, name)
    if module is None:
        known = plugin_modules(FENCES)
        raise InputError(
            f"unknown block `{name}`" if name else "a block between ``` needs a name",
            hint=did_you_mean(name, known) or "there are " + ", ".join(known),
        )
    for word in words[1:]:
        if word != "wide":
            raise InputError(f"a block has no option `{word}`", hint="the only option is `wide`")
    begin = (node.map[0] if node.map else 0) + 1
    block = Block(node.content, setter.manuscript.place(begin), x, width, tag)
    pieces: list[Piece] = module.render(setter, block)
    return pieces


def text_value(value: object) -> str:
    """A value of a block that is text. Raises :class:`InputError`."""
    if isinstance(value, bool) or not isinstance(value, str | int | float) or not str(value).strip():
        raise InputError(f"expected text, got {quote(value)}")
    return str(value)


TEXT = simple(text_value)


def read_yaml(setter: Typesetter, block: Block) -> Marked | None:
    """The block's YAML with its places in the rulebook; None where it is empty."""
    # Values from the data were escaped for Markdown, which reads entities; YAML does not.
    text = html.unescape(block.content)
    if not text.strip():
        return None
    return parse_yaml("\n" * (block.place.line - 1) + text, block.place.file, setter.problems)


def read_mapping(setter: Typesetter, block: Block) -> MarkedDict:
    """The block's keys and values. Raises :class:`InputError` for a list."""
    found = read_yaml(setter, block)
    if found is None:
        return MarkedDict()
    if isinstance(found, MarkedList):
        raise InputError("expected keys and values, got a list", place=found.place)
    return found


def read_part(setter: Typesetter, part: type[SomePart], given: MarkedDict, place: Place) -> SomePart | None:
    """The mapping as a part with declared keys; None if something in it is wrong."""
    found, sound = check_part(part, given, setter.problems, place=given.place if given else place)
    return found if sound else None


def read_parts(setter: Typesetter, part: type[SomePart], block: Block) -> list[SomePart]:
    """The block's list of mappings; wrong ones are reported and left out."""
    found = read_yaml(setter, block)
    if found is None:
        return []
    if not isinstance(found, MarkedList):
        raise InputError("expected a list", place=found.place, hint="begin each entry with `- `")
    parts = []
    for number, item in enumerate(found):
        if isinstance(item, MarkedDict):
            own = read_part(setter, part, item, block.place)
            parts += [] if own is None else [own]
        else:
            setter.problems.error(f"expected keys and values, got {quote(item)}", found.place_of(number))
    return parts


TABLE_SIZE = 0.95
"""Of the text in sizes of the body."""
ACROSS, DOWN = 1.3, 0.7
"""White beside and above a cell's words, in mm."""
CELL_SLACK = 0.02
MIN_CELL = 3.0
"""Width in mm below which a column holds no words."""


class Cell(NamedTuple):
    """Words, and how they stand in their column."""

    row: list[Word]
    align: str


def table(
    setter: Typesetter,
    node: SyntaxTreeNode,
    x: float,
    width: float,
    place: Place,
    tag: Tag | None = None,
) -> list[Piece]:
    """A piece for each row. ``tag``: what the table is part of."""
    whole = Tag("Table", tag)
    kinds = {"thead": whole.inside("THead"), "tbody": whole.inside("TBody")}
    head, body = _table_rows(setter, node, "thead"), _table_rows(setter, node, "tbody")
    size = TABLE_SIZE * setter.look.size
    widths = _widths(setter, [row for _, row in head + body], width, size)
    top = [
        _table_row(setter, cells, widths, x, size, line, shade="head", tag=_row_tag(kinds["thead"], cells))
        for line, cells in head
    ]
    rows = [
        _table_row(
            setter,
            cells,
            widths,
            x,
            size,
            line,
            shade="tint" if number % 2 else "",
            tag=_row_tag(kinds["tbody"], cells),
        )
        for number, (line, cells) in enumerate(body)
    ]
    if not rows:
        return top
    rows = [replace(row, head=untagged(top[0]) if top else None) for row in rows]
    look = setter.look
    foot = Patch(polyline(((x, 0), (x + sum(widths), 0)), closed=False), None, Stroke(look.accent, 0.3))
    end = Piece(0.35 * look.em, (foot,), place=place)
    pieces = [*[replace(piece, stays=True) for piece in top], *rows]
    pieces[-1] = replace(pieces[-1], stays=True)
    if len(rows) > 2:
        # Neither the first nor the last row stands alone in a column.
        pieces[-2] = replace(pieces[-2], stays=True)
        pieces[len(top)] = replace(pieces[len(top)], stays=True)
    pieces[0] = replace(pieces[0], gap=0.8 * look.em)
    return [*pieces, end]


def _row_tag(part: Tag, cells: Sequence[Cell]) -> Tag:
    row = part.inside("TR")
    row.cells += [row.inside("TH" if part.kind == "THead" else "TD") for _ in cells]
    return row


def _table_rows(setter: Typesetter, node: SyntaxTreeNode, part: str) -> list[tuple[Place, list[Cell]]]:
    look, size = setter.look, TABLE_SIZE * setter.look.size
    fill = look.paper if part == "thead" and not look.low_ink else look.ink
    rows = []
    for section in node.children:
        for row in section.children if section.type == part else ():
            place = setter.manuscript.place(row.map[0] if row.map else 0)
            cells = []
            for cell in row.children:
                style = look.text(bold=part == "thead", fill=fill)
                tokens = cell.children[0].to_tokens()[0].children if cell.children else None
                words = setter.row(content_of(tokens or []), style, size, place)
                align = str(cell.attrs.get("style", "")).rpartition(":")[2] or "left"
                cells.append(Cell(words, align))
            rows.append((place, cells))
    return rows


def _widths(setter: Typesetter, rows: Sequence[Sequence[Cell]], width: float, size: float) -> list[float]:
    """What each column needs, and its share of what is left or lacks."""
    columns = max(len(row) for row in rows)
    white = 2 * ACROSS
    if columns * (white + MIN_CELL) > width:
        raise InputError(
            f"the table has {columns} columns, too many for {width:.0f} mm",
            hint=f"there is room for {int(width / (white + MIN_CELL))}: turn it, or split it in two",
        )
    wanted, minimum = [0.0] * columns, [0.0] * columns
    for row in rows:
        for number, cell in enumerate(row):
            wanted[number] = max(wanted[number], setter.natural_width(cell.row, size) + white + CELL_SLACK)
            longest = max([word.width for word in cell.row], default=0.0) * size * POINT
            # What fits exactly must not break because of a rounded number.
            minimum[number] = max(minimum[number], longest + white + CELL_SLACK)
    lacking = width - sum(wanted)
    if lacking >= 0:
        return [one + lacking * one / sum(wanted) for one in wanted]
    spare = width - sum(minimum)
    if spare < 0:
        return _squeezed(minimum, width)
    more = [want - need for want, need in zip(wanted, minimum, strict=True)]
    return [need + spare * extra / sum(more) for need, extra in zip(minimum, more, strict=True)]


def _squeezed(minimum: Sequence[float], width: float) -> list[float]:
    """Columns that need less than a fair share have what they need; in the others words are cut."""
    found, left = list(minimum), width
    wanting = list(range(len(minimum)))
    while small := [column for column in wanting if minimum[column] <= left / len(wanting)]:
        left -= sum(minimum[column] for column in small)
        wanting = [column for column in wanting if column not in small]
    for column in wanting:
        found[column] = left / len(wanting)
    return found


def _table_row(
    setter: Typesetter,
    cells: Sequence[Cell],
    widths: Sequence[float],
    x: float,
    size: float,
    place: Place,
    *,
    shade: str,
    tag: Tag,
) -> Piece:
    look = setter.look
    leading = LEADING * 0.95 * size * POINT
    drawings: list[Drawing] = []
    left, most = x, 1
    for cell, own, width in zip(cells, tag.cells, widths, strict=False):
        blocks = setter.blocks(cell.row, size, width - 2 * ACROSS, place, align=cell.align)
        top = DOWN + (leading - size * POINT) / 2
        drawings += [
            Tagged(own, TextDrawing(left + ACROSS, top + number * leading, block))
            for number, block in enumerate(blocks)
        ]
        most = max(most, len(blocks))
        left += width
    height = 2 * DOWN + most * leading
    if look.low_ink:
        edge = Patch(
            polyline(((x, height), (x + sum(widths), height)), closed=False), None, Stroke(look.rule, 0.2)
        )
        return Piece(height, (edge, *drawings), place=place)
    ground = {"head": look.accent, "tint": look.tint}.get(shade)
    box = rectangle(Box(x, 0, sum(widths), height))
    return Piece(height, (*([Patch(box, ground)] if ground else []), *drawings), place=place)


PARAGRAPH = 0.55
"""Space between paragraphs, in sizes of the body."""
ITEM = 0.28
DISC = 0.72
"""Radius of a step's numeral, in sizes."""
PAD = 2.2
"""Inside a box, in mm."""
BELOW_BOX = 0.5
"""Space below a box, in sizes, beyond that above what follows."""
KEPT_WHOLE = 0.3
"""A box that is lower than this share of a page is never parted."""
HEADINGS: Mapping[int, tuple[float, float, float]] = {
    1: (1.8, 1.9, 0.3),
    2: (1.38, 1.45, 0.12),
    3: (1.08, 1.0, 0.0),
}
"""By level: size, space above and space below, in sizes of the body."""
MAX_HEADING_LEVEL = 3
IN_CONTENTS = 2
TURNS = {"*": "column", "_": "page"}
NUMBERED, BULLETED = "/O /List /ListNumbering /Decimal", "/O /List /ListNumbering /Disc"
"""How the entries of a list are marked, for the structure."""


class Room(NamedTuple):
    """The measure that blocks are set in, in mm from the column's left edge."""

    x: float
    width: float
    frame: Frame | None = None
    is_outermost: bool = True
    tag: Tag | None = None
    """What the blocks are part of; None: the document."""


def blocks(setter: Typesetter, nodes: Sequence[SyntaxTreeNode], room: Room) -> list[Piece]:
    """The pieces of blocks that follow one another."""
    found: list[Piece] = []
    turn = ""
    for number, node in enumerate(nodes):
        if node.type == "hr" and node.markup[:1] in TURNS and room.is_outermost:
            turn = TURNS[node.markup[:1]]
            continue
        heads_wide = node.type == "heading" and number + 1 < len(nodes) and _is_wide(nodes[number + 1])
        pieces = _block(setter, node, room._replace(width=setter.area.width) if heads_wide else room)
        if not pieces:
            continue
        if heads_wide:
            pieces = [replace(piece, wide=True) for piece in pieces]
        if number and nodes[number - 1].type == "blockquote":
            pieces[0] = replace(pieces[0], gap=pieces[0].gap + BELOW_BOX * setter.look.em)
        if turn:
            pieces[0] = replace(pieces[0], turn=turn)
            turn = ""
        found += pieces
    return found


def _is_wide(node: SyntaxTreeNode) -> bool:
    return node.type == "fence" and "wide" in node.info.split()[1:]


def _block(setter: Typesetter, node: SyntaxTreeNode, room: Room) -> list[Piece]:
    maker = BLOCKS.get(node.type)
    place = place_of(setter, node)
    if maker is None:
        setter.problems.error(f"a rulebook can't show {node.type.replace('_', ' ')}", place)
        return []
    try:
        return [replace(piece, frame=piece.frame or room.frame) for piece in maker(setter, node, room)]
    except InputError as error:
        setter.problems.add(error, place)
        return []


def place_of(setter: Typesetter, node: SyntaxTreeNode) -> Place:
    return setter.manuscript.place(node.map[0] if node.map else 0)


def _content(node: SyntaxTreeNode) -> Content:
    tokens = node.children[0].to_tokens()[0].children if node.children else None
    return content_of(tokens or [])


def _paragraph(setter: Typesetter, node: SyntaxTreeNode, room: Room) -> list[Piece]:
    place, look = place_of(setter, node), setter.look
    lines = setter.lines(_content(node), look.text(), look.size, room.width, place, x=room.x)
    lines = pieces_tagged(lines, Tag("P", room.tag))
    return spaced(without_orphans(lines), PARAGRAPH * look.em)


def _heading(setter: Typesetter, node: SyntaxTreeNode, room: Room) -> list[Piece]:
    level = min(int(node.tag[1:]), MAX_HEADING_LEVEL)
    scale, above, below = HEADINGS[level]
    look, place = setter.look, place_of(setter, node)
    style = look.headline(look.heading, look.accent) if level < MAX_HEADING_LEVEL else look.text(bold=True)
    size = scale * look.size
    lines = setter.lines(_content(node), style, size, room.width, place, x=room.x, leading=1.12)
    if not lines:
        return []
    end = Piece(below * look.em, (), stays=True, place=place)
    if level < MAX_HEADING_LEVEL:
        thick = 0.7 if level == 1 else 0.3
        bar = polyline(((room.x, 0.5), (room.x + room.width, 0.5)), closed=False)
        end = replace(
            end, drawings=(Patch(bar, None, Stroke(look.accent, thick)),), height=below * look.em + 0.6
        )
    tag = Tag(HEADING, room.tag, level=level)
    lines = [replace(line, stays=True) for line in pieces_tagged(lines, tag)]
    if level <= IN_CONTENTS and room.is_outermost:
        lines[0] = replace(lines[0], heading=Heading(_plain(node), level))
    return [*spaced(lines, above * look.em), end]


def _plain(node: SyntaxTreeNode) -> str:
    """A heading's words alone."""
    tokens = node.children[0].to_tokens()[0].children or []
    kinds = ("text", "text_special", "code_inline")
    parts = [part for token in tokens if token.type in kinds for part in content_of([token])]
    words = [part if isinstance(part, str) else "".join(map(str, part.children)) for part in parts]
    return " ".join("".join(words).split())


def _list(setter: Typesetter, node: SyntaxTreeNode, room: Room) -> list[Piece]:
    look = setter.look
    numbered = node.type == "ordered_list"
    first = int(node.attrs.get("start", 1)) if numbered else 0
    indent = (2.3 if numbered and room.is_outermost else 1.7 if numbered else 1.15) * look.em
    inner = Room(room.x + indent, room.width - indent, room.frame, is_outermost=False)
    whole = Tag("L", room.tag, attributes=NUMBERED if numbered else BULLETED)
    pieces: list[Piece] = []
    for number, item in enumerate(node.children):
        entry = whole.inside("LI")
        label, body = entry.inside("Lbl"), entry.inside("LBody")
        own = blocks(setter, item.children, inner._replace(tag=body))
        if not own:
            continue
        marker = (
            words_tagged(_numeral(setter, first + number, room, place_of(setter, item)), label)
            if numbered
            else _bullet(setter, room, label)
        )
        own[0] = replace(own[0], drawings=(*marker, *own[0].drawings))
        gap = PARAGRAPH if number == 0 or (numbered and room.is_outermost) else ITEM
        pieces += spaced(own, gap * look.em)
    return pieces


def _bullet(setter: Typesetter, room: Room, label: Tag) -> tuple[Drawing, ...]:
    look = setter.look
    radius = 0.16 * look.em
    disc = Patch(ellipse(room.x + 0.42 * look.em, look.line / 2, radius, radius), look.accent)
    label.actual = "•"
    return (Tagged(label, disc),)


def _numeral(setter: Typesetter, number: int, room: Room, place: Place) -> tuple[Drawing, ...]:
    """A step's number: on a disc, or plain where the list lies inside something."""
    look = setter.look
    text = str(number) if room.is_outermost else f"{number}."
    fill = look.paper if room.is_outermost else look.accent
    style = look.text(bold=True, fill=fill)
    width = (2 * DISC if room.is_outermost else 1.4) * look.em
    row = setter.row([text], style, look.size, place)
    size = look.size * min(0.9, 0.95 * width / setter.natural_width(row, look.size))
    row = setter.row([text], style, size, place)
    if not room.is_outermost:
        block = setter.blocks(row, size, width, place)[0]
        return (TextDrawing(room.x, (look.line - size * POINT) / 2, block),)
    radius = DISC * look.em
    block = setter.blocks(row, size, width, place, align="center")[0]
    disc = Patch(ellipse(room.x + radius, look.line / 2, radius, radius), look.accent)
    return disc, TextDrawing(room.x, (look.line - size * POINT) / 2, block)


def _quote(setter: Typesetter, node: SyntaxTreeNode, room: Room) -> list[Piece]:
    """A box: its pieces keep a little away from its edges."""
    look = setter.look
    setter.frames += 1
    frame = Frame(setter.frames, room.x, room.width, look.tint, look.accent)
    inner = Room(
        room.x + PAD + 0.8,
        room.width - 2 * PAD - 0.8,
        frame,
        is_outermost=False,
        tag=Tag("Div", room.tag),
    )
    pieces = blocks(setter, node.children, inner)
    return framed(pieces, 1.1 * look.em, keep=stack(pieces) < KEPT_WHOLE * setter.area.height)


def framed(pieces: list[Piece], gap: float, *, keep: bool) -> list[Piece]:
    """Pieces in a box: air at its top and foot; ``keep``: it is never parted."""
    if not pieces:
        return []
    first = replace(pieces[0], pad=PAD, height=pieces[0].height + PAD, gap=gap)
    pieces = [first, *pieces[1:]]
    pieces[-1] = replace(pieces[-1], height=pieces[-1].height + PAD, stays=False)
    return kept_together(pieces) if keep else [*kept_together(pieces[:2]), *pieces[2:]]


def _rule(setter: Typesetter, node: SyntaxTreeNode, room: Room) -> list[Piece]:
    """A short line with a lozenge in its middle."""
    look, place = setter.look, place_of(setter, node)
    middle, y, reach = room.x + room.width / 2, 0.5 * look.em, min(room.width / 2, 22.0)
    pen = Stroke(mixed(look.paper, look.accent, 0.6), 0.25)
    lines = [
        Patch(polyline(((middle + side * 2.2, y), (middle + side * reach, y)), closed=False), None, pen)
        for side in (-1, 1)
    ]
    corners = ((middle, y - 1), (middle + 1, y), (middle, y + 1), (middle - 1, y))
    lozenge = Patch(polyline(corners, closed=True), look.accent)
    return [Piece(look.em, (*lines, lozenge), gap=0.8 * look.em, place=place)]


def _code(setter: Typesetter, node: SyntaxTreeNode, room: Room) -> list[Piece]:
    """Indented text: as it is written, line by line."""
    look, place = setter.look, place_of(setter, node)
    pieces: list[Piece] = []
    for line in node.content.rstrip("\n").split("\n"):
        lines = setter.lines([line or " "], look.text(), look.size, room.width - 4, place, x=room.x + 4)
        pieces += pieces_tagged(lines, Tag("P", room.tag))
    return spaced(pieces, PARAGRAPH * look.em)


def _fence(setter: Typesetter, node: SyntaxTreeNode, room: Room) -> list[Piece]:
    wide = _is_wide(node) and room.is_outermost
    width = setter.area.width if wide else room.width
    pieces = fence(setter, node, room.x, width, room.tag)
    return [replace(piece, wide=True) for piece in pieces] if wide else pieces


def _table(setter: Typesetter, node: SyntaxTreeNode, room: Room) -> list[Piece]:
    return table(setter, node, room.x, room.width, place_of(setter, node), room.tag)


Maker = Callable[[Typesetter, "SyntaxTreeNode", Room], list[Piece]]
BLOCKS: Mapping[str, Maker] = {
    "paragraph": _paragraph,
    "heading": _heading,
    "bullet_list": _list,
    "ordered_list": _list,
    "blockquote": _quote,
    "table": _table,
    "hr": _rule,
    "fence": _fence,
    "code_block": _code,
}
