"""Pictures in the finished file: stored as they came, drawn as they look."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from games import write_game
from PIL import Image, ImageChops, ImageCms, ImageOps

from .pdf_games import Built, build_one
from .picture_files import (
    COLOURS,
    COLUMNS,
    GREYS,
    HEIGHT,
    PATCH,
    ROWS,
    WIDTH,
    chart,
    idat,
    jpeg,
    patch,
    png,
    without_adobe_marker,
)

RGB = [(*colour,) for colour in COLOURS]
GREY = [(grey,) for grey in GREYS]
WIDE = [tuple(channel * 257 for channel in colour) for colour in COLOURS]
"""The colours in 16 bits; the lower byte repeats the upper."""
DEEP = [tuple(channel * 256 + 37 for channel in colour) for colour in COLOURS]
"""16 bits whose lower byte says something else: clipping instead of scaling would show."""
ALPHA = [255, 128, 0, 64, 255, 200, 32, 255, 128, 0, 255, 99]
ON_WHITE = [
    tuple(round(255 + (channel - 255) * alpha / 255) for channel in colour)
    for colour, alpha in zip(COLOURS, ALPHA, strict=True)
]
GREYS_ON_WHITE = [
    (round(255 + (grey - 255) * alpha / 255),) * 3 for grey, alpha in zip(GREYS, ALPHA, strict=True)
]
BLACKS = [(number % 2,) for number in range(12)]
TWO_BITS = [(number % 4,) for number in range(12)]
INDEX = [(number,) for number in range(12)]
# The colour that the charts with one clear colour leave out is that of patch 5, yellow.
PALE = [(255, 255, 255) if number == 5 else colour for number, colour in enumerate(COLOURS)]


def greys(values: Sequence[int]) -> list[tuple[int, ...]]:
    return [(value,) * 3 for value in values]


def built(tmp_path: Path, name: str, data: bytes, front: str | None = None) -> Built:
    """A card that shows the picture 32 × 24 mm large at 5, 5 mm."""
    front = front or f'<card><image href="{name}" x="5" y="5" width="32" height="24"/></card>'
    game = write_game(tmp_path, front=front, files={f"art/{name}": data})
    return build_one(game, form="pod", bleed=0.0)


def drawn(
    built: Built, box: tuple[float, float, float, float] = (5, 5, 37, 29), columns: int = COLUMNS
) -> list[Any]:
    """The colours in the middle of the chart's patches, as they come out at 254 dpi."""
    page = built.pdf.raster(0, 254)
    left, top, right, bottom = (value * 10 for value in box)
    rows = COLUMNS * ROWS // columns
    across, down = (right - left) / columns, (bottom - top) / rows
    return [
        page.getpixel((round(left + (column + 0.5) * across), round(top + (row + 0.5) * down)))
        for row in range(rows)
        for column in range(columns)
    ]


def check(found: Sequence[Any], wanted: Sequence[Sequence[int]], slack: int = 2) -> None:
    for number, (one, other) in enumerate(zip(found, wanted, strict=True)):
        assert all(abs(a - b) <= slack for a, b in zip(one, other, strict=True)), (number, found, wanted)


