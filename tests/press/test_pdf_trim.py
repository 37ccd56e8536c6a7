"""The trim as a cutter finds it: measured in the finished file, from the placing and from the marks."""

from __future__ import annotations

from pathlib import Path

import pytest

from .pdf_games import BLEED, band_of, build_one, inside, marked_game, numbered_trims
from .pdf_measure import Edges, Ink, Page, near

SIZES = {"poker": (63.5, 88.9), "euro-poker": (63.0, 88.0), "tarot": (69.85, 120.65), "mini-us": (41.0, 63.0)}


def marks(page: Page) -> list[Ink]:
    """Crop marks and cut lines: the page's own lines outside the slug."""
    band = band_of(page)
    return [line for line in page.lines() if band is None or not inside(line.box, band)]


def upright(line: Ink) -> bool:
    return abs(line.box[2] - line.box[0]) < 1e-6


@pytest.mark.parametrize(
    ("size", "turned", "given"),
    [
        ("poker", False, {}),
        ("euro-poker", False, {}),
        ("tarot", False, {}),
        ("mini-us", True, {}),
        ("poker", True, {"gap": 6.0, "backs": "duplex-short"}),
        ("poker", True, {"papers": "letter", "backs": "gutterfold"}),
    ],
)
def test_placing_and_crop_marks_give_the_trim(
    tmp_path: Path, size: str, turned: bool, given: dict[str, object]
) -> None:
    built = build_one(marked_game(tmp_path, size=size, copies=[5, 30]), **given)
    width, height = SIZES[size]
    across, down = (height, width) if turned else (width, height)
    for page in built.pages:
        cards = [*numbered_trims(page, "front"), *numbered_trims(page, "back")]
        assert cards
        for _, (left, top, right, bottom) in cards:
            assert near((right - left, bottom - top), (across, down))
        ticks = marks(page)
        cuts_x = {tick.box[0] for tick in ticks if upright(tick) and not tick.dashed}
        cuts_y = {tick.box[1] for tick in ticks if not upright(tick) and not tick.dashed}
        edges_x = {edge for _, box in cards for edge in (box[0], box[2])}
        edges_y = {edge for _, box in cards for edge in (box[1], box[3])}
        assert same_positions(cuts_x, edges_x)
        assert same_positions(cuts_y, edges_y)


def same_positions(one: set[float], other: set[float]) -> bool:
    """Each figure of one set has its like within 0.01 mm in the other, and the other way round."""
    return all(any(abs(a - b) <= 0.01 for b in other) for a in one) and all(
        any(abs(a - b) <= 0.01 for a in one) for b in other
    )


@pytest.mark.parametrize(("size", "papers", "backs"), [("poker", "a4", "none"), ("mini-us", "letter", None)])
def test_cut_lines_run_along_every_edge_of_every_card(
    tmp_path: Path, size: str, papers: str, backs: str | None
) -> None:
    built = build_one(
        marked_game(tmp_path, size=size, copies=[7]), papers=papers, backs=backs, marks="lines", gap=0.0
    )
    for page in built.pages:
        lines = {rounded(line.box) for line in marks(page)}
        wanted = set()
        # None on the backs: one cuts by the fronts.
        for _, box in numbered_trims(page, "front"):
            wanted |= {rounded(edge) for edge in outline(box)}
        assert lines == wanted


def outline(box: Edges) -> list[Edges]:
    left, top, right, bottom = box
    return [
        (left, top, right, top),
        (left, bottom, right, bottom),
        (left, top, left, bottom),
        (right, top, right, bottom),
    ]


def rounded(box: Edges) -> tuple[float, ...]:
    """To a hundredth of a millimetre; a hair is added so that no figure stands on the border."""
    return tuple(round(value + 0.0037, 2) for value in box)


@pytest.mark.parametrize("papers", ["a4", "letter", "a3", "200x300mm"])
@pytest.mark.parametrize("backs", ["none", "duplex-long", "gutterfold"])
def test_crop_marks_touch_neither_trim_nor_bleed_nor_slug(tmp_path: Path, papers: str, backs: str) -> None:
    built = build_one(marked_game(tmp_path, copies=[5]), papers=papers, backs=backs)
    for page in built.pages:
        bleeds = [box for ink in page.fills(BLEED) for box in ink.seen_parts]
        assert bleeds
        band = band_of(page)
        assert band is not None
        ticks = marks(page)
        assert ticks
        for tick in ticks:
            assert not any(overlap(tick.box, box) for box in bleeds), (tick.box, bleeds)
            assert not overlap(tick.box, band)


