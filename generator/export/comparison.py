"""A PDF with every changed card before and after, side by side, true to size wherever that fits."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from generator.catalog.problems import InputError
from generator.catalog.sizes import Size
from generator.export.captions import COLOURS, SMALL, caption, head, line, not_in, running_head
from generator.export.changes import Comparison
from generator.export.drawing import GREY, HAIRLINE, PALE, Column, Drawing, Piece
from generator.export.rows import Pair, Picture, Row, rows
from generator.layout.canvas import Stroke
from generator.layout.geometry import Box, polyline, rectangle
from generator.layout.text.words import WordMaker
from generator.press.pdf.canvas import PdfCanvas
from generator.press.pdf.document import Bookmark, Document, PageBoxes

SIDE, TOP, BOTTOM = 12.0, 11.5, 11.5
"""White around the rows; three poker cards fit below each other on A4."""
EDGE = 6.5
"""Where the lines at the head and foot of a page begin."""
CAPTION = 44.0
"""Width of the words beside the pictures, if these are true to size then; else they stand above."""
BAR = 0.9
INDENT = 3.0
GUTTER = 4.0
BETWEEN = 10.0
"""From before to after."""
ROW_GAP = 3.0
LINE_GAP = 2.0
SMALLEST = 80.0
"""The smallest paper on which this is of any use."""
EXACT = 1e-6
"""Lengths nearer than this are the same."""
SCALED = "shown at {:.0f} %"
FRAME = Stroke(PALE, HAIRLINE)
EMPTY = Stroke(GREY, 0.2, (2.0, 1.5))


@dataclass(frozen=True, slots=True)
class _Placed:
    """A row as it is drawn, from its own top left corner."""

    row: Row
    words: Column
    height: float
    pictures: tuple[float, float] | None
    """Where the pictures begin."""
    scale: float


@dataclass(slots=True)
class _Book:
    """The pages so far, and how far the current one is filled."""

    comparison: Comparison
    paper: Size
    document: Document
    drawing: Drawing
    pages: list[list[tuple[float, _Placed]]] = field(default_factory=lambda: [[]])
    y: float = TOP

    @property
    def width(self) -> float:
        return self.paper.width - 2 * SIDE

    @property
    def height(self) -> float:
        return self.paper.height - TOP - BOTTOM


def write_comparison(comparison: Comparison, paper: Size, path: Path) -> int:
    """Writes the PDF and returns how many pages it has; the same input gives the same bytes.

    Raises :class:`InputError` for paper that is too small, or a picture that can't be decoded.
    """
    if min(paper.width, paper.height) < SMALLEST:
        raise InputError(
            f"before and after do not fit on paper of {paper.width:g} × {paper.height:g} mm",
            hint=f"it must measure {SMALLEST:g} mm at least; --no-pdf does without",
        )
    game = comparison.new.game
    title = f"{game.title}: {comparison.old.label} → {comparison.new.label}"
    document = Document(title, game.designer or "", "What changed, before and after")
    book = _Book(comparison, paper, document, Drawing(PdfCanvas(document.resources)))
    top = head(comparison, comparison.new.words, book.width, book.height / 2)
    book.y = EDGE + top.height + 2 * ROW_GAP
    for row in rows(comparison):
        _place(book, row)
    marks = []
    for number, placed in enumerate(book.pages, 1):
        _paint(book, placed, number, top if number == 1 else None)
        marks += [Bookmark(row.row.name, number - 1) for _, row in placed]
    document.save(path, marks, duplex=None)
    return len(book.pages)


def _place(book: _Book, row: Row) -> None:
    """Puts a row below the last one, or on a new page: no row is parted."""
    left = book.paper.height - BOTTOM - book.y
    placed = _measure(book, row, book.height)
    if placed.height > left + EXACT and placed.scale < 1 and not book.pages[-1]:
        # What is scaled anyway may be so below the head too.
        placed = _measure(book, row, left)
    if placed.height > left + EXACT:
        book.pages.append([])
        book.y = TOP
    book.pages[-1].append((book.y, placed))
    book.y += placed.height + (ROW_GAP if row.pair else LINE_GAP)


def _measure(book: _Book, row: Row, height: float) -> _Placed:
    """The row as it is drawn in so much height."""
    words, pair = book.comparison.new.words, row.pair
    if pair is None:
        told = line(row, words, book.width - INDENT)
        return _Placed(row, told, told.height, None, 1.0)
    beside = CAPTION + GUTTER
    if beside + 2 * pair.width + BETWEEN <= book.width and pair.height <= height:
        told = caption(row, words, CAPTION - INDENT, height)
        return _Placed(row, told, max(told.height, pair.height), (beside, 0.0), 1.0)
    return _above(row, pair, words, Box(0, 0, book.width, height))


def _above(row: Row, pair: Pair, words: WordMaker, room: Box) -> _Placed:
    """Words on top, of a quarter of the height at most, and pictures as large as the rest lets them."""
    width = room.width - INDENT
    told = caption(row, words, width, room.height / 4, SCALED.format(100))
    high = room.height - told.height - ROW_GAP
    scale = min(1.0, (room.width - BETWEEN) / 2 / pair.width, high / pair.height)
    told = caption(row, words, width, room.height / 4, SCALED.format(100 * scale) if scale < 1 else "")
    below = told.height + ROW_GAP
    return _Placed(row, told, below + scale * pair.height, (0.0, below), scale)


def _paint(book: _Book, placed: Sequence[tuple[float, _Placed]], number: int, top: Column | None) -> None:
    drawing, paper, words = book.drawing, book.paper, book.comparison.new.words
    if top is not None:
        drawing.column(top, SIDE, EDGE)
    else:
        drawing.column(running_head(book.comparison, words, book.width), SIDE, EDGE)
    for y, row in placed:
        _paint_row(book, row, y)
    foot = Column(words, book.width)
    foot.add([Piece(f"page {number} of {len(book.pages)}", GREY)], SMALL, align="right")
    drawing.column(foot, SIDE, paper.height - EDGE - foot.height)
    sheet = (0.0, 0.0, paper.width, paper.height)
    book.document.add_page([drawing.taken()], PageBoxes(paper.width, paper.height, sheet, sheet))


def _paint_row(book: _Book, placed: _Placed, y: float) -> None:
    row, drawing = placed.row, book.drawing
    height = placed.words.height if placed.pictures and placed.pictures[0] == 0 else placed.height
    drawing.surface(rectangle(Box(SIDE, y, BAR, height)), COLOURS[row.kind])
    drawing.column(placed.words, SIDE + INDENT, y)
    if row.pair is None or placed.pictures is None:
        return
    x, y = SIDE + placed.pictures[0], y + placed.pictures[1]
    width, height = placed.scale * row.pair.width, placed.scale * row.pair.height
    after = x + width + BETWEEN
    old, new = book.comparison.old.label, book.comparison.new.label
    _paint_picture(book, row.pair.before, Box(x, y, width, height), placed.scale, old)
    _paint_arrow(drawing, x + width + BETWEEN / 2, y + height / 2)
    _paint_picture(book, row.pair.after, Box(after, y, width, height), placed.scale, new)


def _paint_picture(book: _Book, picture: Picture | None, room: Box, scale: float, label: str) -> None:
    drawing = book.drawing
    if picture is None:
        drawing.frame(room, EMPTY)
        told = not_in(label, book.comparison.new.words, room.width)
        drawing.column(told, room.x, room.y + (room.height - told.height) / 2)
        return
    trim = Box(room.x, room.y, scale * picture.width, scale * picture.height)
    drawing.card(picture.face.root, trim, scale)
    drawing.frame(trim, FRAME)


def _paint_arrow(drawing: Drawing, x: float, y: float) -> None:
    drawing.surface(polyline(((x - 1.5, y - 2), (x + 1.5, y), (x - 1.5, y + 2)), closed=True), GREY)
