"""Icons of Iconify's files, and parts of SVG files."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from games import run_here, write_game

from generator.layout.caches import clear_caches
from generator.layout.elements.icon import IconElement
from generator.layout.elements.image import Image
from generator.layout.geometry import Box

from .conftest import LayOut

SWORD = {"body": '<path fill="currentColor" d="M0 0H256V512z"/>'}
SET = {
    "prefix": "game-icons",
    "info": {
        "name": "Game Icons",
        "author": {"name": "Lorc and others", "url": "https://game-icons.net"},
        "license": {"title": "CC BY 3.0", "spdx": "CC-BY-3.0"},
    },
    "icons": {
        "crossed-swords": SWORD,
        "red": {"body": '<path fill="red" d="M0 0H9V9z"/>'},
        "wide": {"body": '<path d="M0 0H32V8z"/>', "left": 0, "top": 0, "width": 32, "height": 8},
    },
    "aliases": {"swords-crossed": {"parent": "crossed-swords"}, "tall": {"parent": "wide", "rotate": 1}},
    "width": 512,
    "height": 512,
}
SPRITES = """\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 50" fill="blue" style="display:none">
<linearGradient id="sun"><stop stop-color="red"/><stop offset="1" stop-color="gold"/></linearGradient>
<symbol id="wolf" viewBox="10 10 20 40"><rect x="10" y="10" width="20" height="40" fill="black"/></symbol>
<symbol id="sunset" viewBox="0 0 9 9"><rect width="9" height="9" fill="url(#sun)"/></symbol>
<g transform="translate(50 0)" display="none"><path id="hill" d="M0 50L25 0L50 50z"/></g>
</svg>
"""


@pytest.fixture(autouse=True)
def _fresh() -> Iterator[None]:
    """Files of one path differ from test to test."""
    clear_caches()
    yield
    clear_caches()


def shown(lay_out: LayOut, name: str, icons: object = "game-icons.json", **files: str) -> IconElement:
    given = {"icons/game-icons.json": json.dumps(SET)} | files
    line = f'<icon name="{name}" width="10" height="10"/>'
    (icon,) = lay_out(line, theme={"icons": icons}, files=given).drawn
    assert isinstance(icon, IconElement)
    return icon


@pytest.mark.parametrize("name", ["crossed-swords", "game-icons.crossed-swords", "swords-crossed"])
def test_an_icon_of_a_set_is_an_outline_in_its_frame(lay_out: LayOut, name: str) -> None:
    icon = shown(lay_out, name).name
    assert icon.picture is None
    assert icon.ink().width == pytest.approx(icon.frame.width / 2)


def test_an_icon_with_colours_is_a_picture_and_frames_may_be_wide_or_turned(lay_out: LayOut) -> None:
    assert shown(lay_out, "red").name.picture is not None
    wide, tall = (shown(lay_out, name).name.frame for name in ("wide", "tall"))
    assert wide.width / wide.height == pytest.approx(4)
    assert tall.width / tall.height == pytest.approx(1 / 4)


def test_bare_names_are_looked_for_in_the_order_of_the_theme(lay_out: LayOut) -> None:
    icons = ["game-icons.json", "mdi6"]
    assert shown(lay_out, "sword", icons).name.name == "mdi6.sword"
    assert shown(lay_out, "wide", icons).name.name == "game-icons#wide"
    own = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0H9V9z"/></svg>'
    assert shown(lay_out, "wide", icons, **{"icons/wide.svg": own}).name.name == "wide"


def test_a_file_of_which_no_icon_is_shown_is_not_read(lay_out: LayOut) -> None:
    files = {"icons/game-icons.json": "no JSON"}
    line = '<icon name="ph.sword" width="9" height="9"/>'
    assert lay_out(line, theme={"icons": "game-icons.json"}, files=files).drawn


def test_a_build_notices_a_changed_set_and_credits_name_its_makers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GATEPRESS_CACHE", str(tmp_path / "cache"))
    front = '<card><icon name="crossed-swords" x="9" y="9" width="9" height="9"/></card>'
    file = {"icons/game-icons.json": json.dumps(SET)}
    write_game(Path("g"), front=front, theme={"icons": ["game-icons.json"]}, files=file)
    assert "unchanged" not in run_here("build", "g").stdout
    assert "unchanged" in run_here("build", "g").stdout
    credits = run_here("credits", "g").stdout
    assert "“Game Icons” by Lorc and others: CC-BY-3.0, <https://game-icons.net>" in credits
    write_game(
        Path("g"),
        front=front,
        theme={"icons": ["game-icons.json"]},
        files={"icons/game-icons.json": json.dumps(SET | {"icons": {}})},
    )
    done = run_here("build", "g")
    assert "unchanged" not in done.stdout
    (told,) = done.problems
    assert "no icon 'crossed-swords' in game-icons.json; a marked box is printed instead" in told


def test_who_made_them_may_stand_in_a_file_beside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As in Iconify's packages. A broken one is no credit and no traceback."""
    monkeypatch.chdir(tmp_path)
    front = '<card><icon name="gi.crossed-swords" x="9" y="9" width="9" height="9"/></card>'
    info = {**SET["info"], "prefix": "game-icons"}  # type: ignore[dict-item]
    apart = {key: value for key, value in SET.items() if key != "info"}
    files = {"icons/gi/icons.json": json.dumps(apart), "icons/gi/info.json": json.dumps(info)}
    write_game(Path("g"), front=front, theme={"icons": ["gi/icons.json"]}, files=files)
    assert "“Game Icons” by Lorc and others: CC-BY-3.0" in run_here("credits", "g").stdout
    info["license"] = {"spdx": "CC-BY-NC-4.0"}
    Path("g/icons/gi/info.json").write_text(json.dumps(info))
    told = run_here("export", "g", "--to", "zip", "--for-sale").stderr
    assert "g/icons/gi/icons.json: error: CC-BY-NC-4.0 forbids selling copies" in told
    Path("g/icons/gi/info.json").write_text("{")
    done = run_here("credits", "g")
    assert done.code == 1
    assert "g/icons/gi/info.json:1:2: error: this is not JSON" in done.output


