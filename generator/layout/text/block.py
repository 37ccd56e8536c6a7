"""Fitted text, ready to be painted."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from generator.catalog.units import POINT
from generator.layout.colour import Colour, LinearGradient, RadialGradient
from generator.layout.fonts import FontFile, Glyph, Shaped
from generator.layout.geometry import Box, Matrix
from generator.layout.icons import Icon

if TYPE_CHECKING:
    from generator.layout.pictures import Picture


class Edge(NamedTuple):
    """An outline behind letters, centred on their edge."""

    colour: Colour
    width: float


class Shadow(NamedTuple):
    """A copy of letters with hard edges that lies behind them."""

    dx: float
    dy: float
    colour: Colour


class Blend(NamedTuple):
    """A gradient, and the box that it runs over."""

    gradient: LinearGradient | RadialGradient
    area: Box | None = None
    """In mm; None: not known before the lines are placed."""
    is_whole: bool = False
    """Whether that is the box of the whole text, not that of a stretch of a line."""


class Finish(NamedTuple):
    """What letters have beyond a plain colour; lengths in mm."""

    edge: Edge | None = None
    shadows: tuple[Shadow, ...] = ()
    """The first lies on top of the others."""
    blend: Blend | None = None
    """Takes the place of the plain colour."""


class Span(NamedTuple):
    """A stretch of one line in one font, size and colour. Its start in mm, its size in points."""

    x: float
    baseline: float
    font: FontFile
    size: float
    fill: Colour
    tracking: float
    """Space added behind each glyph, in points."""
    pieces: tuple[Shaped, ...]
    gap: float
    """Added to each space to justify the line, in thousandths of the size."""
    finish: Finish | None = None
    share: float = 1.0
    """Its size in those of the text that it belongs to: less for indices and small capitals."""
    is_reading: bool = False
    """Whether it says how the letters of the spans before it are read."""
    level: int = 0
    """Of embedding: at odd ones it runs from right to left (UAX 9)."""

    @property
    def words(self) -> str:
        """What it says, in the order in which it is read."""
        pieces = reversed(self.pieces) if self.level % 2 else self.pieces
        return "".join([piece.text for piece in pieces])

    @property
    def width(self) -> float:
        """From the first letter's start to the last one's end, in mm."""
        width = sum([piece.width for piece in self.pieces]) * self.size
        if self.tracking:
            width += self.tracking * (sum([len(piece.glyphs) for piece in self.pieces]) - 1)
        if self.gap:
            width += self.gap / 1000 * self.size * sum([piece.text == " " for piece in self.pieces])
        return width * POINT

    def outline_matrix(self, x: float, y: float, scale: float) -> Matrix:
        """What moves a glyph's outline to where its origin stands; ``scale``: from its units to mm."""
        if self.font.is_upright:
            # The line is turned to a column, in which the glyph is turned back.
            return Matrix(0, -scale, scale, 0, x, y)
        return Matrix(scale, 0, 0, scale, x, y)

    def glyphs(self, *, spaces: bool = False) -> Iterator[tuple[Glyph, float, float]]:
        """All that is seen of it, with where each glyph's origin stands, in mm; ``spaces``: those as well."""
        unit = self.size * POINT
        x = self.x
        for piece in self.pieces:
            for glyph in piece.glyphs:
                if spaces or piece.text != " ":
                    yield (
                        glyph,
                        x + glyph.x_offset / 1000 * unit,
                        self.baseline - glyph.y_offset / 1000 * unit,
                    )
                x += glyph.advance / 1000 * unit + self.tracking * POINT
            if piece.text == " ":
                x += self.gap / 1000 * unit


class PlacedIcon(NamedTuple):
    """An icon in a line of text; ``matrix`` moves it from its own units to mm."""

    icon: Icon
    matrix: Matrix
    fill: Colour
    finish: Finish | None = None
    level: int = 0
    """As that of a span."""


class Rule(NamedTuple):
    """A line under or through words."""

    box: Box
    fill: Colour
    finish: Finish | None


class TextBlock(NamedTuple):
    """Lines of text in a box. ``size`` is the size in points that they came out at."""

    spans: tuple[Span, ...]
    icons: tuple[PlacedIcon, ...]
    size: float
    ink: Box
    """The box that the lines really take, in mm."""
    rules: tuple[Rule, ...] = ()
    is_finished: bool = False
    """Whether anything in it has a finish."""

    @property
    def marks(self) -> tuple[Span | PlacedIcon | Rule, ...]:
        return (*self.spans, *self.icons, *self.rules)

    def pictures(self) -> list[Picture]:
        """Every picture among its icons, in order."""
        return [placed.icon.picture for placed in self.icons if placed.icon.picture is not None]
