"""Icons: the packs, their ink, and a game's own."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from generator.catalog.problems import InputError
from generator.layout.elements.icon import IconElement
from generator.layout.geometry import Box
from generator.layout.icons import PACKS, IconBook, open_pack

from .conftest import LayOut

KNOWN = {
    "mdi6": "sword",
    "fa6s": "shield",
    "fa6": "heart",
    "fa6b": "github",
    "ph": "sword-fill",
    "ri": "sword-line",
}
FLAG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path d="M4 2 H20 V10 H4 Z"/></svg>'


X = 'xmlns="http://www.w3.org/2000/svg"'


def own(lay_out: LayOut, svg: str | bytes, name: str = "a.svg", **more: str | bytes) -> IconElement:
    """An icon of the game's own, 24 mm wide and high; ``more``: other files of its name, by ending."""
    files = {f"icons/{name}": svg} | {f"icons/a.{ending}": data for ending, data in more.items()}
    (icon,) = lay_out(f'<icon name="{name.partition(".")[0]}" width="24" height="24"/>', files=files).drawn
    assert isinstance(icon, IconElement)
    return icon


@pytest.mark.parametrize("prefix", PACKS)
def test_every_pack_opens_and_its_icons_have_ink(prefix: str) -> None:
    icon = open_pack(prefix).icon(KNOWN[prefix])
    ink = icon.outline.box()
    assert ink.width > 0
    assert ink.height > 0
    # The designers draw inside the frame, or a hair beyond it.
    slack = icon.frame.height / 10
    assert icon.frame.grown(slack).x <= ink.x
    assert ink.bottom <= icon.frame.grown(slack).bottom


@pytest.mark.parametrize("prefix", PACKS)
def test_a_misspelt_icon_is_suggested(prefix: str) -> None:
    name = KNOWN[prefix]
    with pytest.raises(InputError) as caught:
        open_pack(prefix).icon(name[:-1])
    assert "did you mean `" in (caught.value.hint or "")


def test_an_icon_is_as_large_as_fits_and_centred_by_its_ink(lay_out: LayOut) -> None:
    (icon,) = lay_out('<icon name="sword" x="10" y="20" width="12" height="30"/>').drawn
    box = icon.outline().box()
    assert box.width == pytest.approx(12)
    assert box.height < 30
    assert (box.x, box.y + box.height / 2) == pytest.approx((10, 35))


def test_an_own_icon_goes_before_the_pack(lay_out: LayOut) -> None:
    icon = own(lay_out, FLAG, "sword.svg")
    frame = icon.name.frame
    assert (frame.x, frame.y, frame.width) == (0, 0, frame.height)
    assert icon.outline().box() == pytest.approx(Box(0, 6, 24, 12))


def test_all_paths_of_an_own_icon_are_one(lay_out: LayOut) -> None:
    two = FLAG.replace("<path ", '<path d="M0 20 H24 V24 H0 Z"/><path ')
    assert own(lay_out, two).outline().box() == pytest.approx(Box(0, 1, 24, 22))


def test_the_themes_pack_is_asked_for_names_without_a_prefix(tmp_path: Path) -> None:
    assert IconBook(["ph"], [tmp_path]).icon("sword-fill").name == "ph.sword-fill"
    assert IconBook(["mdi6"], [tmp_path]).icon("ph.sword-fill").name == "ph.sword-fill"


def test_an_own_icon_is_suggested_before_those_of_the_pack(lay_out: LayOut) -> None:
    found = lay_out('<icon name="pennat" width="1" height="1"/>', files={"icons/pennant.svg": FLAG})
    (told,) = found.problems
    assert told.endswith("did you mean `pennant`?")
    found = lay_out('<icon name="pennant.svg" width="1" height="1"/>', files={"icons/pennant.svg": FLAG})
    (told,) = found.problems
    assert told.endswith("an icon goes without its ending: `pennant`")


