"""Counters in blocks with gaps between them, and cards turned because somebody says so."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby, pairwise
from pathlib import Path
from typing import Any

import pytest

from generator.catalog.press_settings import PressOptions
from generator.catalog.shapes import Shape
from generator.catalog.sizes import PAPERS, Size
from generator.press.grid import fit_grid
from generator.press.kinds.tokens import fit_sheet

from .pdf_games import TRIM_BACK, TRIM_FRONT, build_one, marked_game
from .pdf_measure import Edges, Page, near

IN_BLOCKS = {"blocks": "3 x 2", "block-gap": "8 mm"}


def trims(page: Page, colour: tuple[float, float]) -> list[Edges]:
    """What the cards cover, in the order in which they are drawn."""
    return [ink.box for ink in page.ink if ink.kind == "fill" and ink.colour[:2] == colour]


def counters(folder: Path, **press: Any) -> Path:
    return marked_game(
        folder,
        size="16 x 16 mm",
        kind="tokens",
        copies=(6, 120),
        press={"marks": "none", **IN_BLOCKS, **press},
    )


def starts(places: Sequence[float]) -> list[float]:
    return sorted({round(place, 3) for place in places})


def test_counters_lie_in_blocks_one_after_the_other(tmp_path: Path) -> None:
    """Measured by what the file says: 3 × 2 that touch, 8 mm to the next, the backs behind them."""
    front, back = build_one(counters(tmp_path)).pages
    boxes = trims(front, TRIM_FRONT)
    assert len(boxes) == 9 * 14
    for side, block in ((0, 3), (1, 2)):
        steps = [after - before for before, after in pairwise(starts([box[side] for box in boxes]))]
        assert near(steps, [16 + 8 * (number % block == 0) for number in range(1, len(steps) + 1)])
    assert near([boxes[0][0], max(box[2] for box in boxes)], [25, 185]), "in the paper's middle"
    first = [(box[0] - boxes[0][0], box[1] - boxes[0][1]) for box in boxes[:7]]
    assert near(sum(first, ()), (0, 0, 16, 0, 32, 0, 0, 16, 16, 16, 32, 16, 56, 0)), "a block, then the next"
    behind = trims(back, TRIM_BACK)
    assert near(behind[0], (210 - boxes[0][2], boxes[0][1], 210 - boxes[0][0], boxes[0][3]))


def test_what_a_viewer_shows_between_blocks(tmp_path: Path) -> None:
    """Measured in the picture that PDFium draws: no seam inside a block, bleed and paper between two."""
    picture = build_one(counters(tmp_path)).pdf.raster(0, 254)
    row = (picture.getpixel((x, round(10 * 20.5))) for x in range(picture.width))
    kinds = ("trim" if green < 20 else "bleed" if green < 200 else "paper" for _, green, _ in row)
    runs = [(kind, round(len(list(run)) / 10)) for kind, run in groupby(kinds)]
    edge, block, between = ("bleed", 3), ("trim", 48), [("bleed", 3), ("paper", 2), ("bleed", 3)]
    middle = [block, *between, block, *between, block]
    assert runs == [("paper", 22), edge, *middle, edge, ("paper", 22)]


@pytest.mark.parametrize("backs", ["none", "duplex-short", "gutterfold"])
@pytest.mark.parametrize("blocks", [(3, 2), (1, 5), (7, 1)])
@pytest.mark.parametrize("gap", [None, 1.0])
def test_there_are_whole_blocks_only_and_none_across_a_fold(
    backs: Any, blocks: tuple[int, int], gap: float | None
) -> None:
    options = PressOptions(PAPERS["a4"], backs=backs, blocks=blocks, gap=gap, marks="lines")
    grid = fit_grid(12.0, 15.0, options)
    assert (grid.columns % blocks[0], grid.rows % blocks[1]) == (0, 0)
    assert len(grid.slots) == grid.columns * grid.rows
    covered = [slot.trim(12.0, 15.0) for slot in grid.slots]
    assert all(not one.meets(other) for at, one in enumerate(covered) for other in covered[:at])
    if grid.fold is not None:
        ends = [(edges.right, edges.bottom) for edges in covered]
        middle = max(right for right, _ in ends) if grid.fold == "vertical" else max(low for _, low in ends)
        half = (options.paper.width if grid.fold == "vertical" else options.paper.height) / 2
        assert half - middle >= options.block_gap / 2 - 1e-6


@pytest.mark.parametrize(
    ("size", "turn", "wide", "high"),
    [
        ("63.5 x 88.9 mm", "always", 88.9, 63.5),
        ("63.5 x 88.9 mm", "never", 63.5, 88.9),
        ("95 x 60 mm", "auto", 60, 95),
        ("95 x 60 mm", "never", 95, 60),
    ],
)
def test_cards_are_turned_on_demand(tmp_path: Path, size: str, turn: str, wide: float, high: float) -> None:
    page = build_one(marked_game(tmp_path, size=size, copies=(20,), press={"turn": turn})).pages[0]
    left, top, right, bottom = trims(page, TRIM_FRONT)[0]
    assert near((right - left, bottom - top), (wide, high))


@pytest.mark.parametrize("turn", ["never", "always"])
@pytest.mark.parametrize("registration", ["none", "silhouette"])
def test_tokens_and_what_a_machine_cuts_are_turned_on_demand(turn: Any, registration: Any) -> None:
    options = PressOptions(PAPERS["a4"], backs="none", registration=registration, turn=turn, marks="lines")
    arrow = Shape("polygon", ((0, 8), (18, 8), (18, 0), (32, 14), (18, 28), (18, 20), (0, 20)))
    sheet = fit_sheet(arrow, Size("token", 32.0, 28.0), [10], options)
    assert {slot.turn % 180 for slot in sheet.slots} == {90 if turn == "always" else 0}
