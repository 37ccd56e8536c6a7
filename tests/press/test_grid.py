"""How many cards a sheet holds, where they lie, and what stays clear around them."""

from __future__ import annotations

import math
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.catalog.press_settings import Backs, Marks, PressOptions
from generator.catalog.problems import InputError
from generator.catalog.sizes import COMPONENT_SIZES, PAPERS, Size
from generator.press.grid import Band, Edges, Grid, Slot, fit_grid
from generator.press.marks import every_slot

A4, LETTER, A3 = PAPERS["a4"], PAPERS["letter"], PAPERS["a3"]
SHEETS = [*PAPERS.values(), *(paper.turned("landscape") for paper in PAPERS.values())]
BACKS: tuple[Backs, ...] = ("none", "duplex-long", "duplex-short", "gutterfold")
MARKS: tuple[Marks, ...] = ("crop", "lines", "none")

options = st.builds(
    PressOptions,
    paper=st.sampled_from(SHEETS),
    margin=st.floats(0, 15),
    gap=st.none() | st.floats(0, 12),
    bleed=st.floats(0, 5),
    marks=st.sampled_from(MARKS),
    backs=st.sampled_from(BACKS),
)
side_lengths = st.floats(8, 250)


def grid_of(name: str, paper: Size, gap: float | None = 0.0) -> Grid:
    size = COMPONENT_SIZES[name]
    return fit_grid(size.width, size.height, PressOptions(paper, gap=gap))


def trim_of(slot: Slot, grid: Grid) -> Edges:
    half_width, half_height = grid.slot_width / 2, grid.slot_height / 2
    return Edges(slot.cx - half_width, slot.cy - half_height, slot.cx + half_width, slot.cy + half_height)


def ink_of(slot: Slot, grid: Grid) -> Edges:
    trim, bleed = trim_of(slot, grid), slot.bleed
    return Edges(
        trim.left - bleed.left, trim.top - bleed.top, trim.right + bleed.right, trim.bottom + bleed.bottom
    )


def band_box(band: Band) -> Edges:
    return Edges(band.x, band.y, band.x + band.width, band.y + band.height)


def overlap(a: Edges, b: Edges) -> bool:
    """More than the rounding of floats."""
    across = min(a.right, b.right) - max(a.left, b.left)
    down = min(a.bottom, b.bottom) - max(a.top, b.top)
    return across > 1e-6 and down > 1e-6


def gaps(grid: Grid) -> tuple[float, float]:
    """Between the first card and its neighbours to the right and below."""
    first, right, below = grid.slots[0], grid.slots[1], grid.slots[grid.columns]
    across, down = right.cx - first.cx - grid.slot_width, below.cy - first.cy - grid.slot_height
    return round(across, 6), round(down, 6)


@pytest.mark.parametrize(
    ("name", "paper", "cards", "turn"),
    [
        ("poker", A4, 9, 0),
        ("poker", LETTER, 9, 0),
        ("poker", A3, 18, 90),
        ("bridge", A4, 10, 90),
        ("mini-us", A4, 21, 90),
        ("mini-euro", A4, 16, 0),
        ("mini-euro", LETTER, 18, 90),
        ("tarot", A4, 4, 0),
        ("square-euro", A4, 8, 0),
        ("square-euro", LETTER, 6, 0),
        ("business", A4, 10, 90),
    ],
)
def test_edge_to_edge_the_known_numbers_of_cards_fit(name: str, paper: Size, cards: int, turn: int) -> None:
    grid = grid_of(name, paper)
    assert (len(grid.slots), grid.turn) == (cards, turn)
    assert grid.band is not None


@pytest.mark.parametrize(
    ("name", "paper", "cards"),
    [("euro-poker", A4, 8), ("euro-poker", LETTER, 6), ("poker", A4, 8), ("poker", LETTER, 6)],
)
def test_a_gap_of_two_full_bleeds_costs_cards(name: str, paper: Size, cards: int) -> None:
    grid = grid_of(name, paper, gap=6.0)
    assert len(grid.slots) == cards
    assert gaps(grid) == (6.0, 6.0)


