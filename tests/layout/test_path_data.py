"""Path data gives the outline that a well-tried SVG library gives."""

from __future__ import annotations

import math

import pytest
from fontTools.pens.recordingPen import RecordingPen
from fontTools.svgLib.path import parse_path as read_path
from hypothesis import given
from hypothesis import strategies as st

from generator.catalog.problems import InputError
from generator.layout.geometry import Outline
from generator.layout.path_data import parse_path

numbers = st.floats(-50, 50).map(lambda value: f"{round(value, 3):g}")
# Without a radius an arc is a line, which the library forgets to draw.
radii = st.floats(0.5, 50).map(lambda value: f"{round(value, 3):g}")
flags = st.sampled_from("01")


def command(letters: str, *parts: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    return st.tuples(st.sampled_from(letters), *parts).map(lambda words: words[0] + " ".join(words[1:]))


commands = st.one_of(
    command("Ll", numbers, numbers),
    command("Hh", numbers),
    command("Vv", numbers),
    command("Cc", *[numbers] * 6),
    command("Ss", *[numbers] * 4),
    command("Qq", *[numbers] * 4),
    command("Tt", *[numbers] * 2),
    command("Aa", radii, radii, numbers, flags, flags, numbers, numbers),
    command("Mm", *[numbers] * 2),
    st.just("Z"),
)
paths = st.tuples(command("Mm", numbers, numbers), st.lists(commands, max_size=8)).map(
    lambda parts: " ".join([parts[0], *parts[1]])
)


def ends(outline: Outline) -> list[tuple[float, float]]:
    """Where each line and curve ends; arcs are cut into curves differently by each library."""
    return [values[-2:] for _, values in outline.segments if values]  # type: ignore[misc]


@given(paths)
def test_lines_end_where_the_library_says(data: str) -> None:
    pen = RecordingPen()
    read_path(data, pen)
    expected = {
        (round(points[-1][0], 2), round(points[-1][1], 2)) for name, points in pen.value if name == "lineTo"
    }
    found = {(round(x, 2), round(y, 2)) for x, y in ends(parse_path(data))}
    # A closing line back to the start is drawn by Z itself here.
    starts = {(round(p[0][0], 2), round(p[0][1], 2)) for name, p in pen.value if name == "moveTo"}
    assert expected - starts <= found


@given(paths)
def test_the_box_is_nearly_that_of_the_library(data: str) -> None:
    from fontTools.pens.boundsPen import BoundsPen

    pen = BoundsPen(None)
    read_path(data, pen)
    segments = parse_path(data).segments
    own = BoundsPen(None)
    is_open = False
    for kind, values in segments:
        points = list(zip(values[::2], values[1::2], strict=True))
        if kind == "M":
            if is_open:
                own.endPath()
            own.moveTo(points[0])
            is_open = True
        elif kind == "L":
            own.lineTo(points[0])
        elif kind == "C":
            own.curveTo(*points)
        else:
            own.closePath()
            is_open = False
    if pen.bounds is None or own.bounds is None:
        return
    assert own.bounds == pytest.approx(pen.bounds, abs=0.05)


@pytest.mark.parametrize(
    ("data", "same"),
    [
        ("M1 1 4 1 4 6z", "M1,1L4,1L4,6Z"),
        ("m1 1 3 0v5H1z", "M1 1 L4 1 L4 6 L1 6 Z"),
        ("M0 0C1 1 2 1 3 0S5-1 6 0", "M0 0 C1 1 2 1 3 0 C4 -1 5 -1 6 0"),
        ("M.5.5L-1-.5", "M0.5 0.5 L-1 -0.5"),
        ("M0 0a5 5 0 1010 0", "M0 0 A5 5 0 1 0 10 0"),
        ("M0 0 A0 5 0 0 1 10 0", "M0 0 L10 0"),
        ("M1 1 L5 5 Z L9 9", "M1 1 L5 5 Z M1 1 L9 9"),
        ("M0 0 Q1.5 3 3 0", "M0 0 C1 2 2 2 3 0"),
    ],
)
def test_short_forms(data: str, same: str) -> None:
    assert parse_path(data) == parse_path(same)


def test_half_a_circle() -> None:
    box = parse_path("M0 0 A5 5 0 0 1 10 0").segments
    top = min(values[1] for kind, values in box if kind != "Z")
    assert box[-1][1][-2:] == (10, 0)
    assert top == pytest.approx(-5, abs=0.01)


def test_radii_that_do_not_reach_are_enlarged() -> None:
    end = parse_path("M0 0 A1 1 0 0 1 10 0").segments[-1][1]
    assert end[-2:] == (10, 0)


@pytest.mark.parametrize(
    "data",
    [
        "hello",
        "L1 1",
        "M1",
        "M1 x",
        "M 0",
        "M0 0 L",
        "M0 0 L1",
        "M0 0 B1 1",
        "5 5",
        "M0 0 C1 1 2 2 3",
        "M0 0 A5 5 0 2 1 10 0",
        "M0 0 L9e9 0",
    ],
)
def test_what_is_no_path_is_refused(data: str) -> None:
    with pytest.raises(InputError, match=r"the path data (can't be read|reaches too far)"):
        parse_path(data)


def test_nothing_draws_nothing() -> None:
    assert parse_path(" ").segments == ()


letters = st.sampled_from("MmLlHhVvCcSsQqTtAaZz01 ,.-e")
any_numbers = st.floats(allow_nan=False, allow_infinity=False).map(repr) | st.just("1e-300")


@given(st.lists(letters | any_numbers, max_size=20))
def test_any_path_data_is_an_outline_or_refused(parts: list[str]) -> None:
    try:
        outline = parse_path("M0 0 " + " ".join(parts))
    except InputError:
        return
    assert all(math.isfinite(value) for _, values in outline.segments for value in values)
