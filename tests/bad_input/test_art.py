"""Art in other formats that is broken or too large, and art that is not there."""

from __future__ import annotations

import struct
from io import BytesIO
from pathlib import Path
from typing import Any

import pypdfium2
import pytest
from games import run_here, write_game
from PIL import Image

from .conftest import Refuse

HREF = "g/layouts/card.xml.j2:2:1: error: <image href>: "
FORMATS = {"webp": "WebP", "gif": "GIF", "bmp": "BMP", "tiff": "TIFF"}


def layout(name: str) -> str:
    return f'<card>\n<image href="{name}" width="20" height="20"/>\n</card>'


def saved(kind: str, **options: Any) -> bytes:
    file = BytesIO()
    Image.effect_noise((64, 64), 50).convert("RGB").save(file, kind.upper(), **options)
    return file.getvalue()


def broken(kind: str, why: str) -> str:
    return f"{HREF}the picture fox.{kind} is a broken {FORMATS[kind]}: {why} (card knight); export it again"


ENDS, DAMAGED, HEADER = (
    "it ends too early",
    "its pixels end early or are damaged",
    "its header makes no sense",
)


@pytest.mark.parametrize(
    ("kind", "data", "why"),
    [
        pytest.param("webp", saved("webp")[:-100], ENDS, id="a WebP cut off"),
        pytest.param("webp", saved("webp", lossless=True)[:-7], ENDS, id="a lossless WebP cut off"),
        pytest.param("webp", b"RIFF\x40\0\0\0WEBPVP9 " + bytes(60), HEADER, id="a WebP without pixels"),
        pytest.param("gif", saved("gif")[:-900], DAMAGED, id="a GIF cut off"),
        pytest.param("gif", b"GIF89a\x04\0", ENDS, id="a GIF of a few bytes"),
        pytest.param("bmp", saved("bmp")[:-900], DAMAGED, id="a BMP cut off"),
        pytest.param("bmp", b"BM" + bytes(60), HEADER, id="a BMP of zeros"),
        pytest.param("tiff", saved("tiff")[:-5000], ENDS, id="a TIFF cut off"),
        pytest.param("tiff", saved("tiff", compression="tiff_lzw")[:-5000], ENDS, id="an LZW TIFF cut off"),
        pytest.param("tiff", b"II*\0" + bytes(60), HEADER, id="a TIFF of zeros"),
    ],
)
def test_broken_files(
    refuse: Refuse, capfd: pytest.CaptureFixture[str], kind: str, data: bytes, why: str
) -> None:
    assert refuse(front=layout(f"fox.{kind}"), files={f"art/fox.{kind}": data}) == [broken(kind, why)]
    # Nor does a library write notes of its own.
    assert capfd.readouterr().err == ""


def test_a_tiff_whose_strips_are_damaged_is_told_in_one_line(
    refuse: Refuse, capfd: pytest.CaptureFixture[str]
) -> None:
    data = bytearray(saved("tiff", compression="tiff_lzw"))
    data[100:400] = b"\xff" * 300
    (told,) = refuse(front=layout("fox.tiff"), files={"art/fox.tiff": bytes(data)})
    assert told == broken("tiff", DAMAGED)
    assert capfd.readouterr().err == ""


@pytest.mark.parametrize("kind", FORMATS)
def test_an_empty_file(refuse: Refuse, kind: str) -> None:
    (told,) = refuse(front=layout(f"fox.{kind}"), files={f"art/fox.{kind}": b""})
    assert told == f"{HREF}the picture fox.{kind} is empty (card knight); export it again"


