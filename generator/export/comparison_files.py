"""The files of a comparison: every changed card before and after, and sheets of what an older print lacks.

Before and after stand side by side, true to size wherever that fits.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import NamedTuple

from generator.catalog.problems import InputError, Problems
from generator.catalog.sizes import Size
from generator.catalog.writing import Finished, check_places, is_link, put_in_place, staging
from generator.export.comparison import Change, Comparison, Kind, Phrase, Picture, Row, field_phrase, rows
from generator.export.own_pages import GREY, HAIRLINE, INK, PALE, OwnPages, Piece, TextColumn
from generator.export.version import Key
from generator.layout.colour import Colour, Stroke
from generator.layout.geometry import Box, polyline, rectangle
from generator.layout.text.words import WordMaker
from generator.press.build import build, report_odd_date, reporting
from generator.press.pdf.document import Bookmark, Document
from generator.press.pdf.metadata import metadata_of
from generator.press.planning import plan_jobs
from generator.press.preflight.inspector import Preflight
from generator.press.rasterizer import Rasterizer
from generator.press.request import NumberedCard, PrintedList, PrintRequest, paper_name
from generator.press.sheet_job import SheetJob

COLOURS: Mapping[Kind, Colour] = {
    "changed": Colour(0.68, 0.40, 0.0),
    "added": Colour(0.08, 0.43, 0.24),
    "removed": Colour(0.70, 0.14, 0.14),
}
"""Dark enough for small print; the word itself stands beside them."""
TITLE, NAME, LABEL, BODY, SMALL = 20.0, 11.0, 10.0, 8.5, 7.0
"""Sizes of type, in points."""
SEPARATOR = " · "
MAX_PHRASES = 16
MAX_NAME_LENGTH = 120


def caption(row: Row, words: WordMaker, width: float, height: float, note: str = "") -> TextColumn:
    """What happened to a card. ``height`` is what there is on a page: the list is cut to fit."""
    return _fitted(lambda shown: _caption(row, words, width, shown, note), len(row.phrases), height)


def _fitted(column_of: Callable[[int], TextColumn], phrases: int, height: float) -> TextColumn:
    """A column with as many phrases as have room in it."""
    shown = min(phrases, MAX_PHRASES)
    column = column_of(shown)
    while column.height > height and shown:
        shown //= 2
        column = column_of(shown)
    return column


def _caption(row: Row, words: WordMaker, width: float, shown: int, note: str) -> TextColumn:
    column = TextColumn(words, width)
    column.add([Piece(row.kind, COLOURS[row.kind], bold=True), Piece(f" · {row.where}", GREY)], SMALL)
    column.add([Piece(_cut(row.name), bold=True)], NAME, 0.6)
    if row.note != row.name:
        column.add([Piece(row.note, GREY)], SMALL, 0.5)
    for number, phrase in enumerate(row.phrases[:shown]):
        column.add(_pieces(phrase), BODY, 0.8 if number else 2.0)
    if shown < len(row.phrases):
        column.add([Piece(f"and {len(row.phrases) - shown} more", GREY)], BODY, 0.8)
    return column.add([Piece(note, GREY)], SMALL, 2.0)


def line(row: Row, words: WordMaker, width: float) -> TextColumn:
    """The same in as few lines as it takes, for a card that looks as before."""
    pieces = [
        Piece(row.kind, COLOURS[row.kind], bold=True),
        Piece(f" · {row.where} ·", GREY),
        Piece(f" {_cut(row.name)}", bold=True),
        Piece(f" {', '.join(str(phrase) for phrase in row.phrases[:MAX_PHRASES])}"),
    ]
    return TextColumn(words, width).add(pieces, BODY)


def head(comparison: Comparison, words: WordMaker, width: float, height: float) -> TextColumn:
    """The first page's head: what is compared, and what has come of it, in so much height."""
    return _fitted(lambda shown: _head(comparison, words, width, shown), len(comparison.game), height)


