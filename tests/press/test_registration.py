"""Sheets with registration marks: the marks' measures, what stays white around them, and what finds room."""

from __future__ import annotations

from itertools import islice, pairwise
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from effort import effort
from games import run_here, write_game
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.catalog.press_settings import PressOptions
from generator.catalog.problems import InputError
from generator.catalog.sizes import COMPONENT_SIZES, PAPERS
from generator.press.grid import fit_grid
from generator.press.impose import Copies, impose
from generator.press.registration import cutting_area, fit_marked_grid, has_room, quiet_zones

from .pdf_games import build_one, inside, marked_game, numbered_trims
from .pdf_measure import near

A4 = PAPERS["a4"]
DOTS = 10
"""Pixels in a millimetre at 254 dpi."""
DARK = 128
LIGHT = 250


Box = tuple[float, float, float, float]


class Dark(NamedTuple):
    """The box (mm) around all that is dark, and how many square mm of ink it has."""

    box: Box
    ink: float


def dark(raster: Any, box: Box) -> Dark | None:
    left, top, right, bottom = (round(side * DOTS) for side in box)
    area = raster.convert("L").crop((left, top, right, bottom))
    found = area.point(lambda value: 255 if value < DARK else 0).getbbox()
    if found is None:
        return None
    # Pixels at the edges are grey by as much as they are covered.
    ink = sum((255 - grey) * count for grey, count in enumerate(area.histogram())) / 255 / DOTS**2
    x0, y0, x1, y1 = (side / DOTS for side in found)
    return Dark((box[0] + x0, box[1] + y0, box[0] + x1, box[1] + y1), ink)


def without_marks(raster: Any, width: float, height: float) -> list[int]:
    """The darkest pixel of each quiet zone once the marks themselves are painted over."""
    from PIL import ImageDraw

    page = raster.convert("L")
    pen = ImageDraw.Draw(page)
    # Each mark with a tenth of a millimetre around it.
    marks = [
        (9.9, 9.9, 15.1, 15.1),
        (width - 30.1, 9.7, width - 9.7, 10.3),
        (width - 10.3, 9.7, width - 9.7, 30.1),
        (9.7, height - 10.3, 30.1, height - 9.7),
        (9.7, height - 30.1, 10.3, height - 9.7),
    ]
    for box in marks:
        pen.rectangle([round(side * DOTS) for side in box], fill=255)
    zones = [(0, 0, 30, 30), (width - 30, 0, width, 30), (0, height - 30, 30, height)]
    return [page.crop([round(side * DOTS) for side in zone]).getextrema()[0] for zone in zones]


@pytest.mark.parametrize("paper", ["a4", "letter", "a3"])
def test_the_marks_measure_what_the_machine_looks_for(tmp_path: Path, paper: str) -> None:
    built = build_one(marked_game(tmp_path, copies=[9]), papers=paper, registration="silhouette")
    front, back = islice(built.pdf.rasters(254), 2)
    width, height = PAPERS[paper].width, PAPERS[paper].height
    # Outside of the square, and the angles' lines of 0.3 mm around 10 mm from the edges, with arms of 20 mm.
    marks = {
        (0.0, 0.0, 30.0, 30.0): ((10.0, 10.0, 15.0, 15.0), 25.0),
        (width - 30, 0.0, width, 30.0): ((width - 30, 9.85, width - 9.85, 30.0), 12.0),
        (0.0, height - 30, 30.0, height): ((9.85, height - 30, 30.0, height - 9.85), 12.0),
    }
    drawn = [ink.box for ink in built.pages[0].fills((0, 0, 0)) if not ink.forms]
    assert all(any(near(box, one) for one in drawn) for box, _ in marks.values())
    for zone, (box, ink) in marks.items():
        seen = dark(front, zone)
        assert seen is not None
        assert near(seen.box, box, 0.16)
        assert seen.ink == pytest.approx(ink, rel=0.05)
    assert all(dark(back, zone) is None for zone in list(marks)[:2]), "one cuts by the front"


GAPS: list[dict[str, Any]] = [
    {},
    {"gap": 0.0},
    {"gap": 2.0, "bleed": 5.0},
    {"bleed": 0.0},
    {"marks": "crop"},
    {"marks": "lines", "gap": 4.0},
    {"margin": 12.0},
]


