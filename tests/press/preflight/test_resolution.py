"""Pictures with too few pixels for their printed size."""

from __future__ import annotations

from io import BytesIO

import pytest
from PIL import Image

from .conftest import Told

INCH = 25.4


def picture(width: int, height: int, kind: str = "PNG", **saved: object) -> bytes:
    data = BytesIO()
    Image.new("RGB", (width, height), "#446688").save(data, kind, **saved)
    return data.getvalue()


def test_a_picture_under_200_dpi_is_told_with_the_pixels_it_needs(told: Told) -> None:
    (line,) = told(
        "<image id='hero' href='hero.png' x='5' y='5' width='25.4' height='25.4'/>",
        files={"art/hero.png": picture(199, 199)},
    )
    assert line == (
        "2:1: warning: hero: the picture hero.png is printed at 199 dpi, under 200 (card knight); "
        "at this size it needs 200 × 200 pixels"
    )


@pytest.mark.parametrize(
    ("size", "element", "dpi"),
    [
        ((400, 200), "x='5' y='5' width='25.4' height='25.4' fit='contain'", 400),
        ((400, 200), "x='5' y='5' width='25.4' height='25.4' fit='cover'", 200),
        ((400, 200), "x='5' y='5' width='25.4' height='25.4' fit='fill'", 200),
        ((400, 199), "x='5' y='5' width='25.4' height='25.4' fit='cover'", 199),
        ((400, 199), "x='5' y='5' width='25.4' height='25.4' fit='fill'", 199),
    ],
)
def test_what_counts_is_the_size_it_is_drawn_at(
    told: Told, size: tuple[int, int], element: str, dpi: int
) -> None:
    lines = told(f"<image href='a.png' {element}/>", files={"art/a.png": picture(*size)})
    if dpi >= 200:
        assert lines == []
    else:
        assert [f"at {dpi} dpi" in line for line in lines] == [True]


@pytest.mark.parametrize(
    ("transform", "pixels", "dpi"),
    [
        ("scale(2)", 400, 200),
        ("scale(2)", 398, 199),
        ("rotate(37) scale(2)", 398, 199),
        ("scale(1 2)", 398, 199),
        ("matrix(0 0.5 -0.5 0 20 0)", 100, 200),
        ("matrix(0 0.5 -0.5 0 20 0)", 99, 198),
    ],
)
def test_groups_and_uses_enlarge_it(told: Told, transform: str, pixels: int, dpi: int) -> None:
    lines = told(
        "<image id='a' href='a.png' width='25.4' height='25.4' display='none'/>",
        f"<g transform='{transform}'><use href='#a'/></g>",
        files={"art/a.png": picture(pixels, pixels)},
        component={"bleed": 0},
    )
    assert [line.split(" is ")[1].split(",")[0] for line in lines] == (
        [] if dpi >= 200 else [f"printed at {dpi} dpi"]
    )


def test_a_photo_on_its_side_is_measured_upright(told: Told) -> None:
    """240 × 200 pixels stored, turned by its note of which way is up: 200 across, 240 down."""
    exif = Image.Exif()
    exif[0x0112] = 6
    photo = picture(240, 200, "JPEG", exif=exif)
    upright = "<image href='a.jpg' x='5' y='5' width='{}' height='{}' fit='fill'/>"
    assert told(upright.format(INCH, INCH * 1.2), files={"art/a.jpg": photo}) == []
    (line,) = told(upright.format(INCH * 1.2, INCH), files={"art/a.jpg": photo})
    assert line.endswith(
        "is printed at 166 dpi, under 200 (card knight); at this size it needs 240 × 288 pixels"
    )


def test_drawings_have_no_pixels(told: Told) -> None:
    svg = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'><circle cx='4' cy='4' r='4'/></svg>"
    assert told("<image href='a.svg' x='5' y='5' width='40' height='40'/>", files={"art/a.svg": svg}) == []


def test_one_picture_on_many_cards_is_told_once(told: Told) -> None:
    (line,) = told(
        "<image href='a.png' x='5' y='5' width='25.4' height='25.4'/>",
        "<text x='5' y='60' width='40'>{{ name }}</text>",
        files={"art/a.png": picture(100, 100)},
        cards=[{"name": name} for name in ("Ann", "Bob", "Cleo")],
    )
    assert "(card ann and 2 others)" in line
