"""Pictures that are broken, too large, not what they are called, or no files at all."""

from __future__ import annotations

import os
import re
import socket
import struct
import zlib
from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import pytest
from forks import run_forked
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
            "a.png is not a PNG, JPEG, SVG, WebP, GIF, BMP or TIFF picture (card knight); save it as PNG",
            id="a text called PNG",
        ),
        pytest.param(
            "a.png", b"", "the picture a.png is empty (card knight); export it again", id="an empty file"
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


def png_with(
    rows: bytes, colour_type: int, bits: int = 8, interlaced: bool = False, palette: int = 0
) -> bytes:
    """A PNG whose checksums are right, whatever its rows are; ``palette`` is its number of colours."""
    header = chunk(b"IHDR", struct.pack(">IIBBBBB", 4, 4, bits, colour_type, 0, 0, interlaced))
    colours = chunk(b"PLTE", bytes(3 * palette)) if palette else b""
    return b"\x89PNG\r\n\x1a\n" + header + colours + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


@pytest.mark.parametrize("colour_type", [2, 6])
def test_a_png_whose_rows_are_no_compressed_data(refuse: Refuse, colour_type: int) -> None:
    (told,) = refuse(front=layout("a.png"), files={"art/a.png": png_with(b"no rows at all", colour_type)})
    assert told.startswith(f"{HREF}the picture a.png is a broken PNG: ")


PNG_ENDS = "the picture a.png is a broken PNG: its pixels end early (card knight); export it again"


@pytest.mark.parametrize("colour_type", [0, 2, 4, 6])
def test_a_png_that_has_too_few_rows(refuse: Refuse, colour_type: int) -> None:
    """Printed as it is it would be black from there on."""
    (told,) = refuse(
        front=layout("a.png"), files={"art/a.png": png_with(zlib.compress(b"\0" * 9), colour_type)}
    )
    assert told == HREF + PNG_ENDS


def broken(kind: str, reason: str) -> list[str]:
    name = {"PNG": "a.png", "JPEG": "a.jpg"}[kind]
    return [f"{HREF}the picture {name} is a broken {kind}: {reason} (card knight); export it again"]


GREY_ROWS = (b"\0" + b"\x80" * 4) * 4
"""Of a picture of 4 × 4 pixels."""


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        pytest.param(
            png_with(zlib.compress(GREY_ROWS)[:-8], 0),
            "its pixels end early",
            id="the stream is cut off",
        ),
        pytest.param(png_with(b"", 0), "its pixels end early", id="no stream"),
        pytest.param(
            png_with(zlib.compress(GREY_ROWS[:-1]), 0), "its pixels end early", id="one byte is missing"
        ),
        pytest.param(
            png_with(zlib.compress(bytes(35)), 0, 16),
            "its pixels end early",
            id="16 bits, one byte is missing",
        ),
        pytest.param(
            png_with(zlib.compress(bytes(10)), 0, interlaced=True), "its pixels end early", id="interlaced"
        ),
        pytest.param(
            png_with(zlib.compress(b"\x09" + GREY_ROWS[1:]), 0), "its rows make no sense", id="no such filter"
        ),
        pytest.param(
            png_with(zlib.compress((b"\0" + b"\7" * 4) * 4), 3, palette=7),
            "it uses colours that its palette does not have",
            id="a colour beyond the palette",
        ),
        pytest.param(
            png()[:33] + chunk(b"PLTE", b"abcd") + png()[33:], "its palette makes no sense", id="4/3 colours"
        ),
        pytest.param(
            png()[:8] + chunk(b"IHDR", bytes(10)) + png()[33:], "its header is missing", id="a short header"
        ),
        pytest.param(
            png()[:8] + chunk(b"IHDR", png()[16:28] + b"\7") + png()[33:],
            "its header makes no sense",
            id="7th pass",
        ),
    ],
)
def test_a_png_that_would_print_black(refuse: Refuse, data: bytes, reason: str) -> None:
    assert refuse(front=layout("a.png"), files={"art/a.png": data}) == broken("PNG", reason)


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(png_with(zlib.compress(GREY_ROWS + bytes(99)), 0), id="more rows than are needed"),
        pytest.param(png_with(zlib.compress(GREY_ROWS) + b"more", 0), id="more behind the stream"),
        pytest.param(png() + b"more" * 99, id="more behind the file"),
        pytest.param(png_with(zlib.compress((b"\0" + b"\6" * 4) * 4), 3, palette=7), id="the last colour"),
        pytest.param(png_with(zlib.compress(bytes(23)), 0, interlaced=True), id="interlaced"),
    ],
)
def test_a_png_with_all_its_pixels(tmp_path: Path, data: bytes) -> None:
    game = write_game(tmp_path / "g", front=layout("a.png", side=0.4), files={"art/a.png": data})
    done = run_here("build", game, "--no-cache", "--out", tmp_path / "out")
    assert (done.code, done.problems) == (0, [])


