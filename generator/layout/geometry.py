"""Shapes as outlines, boxes and transforms; all in mm, origin top left, y down."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from generator.catalog.problems import InputError
from generator.catalog.shapes import Point, Shape
from generator.catalog.sizes import Size
from generator.catalog.wording import quote

# How far a Bézier handle reaches to draw a quarter circle of radius 1.
KAPPA = 0.5522847498307936

Segment = tuple[str, tuple[float, ...]]
"""``("M"|"L", (x, y))``, ``("C", (x1, y1, x2, y2, x, y))`` or ``("Z", ())``."""

NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")
FARTHEST = 1e6
"""Numbers beyond this are a slip of the pen; a kilometre is no card."""


class Box(NamedTuple):
    """A rectangle: top left corner, width and height in mm."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        return self.x + self.width

    @property
    def bottom(self) -> float:
        return self.y + self.height

    def grown(self, by: float) -> Box:
        return Box(self.x - by, self.y - by, self.width + 2 * by, self.height + 2 * by)


def around(points: Sequence[Point]) -> Box:
    """The smallest box around points."""
    if not points:
        return Box(0, 0, 0, 0)
    xs, ys = zip(*points, strict=True)
    return Box(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))


def on_curve(handles: Sequence[Point], t: float) -> Point:
    """The point at a share of a cubic curve."""
    weights = ((1 - t) ** 3, 3 * (1 - t) ** 2 * t, 3 * (1 - t) * t * t, t**3)
    x, y = (
        sum(weight * handle[axis] for weight, handle in zip(weights, handles, strict=True)) for axis in (0, 1)
    )
    return x, y


def _turning_points(handles: Sequence[Point]) -> Iterator[float]:
    """The shares of a cubic curve at which it turns back, across or down."""
    for p, q, r, s in zip(*handles, strict=True):
        a, b, c = 3 * (s - p) + 9 * (q - r), 6 * (p - 2 * q + r), 3 * (q - p)
        roots: list[float] = []
        if abs(a) < MIN_GROWTH:
            roots = [-c / b] if b else []
        elif b * b >= 4 * a * c:
            root = math.sqrt(b * b - 4 * a * c)
            roots = [(-b - root) / (2 * a), (-b + root) / (2 * a)]
        yield from (t for t in roots if 0 < t < 1)


class Outline(NamedTuple):
    """A path of straight lines and cubic curves."""

    segments: tuple[Segment, ...]

    def moved(self, matrix: Matrix) -> Outline:
        return Outline(tuple(_moved(segment, matrix) for segment in self.segments))

    def length(self) -> float:
        """At least as long as the outline: curves count by way of their handles."""
        total, at, start = 0.0, (0.0, 0.0), (0.0, 0.0)
        for kind, values in self.segments:
            points = list(zip(values[::2], values[1::2], strict=True)) or [start]
            if kind == "M":
                at = start = points[0]
            for point in points:
                total += math.dist(at, point)
                at = point
        return total

    def box(self) -> Box:
        """The smallest box around all points, handles included."""
        return around(
            [point for _, values in self.segments for point in zip(values[::2], values[1::2], strict=True)]
        )

    def exact_box(self) -> Box:
        """The smallest box around the outline itself, which may be less than its handles need."""
        points: list[Point] = []
        for kind, values in self.segments:
            if kind == "C":
                handles = [points[-1], *zip(values[::2], values[1::2], strict=True)]
                points += [on_curve(handles, t) for t in _turning_points(handles)]
            points += [(values[-2], values[-1])] if values else []
        return around(points)


