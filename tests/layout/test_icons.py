"""Icons: the packs, their ink, and a game's own."""

from __future__ import annotations

from pathlib import Path

import pytest

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
    (icon,) = lay_out('<icon name="sword" width="16" height="16"/>', files={"icons/sword.svg": FLAG}).drawn
    assert isinstance(icon, IconElement)
    frame = icon.name.frame
    assert (frame.x, frame.y, frame.width) == (0, 0, frame.height)
    assert icon.outline().box() == pytest.approx(Box(0, 4, 16, 8))


def test_all_paths_of_an_own_icon_are_one(lay_out: LayOut) -> None:
    two = FLAG.replace("<path ", '<path d="M0 20 H24 V24 H0 Z"/><path ')
    (icon,) = lay_out('<icon name="two" width="24" height="24"/>', files={"icons/two.svg": two}).drawn
    assert icon.outline().box() == pytest.approx(Box(0, 1, 24, 22))


def test_the_themes_pack_is_asked_for_names_without_a_prefix(tmp_path: Path) -> None:
    assert IconBook("ph", [tmp_path]).icon("sword-fill").name == "ph.sword-fill"
    assert IconBook("mdi6", [tmp_path]).icon("ph.sword-fill").name == "ph.sword-fill"


def test_an_own_icon_is_suggested_before_those_of_the_pack(lay_out: LayOut) -> None:
    found = lay_out('<icon name="pennat" width="1" height="1"/>', files={"icons/pennant.svg": FLAG})
    (told,) = found.problems
    assert told.endswith("did you mean `pennant`?")


@pytest.mark.parametrize(
    ("svg", "told"),
    [
        ('<svg viewBox="0 0 9 9"><rect/></svg>', "the picture a.svg draws nothing"),
        ("<svg><rect/></svg>", "the picture a.svg has no size"),
        ("<svg><path", "the picture a.svg is not well-formed SVG"),
        ("<!DOCTYPE svg [<!ENTITY a 'b'>]>" + FLAG, "the picture a.svg declares entities"),
        ('<svg viewBox="0 0 0 0"><path d="M0 0H1V1Z"/></svg>', "the picture a.svg has no size"),
        ("\udcff\udcfe", "a.svg is not a PNG, JPEG or SVG picture"),
    ],
)
def test_a_wrong_own_icon(lay_out: LayOut, svg: str, told: str) -> None:
    found = lay_out(
        '<icon name="a" width="1" height="1"/>',
        files={"icons/a.svg": svg.encode("utf-8", "surrogateescape")},
    )
    (line,) = found.problems
    assert told in line


def test_a_name_too_long_for_any_file(lay_out: LayOut) -> None:
    found = lay_out(f'<icon name="{"a" * 300}" width="1" height="1"/>', files={"icons/a.svg": FLAG})
    (told,) = found.problems
    assert "no icon 'aaa" in told
