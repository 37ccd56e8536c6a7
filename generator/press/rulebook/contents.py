"""The table of contents."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from generator.catalog.problems import Place
from generator.layout.canvas import Stroke
from generator.layout.geometry import polyline
from generator.press.rulebook.pages import Page
from generator.press.rulebook.pieces import Drawing, Heading, Patch, Piece, Words
from generator.press.rulebook.setting import Setter

FEWEST_PAGES = 5
"""A rulebook with fewer pages is looked through quicker than its contents."""
NUMBER = 9.0
"""Width of the column of page numbers, in mm."""


class Entry(NamedTuple):
    """A heading and the number of its page, from 1."""

    heading: Heading
    page: int


def entries(pages: Sequence[Page]) -> Iterator[Entry]:
    for number, page in enumerate(pages, 1):
        for placed in page:
            if placed.piece.heading is not None:
                yield Entry(placed.piece.heading, number)


def contents(setter: Setter, told: Sequence[Entry], place: Place) -> list[Piece]:
    """A line for each chapter and section, over the whole measure."""
    look = setter.look
    size = 1.38 * look.size
    head = setter.row(["Contents"], look.headline(look.heading, look.accent), size, place)
    pieces = [
        Piece(
            piece.height + 0.5 * look.em,
            piece.drawings,
            gap=1.5 * look.em,
            stays=True,
            wide=True,
            place=place,
        )
        for piece in setter.lines(head, size, setter.area.width, place)
    ]
    has_chapters = any(entry.heading.level == 1 for entry in told)
    pieces += [_line(setter, entry, place, has_chapters=has_chapters) for entry in told]
    return pieces


def _line(setter: Setter, entry: Entry, place: Place, *, has_chapters: bool) -> Piece:
    look, width = setter.look, setter.area.width
    is_chapter = entry.heading.level == 1
    indent = 0.0 if is_chapter or not has_chapters else 4.0
    style = look.text(bold=is_chapter)
    name = setter.row([entry.heading.title], style, look.size, place)
    number = setter.row([str(entry.page)], style, look.size, place)
    high = 1.5 * look.em
    top = (high - look.em) / 2
    left = setter.blocks(name, look.size, width - indent - NUMBER, place)[:1]
    right = setter.blocks(number, look.size, NUMBER, place, align="right")
    drawings = [Words(indent, top, block) for block in left] + [Words(width - NUMBER, top, b) for b in right]
    begin = indent + (left[0].ink.width if left else 0) + 2
    end = width - (right[0].ink.width if right else 0) - 2
    y = top + 0.84 * look.em
    dots = Patch(polyline(((begin, y), (end, y)), closed=False), None, Stroke(look.rule, 0.3, (0.3, 1.2)))
    shown: list[Drawing] = [*drawings, dots] if end > begin + 3 else [*drawings]
    gap = 0.5 * look.em if is_chapter else 0.0
    return Piece(high, tuple(shown), gap=gap, wide=True, place=place)