class Matrix(NamedTuple):
    """``x' = a·x + c·y + e``, ``y' = b·x + d·y + f``, as in SVG and PDF."""

    a: float = 1.0
    b: float = 0.0
    c: float = 0.0
    d: float = 1.0
    e: float = 0.0
    f: float = 0.0

    def then(self, outer: Matrix) -> Matrix:
        """This transform first, ``outer`` after it."""
        return Matrix(
            self.a * outer.a + self.b * outer.c,
            self.a * outer.b + self.b * outer.d,
            self.c * outer.a + self.d * outer.c,
            self.c * outer.b + self.d * outer.d,
            self.e * outer.a + self.f * outer.c + outer.e,
            self.e * outer.b + self.f * outer.d + outer.f,
        )

    def apply(self, x: float, y: float) -> tuple[float, float]:
        return self.a * x + self.c * y + self.e, self.b * x + self.d * y + self.f

    @property
    def is_upright(self) -> bool:
        """Whether boxes stay boxes."""
        return (self.b == 0 and self.c == 0) or (self.a == 0 and self.d == 0)

    def inverse(self) -> Matrix | None:
        """The way back; None where it flattens everything."""
        a, b, c, d, e, f = self
        area = a * d - b * c
        if not area:
            return None
        return Matrix(
            d / area, -b / area, -c / area, a / area, (c * f - d * e) / area, (b * e - a * f) / area
        )


def mirroring(x: float) -> Matrix:
    """Exchanges left and right about a vertical line."""
    return Matrix(a=-1.0, e=2 * x)


def rotation(degrees: float, cx: float = 0.0, cy: float = 0.0) -> Matrix:
    """Clockwise on the page, as SVG's ``rotate``; quarter turns are exact."""
    quarter = degrees / 90
    if quarter == int(quarter):
        sine, cosine = ((0.0, 1.0), (1.0, 0.0), (0.0, -1.0), (-1.0, 0.0))[int(quarter) % 4]
    else:
        sine, cosine = math.sin(math.radians(degrees)), math.cos(math.radians(degrees))
    turn = Matrix(cosine, sine, -sine, cosine)
    return Matrix(e=-cx, f=-cy).then(turn).then(Matrix(e=cx, f=cy))


def rectangle(box: Box, rx: float = 0.0, ry: float = 0.0) -> Outline:
    """A rectangle with corners rounded by ``rx`` and ``ry`` (cut to half a side)."""
    x, y, right, bottom = box.x, box.y, box.right, box.bottom
    rx, ry = min(rx, box.width / 2), min(ry, box.height / 2)
    if rx <= 0 or ry <= 0:
        return polyline(((x, y), (right, y), (right, bottom), (x, bottom)), closed=True)
    kx, ky = rx * (1 - KAPPA), ry * (1 - KAPPA)
    return Outline(
        (
            ("M", (x + rx, y)),
            ("L", (right - rx, y)),
            ("C", (right - kx, y, right, y + ky, right, y + ry)),
            ("L", (right, bottom - ry)),
            ("C", (right, bottom - ky, right - kx, bottom, right - rx, bottom)),
            ("L", (x + rx, bottom)),
            ("C", (x + kx, bottom, x, bottom - ky, x, bottom - ry)),
            ("L", (x, y + ry)),
            ("C", (x, y + ky, x + kx, y, x + rx, y)),
            ("Z", ()),
        )
    )


def ellipse(cx: float, cy: float, rx: float, ry: float) -> Outline:
    kx, ky = rx * KAPPA, ry * KAPPA
    return Outline(
        (
            ("M", (cx + rx, cy)),
            ("C", (cx + rx, cy + ky, cx + kx, cy + ry, cx, cy + ry)),
            ("C", (cx - kx, cy + ry, cx - rx, cy + ky, cx - rx, cy)),
            ("C", (cx - rx, cy - ky, cx - kx, cy - ry, cx, cy - ry)),
            ("C", (cx + kx, cy - ry, cx + rx, cy - ky, cx + rx, cy)),
            ("Z", ()),
        )
    )


def on_circle(cx: float, cy: float, r: float, degrees: float) -> tuple[float, float]:
    """The point of a circle at an angle as on a clock: 0 at the top, 90 at the right."""
    turn = rotation(degrees)
    return cx + r * turn.b, cy - r * turn.a


MOST_AT_ONCE = 90.0
"""Degrees of an arc that one curve draws well."""


