"""Booklets: folded, their pages are in order; the inner ones lie nearer to the fold."""

from __future__ import annotations

import math
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.catalog.sizes import Size, paper
from generator.press.pdf.canvas import PdfCanvas
from generator.press.pdf.document import Document
from generator.press.pdf.metadata import Metadata
from generator.press.rulebook.printing import (
    TICK,
    _paint_marks,
    creep,
    enumerate_pairs,
    folded,
    single_pages,
)

A5 = Size("a5", 148, 210)
LANDSCAPE = paper("a4 landscape")


def read_through(count: int) -> list[int]:
    """The pages of a folded booklet as one turns its leaves."""
    sides = [pair for _, pair in enumerate_pairs(count)]
    fronts, backs = sides[::2], sides[1::2]
    # From the cover inwards each sheet gives its right front page and, behind it, the left one of its back.
    first_half = [page for front, back in zip(fronts, backs, strict=True) for page in (front[1], back[0])]
    second = list(zip(fronts, backs, strict=True))[::-1]
    return first_half + [page for front, back in second for page in (back[1], front[0])]


@given(st.integers(1, 60))
def test_a_folded_booklet_reads_in_order(count: int) -> None:
    assert read_through(count) == list(range(1, -(-count // 4) * 4 + 1))


def test_the_order_of_eight_pages() -> None:
    assert [pair for _, pair in enumerate_pairs(8)] == [(8, 1), (2, 7), (6, 3), (4, 5)]


def test_pages_that_do_not_exist_stay_white() -> None:
    sides = folded(5, A5, LANDSCAPE)
    assert [[laid.page + 1 for laid in side.pages] for side in sides] == [[1], [2], [3], [4, 5]]


def test_creep_is_half_a_circle_of_the_paper_for_each_sheet() -> None:
    assert creep(0) == 0
    assert creep(3) == pytest.approx(3 * 0.1 * math.pi / 2)


def test_inner_sheets_lie_nearer_to_the_fold_by_their_creep() -> None:
    sides = folded(12, A5, LANDSCAPE)
    for number, side in enumerate(sides):
        left, right = side.pages
        sheet = number // 2
        assert left.x == pytest.approx(LANDSCAPE.width / 2 - A5.width + creep(sheet))
        assert right.x == pytest.approx(LANDSCAPE.width / 2 - creep(sheet))
        assert side.fold == LANDSCAPE.width / 2


def test_a_single_page_stands_in_the_middle_of_its_sheet() -> None:
    (side,) = single_pages(1, A5, paper("a4"))
    assert side.pages[0][1:] == (31, 43.5)
    assert (side.trim.right, side.trim.bottom) == (179, 253.5)


def test_a_folded_sheet_has_a_tick_at_each_end_of_its_fold() -> None:
    document = Document(Metadata("marks"))
    canvas = PdfCanvas(document.resources)
    _paint_marks(canvas, folded(4, A5, LANDSCAPE)[0], LANDSCAPE)
    ways = re.findall(r"([\d.]+) ([\d.]+) m\s+([\d.]+) ([\d.]+) l", "\n".join(canvas.written))
    ticks = sorted(tuple(map(float, way)) for way in ways)
    middle, height = LANDSCAPE.width / 2, LANDSCAPE.height
    assert [(x, *sorted((y1, y2))) for x, y1, _, y2 in ticks] == [
        pytest.approx((middle, 0, TICK)),
        pytest.approx((middle, height - TICK, height)),
    ]
