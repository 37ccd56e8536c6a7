"""What pages are made of: pieces that are never parted, each with what it draws."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple, Protocol

from generator.catalog.problems import Place
from generator.layout.canvas import Stroke
from generator.layout.colour import Colour
from generator.layout.elements.card import Card
from generator.layout.geometry import Matrix, Outline
from generator.layout.text.block import TextBlock
from generator.press.pdf.canvas import PdfCanvas


class Drawing(Protocol):
    """Something that a piece draws, in mm from the piece's top left corner."""

    def draw(self, canvas: PdfCanvas) -> None: ...


class Words(NamedTuple):
    """A fitted text at a point."""

    x: float
    y: float
    block: TextBlock

    def draw(self, canvas: PdfCanvas) -> None:
        canvas.open_group(Matrix(e=self.x, f=self.y), None, 1)
        canvas.text(self.block)
        canvas.close_group()


class Patch(NamedTuple):
    """A filled or stroked shape."""

    outline: Outline
    fill: Colour | None
    stroke: Stroke | None = None

    def draw(self, canvas: PdfCanvas) -> None:
        canvas.shape(self.outline, self.fill, self.stroke)


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


def spaced(pieces: Sequence[Piece], gap: float) -> list[Piece]:
    """The pieces with another space above the first."""
    return [replace(pieces[0], gap=gap), *pieces[1:]] if pieces else []
