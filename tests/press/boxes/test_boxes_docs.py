"""The page on boxes: its games build, and its tables say what the code does."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from games import run_here

from generator.catalog.boxes import MIN_DEPTH, SLEEVE_SIDE, SLEEVE_THICKNESS, BoxContents, Net
from generator.catalog.game_file import BoxContentsFile
from generator.catalog.sizes import COMPONENT_SIZES
from tests.docs_pictures import DOCS, blocks

PAGE = (DOCS / "boxes.md").read_text("utf-8")
BLOCKS = list(blocks(PAGE))


def game_of_the_page(folder: Path, box: str | None = None) -> Path:
    """The page's game with its dividers, and with another look for the box if one is given."""
    for block in BLOCKS:
        if block.file is not None:
            path = folder / block.file
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(block.text, "utf-8")
    game = folder / "hill-forts"
    (dividers,) = (block.text for block in BLOCKS if block.text.startswith("  dividers:"))
    with (game / "game.yaml").open("a", encoding="utf-8") as file:
        file.write(dividers)
    if box is not None:
        (game / "layouts" / "tuck-box.xml.j2").write_text(box, "utf-8")
    return game


def test_the_game_of_the_page_builds(tmp_path: Path) -> None:
    done = run_here("build", game_of_the_page(tmp_path), "--out", tmp_path / "out", "--no-cache")
    assert (done.code, done.stderr) == (0, ""), done.output
    assert re.search(r"tuck-box-a4\.pdf +1 page ", done.stdout)
    assert re.search(r"dividers-a4\.pdf +1 page ", done.stdout)


def test_the_commands_of_the_page_do_what_it_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game_of_the_page(tmp_path)
    monkeypatch.chdir(tmp_path)
    (tmp_path / "hill-forts/game.yaml").write_text(BLOCKS[0].text, "utf-8")
    shown = [block.text for block in BLOCKS if block.language == "console"]
    assert [len(block.splitlines()) for block in shown] == [3, 1]
    for block in shown:
        for command, answer in re.findall(r"^\$ gatepress (.*)\n((?:[^$].*\n)*)", block, re.MULTILINE):
            done = run_here(*command.split())
            assert (done.code, done.stderr) == (0, ""), done.output
            assert answer in ("", done.stdout)
        game_of_the_page(tmp_path)


def test_the_box_drawn_panel_by_panel_builds(tmp_path: Path) -> None:
    (own,) = (block.text for block in BLOCKS if "Open here" in block.text)
    done = run_here("build", game_of_the_page(tmp_path, own), "--out", tmp_path / "out", "--no-cache")
    assert (done.code, done.stderr) == (0, ""), done.output


def test_every_key_of_holds_is_told() -> None:
    table = PAGE[PAGE.index("It has `holds` instead") : PAGE.index("## How large")]
    assert re.findall(r"^\| `(\w+)` \|", table, re.MULTILINE) == list(BoxContentsFile.KEYS)
    defaults = BoxContents(1, COMPONENT_SIZES["poker"])
    assert f"`stock` | `{defaults.stock:g} mm`" in table
    assert f"`room` | `{defaults.room:g} mm`" in table


def test_the_sizes_are_those_of_the_code() -> None:
    assert f"in sleeves {SLEEVE_SIDE:g} mm more" in PAGE
    assert f"in sleeves {SLEEVE_THICKNESS:g} mm more for each card; at least {MIN_DEPTH:g} mm" in PAGE
    for cards in (33, 54, 105):
        plain, sleeved = (
            Net(BoxContents(cards, COMPONENT_SIZES["poker"], is_sleeved=is_sleeved))
            for is_sleeved in (False, True)
        )
        assert f"| {cards} | {shown(plain)} | {shown(sleeved)} |" in PAGE


def shown(net: Net) -> str:
    return f"{net.width:g} × {net.height:g} × {round(net.depth, 3):g} mm"


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_the_boxes_of_battle_gate_are_printed_whole(paper: str, tmp_path: Path) -> None:
    done = run_here("build", "battle-gate", "--only", "tuck-box", "--paper", paper, "--out", tmp_path)
    assert (done.code, done.stderr) == (0, ""), done.output
    assert re.search(rf"tuck-box-{paper}\.pdf +7 pages ", done.stdout)