@pytest.mark.parametrize("paper", PAPERS.values(), ids=lambda paper: paper.name)
def test_an_automatic_gap_never_costs_a_card(paper: Size) -> None:
    fitting = [n for n, s in COMPONENT_SIZES.items() if max(s.width, s.height) < paper.width - 10]
    tight = {name: len(grid_of(name, paper).slots) for name in fitting}
    assert {name: len(grid_of(name, paper, gap=None).slots) for name in fitting} == tight
    assert len(tight) > 20


def test_an_automatic_gap_gives_every_edge_of_a_poker_sheet_a_bleed() -> None:
    grid = grid_of("poker", A4, gap=None)
    bleeds = {getattr(s.bleed, side) for s in grid.slots for side in ("left", "top", "right", "bottom")}
    assert len(grid.slots) == 9
    assert min(bleeds) >= 0.9
    assert gaps(grid) == (1.8, 3.1)


def test_an_automatic_gap_stops_at_two_bleeds() -> None:
    grid = grid_of("tarot", A4, gap=None)
    assert gaps(grid) == (6.0, 6.0)
    assert {slot.bleed.left for slot in grid.slots} == {3.0}


@given(options, side_lengths, side_lengths)
def test_the_grid_is_centred_and_clear_of_everything_else(
    options: PressOptions, width: float, height: float
) -> None:
    try:
        grid = fit_grid(width, height, options)
    except InputError:
        return
    paper, margin = options.paper, options.margin
    slots = every_slot(grid, paper)
    trims = [trim_of(slot, grid) for slot in slots]
    inks = [ink_of(slot, grid) for slot in slots]

    assert len(grid.slots) == grid.columns * grid.rows
    assert min(t.left for t in trims) == pytest.approx(paper.width - max(t.right for t in trims), abs=1e-9)
    assert min(t.top for t in trims) == pytest.approx(paper.height - max(t.bottom for t in trims), abs=1e-9)
    assert min(t.left for t in trims) == pytest.approx(grid.left, abs=1e-9)
    assert min(t.top for t in trims) == pytest.approx(grid.top, abs=1e-9)
    assert min(grid.left, grid.top) >= margin - 1e-6
    assert all(0 <= length <= options.bleed for s in slots for length in (s.bleed.left, s.bleed.top))
    # Beside crop marks no ink is spent on what the printer cannot reach.
    reach = margin - 1e-6 if options.marks == "crop" else -1e-9
    assert all(ink.left >= reach and ink.top >= reach for ink in inks)

    if len(inks) <= 50:
        assert not any(overlap(a, b) for a, b in combinations(inks, 2))

    if grid.band:
        band = band_box(grid.band)
        assert not any(overlap(band, ink) for ink in inks)
        assert band.left >= margin - 1e-9
        assert band.right <= paper.width - margin + 1e-9
        assert band.top >= margin - 1e-9
        assert band.bottom <= paper.height - margin + 1e-9


@given(
    st.sampled_from(SHEETS),
    st.floats(8, 150),
    st.floats(8, 150),
    st.none() | st.floats(0, 8),
    st.floats(0, 5),
)
def test_only_the_slug_may_cost_a_card(
    paper: Size, width: float, height: float, gap: float | None, bleed: float
) -> None:
    options = PressOptions(paper, gap=gap, bleed=bleed)
    try:
        grid = fit_grid(width, height, options)
    except InputError:
        return
    between = gap or 0.0
    for across, down in ((width, height), (height, width)):
        columns = math.floor((paper.width - 10 + between) / (across + between))
        rows = math.floor((paper.height - 10 + between) / (down + between))
        if columns * rows <= max(len(grid.slots), 1):
            continue
        room_x = (paper.width - 10 - columns * across - (columns - 1) * between) / 2
        room_y = (paper.height - 10 - rows * down - (rows - 1) * between) / 2
        assert max(room_x, room_y) < 2.7 + 1e-6, "a shallow slug and its distance would have fitted"


