"""Fitted text, ready to be painted."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from generator.layout.colour import Colour
from generator.layout.fonts import FontFile, Shaped
from generator.layout.geometry import Box, Matrix
from generator.layout.icons import Icon

if TYPE_CHECKING:
    from generator.layout.pictures import Picture


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


class PlacedIcon(NamedTuple):
    """An icon in a line of text; ``matrix`` moves it from its own units to mm."""

    icon: Icon
    matrix: Matrix
    fill: Colour


class TextBlock(NamedTuple):
    """Lines of text in a box. ``size`` is the size in points that they came out at."""

    spans: tuple[Span, ...]
    icons: tuple[PlacedIcon, ...]
    size: float
    ink: Box
    """The box that the lines really take, in mm."""

    def pictures(self) -> list[Picture]:
        """Every picture among its icons, in order."""
        return [placed.icon.picture for placed in self.icons if placed.icon.picture is not None]
