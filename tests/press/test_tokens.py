"""Sheets of tokens: how many there are, how near to each other, and what lies behind them."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from games import run_here, write_game
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.catalog.press_settings import PressOptions
from generator.catalog.problems import InputError
from generator.catalog.shapes import Shape, edges_meet
from generator.catalog.sizes import PAPERS, Size, component_size
from generator.layout.geometry import Outline
from generator.press.impose import Copies, SheetPage
from generator.press.kinds.tokens import fit_sheet, plan_tokens
from generator.press.marks import flip_axis

from .pdf_games import build_game, build_one
from .pdf_measure import Ink, Page, near

CIRCLE, HEX = Shape("circle"), Shape("hex")
TRIANGLE = Shape("polygon", ((0.0, 26.0), (15.0, 0.0), (30.0, 26.0)))
ARROW = Shape("polygon", ((0, 8), (18, 8), (18, 0), (32, 14), (18, 28), (18, 20), (0, 20)))
CRESCENT = Shape("polygon", ((0, 0), (20, 0), (6, 12), (20, 24), (0, 24)))
"""Shapes that their boxes do not tell: two of them hollow."""
POLYGONS = {TRIANGLE: (30.0, 26.0), ARROW: (32.0, 28.0), CRESCENT: (20.0, 24.0)}

Points = Sequence[tuple[float, float]]


def box(width: float, height: float) -> Size:
    return Size("token", width, height)


def sheet(
    shape: Shape, size: Size, copies: int = 10_000, papers: str = "a4", back: bool = False, **given: Any
) -> SheetPage:
    """The first page of so many tokens; of ten thousand it is a full one."""
    given = {"backs": "none", "marks": "lines", **given}
    return plan_tokens(Copies([copies]), back, shape, size, PressOptions(PAPERS[papers], **given)).pages[0]


def outlines(page: SheetPage) -> list[Points]:
    """Where each token is cut: the corners, and of a circle the four ends of its curves."""
    return [
        [values[-2:] for _, values in cut.segments if values][: None if _is_straight(cut) else 4]
        for cut in page.cuts
    ]


def _is_straight(cut: Outline) -> bool:
    return all(kind != "C" for kind, _ in cut.segments)


def apart(one: Points, other: Points, shape: Shape) -> float:
    """Millimetres between two outlines; 0 where they cross."""
    if shape.kind == "circle":
        centres = [((points[0][0] + points[2][0]) / 2, points[0][1]) for points in (one, other)]
        return math.dist(*centres) - (one[0][0] - one[2][0])
    first, second = edges(one), edges(other)
    if any(edges_meet(a, b) for a in first for b in second):
        return 0.0
    there = [_to_edge(point, edge) for point in one for edge in second]
    return min(there + [_to_edge(point, edge) for point in other for edge in first])


def edges(points: Points) -> list[Any]:
    return list(zip(points, [*points[1:], points[0]], strict=True))


def _to_edge(point: tuple[float, float], edge: Any) -> float:
    (x, y), ((x0, y0), (x1, y1)) = point, edge
    dx, dy = x1 - x0, y1 - y0
    share = max(0.0, min(1.0, ((x - x0) * dx + (y - y0) * dy) / (dx * dx + dy * dy)))
    return math.hypot(x0 + share * dx - x, y0 + share * dy - y)


@pytest.mark.parametrize("papers", ["a4", "letter"])
@pytest.mark.parametrize("name", ["token-small", "token-medium", "token-large", "token-extra-large"])
def test_round_tokens_waste_less_than_a_quarter_of_the_printable_area(name: str, papers: str) -> None:
    """Of the paper inside its margins, with the slug and by default: what is no token counts as waste."""
    size, paper = component_size(name), PAPERS[papers]
    tokens = len(sheet(CIRCLE, size, papers=papers).stamps) * math.pi * size.width**2 / 4
    assert 1 - tokens / ((paper.width - 10) * (paper.height - 10)) < 0.25


@pytest.mark.parametrize(
    ("shape", "size", "count"),
    [
        (CIRCLE, component_size("token-large"), 91),
        (Shape("rect"), component_size("token-large"), 77),
        (HEX, component_size("hex-small"), 25),
        (TRIANGLE, box(30, 26), 132),
    ],
)
def test_the_shape_says_how_many_fit(shape: Shape, size: Size, count: int) -> None:
    assert len(sheet(shape, size).stamps) == count


@pytest.mark.parametrize(
    ("shape", "size", "gap", "count"),
    [
        (CIRCLE, component_size("token-small"), 2.0, 254),
        (CIRCLE, component_size("token-large"), 6.0, 52),
        (TRIANGLE, box(30, 26), 6.0, 61),
    ],
)
def test_all_room_between_registration_marks_is_used(
    shape: Shape, size: Size, gap: float, count: int
) -> None:
    assert len(sheet(shape, size, gap=gap, registration="silhouette").stamps) == count


def test_the_gap_is_as_wide_as_costs_no_paper() -> None:
    """Twenty-three tokens have a sheet for themselves, and room for all of their bleed."""
    size = component_size("token-large")
    few, many = outlines(sheet(CIRCLE, size, 23)), outlines(sheet(CIRCLE, size))
    assert apart(few[0], few[1], CIRCLE) == pytest.approx(6.0, abs=0.01)
    assert apart(many[0], many[1], CIRCLE) < 1
    assert len(plan_tokens(Copies([92]), False, CIRCLE, size, PressOptions(PAPERS["a4"])).pages) == 2


def test_honeycombed_hexes_share_their_edges() -> None:
    size = component_size("hex-small")
    cuts = outlines(sheet(HEX, size, gap=0.0))
    corners = {(round(x, 2), round(y, 2)) for cut in cuts for x, y in cut}
    assert len(corners) < 6 * len(cuts) * 0.55, "most corners belong to three hexes"


@pytest.mark.parametrize("shape", [CIRCLE, HEX, ARROW], ids=["circle", "hex", "arrow"])
@pytest.mark.parametrize("gap", [None, 0.0, 4.0])
def test_a_guillotine_parts_rows_and_columns(shape: Shape, gap: float | None) -> None:
    """Measured at the outlines: from edge to edge, nothing lies between two rows or two columns."""
    size = box(*POLYGONS.get(shape, (25.4, 25.4)))
    cuts = outlines(sheet(shape, size, 400, gap=gap, tokens="grid"))
    for axis in (0, 1):
        reach = [[point[axis] for point in cut] for cut in cuts]
        strips = sorted({(round(min(ends), 2), round(max(ends), 2)) for ends in reach})
        between = [after[0] - before[1] for before, after in pairwise(strips)]
        assert len(between) >= 4
        assert min(between) >= (gap or 0) - 0.02
        assert max(between) - min(between) < 0.02


SIZES = st.floats(12, 60).map(lambda side: round(side, 2))
GAPS = st.one_of(st.none(), st.floats(0, 8))
SHAPES = st.one_of(
    st.builds(lambda side: (CIRCLE, box(side, side)), SIZES),
    st.builds(lambda width, tall: (HEX, box(width, round(width * tall, 2))), SIZES, st.floats(0.7, 1.3)),
    st.sampled_from([(shape, box(*sides)) for shape, sides in POLYGONS.items()]),
)


@pytest.mark.slow
@settings(deadline=None, max_examples=40)
@given(SHAPES, GAPS, st.sampled_from(["a4", "letter", "a5"]), st.sampled_from([3, 14, 400]))
def test_no_token_comes_nearer_to_another_than_the_gap(
    kind: tuple[Shape, Size], gap: float | None, papers: str, copies: int
) -> None:
    shape, size = kind
    page = sheet(shape, size, copies, papers, gap=gap)
    bleed = page.stamps[0].slot.bleed.left
    cuts = outlines(page)
    assert len(cuts) == len(page.stamps)
    reach = math.hypot(size.width, size.height) + (gap or 6)
    for index, one in enumerate(cuts):
        for other in cuts[index + 1 :]:
            if math.dist(one[0], other[0]) < reach:
                distance = apart(one, other, shape)
                assert distance >= (gap or 0) - 0.02
                assert distance >= 2 * bleed - 0.02, "two bleeds mix"
    paper = PAPERS[papers]
    for x, y in (point for cut in cuts for point in cut):
        assert 5 - 1e-6 <= x <= paper.width - 5 + 1e-6
        assert 5 - 1e-6 <= y <= paper.height - 5 + 1e-6
        if page.slug is not None:
            band = page.slug.band
            assert not (band.x < x < band.x + band.width and band.y < y < band.y + band.height)


@pytest.mark.slow
@settings(deadline=None, max_examples=40)
@given(SHAPES, st.sampled_from(["a4", "letter"]), st.sampled_from(["duplex-long", "duplex-short"]))
def test_a_back_shows_what_lies_behind_its_front(kind: tuple[Shape, Size], papers: str, backs: str) -> None:
    """The back's clip, put on its page and turned over with the paper, is the front's."""
    shape, size = kind
    options = PressOptions(PAPERS[papers], backs=backs)  # type: ignore[arg-type]
    front, back = plan_tokens(Copies([7]), True, shape, size, options).pages[:2]
    assert len(front.stamps) == len(back.stamps) == 7
    upright = flip_axis(options.paper, options.backs) == "vertical"
    for one, other in zip(shown(front, size), shown(back, size), strict=True):
        turned = [
            (options.paper.width - x, y) if upright else (x, options.paper.height - y) for x, y in other
        ]
        assert all(math.dist(a, b) < 1e-6 for a, b in zip(one, turned, strict=True))


def shown(page: SheetPage, size: Size) -> list[Points]:
    """What is shown of each face, on the page."""
    found = []
    for stamp in page.stamps:
        assert stamp.clip is not None
        slot, turn = stamp.slot, math.radians(stamp.slot.turn)
        points = [
            pair for _, values in stamp.clip.segments for pair in zip(values[::2], values[1::2], strict=True)
        ]
        moved = [(x - size.width / 2, y - size.height / 2) for x, y in points]
        found.append(
            [
                (
                    slot.cx + x * math.cos(turn) + y * math.sin(turn),
                    slot.cy - x * math.sin(turn) + y * math.cos(turn),
                )
                for x, y in moved
            ]
        )
    return found


def test_a_token_too_large_or_too_small_is_refused() -> None:
    with pytest.raises(InputError, match="too small to cut out"):
        sheet(CIRCLE, box(4, 4))
    with pytest.raises(InputError, match="A4 has only 200 × 287 mm"):
        sheet(CIRCLE, box(250, 250))


def test_one_token_that_leaves_no_room_for_the_slug_does_without() -> None:
    page = sheet(CIRCLE, box(199, 199), margin=5.0)
    assert len(page.stamps) == 1
    assert sheet(HEX, box(200, 287)).slug is None
    alone = PressOptions(PAPERS["a4"], bleed=2.0, gap=0.0)
    assert fit_sheet(CIRCLE, box(150, 150), [1], alone).bleed == 2.0


# The finished file, measured.

FRONT = """\
<card>
  <rect x="-3" y="-3" width="{{ component.width + 6 }}" height="{{ component.height + 6 }}" fill="#COLOUR"/>
  <rect x="{{ component.width / 2 }}" y="{{ component.height / 2 }}" width="3" height="1" fill="#0080ff"/>