# JPEG

END_OF_IMAGE = b"\xff\xd9"


def photo(mode: str = "RGB", side: int = 200, **options: object) -> bytes:
    file = BytesIO()
    noise = Image.effect_noise((side, side), 50)
    Image.merge("RGB", [noise, noise.rotate(90), noise.rotate(180)]).convert(mode).save(
        file, "JPEG", **options
    )
    return file.getvalue()


def pixels_of(data: bytes) -> tuple[int, int]:
    """Where the last scan's pixels begin and end."""
    start = data.rindex(b"\xff\xda")
    begin = start + 2 + int.from_bytes(data[start + 2 : start + 4], "big")
    found = re.compile(rb"\xff[^\x00\xff\xd0-\xd7]").search(data, begin)
    assert found is not None
    return begin, found.start()


JPEGS: dict[str, dict[str, object]] = {
    "colour": {"subsampling": 0},
    "subsampled": {"subsampling": 2},
    "grey": {"mode": "L"},
    "of four inks": {"mode": "CMYK"},
    "optimized": {"optimize": True},
    "with restart markers": {"restart_marker_rows": 1},
    "progressive": {"progressive": True},
    "progressive grey": {"mode": "L", "progressive": True},
}


@pytest.mark.parametrize("share", [0.0, 0.01, 0.3, 0.6, 0.9, 0.97])
@pytest.mark.parametrize("kind", JPEGS)
def test_a_jpeg_whose_pixels_end_early(refuse: Refuse, kind: str, share: float) -> None:
    """Its end is marked as it should be, so that most programs show grey where pixels are missing."""
    data = photo(**JPEGS[kind])  # type: ignore[arg-type]
    begin, end = pixels_of(data)
    cut = data[: begin + int(share * (end - begin))].rstrip(b"\xff") + END_OF_IMAGE
    (told,) = refuse(front=layout("a.jpg"), files={"art/a.jpg": cut})
    assert told.startswith(f"{HREF}the picture a.jpg is a broken JPEG: its pixels end early")


@pytest.mark.parametrize("kind", JPEGS)
def test_a_jpeg_with_all_its_pixels(tmp_path: Path, kind: str) -> None:
    data = photo(**JPEGS[kind]) + b"more"  # type: ignore[arg-type]
    game = write_game(tmp_path / "g", front=layout("a.jpg"), files={"art/a.jpg": data})
    done = run_here("build", game, "--no-cache", "--out", tmp_path / "out")
    assert (done.code, done.problems) == (0, [])


def without_last_scan() -> bytes:
    data = photo(progressive=True)
    return data[: data.rindex(b"\xff\xda")] + END_OF_IMAGE


def with_scans(count: int) -> bytes:
    data = photo(progressive=True)
    start = data.rindex(b"\xff\xda")
    return data[:start] + data[start:-2] * count + END_OF_IMAGE


def without_a_restart() -> bytes:
    data = photo(restart_marker_rows=1)
    begin, end = pixels_of(data)
    at = data.index(b"\xff\xd3", begin, end)
    return data[:at] + data[at + 2 :]


@pytest.mark.parametrize(
    ("make", "reason"),
    [
        pytest.param(without_last_scan, "its last scans are missing", id="scans are missing"),
        pytest.param(lambda: with_scans(200), "it has more than 100 scans", id="scans without measure"),
        pytest.param(without_a_restart, "some of its pixels are missing", id="a part is missing"),
        pytest.param(
            lambda: photo().replace(b"\xff\xc0", b"\xff\xc3"),
            "it is of a kind that printers do not read",
            id="lossless",
        ),
        pytest.param(
            lambda: photo().replace(b"\xff\xc0\0\x11\x08", b"\xff\xc0\0\x11\x0c"),
            "it is of a kind that printers do not read",
            id="12 bits",
        ),
        pytest.param(
            lambda: b"\xff\xd8\xff\xe1\0\x10Exif\0\0garbage!" + photo()[2:],
            "its EXIF notes make no sense",
            id="broken notes",
        ),
    ],
)
def test_a_jpeg_that_would_have_to_be_guessed(refuse: Refuse, make: Callable[[], bytes], reason: str) -> None:
    assert refuse(front=layout("a.jpg"), files={"art/a.jpg": make()}) == broken("JPEG", reason)


# Where it is told


def test_all_broken_pictures_are_told_at_once_with_their_cards(refuse: Refuse) -> None:
    short = png_with(zlib.compress(b"\0" * 9), 2)
    files = {f"art/{name}.png": short for name in ("a", "b", "c")}
    told = refuse(cards=[{"name": name} for name in "abc"], front=layout("{{ name }}.png"), files=files)
    assert [re.findall(r"picture (\w)\.png .*\(card (\w)\)", line) for line in told] == [
        [(name, name)] for name in "abc"
    ]