def icon_of(**values: Any) -> dict[str, Any]:
    return {"icons": {"x": {"body": "<path d='M0 0H9V9z'/>"} | values}}


@pytest.mark.parametrize(
    ("content", "told"),
    [
        ('{"icons": {\n  x', "set.json:2:3: error: <icon name>: this is not JSON: "),
        (b"\xffno text", "set.json: error: <icon name>: this is not JSON that can be read"),
        ("[" * 100_000, "set.json: error: <icon name>: this is not JSON that can be read"),
        ([1], "set.json:1:1: error: <icon name>: this is not an icon set: it has no `icons` with names"),
        ({"icons": {"x": 7}}, "the icon 'x' of set.json has no `body`"),
        (icon_of(width=0), "the icon 'x' of set.json has 0 for its `width`"),
        (icon_of(left="9"), "the icon 'x' of set.json has '9' for its `left`"),
        (
            {"icons": {}, "aliases": {"x": {"parent": "x"}}},
            "the icon 'x' of set.json has no icon that it stands",
        ),
        (icon_of(body=""), "the picture set.json#x draws nothing"),
        (icon_of(body="</svg><svg>"), "the picture set.json#x is not well-formed SVG"),
        (icon_of(body="<image href='file:///etc/passwd'/>"), "the picture set.json#x needs another file"),
        (
            icon_of(body="<path d='M0 0H9V9z'/><script>alert(1)</script>"),
            "set.json#x is drawn as it says: <script>",
        ),
        pytest.param(
            icon_of(body="<g/>" * 500_001),
            "the picture set.json#x has more than 500,000 elements",
            id="huge",
            marks=pytest.mark.slow,
        ),
    ],
)
def test_files_that_are_no_icons(lay_out: LayOut, content: object, told: str) -> None:
    text = content if isinstance(content, str | bytes) else json.dumps(content)
    line = '<icon name="x" width="9" height="9"/>'
    (found,) = lay_out(line, theme={"icons": "set.json"}, files={"icons/set.json": text}).problems
    assert told in found
    assert "card knight" in found


# Parts of SVG files


def part(lay_out: LayOut, name: str) -> Image:
    line = f'<image href="sprites.svg#{name}" width="20" height="20"/>'
    (image,) = lay_out(line, files={"art/sprites.svg": SPRITES}).drawn
    assert isinstance(image, Image)
    return image