def _head(comparison: Comparison, words: WordMaker, width: float, shown: int) -> TextColumn:
    column = TextColumn(words, width).add([Piece(_cut(comparison.new.game.title), bold=True)], TITLE)
    old = [Piece("before", GREY), Piece(f" {_cut(comparison.old.label)}", bold=True)]
    new = [Piece(", after", GREY), Piece(f" {_cut(comparison.new.label)}", bold=True)]
    column.add([*old, *new], LABEL, 1.0)
    column.add(_counts(comparison), LABEL, 0.8)
    for difference in comparison.game[:shown]:
        column.add([Piece("the game’s", GREY), *_pieces(field_phrase(difference), " ")], BODY, 0.8)
    return column


def running_head(comparison: Comparison, words: WordMaker, width: float) -> TextColumn:
    """The line on top of the other pages."""
    old, new = _cut(comparison.old.label, 40), _cut(comparison.new.label, 40)
    return TextColumn(words, width).add([Piece(f"before {old}, after {new}", GREY)], SMALL)


def _counts(comparison: Comparison) -> list[Piece]:
    counts = [(kind, comparison.count(kind)) for kind in COLOURS]
    changed = [Piece(f"{count} {kind}", COLOURS[kind], bold=True) for kind, count in counts if count]
    parts = [*changed, Piece(f"{comparison.as_before} as before", GREY)]
    return [parts[0], *(part._replace(text=f"{SEPARATOR}{part.text}") for part in parts[1:])]


def _pieces(phrase: Phrase, before: str = "") -> list[Piece]:
    return [Piece(f"{before}{_cut(phrase.what, 60)}", INK, bold=True), Piece(f" {phrase.how}")]


def _cut(text: str, longest: int = MAX_NAME_LENGTH) -> str:
    return text if len(text) <= longest else text[: longest - 1].rstrip() + "…"


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
MIN_PAPER = 80.0
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
    words: TextColumn
    height: float
    pictures: tuple[float, float] | None
    """Where the pictures begin."""
    scale: float


@dataclass(slots=True)
class _Book:
    """The pages so far, and how far the current one is filled."""

    comparison: Comparison
    paper: Size
    drawing: OwnPages
    pages: list[list[tuple[float, _Placed]]] = field(default_factory=lambda: [[]])
    y: float = TOP

    @property
    def width(self) -> float:
        return self.paper.width - 2 * SIDE

    @property
    def height(self) -> float:
        return self.paper.height - TOP - BOTTOM


def write_comparison(
    comparison: Comparison, paper: Size, path: Path, rasterizer: Rasterizer | None = None
) -> int:
    """Writes the PDF and returns how many pages it has; the same input gives the same bytes.

    ``rasterizer``: which draws SVG art, if it is drawn for other files too.

    Raises :class:`InputError` for paper that is too small, or a picture that can't be decoded.
    """
    if min(paper.width, paper.height) < MIN_PAPER:
        raise InputError(
            f"before and after do not fit on paper of {paper.width:g} × {paper.height:g} mm",
            hint=f"it must measure {MIN_PAPER:g} mm at least; --no-pdf does without",
        )
    game = comparison.new.game
    title = f"{game.title}: {comparison.old.label} → {comparison.new.label}"
    about = metadata_of(game, title, "What changed, before and after")
    document = Document(about, rasterizer or Rasterizer())
    book = _Book(comparison, paper, OwnPages(document))
    top = head(comparison, comparison.new.words, book.width, book.height / 2)
    book.y = EDGE + top.height + 2 * ROW_GAP
    for row in rows(comparison):
        _place(book, row)
    marks = []
    for number, placed in enumerate(book.pages, 1):
        _paint(book, placed, number, top if number == 1 else None)
        marks += [Bookmark(row.row.name, number - 1, []) for _, row in placed]
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
    book.y += placed.height + (ROW_GAP if row.size else LINE_GAP)


