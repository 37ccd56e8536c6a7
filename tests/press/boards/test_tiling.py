"""Boards that no page holds whole are parted so that nothing is lost and no page is wasted."""

from __future__ import annotations

import math
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.catalog.problems import InputError
from generator.layout.geometry import Box
from generator.press.kinds.board import Span, Tiling, tile, tile_name

ROOM = Box(5, 5, 200, 276)
sides = st.floats(20, 1200)
overlaps = st.floats(0, 60)
rooms = st.builds(Box, st.floats(3, 10), st.floats(3, 10), st.floats(130, 420), st.floats(130, 420))
beyond = st.floats(0, 6)


def axes(tiling: Tiling) -> tuple[tuple[tuple[Span, ...], float], tuple[tuple[Span, ...], float]]:
    return (tiling.columns, tiling.width), (tiling.rows, tiling.height)


@given(sides, sides, rooms, overlaps, beyond)
def test_every_point_of_the_board_is_on_a_tile_and_overlaps_are_as_wide_as_said(
    width: float, height: float, room: Box, overlap: float, beyond: float
) -> None:
    tiling = tile(width, height, room, overlap, beyond)
    assert {tiling.width, tiling.height} == {width, height}
    for spans, length in axes(tiling):
        assert spans[0].start <= 1e-9
        assert spans[-1].end >= length - 1e-9
        for before, after in pairwise(spans):
            assert before.end - after.start == pytest.approx(overlap, abs=1e-6)


@given(sides, sides, rooms, overlaps, beyond)
def test_put_together_the_tiles_meet_at_their_cuts(
    width: float, height: float, room: Box, overlap: float, beyond: float
) -> None:
    tiling = tile(width, height, room, overlap, beyond)
    for spans, _ in axes(tiling):
        assert spans[0].cut is None
        assert spans[-1].glue is None
        for before, after in pairwise(spans):
            assert before.glue == pytest.approx(after.cut, abs=1e-6)
    kept = [tiling.kept(part, (0, 0)) for part in tiling.tiles()]
    assert sum(box.width * box.height for box in kept) == pytest.approx(width * height, rel=1e-6)


@given(sides, sides, rooms, overlaps, beyond)
def test_every_tile_lies_in_the_middle_of_its_page(
    width: float, height: float, room: Box, overlap: float, beyond: float
) -> None:
    tiling = tile(width, height, room, overlap, beyond)
    for (spans, _), start, length in zip(
        axes(tiling), (room.x, room.y), (room.width, room.height), strict=True
    ):
        for span in spans:
            before, after = span.start + span.origin - start, start + length - span.end - span.origin
            assert before == pytest.approx(after, abs=1e-6)
            assert before >= -1e-6


@given(sides, sides, rooms, overlaps, beyond)
def test_no_other_way_takes_fewer_pages(
    width: float, height: float, room: Box, overlap: float, beyond: float
) -> None:
    def pages(across: float, down: float) -> int:
        """Adds pages until they reach from end to end."""
        counts = []
        for length, page in ((across, room.width), (down, room.height)):
            count = 1
            while count * page - (count - 1) * overlap < length - 1e-3:
                count += 1
            counts.append(count)
        return math.prod(counts)

    assert tile(width, height, room, overlap, beyond).pages <= min(pages(width, height), pages(height, width))


@given(sides, sides, rooms, overlaps, beyond)
def test_what_is_shown_beyond_the_trim_takes_no_page_more(
    width: float, height: float, room: Box, overlap: float, beyond: float
) -> None:
    tiling = tile(width, height, room, overlap, beyond)
    assert tiling.pages == tile(width, height, room, overlap, 0).pages
    assert all(-1e-9 <= around <= beyond + 1e-9 for around in tiling.around)


def test_a_board_is_turned_where_that_saves_pages() -> None:
    assert (tile(420, 297, ROOM, 10, 3).turn, tile(420, 297, ROOM, 10, 3).pages) == (90, 4)
    assert (tile(297, 420, ROOM, 10, 3).turn, tile(297, 420, ROOM, 10, 3).pages) == (0, 4)


def test_an_overlap_of_more_than_half_a_page_is_refused() -> None:
    with pytest.raises(InputError, match="the overlap of 101 mm is more than half of what a page holds"):
        tile(420, 297, ROOM, 101, 3)


def test_a_board_of_more_pages_than_anybody_glues_is_refused() -> None:
    with pytest.raises(InputError, match="it takes 2,500 pages to hold 2000 × 2000 mm"):
        tile(2000, 2000, Box(0, 0, 40, 40), 0, 0)


def test_a_page_with_no_room_for_a_tile_is_refused() -> None:
    with pytest.raises(InputError, match="the paper has only 30 × 0 mm for a tile"):
        tile(420, 297, Box(90, 90, 30, -10), 0, 3)


def test_rows_have_letters_and_columns_numbers() -> None:
    assert [tile_name(0, 0), tile_name(1, 0), tile_name(0, 2), tile_name(11, 26)] == [
        "A1",
        "A2",
        "C1",
        "AA12",
    ]
