"""Marks show every cut and stand in nobody's way."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.catalog.press_settings import Backs, Marks, PressOptions
from generator.catalog.problems import InputError
from generator.catalog.sizes import PAPERS, Size
from generator.press.grid import Edges, Grid, Slot
from generator.press.impose import Copies, SheetPage, impose
from generator.press.marks import Line

A4, LETTER = PAPERS["a4"], PAPERS["letter"]
SHEETS = [*PAPERS.values(), *(paper.turned("landscape") for paper in PAPERS.values())]
BACKS: tuple[Backs, ...] = ("none", "duplex-long", "duplex-short", "gutterfold")


def boxes(page: SheetPage, grid: Grid) -> list[Edges]:
    """Trim and bleed of each card on the page."""
    return [_ink(stamp.slot, grid) for stamp in page.stamps]


def _ink(slot: Slot, grid: Grid) -> Edges:
    left, top = slot.cx - grid.slot_width / 2, slot.cy - grid.slot_height / 2
    right, bottom = left + grid.slot_width, top + grid.slot_height
    bleed = slot.bleed
    return Edges(left - bleed.left, top - bleed.top, right + bleed.right, bottom + bleed.bottom)


def crosses(line: Line, box: Edges) -> bool:
    """Whether a level or upright line has a part inside the box, beyond the rounding of floats."""
    slack = 1e-6
    left, right = sorted((line.x1, line.x2))
    top, bottom = sorted((line.y1, line.y2))
    return (
        right > box.left + slack
        and left < box.right - slack
        and bottom > box.top + slack
        and top < box.bottom - slack
    )


def slug_box(page: SheetPage) -> Edges | None:
    if page.slug is None:
        return None
    band = page.slug.band
    return Edges(band.x, band.y, band.x + band.width, band.y + band.height)


def first_page(
    copies: int, paper: Size, marks: Marks = "crop", gap: float | None = 0.0
) -> tuple[SheetPage, Grid]:
    plan = impose(Copies([copies]), False, 63.5, 88.9, PressOptions(paper, marks=marks, gap=gap))
    return plan.pages[0], plan.grid


def edges(page: SheetPage, grid: Grid) -> tuple[set[float], set[float]]:
    """The cuts a page needs: x of upright ones, y of level ones."""
    half_width, half_height = grid.slot_width / 2, grid.slot_height / 2
    xs = {round(s.slot.cx + d, 6) for s in page.stamps for d in (-half_width, half_width)}
    ys = {round(s.slot.cy + d, 6) for s in page.stamps for d in (-half_height, half_height)}
    return xs, ys


@pytest.mark.slow
@given(
    st.sampled_from(SHEETS),
    st.sampled_from(BACKS),
    st.floats(15, 200),
    st.floats(15, 200),
    st.none() | st.floats(0, 15),
    st.floats(0, 5),
    st.floats(0, 12),
    st.integers(1, 30),
)
def test_crop_marks_never_touch_a_card_the_slug_or_the_outside(
    paper: Size,
    backs: Backs,
    width: float,
    height: float,
    gap: float | None,
    bleed: float,
    margin: float,
    copies: int,
) -> None:
    options = PressOptions(paper, margin=margin, gap=gap, bleed=bleed, backs=backs)
    try:
        plan = impose(Copies([copies]), True, width, height, options)
    except InputError:
        return
    for page in plan.pages[:2]:
        cards, slug = boxes(page, plan.grid), slug_box(page)
        for line in page.marks:
            assert line.x1 == line.x2 or line.y1 == line.y2
            assert not any(crosses(line, box) for box in cards)
            assert slug is None or not crosses(line, slug)
            ends = (line.y1, line.y2) if line.x1 == line.x2 else (line.x1, line.x2)
            length = paper.height if line.x1 == line.x2 else paper.width
            assert all(0.999 < end < length - 0.999 for end in ends)


@pytest.mark.parametrize("paper", [A4, LETTER], ids=lambda paper: paper.name)
@pytest.mark.parametrize("gap", [None, 0.0])
@pytest.mark.parametrize("copies", [9, 2])
def test_every_cut_has_a_mark_at_both_ends(paper: Size, gap: float | None, copies: int) -> None:
    page, grid = first_page(copies, paper, gap=gap)
    xs, ys = edges(page, grid)
    upright = Counter(round(m.x1, 6) for m in page.marks if m.x1 == m.x2)
    level = Counter(round(m.y1, 6) for m in page.marks if m.y1 == m.y2)
    assert upright == dict.fromkeys(xs, 2)
    assert level == dict.fromkeys(ys, 2)
    above = {round(m.x1, 6) for m in page.marks if m.x1 == m.x2 and m.y1 < paper.height / 2}
    assert above == xs


def test_marks_of_a_comfortable_sheet_are_four_millimetres_half_a_millimetre_off_the_bleed() -> None:
    plan = impose(Copies([1]), False, 69.85, 120.65, PressOptions(A4))
    top_mark = min(plan.pages[0].marks, key=lambda m: min(m.y1, m.y2))
    bleed_edge = plan.grid.top - 3
    assert top_mark.y1 == pytest.approx(bleed_edge - 0.5)
    assert top_mark.y2 == pytest.approx(bleed_edge - 4.5)


def test_wide_gutters_have_marks_of_their_own() -> None:
    narrow = impose(Copies([4]), False, 60, 60, PressOptions(A4, gap=6))
    wide = impose(Copies([4]), False, 60, 60, PressOptions(A4, gap=15))
    assert (wide.grid.columns, narrow.grid.columns) == (2, 3)
    gutter = A4.width / 2
    in_gutter = [m for m in wide.pages[0].marks if min(m.x1, m.x2) < gutter < max(m.x1, m.x2)]
    assert len(in_gutter) == 4
    for mark in in_gutter:
        # 15 mm of gap, 3 mm of bleed on either side, then at least 1 mm of white.
        assert abs(mark.x2 - mark.x1) == pytest.approx(4)
    inside = [m for m in narrow.pages[0].marks if narrow.grid.left < m.x1 < A4.width - narrow.grid.left]
    assert all(m.x1 == m.x2 and not narrow.grid.top < m.y1 < A4.height - narrow.grid.top for m in inside)


@pytest.mark.parametrize("backs", ["duplex-long", "duplex-short"])
@pytest.mark.parametrize("paper", [A4, LETTER, LETTER.turned("landscape")], ids=lambda paper: paper.name)
def test_marks_of_a_back_page_lie_behind_those_of_its_front(backs: Backs, paper: Size) -> None:
    front, back = impose(Copies([5]), True, 63.5, 88.9, PressOptions(paper, backs=backs)).pages
    upright_axis = (paper.height > paper.width) == (backs == "duplex-long")

    def behind(x: float, y: float) -> tuple[float, float]:
        x, y = (paper.width - x, y) if upright_axis else (x, paper.height - y)
        return round(x, 9), round(y, 9)

    assert front.marks
    assert {(behind(m.x1, m.y1), behind(m.x2, m.y2)) for m in back.marks} == {
        ((round(m.x1, 9), round(m.y1, 9)), (round(m.x2, 9), round(m.y2, 9))) for m in front.marks
    }


def test_cut_lines_run_along_every_trim_edge_once() -> None:
    # 3 × 3 cards that touch: 4 upright and 4 level lines, of three edges each.
    page, grid = first_page(9, A4, marks="lines")
    assert len(page.marks) == 24
    assert len({tuple(round(v, 6) for v in (m.x1, m.y1, m.x2, m.y2)) for m in page.marks}) == 24
    xs, ys = edges(page, grid)
    assert {round(m.x1, 6) for m in page.marks if m.x1 == m.x2} == xs
    assert {round(m.y1, 6) for m in page.marks if m.y1 == m.y2} == ys


def test_cut_lines_of_cards_apart_are_four_each() -> None:
    page, _ = first_page(3, A4, marks="lines", gap=4.0)
    assert len(page.marks) == 12


@pytest.mark.parametrize(("width", "height", "fold"), [(63.5, 88.9, "vertical"), (150, 100, "horizontal")])
@pytest.mark.parametrize("marks", ["crop", "lines"])
def test_the_fold_is_one_dashed_line_through_the_middle(
    width: float, height: float, fold: str, marks: Marks
) -> None:
    plan = impose(Copies([1]), True, width, height, PressOptions(A4, backs="gutterfold", marks=marks))
    (line,) = [m for m in plan.pages[0].marks if m.dashed]
    assert plan.grid.fold == fold
    if fold == "vertical":
        assert line.x1 == line.x2 == 105
        assert abs(line.y2 - line.y1) > 280
    else:
        assert line.y1 == line.y2 == 148.5
        assert abs(line.x2 - line.x1) > 200


def test_a_fold_along_the_trim_is_marked_only_at_its_ends() -> None:
    plan = impose(Copies([1]), True, 50, 92, PressOptions(A4, backs="gutterfold", gap=0, bleed=0))
    page = plan.pages[0]
    dashed = [m for m in page.marks if m.dashed]
    assert len(dashed) == 2
    assert not any(plan.grid.top < y < A4.height - plan.grid.top for m in dashed for y in (m.y1, m.y2))


def test_without_marks_there_is_no_fold_line_either() -> None:
    plan = impose(Copies([1]), True, 63.5, 88.9, PressOptions(A4, backs="gutterfold", marks="none"))
    assert plan.pages[0].marks == ()
