"""Icons and SVG art on the finished page: in which colours, and where."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import pytest
from games import run_here, write_game
from PIL import Image, ImageChops

from generator.layout.caches import clear_caches
from generator.layout.pictures import read_picture
from generator.press.rasterizer import Rasterizer

from .pdf_games import build_one

X = 'xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"'
DPI = 300
MM = DPI / 25.4
TOLERANCE = 24
"""How far a square of 8 × 8 pixels may be off, of 255: two programs smooth edges in two ways."""


@pytest.fixture(autouse=True)
def _fresh() -> Iterator[None]:
    """Files of one path differ from test to test."""
    clear_caches()
    yield
    clear_caches()


def printed(folder: Path, front: str, files: dict[str, str | bytes], text: str = "") -> Image.Image:
    """The first page, cut to the trim."""
    game = write_game(folder, front=front, cards=[{"name": "Knight", "text": text}], files=files)
    built = build_one(game, form="pod", bleed=0.0)
    image: Image.Image = built.pdf.raster(0, DPI)
    return image


def at(image: Image.Image, x: float, y: float) -> tuple[int, ...]:
    pixel = image.getpixel((round(x * MM), round(y * MM)))
    assert isinstance(pixel, tuple)
    return pixel


def png() -> bytes:
    data = BytesIO()
    Image.new("RGB", (120, 60), "#2080c0").save(data, "PNG")
    return data.getvalue()


LINES = f'<svg {X} fill="none" stroke="currentColor" stroke-width="4"><circle cx="12" cy="12" r="8"/></svg>'
RED = f'<svg {X}><rect width="24" height="24" fill="#c03020"/></svg>'
PLAIN = f'<svg {X}><g transform="rotate(90 12 12)"><rect width="24" height="12"/></g></svg>'


def test_own_icons_have_the_colour_of_the_layout_or_their_own(tmp_path: Path) -> None:
    names = ("lines", "red", "plain", "blue")
    front = "".join(
        f'<icon name="{name}" x="{5 + 14 * index}" y="5" width="12" height="12" fill="#20a040"/>'
        for index, name in enumerate(names)
    )
    files: dict[str, str | bytes] = {"icons/lines.svg": LINES, "icons/red.svg": RED}
    files |= {"icons/plain.svg": PLAIN, "icons/blue.png": png()}
    edged = 'fill="#20a040" stroke="#000" stroke-width="1"'
    front += f'<icon name="lines" x="5" y="25" width="12" height="12" {edged}/>'
    page = printed(tmp_path, f"<card>{front}</card>", files)
    green, white = (0x20, 0xA0, 0x40), (255, 255, 255)
    # The ring is as large as its line reaches, and empty inside.
    assert at(page, 5.7, 11) == green
    assert at(page, 11, 11) == white
    # With a line around it, the ring is edged on both of its sides.
    ring = [at(page, x, 31) for x in (4, 4.8, 6.2, 7.6, 8.6)]
    assert ring == [white, (0, 0, 0), green, (0, 0, 0), white]
    assert at(page, 25, 11) == (0xC0, 0x30, 0x20)
    # Turned, it is higher than wide.
    assert [at(page, x, 6) for x in (34, 39, 44)] == [white, green, white]
    assert [at(page, 53, y) for y in (6, 11, 16)] == [white, (0x20, 0x80, 0xC0), white]


def test_pictures_stand_in_the_line_of_text(tmp_path: Path) -> None:
    front = '<card><text x="5" y="5" width="50" size="28.35" fill="#20a040">{{ text | rich }}</text></card>'
    files: dict[str, str | bytes] = {"icons/lines.svg": LINES, "icons/red.svg": RED, "icons/blue.png": png()}
    page = printed(tmp_path, front, files, "{red}{blue}{lines}")
    # 10 mm type has icons of 11 mm: one square, one of two squares, then the ring in the text's colour.
    reds = [x for x in range(page.width) if page.getpixel((x, round(11 * MM))) == (0xC0, 0x30, 0x20)]
    blues = [x for x in range(page.width) if page.getpixel((x, round(11 * MM))) == (0x20, 0x80, 0xC0)]
    assert (len(reds) / MM, len(blues) / MM) == pytest.approx((11, 22), abs=0.2)
    assert min(blues) - max(reds) <= 2
    assert any(
        page.getpixel((x, round(11 * MM))) == (0x20, 0xA0, 0x40) for x in range(max(blues), page.width)
    )


ART = [
    '<g transform="rotate(20 12 12)" fill="#2a9d8f"><rect x="4" y="6" width="16" height="10" rx="3"/></g>',
    '<g stroke="#264653" stroke-width="2" fill="none"><polyline points="2,20 8,4 12,14 22,3"/></g>',
    '<defs><circle id="c" r="4"/></defs><use href="#c" x="6" y="6" fill="red"/><use href="#c" x="15"/>',
    "<style>.a{fill:#e76f51} #b{fill:#264653;stroke:gold}</style>"
    '<ellipse class="a" cx="12" cy="9" rx="9" ry="5"/>'
    '<polygon id="b" points="12,3 21,21 3,21"/>',
    '<rect width="20" height="9" fill="red" opacity="0.4"/><circle cx="9" cy="9" r="7" fill-opacity=".3"/>',
    '<circle cx="12" cy="12" r="8" fill="#e9c46a" stroke="#264653" stroke-width="5" paint-order="stroke"/>',
    '<path d="M4 20 L12 4 L13 20" fill="none" stroke="#333" stroke-width="2" stroke-miterlimit="2"/>',
    '<path d="M2 12 H22" stroke="#0a0" stroke-width="6" stroke-dasharray="4 2" stroke-linecap="butt"/>',
    '<path fill-rule="evenodd" d="M2 2H22V22H2ZM7 7H17V17H7Z" transform="matrix(1 0 .2 1 -2 0)"/>',
]


@pytest.mark.parametrize("inside", ART)
def test_plain_art_looks_as_the_rasterizer_draws_it(tmp_path: Path, inside: str) -> None:
    """Two programs, one picture: outlines in the PDF, and pixels by resvg."""
    (tmp_path / "art").mkdir()
    art = tmp_path / "art" / "a.svg"
    art.write_text(f"<svg {X}>{inside}</svg>")
    page = printed(
        tmp_path,
        '<card><image href="a.svg" x="5" y="5" width="24" height="24"/></card>',
        {"art/a.svg": art.read_text()},
    )
    with Rasterizer() as rasterizer:
        drawn = Image.open(BytesIO(rasterizer.png(read_picture(art), 24)))
    size = (round(24 * MM), round(24 * MM))
    ours = page.crop((round(5 * MM), round(5 * MM), round(5 * MM) + size[0], round(5 * MM) + size[1]))
    theirs = Image.new("RGB", size, "white")
    scaled = drawn.convert("RGBA").resize(size)
    theirs.paste(scaled, mask=scaled)
    coarse = (size[0] // 8, size[1] // 8)
    difference = ImageChops.difference(ours.resize(coarse, 4), theirs.resize(coarse, 4))
    assert max(high for _, high in difference.getextrema()) <= TOLERANCE


def test_text_in_art_is_drawn_in_a_font_that_is_there(tmp_path: Path) -> None:
    """Whatever font it asks for; nothing was drawn of it where that was not there."""
    for number, family in enumerate(("", "sans-serif", "Nobody Has This", "monospace, serif")):
        folder = tmp_path / str(number)
        folder.mkdir()
        art = folder / "a.svg"
        art.write_text(f'<svg {X}><text y="20" font-size="24" font-family="{family}">W</text></svg>')
        with Rasterizer() as rasterizer:
            drawn = Image.open(BytesIO(rasterizer.png(read_picture(art), 24)))
        alpha = drawn.convert("RGBA").getchannel("A")
        assert alpha.getbbox() is not None, family


def test_a_version_with_another_picture_in_its_texts_differs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    front = '<card><text y="5" width="50">{{ text | rich }}</text></card>'
    cards = [{"name": "Knight", "text": "{coin}"}, {"name": "Rook", "text": "none"}]
    for folder, icon in (("old", RED), ("new", RED.replace("#c03020", "#2030c0"))):
        write_game(tmp_path / folder / "g", front=front, cards=cards, files={"icons/coin.svg": icon})
    told = run_here("diff", "old/g", "new/g").stdout
    assert "Knight" in told
    assert "Rook" not in told


def test_another_picture_in_a_text_is_printed_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GATEPRESS_CACHE", str(tmp_path / "cache"))
    front = '<card><text y="5" width="50">{{ text | rich }}</text></card>'
    write_game(
        tmp_path / "g",
        front=front,
        cards=[{"name": "Knight", "text": "{coin}"}],
        files={"icons/coin.png": png()},
    )

    def build() -> str:
        clear_caches()
        return run_here("build", "g", "--out", "out").stdout

    build()
    assert "unchanged" in build()
    (tmp_path / "g" / "icons" / "coin.svg").write_text(RED)
    assert "unchanged" not in build()


def test_a_picture_in_a_text_of_too_few_pixels(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    data = BytesIO()
    Image.new("RGB", (20, 10)).save(data, "PNG")
    front = '<card><text y="5" width="50" size="10">{{ text | rich }}</text></card>'
    cards = [{"name": "Knight", "text": "{coin} {coin} {coin}"}]
    write_game(tmp_path / "g", front=front, cards=cards, files={"icons/coin.png": data.getvalue()})
    (told,) = [line for line in run_here("check", "g").stdout.splitlines() if "dpi" in line]
    assert "the picture coin.png is printed at 65 dpi, under 200" in told
    assert "it needs 62 × 31 pixels" in told


def test_of_two_icons_with_one_name_the_other_is_unused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    front = '<card><text y="5" width="50" size="10">{{ text | rich }}</text></card>'
    files: dict[str, str | bytes] = {"icons/coin.png": png(), "icons/coin.svg": RED}
    write_game(tmp_path / "g", front=front, cards=[{"name": "Knight", "text": "{coin}"}], files=files)
    found = run_here("check", "g").stdout
    assert "g/icons/coin.png: warning: no card shows this icon" in found
    assert "coin.svg" not in found


@pytest.mark.parametrize(
    "look", ['fill="linear(0, black, navy)"', 'stroke="black" stroke-width="1"', 'shadow="0.5 0.5 black"']
)
def test_a_picture_is_drawn_as_it_is_whatever_becomes_of_the_letters(look: str, tmp_path: Path) -> None:
    front = (
        '<card><rect width="63.5" height="88.9" fill="white"/>'
        f'<text x="10" y="10" width="40" size="30" {look}><icon name="blue"/></text></card>'
    )
    shown = printed(tmp_path / "g", front, {"icons/blue.png": png()}).convert("RGB")
    colours = sorted(shown.getcolors(1 << 20) or [], reverse=True)
    assert [colour for _, colour in colours[:2]] == [(255, 255, 255), (0x20, 0x80, 0xC0)]
    assert (0, 0, 0) not in {colour for _, colour in colours}
