"""The shapes that tokens are cut to."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Literal, NamedTuple

from generator.catalog.problems import InputError
from generator.catalog.sizes import Size
from generator.catalog.suggest import did_you_mean
from generator.catalog.units import parse_length
from generator.catalog.wording import quote

Point = tuple[float, float]
ShapeKind = Literal["rect", "circle", "hex", "polygon"]

SHAPES: tuple[ShapeKind, ...] = ("rect", "circle", "hex")
"""The shapes that have a name."""
MIN_CORNERS, MAX_CORNERS = 3, 60
MIN_AREA = 1.0
"""Square mm; a polygon of less is a slip of the pen."""
TOLERANCE = 0.01
"""Lengths in mm nearer than this are the same."""
_STRAIGHT = 1e-9
"""Square mm; below it three corners lie on one line, but for rounding."""


class Shape(NamedTuple):
    """A token's outline, inside the box that its size gives."""

    kind: ShapeKind = "rect"
    points: tuple[Point, ...] = ()
    """A polygon's corners in mm, from the box's top left corner."""

    def corners(self, size: Size) -> tuple[Point, ...]:
        """The corners of whatever has any: clockwise as one sees them."""
        width, height = size.width, size.height
        if self.kind == "hex":
            return (
                (width / 4, 0.0),
                (width * 3 / 4, 0.0),
                (width, height / 2),
                (width * 3 / 4, height),
                (width / 4, height),
                (0.0, height / 2),
            )
        if self.kind == "polygon":
            return self.points if _area(self.points) > 0 else self.points[::-1]
        return ((0.0, 0.0), (width, 0.0), (width, height), (0.0, height))

    def area(self, size: Size) -> float:
        """Square mm."""
        if self.kind == "circle":
            return math.pi * size.width * size.height / 4
        return _area(self.corners(size))


def parse_shape(value: object) -> Shape:
    """A shape's name, or a list of corners. Raises :class:`InputError`."""
    if isinstance(value, str):
        kind = next((name for name in SHAPES if name == value.strip().lower()), None)
        if kind is not None:
            return Shape(kind)
        hint = did_you_mean(value, SHAPES) or "or list the corners in mm: [[0, 0], [20, 0], [10, 17]]"
        raise InputError(f"expected {', '.join(SHAPES)} or a list of corners, got {quote(value)}", hint=hint)
    if isinstance(value, list):
        return Shape("polygon", _corners(value))
    raise InputError(f"expected {', '.join(SHAPES)} or a list of corners, got {quote(value)}")


def refuse_misfit(shape: Shape, size: Size) -> None:
    """Raises :class:`InputError` for a shape that its box does not hold, or that can't be cut."""
    if shape.kind == "circle" and abs(size.width - size.height) > TOLERANCE:
        raise InputError(
            f"a circle is as wide as it is high, but the size is {size.width:g} x {size.height:g} mm",
            hint="give both sides the circle's diameter",
        )
    if shape.kind == "polygon":
        _refuse_outside(shape.points, size)
        _refuse_tangled(shape.points)


def _corners(value: Sequence[object]) -> tuple[Point, ...]:
    if len(value) < MIN_CORNERS:
        raise InputError(f"a polygon has {MIN_CORNERS} corners or more, got {len(value)}")
    if len(value) > MAX_CORNERS:
        raise InputError(f"a polygon has {MAX_CORNERS} corners at most, got {len(value)}")
    return tuple(_corner(number, corner) for number, corner in enumerate(value, 1))


def _corner(number: int, value: object) -> Point:
    if not isinstance(value, list) or len(value) != 2:
        raise InputError(f"corner {number}: expected two lengths such as [12, 0], got {quote(value)}")
    try:
        return parse_length(value[0]), parse_length(value[1])
    except InputError as error:
        raise InputError(f"corner {number}: {error.message}", hint=error.hint) from None


def _refuse_outside(points: Sequence[Point], size: Size) -> None:
    for number, (x, y) in enumerate(points, 1):
        if x > size.width + TOLERANCE or y > size.height + TOLERANCE:
            raise InputError(
                f"corner {number} is at {x:g}, {y:g} mm, outside of {size.width:g} x {size.height:g} mm",
                hint="corners count from the top left of the size, to the right and down",
            )


def _refuse_tangled(points: Sequence[Point]) -> None:
    edges = list(_edges(points))
    for number, (start, end) in enumerate(edges, 1):
        if math.dist(start, end) < TOLERANCE:
            raise InputError(f"corner {number} and the next one are the same", hint="list each corner once")
    for (one, first), (other, second) in combinations(enumerate(edges), 2):
        if other - one in (1, len(edges) - 1):
            tangled = _turns_back(first, second) if other - one == 1 else _turns_back(second, first)
        else:
            tangled = edges_meet(first, second)
        if tangled:
            raise InputError(
                f"the outline crosses itself: from corner {one + 1} and from corner {other + 1}",
                hint="list the corners in the order in which scissors go round",
            )
    if abs(_area(points)) < MIN_AREA:
        raise InputError("the polygon has next to no area")


def _edges(points: Sequence[Point]) -> Iterator[tuple[Point, Point]]:
    yield from zip(points, (*points[1:], points[0]), strict=True)


def _turns_back(first: tuple[Point, Point], second: tuple[Point, Point]) -> bool:
    """Whether an edge runs back along the one before it."""
    (ax, ay), (bx, by) = first
    (_, _), (cx, cy) = second
    along = (bx - ax) * (cx - bx) + (by - ay) * (cy - by)
    return abs(_side(first[0], first[1], second[1])) < _STRAIGHT and along < 0


def edges_meet(first: tuple[Point, Point], second: tuple[Point, Point]) -> bool:
    """Whether two straight lines have a point in common."""
    (a, b), (c, d) = first, second
    if not (_overlap(a[0], b[0], c[0], d[0]) and _overlap(a[1], b[1], c[1], d[1])):
        return False
    across = _side(a, b, c) * _side(a, b, d) <= 0
    return across and _side(c, d, a) * _side(c, d, b) <= 0


def _overlap(a: float, b: float, c: float, d: float) -> bool:
    return max(min(a, b), min(c, d)) <= min(max(a, b), max(c, d))


def _side(a: Point, b: Point, c: Point) -> float:
    """Above zero where c lies to the right of the way from a to b, as seen on the page."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def _area(points: Sequence[Point]) -> float:
    """Square mm; below zero where the corners go round anticlockwise on the page."""
    return sum(x0 * y1 - x1 * y0 for (x0, y0), (x1, y1) in _edges(points)) / 2