def test_where_the_slug_has_no_room_cards_give_way() -> None:
    # 2 × 2 cards would fill the printable area to its edges.
    grid = fit_grid(100, 143.5, PressOptions(A4))
    assert len(grid.slots) == 2
    assert grid.band is not None


def test_a_sheet_of_one_card_does_without_a_slug() -> None:
    grid = fit_grid(200, 287, PressOptions(A4))
    assert len(grid.slots) == 1
    assert grid.band is None


def test_the_slug_lies_at_the_bottom_if_there_is_room() -> None:
    band = grid_of("tarot", A4).band
    assert band == Band("bottom", 5, 289, 200, 3, 0)


def test_the_slug_lies_beside_cards_that_fill_the_height() -> None:
    band = grid_of("poker", LETTER).band
    assert band is not None
    assert (band.side, band.turn, band.x, band.width) == ("left", 90, 5, 3)
    assert band.height == pytest.approx(269.4)


def test_a_full_bleed_survives_where_there_is_room_for_all() -> None:
    bleed = grid_of("tarot", A4).slots[0].bleed
    assert (bleed.left, bleed.top) == (3.0, 3.0)
    assert (bleed.right, bleed.bottom) == (0.0, 0.0), "neighbours that touch cannot bleed into each other"


def test_a_tight_sheet_bleeds_as_far_as_the_printer_reaches() -> None:
    # 3 × 66.5 mm leave 0.25 mm on either side.
    bleed = fit_grid(66.5, 90, PressOptions(A4, gap=0)).slots[0].bleed
    assert bleed.left == pytest.approx(0.25)


def test_without_crop_marks_the_bleed_may_run_into_the_margin() -> None:
    size = COMPONENT_SIZES["bridge"]
    with_marks = fit_grid(size.width, size.height, PressOptions(A4, gap=0))
    without = fit_grid(size.width, size.height, PressOptions(A4, gap=0, marks="none"))
    assert with_marks.slots[0].bleed.top == 0.5
    assert without.slots[0].bleed.top == 3.0


def test_a_gutterfold_holds_a_front_for_every_back() -> None:
    size = COMPONENT_SIZES["poker"]
    grid = fit_grid(size.width, size.height, PressOptions(A4, backs="gutterfold", gap=0))
    assert (len(grid.slots), grid.fold) == (4, "vertical")
    right_edge = grid.slots[0].cx + grid.slot_width / 2
    assert A4.width / 2 - right_edge == pytest.approx(3.0), "both bleeds fit between a card and its back"


def test_the_fold_lies_where_more_cards_fit() -> None:
    grid = fit_grid(150, 100, PressOptions(A4, backs="gutterfold"))
    assert (len(grid.slots), grid.fold, grid.turn) == (1, "horizontal", 0)


def test_a_card_that_is_too_large_is_told_in_figures() -> None:
    with pytest.raises(InputError) as error:
        fit_grid(300, 400, PressOptions(A4))
    assert (
        error.value.message
        == "the card is 300 × 400 mm, but A4 has only 200 × 287 mm inside its 5 mm margins"
    )
    assert error.value.hint is not None
    assert "--paper" in error.value.hint
    assert "--margin" in error.value.hint


def test_a_card_that_leaves_no_place_for_its_back_is_refused() -> None:
    with pytest.raises(InputError, match="too little for a front and its back"):
        fit_grid(150, 200, PressOptions(A4, backs="gutterfold"))


def test_a_card_of_a_tenth_of_a_millimetre_is_refused() -> None:
    with pytest.raises(InputError, match=r"0\.1 × 50 mm, too small to cut out"):
        fit_grid(0.1, 50, PressOptions(A4))


@pytest.mark.parametrize("length", [-1.0, math.inf, math.nan])
@pytest.mark.parametrize("name", ["margin", "gap", "bleed"])
def test_lengths_below_zero_are_refused(name: str, length: float) -> None:
    with pytest.raises(InputError, match=f"the {name} is"):
        PressOptions(A4, **{name: length})  # type: ignore[arg-type]
