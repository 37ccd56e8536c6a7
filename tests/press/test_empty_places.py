"""Ink goes into what stays empty around cards and tokens, measured on the rendered page."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from games import run_here

from generator.catalog.sizes import Size
from generator.press.bleed import least_bleed
from generator.press.grid import Sides, Slot

from .pdf_games import BLEED, build_one, marked_game, numbered_trims
from .pdf_measure import Edges

DPI = 300
PER_MM = DPI / 25.4
ORANGE = (255, 128, 0)


def bled(raster: Any, trim: Edges, side: int) -> float:
    """How many mm of the bleed's colour lie beyond the middle of a side of the trim, at 1/8 mm."""
    left, top, right, bottom = trim
    steps = 0
    while steps < 40:
        # Not in the first tenths, where a pixel shows both.
        off = max(0.3, (steps + 0.5) / 8)
        x, y = ((left - off, (top + bottom) / 2), ((left + right) / 2, top - off))[side % 2]
        if side == 2:
            x = right + off
        elif side == 3:
            y = bottom + off
        pixel = raster.getpixel((int(x * PER_MM), int(y * PER_MM)))
        if max(abs(a - b) for a, b in zip(pixel, ORANGE, strict=True)) > 60:
            break
        steps += 1
    return steps / 8


@pytest.mark.parametrize("backs", ["none", "duplex-long", "duplex-short", "gutterfold"])
@pytest.mark.parametrize("gap", [0.0, 1.8])
def test_a_side_that_faces_an_empty_place_has_all_its_bleed(tmp_path: Path, backs: str, gap: float) -> None:
    """Five cards, so that the last row has empty places."""
    built = build_one(marked_game(tmp_path, copies=[5]), backs=backs, gap=gap)
    for page, raster in zip(built.pages, built.pdf.rasters(DPI), strict=True):
        for face in ("front", "back"):
            trims = [box for _, box in numbered_trims(page, face)]
            for trim in trims:
                for side in range(4):
                    faced = any(faces(trim, other, side) for other in trims if other != trim)
                    if not faced:
                        assert bled(raster, trim, side) >= (2.7 if backs != "gutterfold" else 0.4)


def faces(trim: Edges, other: Edges, side: int) -> bool:
    """Whether another card lies beyond that side, less than 7 mm off."""
    across = min(trim[3], other[3]) - max(trim[1], other[1]) > 1
    down = min(trim[2], other[2]) - max(trim[0], other[0]) > 1
    off = (trim[0] - other[2], trim[1] - other[3], other[0] - trim[2], other[1] - trim[3])[side]
    return (across if side in (0, 2) else down) and -0.1 < off < 7


def test_where_two_cards_meet_at_an_empty_place_each_has_its_half(tmp_path: Path) -> None:
    """The square beyond both corners is parted at a slant, so that neither covers the other's bleed."""
    page = build_one(marked_game(tmp_path, copies=[1, 1, 1, 1, 1], back=False), gap=0.0).pages[0]
    clips = {ink.parts for ink in page.fills(BLEED)}
    assert any(len(parts) > 1 for parts in clips)
    trims = [box for _, box in numbered_trims(page, "front")]
    for ink in page.fills(BLEED):
        left, top, right, bottom = ink.box
        own = next(
            box for box in trims if left < box[0] and top < box[1] and right > box[2] and bottom > box[3]
        )
        for part in ink.seen_parts:
            for other in trims:
                if other != own:
                    assert not overlap(part, other)


def overlap(one: Edges, other: Edges) -> bool:
    slack = 0.01
    return (
        one[2] > other[0] + slack
        and one[0] < other[2] - slack
        and one[3] > other[1] + slack
        and one[1] < other[3] - slack
    )


@pytest.mark.parametrize("side", range(4))
def test_what_reaches_into_an_empty_place_is_bleed(side: int) -> None:
    trim, bleed, ink = [20.0, 30.0, 80.0, 120.0], [3.0] * 4, [17.0, 27.0, 83.0, 123.0]
    card = Size("card", 60, 90)
    bleed[side] = 0.5
    assert least_bleed([[Slot(50, 75, 0, Sides(*bleed))]], card) == 0.5
    ink[side] = trim[side] + (-2 if side < 2 else 2)
    left, top, right, bottom = ink
    strip = ((left, top), (right, top), (right, bottom), (left, bottom))
    assert least_bleed([[Slot(50, 75, 0, Sides(*bleed), (strip,))]], card) == 2


def test_build_says_how_little_bleed_there_is_and_what_a_gap_gives(tmp_path: Path) -> None:
    game = marked_game(tmp_path / "marked", copies=[9])
    done = run_here("build", game, "--out", tmp_path / "out", "--json")
    (file,) = json.loads(done.stdout)["files"]
    assert file["bleed"] == {"least": 0.9, "full": 3.0}
    assert file["wider_gap"] == {"gap": 6.0, "bleed": 3.0, "more_pages": 2}
    said = run_here("build", game, "--out", tmp_path / "out").stdout.splitlines()[-2]
    wanted = "0.9 mm of bleed between cards (cards); --gap 6 gives them all 3 mm, on 2 more pages"
    assert said.endswith(wanted)
    wider = json.loads(run_here("build", game, "--out", tmp_path / "wide", "--gap", "6", "--json").stdout)
    assert wider["files"][0]["pages"] == file["pages"] + 2
    assert "bleed" not in wider["files"][0], "all of it is nothing to tell"
    touching = run_here("build", game, "--out", tmp_path / "touching", "--gap", "0").stdout
    assert "of bleed" not in touching, "who asks for a single cut has decided"