def test_a_symbol_comes_with_its_own_frame_and_a_shape_stays_where_it_stands(lay_out: LayOut) -> None:
    """Both are hidden in the file, as sprites are."""
    wolf, hill = part(lay_out, "wolf").href, part(lay_out, "hill").href
    assert ((wolf.width, wolf.height), (hill.width, hill.height)) == ((20, 40), (100, 50))
    assert b"translate(50 0)" in hill.svg()
    assert b"blue" in hill.svg()


def test_a_part_brings_what_it_refers_to(lay_out: LayOut) -> None:
    sunset = part(lay_out, "sunset").href
    assert sunset.undrawn == ()
    assert b"linearGradient" in sunset.svg()


def test_a_symbol_is_an_icon_too(lay_out: LayOut) -> None:
    line = '<icon name="sheet#wolf" width="20" height="20"/>'
    (icon,) = lay_out(line, files={"icons/sheet.svg": SPRITES}).drawn
    assert isinstance(icon, IconElement)
    assert icon.outline().box() == pytest.approx(Box(5, 0, 10, 20))
    rich = {"cards": [{"name": "A", "text": "{sheet#wolf}"}]}
    found = lay_out('<text width="20">{{ text | rich }}</text>', files={"icons/sheet.svg": SPRITES}, **rich)
    assert [placed.icon.name for placed in found.block.icons] == ["sheet#wolf"]


def test_a_part_that_is_not_there_is_a_missing_picture(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    shown = '<image href="{{ art }}" width="40" height="9"/><icon name="s#wlof" width="9" height="9"/>'
    front = f"<card>{shown}</card>"
    files = {"art/sprites.svg": SPRITES, "icons/s.svg": SPRITES}
    cards = [{"name": "A", "art": "sprites.svg#hil"}]
    write_game(
        Path("g"),
        front=front,
        cards=cards,
        component={"fields": {"name": "text", "art": "image"}},
        files=files,
    )
    picture, icon = run_here("build", "g", "--out", "out").problems[:2]
    assert "the picture sprites.svg has no part 'hil'; a marked box is printed instead (card a)" in picture
    assert picture.endswith("did you mean `hill`?")
    assert icon.endswith("did you mean `wolf`?")
    assert list(Path("out").rglob("*.pdf"))


SVG = '<svg xmlns="http://www.w3.org/2000/svg">'


@pytest.mark.parametrize(
    ("svg", "told"),
    [
        (b"\x89PNG\r\n\x1a\n", "sprites.svg is no SVG file, so it has no part 'a'"),
        (f'<!DOCTYPE svg [<!ENTITY a "b">]>{SVG}<g id="a"/></svg>', "sprites.svg declares entities"),
        (f'{SVG}<g id="a"><image href="x.png"/></g></svg>', "sprites.svg needs another file: 'x.png'"),
        (f'{SVG}<symbol id="a" viewBox="x"/></svg>', "sprites.svg#a has a wrong viewBox: 'x'"),
        (f'{SVG}<symbol id="a"/></svg>', "sprites.svg#a has no size"),
        (f"{SVG}{'<g>' * 300}</svg>", "sprites.svg are nested more than 200 deep"),
        (f"{SVG}<g/></svg>", "sprites.svg has no part 'a'; a marked box is printed instead"),
    ],
)
def test_files_without_sound_parts(lay_out: LayOut, svg: str | bytes, told: str) -> None:
    line = '<image href="sprites.svg#a" width="20" height="20"/>'
    (found,) = lay_out(line, files={"art/sprites.svg": svg}).problems
    assert told in found


@pytest.mark.parametrize("value", ["none", "false", "null", "undefined", "auto", ""])
@pytest.mark.parametrize("name", ["clip-path", "mask", "filter", "marker-end"])
def test_what_programs_write_for_no_value_changes_nothing(lay_out: LayOut, name: str, value: str) -> None:
    """As game-icons.net writes `clip-path="false"`, and Method Draw `stroke="null"`."""
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path {name}="{value}" stroke="null" '
        'stroke-width="null" opacity="undefined" style="fill:null" d="M0 0H9V9z"/></svg>'
    )
    (icon,) = lay_out('<icon name="a" width="9" height="9"/>', files={"icons/a.svg": svg}).drawn
    assert isinstance(icon, IconElement)
    assert icon.name.picture is None
