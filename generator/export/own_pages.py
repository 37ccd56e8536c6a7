"""Text and shapes on a page of our own, in mm from its top left corner."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from generator.catalog.problems import Problems
from generator.layout.attributes import Scope
from generator.layout.colour import Colour, Stroke
from generator.layout.elements.card import Card
from generator.layout.fonts import built_in_family
from generator.layout.geometry import Box, Matrix, Outline, polyline, rectangle
from generator.layout.text.block import TextBlock
from generator.layout.text.fit import TextBox, fit
from generator.layout.text.words import Style, Word, WordMaker
from generator.layout.theme import load_theme
from generator.press.pdf.canvas import PdfCanvas
from generator.press.pdf.document import Document, PageBoxes

INK = Colour(0.13, 0.13, 0.13)
GREY = Colour(0.42, 0.42, 0.42)
PALE = Colour(0.72, 0.72, 0.72)
HAIRLINE = 0.1


def press_words() -> WordMaker:
    """Sets type without any game's theme."""
    theme = load_theme(None, Path, (), Problems())
    return WordMaker(theme.fonts, Scope(theme, Path))


class Piece(NamedTuple):
    """A stretch of text in one style. A space between two pieces begins the second."""

    text: str
    fill: Colour = INK
    bold: bool = False


@dataclass(slots=True)
class TextColumn:
    """Paragraphs below each other, as wide as the column. They are set before a place is found for them."""

    words: WordMaker
    width: float
    height: float = 0.0
    blocks: list[tuple[float, TextBlock]] = field(default_factory=list)

    def add(self, pieces: Sequence[Piece], size: float, gap: float = 0.0, align: str = "left") -> TextColumn:
        """A paragraph of ``size`` points, ``gap`` mm below the last one; gives the column."""
        family = built_in_family("source-sans")
        row: list[Word] = []
        for piece in pieces:
            style = Style(family, piece.bold, False, 1.0, piece.fill, 0.0)
            row += self.words.words([piece.text], style, size)
        if not row:
            return self
        box = TextBox(0, 0, self.width, None, size, size, None, align, "top", True)
        block = fit(row, box, family.file(bold=False, italic=False).cap_height, self.words).block
        top = self.height + (gap if self.blocks else 0.0)
        self.blocks.append((top, block))
        self.height = top + block.ink.height
        return self


@dataclass(slots=True)
class OwnPages:
    """Draws one page of a document after another."""

    document: Document
    canvas: PdfCanvas = field(init=False)

    def __post_init__(self) -> None:
        self.canvas = PdfCanvas(self.document.resources)

    def column(self, column: TextColumn, x: float, y: float) -> None:
        for top, block in column.blocks:
            self.canvas.open_group(Matrix(e=x, f=y + top), None, 1)
            self.canvas.text(block)
            self.canvas.close_group()

    def line(self, x1: float, y1: float, x2: float, y2: float, pen: Stroke) -> None:
        self.canvas.shape(polyline(((x1, y1), (x2, y2)), closed=False), None, pen)

    def frame(self, box: Box, pen: Stroke) -> None:
        self.canvas.shape(rectangle(box), None, pen)

    def surface(self, outline: Outline, fill: Colour) -> None:
        self.canvas.shape(outline, fill, None)

    def card(self, root: Card, trim: Box, scale: float, cut: Outline | None = None) -> None:
        """A card's face, whose trim is ``trim`` on the page, cut to it or to an outline on the page."""
        self.canvas.open_group(None, cut or rectangle(trim), 1)
        self.canvas.open_group(Matrix(scale, 0, 0, scale, trim.x, trim.y), None, 1)
        self.canvas.element(root)
        self.canvas.close_group()
        self.canvas.close_group()

    def end_page(self, width: float, height: float) -> None:
        """Adds the page, of this size, to the document; the next one begins empty."""
        content, self.canvas.written = "\n".join(self.canvas.written), []
        edges = (0.0, 0.0, width, height)
        self.document.add_page([content], PageBoxes(width, height, edges, edges))