@pytest.mark.parametrize("given_settings", GAPS, ids=str)
@pytest.mark.parametrize("size", ["poker", "micro"])
def test_nothing_else_is_printed_in_the_quiet_zones(
    tmp_path: Path, size: str, given_settings: dict[str, Any]
) -> None:
    game = marked_game(tmp_path, size=size, copies=[40])
    built = build_one(game, registration="silhouette", **given_settings)
    raster = built.pdf.raster(0, 254)
    assert min(without_marks(raster, 210, 297)) >= LIGHT
    area = (10.0, 10.0, 200.0, 287.0)
    assert all(inside(box, area) for _, box in numbered_trims(built.pages[0], "front"))


TOKENS: dict[str, dict[str, Any]] = {
    "round": {"shape": "circle", "size": "token-small"},
    "hex": {"shape": "hex", "size": "22 x 19.05 mm"},
    "polygon": {"shape": [[0, 0], [30, 0], [15, 26]], "size": "30 x 26 mm"},
    "square": {"shape": "rect", "size": "20 x 20 mm"},
}


@pytest.mark.parametrize("shape", TOKENS)
def test_tokens_keep_clear_too(tmp_path: Path, shape: str) -> None:
    game = marked_game(tmp_path, copies=[400], kind="tokens", **TOKENS[shape])
    built = build_one(game, registration="silhouette", marks="lines")
    raster = built.pdf.raster(0, 254)
    assert min(without_marks(raster, 210, 297)) >= LIGHT
    assert all(inside(box, (10, 10, 200, 287)) for _, box in numbered_trims(built.pages[0], "front"))


def mixed(folder: Path) -> Path:
    token = '<card><rect x="-3" y="-3" width="90" height="90" fill="#336699"/></card>'
    of = {"kind": "tokens", "front": "card.xml.j2", "press": {"merge": True, "backs": "none"}, "safe": 0}
    sizes = {
        "coins": ("circle", "19 x 19 mm"),
        "tiles": ("hex", "30 x 26 mm"),
        "counters": ("rect", "16 x 16 mm"),
    }
    components = {
        name: {**of, "shape": shape, "size": size, "cards": [{"id": name, "copies": 30}]}
        for name, (shape, size) in sizes.items()
    }
    return write_game(folder, game={"title": "Mixed", "components": components}, front=token)


def test_tokens_of_several_shapes_keep_clear(tmp_path: Path) -> None:
    built = build_one(mixed(tmp_path), registration="silhouette", marks="lines")
    assert all(min(without_marks(raster, 210, 297)) >= LIGHT for raster in built.pdf.rasters(254))


def test_a_board_is_parted_so_that_its_tiles_keep_clear(tmp_path: Path) -> None:
    game = marked_game(tmp_path, size="300 x 220 mm", kind="board", back=False)
    built = build_one(game, registration="silhouette")
    assert len(built.pages) > 1
    for raster in built.pdf.rasters(254):
        assert min(without_marks(raster, 210, 297)) >= LIGHT
        square = dark(raster, (0, 0, 29, 29))
        assert square is not None
        assert near(square.box, (10, 10, 15, 15), 0.16)


def test_a_board_that_fits_lies_on_one_page(tmp_path: Path) -> None:
    game = marked_game(tmp_path, size="180 x 230 mm", kind="board", back=False)
    (page,) = build_one(game, registration="silhouette").pages
    ((_, box),) = numbered_trims(page, "front")
    assert near(((box[0] + box[2]) / 2, (box[1] + box[3]) / 2), (105, 148.5), 0.02)


@pytest.mark.parametrize("backs", ["duplex-long", "duplex-short"])
def test_backs_lie_behind_their_fronts(tmp_path: Path, backs: str) -> None:
    game = marked_game(tmp_path, copies=[1] * 10)
    built = build_one(game, registration="silhouette", backs=backs)
    for front, back in zip(built.pages[::2], built.pages[1::2], strict=True):
        fronts = dict(numbered_trims(front, "front"))
        for number, (left, top, right, bottom) in numbered_trims(back, "back"):
            behind = (210 - right, top, 210 - left, bottom)
            if backs == "duplex-short":
                behind = (left, 297 - bottom, right, 297 - top)
            assert near(fronts[number], behind, 0.02)


