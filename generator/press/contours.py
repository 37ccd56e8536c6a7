"""The ways of a knife: straight pieces and arcs of circles, all in mm on the page, y downwards."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from generator.layout.geometry import Matrix, Outline
from generator.press.packing import Trim

Point = tuple[float, float]

TOLERANCE = 0.005
"""Millimetres by which arcs may miss the curve that they stand for."""
SAMPLES = 16
"""Points of a curve that an arc in its place is compared at, but for one."""
MOST_PARTS = 8
"""How often a curve is halved before its rest is taken for an arc."""
MOST_BENT = 0.5
"""The bulge of the longest arc that stands for a part of a curve: a little more than a quarter circle."""
STRAIGHT = 1e-6
"""Below this a piece counts as straight, or as nothing: mm, or the share of a bulge."""
SAME = 1e-3
"""Millimetres between lines that are cut as one."""


class Vertex(NamedTuple):
    """A point of the way, and how the piece to the next one bends.

    ``bulge`` is the tangent of a quarter of the arc's angle, as in DXF: 0 is straight, 1 a half circle; above
    zero the arc runs clockwise as one sees it on the page.
    """

    x: float
    y: float
    bulge: float = 0.0


class Contour(NamedTuple):
    """A way from vertex to vertex, back to the first where it is closed."""

    vertices: tuple[Vertex, ...]
    closed: bool = True

    def moved(self, matrix: Matrix) -> Contour:
        """Turned and shifted; ``matrix`` does nothing else."""
        return Contour(
            tuple(Vertex(*matrix.apply(x, y), bulge) for x, y, bulge in self.vertices), self.closed
        )

    def pieces(self) -> Iterator[tuple[Vertex, Vertex]]:
        """Each piece by its start, which has its bulge, and its end."""
        after = (*self.vertices[1:], self.vertices[0]) if self.closed else self.vertices[1:]
        yield from zip(self.vertices, after, strict=False)


class Circle(NamedTuple):
    """A whole circle."""

    x: float
    y: float
    radius: float

    def moved(self, matrix: Matrix) -> Circle:
        """Turned and shifted; ``matrix`` does nothing else."""
        return Circle(*matrix.apply(self.x, self.y), self.radius)


Way = Contour | Circle


def way_around(trim: Trim) -> Way:
    """The way round a card or token in its own coordinates: exact arcs, no curves."""
    width, height = trim.size.width, trim.size.height
    if trim.shape.kind == "circle":
        return Circle(width / 2, height / 2, (width + height) / 4)
    if trim.shape.kind == "rect" and trim.corner > 0:
        return _rounded(width, height, min(trim.corner, width / 2, height / 2))
    return Contour(tuple(Vertex(x, y) for x, y in trim.shape.corners(trim.size)))


def _rounded(width: float, height: float, radius: float) -> Contour:
    quarter = math.tan(math.pi / 8)
    vertices = (
        Vertex(radius, 0.0),
        Vertex(width - radius, 0.0, quarter),
        Vertex(width, radius),
        Vertex(width, height - radius, quarter),
        Vertex(width - radius, height),
        Vertex(radius, height, quarter),
        Vertex(0.0, height - radius),
        Vertex(0.0, radius, quarter),
    )
    return Contour(_without_nothing(vertices, closed=True))


def _without_nothing(vertices: Sequence[Vertex], *, closed: bool) -> tuple[Vertex, ...]:
    """Without pieces of no length, which whole radii leave between two corners."""
    after = (*vertices[1:], vertices[0]) if closed else (*vertices[1:], None)
    return tuple(
        vertex
        for vertex, following in zip(vertices, after, strict=True)
        if following is None or math.dist(vertex[:2], following[:2]) > STRAIGHT
    )


def ways_along(outline: Outline) -> list[Contour]:
    """An outline's pieces, its curves as arcs that miss them by :data:`TOLERANCE` at most."""
    found: list[Contour] = []
    vertices: list[Vertex] = []
    for kind, values in outline.segments:
        if kind == "Z":
            found.append(Contour(_closed(vertices)))
            vertices = []
            continue
        if kind == "M":
            if len(vertices) > 1:
                found.append(Contour(tuple(vertices), closed=False))
            vertices = []
        elif kind == "C":
            start = vertices.pop()[:2]
            handles = (start, values[0:2], values[2:4], values[4:6])
            vertices += _arcs([(x, y) for x, y in handles])
        vertices.append(Vertex(values[-2], values[-1]))
    if len(vertices) > 1:
        found.append(Contour(tuple(vertices), closed=False))
    return found


def _closed(vertices: Sequence[Vertex]) -> tuple[Vertex, ...]:
    """Without a last vertex where the first one is."""
    ends_at_start = math.dist(vertices[0][:2], vertices[-1][:2]) < STRAIGHT
    return tuple(vertices[:-1] if ends_at_start and len(vertices) > 2 else vertices)


def _arcs(handles: Sequence[Point], parts: int = 0) -> Iterator[Vertex]:
    """A cubic curve as arcs, each given by its start; halved where one arc does not follow it."""
    start, end = handles[0], handles[-1]
    bulge = _bulge(start, _on_curve(handles, 0.5), end)
    if parts == MOST_PARTS or _follows(handles, bulge):
        yield Vertex(*start, bulge)
        return
    for half in _halves(handles):
        yield from _arcs(half, parts + 1)


def _bulge(start: Point, middle: Point, end: Point) -> float:
    """Of the arc from start to end that goes through the middle."""
    (x0, y0), (x1, y1), (x2, y2) = start, middle, end
    cross = (x1 - x0) * (y2 - y1) - (y1 - y0) * (x2 - x1)
    along = (x1 - x0) * (x2 - x1) + (y1 - y0) * (y2 - y1)
    # The chords to and from a point of the arc turn by half of its angle.
    bulge = math.tan(math.atan2(cross, along) / 2)
    return 0.0 if abs(bulge) < STRAIGHT else bulge


