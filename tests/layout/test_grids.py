"""Grids, tracks and wheels: spaces lie side by side where they should, neighbours differ, labels count."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from itertools import combinations, pairwise
from pathlib import Path

import pytest
from games import run, write_game
from hypothesis import given
from hypothesis import strategies as st

from generator.catalog.problems import InputError
from generator.layout import grids
from generator.layout.grids import Space


def corners(space: Space) -> list[tuple[float, float]]:
    return [(float(x), float(y)) for x, y in (pair.split(",") for pair in space["points"].split())]


def area(space: Space) -> float:
    points = corners(space)
    return abs(sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in pairwise([*points, points[0]]))) / 2


def box(spaces: Iterable[Space]) -> tuple[float, float, float, float]:
    points = [point for space in spaces for point in corners(space)]
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return tuple(round(value, 2) for value in (min(xs), min(ys), max(xs), max(ys)))  # type: ignore[return-value]


def touching(spaces: Sequence[Space]) -> list[tuple[Space, Space]]:
    """The pairs that have a side in common: two corners."""
    found = []
    for one, other in combinations(spaces, 2):
        shared = [a for a in corners(one) for b in corners(other) if math.dist(a, b) < 0.01]
        if len(shared) >= 2:
            found.append((one, other))
    return found


def labels(spaces: Iterable[Space]) -> list[str]:
    return [space["label"] for space in spaces]


@given(
    st.integers(1, 6), st.integers(1, 6), st.floats(1, 30), st.booleans(), st.sampled_from(["even", "odd"])
)
def test_hexagons_lie_side_by_side_in_the_box_that_was_asked_for(
    columns: int, rows: int, side: float, flat: bool, shift: str
) -> None:
    spaces = grids.hex_grid(columns, rows, side, x=3, y=4, flat=flat, shift=shift)
    assert len(spaces) == columns * rows
    assert box(spaces)[0] == pytest.approx(3, abs=0.02)
    if (columns if flat else rows) == 1 or shift == "odd" or flat:
        assert min(y for space in spaces for _, y in corners(space)) >= 3.98
    assert all(area(space) == pytest.approx(1.5 * math.sqrt(3) * side**2, rel=1e-2) for space in spaces)
    for one, other in touching(spaces):
        apart = math.dist((one["x"], one["y"]), (other["x"], other["y"]))
        assert apart == pytest.approx(math.sqrt(3) * side, rel=1e-3)
        assert one["shade"] != other["shade"]


@pytest.mark.parametrize("flat", [True, False])
@pytest.mark.parametrize("radius", [0, 1, 3])
def test_rings_of_hexagons(radius: int, flat: bool) -> None:
    spaces = grids.hex_grid(radius=radius, side=5, flat=flat, label="A1")
    assert len(spaces) == 3 * radius * (radius + 1) + 1
    assert len(set(labels(spaces))) == len(spaces)
    assert len(touching(spaces)) == 9 * radius**2 + 3 * radius
    assert all(one["shade"] != other["shade"] for one, other in touching(spaces))


def test_a_chessboard_is_dark_at_a1() -> None:
    field = grids.square_grid(8, 8, side=10, upward=True)
    a1 = next(space for space in field if space["label"] == "A1")
    assert (a1["x"], a1["y"]) == (5, 75)
    assert all(one["shade"] != other["shade"] for one, other in touching(field))
    assert box(field) == (0, 0, 80, 80)


def test_rectangles_with_gaps() -> None:
    field = grids.square_grid(3, 2, width=10, height=6, gap=1, x=2, y=2)
    assert box(field) == (2, 2, 34, 15)
    assert touching(field) == []


@pytest.mark.parametrize(
    "spaces",
    [
        grids.diamond_grid(4, 3, width=20, height=8),
        grids.triangle_grid(7, 3, side=9),
        grids.triangle_grid(0, 4, side=9, pyramid=True),
    ],
)
def test_neighbours_differ(spaces: list[Space]) -> None:
    assert touching(spaces)
    assert all(one["shade"] != other["shade"] for one, other in touching(spaces))
    assert len({round(area(space), 2) for space in spaces}) == 1
    assert box(spaces)[:2] == (0, 0)


def test_a_pyramid_has_the_square_of_its_rows() -> None:
    assert len(grids.triangle_grid(0, 4, pyramid=True)) == 16


@pytest.mark.parametrize(
    ("label", "expected"),
    [("A1", "C2"), ("1A", "2C"), ("0101", "0302"), ("1.1", "3.2"), ("1", "8"), ("none", "")],
)
def test_labels_go_by_their_example(label: str, expected: str) -> None:
    assert grids.square_grid(5, 2, label=label)[7]["label"] == expected


def test_columns_beyond_z_have_two_letters() -> None:
    assert [grids.column_letters(number) for number in (1, 26, 27, 52, 53, 703)] == [
        "A",
        "Z",
        "AA",
        "AZ",
        "BA",
        "AAA",
    ]


def test_a_straight_track_ends_at_its_points() -> None:
    spaces = grids.straight_track(4, 10, 20, 10, 60, width=6, gap=2, first=0)
    assert box(spaces) == (7, 20, 13, 60)
    assert labels(spaces) == ["0", "1", "2", "3"]
    assert {space["angle"] for space in spaces} == {90}
    assert [round(b["y"] - a["y"], 3) for a, b in pairwise(spaces)] == [10.5, 10.5, 10.5]


@pytest.mark.parametrize("start", ["top left", "top right", "bottom right", "bottom left"])
def test_a_track_round_the_edge_is_closed_and_begins_in_its_corner(start: str) -> None:
    spaces = grids.edge_track(12, 8, 120, 90, x=5, y=5, depth=9, start=start)
    assert len(spaces) == 2 * (12 + 8) - 4
    assert box(spaces) == (5, 5, 125, 95)
    assert len(touching(spaces)) == len(spaces)
    high, wide = start.split()
    assert (spaces[0]["y"] < 50, spaces[0]["x"] < 65) == (high == "top", wide == "left")
    # Clockwise: the second lies to the right of the first at the top, to its left at the bottom.
    ahead = (spaces[1]["x"] - spaces[0]["x"], spaces[1]["y"] - spaces[0]["y"])
    assert {"top left": ahead[0] > 0, "top right": ahead[1] > 0, "bottom right": ahead[0] < 0}.get(
        start, ahead[1] < 0
    )


def test_the_spaces_of_a_spiral_are_equally_long_and_stay_inside() -> None:
    spaces = grids.spiral_track(40, 50, 50, 45, turns=3, inner=6)
    assert max(math.dist(point, (50, 50)) for space in spaces for point in corners(space)) <= 45.01
    assert min(math.dist(point, (50, 50)) for space in spaces for point in corners(space)) >= 5.99
    assert max(map(area, spaces)) == pytest.approx(min(map(area, spaces)), rel=0.03)
    assert (spaces[0]["x"] > 50, spaces[0]["y"] < 50) == (True, True)


def test_the_pieces_of_a_pie_have_their_shares() -> None:
    quarter, half, last = grids.wheel([1, 2, 1], 0, 0, 10)
    assert area(half) == pytest.approx(2 * area(quarter), rel=1e-3)
    assert area(last) == pytest.approx(math.pi * 25, rel=1e-2)
    assert quarter["angle"] == 45
    ring = grids.wheel(6, 0, 0, 10, inner=5)
    assert sum(map(area, ring)) == pytest.approx(math.pi * 75, rel=1e-2)


@pytest.mark.parametrize(
    ("function", "arguments", "message"),
    [
        ("square_grid", {"columns": 0, "rows": 3}, "`columns` is a whole number from 1 to 1,000, got 0"),
        ("square_grid", {"columns": 3, "rows": "many"}, "`rows` is a number, got 'many'"),
        ("square_grid", {"columns": 500, "rows": 500}, "more than 10,000 spaces"),
        ("square_grid", {"columns": 3, "rows": 3, "side": math.nan}, "`side` is a number"),
        ("square_grid", {"columns": 3, "rows": 3, "side": -1}, "`side` is 0.1 mm or more, got -1"),
        ("square_grid", {"columns": 3, "rows": 3, "label": "a1"}, "no labels such as 'a1'"),
        ("hex_grid", {}, "a grid of hexagons needs `columns` and `rows`, or a `radius`"),
        ("hex_grid", {"radius": 2, "rows": 1}, "not both"),
        ("hex_grid", {"radius": 51}, "`radius` is a whole number from 0 to 50, got 51"),
        ("hex_grid", {"columns": 1, "rows": 1, "shift": "left"}, "`shift` is even or odd, got 'left'"),
        (
            "edge_track",
            {"columns": 1, "rows": 4, "width": 90, "height": 60},
            "`columns` is a whole number from 2",
        ),
        (
            "edge_track",
            {"columns": 4, "rows": 4, "width": 18, "height": 60},
            "leaves nothing inside 18 × 60 mm",
        ),
        (
            "straight_track",
            {"spaces": 9, "x1": 0, "y1": 0, "x2": 10, "y2": 0, "gap": 2},
            "a track of 10 mm has no room for 9 spaces with gaps of 2 mm",
        ),
        ("spiral_track", {"spaces": 9, "cx": 0, "cy": 0, "r": 5, "inner": 8}, "can't end at 8 mm"),
        (
            "spiral_track",
            {"spaces": 9, "cx": 0, "cy": 0, "r": 5, "inner": 1, "turns": 0},
            "`turns` is more than 0",
        ),
        ("wheel", {"parts": [], "cx": 0, "cy": 0, "r": 5}, "the parts of a wheel"),
        ("wheel", {"parts": [1, -1], "cx": 0, "cy": 0, "r": 5}, "the parts of a wheel"),
    ],
)
def test_what_makes_no_sense_is_refused(function: str, arguments: dict[str, object], message: str) -> None:
    with pytest.raises(InputError) as caught:
        getattr(grids, function)(**arguments)
    assert message in caught.value.message


def test_a_wrong_argument_is_an_error_with_its_line(tmp_path: Path) -> None:
    layout = "<card>\n  {% for space in hex_grid(radius=2, sides=3) %}{% endfor %}\n</card>"
    write_game(tmp_path / "g", front=layout)
    done = run("check", "g", cwd=tmp_path)
    assert done.code == 1
    assert "g/layouts/card.xml.j2:2" in done.stdout
    assert "`hex_grid`: got an unexpected keyword argument 'sides'" in done.stdout
