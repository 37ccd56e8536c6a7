"""What a token's shape looks like, with its bleed, and from behind."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from generator.catalog.shapes import Point, Shape
from generator.catalog.sizes import Size
from generator.layout.geometry import Matrix, Outline, Segment, ellipse, polyline

SMALL = 1e-9


def outline(shape: Shape, size: Size) -> Outline:
    """The trim of a front in card coordinates."""
    if shape.kind == "circle":
        return ellipse(size.width / 2, size.height / 2, size.width / 2, size.height / 2)
    return polyline(shape.corners(size), closed=True)


def grown(shape: Shape, size: Size, by: float) -> Outline:
    """All that is no farther than ``by`` from the shape, as rings that are filled together."""
    if shape.kind == "circle":
        rx, ry = size.width / 2 + by, size.height / 2 + by
        return ellipse(size.width / 2, size.height / 2, rx, ry)
    corners = shape.corners(size)
    if by <= SMALL:
        return polyline(corners, closed=True)
    # All rings go round the same way, so that none of them cuts a hole into another.
    segments: list[Segment] = [*polyline(corners, closed=True).segments]
    for (x0, y0), (x1, y1) in _edges(corners):
        length = math.dist((x0, y0), (x1, y1))
        out_x, out_y = by * (y1 - y0) / length, -by * (x1 - x0) / length
        strip = ((x0 + out_x, y0 + out_y), (x1 + out_x, y1 + out_y), (x1, y1), (x0, y0))
        segments += polyline(strip, closed=True).segments
        segments += ellipse(x0, y0, by, by).segments
    return Outline(tuple(segments))


def from_behind(outline: Outline, size: Size) -> Outline:
    """The outline that a front's back has, in the back's own card coordinates."""
    return outline.moved(Matrix(a=-1.0, e=size.width))


def holds(corners: Sequence[Point], point: Point) -> bool:
    """Whether a point lies in a polygon."""
    x, y = point
    crossings = 0
    for (x0, y0), (x1, y1) in _edges(corners):
        if (y0 <= y) != (y1 <= y) and (x1 - x0) * (y - y0) / (y1 - y0) + x0 > x:
            crossings += 1
    return crossings % 2 == 1


def distance(one: Sequence[Point], other: Sequence[Point]) -> float:
    """Millimetres between the outlines of two polygons that are known not to cross; also point to outline."""
    there = (_to_edge(point, edge) for point in one for edge in _edges(other))
    back = (_to_edge(point, edge) for point in other for edge in _edges(one))
    return min(*there, *back)


def _edges(points: Sequence[Point]) -> Iterator[tuple[Point, Point]]:
    yield from zip(points, (*points[1:], points[0]), strict=True)


def _to_edge(point: Point, edge: tuple[Point, Point]) -> float:
    (x, y), ((x0, y0), (x1, y1)) = point, edge
    dx, dy = x1 - x0, y1 - y0
    square = dx * dx + dy * dy
    share = min(max(((x - x0) * dx + (y - y0) * dy) / square, 0.0), 1.0) if square else 0.0
    return math.hypot(x0 + share * dx - x, y0 + share * dy - y)
