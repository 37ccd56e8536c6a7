"""Fronts and backs coincide once the paper is turned over."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.catalog.press_settings import Backs, PressOptions
from generator.catalog.problems import InputError
from generator.catalog.sizes import PAPERS, Size
from generator.press.grid import Slot, fit_grid
from generator.press.marks import FlipAxis, flip_axis, mirror_band, mirror_slot

A4 = PAPERS["a4"]
SHEETS = [*PAPERS.values(), *(paper.turned("landscape") for paper in PAPERS.values())]
DUPLEX: tuple[Backs, ...] = ("duplex-long", "duplex-short")
Point = tuple[float, float]


def turn_over(point: Point, paper: Size, backs: Backs) -> Point:
    """Where a point of the back page lies on the front page of the same piece of paper.

    A printer that binds at an edge turns the sheet about that edge: the coordinate across the edge
    is reversed, the one along it stays.
    """
    x, y = point
    edge = max(paper.width, paper.height) if backs == "duplex-long" else min(paper.width, paper.height)
    return (paper.width - x, y) if edge == paper.height else (x, paper.height - y)


def on_page(slot: Slot, dx: float, dy: float) -> Point:
    """A point of the card, given from its centre as on an upright card, once the card is turned."""
    angle = math.radians(slot.turn)
    return (
        slot.cx + dx * math.cos(angle) + dy * math.sin(angle),
        slot.cy - dx * math.sin(angle) + dy * math.cos(angle),
    )


def near(a: Point, b: Point) -> bool:
    return math.dist(a, b) < 1e-9


def ink_corners(slot: Slot, width: float, height: float) -> tuple[Point, Point]:
    bleed = slot.bleed
    return (
        (slot.cx - width / 2 - bleed.left, slot.cy - height / 2 - bleed.top),
        (slot.cx + width / 2 + bleed.right, slot.cy + height / 2 + bleed.bottom),
    )


@pytest.mark.slow
@given(
    st.sampled_from(SHEETS),
    st.sampled_from(DUPLEX),
    st.floats(15, 200),
    st.floats(15, 200),
    st.none() | st.floats(0, 8),
    st.floats(0, 5),
)
def test_every_back_lies_behind_its_front(
    paper: Size, backs: Backs, width: float, height: float, gap: float | None, bleed: float
) -> None:
    try:
        grid = fit_grid(width, height, PressOptions(paper, backs=backs, gap=gap, bleed=bleed))
    except InputError:
        return
    for front in grid.slots:
        back = mirror_slot(front, paper, flip_axis(paper, backs))
        # The card is turned over about its own upright axis: its top edge stays the top edge,
        # and what is left on the front is right on the back.
        for dx, dy in ((0, 0), (-width / 2, -height / 2), (width / 2, -height / 2), (width / 2, height / 2)):
            behind = turn_over(on_page(back, -dx, dy), paper, backs)
            assert near(behind, on_page(front, dx, dy))
        top_left, bottom_right = ink_corners(front, grid.slot_width, grid.slot_height)
        turned = [turn_over(p, paper, backs) for p in ink_corners(back, grid.slot_width, grid.slot_height)]
        assert near((min(x for x, _ in turned), min(y for _, y in turned)), top_left)
        assert near((max(x for x, _ in turned), max(y for _, y in turned)), bottom_right)


@pytest.mark.parametrize(
    ("paper", "backs", "axis"),
    [
        (A4, "duplex-long", "vertical"),
        (A4, "duplex-short", "horizontal"),
        (A4.turned("landscape"), "duplex-long", "horizontal"),
        (A4.turned("landscape"), "duplex-short", "vertical"),
    ],
)
def test_the_axis_follows_from_paper_and_edge(paper: Size, backs: Backs, axis: str) -> None:
    assert flip_axis(paper, backs) == axis


@pytest.mark.parametrize("backs", ["none", "gutterfold"])
def test_nothing_else_turns_paper_over(backs: Backs) -> None:
    with pytest.raises(ValueError, match="turns no paper over"):
        flip_axis(A4, backs)


@pytest.mark.parametrize(("axis", "side"), [("vertical", "right"), ("horizontal", "left")])
def test_the_slug_of_the_back_lies_behind_that_of_the_front(axis: FlipAxis, side: str) -> None:
    letter = PAPERS["letter"]
    band = fit_grid(63.5, 88.9, PressOptions(letter)).band
    assert band is not None
    assert band.side == "left"
    behind = mirror_band(band, letter, axis)
    assert (behind.side, behind.turn, behind.height) == (side, 90, band.height)
    assert behind.x == pytest.approx(letter.width - 8 if side == "right" else 5)
    assert behind.y == pytest.approx(5)
