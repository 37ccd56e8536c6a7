"""Boards as they are described in game.yaml and printed; the examples of their page."""

from __future__ import annotations

from pathlib import Path

import pypdfium2
import pytest
from games import run_here, write_game

from generator.catalog.press_settings import PressOptions, Seams
from generator.catalog.sizes import PAPERS
from generator.press.kinds.board import Tiles
from tests.docs_pictures import DOCS, blocks

from .board_games import board_game

PLAIN = '<card><rect x="-3" y="-3" width="426" height="303" fill="#dfe8c8"/></card>'
PAGE = (DOCS / "boards.md").read_text("utf-8")
EXAMPLES = [block for block in blocks(PAGE) if block.language == "xml" and block.file is None]


def pages(folder: Path, *options: str, **game: object) -> list[pypdfium2.PdfPage]:
    """The pages of a board's file, built without anything to warn of."""
    written = board_game(folder / "river", **{"front": PLAIN, "press": {}, **game})  # type: ignore[arg-type]
    done = run_here("build", written, "--out", folder / "out", "--no-cache", *options)
    assert (done.code, done.stderr) == (0, ""), done.output
    (path,) = (folder / "out" / "river").glob("*.pdf")
    return list(pypdfium2.PdfDocument(path))


def words(page: pypdfium2.PdfPage) -> str:
    return str(page.get_textpage().get_text_range())


@pytest.mark.parametrize(
    ("options", "count"),
    [
        (["--paper", "a4"], 4),
        (["--paper", "letter"], 4),
        (["--paper", "a3"], 2),
        (["--paper", "a3", "--margin", "0"], 1),
        (["--paper", "sra3"], 1),
    ],
)
def test_a_board_takes_as_many_pages_as_the_docs_say(tmp_path: Path, options: list[str], count: int) -> None:
    assert len(pages(tmp_path, *options)) == count


def test_a_board_that_fits_is_printed_once_in_the_middle(tmp_path: Path) -> None:
    (page,) = pages(tmp_path, "--paper", "a3", size="396 x 279 mm")
    assert page.get_size() == pytest.approx((297 / 25.4 * 72, 420 / 25.4 * 72), abs=0.01)
    assert "A1" not in words(page)


def test_each_tile_says_where_it_belongs(tmp_path: Path) -> None:
    first, second, third, last = map(words, pages(tmp_path))
    assert "row A, column 1 of 2 × 2 pages" in first
    assert "join to A2" in first
    assert "join to B1" in first
    assert "A2 goes over A1" in second
    assert "join to B2" in second
    assert "B1 goes over A1" in third
    assert "B2 goes over A2" in last
    assert "B2 goes over B1" in last
    assert "glue" not in last.replace("glue on the hatched strips", "")


def test_copies_are_printed_one_after_the_other(tmp_path: Path) -> None:
    cards = [{"id": "north", "copies": 2}, {"id": "south"}]
    found = [words(page) for page in pages(tmp_path, cards=cards)]
    assert len(found) == 12
    assert ["column 1" in text and "row A" in text for text in found] == [True, False, False, False] * 3


def test_a_back_is_tiled_too_on_pages_of_its_own(tmp_path: Path) -> None:
    described = {"kind": "board", "size": "420 x 297 mm"}
    game = write_game(tmp_path / "river", front=PLAIN, back=PLAIN, component=described)
    done = run_here("build", game, "--out", tmp_path / "out", "--no-cache")
    assert done.code == 0, done.output
    (path,) = (tmp_path / "out" / "river").glob("*.pdf")
    found = [words(page) for page in pypdfium2.PdfDocument(path)]
    assert [("fronts" in text, "backs" in text) for text in found] == [(True, False)] * 4 + [
        (False, True)
    ] * 4


def test_an_overlap_that_leaves_nothing_is_told_with_its_place(tmp_path: Path) -> None:
    game = board_game(tmp_path / "river", front=PLAIN, press={"overlap": 150})
    done = run_here("build", game, "--out", tmp_path / "out")
    assert done.code == 1
    assert "the overlap of 150 mm is more than half of what a page holds; at most 100 mm" in done.output


def test_tiles_may_meet_without_overlap(tmp_path: Path) -> None:
    found = pages(tmp_path, press={"overlap": 0})
    assert len(found) == 4
    assert not any("goes over" in words(page) for page in found), "there are no strips to name"