@pytest.mark.parametrize(
    ("svg", "told"),
    [
        ('<svg viewBox="0 0 9 9"><rect/></svg>', "the picture a.svg draws nothing"),
        ("<svg><rect/></svg>", "the picture a.svg has no size"),
        ("<svg><path", "the picture a.svg is not well-formed SVG"),
        ("<!DOCTYPE svg [<!ENTITY a 'b'>]>" + FLAG, "the picture a.svg declares entities"),
        ('<svg viewBox="0 0 0 0"><path d="M0 0H1V1Z"/></svg>', "the picture a.svg has no size"),
        ("\udcff\udcfe", "a.svg is not a PNG, JPEG, SVG, WebP, GIF, BMP or TIFF picture"),
    ],
)
def test_a_wrong_own_icon(lay_out: LayOut, svg: str, told: str) -> None:
    found = lay_out(
        '<icon name="a" width="1" height="1"/>', files={"icons/a.svg": svg.encode("utf-8", "surrogateescape")}
    )
    (line,) = found.problems
    assert told in line


def test_an_icon_of_another_pack_is_named_and_told_where_the_card_has_it(lay_out: LayOut) -> None:
    cards = "- name: Purse\n  text: Take 2 {coins}.\n"
    (told,) = lay_out('<text width="40">{{ text|rich }}</text>', cards=cards).problems
    assert told == (
        "g/cards.yaml:2:9: warning: text: no icon 'coins' in the pack mdi6; a marked box is printed instead "
        "(card purse); did you mean `fa6s.coins`?"
    )
    (told,) = lay_out('<icon name="mdi6.coins" width="9" height="9"/>').problems
    assert told.endswith("; did you mean `fa6s.coins`?")
    (told,) = lay_out('<icon name="zqzqzq" width="9" height="9"/>').problems
    assert told.endswith("; `gatepress docs layout` says where all names are shown")


def test_a_name_too_long_for_any_file(lay_out: LayOut) -> None:
    found = lay_out(f'<icon name="{"a" * 300}" width="1" height="1"/>', files={"icons/a.svg": FLAG})
    (told,) = found.problems
    assert "no icon 'aaa" in told


LINES = (
    f'<svg {X} viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2">'
    '<path stroke="none" d="M0 0h24v24H0z" fill="none"/><circle cx="12" cy="12" r="9"/>'
    '<path d="M3 12h18"/></svg>'
)
COLOURED = f'<svg {X} viewBox="0 0 48 24"><rect width="48" height="24" fill="#c03020"/></svg>'


def png(width: int = 60, height: int = 30) -> bytes:
    data = BytesIO()
    Image.new("RGB", (width, height), "#2080c0").save(data, "PNG")
    return data.getvalue()


def test_shapes_and_transforms_of_an_own_icon_count(lay_out: LayOut) -> None:
    """Only the path data used to: a spanner became a moon."""
    inside = '<rect width="2" height="12"/><circle cx="1" cy="2" r="2"/>'
    moved = f'<g transform="translate(10 0) scale(2)">{inside}</g>'
    icon = own(lay_out, f'<svg {X} viewBox="0 0 24 24">{moved}</svg>').name
    ink, unit = icon.ink(), icon.frame.width / 24
    assert (ink.x, ink.y, ink.right, ink.bottom) == pytest.approx((8 * unit, 0, 16 * unit, 24 * unit))
    assert icon.picture is None


def test_icons_of_lines_are_lines(lay_out: LayOut) -> None:
    icon = own(lay_out, LINES)
    unit = icon.name.frame.width / 24
    assert [shape.stroke and shape.stroke.width for shape in icon.name.shapes] == pytest.approx(
        [2 * unit] * 2
    )
    assert [shape.fill for shape in icon.name.shapes] == [None, None]
    # Its ink reaches half a line beyond the circle, and nothing is drawn around it.
    assert icon.name.ink().width == pytest.approx(20 * unit)
    assert icon.outline().box() == pytest.approx(Box(0, 0, 24, 24))


