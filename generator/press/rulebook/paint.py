"""Draws a rulebook's pages."""

from __future__ import annotations

from collections.abc import Iterator

from generator.layout.canvas import Stroke
from generator.layout.geometry import Box, polyline, rectangle
from generator.layout.text.fit import TextBox, fit
from generator.layout.text.words import Style, WordMaker
from generator.press.pdf.canvas import PdfCanvas
from generator.press.rulebook.book import Book
from generator.press.rulebook.look import NOTE, mixed
from generator.press.rulebook.pages import Page, Placed
from generator.press.rulebook.pieces import Frame, Moved, Patch, Words

CORNER = 1.2
BAR = 0.9
"""At the left of a box, in mm."""
FOOTER = 6.0
"""From the text's end to the footer, in mm."""


def paint_page(book: Book, number: int, canvas: PdfCanvas, words: WordMaker, footer: str) -> None:
    """Draws a page (from 0), in mm from its top left corner."""
    page = book.pages[number]
    if book.look.paper != (1, 1, 1):
        canvas.shape(rectangle(Box(0, 0, book.page.width, book.page.height)), book.look.paper, None)
    for frame, box in _boxes(page):
        _paint_box(canvas, frame, box, thin=book.look.low_ink)
    for placed in page:
        for drawing in placed.piece.drawings:
            Moved(placed.x, placed.y + placed.piece.pad, drawing).draw(canvas)
    if number not in book.bare:
        _paint_footer(book, number, canvas, words, footer)


def _boxes(page: Page) -> Iterator[tuple[Frame, Box]]:
    """The boxes behind framed pieces: one for each stretch of a frame in a column."""
    open_: list[Placed] = []
    for placed in [*page, None]:
        if open_ and (
            placed is None or placed.piece.frame != open_[-1].piece.frame or placed.x != open_[-1].x
        ):
            frame, first, last = open_[0].piece.frame, open_[0], open_[-1]
            if frame is not None:
                high = last.y + last.piece.height - first.y
                yield frame, Box(first.x + frame.x, first.y, frame.width, high)
            open_ = []
        if placed is not None:
            open_.append(placed)


def _paint_box(canvas: PdfCanvas, frame: Frame, box: Box, *, thin: bool) -> None:
    outline = rectangle(box, CORNER, CORNER)
    if thin:
        Patch(outline, None, Stroke(frame.edge, 0.2)).draw(canvas)
        return
    canvas.shape(outline, frame.fill, None)
    canvas.open_group(None, outline, 1)
    canvas.shape(rectangle(Box(box.x, box.y, BAR, box.height)), frame.edge, None)
    canvas.close_group()


def _paint_footer(book: Book, number: int, canvas: PdfCanvas, words: WordMaker, text: str) -> None:
    look, area = book.look, book.area
    y = area.y + area.height + FOOTER - 2
    line = polyline(((area.x, y), (area.x + area.width, y)), closed=False)
    canvas.shape(line, None, Stroke(mixed(look.paper, look.accent, 0.4), 0.2))
    size = NOTE * 0.95 * look.size
    # The number stands at the outer edge, where one looks for it when leafing through.
    sides = ("right", "left") if number % 2 == 0 else ("left", "right")
    for content, align, bold in ((str(number + 1), sides[0], True), (text, sides[1], False)):
        style = look.text(bold=bold, fill=look.quiet)
        small_text(canvas, words, content, style, size, Box(area.x, y + 1.3, area.width, 0), align)


def small_text(
    canvas: PdfCanvas, words: WordMaker, text: str, style: Style, size: float, box: Box, align: str
) -> None:
    """A line in a box without height."""
    row = words.words([text], style, size)
    cap = style.family.file(bold=False, italic=False).cap_height
    least = min(size, 5.5)
    fitted = fit(row, TextBox(0, 0, box.width, None, size, least, None, align, "top", False), cap, words)
    Words(box.x, box.y, fitted.block).draw(canvas)
