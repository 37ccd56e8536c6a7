"""Outlines in straight lines: what lies inside them, and what they hold."""

from __future__ import annotations

import math
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.layout.geometry import Box, Matrix, ellipse, polyline, rectangle
from generator.press.preflight.geometry import Area, Flat, Frame, corners, flatten, moved_box

NUMBERS = st.floats(-20, 20).map(lambda value: round(value, 2))
POINTS = st.tuples(NUMBERS, NUMBERS)
POLYGONS = st.lists(POINTS, min_size=3, max_size=9)
BOXES = st.builds(Box, NUMBERS, NUMBERS, st.floats(0.1, 15), st.floats(0.1, 15))


def flat(points: list[tuple[float, float]]) -> Flat:
    made = flatten(polyline(points, closed=True))
    assert made is not None
    return made


def turns(points: list[tuple[float, float]], x: float, y: float) -> int:
    """How often the polygon runs round a point, by adding up angles."""
    total = 0.0
    for (x0, y0), (x1, y1) in pairwise([*points, points[0]]):
        before, after = math.atan2(y0 - y, x0 - x), math.atan2(y1 - y, x1 - x)
        total += (after - before + math.pi) % (2 * math.pi) - math.pi
    return round(total / (2 * math.pi))


@given(POLYGONS, POINTS)
def test_inside_is_what_the_outline_runs_round(
    points: list[tuple[float, float]], point: tuple[float, float]
) -> None:
    x, y = point[0] + 0.0037, point[1] + 0.0041
    shape = flat(points)
    if shape.near(x, y, 0.001) is None:
        count = turns(points, x, y)
        assert shape.inside(x, y, even_odd=False) == (count != 0)
        assert shape.inside(x, y, even_odd=True) == (count % 2 != 0)


@given(POLYGONS, BOXES, st.booleans(), st.lists(st.tuples(st.floats(0.01, 0.99), st.floats(0.01, 0.99))))
def test_what_a_shape_holds_lies_inside_it(
    points: list[tuple[float, float]], box: Box, even_odd: bool, shares: list[tuple[float, float]]
) -> None:
    shape = flat(points)
    if shape.holds(box, even_odd=even_odd):
        for across, down in [(0.5, 0.5), *shares]:
            x, y = box.x + across * box.width, box.y + down * box.height
            assert flat(points).inside(x, y, even_odd=even_odd)


@pytest.mark.parametrize(("side", "held"), [(14.0, True), (14.3, False)])
def test_a_circle_holds_the_square_in_it(side: float, held: bool) -> None:
    """A circle of radius 10 takes in a square with a diagonal of 20: 14.14 a side."""
    circle = flatten(ellipse(0, 0, 10, 10))
    assert circle is not None
    assert circle.holds(Box(-side / 2, -side / 2, side, side), even_odd=False) == held


def test_curves_keep_close_to_their_shape() -> None:
    circle = flatten(ellipse(0, 0, 10, 10))
    assert circle is not None
    radii = [math.hypot(x, y) for ring in circle.rings for x, y in ring.points]
    middles = [
        math.hypot((x0 + x1) / 2, (y0 + y1) / 2)
        for ring in circle.rings
        for (x0, y0), (x1, y1) in pairwise(ring.points)
    ]
    assert max(radii) < 10.01
    assert min(middles) > 9.95


MATRICES = st.builds(Matrix, *[st.floats(-3, 3).map(lambda value: round(value, 2))] * 6).filter(
    lambda m: abs(m.a * m.d - m.b * m.c) > 0.1
)


@given(POLYGONS, MATRICES, POINTS)
def test_an_area_is_its_outline_moved(
    points: list[tuple[float, float]], matrix: Matrix, point: tuple[float, float]
) -> None:
    shape = flat(points)
    x, y = point[0] + 0.0037, point[1] + 0.0041
    if shape.near(x, y, 0.001) is None:
        assert Area(shape, matrix).has(*matrix.apply(x, y)) == shape.inside(x, y, even_odd=False)


@given(BOXES, BOXES, MATRICES)
def test_what_a_clip_leaves_of_a_box_lies_in_both(box: Box, window: Box, matrix: Matrix) -> None:
    clip = flatten(rectangle(window))
    assert clip is not None
    frame = Frame().inside(matrix, clip, 1)
    seen = frame.seen([corners(box)])
    bound = moved_box(window, matrix)
    if seen is not None:
        slack = 1e-6
        for whole in (box, bound):
            assert whole.x - slack <= seen.x <= seen.right <= whole.right + slack
            assert whole.y - slack <= seen.y <= seen.bottom <= whole.bottom + slack
    # Any point of the box that the clip shows lies in what is seen.
    for across in range(1, 8):
        for down in range(1, 8):
            x, y = box.x + box.width * across / 8, box.y + box.height * down / 8
            if frame.shows(x, y):
                assert seen is not None
                assert seen.x - 1e-6 <= x <= seen.right + 1e-6
                assert seen.y - 1e-6 <= y <= seen.bottom + 1e-6
