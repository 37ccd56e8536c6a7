"""What pages are made of, pieces that are never parted, and how they flow into columns and pages."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple, Protocol

from generator.catalog.problems import Place
from generator.layout.colour import Colour, Stroke
from generator.layout.elements.card import Card
from generator.layout.geometry import Box, Matrix, Outline, rectangle
from generator.layout.text.block import TextBlock
from generator.press.pdf.canvas import PdfCanvas
from generator.press.pdf.structure import Tag


class Drawing(Protocol):
    """Something that a piece draws, in mm from the piece's top left corner."""

    def draw(self, canvas: PdfCanvas) -> None: ...

    @property
    def box(self) -> Box:
        """Around what is drawn."""


class TextDrawing(NamedTuple):
    """A fitted text at a point."""

    x: float
    y: float
    block: TextBlock

    def draw(self, canvas: PdfCanvas) -> None:
        canvas.open_group(Matrix(e=self.x, f=self.y), None, 1)
        canvas.text(self.block)
        canvas.close_group()

    @property
    def box(self) -> Box:
        return _moved(self.block.ink, self.x, self.y)


class Patch(NamedTuple):
    """A filled or stroked shape."""

    outline: Outline
    fill: Colour | None
    stroke: Stroke | None = None

    def draw(self, canvas: PdfCanvas) -> None:
        canvas.shape(self.outline, self.fill, self.stroke)

    @property
    def box(self) -> Box:
        return self.outline.box()


class Picture(NamedTuple):
    """A laid out face or diagram, moved by ``matrix`` and cut to ``trim`` (both as on the piece)."""

    root: Card
    matrix: Matrix
    trim: Outline | None

    def draw(self, canvas: PdfCanvas) -> None:
        canvas.open_group(None, self.trim, 1)
        canvas.open_group(self.matrix, None, 1)
        canvas.element(self.root)
        canvas.close_group()
        canvas.close_group()

    @property
    def box(self) -> Box:
        if self.trim is not None:
            return self.trim.box()
        return rectangle(Box(0, 0, self.root.width or 0, self.root.height or 0)).moved(self.matrix).box()


class Frame(NamedTuple):
    """A box around the pieces that have this very frame; where it breaks, each part gets a box."""

    number: int
    x: float
    width: float
    fill: Colour
    edge: Colour


class Heading(NamedTuple):
    """What the contents and bookmarks say; 1 is a chapter."""

    title: str
    level: int


@dataclass(frozen=True, slots=True)
class Piece:
    """A line of text, a row of a table, a picture. Lengths in mm."""

    height: float
    drawings: tuple[Drawing, ...] = ()
    gap: float = 0.0
    """The space above it; none at the top of a column."""
    pad: float = 0.0
    """How much of the height lies above what is drawn."""
    stays: bool = False
    """Whether the next piece must stand in the same column."""
    frame: Frame | None = None
    head: Piece | None = None
    """What is drawn above it where it begins a column: the head of its table."""
    turn: str = ""
    """Where it begins, if not below the piece before: on a new ``column`` or ``page``."""
    wide: bool = False
    """Whether it reaches over all columns."""
    heading: Heading | None = None
    place: Place | None = None


def stack(pieces: Sequence[Piece]) -> float:
    """How high pieces are below each other, the first at the top of a column."""
    return sum(piece.height + piece.gap for piece in pieces) - (pieces[0].gap if pieces else 0.0)


def kept_together(pieces: Sequence[Piece]) -> list[Piece]:
    return [replace(piece, stays=True) for piece in pieces[:-1]] + list(pieces[-1:])


def without_orphans(lines: Sequence[Piece]) -> list[Piece]:
    """A paragraph's lines: neither its first nor its last one stands alone."""
    last = len(lines) - 1
    return [
        replace(line, stays=number in (0, last - 1) and number != last) for number, line in enumerate(lines)
    ]


def merged(pieces: Sequence[Piece]) -> Piece:
    """One piece of several below each other."""
    drawings: list[Drawing] = []
    y = 0.0
    for number, piece in enumerate(pieces):
        y += piece.gap if number else 0.0
        drawings += [Moved(0.0, y + piece.pad, drawing) for drawing in piece.drawings]
        y += piece.height
    first = pieces[0]
    return replace(first, height=y, pad=0.0, drawings=tuple(drawings), stays=False)