PAPERS_HERE = [PAPERS[name] for name in ("a5", "a4", "letter", "a3")]
options = st.builds(
    PressOptions,
    paper=st.sampled_from([paper.turned(way) for paper in PAPERS_HERE for way in ("portrait", "landscape")]),
    margin=st.floats(0, 15),
    gap=st.none() | st.floats(0, 12),
    bleed=st.floats(0, 5),
    registration=st.just("silhouette"),
)


@settings(deadline=None, max_examples=60)
@given(st.floats(20, 150), st.floats(20, 150), options)
def test_no_ink_leaves_what_the_machine_reaches(
    width: float, height: float, given_options: PressOptions
) -> None:
    if not has_room(width, height, given_options):
        with pytest.raises(InputError, match="between its registration marks"):
            fit_marked_grid(width, height, given_options)
        return
    grid = fit_marked_grid(width, height, given_options)
    area, zones = cutting_area(given_options), quiet_zones(given_options.paper)
    half_x, half_y = grid.slot_width / 2, grid.slot_height / 2
    boxes = []
    for slot in grid.slots:
        trim = (slot.cx - half_x, slot.cy - half_y, slot.cx + half_x, slot.cy + half_y)
        bleed = slot.bleed
        ink = (trim[0] - bleed.left, trim[1] - bleed.top, trim[2] + bleed.right, trim[3] + bleed.bottom)
        assert min(bleed) >= 0
        assert inside(ink, tuple(area), 1e-6)
        for zone in zones:
            apart = ink[2] <= zone.left + 1e-6 or zone.right <= ink[0] + 1e-6
            assert apart or ink[3] <= zone.top + 1e-6 or zone.bottom <= ink[1] + 1e-6
        boxes.append(trim)
    assert len({tuple(round(side, 6) for side in box) for box in boxes}) == len(boxes)
    band = grid.band
    if band is not None:
        assert all(band.y >= zone.bottom or band.x >= zone.right for zone in zones)
        assert all(box[3] <= band.y for box in boxes)


@pytest.mark.parametrize(
    ("name", "paper", "cards"),
    [
        ("poker", "a4", 6),
        ("poker", "letter", 6),
        ("poker", "a3", 16),
        ("mini-us", "a4", 15),
        ("tarot", "a4", 4),
    ],
)
def test_how_many_cards_find_room(name: str, paper: str, cards: int) -> None:
    size = COMPONENT_SIZES[name]
    grid = fit_marked_grid(size.width, size.height, PressOptions(PAPERS[paper], registration="silhouette"))
    assert (
        len(grid.slots) == cards <= len(fit_grid(size.width, size.height, PressOptions(PAPERS[paper])).slots)
    )


def test_room_for_small_cards_is_found_without_a_look_at_each() -> None:
    fit_marked_grid.cache_clear()
    with effort(500_000):
        grid = fit_marked_grid(9, 9, PressOptions(A4, registration="silhouette"))
    assert len(grid.slots) == 612


@pytest.mark.parametrize("name", ["bridge", "mini", "domino", "credit", "oversize"])
def test_an_automatic_gap_leaves_the_outer_edges_as_much_bleed_as_the_inner_ones(name: str) -> None:
    size = COMPONENT_SIZES[name]
    grid = fit_marked_grid(size.width, size.height, PressOptions(A4, registration="silhouette"))
    for at, long in (("cx", grid.slot_width), ("cy", grid.slot_height)):
        centres = sorted({round(getattr(slot, at), 6) for slot in grid.slots})
        gaps = [after - before - long for before, after in pairwise(centres)]
        for slot in grid.slots:
            ends = (slot.bleed.left, slot.bleed.right) if at == "cx" else (slot.bleed.top, slot.bleed.bottom)
            assert min(ends) == pytest.approx(min([3.0, *(gap / 2 for gap in gaps)]), abs=1e-5)