def _measure(book: _Book, row: Row, height: float) -> _Placed:
    """The row as it is drawn in so much height."""
    words = book.comparison.new.words
    if row.size is None:
        column = line(row, words, book.width - INDENT)
        return _Placed(row, column, column.height, None, 1.0)
    wide, high = row.size
    beside = CAPTION + GUTTER
    if beside + 2 * wide + BETWEEN <= book.width and high <= height:
        column = caption(row, words, CAPTION - INDENT, height)
        return _Placed(row, column, max(column.height, high), (beside, 0.0), 1.0)
    # Words on top, of a quarter of the height at most, and pictures as large as the rest lets them.
    column = caption(row, words, book.width - INDENT, height / 4, SCALED.format(100))
    scale = min(1.0, (book.width - BETWEEN) / 2 / wide, (height - column.height - ROW_GAP) / high)
    note = SCALED.format(100 * scale) if scale < 1 else ""
    column = caption(row, words, book.width - INDENT, height / 4, note)
    below = column.height + ROW_GAP
    return _Placed(row, column, below + scale * high, (0.0, below), scale)


def _paint(book: _Book, placed: Sequence[tuple[float, _Placed]], number: int, top: TextColumn | None) -> None:
    drawing, paper, words = book.drawing, book.paper, book.comparison.new.words
    drawing.column(top or running_head(book.comparison, words, book.width), SIDE, EDGE)
    for y, row in placed:
        _paint_row(book, row, y)
    note = Piece(f"page {number} of {len(book.pages)}", GREY)
    foot = TextColumn(words, book.width).add([note], SMALL, align="right")
    drawing.column(foot, SIDE, paper.height - EDGE - foot.height)
    drawing.end_page(paper.width, paper.height)


def _paint_row(book: _Book, placed: _Placed, y: float) -> None:
    row, drawing = placed.row, book.drawing
    height = placed.words.height if placed.pictures and placed.pictures[0] == 0 else placed.height
    drawing.surface(rectangle(Box(SIDE, y, BAR, height)), COLOURS[row.kind])
    drawing.column(placed.words, SIDE + INDENT, y)
    if row.size is None or placed.pictures is None:
        return
    x, y = SIDE + placed.pictures[0], y + placed.pictures[1]
    width, height = (placed.scale * side for side in row.size)
    after = x + width + BETWEEN
    old, new = book.comparison.old.label, book.comparison.new.label
    _paint_picture(book, row.before, Box(x, y, width, height), placed.scale, old)
    middle, half = x + width + BETWEEN / 2, y + height / 2
    arrow = ((middle - 1.5, half - 2), (middle + 1.5, half), (middle - 1.5, half + 2))
    drawing.surface(polyline(arrow, closed=True), GREY)
    _paint_picture(book, row.after, Box(after, y, width, height), placed.scale, new)


def _paint_picture(book: _Book, picture: Picture | None, room: Box, scale: float, label: str) -> None:
    drawing = book.drawing
    if picture is None:
        drawing.frame(room, EMPTY)
        column = TextColumn(book.comparison.new.words, room.width)
        column.add([Piece(f"not in {_cut(label, 40)}", GREY)], SMALL, align="center")
        drawing.column(column, room.x, room.y + (room.height - column.height) / 2)
        return
    trim = Box(room.x, room.y, scale * picture.width, scale * picture.height)
    drawing.card(picture.face.root, trim, scale)
    drawing.frame(trim, FRAME)


# Files


def sheet_jobs(comparison: Comparison, requests: Iterable[PrintRequest]) -> list[SheetJob]:
    """A job for each card list in which there is something to print: the sheets of :func:`write_files`."""
    changes = {change.shown.key: change for change in comparison.changes if change.new is not None}
    jobs: dict[str, SheetJob] = {}
    for job in (job for request in requests for job in plan_jobs(comparison.new.game, request)):
        note = f"changed since {_cut(comparison.old.label, 40)}"
        lists = [replace(part, printed=_printed(job, part, changes), note=note) for part in job.lists]
        lists = [part for part in lists if part.printed]
        if lists:
            # Pages for print on demand are the same whatever the papers, and made once.
            jobs.setdefault(job.name, replace(job, lists=tuple(lists), name=f"{FOLDER}/{SHEETS}{job.name}"))
    return list(jobs.values())


def missing_copies(change: Change, sides: Sequence[str]) -> int:
    """How many copies somebody who has the older cards must print, of whom only ``sides`` are printed.

    All of a card that is new or looks different; of one that looks as before, those that came on top.
    """
    before, now = change.copies
    if change.old is None or change.resized or any(side in change.looks for side in sides):
        return now
    return max(0, now - before)