</card>
"""
ORANGE, GREEN, MARK = (1.0, 0.502, 0.0), (0.0, 1.0, 0.0), (0.0, 0.502, 1.0)


def token_game(folder: Path, shape: Any, size: Any, copies: int = 5, **component: Any) -> Path:
    return write_game(
        folder,
        cards=[{"name": "One", "copies": copies}, {"name": "Two", "copies": 2}],
        front=FRONT.replace("COLOUR", "ff8000"),
        back=FRONT.replace("COLOUR", "00ff00"),
        component={"kind": "tokens", "shape": shape, "size": size, **component},
    )


def cut_lines(page: Page, colour: Sequence[float] = (0, 0, 0)) -> list[Ink]:
    """The outlines to cut along; rulers and folds have two points only."""
    return [line for line in page.lines(colour=colour) if len(line.corners) > 2]


def test_the_cut_line_is_the_circle(tmp_path: Path) -> None:
    front, back = build_one(token_game(tmp_path, "circle", "token-large")).pages
    lines = cut_lines(front)
    assert len(lines) == 7
    assert len(cut_lines(front, (1, 1, 1))) == 7, "a white line lies under each"
    for line, ground in zip(lines, front.fills(ORANGE), strict=True):
        left, top, right, bottom = line.box
        assert near((right - left, bottom - top), (25.4, 25.4))
        # Ends of the four curves: right, bottom, left, top.
        middle = (left + right) / 2, (top + bottom) / 2
        for x, y in line.corners[::3]:
            assert math.dist((x, y), middle) == pytest.approx(12.7, abs=0.01)
        assert near(ground.seen, (left - 3, top - 3, right + 3, bottom + 3)), "all of the bleed"
    assert not cut_lines(back)


@pytest.mark.parametrize("papers", ["a4", "letter", "a4 landscape"])
@pytest.mark.parametrize("backs", ["duplex-long", "duplex-short"])
@pytest.mark.parametrize(
    ("shape", "size"),
    [
        ("circle", "token-medium"),
        ("hex", "hex-small"),
        ([[0, 8], [18, 8], [18, 0], [32, 14], [18, 28]], [32, 28]),
    ],
)
def test_each_back_lies_behind_its_front(
    tmp_path: Path, shape: Any, size: Any, backs: str, papers: str
) -> None:
    front, back = build_one(token_game(tmp_path, shape, size), papers=papers, backs=backs).pages
    portrait = front.height > front.width
    upright = (backs == "duplex-long") == portrait
    width, height = front.width, front.height
    assert len(front.fills(ORANGE)) == len(back.fills(GREEN)) == 7
    for one, other in zip(front.fills(ORANGE), back.fills(GREEN), strict=True):
        left, top, right, bottom = other.seen
        turned = (
            (width - right, top, width - left, bottom)
            if upright
            else (left, height - bottom, right, height - top)
        )
        assert near(one.seen, turned)
    marks = zip(front.fills(MARK), back.fills(MARK), strict=True)
    for one, other in marks:
        # The mark lies at the right of the middle on both faces, so turned over it lies at the left.
        centre = (one.corners[0][0], one.corners[0][1])
        x, y = other.corners[0]
        assert near(centre, (width - x, y) if upright else (x, height - y))


def test_across_the_fold_each_back_meets_its_front(tmp_path: Path) -> None:
    page = build_one(token_game(tmp_path, "hex", "hex-small"), backs="gutterfold").pages[0]
    (fold,) = page.lines(dashed=True)
    assert near((fold.box[0],), (105.0,))
    assert len(page.fills(ORANGE)) == 7
    for one, other in zip(page.fills(ORANGE), page.fills(GREEN), strict=True):
        left, top, right, bottom = other.seen
        assert near(one.seen, (210 - right, top, 210 - left, bottom))
        assert one.seen[2] <= 105 + 1e-6
    assert len(cut_lines(page)) == 7


@pytest.mark.parametrize(
    ("papers", "size", "side"), [("a5", "token-medium", 2), ("letter", "token-large", 3)]
)
def test_no_bleed_reaches_over_the_fold(tmp_path: Path, papers: str, size: str, side: int) -> None:
    """Also of tokens so near to each other that only what stays empty beside them is bleed."""
    game = token_game(tmp_path, "circle", size, copies=60)
    page = build_one(game, backs="gutterfold", papers=papers, gap=0.0).pages[0]
    fold = (page.width, page.height)[side - 2] / 2
    assert max(ink.seen[side] for ink in page.fills(ORANGE)) == pytest.approx(fold, abs=0.01)
    assert min(ink.seen[side - 2] for ink in page.fills(GREEN)) == pytest.approx(fold, abs=0.01)


def test_a_page_for_each_token_shows_its_whole_face(tmp_path: Path) -> None:
    pages = build_one(token_game(tmp_path, "circle", "token-large", copies=1), form="pod").pages
    assert len(pages) == 6
    assert near(pages[1].fills(ORANGE)[0].seen, (0, 0, 31.4, 31.4))


def test_no_marks_means_no_line(tmp_path: Path) -> None:
    game = token_game(tmp_path, "circle", "token-large")
    assert not cut_lines(build_one(game, marks="none").pages[0])
    assert cut_lines(build_one(game, marks="crop").pages[0]), "ticks would lead nobody round a circle"


def test_square_tokens_lie_like_cards_with_lines_to_cut(tmp_path: Path) -> None:
    page = build_one(token_game(tmp_path, "rect", "token-large", copies=75)).pages[0]
    assert len(page.fills(ORANGE)) == 77
    assert page.lines(colour=(1, 1, 1))


@pytest.mark.slow
@pytest.mark.parametrize("copies", [5, 40, 400], ids=["one row", "some", "full"])
@pytest.mark.parametrize("backs", ["duplex-long", "gutterfold"])
@pytest.mark.parametrize(
    ("shape", "size"),
    [
        ("circle", "token-large"),
        ("hex", "hex-mini"),
        ("rect", [30, 20]),
        ([list(corner) for corner in ARROW.points], [32, 28]),
    ],
    ids=["circle", "hex", "rect", "arrow"],
)
def test_ticks_show_a_guillotine_every_row_and_column(
    tmp_path: Path, shape: Any, size: Any, backs: str, copies: int
) -> None:
    """In the finished file, in mm: a tick on either side for each edge of a row, clear of all ink."""
    game = token_game(tmp_path, shape, size, copies, press={"tokens": "grid"})
    pages = build_one(game, backs=backs).pages
    plain = build_one(game, backs=backs, marks="none").pages
    rulers = {line.box for line in plain[0].lines()}
    page = pages[0]
    boxes = [line.box for line in cut_lines(page)]
    assert boxes
    ticks = [line.box for line in page.lines() if len(line.corners) == 2 and line.box not in rulers]
    assert ticks
    for across, along in ((0, 1), (1, 0)):
        cuts = {round(box[side], 2) for box in boxes for side in (across, across + 2)}
        level = [tick for tick in ticks if tick[across] == tick[across + 2]]
        before, after = min(box[along] for box in boxes), max(box[along + 2] for box in boxes)
        assert {round(tick[across], 2) for tick in level if tick[along + 2] <= before} == cuts
        assert {round(tick[across], 2) for tick in level if tick[along] >= after} == cuts
    shown = [one.parts or (one.seen,) for one in (*page.fills(ORANGE), *page.fills(GREEN))]
    for left, top, right, bottom in ticks:
        assert max(right - left, bottom - top) >= 1
        assert min(left, top, page.width - right, page.height - bottom) >= 1 - 0.01
        for ink in (part for parts in shown for part in parts):
            assert left >= ink[2] or right <= ink[0] or top >= ink[3] or bottom <= ink[1]
    if backs == "duplex-long":
        assert len(plain[1].lines()) == len(pages[1].lines()), "one cuts by the front"


def test_dense_tokens_have_no_ticks(tmp_path: Path) -> None:
    """Their rows lie in one another: a straight cut would go through tokens."""
    game = token_game(tmp_path, "circle", "token-large")
    rulers = {line.box for line in build_one(game, marks="none").pages[0].lines()}
    lines = build_one(game).pages[0].lines()
    assert not [line for line in lines if len(line.corners) == 2 and line.box not in rulers]


def test_the_same_tokens_give_the_same_bytes(tmp_path: Path) -> None:
    game = token_game(tmp_path, [[0, 26], [15, 0], [30, 26]], [30, 26])
    first = build_one(game, out=tmp_path / "one").written.path.read_bytes()
    assert first == build_one(game, out=tmp_path / "two").written.path.read_bytes()


def test_another_shape_is_another_print(tmp_path: Path) -> None:
    shapes = ("rect", "circle", "hex", [[0, 0], [20, 0], [0, 20]], [[0, 0], [20, 0], [20, 20]])
    contents = [
        build_one(token_game(tmp_path / str(number), shape, [20, 20])).written.content
        for number, shape in enumerate(shapes)
    ]
    assert len(set(contents)) == len(shapes)


@pytest.mark.slow
def test_a_star_of_as_many_corners_as_may_be(tmp_path: Path) -> None:
    turns = [math.radians(6 * step) for step in range(60)]
    corners = [
        [
            round(15 + (15 - 5 * (step % 2)) * math.cos(turn), 3),
            round(15 + (15 - 5 * (step % 2)) * math.sin(turn), 3),
        ]
        for step, turn in enumerate(turns)
    ]
    built = build_one(token_game(tmp_path, corners, [30, 30], copies=40))
    assert len(cut_lines(built.pages[0])) == 42


# Tokens of unlike trims on common sheets.

TRIMS = {
    "coins": {"shape": "circle", "size": "16 x 16 mm", "cards": [{"name": "Coin", "copies": 20}]},
    "hexes": {"shape": "hex", "size": "22 x 19 mm", "cards": [{"name": "Hex", "copies": 9}]},
    "plates": {"size": "30 x 20 mm", "corner": "2 mm", "cards": [{"name": "Plate", "copies": 3}]},
    "arrows": {
        "shape": [list(corner) for corner in ARROW.points],
        "size": "32 x 28 mm",
        "cards": [{"name": "Arrow", "copies": 4}],
    },
}
SIZES = {"coins": (16, 16), "hexes": (22, 19), "plates": (30, 20), "arrows": (32, 28)}
FACE = '<card><rect x="-3" y="-3" width="60" height="60" fill="#COLOUR"/></card>'


def mixed_game(folder: Path, **changed: dict[str, Any]) -> Path:
    shared = {"kind": "tokens", "front": "card.xml.j2", "back": "behind.xml.j2", "bleed": "1.5 mm", "safe": 0}
    components = {name: {**shared, **trim, **changed.get(name, {})} for name, trim in TRIMS.items()}
    return write_game(
        folder,
        game={"title": "Mixed", "components": components},
        front=FACE.replace("COLOUR", "ff8000"),
        files={"layouts/behind.xml.j2": FACE.replace("COLOUR", "00ff00")},
    )


def both_ways(width: float, height: float) -> set[tuple[float, float]]:
    return {(width, height), (height, width)}


@pytest.mark.parametrize("papers", ["a4", "letter"])
@pytest.mark.parametrize("backs", ["duplex-long", "duplex-short"])
def test_tokens_of_all_shapes_share_a_sheet(tmp_path: Path, backs: str, papers: str) -> None:
    game = mixed_game(tmp_path / "g")
    assert [one.written.pages for one in build_game(game, papers=papers, backs=backs)] == [2, 2, 2, 2]
    built = build_one(game, papers=papers, backs=backs, merge=True)
    assert built.written.path.name == f"tokens-{papers}-{backs}.pdf"
    assert (built.written.pages, built.written.cards) == (2, 36)
    front, back = built.pages
    # Each is cut to its own trim, and shows its bleed around that: as much of it as the gap leaves.
    boxes = [line.box for line in cut_lines(front)]
    measured = [(round(right - left, 2), round(bottom - top, 2)) for left, top, right, bottom in boxes]
    counts = {name: sum(measured.count(size) for size in both_ways(*SIZES[name])) for name in SIZES}
    assert counts == {"coins": 20, "hexes": 9, "plates": 3, "arrows": 4}
    for shown, trim in zip(front.fills(ORANGE), boxes, strict=True):
        grown = [round(abs(a - b), 3) for a, b in zip(shown.seen, trim, strict=True)]
        assert min(grown) >= 1.4
        assert max(grown) <= 1.5
    # None comes near another, and none leaves what the printer reaches.
    for index, (left, top, right, bottom) in enumerate(boxes):
        assert min(left, top, front.width - right, front.height - bottom) >= 5 - 1e-6
        for other in boxes[index + 1 :]:
            if measured[index] in both_ways(30, 20):
                assert left >= other[2] or right <= other[0] or top >= other[3] or bottom <= other[1]
    assert not cut_lines(back)
    upright = backs == "duplex-long"
    for one, other in zip(front.fills(ORANGE), back.fills(GREEN), strict=True):
        left, top, right, bottom = other.seen
        width, height = front.width, front.height
        assert near(
            one.seen,
            (width - right, top, width - left, bottom)
            if upright
            else (left, height - bottom, right, height - top),
        )
    assert "Mixed 0.1 · Coins + Hexes + 2 more" in " ".join(built.pdf.texts()[0].split())


def test_shared_sheets_are_filled_one_after_the_other(tmp_path: Path) -> None:
    many = {"cards": [{"name": "Coin", "copies": 190}]}
    game = mixed_game(tmp_path / "g", coins=many)
    built = build_one(game, merge=True, backs="none")
    assert (built.written.pages, built.written.cards) == (2, 206)
    counts = [len(cut_lines(page)) for page in built.pages]
    assert sum(counts) == 206
    assert len(built.pages[1].fills(ORANGE)) == counts[1]


def test_shared_sheets_can_be_parted_too(tmp_path: Path) -> None:
    """Each row of each kind ends before the next begins, measured in the finished file."""
    in_rows: dict[str, Any] = {name: {"press": {"tokens": "grid"}} for name in TRIMS}
    page = build_one(mixed_game(tmp_path / "g", **in_rows), merge=True, backs="none").pages[0]
    rows = sorted({(round(line.box[1], 1), round(line.box[3], 1)) for line in cut_lines(page)})
    assert len(rows) > 2
    assert all(after[0] >= before[1] for before, after in pairwise(rows))
    # No column goes through all of them, so the rows alone have ticks.
    first = min(line.box[0] for line in cut_lines(page))
    lines = [line.box for line in page.lines() if len(line.corners) == 2 and line.box[2] < first]
    ticks = [line for line in lines if line[3] < page.height - 8]
    ends = {round(end, 2) for line in cut_lines(page) for end in (line.box[1], line.box[3])}
    assert {round(tick[1], 2) for tick in ticks} == ends
    assert all(tick[1] == tick[3] for tick in ticks)


def test_a_fold_lies_between_shared_fronts_and_backs(tmp_path: Path) -> None:
    page = build_one(mixed_game(tmp_path / "g"), merge=True, backs="gutterfold").pages[0]
    (fold,) = page.lines(dashed=True)
    for one, other in zip(page.fills(ORANGE), page.fills(GREEN), strict=True):
        left, top, right, bottom = other.seen
        if near((fold.box[0],), (105.0,)):
            assert near(one.seen, (210 - right, top, 210 - left, bottom))
        else:
            assert near(one.seen, (left, 297 - bottom, right, 297 - top))


@pytest.mark.parametrize(
    ("hexes", "names"),
    [
        ({"back": None, "press": {"backs": "none"}}, ["coins+plates+arrows", "hexes"]),
        ({"bleed": "1 mm"}, ["coins+plates+arrows", "hexes"]),
        ({"press": {"merge": False}}, ["coins+plates+arrows", "hexes"]),
    ],
    ids=["no back", "another bleed", "asked otherwise"],
)
def test_tokens_that_are_printed_otherwise_stay_apart(
    tmp_path: Path, hexes: dict[str, Any], names: list[str]
) -> None:
    game = mixed_game(tmp_path / "g", hexes=hexes)
    text = (game / "game.yaml").read_text("utf-8")
    for name in ("coins", "plates", "arrows"):
        text = text.replace(f"  {name}:\n", f"  {name}:\n    press: {{merge: true}}\n")
    if "press" not in hexes:
        text = text.replace("  hexes:\n", "  hexes:\n    press: {merge: true}\n")
    (game / "game.yaml").write_text(text, "utf-8")
    built = [one.written.path.name.partition("-a4")[0] for one in build_game(game)]
    assert built == names


def test_on_pages_of_their_own_they_do_not_share(tmp_path: Path) -> None:
    game = mixed_game(tmp_path / "g")
    assert len(build_game(game, merge=True, form="pod")) == 4


def test_the_one_that_fits_no_page_is_told(tmp_path: Path) -> None:
    game = mixed_game(tmp_path / "g", hexes={"size": "400 x 346 mm"})
    done = run_here("build", game, "--merge", "--out", tmp_path / "out")
    assert done.code == 1
    assert "components.hexes: the token is 400 × 346 mm, but A4 has only 200 × 287 mm" in done.output


@pytest.mark.parametrize("papers", ["a4", "letter"])
@pytest.mark.parametrize(
    ("game", "tokens"),
    {
        "gateway": ["district-tokens", "markers", "victory-points", "gold", "power-points"],
        "hold-the-line": ["health", "armor", "fronts"],
    }.items(),
)
def test_the_tokens_of_a_bundled_game_take_one_sheet(
    tmp_path: Path, game: str, tokens: list[str], papers: str
) -> None:
    chosen = [word for name in tokens for word in ("--only", name)]
    done = run_here("build", game, *chosen, "--paper", papers, "--out", tmp_path, "--no-cache")
    assert re.search(rf"{game}/tokens-{papers}-duplex-long\.pdf +2 pages", done.stdout), done.output
