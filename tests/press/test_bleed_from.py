"""Bleed that the press makes of a card's own edge: what the finished page shows beyond the trim."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from games import run_here, write_game

from .pdf_games import build_one

DOTS = 10
"""Pixels in a millimetre at 254 dpi."""
BLEED = 3.0
# No two places along an edge look alike, and nothing is drawn beyond the trim but one circle, which is cut.
FRONT = """<card>
<rect width="63.5" height="88.9" fill="#336699"/>
<rect x="0" y="0" width="2" height="30" fill="#cc2200"/>
<rect x="40" y="0.5" width="10" height="2" fill="#ffcc00"/>
<rect x="60" y="80" width="3.5" height="8.9" fill="#119944"/>
<circle cx="20" cy="90" r="3" fill="#000000"/>
</card>
"""


def page(tmp_path: Path, way: str, front: str = FRONT, **given: Any) -> Any:
    """A page of one card at 254 dpi, the bleed around it."""
    game = write_game(tmp_path / way, front=front, component={"safe": 0})
    return build_one(game, form="pod", bleed_from=way, **given).pdf.raster(0, 254)


def pixel(raster: Any, x: float, y: float) -> tuple[int, ...]:
    """The colour at millimetres from the trim's corner."""
    return tuple(raster.getpixel((round((BLEED + x) * DOTS), round((BLEED + y) * DOTS))))


def alike(one: tuple[int, ...], other: tuple[int, ...]) -> bool:
    return all(abs(a - b) <= 8 for a, b in zip(one, other, strict=True))


def test_without_it_the_bleed_stays_as_the_layout_leaves_it(tmp_path: Path) -> None:
    assert pixel(page(tmp_path, "art"), -1.5, 50) == (255, 255, 255)


def test_mirrored_pixels_are_those_inside(tmp_path: Path) -> None:
    raster = page(tmp_path, "mirror")
    for along in (4.3, 12.1, 19.7, 33.3, 45.2, 58.8):
        for out in (0.3, 0.9, 1.7, 2.4):
            assert alike(pixel(raster, along, -out), pixel(raster, along, out)), (along, out)
            assert alike(pixel(raster, along, 88.9 + out), pixel(raster, along, 88.9 - out)), (along, out)
            assert alike(pixel(raster, -out, along), pixel(raster, out, along)), (along, out)
            assert alike(pixel(raster, 63.5 + out, along), pixel(raster, 63.5 - out, along)), (along, out)


def test_corners_are_mirrored_both_ways(tmp_path: Path) -> None:
    raster = page(tmp_path, "mirror")
    assert alike(pixel(raster, -1, -1), (0xCC, 0x22, 0))
    assert alike(pixel(raster, 64.5, 89.9), (0x11, 0x99, 0x44))


def test_a_stretched_edge_is_that_of_the_card(tmp_path: Path) -> None:
    raster = page(tmp_path, "edge")
    for out in (0.2, 1.5, 2.8):
        assert alike(pixel(raster, -out, 10), (0xCC, 0x22, 0))
        assert alike(pixel(raster, -out, 60), (0x33, 0x66, 0x99))
        # The yellow bar begins half a millimetre inside: the edge is blue.
        assert alike(pixel(raster, 45, -out), (0x33, 0x66, 0x99))
        assert alike(pixel(raster, 63.5 + out, 88.9 + out), (0x11, 0x99, 0x44)), out


@pytest.mark.parametrize("way", ["mirror", "edge"])
def test_no_line_shines_through_along_the_trim(tmp_path: Path, way: str) -> None:
    """At a resolution at which the trim lies inside a pixel."""
    front = '<card><rect width="63.5" height="88.9" fill="#102030"/></card>'
    game = write_game(tmp_path / way, front=front, component={"safe": 0})
    raster = build_one(game, form="pod", bleed_from=way).pdf.raster(0, 137).convert("L")
    inside = raster.crop((2, 2, raster.width - 2, raster.height - 2))
    assert inside.getextrema()[1] <= 0x30


def test_type_is_drawn_again_and_nothing_becomes_pixels(tmp_path: Path) -> None:
    front = '<card><text x="0" y="5" width="50" size="12">Edge</text></card>'
    game = write_game(tmp_path, front=front, component={"safe": 0})
    built = build_one(game, form="pod", bleed_from="mirror")
    assert not built.pdf.xobjects("/Image")
    assert not built.pages[0].images()


def test_backs_and_copies_on_sheets_have_it(tmp_path: Path) -> None:
    game = write_game(
        tmp_path,
        front=FRONT,
        back='<card><rect width="63.5" height="88.9" fill="#7a1f5c"/></card>',
        cards=[{"name": "Knight", "copies": 5}],
    )
    built = build_one(game, bleed_from="mirror")
    for raster, colour in zip(built.pdf.rasters(50), [(0x33, 0x66, 0x99), (0x7A, 0x1F, 0x5C)], strict=True):
        counts = {value: number for number, value in raster.convert("RGB").getcolors(1 << 20)}
        shown = sum(number for value, number in counts.items() if alike(value, colour))
        # More of it than the five trims hold.
        assert shown / (50 / 25.4) ** 2 > 5 * 63.5 * 88.9 * (0.98 if colour[0] == 0x33 else 1.03)


def test_a_layout_without_bleed_gets_one(tmp_path: Path) -> None:
    game = write_game(tmp_path, front=FRONT, component={"safe": 0, "bleed": 0})
    raster = build_one(game, form="pod", bleed_from="mirror").pdf.raster(0, 254)
    assert alike(pixel(raster, -1.5, 60), (0x33, 0x66, 0x99))


def test_what_has_no_straight_edges_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    write_game(
        tmp_path / "g",
        front='<card><circle cx="15" cy="15" r="18" fill="#336699"/></card>',
        component={
            "kind": "tokens",
            "shape": "circle",
            "size": "30 x 30 mm",
            "press": {"backs": "none", "bleed-from": "mirror"},
        },
    )
    done = run_here("build", "g", "--out", "out")
    assert done.code == 0
    (line,) = done.problems
    assert "components.cards: the bleed can't be made by `bleed-from: mirror`" in line


def test_a_way_that_there_is_not(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    write_game(tmp_path / "g", component={"press": {"bleed-from": "miror"}})
    done = run_here("build", "g", "--out", "out")
    assert done.code == 1
    assert "press.bleed-from" in done.stderr
    assert "did you mean `mirror`?" in done.stderr