class Moved(NamedTuple):
    """A drawing elsewhere."""

    x: float
    y: float
    drawing: Drawing

    def draw(self, canvas: PdfCanvas) -> None:
        canvas.open_group(Matrix(e=self.x, f=self.y), None, 1)
        self.drawing.draw(canvas)
        canvas.close_group()

    @property
    def box(self) -> Box:
        return _moved(self.drawing.box, self.x, self.y)


class Tagged(NamedTuple):
    """A drawing that says what it is; what is not tagged is not read aloud."""

    tag: Tag
    drawing: Drawing

    def draw(self, canvas: PdfCanvas) -> None:
        self.drawing.draw(canvas)

    @property
    def box(self) -> Box:
        return self.drawing.box


def _moved(box: Box, x: float, y: float) -> Box:
    return Box(box.x + x, box.y + y, box.width, box.height)


def words_tagged(drawings: Sequence[Drawing], tag: Tag) -> tuple[Drawing, ...]:
    """The drawings with their texts as part of ``tag``; those that have a tag keep it."""
    return tuple(_words_tagged(drawing, tag) for drawing in drawings)


def _words_tagged(drawing: Drawing, tag: Tag) -> Drawing:
    if isinstance(drawing, Moved):
        return drawing._replace(drawing=_words_tagged(drawing.drawing, tag))
    return Tagged(tag, drawing) if isinstance(drawing, TextDrawing) else drawing


def all_tagged(drawings: Sequence[Drawing], tag: Tag) -> tuple[Drawing, ...]:
    """The drawings as one thing, such as a picture."""
    return tuple(Tagged(tag, drawing) for drawing in drawings)


def pieces_tagged(pieces: Sequence[Piece], tag: Tag) -> list[Piece]:
    """The pieces with their texts as part of ``tag``."""
    return [replace(piece, drawings=words_tagged(piece.drawings, tag)) for piece in pieces]


def untagged(piece: Piece) -> Piece:
    """A piece that is shown again, and was read before."""
    return replace(piece, drawings=tuple(_untagged(drawing) for drawing in piece.drawings))


def _untagged(drawing: Drawing) -> Drawing:
    if isinstance(drawing, Moved):
        return drawing._replace(drawing=_untagged(drawing.drawing))
    return drawing.drawing if isinstance(drawing, Tagged) else drawing


def spaced(pieces: Sequence[Piece], gap: float) -> list[Piece]:
    """The pieces with another space above the first."""
    return [replace(pieces[0], gap=gap), *pieces[1:]] if pieces else []


ROUNDING = 1e-6
HALVINGS = 20
"""Steps in which the height of even columns is found: to a thousandth of a millimetre."""


class Area(NamedTuple):
    """The part of a page that text fills, in mm from the page's top left corner."""

    x: float
    y: float
    width: float
    height: float
    columns: int
    gutter: float

    @property
    def column(self) -> float:
        return (self.width - (self.columns - 1) * self.gutter) / self.columns


class Placed(NamedTuple):
    """A piece on a page."""

    x: float
    y: float
    piece: Piece


Page = list[Placed]


class Column(NamedTuple):
    """Pieces with their distance from the column's top, and the number of the next piece."""

    placed: list[tuple[float, Piece]]
    end: int
    height: float


def paginate(pieces: Sequence[Piece], area: Area) -> list[Page]:
    """All pieces in order on pages. What is higher than a page stands on one of its own."""
    book = _Book(area)
    for wide, band in _bands(pieces):
        if band[0].turn == "page" and book.y > 0:
            book.turn_page()
        if wide:
            book.add_wide(band)
        else:
            book.add_columns(band)
    return book.pages


def _bands(pieces: Sequence[Piece]) -> Iterator[tuple[bool, Sequence[Piece]]]:
    """Stretches of pieces that share one set of columns, and those that reach over all columns."""
    start = 0
    for number in range(1, len(pieces) + 1):
        last = number == len(pieces)
        if last or pieces[number].wide != pieces[start].wide or pieces[number].turn == "page":
            yield pieces[start].wide, pieces[start:number]
            start = number