def arc(cx: float, cy: float, r: float, start: float, sweep: float) -> list[Segment]:
    """Curves along a circle from the point at ``start``: clockwise, or back where ``sweep`` is negative.

    Angles in degrees as on a clock.
    """
    count = max(math.ceil(abs(sweep) / MOST_AT_ONCE), 1)
    step = sweep / count
    reach = r * 4 / 3 * math.tan(math.radians(step) / 4)
    curves: list[Segment] = []
    for number in range(count):
        before, after = start + number * step, start + (number + 1) * step
        x0, y0 = on_circle(cx, cy, r, before)
        x1, y1 = on_circle(cx, cy, r, after)
        # A circle's direction at an angle is a quarter turn ahead of the way to it.
        dx0, dy0 = on_circle(0, 0, reach, before + 90)
        dx1, dy1 = on_circle(0, 0, reach, after + 90)
        curves.append(("C", (x0 + dx0, y0 + dy0, x1 - dx1, y1 - dy1, x1, y1)))
    return curves


def ring(cx: float, cy: float, r: float, inner: float, start: float, sweep: float) -> Outline:
    """A piece of a pie, or of a ring where ``inner`` is more than 0; angles as on a clock."""
    if sweep <= 0 or r <= 0:
        return Outline(())
    whole = sweep >= 360
    sweep = min(sweep, 360)
    segments: list[Segment] = [("M", on_circle(cx, cy, r, start)), *arc(cx, cy, r, start, sweep)]
    if whole:
        segments.append(("Z", ()))
    if inner > 0:
        segments.append(("M" if whole else "L", on_circle(cx, cy, inner, start + sweep)))
        segments += arc(cx, cy, inner, start + sweep, -sweep)
    elif not whole:
        segments.append(("L", (cx, cy)))
    if segments[-1][0] != "Z":
        segments.append(("Z", ()))
    return Outline(tuple(segments))


def polyline(points: Iterable[tuple[float, float]], *, closed: bool) -> Outline:
    segments: list[Segment] = [("L", point) for point in points]
    if segments:
        segments[0] = ("M", segments[0][1])
    if closed:
        segments.append(("Z", ()))
    return Outline(tuple(segments))


def _moved(segment: Segment, matrix: Matrix) -> Segment:
    kind, values = segment
    points = zip(values[::2], values[1::2], strict=True)
    return kind, tuple(value for x, y in points for value in matrix.apply(x, y))


def read_numbers(text: str, example: str) -> list[float]:
    """Numbers apart by spaces or commas. Raises :class:`InputError` for anything else between them."""
    numbers = [float(number) for number in NUMBER.findall(text)]
    if NUMBER.sub("", text).strip(" ,\t\r\n") or any(abs(number) > FARTHEST for number in numbers):
        raise InputError(f"expected numbers such as {quote(example)}, got {quote(text)}")
    return numbers


def parse_points(text: str) -> tuple[tuple[float, float], ...]:
    """SVG's ``points``: ``"0,0 10,0 5,8"``. Raises :class:`InputError`."""
    numbers = read_numbers(text, "0,0 10,0 5,8")
    if len(numbers) % 2 or not numbers:
        raise InputError(f"expected points such as '0,0 10,0 5,8', got {quote(text)}")
    return tuple(zip(numbers[::2], numbers[1::2], strict=True))


def raise_quadratic(
    start: tuple[float, float], control: tuple[float, float], end: tuple[float, float]
) -> tuple[float, ...]:
    """A quadratic curve's cubic handles and end point."""
    return (
        start[0] + 2 / 3 * (control[0] - start[0]),
        start[1] + 2 / 3 * (control[1] - start[1]),
        end[0] + 2 / 3 * (control[0] - end[0]),
        end[1] + 2 / 3 * (control[1] - end[1]),
        *end,
    )


TRANSFORM = re.compile(r"\s*,?\s*([a-zA-Z]+)\s*\(([^)]*)\)\s*")


def parse_transform(text: str) -> Matrix:
    """SVG's ``transform``: ``rotate(a [cx cy])``, ``translate(x [y])``, ``scale(x [y])``, ``matrix(…)``.

    Raises :class:`InputError` for anything else.
    """
    matrix, position = Matrix(), 0
    while position < len(text):
        match = TRANSFORM.match(text, position)
        if match is None:
            raise InputError(f"expected a transform such as 'rotate(90 10 10)', got {quote(text)}")
        numbers = read_numbers(match[2], "90 10 10")
        matrix = _single_transform(match[1], numbers, text).then(matrix)
        position = match.end()
    return matrix


