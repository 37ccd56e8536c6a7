"""What is translucent becomes pixels in files for print houses: how it looks, and what stays as it is."""

from __future__ import annotations

from collections.abc import Mapping
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy
import pikepdf
import pypdfium2
import pytest
from games import bundled_game, run_here, write_game
from PIL import Image

from generator.catalog.load import load_game
from generator.catalog.models import Game
from generator.catalog.press_settings import PressSettings
from generator.catalog.problems import Problems
from generator.catalog.sizes import paper
from generator.export.flatten import CELL, DPI, MASK_DPI, make_opaque
from generator.export.preflight_x1a import preflight
from generator.layout.faces import FaceRenderer
from generator.press.inks import PressInks
from generator.press.job import PrintContext
from generator.press.planning import plan_jobs
from generator.press.preflight.inspector import Preflight
from generator.press.rasterizer import Rasterizer
from generator.press.request import PrintRequest

INCH, POINT = 25.4, 25.4 / 72


def printed(
    game: Game, folder: Path, settings: PressSettings, **request: Any
) -> tuple[Path, Path, PressInks]:
    """A game's first file in four inks, and the same without transparency."""
    before, after = folder / "before.pdf", folder / "after.pdf"
    problems, inks = Problems(), PressInks()
    with Rasterizer() as rasterizer:
        renderer = FaceRenderer.of(game, problems)
        context = PrintContext(renderer, Preflight.of(rasterizer), problems, lambda _: None, inks)
        job = plan_jobs(game, PrintRequest(paper("a4"), settings, **request))[0]
        assert job.print(context, before) is not None, list(map(str, problems))
    with pikepdf.open(before) as pdf:
        make_opaque(pdf, folder, inks)
        pdf.save(after)
    return before, after, inks


def tiny(folder: Path, front: str, files: Mapping[str, bytes] | None = None, **component: Any) -> Game:
    """A game with one layout; its cards have no bleed."""
    write_game(folder / "g", front=front, files=files, component={"bleed": 0, **component})
    game = load_game(folder / "g", Problems())
    assert game is not None
    return game


def drawn(path: Path, page: int = 0, dpi: int = 150) -> Any:
    """A page as it looks, in RGB."""
    with pypdfium2.PdfDocument(path) as document:
        return numpy.asarray(document[page].render(scale=dpi / 72).to_pil().convert("RGB")).astype(int)


def at(picture: Any, x: float, y: float, dpi: int = 150) -> tuple[int, ...]:
    """The pixel at a point in mm."""
    return tuple(picture[round(y / INCH * dpi), round(x / INCH * dpi)].tolist())


def images(path: Path) -> list[Any]:
    """The pictures of a file: width, height in pixels, and their pixels in inks."""
    with pikepdf.open(path) as pdf:
        things = [thing for thing in pdf.objects if isinstance(thing, pikepdf.Stream)]
        found = [thing for thing in things if thing.get("/Subtype") == "/Image"]
        return [
            numpy.frombuffer(one.read_bytes(), dtype=numpy.uint8).reshape(int(one.Height), int(one.Width), -1)
            for one in found
        ]


def rules(path: Path) -> set[str]:
    return {one.rule for one in preflight(path)}


HALF = """\
<card>
<rect width="63.5" height="88.9" fill="#ff0000"/>
<rect x="10" y="10" width="20" height="20" fill="#0000ff80"/>
<text x="10" y="60" width="40">{{ name }}</text>
</card>
"""