def overlap(line: Edges, box: Edges) -> bool:
    slack = 0.002
    return (
        line[2] > box[0] + slack
        and line[0] < box[2] - slack
        and line[3] > box[1] + slack
        and line[1] < box[3] - slack
    )


def test_lines_are_black_hairlines_with_a_white_line_under_them(tmp_path: Path) -> None:
    page = build_one(marked_game(tmp_path, copies=[2], back=False), marks="lines").pages[0]
    black = marks(page)
    under = [line for line in page.lines(colour=(1.0, 1.0, 1.0)) if not inside(line.box, band_of(page))]
    assert {rounded(line.box) for line in under} == {rounded(line.box) for line in black}
    assert all(line.width < 0.15 for line in black)
    assert all(line.width > 2 * black[0].width for line in under)
    order = [ink for ink in page.ink if ink in black or ink in under]
    assert order.index(black[0]) > order.index(under[-1])


def test_without_marks_nothing_but_cards_and_slug_is_drawn(tmp_path: Path) -> None:
    for page in build_one(marked_game(tmp_path, copies=[2]), marks="none").pages:
        assert marks(page) == []
        assert page.lines(dashed=True) == []


@pytest.mark.parametrize(("size", "bleed"), [("poker", 3.0), ("tarot", 2.5), ("mini-us", 0.0)])
def test_a_page_for_print_on_demand_is_the_card_and_its_bleed(
    tmp_path: Path, size: str, bleed: float
) -> None:
    width, height = SIZES[size]
    built = build_one(marked_game(tmp_path, size=size, copies=[2, 1]), form="pod", bleed=bleed)
    assert len(built.pages) == 6
    for number, page in enumerate(built.pages):
        whole = (0.0, 0.0, width + 2 * bleed, height + 2 * bleed)
        trim = (bleed, bleed, bleed + width, bleed + height)
        assert near((page.width, page.height), whole[2:], 1e-4)
        assert near(page.box("MediaBox"), whole, 1e-4)
        assert near(page.box("BleedBox"), whole, 1e-4)
        assert near(page.box("TrimBox"), trim, 1e-4)
        ((_, box),) = numbered_trims(page, "back" if number % 2 == 0 else "front")
        assert near(box, trim)
        assert marks(page) == []


@pytest.mark.parametrize(
    ("papers", "sheet"),
    [
        ("a4", (210, 297)),
        ("letter", (215.9, 279.4)),
        ("a3", (297, 420)),
        ("tabloid", (279.4, 431.8)),
        ("legal", (215.9, 355.6)),
        ("200x300mm", (200, 300)),
        ("a4 landscape", (297, 210)),
    ],
)
def test_a_sheet_is_exactly_the_paper(tmp_path: Path, papers: str, sheet: tuple[float, float]) -> None:
    for page in build_one(marked_game(tmp_path), papers=papers).pages:
        for name in ("MediaBox", "TrimBox", "BleedBox"):
            assert near(page.box(name), (0, 0, *sheet), 1e-4)
        assert page.raw.get("/Rotate", 0) == 0


def test_art_is_cut_off_at_the_bleed_that_was_asked_for(tmp_path: Path) -> None:
    """A layout draws 3 mm beyond the trim; less must show where less is asked for."""
    page = build_one(marked_game(tmp_path, size="tarot", back=False), bleed=1.0, gap=4.0).pages[0]
    ((_, trim),) = numbered_trims(page, "front")
    (bleed,) = page.fills(BLEED)
    assert near(bleed.seen, (trim[0] - 1, trim[1] - 1, trim[2] + 1, trim[3] + 1))


def test_neighbours_share_the_gap_and_never_mix(tmp_path: Path) -> None:
    page = build_one(marked_game(tmp_path, copies=[4], back=False), gap=2.0).pages[0]
    seen = [ink.seen for ink in page.fills(BLEED)]
    trims = [box for _, box in numbered_trims(page, "front")]
    assert near((trims[1][0] - trims[0][2],), (2.0,))
    assert near((seen[0][2],), (seen[1][0],))
    assert near((seen[0][2] - trims[0][2],), (1.0,))