def _single_transform(name: str, numbers: list[float], text: str) -> Matrix:
    match name, numbers:
        case "rotate", [angle]:
            return rotation(angle)
        case "rotate", [angle, cx, cy]:
            return rotation(angle, cx, cy)
        case "translate", [x]:
            return Matrix(e=x)
        case "translate", [x, y]:
            return Matrix(e=x, f=y)
        case "scale", [both] if both:
            return Matrix(a=both, d=both)
        case "scale", [x, y] if x and y:
            return Matrix(a=x, d=y)
        case "matrix", [a, b, c, d, e, f] if a * d - b * c:
            return Matrix(a, b, c, d, e, f)
        case _:
            raise InputError(
                f"no transform {name}({', '.join(f'{n:g}' for n in numbers)}) in {quote(text)}",
                hint="there are rotate(a), rotate(a x y), translate(x y), scale(x y) and matrix(a b c d e f)",
            )


MIN_GROWTH = 1e-9
"""Millimetres; a shape that grows by less stays as it is."""


def shape_outline(shape: Shape, size: Size) -> Outline:
    """The trim of a front in card coordinates."""
    if shape.kind == "circle":
        return ellipse(size.width / 2, size.height / 2, size.width / 2, size.height / 2)
    return polyline(shape.corners(size), closed=True)


def grown_shape(shape: Shape, size: Size, by: float) -> Outline:
    """All that is no farther than ``by`` from the shape, as rings that are filled together."""
    if shape.kind == "circle":
        rx, ry = size.width / 2 + by, size.height / 2 + by
        return ellipse(size.width / 2, size.height / 2, rx, ry)
    corners = shape.corners(size)
    if by <= MIN_GROWTH:
        return polyline(corners, closed=True)
    # All rings go round the same way, so that none of them cuts a hole into another.
    segments: list[Segment] = [*polyline(corners, closed=True).segments]
    for (x0, y0), (x1, y1) in _polygon_edges(corners):
        length = math.dist((x0, y0), (x1, y1))
        out_x, out_y = by * (y1 - y0) / length, -by * (x1 - x0) / length
        strip = ((x0 + out_x, y0 + out_y), (x1 + out_x, y1 + out_y), (x1, y1), (x0, y0))
        segments += polyline(strip, closed=True).segments
        segments += ellipse(x0, y0, by, by).segments
    return Outline(tuple(segments))


def from_behind(outline: Outline, size: Size) -> Outline:
    """The outline that a front's back has, in the back's own card coordinates."""
    return outline.moved(Matrix(a=-1.0, e=size.width))


def contains(corners: Sequence[Point], point: Point) -> bool:
    """Whether a point lies in a polygon."""
    x, y = point
    crossings = 0
    for (x0, y0), (x1, y1) in _polygon_edges(corners):
        if (y0 <= y) != (y1 <= y) and (x1 - x0) * (y - y0) / (y1 - y0) + x0 > x:
            crossings += 1
    return crossings % 2 == 1


def distance(one: Sequence[Point], other: Sequence[Point]) -> float:
    """Millimetres between the outlines of two polygons that are known not to cross; also point to outline."""
    there = (_to_edge(point, edge) for point in one for edge in _polygon_edges(other))
    back = (_to_edge(point, edge) for point in other for edge in _polygon_edges(one))
    return min(*there, *back)


def _polygon_edges(points: Sequence[Point]) -> Iterator[tuple[Point, Point]]:
    yield from zip(points, (*points[1:], points[0]), strict=True)


def _to_edge(point: Point, edge: tuple[Point, Point]) -> float:
    (x, y), ((x0, y0), (x1, y1)) = point, edge
    dx, dy = x1 - x0, y1 - y0
    square = dx * dx + dy * dy
    share = min(max(((x - x0) * dx + (y - y0) * dy) / square, 0.0), 1.0) if square else 0.0
    return math.hypot(x0 + share * dx - x, y0 + share * dy - y)