class _Book:
    """Pages so far; ``y`` is how far the last one is filled."""

    def __init__(self, area: Area) -> None:
        self.area = area
        self.pages: list[Page] = [[]]
        self.y = 0.0

    def turn_page(self) -> None:
        self.pages.append([])
        self.y = 0.0

    def add_wide(self, band: Sequence[Piece]) -> None:
        """Below all columns so far; a chain that stays together goes on the next page as a whole."""
        start = 0
        while start < len(band):
            end = chain_end(band, start)
            gap = band[start].gap if self.y else 0.0
            if self.y and self.y + gap + stack(band[start:end]) > self.area.height + ROUNDING:
                self.turn_page()
                gap = 0.0
            self.y += gap
            column = _column(band, start, end, float("inf"), 0.0)
            self._place([column], self.y)
            self.y += column.height
            start = end

    def add_columns(self, band: Sequence[Piece]) -> None:
        start, area = 0, self.area
        while start < len(band):
            gap = band[start].gap if self.y else 0.0
            left = area.height - self.y - gap
            columns = _columns(band, start, area, left)
            end = columns[-1].end
            if end == start:
                if self.y:
                    self.turn_page()
                    continue
                columns = [_column(band, start, start + 1, float("inf"), 0.0)]
                end = start + 1
            if end == len(band) and not any(piece.turn == "column" for piece in band[start + 1 :]):
                columns = _even(band, start, area, left, columns)
            self.y += gap
            self._place(columns, self.y)
            self.y += max(column.height for column in columns)
            start = end
            if start < len(band):
                self.turn_page()

    def _place(self, columns: Sequence[Column], top: float) -> None:
        step = self.area.column + self.area.gutter
        for number, column in enumerate(columns):
            x = self.area.x + number * step
            self.pages[-1] += [Placed(x, self.area.y + top + y, piece) for y, piece in column.placed]


def chain_end(pieces: Sequence[Piece], start: int) -> int:
    """The end of the chain of pieces that stay together."""
    end = start + 1
    while end < len(pieces) and pieces[end - 1].stays and not pieces[end].turn:
        end += 1
    return end


def _columns(pieces: Sequence[Piece], start: int, area: Area, height: float) -> list[Column]:
    """All columns of an area, of one height, filled one after the other."""
    columns = []
    for _ in range(area.columns):
        column = _column(pieces, start, len(pieces), height, area.height)
        columns.append(column)
        start = column.end
    return columns


def _column(pieces: Sequence[Piece], start: int, end: int, height: float, whole: float) -> Column:
    """As many chains from ``start`` on as fit; only one that no ``whole`` column holds is parted."""
    placed: list[tuple[float, Piece]] = []
    y, number = 0.0, start
    while number < end and not (placed and pieces[number].turn):
        chain = pieces[number : min(chain_end(pieces, number), end)]
        head = chain[0].head if not placed else None
        top = y + (chain[0].gap if placed else 0.0) + (head.height if head else 0.0)
        if top + stack(chain) > height + ROUNDING:
            fits_elsewhere = top + stack(chain) <= whole + ROUNDING
            if placed or fits_elsewhere or top + stack(chain[:1]) > height + ROUNDING:
                break
            chain = _fitting(chain, height - top)
        if head:
            placed.append((y, head))
        for position, piece in enumerate(chain):
            top += piece.gap if position else 0.0
            placed.append((top, piece))
            top += piece.height
        y, number = top, number + len(chain)
    return Column(placed, number, y)


def _fitting(chain: Sequence[Piece], height: float) -> Sequence[Piece]:
    count = 1
    while count < len(chain) and stack(chain[: count + 1]) <= height + ROUNDING:
        count += 1
    return chain[:count]


def _even(
    pieces: Sequence[Piece], start: int, area: Area, height: float, columns: list[Column]
) -> list[Column]:
    """The last pieces in columns of about one height."""
    low, high = 0.0, height
    for _ in range(HALVINGS if area.columns > 1 else 0):
        middle = (low + high) / 2
        tried = _columns(pieces, start, area, middle)
        if tried[-1].end == len(pieces):
            high, columns = middle, tried
        else:
            low = middle
    return columns
