"""``gatepress check --vision``: sheets for other eyes, and groups of cards that fall together."""

from __future__ import annotations

import json
from pathlib import Path

import pikepdf
import pypdfium2
import pytest
from games import PROJECT, Result, run_here, write_game

from generator.layout.colour_vision import SIGHTS

RED, GREEN, BLUE, DARK = "#be3c32", "#6e782d", "#3050c0", "#3a0f0a"
NAMES = ("Alfred", "Berta the Bold", "Crispin", "Dorothea", "Edmund of Ely", "Frieda")
FRONT = """\
<card>
  <rect x="-3" y="-3" width="69.5" height="95" fill="#fbf6e8"/>
  <rect width="63.5" height="14" fill="{{ ground }}"/>
  <text x="4" y="20" width="56">{{ name }}</text>
  <circle cx="{{ 14 * number - 4 }}" cy="60" r="{{ r }}" fill="#777777"/>
  {{ more }}
</card>
"""


def write_sides(folder: Path, colours: dict[str, str], *, more: str = "", each: int = 2) -> Path:
    """Cards of sides that differ by the colour of their head; of each some, with names of their own."""
    cards = [
        {"name": NAMES[len(colours) * number + place], "side": side, "ground": colour}
        for place, (side, colour) in enumerate(colours.items())
        for number in range(each)
    ]
    return write_game(
        folder / "sides",
        cards=cards,
        front=FRONT.replace("{{ more }}", more).replace("{{ r }}", "6" if each > 1 else "0.1"),
    )


def look(folder: Path, *more: str) -> Result:
    return run_here("check", folder / "sides", "--vision", "--out", folder / "out", *more)


def findings(result: Result) -> list[str]:
    return [line for line in (result.stdout + result.stderr).splitlines() if "fall together" in line]


def test_colours_that_fall_together_are_named_with_sight_and_distance(tmp_path: Path) -> None:
    write_sides(tmp_path, {"crown": RED, "wood": GREEN})
    done = look(tmp_path)
    assert done.code == 0
    (told,) = findings(done)
    assert "side: 'crown' (#be3c32) and 'wood' (#6e782d) fall together for some eyes" in told
    assert "deutan" in told
    assert "tritan" not in told
    assert "in normal sight" in told
    assert "(card berta-the-bold)" in told
    assert "an icon, a letter, a pattern" in done.output
    assert look(tmp_path, "--strict").code == 1
    shown = " ".join((PROJECT / "docs" / "checks.md").read_text("utf-8").split())
    assert told[told.index("side: ") : told.index(" (card")] in shown


@pytest.mark.parametrize(
    ("colours", "more"),
    [
        ({"crown": RED, "dusk": "#182868"}, ""),
        ({"dark": DARK, "wood": GREEN}, ""),
        # A letter in the corner, or another pattern: what all cards of a side have, and the other has not.
        (
            {"crown": RED, "wood": GREEN},
            '<text x="50" y="2" width="9" size="24" fill="#fff">{{ "C" if side == "crown" else "W" }}</text>',
        ),
        (
            {"crown": RED, "wood": GREEN},
            '{% if side == "wood" %}<rect y="4" width="63.5" height="3" fill="#ffffff"/>{% endif %}',
        ),
    ],
    ids=["red and blue", "light and dark", "a letter", "a stripe"],
)
def test_what_can_be_told_apart_is_not_told(tmp_path: Path, colours: dict[str, str], more: str) -> None:
    write_sides(tmp_path, colours, more=more)
    done = look(tmp_path)
    assert done.code == 0
    assert findings(done) == []


def test_the_same_colours_in_normal_sight_are_nobodys_mark(tmp_path: Path) -> None:
    write_sides(tmp_path, {"one": RED, "two": RED})
    assert findings(look(tmp_path)) == []


def test_tokens_of_which_there_is_one_each_are_looked_at_too(tmp_path: Path) -> None:
    write_sides(tmp_path, {"crown": RED, "wood": GREEN, "sea": BLUE}, each=1)
    told = findings(look(tmp_path))
    # Blue is as bright as the others, and has no likeness to them but in print without colour.
    assert [[name for name in SIGHTS if f"{name} " in line] for line in told] == [
        ["deutan", "grey"],
        ["grey"],
        ["grey"],
    ]
    assert "#be3c32" in told[0]
    assert "#6e782d" in told[0]


def test_the_sheets_show_each_front_five_times(tmp_path: Path) -> None:
    write_sides(tmp_path, {"crown": RED, "wood": GREEN})
    assert look(tmp_path).code == 0
    path = tmp_path / "out" / "sides" / "vision-a4.pdf"
    with pypdfium2.PdfDocument(path) as document:
        (page,) = document
        text = page.get_textpage().get_text_range()
        width, height = page.get_size()
        pixels = page.render(scale=2, rev_byteorder=True).to_numpy()[..., :3]
    assert (width, height) == pytest.approx((297 / 25.4 * 72, 210 / 25.4 * 72), abs=0.1)
    sights = ("Normal", "Protan", "Deutan", "Tritan", "Greyscale")
    for words in ("as other eyes see it", *sights, "Alfred", "Dorothea"):
        assert words in text
    with pikepdf.open(path) as pdf:
        pictures = [image for image in pdf.pages[0].Resources.XObject.values() if image.Subtype == "/Image"]
        assert len(pictures) == 4
    # Red is there in normal sight, and grey where no colour is seen.
    near = abs(pixels.astype(int) - (0xBE, 0x3C, 0x32)).max(axis=2) < 16
    column = near.any(axis=0).nonzero()[0]
    assert near.sum() > 500
    first = 10 / 25.4 * 144
    assert first - 3 <= column.min() <= first + 6
    assert len(SIGHTS) == 4


def test_json_has_the_findings_and_the_files(tmp_path: Path) -> None:
    write_sides(tmp_path, {"crown": RED, "wood": GREEN})
    answer = json.loads(look(tmp_path, "--json").stdout)
    (file,) = answer["files"]
    assert (file["pages"], file["cards"]) == (1, 4)
    assert Path(file["path"]).is_file()
    assert any("fall together" in problem["message"] for problem in answer["problems"])
    plain = json.loads(run_here("check", tmp_path / "sides", "--json").stdout)
    assert set(answer) - set(plain) == {"files"}


def test_only_some_components(tmp_path: Path) -> None:
    write_sides(tmp_path, {"crown": RED, "wood": GREEN})
    done = look(tmp_path, "--only", "nothing")
    assert done.code == 1
    assert "nothing" in done.output
    assert not (tmp_path / "out").exists()


def test_nothing_is_written_where_something_is_wrong(tmp_path: Path) -> None:
    game = write_sides(tmp_path, {"crown": RED, "wood": "nocolour"})
    done = look(tmp_path)
    assert done.code == 1
    assert "nocolour" in done.output
    assert game.is_dir()
    assert not (tmp_path / "out").exists()


def test_a_folder_without_vision_is_wrong_usage(tmp_path: Path) -> None:
    write_sides(tmp_path, {"crown": RED})
    done = run_here("check", tmp_path / "sides", "--out", tmp_path / "out")
    assert done.code == 2
    assert "--vision" in done.output


def test_the_same_game_gives_the_same_bytes(tmp_path: Path) -> None:
    write_sides(tmp_path, {"crown": RED, "wood": GREEN})
    path = tmp_path / "out" / "sides" / "vision-a4.pdf"
    look(tmp_path)
    first = path.read_bytes()
    look(tmp_path)
    assert path.read_bytes() == first
