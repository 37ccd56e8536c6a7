"""Loose pictures and their table: what a spreadsheet reads back, and what it must not run."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest
from games import run_here, write_game
from PIL import Image

FRONT = (
    '<card><rect x="-3" y="-3" width="90" height="120" fill="red"/><text width="60">{{ name }}</text></card>'
)
BACK = '<card><rect x="-3" y="-3" width="90" height="120" fill="black"/></card>'


def manifest(game: str, *arguments: str) -> list[dict[str, str]]:
    done = run_here("export", game, "--to", "csv", *arguments)
    assert done.code == 0, done.output
    folder = Path("output", game, "csv")
    content = (folder / "manifest.csv").read_bytes()
    assert not content.startswith(b"\xef\xbb\xbf")
    with (folder / "manifest.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file, strict=True))
    for row in rows:
        for side in ("front", "back"):
            if row[side]:
                with Image.open(folder / row[side]) as picture:
                    assert max(picture.size) <= 2048
                    expected = float(row["width_mm"]) / float(row["height_mm"])
                    assert picture.width / picture.height == pytest.approx(expected, rel=0.05)
    return rows


def test_a_row_for_each_card(here: Path) -> None:
    cards = [{"id": "a", "name": "Ann", "copies": 3}, {"id": "b", "name": "Bob"}]
    write_game(here / "deck", cards=cards, front=FRONT, back=BACK)
    rows = manifest("deck", "--dpi", "50")
    assert [(row["id"], row["name"], row["copies"]) for row in rows] == [("a", "Ann", "3"), ("b", "Bob", "1")]
    assert [row["front"] for row in rows] == ["cards/a.png", "cards/b.png"]
    assert {row["back"] for row in rows} == {"cards/back.png"}
    told = run_here("export", "deck", "--to", "csv", "--dpi", "50").stdout
    assert [line.split()[0] for line in told.splitlines() if "the back of all" in line] == [
        "output/deck/csv/cards/back.png"
    ]
    assert (rows[0]["width_mm"], rows[0]["height_mm"], rows[0]["shape"]) == ("63.5", "88.9", "rect")


def test_copies_that_look_different_have_rows_of_their_own(here: Path) -> None:
    front = '<card><text width="60">{{ copy }}</text></card>'
    write_game(here / "deck", cards=[{"id": "a", "name": "Ann", "copies": 3}], front=front)
    rows = manifest("deck", "--dpi", "50")
    assert [(row["front"], row["copies"]) for row in rows] == [
        ("cards/a-1.png", "1"),
        ("cards/a-2.png", "1"),
        ("cards/a-3.png", "1"),
    ]


NAMES = ('=HYPERLINK("x")', "+1", "-1", "@SUM(A1)", 'a "b", c', "🦊 & <b>", "plain")


def test_no_cell_is_a_formula_and_none_is_broken(here: Path) -> None:
    cards = [{"id": f"c{number}", "name": name} for number, name in enumerate(NAMES)]
    write_game(here / "deck", cards=cards, front=FRONT.replace("name", "id"))
    rows = manifest("deck", "--dpi", "30")
    assert [row["name"].removeprefix("'") for row in rows] == list(NAMES)
    assert not [cell for row in rows for cell in row.values() if cell.startswith(("=", "+", "-", "@"))]
    assert [row["name"].startswith("'") for row in rows] == [True] * 4 + [False] * 3


def test_no_file_is_called_like_a_device_of_windows() -> None:
    write_game(Path("g"), cards=[{"id": "con"}, {"id": "Nul"}, {"id": "com10"}])
    assert [row["front"] for row in manifest("g")] == [
        "cards/con-2.png",
        "cards/Nul-2.png",
        "cards/com10.png",
    ]


def test_lines_end_as_the_standard_has_it(here: Path) -> None:
    front = '<card><text id="text" width="60">One.<br/>Two.</text></card>'
    write_game(here / "deck", cards=[{"id": "a", "name": "A"}], front=front)
    manifest("deck", "--dpi", "30")
    content = Path("output/deck/csv/manifest.csv").read_bytes()
    assert content.count(b"\r\n") == 2
    assert content.replace(b"\r\n", b"").count(b"\n") == 1, "only inside the quoted text"


def test_a_token_is_cut_out(here: Path) -> None:
    component = {"kind": "tokens", "shape": "circle", "size": "20 x 20 mm"}
    write_game(here / "deck", front=FRONT, component=component)
    (row,) = manifest("deck", "--dpi", "100")
    assert row["kind"] == "tokens"
    with Image.open(Path("output/deck/csv", row["front"])) as picture:
        assert (picture.mode, picture.size) == ("RGBA", (79, 79))
        corner, middle = picture.getpixel((0, 0)), picture.getpixel((40, 60))
    assert isinstance(corner, tuple)
    assert (corner[3], middle) == (0, (255, 0, 0, 255))


def test_a_board_is_made_small_enough(here: Path) -> None:
    write_game(here / "deck", front=FRONT, component={"kind": "board", "size": "600 x 300 mm"})
    (row,) = manifest("deck")
    with Image.open(Path("output/deck/csv", row["front"])) as picture:
        assert picture.size == (2048, 1024)


@pytest.mark.slow
def test_a_bundled_game_as_it_is() -> None:
    rows = manifest("hold-the-line", "--dpi", "50")
    assert sum(int(row["copies"]) for row in rows) == 30 + 48 + 16 + 5 + 1
    assert {row["kind"] for row in rows} == {"cards", "tokens", "board"}