def _printed(job: SheetJob, part: PrintedList, changes: Mapping[Key, Change]) -> tuple[NumberedCard, ...]:
    printed = []
    for number, card, _ in part.printed:
        change = changes.get(Key(part.component.id, card.id))
        copies = missing_copies(change, job.sides) if change else 0
        if copies:
            # Those that come on top are the last.
            printed.append(NumberedCard(number, replace(card, copies=copies), card.copies - copies + 1))
    return tuple(printed)


FOLDER = "changes"
"""Inside the game's output folder, so that no card list's own file can have the same name."""
PAIRS, SHEETS = "before-after-", "sheets-"
"""How the names of the two kinds of files begin."""


class ChangesFile(NamedTuple):
    """A file that was written. ``cards`` counts the copies on sheets, or the cards that are compared."""

    path: Path
    pages: int
    cards: int
    is_sheets: bool


class Files(NamedTuple):
    """What was written, and what was removed because it showed an earlier comparison."""

    written: Sequence[ChangesFile] = ()
    removed: Sequence[Path] = ()


def write_files(
    comparison: Comparison,
    requests: Sequence[PrintRequest],
    out: Path,
    problems: Problems,
    *,
    pairs: bool,
    sheets: bool,
) -> Files:
    """Writes before and after (``pairs``) and ``sheets`` of what changed, for each paper.

    If anything is wrong, nothing is written and ``problems`` has everything.
    """
    report_odd_date(problems)
    if problems.has_errors:
        return Files()
    folder = out / comparison.new.game.id / FOLDER
    with reporting(out, problems), staging(out) as unfinished:
        compared = _write_pairs(comparison, requests, folder, unfinished, problems) if pairs else []
        check_places([file.path for _, file in compared], out, problems)
        printed = _write_sheets(comparison, requests, out, problems) if sheets else []
        finished = [Finished(path, file.path) for path, file in compared]
        if not problems.has_errors and put_in_place(finished, out, problems):
            written = [*(file for _, file in compared), *printed]
            kinds = [prefix for prefix, is_asked in ((PAIRS, pairs), (SHEETS, sheets)) if is_asked]
            return Files(written, _remove_older(folder, kinds, {file.path for file in written}))
    return Files()


def _write_pairs(
    comparison: Comparison,
    requests: Sequence[PrintRequest],
    folder: Path,
    unfinished: Path,
    problems: Problems,
) -> list[tuple[Path, ChangesFile]]:
    written: list[tuple[Path, ChangesFile]] = []
    if not comparison.changes:
        return written
    with Rasterizer() as rasterizer:
        _inspect_art(comparison, Preflight.of_art(rasterizer), problems)
        if problems.has_errors:
            return written
        for number, request in enumerate(requests):
            path = unfinished / f"{PAIRS}{number}.pdf"
            pages = write_comparison(comparison, request.paper, path, rasterizer)
            name = folder / f"{PAIRS}{paper_name(request.paper)}.pdf"
            written.append((path, ChangesFile(name, pages, len(comparison.changes), is_sheets=False)))
    return written


def _inspect_art(comparison: Comparison, preflight: Preflight, problems: Problems) -> None:
    shown = [laid for change in comparison.changes for laid in (change.old, change.new) if laid is not None]
    for laid in shown:
        for face in laid.faces.values():
            problems.extend(preflight.face(laid.component, face, laid.card))


def _write_sheets(
    comparison: Comparison, requests: Sequence[PrintRequest], out: Path, problems: Problems
) -> list[ChangesFile]:
    jobs = sheet_jobs(comparison, requests)
    written = build(jobs, out, problems, lambda _: None) if jobs else []
    return [ChangesFile(file.path, file.pages, file.cards, is_sheets=True) for file in written]


def _remove_older(folder: Path, kinds: Sequence[str], written: set[Path]) -> list[Path]:
    """Files of an earlier comparison would be taken for this one's."""
    if is_link(folder) or is_link(folder.parent):
        return []
    found = sorted(path for kind in kinds for path in folder.glob(f"{kind}*.pdf") if path not in written)
    for path in found:
        path.unlink()
    if folder.is_dir() and not any(folder.iterdir()):
        folder.rmdir()
    return found
