"""Prints a rulebook: its pages on sheets, one to a side or in pairs that are folded into a booklet."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

from generator.catalog.problems import InputError
from generator.catalog.sizes import Size
from generator.layout.colour import Stroke
from generator.layout.faces import FaceRenderer
from generator.layout.geometry import Box, Matrix, mirroring, polyline, rectangle
from generator.layout.text.block import PlacedIcon, Span, TextBlock
from generator.layout.text.fit import TextBox, fit
from generator.layout.text.words import Style, WordMaker
from generator.press.calibration import correcting
from generator.press.inks import SCREEN, Inks
from generator.press.job import Sheets, cannot_print
from generator.press.overlay import BLACK
from generator.press.pdf.canvas import PdfCanvas
from generator.press.pdf.document import Bookmark, Document, PageBoxes
from generator.press.pdf.metadata import metadata_of
from generator.press.pdf.resources import concat
from generator.press.pdf.structure import FIGURE, Note, Tag, Tagger, spoken
from generator.press.reading import in_order, said_for
from generator.press.rulebook.book import (
    BegunBook,
    Book,
    Edition,
    folding_note,
    footer_of,
    lay_out_begun,
    title_of,
)
from generator.press.rulebook.pages import Drawing, Frame, Moved, Page, Patch, Placed, Tagged, TextDrawing
from generator.press.rulebook.setting import NOTE, WHITE, mixed
from generator.press.sheets import HAIRLINE

PAPER_THICKNESS = 0.1
"""Millimetres: office paper of 80 g/m²."""
PER_SHEET = 4


class Laid(NamedTuple):
    """A page (from 0) and its top left corner on the sheet, in mm."""

    page: int
    x: float
    y: float


class Side(NamedTuple):
    """One side of a sheet."""

    pages: tuple[Laid, ...]
    trim: Box
    """Around all its pages."""
    fold: float | None
    """Where the sheet is folded, in mm from its left edge."""


def single_pages(count: int, page: Size, paper: Size) -> list[Side]:
    """One page in the middle of each side."""
    x, y = (paper.width - page.width) / 2, (paper.height - page.height) / 2
    return [Side((Laid(number, x, y),), Box(x, y, page.width, page.height), None) for number in range(count)]


def folded(count: int, page: Size, paper: Size, *, is_rtl: bool = False) -> list[Side]:
    """Pairs of pages; printed on both sides, laid into one another and folded, they are in order.

    ``is_rtl``: whether the book is bound at its right.
    """
    middle, y = paper.width / 2, (paper.height - page.height) / 2
    trim = Box(middle - page.width, y, 2 * page.width, page.height)
    sides = []
    for sheet, pair in enumerate_pairs(count):
        inwards = creep(sheet)
        left, right = reversed(pair) if is_rtl else pair
        places = ((left, middle - page.width + inwards), (right, middle - inwards))
        laid = tuple(Laid(number - 1, x, y) for number, x in places if number <= count)
        sides.append(Side(laid, trim, middle))
    return sides


def enumerate_pairs(count: int) -> Iterator[tuple[int, tuple[int, int]]]:
    """For each side of each sheet, the outermost first: the sheet's number and its two pages, from 1."""
    total = -(-count // PER_SHEET) * PER_SHEET
    for sheet in range(total // PER_SHEET):
        yield sheet, (total - 2 * sheet, 2 * sheet + 1)
        yield sheet, (2 * sheet + 2, total - 2 * sheet - 1)


def creep(sheet: int) -> float:
    """How far the pages of a sheet lie nearer to the fold than those of the outermost one, in mm.

    Each sheet runs around the fold of those inside it: half a circle of the paper's thickness.
    """
    return sheet * PAPER_THICKNESS * math.pi / 2


def first_sides(sides: Sequence[Side]) -> dict[int, int]:
    """The number of the side that each page is on."""
    return {laid.page: number for number, side in enumerate(sides) for laid in side.pages}


CORNER = 1.2
BAR = 0.9
"""At the left of a box, in mm."""
FOOTER = 6.0
"""From the text's end to the footer, in mm."""


@dataclass(slots=True)
class TaggedPen:
    """Draws what a piece draws, and says what it is."""

    canvas: PdfCanvas
    tagger: Tagger = field(default_factory=Tagger)
    x: float = 0.0
    y: float = 0.0
    """Where the book's page lies on the sheet."""
    mirror: Matrix | None = None
    """Of a book that is read from right to left: exchanges left and right of its page."""

    def begin(self, tag: Tag | None, box: Box | None = None) -> None:
        self.tagger.begin(tag, self.canvas.written, box)

    def draw(self, drawing: Drawing, x: float, y: float, tag: Tag | None = None) -> None:
        """Draws at a point of the page; what has no tag, of its own or around it, is not read aloud."""
        if isinstance(drawing, Moved):
            self.draw(drawing.drawing, x + drawing.x, y + drawing.y, tag)
            return
        if isinstance(drawing, Tagged):
            self.draw(drawing.drawing, x, y, drawing.tag)
            return
        is_mirrored = self.mirror is not None and isinstance(drawing, Patch)
        if self.mirror is not None and not is_mirrored:
            box = drawing.box
            x = rectangle(box._replace(x=x + box.x)).moved(self.mirror).box().x - box.x
        shown = drawing.box if tag is not None and tag.kind == FIGURE else None
        place = shown and Box(self.x + x + shown.x, self.y + y + shown.y, shown.width, shown.height)
        self.begin(tag, place)
        if is_mirrored:
            self.behind(lambda: Moved(x, y, drawing).draw(self.canvas))
        elif not isinstance(drawing, TextDrawing):
            Moved(x, y, drawing).draw(self.canvas)
        elif tag is None or tag.kind == FIGURE or not drawing.block.icons:
            drawing._replace(x=x + drawing.x, y=y + drawing.y).draw(self.canvas)
        else:
            self._draw_line(drawing.block, x + drawing.x, y + drawing.y)

    def behind(self, draw: Callable[[], None]) -> None:
        """Draws shapes, which may be seen from behind, where the page has them."""
        if self.mirror is None:
            draw()
            return
        self.canvas.open_group(self.mirror, None, 1)
        draw()
        self.canvas.close_group()

    def _draw_line(self, block: TextBlock, x: float, y: float) -> None:
        """A line with icons, each where it is read, and as a word."""
        canvas = self.canvas
        canvas.open_group(Matrix(e=x, f=y), None, 1)
        for is_icon, marks in groupby(in_order(block), lambda mark: isinstance(mark, PlacedIcon)):
            if not is_icon:
                spans = tuple(mark for mark in marks if isinstance(mark, Span))
                canvas.text(block._replace(spans=spans, icons=(), rules=()))
                continue
            for mark in marks:
                assert isinstance(mark, PlacedIcon)
                canvas.written.append(spoken(said_for(mark.icon)))
                canvas.text(block._replace(spans=(), icons=(mark,), rules=()))
                canvas.written.append("EMC")
        if block.rules:
            canvas.text(block._replace(spans=(), icons=()))
        canvas.close_group()


def paint_page(book: Book, number: int, pen: TaggedPen, words: WordMaker, footer: str) -> None:
    """Draws a page (from 0), in mm from its top left corner."""
    page, canvas = book.pages[number], pen.canvas
    pen.begin(None)
    if book.look.paper != WHITE:
        canvas.shape(rectangle(Box(0, 0, book.page.width, book.page.height)), book.look.paper, None)
    pen.mirror = mirroring(book.page.width / 2) if words.direction == "rtl" else None
    for frame, box in _boxes(page):
        pen.behind(partial(_paint_box, canvas, frame, box, thin=book.look.low_ink))
    for placed in page:
        for drawing in placed.piece.drawings:
            pen.draw(drawing, placed.x, placed.y + placed.piece.pad)
    pen.begin(None)
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
    is_right = (number % 2 == 0) != (words.direction == "rtl")
    sides = ("right", "left") if is_right else ("left", "right")
    for content, align, bold in ((str(number + 1), sides[0], True), (text, sides[1], False)):
        style = look.text(bold=bold, fill=look.quiet)
        small_text(canvas, words, content, style, size, Box(area.x, y + 1.3, area.width, 0), align)


def small_text(
    canvas: PdfCanvas, words: WordMaker, text: str, style: Style, size: float, box: Box, align: str
) -> None:
    """A line in a box without height."""
    row = words.words([text], style, size)
    cap = style.family.file(bold=False, italic=False).cap_height
    minimum = min(size, 5.5)
    fitted = fit(row, TextBox(0, 0, box.width, None, size, minimum, None, align, "top", False), cap, words)
    TextDrawing(box.x, box.y, fitted.block).draw(canvas)


TICK = 4.0
AWAY = 1.0
"""Length of a mark, and how far it keeps from the page, in mm."""
NOTE_SIZE = 5.5


def print_book(
    edition: Edition,
    begun: BegunBook,
    path: Path,
    before: int,
    inks: Inks = SCREEN,
    max_dpi: int | None = None,
) -> Sheets | None:
    """Lays out and paints a rulebook into the file ``path``; None if something is wrong.

    ``before``: how many problems there were when it was begun.
    """
    setter = begun.setter
    renderer, preflight, problems = setter.renderer, setter.preflight, setter.problems
    if cannot_print(problems):
        preflight.rasterizer.draft = True
    book = lay_out_begun(edition, begun, before)
    if book is None or problems.has_errors:
        return None
    found = tuple(problems.found[before:])
    is_booklet = edition.rulebook.form == "booklet" and not edition.is_apart
    paper = edition.paper.turned("landscape") if is_booklet else edition.paper
    if edition.is_apart:
        paper = book.page
    game, count = edition.game, len(book.pages)
    if is_booklet:
        sides = folded(count, book.page, paper, is_rtl=game.direction == "rtl")
    else:
        sides = single_pages(count, book.page, paper)
    about = metadata_of(game, title_of(game), f"version {game.version}, content {book.digest}")
    document = Document(about, preflight.rasterizer, inks, max_dpi)
    on = first_sides(sides)
    marks = [Bookmark(entry.heading.title, on[entry.page - 1], []) for entry in book.contents]
    try:
        notes = _paint(edition, book, renderer, document, sides, paper)
        document.save(path, marks, duplex="short" if is_booklet else "long", structure=notes)
    except InputError as error:
        problems.add(error, game.place_of("rulebook"))
        return None
    return Sheets(path, len(sides), 0, book.digest, found, paper)


def _paint(
    edition: Edition, book: Book, renderer: FaceRenderer, document: Document, sides: list[Side], paper: Size
) -> list[Note]:
    """Draws all sides; gives what each stretch of them is."""
    canvas = PdfCanvas(document.resources)
    pen = TaggedPen(canvas)
    back = edition.two_sided
    moved = None if back is None or back.correction is None else correcting(back.correction, paper)
    footer = footer_of(edition.game)
    for number, side in enumerate(sides):
        pen.tagger.turn(number, canvas.written)
        for laid in side.pages:
            pen.x, pen.y, pen.tagger.book_page = laid.x, laid.y, laid.page
            canvas.open_group(Matrix(e=laid.x, f=laid.y), None, 1)
            paint_page(book, laid.page, pen, renderer.words, footer)
            pen.tagger.close(canvas.written)
            canvas.close_group()
        pen.begin(None)
        _paint_marks(canvas, side, paper)
        if side.fold is not None and number == 0:
            _paint_note(canvas, book, renderer, paper)
        pen.tagger.close(canvas.written)
        content, canvas.written = "\n".join(canvas.written), []
        trim = side.trim
        edges = (trim.x, trim.y, trim.right, trim.bottom)
        placed = [content] if moved is None or number % 2 == 0 else [concat(moved), content]
        document.add_page(placed, PageBoxes(paper.width, paper.height, edges, edges))
    return pen.tagger.notes


def _paint_marks(canvas: PdfCanvas, side: Side, paper: Size) -> None:
    """Ticks at the corners of a page that is smaller than the paper, and at the fold."""
    trim = side.trim
    lines: list[tuple[float, float, float, float]] = []
    if side.fold is not None:
        lines += [(side.fold, y, side.fold, y + out * TICK) for y, out in ((0.0, 1), (paper.height, -1))]
    if _has_room(trim, paper):
        near, far = AWAY, AWAY + TICK
        for y, out in ((trim.y, -1), (trim.bottom, 1)):
            lines += [(x, y + out * near, x, y + out * far) for x in (trim.x, trim.right)]
        for x, out in ((trim.x, -1), (trim.right, 1)):
            lines += [(x + out * near, y, x + out * far, y) for y in (trim.y, trim.bottom)]
    for x1, y1, x2, y2 in lines:
        canvas.shape(polyline(((x1, y1), (x2, y2)), closed=False), None, Stroke(BLACK, HAIRLINE))


def _has_room(trim: Box, paper: Size) -> bool:
    return min(trim.x, trim.y, paper.width - trim.right, paper.height - trim.bottom) > AWAY + TICK


def _paint_note(canvas: PdfCanvas, book: Book, renderer: FaceRenderer, paper: Size) -> None:
    """How to print it: at the foot of the back cover's side."""
    style = book.look.text(fill=book.look.quiet)
    box = Box(8, paper.height - 6.2, paper.width / 2 - 16, 0)
    small_text(canvas, renderer.words, folding_note(renderer.game), style, NOTE_SIZE, box, "center")