@pytest.mark.parametrize(
    "paint", ["", 'fill="black"', 'fill="#000"', 'fill="currentColor"', 'style="fill:#000000"']
)
def test_black_is_the_colour_of_the_layout(lay_out: LayOut, paint: str) -> None:
    svg = f'<svg {X} viewBox="0 0 9 9"><path d="M0 0H9V9Z" {paint}/></svg>'
    assert own(lay_out, svg).name.picture is None


@pytest.mark.parametrize(
    "svg",
    [
        COLOURED,
        f'<svg {X} viewBox="0 0 9 9"><style>.a{{fill:#123456}}</style><path class="a" d="M0 0H9V9Z"/></svg>',
        f'<svg {X} viewBox="0 0 9 9"><path d="M0 0H9V9Z"/><path fill="#fff" d="M0 0H4V4Z"/></svg>',
    ],
)
def test_an_own_icon_with_colours_is_a_picture(lay_out: LayOut, svg: str) -> None:
    assert own(lay_out, svg).name.picture is not None


def test_a_frame_that_clips_nothing_leaves_an_icon_an_outline(lay_out: LayOut) -> None:
    """As some editors export every icon."""
    svg = (
        f'<svg width="24" height="24" viewBox="0 0 24 24" fill="none" {X}><g clip-path="url(#c)"><path '
        'fill-rule="evenodd" clip-rule="evenodd" d="M2 2H22V22H2ZM7 7V17H17V7Z" fill="black"/></g>'
        '<defs><clipPath id="c"><rect width="24" height="24" fill="white"/></clipPath></defs></svg>'
    )
    icon = own(lay_out, svg).name
    assert icon.picture is None
    assert [shape.even_odd for shape in icon.shapes] == [True]


def test_a_png_is_an_icon_in_its_proportions(lay_out: LayOut) -> None:
    icon = own(lay_out, png(), "a.PNG")
    assert icon.name.picture is not None
    # As a clip it is the box around it.
    assert icon.outline().box() == pytest.approx(Box(0, 6, 24, 12))
    assert icon.pictures() == (icon.name.picture,)


def test_of_one_name_the_svg_is_the_icon_then_the_png(lay_out: LayOut) -> None:
    assert own(lay_out, FLAG, png=png(), jpg=b"no picture").name.picture is None
    picture = own(lay_out, png(), "b.png").name.picture
    assert picture is not None
    assert picture.format == "png"


def test_a_picture_in_a_line_is_as_high_as_an_icon_and_as_wide_as_its_proportions(lay_out: LayOut) -> None:
    line = '<text width="60" size="10">A <icon name="mdi6.sword"/> <icon name="a"/> <icon name="b"/></text>'
    found = lay_out(line, files={"icons/a.svg": COLOURED, "icons/b.png": png(90, 30)})
    sword, wide, widest = (placed.icon.placed(placed.matrix) for placed in found.block.icons)
    assert [wide.height, widest.height] == pytest.approx([sword.height] * 2)
    assert (wide.width, widest.width) == pytest.approx((2 * wide.height, 3 * wide.height))
    assert sword.y == pytest.approx(wide.y)
    assert [picture.path.name for picture in found.block.pictures()] == ["a.svg", "b.png"]


def test_a_picture_makes_the_line_break_as_an_icon_does(lay_out: LayOut) -> None:
    line = '<text width="12" size="10">aaaa <icon name="b"/>!</text>'
    found = lay_out(line, files={"icons/b.png": png(90, 30)})
    assert found.problems == []
    (first, second) = found.block.spans
    assert second.baseline > first.baseline
    (placed,) = found.block.icons
    # What stands beside it without a space stays beside it.
    assert placed.icon.placed(placed.matrix).right == pytest.approx(second.x)
