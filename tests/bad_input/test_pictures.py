"""Pictures that are broken, too large, or not what they are called."""

from __future__ import annotations

import struct
import zlib
from io import BytesIO
from pathlib import Path

import pytest
from games import run_here, write_game
from PIL import Image

from .conftest import Refuse

HREF = "g/layouts/card.xml.j2:2:1: error: <image href>: "


def chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def png(width: int = 4, height: int = 4, kind: int = 2, bits: int = 8) -> bytes:
    channels = {0: 1, 2: 3, 3: 1, 6: 4}.get(kind, 1)
    rows = zlib.compress((b"\0" + b"\x80" * (4 * channels)) * 4)
    header = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, bits, kind, 0, 0, 0))
    return b"\x89PNG\r\n\x1a\n" + header + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


def jpeg() -> bytes:
    file = BytesIO()
    Image.effect_noise((64, 64), 50).convert("RGB").save(file, "JPEG")
    return file.getvalue()


def svg(inside: str, head: str = "") -> bytes:
    names = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
    return f'{head}<svg {names} viewBox="0 0 10 10">{inside}</svg>'.encode()


def layout(name: str, side: float = 20) -> str:
    return f'<card>\n<image href="{name}" width="{side}" height="{side}"/>\n</card>'


@pytest.mark.parametrize(
    ("name", "data", "told"),
    [
        pytest.param(
            "a.png",
            png()[:-20],
            "the picture a.png is a broken PNG: it ends too early (card knight); export it again",
            id="a PNG cut off",
        ),
        pytest.param(
            "a.png",
            png()[:-14] + b"abcd" + png()[-10:],
            "the picture a.png is a broken PNG: a checksum is wrong (card knight); export it again",
            id="a PNG with a wrong checksum",
        ),
        pytest.param(
            "a.png",
            png(kind=5),
            "the picture a.png is a broken PNG: a PNG of colour type 5 with 8 bits is not valid "
            "(card knight); export it again",
            id="a PNG of no known kind",
        ),
        pytest.param(
            "a.png",
            png(kind=3),
            "the picture a.png is a broken PNG: its palette is missing (card knight); export it again",
            id="a PNG without its palette",
        ),
        pytest.param(
            "a.png",
            png(20_000, 20_000),
            "the picture a.png has 20000 × 20000 pixels, more than 100 million (card knight); "
            "scale it to 300 dpi of its printed size",
            id="20,000 by 20,000",
        ),
        pytest.param(
            "a.png",
            png(9_000, 9_000, kind=6),
            "the picture a.png has 9000 × 9000 pixels with transparency, more than 30 million (card knight); "
            "scale it to 300 dpi of its printed size",
            id="too large to decode",
        ),
        pytest.param("a.png", png(0, 4), "the picture a.png has no size (card knight)", id="no width"),
        pytest.param(
            "a.png",
            b"\x89PNG\r\n\x1a\n" + b"\0" * 40 * 2**20,
            "the picture a.png is 40 MiB, more than 25 MiB (card knight); "
            "scale it to 300 dpi of its printed size",
            id="40 MiB",
        ),
        pytest.param(
            "a.png",
            b"hello, this is text",
            "a.png is not a PNG, JPEG or SVG picture (card knight)",
            id="a text called PNG",
        ),
        pytest.param(
            "a.png", b"", "a.png is not a PNG, JPEG or SVG picture (card knight)", id="an empty file"
        ),
        pytest.param(
            "a.jpg",
            jpeg()[: len(jpeg()) // 2],
            "the picture a.jpg is a broken JPEG: it ends too early (card knight); export it again",
            id="half a JPEG",
        ),
        pytest.param(
            "a.jpg",
            jpeg()[:200],
            "the picture a.jpg is a broken JPEG: it ends too early (card knight); export it again",
            id="a JPEG's header",
        ),
        pytest.param(
            "a.svg",
            svg("&x;", '<!DOCTYPE svg [<!ENTITY x "y">]>'),
            "the picture a.svg declares entities (card knight); save it as plain SVG",
            id="an SVG with entities",
        ),
        pytest.param(
            "a.svg",
            svg("<text>&x;</text>", '<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>'),
            "the picture a.svg declares entities (card knight); save it as plain SVG",
            id="an SVG with an entity of a file",
        ),
        pytest.param(
            "a.svg",
            svg('<image href="/etc/passwd" width="5" height="5"/>'),
            "the picture a.svg needs another file: '/etc/passwd' (card knight); embed it in the SVG",
            id="an SVG that shows a file",
        ),
        pytest.param(
            "a.svg",
            svg('<image xlink:href="file:///etc/passwd" width="5" height="5"/>'),
            "the picture a.svg needs another file: 'file:///etc/passwd' (card knight); embed it in the SVG",
            id="an SVG that shows a file by its address",
        ),
        pytest.param(
            "a.svg",
            svg('<use href="other.svg#x"/>'),
            "the picture a.svg needs another file: 'other.svg#x' (card knight); embed it in the SVG",
            id="an SVG that uses another",
        ),
        pytest.param(
            "a.svg",
            svg("<g>" * 50_000 + "</g>" * 50_000),
            "the elements of the picture a.svg are nested more than 200 deep (card knight)",
            id="an SVG nested without measure",
        ),
        pytest.param(
            "a.svg",
            b'<svg xmlns="http://www.w3.org/2000/svg"><rect width="1" height="1"/></svg>',
            "the picture a.svg has no size (card knight); give its <svg> a viewBox",
            id="an SVG without a size",
        ),
    ],
)
def test_a_bad_picture(refuse: Refuse, name: str, data: bytes, told: str) -> None:
    assert refuse(front=layout(name), files={f"art/{name}": data}) == [HREF + told]


def test_a_missing_picture(refuse: Refuse) -> None:
    (told,) = refuse(front=layout("knihgt.png"), files={"art/knight.png": png()})
    assert told.startswith(f"{HREF}no file named 'knihgt.png' in g or g/layouts or ")
    assert told.endswith(" (card knight); did you mean `knight.png`?")


def test_a_name_that_is_too_long_for_any_file(refuse: Refuse) -> None:
    (told,) = refuse(front=layout("a" * 300 + ".png"))
    assert told.startswith(f"{HREF}no file named 'aaa")


def png_with(rows: bytes, colour_type: int) -> bytes:
    """A PNG whose checksums are right, whatever its rows are."""
    header = chunk(b"IHDR", struct.pack(">IIBBBBB", 4, 4, 8, colour_type, 0, 0, 0))
    return b"\x89PNG\r\n\x1a\n" + header + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


@pytest.mark.parametrize("colour_type", [2, 6])
def test_a_png_whose_rows_are_no_compressed_data(refuse: Refuse, colour_type: int) -> None:
    (told,) = refuse(front=layout("a.png"), files={"art/a.png": png_with(b"no rows at all", colour_type)})
    assert told.startswith(f"{HREF}the picture a.png is a broken PNG: ")


def test_a_png_with_transparency_that_has_too_few_rows(refuse: Refuse) -> None:
    """Only decoding it can tell."""
    data = png_with(zlib.compress(b"\0" * 10), 6)
    (told,) = refuse(front=layout("a.png", side=0.5), files={"art/a.png": data})
    assert told.startswith("g/art/a.png: error: the picture can't be decoded: ")


def test_an_svg_may_hold_links_and_pictures_of_its_own(tmp_path: Path) -> None:
    """The guard against foreign files must not refuse what drawing programs write."""
    inner = (
        '<a href="https://example.org"><rect id="r" width="5" height="5"/></a><use xlink:href="#r" x="5"/>'
        '<image href="data:image/png;base64,iVBORw0KGgo=" width="1" height="1"/>'
    )
    game = write_game(tmp_path / "g", front=layout("a.svg"), files={"art/a.svg": svg(inner)})
    assert run_here("build", game, "--out", tmp_path / "out").code == 0