def bomb(kind: str) -> bytes:
    """A small file that says it has 60,000 × 60,000 pixels."""
    side = 60_000
    if kind == "webp":
        more = (side - 1).to_bytes(3, "little") * 2
        return b"RIFF" + struct.pack("<I", 4 + 18) + b"WEBPVP8X" + struct.pack("<II", 10, 0) + more
    if kind == "gif":
        return b"GIF89a" + struct.pack("<HHBBB", side, side, 0, 0, 0) + b";"
    if kind == "bmp":
        data = bytearray(saved("bmp"))
        data[18:26] = struct.pack("<ii", side, side)
        return bytes(data)
    file = BytesIO()
    Image.new("1", (8, 8)).save(file, "TIFF", compression="group4")
    data = bytearray(file.getvalue())
    start = struct.unpack_from("<I", data, 4)[0]
    for at in range(start + 2, start + 2 + 12 * struct.unpack_from("<H", data, start)[0], 12):
        if struct.unpack_from("<H", data, at)[0] in (256, 257, 278):
            data[at + 2 : at + 12] = struct.pack("<HII", 4, 1, side)
    return bytes(data)


@pytest.mark.parametrize("kind", FORMATS)
def test_bombs(refuse: Refuse, kind: str) -> None:
    (told,) = refuse(front=layout(f"fox.{kind}"), files={f"art/fox.{kind}": bomb(kind)})
    assert told == (
        f"{HREF}the picture fox.{kind} has 60000 × 60000 pixels in a {FORMATS[kind]}, more than 30 million "
        "(card knight); scale it to 300 dpi of its printed size"
    )


# Missing


FIELDS = {"name": "text", "art": "image"}


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize(
    ("name", "folder"), [("zzz.png", "g/art"), ("a/zzz.png", "g/art/a"), ("art/zzz.png", "g/art")]
)
def test_a_missing_picture_s_place_is_told(name: str, folder: str, here: Path) -> None:
    write_game(here / "g", front=layout(name))
    (told,) = run_here("build", "g").problems
    assert told.endswith(f"; put it into {folder}/")


def test_a_missing_picture_is_a_warning_with_a_suggestion(here: Path) -> None:
    write_game(here / "g", front=layout("fxo.webp"), files={"art/fox.webp": saved("webp")})
    done = run_here("build", "g", "--out", "out")
    assert done.code == 0
    (told,) = done.problems
    assert told.startswith(
        "g/layouts/card.xml.j2:2:1: warning: <image href>: no file named 'fxo.webp' in g or "
    )
    assert told.endswith("; a marked box is printed instead (card knight); did you mean `fox.webp`?")
    assert list((here / "out").rglob("*.pdf"))


def test_in_a_stack_too_a_marked_box_is_printed(here: Path) -> None:
    """Nothing is measured of what is not there: neither its pixels nor whether there is room for it."""
    parts = '<image href="fxo.webp"/><image href="fxo.webp" height="9"/><text>Fox</text>'
    write_game(here / "g", front=f'<card><stack width="50" height="30">{parts}</stack></card>')
    done = run_here("build", "g", "--out", "out")
    assert done.code == 0
    (told,) = done.problems
    assert "warning: <image href>: no file named 'fxo.webp' in " in told
    (file,) = (here / "out").rglob("*.pdf")
    with pypdfium2.PdfDocument(file) as document:
        assert document[0].get_textpage().get_text_range().count("fxo.webp") == 2


