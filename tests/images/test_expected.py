"""The bundled sheets look as they did when somebody last looked at them."""

from __future__ import annotations

import pytest
from PIL import Image, ImageChops, ImageDraw

from .sheets import EXPECTED, SHEETS, ReportPage, Sheet, rendered

CLEAR = 40
"""Of 255: a pixel that differs by more is seen to differ; less is another rasteriser's rounding."""
FEW = 0.002
"""The share of such pixels that a page may have: the slug's hash and page count, an edge here and there."""
RENEW = "look at the page, then run `python -m tests.images.renew`"


def different(one: Image.Image, other: Image.Image) -> float:
    """The share of pixels that are seen to differ; 1 for pictures of different size."""
    if one.size != other.size:
        return 1.0
    change = ImageChops.difference(one, other)
    strongest = max_of_channels(change)
    return sum(strongest.histogram()[CLEAR + 1 :]) / (one.width * one.height)


def max_of_channels(image: Image.Image) -> Image.Image:
    red, green, blue = image.split()
    return ImageChops.lighter(ImageChops.lighter(red, green), blue)


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda sheet: sheet.name)
def test_the_page_looks_as_expected(sheet: Sheet | ReportPage) -> None:
    assert sheet.expected.is_file(), RENEW
    with Image.open(sheet.expected) as expected:
        share = different(rendered(sheet), expected.convert("RGB"))
    assert share <= FEW, f"{sheet.name}: {share:.1%} of the page differ; {RENEW}"


def test_no_expected_page_is_left_over() -> None:
    assert {path.name for path in EXPECTED.iterdir()} == {sheet.expected.name for sheet in SHEETS}


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda sheet: sheet.name)
def test_the_comparison_sees_what_a_person_would(sheet: Sheet | ReportPage) -> None:
    """A page moved by half a millimetre, one with a card-sized patch, a different kind of sheet."""
    page = rendered(sheet)
    patched = page.copy()
    box = (page.width // 3, page.height // 3, page.width // 3 + 30, page.height // 3 + 30)
    inverted = ImageChops.invert(page.crop(box))
    patched.paste(inverted, box)
    others = [rendered(other) for other in SHEETS if other is not sheet]
    for changed in (ImageChops.offset(page, 1, 0), patched, *others):
        assert different(page, changed) > FEW


def test_the_comparison_forgives_another_hash_in_the_slug() -> None:
    page = rendered(SHEETS[0])
    changed = page.copy()
    width, height = page.size
    ImageDraw.Draw(changed).rectangle((width - 60, height - 16, width - 35, height - 13), fill="black")
    assert 0 < different(page, changed) <= FEW
