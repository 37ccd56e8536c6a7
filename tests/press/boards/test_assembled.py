"""Tiles laid over the whole board, both as they would be printed: they show the same in the same place."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pypdfium2
import pytest
from games import read_game

from generator.catalog.problems import Problems
from generator.catalog.sizes import Size, paper
from generator.press.build import build
from generator.press.impose import Copies
from generator.press.kinds import component_kind
from generator.press.kinds.board import Tile, Tiles, Tiling
from generator.press.planning import plan_jobs
from generator.press.request import PrintRequest
from generator.press.sheet_job import SheetJob

from .board_games import board_game

DPI = 254
"""Ten pixels to a millimetre."""
SMOOTHED = 64
"""How far the grey of an edge may be off, of 255."""
PER_MM = DPI / 25.4
WHOLE = "700x500mm"
"""A sheet that holds every board here."""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("sheet", "size", "overlap"),
    [("a4", "420 x 297 mm", 10), ("letter", "420 x 297 mm", 10), ("a4", "290 x 210 mm", 25)],
)
def test_tiles_show_the_whole_board_within_a_tenth_of_a_millimetre(
    tmp_path: Path, sheet: str, size: str, overlap: float
) -> None:
    """A tenth of a millimetre is a pixel: edges may differ by their smoothing, nothing may be further off."""
    game = board_game(tmp_path, size, press={"overlap": overlap})
    whole_job, whole = printed(game, WHOLE)
    job, pages = printed(game, sheet)
    tiling = tiling_of(job)
    assert len(pages) == tiling.pages > 1
    expected = whole_board(whole_job, whole[0], tiling)
    assembled = np.full_like(expected, 127)
    for part, page in zip(tiling.tiles(), pages, strict=True):
        paste(assembled, page, part, tiling)
    assert_same(assembled, expected)


@pytest.mark.slow
def test_a_shifted_tile_would_be_noticed(tmp_path: Path) -> None:
    """The comparison above can fail: moved by 0.3 mm, a tile shows."""
    game = board_game(tmp_path)
    whole_job, whole = printed(game, WHOLE)
    job, pages = printed(game, "a4")
    tiling = tiling_of(job)
    expected = whole_board(whole_job, whole[0], tiling)
    assembled = np.full_like(expected, 127)
    for part, page in zip(tiling.tiles(), pages, strict=True):
        paste(assembled, np.roll(page, 3, axis=1), part, tiling)
    with pytest.raises(AssertionError):
        assert_same(assembled, expected)


def printed(game: Path, sheet: str) -> tuple[SheetJob, list[np.ndarray]]:
    """The job and its pages in grey."""
    problems = Problems()
    loaded = read_game(game, problems)
    (job,) = plan_jobs(loaded, PrintRequest(paper(sheet)))
    (file,) = build([job], game / "output", problems, lambda _: None)
    assert not problems.found
    with pypdfium2.PdfDocument(file.path) as document:
        return job, [in_grey(page) for page in document]


def in_grey(page: pypdfium2.PdfPage) -> np.ndarray:
    return np.squeeze(page.render(scale=DPI / 72, grayscale=True).to_numpy()).copy()


def tiling_of(job: SheetJob) -> Tiling:
    size: Size = job.of.size
    return Tiles(size.width, size.height, job.options, None).tiling


def whole_board(job: SheetJob, page: np.ndarray, tiling: Tiling) -> np.ndarray:
    """The board's trim, cut out of the sheet that shows all of it, lying as the tiles do."""
    (stamp,) = component_kind("board").plan(job.of, Copies([1]), job.has_back, job.options).pages[0].stamps
    lies = (job.of.size.width, job.of.size.height)
    across, down = lies[::-1] if stamp.slot.turn else lies
    left, top = stamp.slot.cx - across / 2, stamp.slot.cy - down / 2
    found = cut_out(page, left, top, across, down)
    return np.rot90(found, (tiling.turn - stamp.slot.turn) // 90)


def paste(assembled: np.ndarray, page: np.ndarray, part: Tile, tiling: Tiling) -> None:
    """Lays what is kept of a tile where it belongs."""
    kept = tiling.kept(part, (0, 0))
    found = cut_out(page, kept.x + part.across.origin, kept.y + part.down.origin, kept.width, kept.height)
    x, y = round(kept.x * PER_MM), round(kept.y * PER_MM)
    height, width = assembled[y : y + found.shape[0], x : x + found.shape[1]].shape
    assembled[y : y + height, x : x + width] = found[:height, :width]


def cut_out(page: np.ndarray, left: float, top: float, width: float, height: float) -> np.ndarray:
    x, y = round(left * PER_MM), round(top * PER_MM)
    return page[y : y + round(height * PER_MM), x : x + round(width * PER_MM)]


def assert_same(found: np.ndarray, expected: np.ndarray) -> None:
    """Every pixel is like one of its neighbours in the other picture; the outermost are left out."""
    height, width = (min(a, b) for a, b in zip(found.shape, expected.shape, strict=True))
    found, expected = found[:height, :width].astype(int), expected[:height, :width].astype(int)
    lowest, highest = neighbours(expected, np.minimum), neighbours(expected, np.maximum)
    inside = found[1:-1, 1:-1]
    off = np.maximum(lowest - inside, inside - highest)
    assert off.max() <= SMOOTHED, f"{(off > SMOOTHED).sum()} pixels differ"


def neighbours(picture: np.ndarray, choose: np.ufunc) -> np.ndarray:
    """The least or greatest value among each pixel and those around it."""
    height, width = picture.shape
    found = picture[1:-1, 1:-1]
    for dy in range(3):
        for dx in range(3):
            found = choose(found, picture[dy : dy + height - 2, dx : dx + width - 2])
    return found
