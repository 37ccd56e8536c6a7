"""Regular polygons, stars, wedges, arrows and lines with corners, in millimetres."""

from __future__ import annotations

import math

import pytest

from generator.layout.elements.base import Element
from generator.layout.geometry import Outline

from .conftest import LayOut


def corners(outline: Outline) -> list[tuple[float, ...]]:
    return [values for kind, values in outline.segments if kind in "ML"]


def one(lay_out: LayOut, line: str) -> Outline:
    (element,) = lay_out(line).drawn
    return element.outline()


def test_a_polygon_has_its_first_corner_at_the_top_and_goes_clockwise(lay_out: LayOut) -> None:
    found = corners(one(lay_out, '<ngon cx="10" cy="20" r="5" sides="4"/>'))
    assert found == [pytest.approx(point) for point in ((10, 15), (15, 20), (10, 25), (5, 20))]


def test_a_turned_hexagon_lies_on_its_side(lay_out: LayOut) -> None:
    box = one(lay_out, '<ngon cx="0" cy="0" r="10" rotate="30"/>').box()
    assert (box.width, box.height) == pytest.approx((20, 10 * math.sqrt(3)))


@pytest.mark.parametrize(("inner", "radius"), [("", 4), ('inner="7"', 7)])
def test_a_star_has_points_and_corners_between_them(lay_out: LayOut, inner: str, radius: float) -> None:
    found = corners(one(lay_out, f'<star r="10" points="6" {inner}/>'))
    lengths = sorted(math.hypot(*point) for point in found)
    assert lengths == pytest.approx([radius] * 6 + [10] * 6)
    assert min(found, key=lambda point: point[1]) == pytest.approx((0, -10))


@pytest.mark.parametrize(
    ("attributes", "expected"),
    [
        ('to="90"', (0, -10, 10, 10)),
        ('from="180" to="270"', (-10, 0, 10, 10)),
        ('from="-90" to="90"', (-10, -10, 20, 10)),
        ('from="300" to="60"', (-10 * math.sin(math.pi / 3), -10, 20 * math.sin(math.pi / 3), 10)),
        ('to="360" inner="4"', (-10, -10, 20, 20)),
        (
            'from="45" to="135" inner="9"',
            (9 * math.sqrt(0.5), -10 * math.sqrt(0.5), 10 - 9 * math.sqrt(0.5), 200**0.5),
        ),
    ],
)
def test_the_angles_of_a_wedge_are_as_on_a_clock(
    lay_out: LayOut, attributes: str, expected: tuple[float, ...]
) -> None:
    (wedge,) = lay_out(f'<wedge r="10" {attributes}/>').drawn
    assert tuple(wedge.box()) == pytest.approx(expected, abs=3e-3)


def test_a_wedge_of_no_angle_is_nothing(lay_out: LayOut) -> None:
    assert not one(lay_out, '<wedge r="10" from="30" to="30"/>').segments


def test_an_arrow_has_its_tip_where_it_ends(lay_out: LayOut) -> None:
    """A shaft of 1 mm, and a head of 3 × 3 mm."""
    found = corners(one(lay_out, '<arrow x1="2" y1="5" x2="12" y2="5"/>'))
    expected = [(2, 4.5), (9, 4.5), (9, 3.5), (12, 5), (9, 6.5), (9, 5.5), (2, 5.5)]
    assert found == [pytest.approx(point) for point in expected]


def test_an_arrow_downwards_with_two_heads_that_have_no_room(lay_out: LayOut) -> None:
    found = corners(one(lay_out, '<arrow y1="1" y2="5" width="2" head="9" head-width="4" heads="both"/>'))
    assert {tuple(round(value, 6) for value in point) for point in found} == {
        (0, 1),
        (0, 5),
        (2, 3),
        (-2, 3),
        (1, 3),
        (-1, 3),
    }


def test_an_arrow_to_where_it_is_draws_nothing(lay_out: LayOut) -> None:
    assert not one(lay_out, '<arrow x1="2" x2="2"/>').segments


@pytest.mark.parametrize(
    "shape",
    [
        '<ngon id="c" r="9"/>',
        '<star id="c" r="9"/>',
        '<wedge id="c" r="9" to="90"/>',
        '<arrow id="c" x2="9"/>',
    ],
)
def test_new_shapes_clip(lay_out: LayOut, shape: str) -> None:
    clipping, clipped = lay_out(f'{shape}<rect width="9" height="9" clip-path="#c"/>').drawn
    assert isinstance(clipped, Element)
    assert clipped.clip == clipping.outline()
