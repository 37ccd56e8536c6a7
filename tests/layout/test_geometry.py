"""Outlines, boxes and transforms."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.catalog.problems import InputError
from generator.layout.geometry import (
    Box,
    Matrix,
    Outline,
    ellipse,
    parse_points,
    parse_transform,
    rectangle,
    rotation,
)

lengths = st.floats(-1000, 1000, allow_nan=False)
points = st.tuples(lengths, lengths)
matrices = st.builds(Matrix, *[st.floats(-10, 10)] * 4, lengths, lengths)


def close(found: tuple[float, float], wanted: tuple[float, float]) -> bool:
    return math.dist(found, wanted) < 1e-6 * (1 + math.hypot(*wanted))


@given(points, points)
def test_four_quarter_turns_are_none(centre: tuple[float, float], point: tuple[float, float]) -> None:
    quarter = rotation(90, *centre)
    whole = quarter.then(quarter).then(quarter).then(quarter)
    assert close(whole.apply(*point), point)


@given(st.floats(-720, 720), points, points)
def test_turning_keeps_the_distance_to_the_centre(
    angle: float, centre: tuple[float, float], point: tuple[float, float]
) -> None:
    turned = rotation(angle, *centre).apply(*point)
    assert math.dist(turned, centre) == pytest.approx(math.dist(point, centre), abs=1e-6)


def test_positive_angles_turn_clockwise_on_the_page() -> None:
    assert rotation(90).apply(1, 0) == (0, 1)
    assert rotation(-90, 10, 10).apply(20, 10) == (10, 0)


@given(matrices, matrices, points)
def test_one_transform_after_another(first: Matrix, second: Matrix, point: tuple[float, float]) -> None:
    once, twice = first.then(second).apply(*point), second.apply(*first.apply(*point))
    assert math.dist(once, twice) <= 1e-9 * (1 + sum(abs(value) for value in (*once, *twice))) * 1e3


def test_transforms_act_from_right_to_left() -> None:
    assert parse_transform("translate(10 0) rotate(90)").apply(1, 0) == (10, 1)
    assert parse_transform("rotate(90), translate(10 0)").apply(1, 0) == (0, 11)


@pytest.mark.parametrize(
    ("text", "matrix"),
    [
        ("translate(3)", Matrix(e=3)),
        ("translate(3,-4.5)", Matrix(e=3, f=-4.5)),
        ("scale(2)", Matrix(a=2, d=2)),
        ("scale(2 -1)", Matrix(a=2, d=-1)),
        ("matrix(1 2 3 4 5 6)", Matrix(1, 2, 3, 4, 5, 6)),
        ("", Matrix()),
    ],
)
def test_a_transform(text: str, matrix: Matrix) -> None:
    assert parse_transform(text) == matrix


@pytest.mark.parametrize(
    "text",
    [
        "rotate()",
        "rotate(1 2)",
        "scale(0)",
        "skewX(3)",
        "rotate(90",
        "rotate(x)",
        "matrix(1 2 2 4 0 0)",
        "90",
    ],
)
def test_what_is_no_transform(text: str) -> None:
    with pytest.raises(InputError):
        parse_transform(text)


def test_points() -> None:
    assert parse_points("0,0 10,0 5,8") == ((0, 0), (10, 0), (5, 8))
    assert parse_points("0 0-1-2") == ((0, 0), (-1, -2))


@pytest.mark.parametrize("text", ["", "1", "1,2 3", "a,b", "1,1e999"])
def test_what_are_no_points(text: str) -> None:
    with pytest.raises(InputError):
        parse_points(text)


@given(st.floats(0.1, 100), st.floats(0.1, 100), st.floats(0, 200))
def test_round_corners_never_leave_the_rectangle(width: float, height: float, radius: float) -> None:
    box = rectangle(Box(3, 4, width, height), radius, radius).box()
    assert (box.x, box.y) == pytest.approx((3, 4))
    assert (box.width, box.height) == pytest.approx((width, height))


def test_an_ellipse_is_as_wide_as_it_says() -> None:
    assert ellipse(10, 20, 3, 4).box() == Box(7, 16, 6, 8)


@given(st.lists(points, min_size=1, max_size=10), matrices)
def test_a_moved_outline_has_its_points_moved(corners: list[tuple[float, float]], matrix: Matrix) -> None:
    outline = Outline(tuple(("L", corner) for corner in corners))
    assert [values for _, values in outline.moved(matrix).segments] == [
        matrix.apply(*corner) for corner in corners
    ]
