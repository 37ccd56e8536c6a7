"""Tables: columns as wide as their words need, rows that are never parted, a head that is repeated."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from generator.catalog.problems import InputError, Place
from generator.layout.canvas import Stroke
from generator.layout.geometry import Box, polyline, rectangle
from generator.layout.text.words import Word
from generator.press.rulebook.inline import content_of
from generator.press.rulebook.look import LEADING, POINT
from generator.press.rulebook.pieces import Drawing, Patch, Piece, Words
from generator.press.rulebook.setting import Setter

if TYPE_CHECKING:
    from markdown_it.tree import SyntaxTreeNode

SIZE = 0.95
"""Of the text in sizes of the body."""
ACROSS, DOWN = 1.3, 0.7
"""White beside and above a cell's words, in mm."""
SLACK = 0.02
LEAST = 3.0
"""Width in mm below which a column holds no words."""


class Cell(NamedTuple):
    """Words, and how they stand in their column."""

    row: list[Word]
    align: str


def table(setter: Setter, node: SyntaxTreeNode, x: float, width: float, place: Place) -> list[Piece]:
    """A piece for each row."""
    head, body = _rows(setter, node, "thead"), _rows(setter, node, "tbody")
    size = SIZE * setter.look.size
    widths = _widths(setter, [row for _, row in head + body], width, size)
    top = [_row(setter, cells, widths, x, size, line, shade="head") for line, cells in head]
    rows = [
        _row(setter, cells, widths, x, size, line, shade="tint" if number % 2 else "")
        for number, (line, cells) in enumerate(body)
    ]
    if not rows:
        return top
    rows = [replace(row, head=top[0] if top else None) for row in rows]
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


def _rows(setter: Setter, node: SyntaxTreeNode, part: str) -> list[tuple[Place, list[Cell]]]:
    look, size = setter.look, SIZE * setter.look.size
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


def _widths(setter: Setter, rows: Sequence[Sequence[Cell]], width: float, size: float) -> list[float]:
    """What each column needs, and its share of what is left or lacks."""
    columns = max(len(row) for row in rows)
    white = 2 * ACROSS
    if columns * (white + LEAST) > width:
        raise InputError(
            f"the table has {columns} columns, too many for {width:.0f} mm",
            hint=f"there is room for {int(width / (white + LEAST))}: turn it, or make two of it",
        )
    wanted, least = [0.0] * columns, [0.0] * columns
    for row in rows:
        for number, cell in enumerate(row):
            wanted[number] = max(wanted[number], setter.natural_width(cell.row, size) + white + SLACK)
            longest = max([word.width for word in cell.row], default=0.0) * size * POINT
            # What fits exactly must not break because of a rounded number.
            least[number] = max(least[number], longest + white + SLACK)
    lacking = width - sum(wanted)
    if lacking >= 0:
        return [one + lacking * one / sum(wanted) for one in wanted]
    spare = width - sum(least)
    if spare < 0:
        return _squeezed(least, width)
    more = [want - need for want, need in zip(wanted, least, strict=True)]
    return [need + spare * extra / sum(more) for need, extra in zip(least, more, strict=True)]


def _squeezed(least: Sequence[float], width: float) -> list[float]:
    """Columns that need less than a fair share have what they need; in the others words are cut."""
    found, left = list(least), width
    wanting = list(range(len(least)))
    while small := [column for column in wanting if least[column] <= left / len(wanting)]:
        left -= sum(least[column] for column in small)
        wanting = [column for column in wanting if column not in small]
    for column in wanting:
        found[column] = left / len(wanting)
    return found


def _row(
    setter: Setter,
    cells: Sequence[Cell],
    widths: Sequence[float],
    x: float,
    size: float,
    place: Place,
    *,
    shade: str,
) -> Piece:
    look = setter.look
    leading = LEADING * 0.95 * size * POINT
    drawings: list[Drawing] = []
    left, most = x, 1
    for cell, width in zip(cells, widths, strict=False):
        blocks = setter.blocks(cell.row, size, width - 2 * ACROSS, place, align=cell.align)
        top = DOWN + (leading - size * POINT) / 2
        drawings += [
            Words(left + ACROSS, top + number * leading, block) for number, block in enumerate(blocks)
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
