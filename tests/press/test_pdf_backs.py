"""Backs lie behind their fronts: the finished sheets are turned over and folded, and compared."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from games import write_game
from PIL import Image, ImageChops, ImageDraw, ImageOps

from .pdf_games import BLEED, CORNER, OTHER_CORNER, band_of, build_one, marked_game, numbered_trims
from .pdf_measure import Edges, Ink, Page, near

PAPERS = {
    "a4": (210.0, 297.0),
    "letter": (215.9, 279.4),
    "a3": (297.0, 420.0),
    "tabloid": (279.4, 431.8),
    "legal": (215.9, 355.6),
    "200x300mm": (200.0, 300.0),
    "a4 landscape": (297.0, 210.0),
}
BLACK_CARD = """\
<card><rect width="{{ component.width }}" height="{{ component.height }}" rx="3" fill="black"/></card>
"""
"""The trim in black; the round corners keep the rasteriser from moving straight edges to whole pixels."""

Turn = Callable[[Edges], Edges]


def about_vertical(at: float) -> Turn:
    """Where something lies after the paper was turned (or folded) about an upright line at x = ``at``."""
    return lambda box: (2 * at - box[2], box[1], 2 * at - box[0], box[3])


def about_horizontal(at: float) -> Turn:
    return lambda box: (box[0], 2 * at - box[3], box[2], 2 * at - box[1])


def flip(papers: str, backs: str) -> Turn:
    """What a printer does: it turns the sheet over its long or its short edge."""
    width, height = PAPERS[papers]
    long_edge_is_upright = height > width
    if (backs == "duplex-long") == long_edge_is_upright:
        return about_vertical(width / 2)
    return about_horizontal(height / 2)


def check_behind(fronts: list[Ink], backs: list[Ink], turn: Turn) -> None:
    """Each front's surface has the back's, turned over, on the same spot. The order need not be the same."""
    assert len(fronts) == len(backs) > 0
    turned = sorted(tuple(round(v, 2) for v in turn(ink.box)) for ink in backs)
    straight = sorted(tuple(round(v, 2) for v in ink.box) for ink in fronts)
    assert all(near(one, other, 0.0101) for one, other in zip(straight, turned, strict=True))


@pytest.mark.parametrize("backs", ["duplex-long", "duplex-short"])
@pytest.mark.parametrize("papers", PAPERS)
def test_each_back_lies_behind_its_front(tmp_path: Path, papers: str, backs: str) -> None:
    """Thirteen poker cards and a part-filled last sheet; every card must meet its own back."""
    built = build_one(marked_game(tmp_path, copies=[2, 1, 5, 3, 12]), papers=papers, backs=backs)
    turn = flip(papers, backs)
    assert len(built.pages) % 2 == 0
    for front, back in zip(built.pages[::2], built.pages[1::2], strict=True):
        fronts, turned = (
            numbered_trims(front, "front"),
            [(n, turn(box)) for n, box in numbered_trims(back, "back")],
        )
        assert len(fronts) == len(turned) > 0
        for (number, box), (behind, back_box) in zip(fronts, turned, strict=True):
            assert number == behind
            assert near(box, back_box)
        check_art(front, back, turn)


def check_art(front: Page, back: Page, turn: Turn) -> None:
    """What lies at a front's top right corner has the back's top left corner behind it."""
    check_behind(front.fills(OTHER_CORNER), back.fills(CORNER), turn)
    check_behind(front.fills(CORNER), back.fills(OTHER_CORNER), turn)
    seen = [ink.seen for ink in front.fills(BLEED)]
    seen_behind = [turn(ink.seen) for ink in back.fills(BLEED)]
    assert all(near(one, other) for one, other in zip(seen, seen_behind, strict=True))


@pytest.mark.parametrize(("size", "gap"), [("poker", 6.0), ("mini-us", None), ("tarot", None)])
@pytest.mark.parametrize("backs", ["duplex-long", "duplex-short"])
def test_turned_cards_meet_their_backs_too(tmp_path: Path, size: str, gap: float | None, backs: str) -> None:
    front, back = build_one(marked_game(tmp_path, size=size, copies=[1, 2]), backs=backs, gap=gap).pages
    check_art(front, back, flip("a4", backs))


@pytest.mark.parametrize("size", ["poker", "tarot", "mini-us", "business", "domino"])
@pytest.mark.parametrize("papers", ["a4", "letter", "a3", "legal", "a4 landscape"])
def test_across_the_fold_each_back_meets_its_front(tmp_path: Path, papers: str, size: str) -> None:
    width, height = PAPERS[papers]
    for page in build_one(
        marked_game(tmp_path, size=size, copies=[1, 2, 30]), papers=papers, backs="gutterfold"
    ).pages:
        fold = page.lines(dashed=True)
        assert fold
        is_upright = fold[0].box[2] - fold[0].box[0] < 1e-6
        at = fold[0].box[0] if is_upright else fold[0].box[1]
        assert near((at,), (width / 2 if is_upright else height / 2,))
        assert all(near((line.box[0] if is_upright else line.box[1],), (at,)) for line in fold)
        turn = about_vertical(at) if is_upright else about_horizontal(at)
        fronts = numbered_trims(page, "front")
        behind = [(number, turn(box)) for number, box in numbered_trims(page, "back")]
        assert [number for number, _ in fronts] == [number for number, _ in behind]
        assert all(near(one[1], other[1]) for one, other in zip(fronts, behind, strict=True))
        middle = [(box[0] + box[2]) / 2 if is_upright else (box[1] + box[3]) / 2 for _, box in fronts]
        assert all(place < at for place in middle)
        check_behind(
            page_side(page, "front", OTHER_CORNER, turn, at, is_upright),
            page_side(page, "back", CORNER, turn, at, is_upright),
            turn,
        )


def page_side(
    page: Page, side: str, colour: tuple[float, ...], turn: Turn, at: float, is_upright: bool
) -> list[Ink]:
    """The patches before the fold (fronts) or behind it (backs)."""
    del turn
    before = side == "front"
    return [ink for ink in page.fills(colour) if (ink.box[0 if is_upright else 1] < at) == before]


@pytest.mark.parametrize("backs", ["duplex-long", "duplex-short"])
@pytest.mark.parametrize("papers", ["a4", "letter", "a3", "tabloid", "legal", "200x300mm"])
def test_held_to_the_light_the_outlines_are_one(tmp_path: Path, papers: str, backs: str) -> None:
    """Front and back are black rectangles of the trim: the back, turned, must cover the front."""
    game = write_game(tmp_path, cards=[{"name": "Black", "copies": 5}], front=BLACK_CARD, back=BLACK_CARD)
    built = build_one(game, papers=papers, backs=backs, marks="none", bleed=0.0)
    pictures = [
        without_slug(image, page) for image, page in zip(built.pdf.rasters(127), built.pages, strict=True)
    ]
    front, back = pictures
    width, height = PAPERS[papers]
    upright = (backs == "duplex-long") == (height > width)
    turned = ImageOps.mirror(back) if upright else ImageOps.flip(back)
    assert dark(front) > 5 * 0.98 * 63.5 * 88.9 * (127 / 25.4) ** 2
    assert widest_difference(front, turned) < 64
    assert widest_difference(front, ImageChops.offset(turned, 1, 0)) > 200, "the comparison sees 0.2 mm"


@pytest.mark.parametrize("papers", ["a4", "letter"])
def test_folded_the_outlines_are_one(tmp_path: Path, papers: str) -> None:
    game = write_game(tmp_path, cards=[{"name": "B", "copies": 3}], front=BLACK_CARD, back=BLACK_CARD)
    built = build_one(game, papers=papers, backs="gutterfold", marks="none", bleed=0.0)
    picture = without_slug(built.pdf.raster(0, 127), built.pages[0])
    assert dark(picture) > 6 * 0.98 * 63.5 * 88.9 * (127 / 25.4) ** 2
    folds = [ImageOps.mirror(picture), ImageOps.flip(picture)]
    assert min(widest_difference(picture, turned) for turned in folds) < 64


def without_slug(image: Image.Image, page: Page) -> Image.Image:
    grey = image.convert("L")
    band = band_of(page)
    if band:
        scale = 127 / 25.4
        box = tuple(round(value * scale) for value in band)
        ImageDraw.Draw(grey).rectangle((box[0] - 1, box[1] - 1, box[2] + 1, box[3] + 1), fill=255)
    return grey


def dark(image: Image.Image) -> int:
    return sum(image.histogram()[:128])


def widest_difference(one: Image.Image, other: Image.Image) -> int:
    return int(ImageChops.difference(one, other).getextrema()[1])