def _follows(handles: Sequence[Point], bulge: float) -> bool:
    """Whether the curve is nowhere farther from the arc than the tolerance."""
    start, end = handles[0], handles[-1]
    points = [_on_curve(handles, number / SAMPLES) for number in range(1, SAMPLES)]
    reach = math.dist(start, end) + TOLERANCE
    if abs(bulge) > MOST_BENT or any(max(math.dist(p, start), math.dist(p, end)) > reach for p in points):
        # It turns back on itself, or goes on beyond its end.
        return False
    if not bulge:
        return all(_off_line(point, start, end) <= TOLERANCE for point in points)
    (x, y), radius = centre_of(start, end, bulge)
    return all(abs(math.dist((x, y), point) - radius) <= TOLERANCE for point in points)


def _off_line(point: Point, start: Point, end: Point) -> float:
    length = math.dist(start, end)
    if length < STRAIGHT:
        return math.dist(point, start)
    (x0, y0), (x1, y1) = start, end
    return abs((x1 - x0) * (point[1] - y0) - (y1 - y0) * (point[0] - x0)) / length


def centre_of(start: Point, end: Point, bulge: float) -> tuple[Point, float]:
    """The middle and the radius of an arc."""
    (x0, y0), (x1, y1) = start, end
    # From the chord's middle to the centre, as a share of the chord.
    away = (1 - bulge * bulge) / (4 * bulge)
    centre = (x0 + x1) / 2 - away * (y1 - y0), (y0 + y1) / 2 + away * (x1 - x0)
    return centre, math.dist(centre, start)


def _on_curve(handles: Sequence[Point], t: float) -> Point:
    weights = ((1 - t) ** 3, 3 * (1 - t) ** 2 * t, 3 * (1 - t) * t * t, t**3)
    return (
        sum(weight * x for weight, (x, _) in zip(weights, handles, strict=True)),
        sum(weight * y for weight, (_, y) in zip(weights, handles, strict=True)),
    )


def _halves(handles: Sequence[Point]) -> tuple[list[Point], list[Point]]:
    first, last, row = [handles[0]], [handles[-1]], list(handles)
    while len(row) > 1:
        row = [((a + c) / 2, (b + d) / 2) for (a, b), (c, d) in pairwise(row)]
        first.append(row[0])
        last.append(row[-1])
    return first, last[::-1]


def shared_once(ways: Iterable[Way]) -> list[Way]:
    """The ways, but each straight line that two of them share only once, as long as it goes on in line.

    Ways that touch no other stay as they are; the rest become lines from end to end, and arcs.
    """
    ways = list(ways)
    users: dict[_LineKey, list[tuple[float, float, int]]] = {}
    for index, way in enumerate(ways):
        for key, start, end in _straight(way):
            users.setdefault(key, []).append((start, end, index))
    touching = _touching(users)
    kept: list[Way] = [way for index, way in enumerate(ways) if index not in touching]
    for key, stretches in users.items():
        straight = [(start, end) for start, end, index in stretches if index in touching]
        kept += [_line(key, start, end) for start, end in _joined(straight)]
    for index in sorted(touching):
        kept += _bends(ways[index])
    return kept


_LineKey = tuple[float, float, float]
"""An endless straight line: the direction, as two parts of a length of 1, and the distance from 0, 0."""


def _straight(way: Way) -> Iterator[tuple[_LineKey, float, float]]:
    """Each straight piece: the line it lies on, and from where to where along it."""
    if isinstance(way, Circle):
        return
    for start, end in way.pieces():
        length = math.dist(start[:2], end[:2])
        if abs(start.bulge) > STRAIGHT or length < STRAIGHT:
            continue
        across, down = round((end.x - start.x) / length, 6), round((end.y - start.y) / length, 6)
        if (across, down) < (0.0, 0.0):
            across, down = -across, -down
        away = start.y * across - start.x * down
        begin, finish = sorted(point.x * across + point.y * down for point in (start, end))
        yield (across + 0.0, down + 0.0, round(away / SAME) * SAME), begin, finish


def _touching(users: Mapping[_LineKey, Sequence[tuple[float, float, int]]]) -> set[int]:
    """The ways that share a stretch of a line with another."""
    found: set[int] = set()
    for stretches in users.values():
        ordered = sorted(stretches)
        reach, by = -math.inf, -1
        for start, end, index in ordered:
            if start < reach - SAME:
                found |= {index, by}
            if end > reach:
                reach, by = end, index
    return found


def _joined(stretches: Iterable[tuple[float, float]]) -> Iterator[tuple[float, float]]:
    """Stretches of one line, those that overlap or meet as one."""
    begun: tuple[float, float] | None = None
    for start, end in sorted(stretches):
        if begun is None:
            begun = (start, end)
        elif start <= begun[1] + SAME:
            begun = (begun[0], max(begun[1], end))
        else:
            yield begun
            begun = (start, end)
    if begun is not None:
        yield begun


def _line(key: _LineKey, start: float, end: float) -> Contour:
    across, down, away = key
    first, last = (
        Vertex(along * across - away * down, along * down + away * across) for along in (start, end)
    )
    return Contour((first, last), closed=False)


def _bends(way: Way) -> Iterator[Contour]:
    if isinstance(way, Contour):
        for start, end in way.pieces():
            if abs(start.bulge) > STRAIGHT:
                yield Contour((start, Vertex(end.x, end.y)), closed=False)
