"""Prints a rulebook into a file."""

from __future__ import annotations

from pathlib import Path

from generator.catalog.problems import InputError, Problems
from generator.catalog.sizes import Size
from generator.layout.canvas import Stroke
from generator.layout.faces import FaceRenderer
from generator.layout.geometry import Box, Matrix, polyline
from generator.press.pdf.canvas import PdfCanvas
from generator.press.pdf.document import Bookmark, Document, PageBoxes
from generator.press.preflight.inspector import Preflight
from generator.press.printing import Sheets
from generator.press.rulebook.book import Book, lay_out
from generator.press.rulebook.job import BookJob
from generator.press.rulebook.paint import paint_page, small_text
from generator.press.rulebook.sheets import Side, first_sides, folded, single_pages
from generator.press.sheets import BLACK, HAIRLINE

TICK = 4.0
AWAY = 1.0
"""Length of a mark, and how far it keeps from the page, in mm."""
NOTE = "Print on both sides at 100 %, turned over the short edge. Lay the sheets into one another and fold."
NOTE_SIZE = 5.5


def print_book(
    job: BookJob, renderer: FaceRenderer, preflight: Preflight, path: Path, problems: Problems
) -> Sheets | None:
    """Lays out and paints a rulebook into the file ``path``; None if something is wrong."""
    before = len(problems.found)
    book = lay_out(job, renderer, preflight, problems)
    if book is None or problems.has_errors:
        return None
    found = tuple(problems.found[before:])
    is_booklet = job.rulebook.form == "booklet"
    paper = job.paper.turned("landscape") if is_booklet else job.paper
    lay = folded if is_booklet else single_pages
    sides = lay(len(book.pages), book.page, paper)
    game = job.game
    document = Document(
        f"{game.title}: rules", game.designer or "", f"version {game.version}, content {book.digest}"
    )
    _paint(job, book, renderer, document, sides, paper)
    on = first_sides(sides)
    marks = [Bookmark(entry.heading.title, on[entry.page - 1]) for entry in book.contents]
    try:
        document.save(path, marks, duplex="short" if is_booklet else "long")
    except InputError as error:
        problems.extend([error.at(game.place_of("rulebook"))])
        return None
    return Sheets(path, len(sides), 0, book.digest, found)


def _paint(
    job: BookJob, book: Book, renderer: FaceRenderer, document: Document, sides: list[Side], paper: Size
) -> None:
    canvas = PdfCanvas(document.resources)
    footer = f"{job.game.title} · rules {job.game.version}"
    for number, side in enumerate(sides):
        for laid in side.pages:
            canvas.open_group(Matrix(e=laid.x, f=laid.y), None, 1)
            paint_page(book, laid.page, canvas, renderer.words, footer)
            canvas.close_group()
        _paint_marks(canvas, side, paper)
        if side.fold is not None and number == 0:
            _paint_note(canvas, book, renderer, paper)
        content, canvas.written = "\n".join(canvas.written), []
        trim = side.trim
        edges = (trim.x, trim.y, trim.right, trim.bottom)
        document.add_page([content], PageBoxes(paper.width, paper.height, edges, edges))


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
    box = Box(8, paper.height - 7, paper.width / 2 - 16, 0)
    small_text(canvas, renderer.words, NOTE, style, NOTE_SIZE, box, "center")
