"""Outlines of tokens: which can be cut, which fit their size, and how large they are."""

from __future__ import annotations

import math

import pytest

from generator.catalog.problems import InputError
from generator.catalog.shapes import Shape, parse_shape, refuse_misfit
from generator.catalog.sizes import Size

SIZE = Size("own", 20.0, 10.0)


@pytest.mark.parametrize(
    ("written", "area"),
    [
        ("rect", 200),
        (" Hex ", 150),
        ([[0, 0], [20, 0], ["1 cm", 10]], 100),
        ([[0, 0], [10, 10], [20, 0]], 100),
        ([[0, 0], [20, 0], [20, 10], [10, 5], [0, 10]], 150),
        ([[0, 0], [20.005, 0], [0, 10.005]], 100),
        ([[0, 0], [20, 0], [20, 0.5], [0, 10]], 105),
    ],
)
def test_a_shape_has_its_area_and_its_corners_go_round_clockwise(written: object, area: float) -> None:
    shape = parse_shape(written)
    refuse_misfit(shape, SIZE)
    assert shape.area(SIZE) == pytest.approx(area, abs=0.2)
    corners = shape.corners(SIZE)
    turned = [*corners[1:], corners[0]]
    assert sum(x0 * y1 - x1 * y0 for (x0, y0), (x1, y1) in zip(corners, turned, strict=True)) > 0


def test_a_circle_is_as_wide_as_it_is_high() -> None:
    assert Shape("circle").area(Size("own", 20.0, 20.0)) == pytest.approx(100 * math.pi)
    refuse_misfit(Shape("circle"), Size("own", 20.0, 20.005))
    for width, height in ((20.0, 20.2), (20.2, 20.0)):
        with pytest.raises(InputError, match="a circle is as wide as it is high"):
            refuse_misfit(Shape("circle"), Size("own", width, height))


@pytest.mark.parametrize(
    ("written", "told"),
    [
        ("hexx", "expected rect, circle, hex or a list of corners, got 'hexx'"),
        (3, "got 3"),
        ([[0, 0], [1, 1]], "a polygon has 3 corners or more, got 2"),
        ([[0, 0]] * 61, "a polygon has 60 corners at most, got 61"),
        ([[0, 0], [1], [2, 2]], "corner 2: expected two lengths"),
        ([[0, 0], [20, 0], [-1, 2]], "corner 3: "),
        ([[0, 0], [20.2, 0], [0, 10]], "corner 2 is at 20.2, 0 mm, outside of 20 x 10 mm"),
        ([[0, 0], [20, 0], [0, 10.2]], "corner 3 is at 0, 10.2 mm, outside"),
        ([[0, 0], [20, 0], [20, 0.005], [0, 10]], "corner 2 and the next one are the same"),
        ([[0, 0], [20, 10], [20, 0], [0, 10]], "crosses itself: from corner 1 and from corner 3"),
        ([[0, 0], [20, 0], [5, 0], [5, 10]], "crosses itself: from corner 1 and from corner 2"),
    ],
)
def test_what_can_not_be_cut_is_refused(written: object, told: str) -> None:
    with pytest.raises(InputError) as refused:
        refuse_misfit(parse_shape(written), SIZE)
    assert told in refused.value.message
