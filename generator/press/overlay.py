"""What the press draws over the art: lines to cut and fold along, areas for glue, and words beside them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from generator.catalog.units import POINT
from generator.layout.colour import Colour, Stroke
from generator.layout.geometry import Box, Outline, polyline

BLACK, WHITE, GREY = Colour(0, 0, 0), Colour(1, 1, 1), Colour(0.55, 0.55, 0.55)
PEN = 0.5 * POINT
HALO = 1.5 * POINT
"""A white line under a black one, so that it shows on dark art."""
EDGE = 1.4 * POINT
EDGE_HALO = 3.2 * POINT
"""A line along what stays in sight: half of it is hidden, and the other half must show on any ground."""
DASHES = (2.0, 1.5)
HATCH_DISTANCE = 2.0

Point = tuple[float, float]


class Shape(NamedTuple):
    """An outline with its paint."""

    outline: Outline
    fill: Colour | None
    stroke: Stroke | None


class Label(NamedTuple):
    """A line of words around the middle ``x``, ``y``, or from there on; ``size`` in points."""

    text: str
    """In English; it is said in the game's language, with the ``values`` for its names in braces."""
    x: float
    y: float
    width: float
    """It is set smaller where it would be wider."""
    size: float
    turn: float = 0.0
    """Clockwise, as on the page."""
    align: str = "center"
    is_bold: bool = False
    values: Mapping[str, object] = {}


class Overlay(NamedTuple):
    """Drawn in the given order, the words last; nothing of it inside the box ``spared``."""

    shapes: tuple[Shape, ...]
    labels: tuple[Label, ...] = ()
    spared: Box | None = None


def cut(*outlines: Outline) -> Iterator[Shape]:
    """Solid lines to cut along."""
    yield from _lines(outlines, ())


def edge(*outlines: Outline) -> Iterator[Shape]:
    """Lines to cut along of which only the half beyond what stays in sight shows: black, then white."""
    yield from (Shape(outline, None, Stroke(WHITE, EDGE_HALO)) for outline in outlines)
    yield from (Shape(outline, None, Stroke(BLACK, EDGE)) for outline in outlines)


def fold(*outlines: Outline) -> Iterator[Shape]:
    """Dashed lines to fold along."""
    yield from _lines(outlines, DASHES)


def glue(corners: Sequence[Point], ground: Colour | None = None) -> Iterator[Shape]:
    """A hatched area without dents, on the art or on a ground of its own."""
    if ground is not None:
        yield Shape(polyline(corners, closed=True), ground, None)
    lines = [polyline(line, closed=False) for line in _hatch(corners)]
    if ground is None:
        yield from (Shape(line, None, Stroke(WHITE, HALO)) for line in lines)
    yield from (Shape(line, None, Stroke(GREY, PEN)) for line in lines)


def line(x1: float, y1: float, x2: float, y2: float) -> Outline:
    return polyline(((x1, y1), (x2, y2)), closed=False)


def _lines(outlines: Iterable[Outline], dashes: tuple[float, ...]) -> Iterator[Shape]:
    outlines = tuple(outlines)
    for pen in (Stroke(WHITE, HALO, join="round"), Stroke(BLACK, PEN, dashes, join="round")):
        yield from (Shape(outline, None, pen) for outline in outlines)


def _hatch(corners: Sequence[Point]) -> Iterator[tuple[Point, Point]]:
    """Slanting lines at equal distances, from edge to edge of a shape without dents."""
    sums = [x + y for x, y in corners]
    level = (min(sums) // HATCH_DISTANCE + 1) * HATCH_DISTANCE
    while level < max(sums):
        ends = sorted(set(_crossings(corners, level)))
        if len(ends) >= 2:
            yield ends[0], ends[-1]
        level += HATCH_DISTANCE


def _crossings(corners: Sequence[Point], level: float) -> Iterator[Point]:
    """Where the line x + y = ``level`` meets the shape's edges."""
    for (x1, y1), (x2, y2) in zip(corners, (*corners[1:], corners[0]), strict=True):
        before, after = x1 + y1 - level, x2 + y2 - level
        if before * after < 0:
            share = before / (before - after)
            yield round(x1 + (x2 - x1) * share, 6), round(y1 + (y2 - y1) * share, 6)
