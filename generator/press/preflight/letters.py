"""Where the letters of a fitted text stand: their ink, points along them, how large and heavy they are."""

from __future__ import annotations

import math
import struct
from collections.abc import Iterator
from functools import lru_cache

import uharfbuzz as hb

from generator.layout.fonts import FontFile
from generator.layout.geometry import Box, Matrix
from generator.layout.text.block import Span, TextBlock
from generator.layout.text.fit import POINT
from generator.press.preflight.flat import Point
from generator.press.preflight.frame import moved_box

BOLD = 700
"""The weight from which a font counts as bold (OpenType's usWeightClass)."""
WEIGHT_AT = 4
"""Where the table OS/2 tells the weight."""
OVERHANG = 0.4
"""Accents and swashes reach beyond the lines' box by less than this many sizes."""
SAMPLE = 0.4
"""Points on a line of text are so many sizes apart: about one for each letter."""


@lru_cache(maxsize=256)
def weight(font: FontFile) -> int:
    """100 to 900; 400 where the font does not tell."""
    table = font.face.reference_table("OS/2").data
    return int(struct.unpack_from(">H", table, WEIGHT_AT)[0]) if len(table) > WEIGHT_AT + 1 else 400


@lru_cache(maxsize=256)
def x_height(font: FontFile) -> float:
    """Height of an ``x`` in sizes."""
    height = font.font.get_metric_position(hb.OTMetricsTag.X_HEIGHT)
    return float(height) / font.face.upem if height else 0.48


@lru_cache(maxsize=8192)
def _glyph_ink(font: FontFile, index: int) -> tuple[float, float, float, float] | None:
    """Left, top, right and bottom of a glyph's ink in sizes, y down from the baseline."""
    extents = font.font.get_glyph_extents(index)
    if extents is None or not extents.width or not extents.height:
        return None
    upem = font.face.upem
    left, top = extents.x_bearing / upem, -extents.y_bearing / upem
    return left, top, left + extents.width / upem, top - extents.height / upem


def height_scale(matrix: Matrix) -> float:
    """How many times as high letters come out in a frame."""
    along = math.hypot(matrix.a, matrix.b)
    return abs(matrix.a * matrix.d - matrix.b * matrix.c) / along if along else 0.0


def width_of(span: Span) -> float:
    """From the first letter's start to the last one's end, in mm."""
    width = sum([piece.width for piece in span.pieces]) * span.size
    if span.tracking:
        width += span.tracking * (sum([len(piece.glyphs) for piece in span.pieces]) - 1)
    if span.gap:
        width += span.gap / 1000 * span.size * sum([piece.text == " " for piece in span.pieces])
    return width * POINT


def extent(block: TextBlock) -> Box:
    """The box that the lines take, in the text's own coordinates."""
    ink = block.ink
    # A justified line is wider than its words.
    ends = [(span.x, span.x + width_of(span)) for span in block.spans if span.gap]
    if not ends:
        return ink
    left, right = min([ink.x, *(start for start, _ in ends)]), max([ink.right, *(end for _, end in ends)])
    return Box(left, ink.y, right - left, ink.height)


def room(block: TextBlock) -> Box:
    """A box in the text's own coordinates that all its ink lies in, and some air around it."""
    sizes = [span.size for span in block.spans]
    return extent(block).grown(OVERHANG * max([block.size, *sizes]) * POINT)


def ink_boxes(block: TextBlock) -> Iterator[Box]:
    """The ink of each glyph and icon, in the text's own coordinates."""
    for span in block.spans:
        unit = span.size * POINT
        x = span.x
        for piece in span.pieces:
            for glyph in piece.glyphs:
                ink = _glyph_ink(span.font, glyph.index)
                if ink is not None and piece.text != " ":
                    left, top, right, bottom = ink
                    start = x + glyph.x_offset / 1000 * unit
                    base = span.baseline - glyph.y_offset / 1000 * unit
                    yield Box(
                        start + left * unit, base + top * unit, (right - left) * unit, (bottom - top) * unit
                    )
                x += glyph.advance / 1000 * unit + span.tracking * POINT
            if piece.text == " ":
                x += span.gap / 1000 * unit
    for placed in block.icons:
        yield moved_box(placed.icon.outline.box(), placed.matrix)


def points_along(span: Span) -> list[Point]:
    """Points in the middle of the small letters, evenly spread, in the text's own coordinates."""
    width = width_of(span)
    count = max(math.ceil(width / (SAMPLE * span.size * POINT)), 1)
    y = span.baseline - x_height(span.font) / 2 * span.size * POINT
    return [(span.x + (number + 0.5) / count * width, y) for number in range(count)]