def test_check_tells_it_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    write_game(
        tmp_path / "g", front=layout("a.png"), files={"art/a.png": png_with(zlib.compress(b"\0" * 9), 2)}
    )
    done = run_here("check", "g")
    assert done.code == 1
    assert broken("PNG", "its pixels end early")[0] in done.stdout


def test_a_picture_that_nobody_sees_is_refused_when_it_is_painted(refuse: Refuse) -> None:
    front = """<card><rect id="there" x="50" y="50" width="1" height="1" display="none"/>
    <image href="a.png" width="9" height="9" clip-path="#there"/></card>"""
    told = refuse(front=front, files={"art/a.png": png_with(zlib.compress(b"\0" * 9), 2)})
    assert any("the picture a.png is a broken PNG: its pixels end early" in line for line in told)


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (lambda: large_png(b"\1"), "in an interlaced file"),
        (lambda: large_png(b"\0", chunk(b"tRNS", bytes(6))), "with transparency"),
        (lambda: large_png(b"\0", chunk(b"eXIf", TURNED)), "that must be turned"),
    ],
)
def test_a_picture_that_is_too_large_to_be_decoded(
    refuse: Refuse, data: Callable[[], bytes], why: str
) -> None:
    assert refuse(front=layout("a.png"), files={"art/a.png": data()}) == [
        f"{HREF}the picture a.png has 9000 × 9000 pixels {why}, more than 30 million (card knight); "
        "scale it to 300 dpi of its printed size"
    ]


TURNED = b"MM\0*\0\0\0\x08\0\1\1\x12\0\3\0\0\0\1\0\3\0\0\0\0\0\0"
"""EXIF notes that say: upside down."""


def large_png(interlace: bytes, more: bytes = b"") -> bytes:
    header = chunk(b"IHDR", struct.pack(">IIBBBB", 9000, 9000, 8, 2, 0, 0) + interlace)
    return png()[:8] + header + more + png()[33:]


# What is no file


def listening(path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as one:
        one.bind(os.path.relpath(path))


NO_FILES: dict[str, tuple[Callable[[Path], None], str]] = {
    "a folder": (Path.mkdir, "is a folder, a file is ")
}
if hasattr(os, "mkfifo"):
    NO_FILES |= {
        "a pipe": (os.mkfifo, "this is not a regular file"),
        "a socket": (listening, "this is not a regular file"),
        "a link to itself": (lambda path: path.symlink_to(path.name), "no file named "),
        "endless": (lambda path: path.symlink_to("/dev/zero"), "leaves the game's folder through a link"),
    }


@pytest.mark.parametrize("name", ["art/a.png", "art/a.jpg", "art/a.svg", "icons/a.svg"])
@pytest.mark.parametrize("kind", NO_FILES)
def test_what_is_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str, name: str) -> None:
    """In a process of its own, for that the build comes to an end is half of the test."""
    monkeypatch.chdir(tmp_path)
    make, told = NO_FILES[kind]
    front = layout(name) if name.startswith("art") else '<card><icon name="a" width="9" height="9"/></card>'
    game = write_game(tmp_path / "g", front=front)
    (game / name).parent.mkdir(exist_ok=True)
    make(game / name)
    done = run_forked("build", "g", cwd=tmp_path)
    assert "Traceback" not in done.output
    # A link that leads nowhere is no file: a picture is missing, an icon is none of the pack.
    is_missing = kind == ("a link to itself" if name.startswith("art") else "a folder")
    assert done.code == (0 if is_missing else 1), done.output
    assert told in done.output or (name.startswith("icons") and "no icon 'a'" in done.output), done.output


# SVG


def test_an_svg_may_hold_links_and_pictures_of_its_own(tmp_path: Path) -> None:
    """The guard against foreign files must not refuse what drawing programs write."""
    inner = (
        '<a href="https://example.org"><rect id="r" width="5" height="5"/></a><use xlink:href="#r" x="5"/>'
        '<image href="data:image/png;base64,iVBORw0KGgo=" width="1" height="1"/>'
    )
    game = write_game(tmp_path / "g", front=layout("a.svg"), files={"art/a.svg": svg(inner)})
    assert run_here("build", game, "--out", tmp_path / "out").code == 0


def test_a_run_reads_what_is_there_and_not_what_an_earlier_one_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    codes = []
    for number, data in enumerate((png(), png_with(b"", 0), png())):
        folder = tmp_path / str(number)
        folder.mkdir()
        monkeypatch.chdir(folder)
        write_game(Path("g"), front=layout("a.png", 0.3), files={"art/a.png": data})
        codes.append(run_here("check", "g").code)
    assert codes == [0, 1, 0]