def test_what_is_mixed_looks_as_on_a_screen(tmp_path: Path) -> None:
    """Half blue on red, as pixels of exactly that place; the inks are those of the mixed colour."""
    game = tiny(tmp_path, HALF)
    _, after, inks = printed(game, tmp_path, {"form": "pod"})
    (pixels,) = images(after)
    height, width = pixels.shape[:2]
    assert 20 <= width / DPI * INCH <= 24.5
    assert 20 <= height / DPI * INCH <= 24.5
    # 128/255 blue over red, by the formula: K is what the brightest channel lacks.
    red, blue = 127, 128
    expected = [round(255 * (1 - red / blue)), 255, 0, 255 - blue]
    assert pixels[height // 2, width // 2].tolist() == pytest.approx(expected, abs=2)
    assert "transparency" not in rules(after)
    assert inks.limit == pytest.approx(2.4)


def test_what_is_not_mixed_has_its_own_inks(tmp_path: Path) -> None:
    """The red around the mixed square is the same in pixels as it is beside them."""
    game = tiny(tmp_path, HALF)
    before, after, _ = printed(game, tmp_path, {"form": "pod"})
    (pixels,) = images(after)
    assert pixels[0, 0].tolist() == [0, 255, 255, 0]
    assert numpy.abs(drawn(before) - drawn(after)).max() <= 60
    assert at(drawn(after), 5, 5) == at(drawn(before), 5, 5)


@pytest.mark.parametrize("off", [0.0, 0.1])
def test_pixels_reach_to_every_edge_of_what_is_mixed(tmp_path: Path, off: float) -> None:
    """Also where it ends just where a cell of those ends that are looked through."""
    cell = round(CELL / INCH * MASK_DPI) / MASK_DPI * INCH
    left, right = 4 * cell - off, 12 * cell + off
    square = f'x="{left}" y="{left}" width="{right - left}" height="{right - left}"'
    front = HALF.replace('x="10" y="10" width="20" height="20"', square)
    _, after, _ = printed(tiny(tmp_path, front), tmp_path, {"form": "pod"})
    picture, middle = drawn(after, dpi=400), (left + right) / 2
    for edge in (left + 0.1, right - 0.1):
        assert at(picture, edge, middle, 400)[2] > 60, "blue shines through at the very edge"
        assert at(picture, middle, edge, 400)[2] > 60


def test_a_given_colour_keeps_its_inks_in_pixels(tmp_path: Path) -> None:
    """A rich black that was given in inks is not black alone where it became pixels."""
    front = HALF.replace('fill="#ff0000"', 'fill="cmyk(60 40 40 100)"')
    _, after, _ = printed(tiny(tmp_path, front), tmp_path, {"form": "pod"})
    (pixels,) = images(after)
    assert pixels[0, 0].tolist() == [153, 102, 102, 255]


def test_text_stays_text(tmp_path: Path) -> None:
    game = tiny(tmp_path, HALF)
    _, after, _ = printed(game, tmp_path, {"form": "pod"})
    with pypdfium2.PdfDocument(after) as document:
        assert document[0].get_textpage().get_text_range().strip() == "Knight"


def test_what_is_painted_later_stays_on_top_as_it_was(tmp_path: Path) -> None:
    """Text over a translucent plate is text, turned and clipped as its group says."""
    front = """\
<card>
<rect width="63.5" height="88.9" fill="#205080"/>
<g transform="translate(10 20) rotate(10)" opacity="1">
  <rect width="30" height="12" fill="#ffffff60"/>
  <text width="30" height="12" size="20" fill="#ffffff">{{ name }}</text>
</g>
</card>
"""
    before, after, _ = printed(tiny(tmp_path, front), tmp_path, {"form": "pod"})
    with pypdfium2.PdfDocument(after) as document:
        assert document[0].get_textpage().get_text_range().strip() == "Knight"
    assert numpy.abs(drawn(before) - drawn(after)).mean() < 1.5


EFFECTS = {
    "a group": '<g opacity="0.5"><rect width="30" height="30" fill="red"/><circle r="9" fill="teal"/></g>',
    "a gradient": '<rect width="40" height="40" fill="linear(90, transparent, #2b2420e0)"/>',
    "a line": '<circle cx="30" cy="30" r="20" fill="none" stroke="rgb(255 0 0 / 40%)" stroke-width="4"/>',
    "a shadow": '<text width="60" size="30" shadow="0.5 0.5 #00000080">{{ name }}</text>',
    "a line with a gradient": '<circle cx="30" cy="30" r="20" fill="none" stroke-width="4" '
    'stroke="linear(0, #ff0000, #ff000000)"/>',
    "letters": '<text width="60" size="30" fill="#00000060">{{ name }}</text>',
    "a picture": '<image href="fade.png" width="40" height="40"/>',
    "a picture in inks": '<g opacity="0.5"><image href="inks.jpg" width="40" height="40"/></g>',
    "a clipped group": '<g clip="circle" opacity="0.4"><rect width="40" height="40" fill="green"/></g>',
    "an icon": '<icon name="sword" x="10" y="10" width="30" height="30" fill="#ff000080"/>',
}


def in_inks() -> bytes:
    """A JPEG as Adobe writes it, upside down."""
    file = BytesIO()
    Image.new("CMYK", (40, 40), (10, 200, 120, 30)).save(file, "JPEG")
    return file.getvalue()


def fading() -> bytes:
    file = BytesIO()
    levels = numpy.tile(numpy.arange(256, dtype=numpy.uint8), (64, 1))
    colours = [numpy.full_like(levels, channel) for channel in (200, 40, 90)]
    Image.fromarray(numpy.dstack([*colours, levels])).save(file, "PNG")
    return file.getvalue()


@pytest.mark.parametrize("effect", EFFECTS)
def test_every_kind_of_transparency_goes(tmp_path: Path, effect: str) -> None:
    """Nothing translucent is left, and the page looks as it did."""
    drawing = EFFECTS[effect].replace(' clip="circle"', "")
    front = f'<card><rect width="63.5" height="88.9" fill="#f0e0c0"/>{drawing}</card>'
    game = tiny(tmp_path, front, {"fade.png": fading(), "inks.jpg": in_inks()})
    before, after, _ = printed(game, tmp_path, {"form": "pod"})
    assert "transparency" in rules(before)
    assert "transparency" not in rules(after)
    one, other = drawn(before), drawn(after)
    assert numpy.abs(one - 255).max() > 30, "there is something to see"
    # Viewers mix inks a little differently: a shade, but nowhere another colour.
    assert numpy.percentile(numpy.abs(one - other).max(axis=2), 98) <= 24


def test_sheets_have_pixels_only_where_they_must(tmp_path: Path) -> None:
    """Nine cards on a sheet: nine pictures, and all their names as text."""
    game = tiny(tmp_path, HALF, cards=[{"name": "Knight", "copies": 9}])
    _, after, _ = printed(game, tmp_path, {"form": "sheets"})
    assert len(images(after)) == 9
    with pypdfium2.PdfDocument(after) as document:
        assert document[0].get_textpage().get_text_range().count("Knight") == 9


def test_pages_that_look_alike_share_their_pixels(tmp_path: Path) -> None:
    game = tiny(tmp_path, HALF, cards=[{"name": "Knight", "copies": 5}])
    _, after, _ = printed(game, tmp_path, {"form": "pod"})
    assert len(images(after)) == 1
    with pikepdf.open(after) as pdf:
        assert len(pdf.pages) == 5


def test_opaque_pages_are_left_as_they_are(tmp_path: Path) -> None:
    game = tiny(tmp_path, '<card><rect width="20" height="20" fill="red"/></card>')
    before, after, _ = printed(game, tmp_path, {"form": "pod"})
    assert images(after) == []
    assert numpy.array_equal(drawn(before), drawn(after))


@pytest.mark.slow
def test_a_bundled_card_looks_the_same(tmp_path: Path) -> None:
    game = bundled_game("hold-the-line")
    before, after, _ = printed(game, tmp_path, {"form": "pod"}, only=("troops",), select=("*infantry*",))
    assert "transparency" in rules(before)
    assert rules(after).isdisjoint({"transparency", "rgb", "font"})
    for page in (0, 1):
        assert numpy.abs(drawn(before, page) - drawn(after, page)).mean() < 2.5


def test_exports_are_the_same_bytes(tmp_path: Path) -> None:
    tiny(tmp_path, HALF, cards=[{"name": "Knight"}, {"name": "Pawn"}])
    seen = set()
    for out in ("one", "two"):
        for target in ("pdfx", "dtc", "pdfa"):
            done = run_here("export", "g", "--to", target, "--out", out)
            assert done.code == 0, done.output
        seen.add(tuple(path.read_bytes() for path in sorted(Path(out).rglob("*.pdf"))))
    assert len(seen) == 1
