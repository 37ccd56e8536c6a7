"""Colours as others see them, and how far apart they are."""

from __future__ import annotations

import numpy
import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.layout.colour_vision import DEUTAN, GREY, PROTAN, SIGHTS, TRITAN, difference, lab, seen

BYTES = st.integers(0, 255)

# Sharma, Wu and Dalal (2005), table 1: pairs that tell each part of the formula.
SHARMA = [
    ((50.0, 2.6772, -79.7751), (50.0, 0.0, -82.7485), 2.0425),
    ((50.0, -1.3802, -84.2814), (50.0, 0.0, -82.7485), 1.0000),
    ((50.0, 0.0, 0.0), (50.0, -1.0, 2.0), 2.3669),
    ((50.0, 2.49, -0.001), (50.0, -2.49, 0.0009), 7.1792),
    ((50.0, 2.49, -0.001), (50.0, -2.49, 0.0010), 7.1792),
    ((50.0, 2.49, -0.001), (50.0, -2.49, 0.0011), 7.2195),
    ((50.0, -0.001, 2.49), (50.0, 0.0009, -2.49), 4.8045),
    ((50.0, 2.5, 0.0), (50.0, 0.0, -2.5), 4.3065),
    ((50.0, 2.5, 0.0), (73.0, 25.0, -18.0), 27.1492),
    ((50.0, 2.5, 0.0), (61.0, -5.0, 29.0), 22.8977),
    ((60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387), 1.2644),
    ((22.7233, 20.0904, -46.6940), (23.0331, 14.9730, -42.5619), 2.0373),
    ((90.8027, -2.0831, 1.4410), (91.1528, -1.6435, 0.0447), 1.4441),
    ((2.0776, 0.0795, -1.1350), (0.9033, -0.0636, -0.5514), 0.9082),
]


@pytest.mark.parametrize(("one", "other", "expected"), SHARMA)
def test_ciede2000_gives_the_numbers_of_its_paper(
    one: tuple[float, ...], other: tuple[float, ...], expected: float
) -> None:
    found = difference(numpy.array([one]), numpy.array([other]))
    assert float(found[0]) == pytest.approx(expected, abs=5e-5)


def test_lab_of_known_colours() -> None:
    colours = numpy.array(
        [(255, 255, 255), (0, 0, 0), (255, 0, 0), (0, 0, 255), (119, 119, 119), (26, 26, 26), (10, 10, 10)]
    )
    expected = [
        (100, 0, 0),
        (0, 0, 0),
        (53.24, 80.09, 67.2),
        (32.3, 79.19, -107.86),
        (50.03, 0, 0),
        (9.26, 0, 0),
        (2.74, 0, 0),
    ]
    assert lab(colours) == pytest.approx(numpy.array(expected), abs=0.02)


@given(BYTES)
def test_greys_stay_as_they_are(level: int) -> None:
    for sight in SIGHTS.values():
        assert abs(seen(numpy.array([[level] * 3]), sight).astype(int) - level).max() <= 1


@given(st.tuples(BYTES, BYTES, BYTES))
def test_who_sees_without_colour_sees_only_lightness(colour: tuple[int, int, int]) -> None:
    (grey,) = seen(numpy.array([colour]), GREY)
    assert len(set(grey.tolist())) == 1
    assert lab(grey[None])[0, 0] == pytest.approx(lab(numpy.array([colour]))[0, 0], abs=0.5)


@pytest.mark.parametrize("sight", [PROTAN, DEUTAN, TRITAN])
def test_a_dichromat_sees_a_plane(sight: object) -> None:
    """One of three dimensions is lost, on both sides of the plane the same one, and nowhere is a step."""
    matrices = [matrix for matrix in (sight.matrix, sight.beyond) if matrix is not None]  # type: ignore[attr-defined]
    lost = []
    for matrix in matrices:
        _, sizes, axes = numpy.linalg.svd(numpy.array(matrix))
        assert sizes[2] < 1e-4
        lost.append(axes[2] * numpy.sign(axes[2][0]))
    assert lost[-1] == pytest.approx(lost[0], abs=2e-3)
    if len(matrices) == 2:
        normal = numpy.array(sight.normal)  # type: ignore[attr-defined]
        _, _, axes = numpy.linalg.svd(normal[None])
        for inside in axes[1:]:
            first, second = (numpy.array(matrix) @ inside for matrix in matrices)
            assert first == pytest.approx(second, abs=2e-3)


def test_red_and_green_fall_together_without_red_or_green_cones() -> None:
    red, green = (190, 60, 50), (110, 120, 45)
    both = numpy.array([red, green])
    distances = {}
    for name, sight in SIGHTS.items():
        one, other = lab(seen(both, sight))
        distances[name] = float(difference(one, other))
    assert distances["deutan"] < 10 < distances["tritan"]