@pytest.mark.parametrize("size", [(63.5, 88.9), (40.0, 60.0)])
def test_ticks_begin_half_a_millimetre_off_the_cards(size: tuple[float, float]) -> None:
    options = PressOptions(A4, registration="silhouette", marks="crop")
    plan = impose(Copies([100]), False, *size, options)
    page, grid = plan.pages[0], fit_marked_grid(*size, options)
    assert page.marks
    for slot in grid.slots:
        half_x, half_y, bleed = grid.slot_width / 2, grid.slot_height / 2, slot.bleed
        left, top = slot.cx - half_x - bleed.left, slot.cy - half_y - bleed.top
        right, bottom = slot.cx + half_x + bleed.right, slot.cy + half_y + bleed.bottom
        for x1, y1, x2, y2, _ in page.marks:
            off_x = max(left - max(x1, x2), min(x1, x2) - right)
            off_y = max(top - max(y1, y2), min(y1, y2) - bottom)
            assert max(off_x, off_y) > 0.5 - 1e-6
    outer = [
        max(max(line.x1, line.x2) for line in page.marks if line.x1 < grid.left),
        min(min(line.x1, line.x2) for line in page.marks if line.x1 > 210 - grid.left),
        max(max(line.y1, line.y2) for line in page.marks if line.y1 < grid.top),
    ]
    ink = [
        min(slot.cx - grid.slot_width / 2 - slot.bleed.left for slot in grid.slots),
        max(slot.cx + grid.slot_width / 2 + slot.bleed.right for slot in grid.slots),
        min(slot.cy - grid.slot_height / 2 - slot.bleed.top for slot in grid.slots),
    ]
    assert outer == pytest.approx([ink[0] - 0.5, ink[1] + 0.5, ink[2] - 0.5])


class TestBadInput:
    @pytest.fixture(autouse=True)
    def _here(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.chdir(tmp_path)

    @pytest.mark.parametrize(
        ("given_options", "reason"),
        [
            (["--form", "png"], "with --form png there are no sheets to cut"),
            (["--form", "pod"], "with --form pod there are no sheets to cut"),
            (["--backs", "gutterfold"], "a folded sheet has its marks on both sides"),
            (["--sheet", "avery-5371"], "a label sheet has its places where they are"),
        ],
    )
    def test_what_can_have_no_marks_is_wrong_usage(self, given_options: list[str], reason: str) -> None:
        write_game(Path("deck"))
        done = run_here("build", "deck", "--registration", "silhouette", *given_options)
        assert done.code == 2
        assert reason in " ".join(done.stderr.replace("│", " ").split())
        assert not Path("output").exists()

    def test_an_unknown_kind_is_wrong_usage(self) -> None:
        done = run_here("build", "--registration", "cameo")
        assert done.code == 2
        assert "none, silhouette" in " ".join(done.stderr.replace("│", " ").split())

    @pytest.mark.parametrize(
        ("component", "noun", "size"),
        [
            ({"size": "200 x 280 mm"}, "card", "200 × 280"),
            ({"size": "195 x 195 mm", "kind": "tokens", "shape": "circle"}, "token", "195 × 195"),
        ],
    )
    def test_what_finds_no_room_is_told_with_its_place(
        self, component: dict[str, Any], noun: str, size: str
    ) -> None:
        write_game(Path("deck"), component=component)
        assert run_here("build", "deck").code == 0
        done = run_here("build", "deck", "--registration", "silhouette", "--out", "cut")
        assert done.code == 1
        assert [line for line in done.problems if "error" in line] == [
            f"deck/game.yaml:4:11: error: components.cards: the {noun} is {size} mm, but A4 has only "
            "190 × 237 or 150 × 277 mm between its registration marks; use a larger --paper or no "
            "--registration; what is not cut has `press: {registration: none}`"
        ]
        assert not Path("cut").exists()

    def test_a_fold_that_the_game_asks_for_is_an_error(self) -> None:
        write_game(Path("deck"), back="<card/>", component={"press": {"backs": "gutterfold"}})
        done = run_here("build", "deck", "--registration", "silhouette")
        assert done.code == 1
        assert "a folded sheet can't have registration marks" in done.stderr

    def test_what_says_that_it_is_not_cut_gets_no_marks(self) -> None:
        write_game(Path("deck"), component={"press": {"registration": "none", "backs": "none"}})
        assert run_here("build", "deck", "--registration", "silhouette").code == 0
        assert [path.name for path in Path("output/deck").iterdir()] == ["cards-a4.pdf"]

    def test_a_game_may_ask_for_marks(self) -> None:
        write_game(Path("deck"), component={"press": {"registration": "silhouette", "backs": "none"}})
        assert run_here("build", "deck").code == 0
        assert [path.name for path in Path("output/deck").iterdir()] == ["cards-a4-silhouette.pdf"]
        assert run_here("build", "deck", "--form", "png", "--out", "png").code == 0