def test_the_card_list_tells_of_a_missing_picture_and_the_layout_does_not_repeat_it(here: Path) -> None:
    write_game(
        here / "g",
        front=layout("{{ art }}"),
        cards="- {name: Fox, art: fxo.webp}\n- {name: Owl, art: fxo.webp}\n",
        component={"fields": FIELDS},
        files={"art/fox.webp": saved("webp")},
    )
    done = run_here("build", "g", "--out", "out")
    assert done.code == 0
    assert done.problems == [
        "g/cards.yaml:1:20: warning: art: no file named 'fxo.webp' in g; a marked box is printed instead "
        "(card fox and 1 other); did you mean `fox.webp`?"
    ]


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("Fox.WebP", "did you mean `fox.webp`? Upper and lower case count"),
        ("Art/Fox.webp", "did you mean `art/fox.webp`? Upper and lower case count"),
        ("art\\fox.webp", "write `art/fox.webp`"),
        ("C:\\art\\fox.webp", "is not relative to the game's folder (card knight)"),
    ],
)
@pytest.mark.parametrize("fields", [{}, FIELDS])
def test_names_from_windows(here: Path, name: str, told: str, fields: dict[str, str]) -> None:
    """In the card list, and in the layout where the game does not say that these are pictures."""
    cards = [{"name": "Knight", "art": name}]
    files = {"art/fox.webp": saved("webp")}
    write_game(here / "g", front=layout("{{ art }}"), cards=cards, component={"fields": fields}, files=files)
    (found,) = run_here("build", "g", "--out", "out").problems
    assert found.endswith(told)
    assert found.startswith("g/cards.yaml:" if fields else "g/layouts/")


@pytest.mark.parametrize("more", [(), ("--contact",)])
def test_strict_takes_it_for_an_error(refuse: Refuse, more: tuple[str, ...]) -> None:
    (told,) = refuse(front=layout("fox.webp"), arguments=("--strict", *more))
    assert ": warning: <image href>: no file named 'fox.webp' in " in told


def test_strict_builds_what_has_no_warnings(here: Path) -> None:
    write_game(here / "g")
    done = run_here("build", "g", "--strict", "--out", "out")
    assert (done.code, done.stderr) == (0, "")


def test_strict_keeps_nothing_but_the_cache_may(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where the sheets come from an earlier build, which warned."""
    monkeypatch.setenv("GATEPRESS_CACHE", str(here / "cache"))
    write_game(here / "g", front=layout("fox.webp"))
    assert run_here("build", "g", "--out", "one").code == 0
    done = run_here("build", "g", "--out", "two", "--strict")
    assert done.code == 1
    assert "nothing was written" in done.stderr
    assert not list((here / "two").rglob("*.pdf"))


def test_check_strict_fails_for_it(here: Path) -> None:
    write_game(here / "g", front=layout("fox.webp"))
    assert run_here("check", "g").code == 0
    assert run_here("check", "g", "--strict").code == 1


def test_a_picture_that_comes_is_printed_and_one_that_goes_is_missed(
    here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from generator.layout.caches import clear_caches

    monkeypatch.setenv("GATEPRESS_CACHE", str(here / "cache"))
    write_game(here / "g", front=layout("fox.webp"))

    def build() -> tuple[int, bytes]:
        clear_caches()
        done = run_here("build", "g", "--out", "out")
        assert done.code == 0, done.output
        (file,) = (here / "out").rglob("*.pdf")
        return len(done.problems), file.read_bytes()

    first, again = build(), build()
    assert first == again
    assert first[0] == 1
    (here / "g" / "art").mkdir()
    (here / "g" / "art" / "fox.webp").write_bytes(saved("webp"))
    warnings, printed = build()
    assert b"/Image" in printed
    assert warnings == 1, "64 pixels are too few for 20 mm"
    (here / "g" / "art" / "fox.webp").unlink()
    assert build() == first


def test_a_box_too_small_for_a_name_is_marked_all_the_same(here: Path) -> None:
    boxes = ("1", "0.4"), ("0", "9")
    images = "".join(f'<image href="fox.webp" width="{width}" height="{high}"/>' for width, high in boxes)
    front = f"<card>{images}</card>"
    write_game(here / "g", front=front)
    assert run_here("build", "g", "--out", "out").code == 0


@pytest.mark.parametrize(
    "name", ["x" * 300 + ".png", "file:///etc/passwd", "a\u0301\u4e2d.png", "{{ 'a b' * 90 }}"]
)
def test_odd_names_of_missing_files(here: Path, name: str) -> None:
    write_game(here / "g", front=layout(name))
    done = run_here("build", "g", "--out", "out")
    assert done.code == 0, done.output
    assert "no file named" in done.stderr