def test_a_board_of_more_than_two_metres_is_refused(tmp_path: Path) -> None:
    done = run_here("build", board_game(tmp_path / "river", "2100 x 300 mm"), "--out", tmp_path / "out")
    assert done.code == 1
    assert "components.cards.size: a length cannot be more than 2000 mm" in done.output
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("example", range(len(EXAMPLES)))
def test_the_examples_of_the_page_build(tmp_path: Path, example: int) -> None:
    found = pages(tmp_path, size="200 x 120 mm", front=EXAMPLES[example].text, safe=0)
    assert len(found) == 1


def test_the_games_page_of_the_docs_builds(tmp_path: Path) -> None:
    for block in blocks(PAGE):
        if block.file is not None:
            path = tmp_path / block.file
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(block.text, "utf-8")
    done = run_here("build", tmp_path / "river", "--out", tmp_path / "out", "--paper", "a4", "--paper", "a3")
    assert (done.code, done.stderr) == (0, ""), done.output
    assert "board-a4.pdf    4 pages" in done.stdout
    assert "board-a3.pdf     1 page" in done.stdout


def test_a_track_is_numbered_from_where_one_says(tmp_path: Path) -> None:
    front = """\
{% import "board.xml.j2" as board %}
<card>{{ board.track([[20, 20], [120, 20], [120, 60]], 8, first=61) }}</card>
"""
    (page,) = pages(tmp_path, size="150 x 80 mm", front=front)
    found = words(page).split()
    assert [found.count(str(number)) for number in range(60, 70)] == [0, *[1] * 8, 0]


SPOKEN = """\
<card>
  <rect x="-3" y="-3" width="402" height="285" fill="{{ ground }}"/>
  <text x="188" y="130" width="20" height="8" size="12" align="center">Seam</text>
</card>
"""


def test_a_seam_that_parts_a_text_is_told_and_falls_where_it_may(tmp_path: Path) -> None:
    size = "396 x 279 mm"
    game = board_game(tmp_path / "a", size, front=SPOKEN.replace("{{ ground }}", "#f3ead2"))
    said = run_here("build", game, "--out", tmp_path / "out").stderr
    assert "a seam between two tiles runs through the text, 198.0 mm from the left" in said
    press = {"seams": {"x": [170, "23 cm"], "y": [110]}}
    game = board_game(tmp_path / "b", size, front=SPOKEN.replace("{{ ground }}", "#f3ead2"), press=press)
    done = run_here("build", game, "--out", tmp_path / "out")
    assert (done.code, done.stderr) == (0, "")
    tiling = Tiles(396, 279, PressOptions(PAPERS["a4"], seams=Seams((170, 230), (110,))), None).tiling
    assert sorted(tiling.seams) == [("x", 170), ("y", 110)]
    assert tiling.pages == 4


def test_places_that_the_pages_are_too_small_for_leave_equal_parts() -> None:
    tiling = Tiles(396, 279, PressOptions(PAPERS["a4"], seams=Seams((20,), (270,))), None).tiling
    assert sorted(tiling.seams) == [("x", 198), ("y", 139.5)]


@pytest.mark.parametrize("ground", ["#f3ead2", "#141414", "#ffffff", "#8a8a8a"])
def test_the_line_to_cut_along_shows_on_any_ground(tmp_path: Path, ground: str) -> None:
    """Beyond what stays in sight lies black, and white beyond that."""
    front = SPOKEN.replace("{{ ground }}", ground)
    press = {"seams": {"x": [170], "y": [110]}}
    game = board_game(tmp_path / "g", "396 x 279 mm", front=front, press=press)
    run_here("build", game, "--out", tmp_path / "out")
    (path,) = (tmp_path / "out").rglob("*.pdf")
    tiling = Tiles(396, 279, PressOptions(PAPERS["a4"], seams=Seams((170,), (110,))), None).tiling
    per_mm, seen = 600 / 25.4, 0
    with pypdfium2.PdfDocument(path) as document:
        for part, page in zip(tiling.tiles(), document, strict=True):
            cut = part.across.cut
            if cut is None or part.row > 0:
                continue
            grey = page.render(scale=600 / 72, grayscale=True).to_numpy()
            grey = grey.reshape(grey.shape[:2])
            top, bottom = (round((y + part.down.origin) * per_mm) for y in (5, 80))
            along = [
                grey[top:bottom, round((cut + part.across.origin - off) * per_mm)] for off in (0.15, 0.38)
            ]
            assert (along[0] < 60).all()
            assert (along[1] > 200).mean() > 0.97, "but for the crosses"
            seen += 1
    assert seen == 1
