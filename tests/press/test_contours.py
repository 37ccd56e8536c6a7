"""Ways of the knife: exact arcs, curves within their tolerance, and edges that are cut once."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.catalog.shapes import Shape
from generator.catalog.sizes import Size
from generator.layout.geometry import Box, Matrix, Outline, ellipse, rectangle, rotation, shape_outline
from generator.press.contours import Circle, Contour, Way, centre_of, shared_once, way_around, ways_along
from generator.press.packing import Trim

Point = tuple[float, float]
TOLERANCE = 0.01


def drawn(way: Way, steps: int = 24) -> list[Point]:
    """Points along a way, by the definition of a bulge."""
    if isinstance(way, Circle):
        turns = (2 * math.pi * step / 720 for step in range(720))
        return [(way.x + way.radius * math.cos(t), way.y + way.radius * math.sin(t)) for t in turns]
    points: list[Point] = []
    for start, end in way.pieces():
        points.append(start[:2])
        if start.bulge:
            centre, radius = centre_of(start[:2], end[:2], start.bulge)
            begin = math.atan2(start.y - centre[1], start.x - centre[0])
            angle = 4 * math.atan(start.bulge)
            for step in range(1, steps):
                at = begin + angle * step / steps
                points.append((centre[0] + radius * math.cos(at), centre[1] + radius * math.sin(at)))
    return points


def area(points: list[Point]) -> float:
    after = [*points[1:], points[0]]
    return abs(sum(x0 * y1 - x1 * y0 for (x0, y0), (x1, y1) in zip(points, after, strict=True))) / 2


def off(points: list[Point], line: list[Point]) -> float:
    """The farthest that any point is from a closed line."""
    after = [*line[1:], line[0]]

    def nearest(point: Point) -> float:
        return min(_to_edge(point, one, other) for one, other in zip(line, after, strict=True))

    return max(map(nearest, points))


def _to_edge(point: Point, one: Point, other: Point) -> float:
    dx, dy = other[0] - one[0], other[1] - one[1]
    square = dx * dx + dy * dy
    share = min(max(((point[0] - one[0]) * dx + (point[1] - one[1]) * dy) / square, 0), 1) if square else 0
    return math.hypot(one[0] + share * dx - point[0], one[1] + share * dy - point[1])


def flat(outline: Outline) -> list[Point]:
    """Many points along an outline of a single piece."""
    points: list[Point] = []
    for kind, values in outline.segments:
        if kind == "C":
            handles = (points[-1], values[0:2], values[2:4], values[4:6])
            points += [on_curve([(x, y) for x, y in handles], step / 40) for step in range(1, 41)]
        elif values:
            points.append((values[0], values[1]))
    return points


@settings(deadline=None, max_examples=80)
@given(st.floats(10, 200), st.floats(10, 200), st.floats(0.1, 60))
def test_a_rounded_rectangle_has_exact_quarters(width: float, height: float, corner: float) -> None:
    way = way_around(Trim(Shape(), Size("", width, height), corner))
    radius = min(corner, width / 2, height / 2)
    assert isinstance(way, Contour)
    assert way.closed
    assert area(drawn(way, 400)) == pytest.approx(width * height - (4 - math.pi) * radius**2, rel=1e-4)
    xs, ys = zip(*drawn(way), strict=True)
    assert (min(xs), min(ys), max(xs), max(ys)) == pytest.approx((0, 0, width, height), abs=1e-9)


def test_shapes_keep_their_corners() -> None:
    size = Size("", 20, 17.32)
    hexagon = way_around(Trim(Shape("hex"), size))
    assert isinstance(hexagon, Contour)
    assert [vertex[:2] for vertex in hexagon.vertices] == list(Shape("hex").corners(size))
    assert way_around(Trim(Shape("circle"), Size("", 16, 16))) == Circle(8, 8, 8)


heights, shares = st.floats(-40, 40), st.floats(0, 1)


@settings(deadline=None, max_examples=60)
@given(st.floats(1, 60), shares, heights, shares, heights, st.floats(0, 360))
def test_arcs_follow_any_curve_that_does_not_turn_back(
    width: float, one: float, up: float, other: float, down: float, turn: float
) -> None:
    move = rotation(turn)
    handles = [(0.0, 0.0), (one * width, up), (other * width, down), (width, 0.0)]
    start, first, second, end = (move.apply(x, y) for x, y in handles)
    (way,) = ways_along(Outline((("M", start), ("C", (*first, *second, *end)))))
    line = [*drawn(way, 16), way.vertices[-1][:2]]
    curve = [on_curve((start, first, second, end), step / 40) for step in range(41)]
    assert off(curve, [*line, *reversed(line)]) < TOLERANCE


def on_curve(handles: Sequence[Point], t: float) -> Point:
    weights = ((1 - t) ** 3, 3 * (1 - t) ** 2 * t, 3 * (1 - t) * t * t, t**3)
    x = sum(weight * point[0] for weight, point in zip(weights, handles, strict=True))
    y = sum(weight * point[1] for weight, point in zip(weights, handles, strict=True))
    return x, y


@pytest.mark.parametrize(
    "outline",
    [
        rectangle(Box(3, 4, 60, 80), 5, 5),
        rectangle(Box(0, 0, 30, 20), 8, 4),
        ellipse(10, 10, 9, 9),
        ellipse(10, 10, 30, 4),
        shape_outline(Shape("circle"), Size("", 40, 40)),
    ],
)
def test_an_outline_and_its_way_are_the_same_line(outline: Outline) -> None:
    (way,) = ways_along(outline)
    assert way.closed
    assert off(flat(outline), drawn(way)) < TOLERANCE


def test_turning_a_way_keeps_its_arcs() -> None:
    way = way_around(Trim(Shape(), Size("", 60, 90), 4))
    move = Matrix(e=-30, f=-45).then(rotation(90)).then(Matrix(e=100, f=100))
    turned = way.moved(move)
    assert area(drawn(turned)) == pytest.approx(area(drawn(way)))
    xs, ys = zip(*drawn(turned), strict=True)
    assert (min(xs), min(ys), max(xs), max(ys)) == pytest.approx((55, 70, 145, 130))


def cards(columns: int, rows: int, gap: float, corner: float = 0.0) -> Iterator[Way]:
    way = way_around(Trim(Shape(), Size("", 60, 90), corner))
    for row in range(rows):
        for column in range(columns):
            yield way.moved(Matrix(e=10 + column * (60 + gap), f=20 + row * (90 + gap)))


def length(ways: list[Way]) -> float:
    return sum(
        math.dist(start[:2], end[:2])
        for way in ways
        if isinstance(way, Contour)
        for start, end in way.pieces()
    )


class TestSharedOnce:
    def test_a_grid_without_gaps_is_cut_from_end_to_end(self) -> None:
        ways = shared_once(cards(3, 2, 0.0))
        found = sorted(
            tuple(round(value, 3) for vertex in way.vertices for value in vertex[:2])
            for way in ways
            if isinstance(way, Contour) and not way.closed
        )
        assert len(found) == len(ways) == 4 + 3
        across = [line for line in found if line[1] == line[3]]
        down = [line for line in found if line[0] == line[2]]
        assert across == [(10, 20, 190, 20), (10, 110, 190, 110), (10, 200, 190, 200)]
        assert down == [(x, 20, x, 200) for x in (10, 70, 130, 190)]

    def test_cards_apart_stay_whole(self) -> None:
        ways = list(cards(3, 2, 2.0, 3.0))
        assert shared_once(ways) == ways

    def test_round_corners_stay_with_their_cards(self) -> None:
        ways = shared_once(cards(2, 1, 0.0, 5.0))
        arcs = [way for way in ways if isinstance(way, Contour) and way.vertices[0].bulge]
        assert len(arcs) == 8
        straight = [way for way in ways if way not in arcs]
        # Both cards' sides, of which one is shared.
        assert length(straight) == pytest.approx(2 * (2 * 50 + 2 * 80) - 80)

    @settings(deadline=None, max_examples=40)
    @given(st.integers(1, 5), st.integers(1, 5))
    def test_each_line_of_a_grid_is_cut_once(self, columns: int, rows: int) -> None:
        ways = shared_once(cards(columns, rows, 0.0))
        assert length(ways) == pytest.approx((rows + 1) * columns * 60 + (columns + 1) * rows * 90)

    def test_hexes_side_by_side_share_their_sides(self) -> None:
        way = way_around(Trim(Shape("hex"), Size("", 20, 17.3205)))
        ways = [way, way.moved(Matrix(f=17.3205)), Circle(100, 100, 5)]
        assert length(shared_once(ways)) == pytest.approx(11 * 10, abs=0.01)
        assert Circle(100, 100, 5) in shared_once(ways)