PASSED_THROUGH = {
    "rgb": (png(RGB, 2, 8), RGB),
    "rgb in many chunks": (png(RGB, 2, 8, parts=5), RGB),
    "grey": (png(GREY, 0, 8), greys(GREYS)),
    "grey of 4 bits": (png([(grey // 17,) for grey in GREYS], 0, 4), greys(GREYS)),
    "grey of 2 bits": (png(TWO_BITS, 0, 2), greys([value * 85 for (value,) in TWO_BITS])),
    "black and white": (png(BLACKS, 0, 1), greys([value * 255 for (value,) in BLACKS])),
    "palette": (png(INDEX, 3, 8, palette=COLOURS), RGB),
    "palette of 4 bits": (png(INDEX, 3, 4, palette=COLOURS), RGB),
    "palette of 2 bits": (
        png(TWO_BITS, 3, 2, palette=COLOURS[:4]),
        [COLOURS[value] for (value,) in TWO_BITS],
    ),
    "rgb of 16 bits": (png(DEEP, 2, 16), RGB),
    "grey of 16 bits": (png([(grey * 257,) for grey in GREYS], 0, 16), greys(GREYS)),
}
DECODED = {
    "rgba": (png([(*c, a) for c, a in zip(COLOURS, ALPHA, strict=True)], 6, 8), ON_WHITE),
    "rgba of 16 bits": (png([(*c, a * 257) for c, a in zip(WIDE, ALPHA, strict=True)], 6, 16), ON_WHITE),
    "interlaced rgba": (
        png([(*c, a) for c, a in zip(COLOURS, ALPHA, strict=True)], 6, 8, interlaced=True),
        ON_WHITE,
    ),
    "grey and alpha": (png(list(zip(GREYS, ALPHA, strict=True)), 4, 8), GREYS_ON_WHITE),
    "grey and alpha of 16 bits": (
        png([(g * 257, a * 257) for g, a in zip(GREYS, ALPHA, strict=True)], 4, 16),
        GREYS_ON_WHITE,
    ),
    "rgb with a clear colour": (png(RGB, 2, 8, clear=bytes([0, 255, 0, 255, 0, 0])), PALE),
    "grey with a clear grey": (
        png(GREY, 0, 8, clear=bytes([0, 102])),
        greys([255 if grey == 102 else grey for grey in GREYS]),
    ),
    "palette with alpha": (png(INDEX, 3, 8, palette=COLOURS, clear=bytes(ALPHA)), ON_WHITE),
    "palette of 4 bits with one clear colour": (
        png(INDEX, 3, 4, palette=COLOURS, clear=bytes([255, 255, 255, 255, 255, 0])),
        PALE,
    ),
    "grey of 16 bits with a clear grey": (
        png([(grey * 257,) for grey in GREYS], 0, 16, clear=(102 * 257).to_bytes(2, "big")),
        greys([255 if grey == 102 else grey for grey in GREYS]),
    ),
    "rgb of 16 bits with a clear colour": (
        png(DEEP, 2, 16, clear=bytes([255, 37, 255, 37, 0, 37])),
        PALE,
    ),
    "interlaced rgb": (png(RGB, 2, 8, interlaced=True), RGB),
    "interlaced palette": (png(INDEX, 3, 4, interlaced=True, palette=COLOURS), RGB),
    "interlaced black and white": (
        png(BLACKS, 0, 1, interlaced=True),
        greys([value * 255 for (value,) in BLACKS]),
    ),
    "interlaced grey of 16 bits": (
        png([(grey * 257,) for grey in GREYS], 0, 16, interlaced=True),
        greys(GREYS),
    ),
    "interlaced rgb of 16 bits": (png(DEEP, 2, 16, interlaced=True), RGB),
}


@pytest.mark.parametrize("kind", PASSED_THROUGH)
def test_the_rows_of_a_png_go_into_the_file_as_they_are(tmp_path: Path, kind: str) -> None:
    data, colours = PASSED_THROUGH[kind]
    made = built(tmp_path, "chart.png", data)
    (image,) = made.pdf.xobjects("/Image").values()
    assert image.read_raw_bytes() == idat(data)
    assert idat(data) in made.pdf.path.read_bytes()
    check(drawn(made), colours)


@pytest.mark.parametrize("kind", DECODED)
def test_a_png_that_pdf_cannot_take_is_decoded_to_the_same_picture(tmp_path: Path, kind: str) -> None:
    data, colours = DECODED[kind]
    made = built(tmp_path, "chart.png", data)
    check(drawn(made), colours)


@pytest.mark.parametrize("kind", ["rgba", "grey and alpha", "palette with alpha", "rgb with a clear colour"])
def test_what_is_clear_becomes_a_mask_and_shows_what_lies_below(tmp_path: Path, kind: str) -> None:
    front = """\
    <card><rect width="63.5" height="88.9" fill="#0000ff"/>
    <image href="chart.png" x="5" y="5" width="32" height="24"/></card>"""
    made = built(tmp_path, "chart.png", DECODED[kind][0], front)
    mask = next(image.SMask for image in made.pdf.xobjects("/Image").values() if "/SMask" in image)
    assert (int(mask.Width), int(mask.Height), str(mask.ColorSpace)) == (WIDTH, HEIGHT, "/DeviceGray")
    found = drawn(made)
    clear = 2 if kind == "rgba" else 9 if "alpha" in kind else 5
    if kind == "palette with alpha":
        clear = 2
    check([found[clear]], [(0, 0, 255)])


def test_a_png_whose_alpha_is_all_solid_needs_no_mask(tmp_path: Path) -> None:
    made = built(tmp_path, "chart.png", png([(*colour, 255) for colour in COLOURS], 6, 8))
    (image,) = made.pdf.xobjects("/Image").values()
    assert "/SMask" not in image
    check(drawn(made), RGB)


@pytest.mark.parametrize("mode", ["RGB", "L"])
@pytest.mark.parametrize("progressive", [False, True])
def test_a_jpeg_goes_into_the_file_as_it_is(tmp_path: Path, mode: str, progressive: bool) -> None:
    data = jpeg(chart(mode), progressive=progressive)
    made = built(tmp_path, "chart.jpg", data)
    (image,) = made.pdf.xobjects("/Image").values()
    assert image.read_raw_bytes() == data
    with Image.open(BytesIO(data)) as opened:
        picture = opened.convert("RGB")
    middles = [
        picture.getpixel((column * PATCH + PATCH // 2, row * PATCH + PATCH // 2))
        for row in range(ROWS)
        for column in range(COLUMNS)
    ]
    check(drawn(made), middles, slack=4)


@pytest.mark.parametrize("adobe", [True, False])
def test_a_cmyk_jpeg_prints_its_inks_the_right_way_round(tmp_path: Path, adobe: bool) -> None:
    """White paper stays white and black black, whether the file is stored upside down (Adobe) or not."""
    inks = Image.new("CMYK", (WIDTH, HEIGHT))
    colours = [(0, 0, 0, 0), (255, 0, 0, 0), (0, 255, 0, 0), (0, 0, 0, 255)]
    inks.putdata([colours[x // PATCH] for _ in range(HEIGHT) for x in range(WIDTH)])
    data = jpeg(inks) if adobe else without_adobe_marker(jpeg(ImageChops.invert(inks)))
    made = built(tmp_path, "inks.jpg", data)
    (image,) = made.pdf.xobjects("/Image").values()
    assert image.read_raw_bytes() == data
    assert image.ColorSpace == "/DeviceCMYK"
    white, cyan, magenta, black = drawn(made)[:4]
    assert min(white) > 245
    assert max(black) < 80
    assert cyan[0] < 80 < 130 < min(cyan[1:])
    assert magenta[1] < 80 < 110 < min(magenta[0], magenta[2])


@pytest.mark.parametrize("orientation", [2, 3, 4, 5, 6, 7, 8])
def test_a_photo_that_a_camera_noted_as_turned_is_upright(tmp_path: Path, orientation: int) -> None:
    """The stored pixels are turned against the note, so that the right result is always the chart."""
    stored = stored_for(orientation)
    made = built(tmp_path, "photo.jpg", jpeg(stored, orientation=orientation))
    check(drawn(made), RGB, slack=6)


def stored_for(orientation: int) -> Image.Image:
    """The pixels that EXIF's note turns into the chart."""
    back = {
        2: Image.Transpose.FLIP_LEFT_RIGHT,
        3: Image.Transpose.ROTATE_180,
        4: Image.Transpose.FLIP_TOP_BOTTOM,
        5: Image.Transpose.TRANSPOSE,
        6: Image.Transpose.ROTATE_90,
        7: Image.Transpose.TRANSVERSE,
        8: Image.Transpose.ROTATE_270,
    }[orientation]
    return chart().transpose(back)


def test_a_turned_photo_keeps_its_proportions(tmp_path: Path) -> None:
    """The chart is 4:3; in a square box it leaves a quarter of the height free, above and below."""
    front = '<card><image href="photo.jpg" x="5" y="5" width="40" height="40"/></card>'
    made = built(tmp_path, "photo.jpg", jpeg(stored_for(6), orientation=6), front)
    (image,) = made.pages[0].images()
    assert tuple(round(value, 2) for value in image.box) == (5, 10, 45, 40)
    check(drawn(made, (5, 10, 45, 40)), RGB, slack=6)


def test_an_exif_note_in_a_png_is_followed_too(tmp_path: Path) -> None:
    exif = Image.Exif()
    exif[0x0112] = 3
    data = BytesIO()
    stored_for(3).save(data, "PNG", exif=exif)
    with Image.open(BytesIO(data.getvalue())) as opened:
        assert ImageOps.exif_transpose(opened).getpixel((0, 0)) == COLOURS[0]
    check(drawn(built(tmp_path, "photo.png", data.getvalue())), RGB)


def test_svg_art_is_drawn_with_its_colours_and_words(tmp_path: Path) -> None:
    shapes = "".join(
        f'<rect x="{number % COLUMNS}" y="{number // COLUMNS}" width="1" height="1" '
        f'fill="rgb({red},{green},{blue})"/>'
        for number, (red, green, blue) in enumerate(COLOURS)
    )
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 3">{shapes}</svg>'
    check(drawn(built(tmp_path / "shapes", "chart.svg", svg.encode())), RGB, slack=3)
    words = (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 320 240">'
        '<text x="20" y="160" font-size="150" font-family="Source Sans Pro">HHH</text></svg>'
    )
    page = built(tmp_path / "words", "words.svg", words.encode()).pdf.raster(0, 100).convert("L")
    assert sum(page.histogram()[:100]) > 300


def test_svg_art_without_paint_shows_what_lies_below(tmp_path: Path) -> None:
    front = """\
    <card><rect width="63.5" height="88.9" fill="#0000ff"/>
    <image href="hole.svg" x="5" y="5" width="32" height="24"/></card>"""
    svg = (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 3"><path fill="red" d="M0 0h2v3h-2z"/></svg>'
    )
    found = drawn(built(tmp_path, "hole.svg", svg.encode(), front))
    check(found[:4], [(255, 0, 0), (255, 0, 0), (0, 0, 255), (0, 0, 255)])


def test_art_that_many_cards_share_is_stored_once(tmp_path: Path) -> None:
    data = png(RGB, 2, 8)
    game = write_game(
        tmp_path,
        cards=[{"name": f"Card {number}", "copies": number % 2 + 1} for number in range(12)],
        front='<card><image href="{{ "a.png" if number % 3 else "b.png" }}" width="9" height="9"/>'
        '<text y="20" width="50">{{ name }}</text></card>',
        back='<card><image href="a.png" width="63.5" height="88.9" fit="cover"/></card>',
        files={"art/a.png": data, "art/b.png": data},
    )
    made = build_one(game)
    assert len(made.pdf.xobjects("/Image")) == 1
    assert made.pdf.path.read_bytes().count(idat(data)) == 1
    assert sum(len(page.images()) for page in made.pages) == 2 * 18


@pytest.mark.parametrize(
    ("fit", "box"),
    [("contain", (5, 5, 25, 20)), ("cover", (-3.333, 5, 36.667, 35)), ("fill", (5, 5, 25, 35))],
)
def test_the_ways_to_fit_place_the_picture(
    tmp_path: Path, fit: str, box: tuple[float, float, float, float]
) -> None:
    """A 4:3 chart in a box of 20 × 30 mm, towards the top; ``cover`` is cut off at the box."""
    front = f'<card><image href="c.png" x="5" y="5" width="20" height="30" fit="{fit}" focus-y="0"/></card>'
    if fit == "cover":
        front = front.replace('focus-y="0"', 'focus-x="0.41667"')
    made = built(tmp_path, "c.png", png(RGB, 2, 8), front)
    (image,) = made.pages[0].images()
    assert image.box == pytest.approx(box, abs=0.01)
    if fit == "cover":
        assert image.seen == pytest.approx((5, 5, 25, 35), abs=0.01)


def photo(side: int, kind: str, **saved: Any) -> bytes:
    """A soft picture, as photographs are."""
    file = BytesIO()
    Image.linear_gradient("L").resize((side, side)).convert("RGB").save(file, kind, **saved)
    return file.getvalue()


TWICE = (
    '<g transform="translate(0 30) scale(2)"><image href="NAME" x="0" y="0" width="25.4" height="25.4"/></g>'
)
"""A picture 50.8 mm wide."""


@pytest.mark.parametrize(
    ("side", "kind", "more", "wanted"),
    [
        (1000, "PNG", "", 150),
        (1000, "JPEG", "", 150),
        (1000, "PNG", TWICE, 300),
        (1000, "JPEG", TWICE, 300),
        (160, "PNG", "", 160),
        (100, "JPEG", "", 100),
    ],
)
def test_a_picture_has_no_more_pixels_than_are_asked_for_at_its_largest_size(
    tmp_path: Path, side: int, kind: str, more: str, wanted: int
) -> None:
    name = f"art.{kind.lower()}"
    small = f'<image href="{name}" x="5" y="5" width="25.4" height="25.4"/>'
    data = photo(side, kind)
    game = write_game(
        tmp_path, front=f"<card>{small}{more.replace('NAME', name)}</card>", files={f"art/{name}": data}
    )
    made = build_one(game, form="pod", bleed=0.0, max_dpi=150)
    (image,) = made.pdf.xobjects("/Image").values()
    assert (image.Width, image.Height) == (wanted, wanted)
    assert (image.Filter == "/DCTDecode") == (kind == "JPEG")
    if side == wanted and kind == "JPEG":
        assert image.read_raw_bytes() == data


def test_a_reduced_photo_is_upright_and_keeps_its_colours_and_profile(tmp_path: Path) -> None:
    profile = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
    data = BytesIO()
    turned = stored_for(6).resize((HEIGHT * 8, WIDTH * 8), Image.Resampling.NEAREST)
    exif = Image.Exif()
    exif[0x0112] = 6
    turned.save(data, "JPEG", quality=95, subsampling=0, exif=exif, icc_profile=profile)
    front = '<card><image href="art.jpeg" x="5" y="5" width="32" height="24"/></card>'
    game = write_game(tmp_path, front=front, files={"art/art.jpeg": data.getvalue()})
    made = build_one(game, form="pod", bleed=0.0, max_dpi=100)
    (image,) = made.pdf.xobjects("/Image").values()
    assert Image.open(BytesIO(image.read_raw_bytes())).info["icc_profile"] == profile
    assert (image.Width, image.Height) == (126, 94)
    check(drawn(made), RGB, slack=8)


def test_what_is_clear_stays_clear_in_a_reduced_picture(tmp_path: Path) -> None:
    data = BytesIO()
    alpha = Image.new("L", (WIDTH, HEIGHT))
    alpha.putdata([ALPHA[patch(x, y)] for y in range(HEIGHT) for x in range(WIDTH)])
    large = chart("RGBA")
    large.putalpha(alpha)
    large.resize((WIDTH * 8, HEIGHT * 8), Image.Resampling.NEAREST).save(data, "PNG")
    front = '<card><image href="art.png" x="5" y="5" width="32" height="24"/></card>'
    game = write_game(tmp_path, front=front, files={"art/art.png": data.getvalue()})
    check(drawn(build_one(game, form="pod", bleed=0.0, max_dpi=100)), ON_WHITE, slack=8)
