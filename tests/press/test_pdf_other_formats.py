"""WebP, GIF, BMP and TIFF in the finished file: their colours as they are, nothing lost on the way."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from games import run_here, write_game
from PIL import Image

from .pdf_games import Built, build_one
from .picture_files import COLOURS, COLUMNS, GREYS, HEIGHT, PATCH, WIDTH

RGB = [(*colour,) for colour in COLOURS]
EQUAL_GREYS = [(grey,) * 3 for grey in GREYS]
FLIPPED = Image.Exif()
FLIPPED[0x0112] = 6
"""The camera lay on its side."""


def chart(mode: str = "RGB") -> Image.Image:
    image = Image.new("RGB", (WIDTH, HEIGHT))
    colours = EQUAL_GREYS if mode == "L" else RGB
    for number, colour in enumerate(colours):
        x, y = number % COLUMNS * PATCH, number // COLUMNS * PATCH
        image.paste(colour, (x, y, x + PATCH, y + PATCH))
    return image.quantize(len(COLOURS)) if mode == "P" else image.convert(mode)


def deep(mode: str, factor: float) -> Image.Image:
    return chart("L").convert("F").point(lambda value: value * factor + 0.0).convert(mode)


def clear(image: Image.Image, patch: int = 0) -> Image.Image:
    """With one patch that is clear."""
    image = image.convert("RGBA" if image.mode == "RGB" else "LA")
    x, y = patch % COLUMNS * PATCH, patch // COLUMNS * PATCH
    alpha = image.getchannel("A")
    alpha.paste(0, (x, y, x + PATCH, y + PATCH))
    image.putalpha(alpha)
    return image


def saved(image: Image.Image, kind: str, **options: Any) -> bytes:
    file = BytesIO()
    image.save(file, kind, **options)
    return file.getvalue()


def built(tmp_path: Path, name: str, data: bytes, width: int = 32, height: int = 24) -> Built:
    front = f'<card><image href="{name}" x="5" y="5" width="{width}" height="{height}"/></card>'
    game = write_game(tmp_path, front=front, files={f"art/{name}": data})
    return build_one(game, form="pod", bleed=0.0)


def check(built: Built, wanted: list[tuple[int, ...]], slack: int = 2) -> None:
    page = built.pdf.raster(0, 254)
    for number, colour in enumerate(wanted):
        at = 50 + round((number % COLUMNS + 0.5) * 80), 50 + round((number // COLUMNS + 0.5) * 80)
        found = page.getpixel(at)
        assert all(abs(a - b) <= slack for a, b in zip(found, colour, strict=True)), (number, found, colour)


ON_WHITE = [(255, 255, 255), *RGB[1:]]
GREY_ON_WHITE = [(255, 255, 255), *EQUAL_GREYS[1:]]
BLACK_AND_WHITE = chart("L").convert("1", dither=Image.Dither.NONE)
BLACKS_AND_WHITES = [(255 * (grey >= 128),) * 3 for grey in GREYS]
"""As a scanner stores line art."""
TURNED = chart().transpose(Image.Transpose.ROTATE_90)
"""As the camera stored it, to be turned by a quarter."""


@pytest.mark.parametrize(
    ("name", "data", "wanted"),
    [
        ("a.webp", saved(chart(), "WEBP", lossless=True), RGB),
        ("a.webp", saved(clear(chart()), "WEBP", lossless=True, exact=True), ON_WHITE),
        ("a.webp", saved(TURNED, "WEBP", lossless=True, exif=FLIPPED), RGB),
        (
            "a.webp",
            saved(chart(), "WEBP", lossless=True, save_all=True, append_images=[Image.new("RGB", (32, 24))]),
            RGB,
        ),
        ("a.gif", saved(chart("P"), "GIF"), RGB),
        ("a.gif", saved(chart("P"), "GIF", save_all=True, append_images=[Image.new("P", (32, 24))]), RGB),
        ("a.gif", saved(clear(chart()), "GIF"), ON_WHITE),
        ("a.apng", saved(chart(), "PNG", save_all=True, append_images=[Image.new("RGB", (32, 24))]), RGB),
        ("a.bmp", saved(chart(), "BMP"), RGB),
        ("a.bmp", saved(chart("P"), "BMP"), RGB),
        ("a.bmp", saved(chart("L"), "BMP"), EQUAL_GREYS),
        ("a.bmp", saved(BLACK_AND_WHITE, "BMP"), BLACKS_AND_WHITES),
        ("a.tif", saved(chart(), "TIFF"), RGB),
        ("a.tif", saved(chart(), "TIFF", compression="tiff_lzw"), RGB),
        ("a.tif", saved(chart(), "TIFF", compression="tiff_adobe_deflate", big_tiff=True), RGB),
        ("a.tif", saved(chart("P"), "TIFF"), RGB),
        ("a.tif", saved(chart("L"), "TIFF"), EQUAL_GREYS),
        ("a.tif", saved(BLACK_AND_WHITE, "TIFF", compression="group4"), BLACKS_AND_WHITES),
        ("a.tif", saved(clear(chart()), "TIFF"), ON_WHITE),
        ("a.tif", saved(clear(chart("L")), "TIFF"), GREY_ON_WHITE),
        ("a.tif", saved(deep("I", 257).convert("I;16"), "TIFF"), EQUAL_GREYS),
        ("a.tif", saved(deep("I", 257), "TIFF"), EQUAL_GREYS),
        ("a.tif", saved(deep("F", 1 / 255), "TIFF"), EQUAL_GREYS),
        ("a.tif", saved(TURNED, "TIFF", exif=FLIPPED), RGB),
    ],
)
def test_colours_are_those_of_the_file(
    tmp_path: Path, name: str, data: bytes, wanted: list[tuple[int, ...]]
) -> None:
    check(built(tmp_path, name, data), wanted)


def test_a_tiff_of_inks_keeps_them(tmp_path: Path) -> None:
    made = built(tmp_path, "a.tif", saved(chart("CMYK"), "TIFF"))
    (image,) = made.pdf.xobjects("/Image").values()
    assert image.ColorSpace == "/DeviceCMYK"
    assert image.read_bytes() == chart("CMYK").tobytes()


@pytest.mark.parametrize("kind", ["WEBP", "BMP", "TIFF"])
def test_pixels_are_stored_without_loss(tmp_path: Path, kind: str) -> None:
    noise = Image.merge("RGB", [Image.effect_noise((64, 48), 90) for _ in range(3)])
    options = {"lossless": True} if kind == "WEBP" else {}
    made = built(tmp_path, f"a.{kind.lower()}", saved(noise, kind, **options))
    (image,) = made.pdf.xobjects("/Image").values()
    assert image.Filter == "/FlateDecode"
    assert image.read_bytes() == noise.tobytes()


def test_what_a_file_is_is_told_by_what_it_holds(tmp_path: Path) -> None:
    check(built(tmp_path, "a.png", saved(chart(), "WEBP", lossless=True)), RGB)


@pytest.mark.parametrize("suffix", ["webp", "gif", "bmp", "tif", "tiff", "apng", "jpeg"])
def test_they_are_known_wherever_pictures_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, suffix: str
) -> None:
    """In a declared field, and among the files that no card shows."""
    monkeypatch.chdir(tmp_path)
    kind = {"tif": "TIFF", "apng": "PNG"}.get(suffix, suffix.upper())
    large = saved(chart().resize((320, 240)), kind)
    write_game(
        tmp_path / "g",
        front='<card><image href="{{ art }}" x="5" y="5" width="20" height="15"/></card>',
        cards=[{"name": "Fox", "art": f"fox.{suffix}"}],
        component={"fields": {"name": "text", "art": "image"}},
        files={f"art/fox.{suffix}": large, f"art/owl.{suffix}": large},
    )
    (line, _) = run_here("check", "g").stdout.splitlines()
    assert line == (
        f"g/art/owl.{suffix}: warning: no card shows this picture; "
        "use it, or take it out of the game's folder"
    )
