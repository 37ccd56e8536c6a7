"""Rulers a print can be measured with, and the place for a line of text."""

from __future__ import annotations

import math

import pytest

from generator.catalog.press_settings import PressOptions
from generator.catalog.sizes import PAPERS
from generator.press.grid import Band, fit_grid
from generator.press.marks import Line, Ruler, Slug, lay_slug

BOTTOM = Band("bottom", 5, 289, 200, 3, 0)
LEFT = Band("left", 5, 5, 3, 269.4, 90)


def ruler(slug: Slug, unit: str) -> Ruler:
    (found,) = [ruler for ruler in slug.rulers if ruler.unit == unit]
    return found


def length(line: Line) -> float:
    return math.dist((line.x1, line.y1), (line.x2, line.y2))


def test_longer_ticks_count_fives_and_tens() -> None:
    ticks = [round(length(tick), 6) for tick in ruler(lay_slug(BOTTOM), "mm").ticks]
    assert ticks[10] == ticks[50] == 3.0
    assert ticks[10] > ticks[5] > ticks[1] == ticks[9]


def test_longer_ticks_count_halves_and_whole_inches() -> None:
    ticks = [round(length(tick), 6) for tick in ruler(lay_slug(BOTTOM), "in").ticks]
    assert ticks[8] == ticks[16] == 3.0
    assert ticks[8] > ticks[4] > ticks[1] == ticks[7]


def test_figures_stand_at_the_long_ticks() -> None:
    slug = lay_slug(BOTTOM)
    millimetres, inches = ruler(slug, "mm"), ruler(slug, "in")
    assert [label.text for label in millimetres.labels] == ["0 mm", "10", "20", "30", "40", "50"]
    assert [label.text for label in inches.labels] == ["0 in", "1", "2"]
    for label, tick in zip(inches.labels, inches.ticks[::8], strict=True):
        assert 0 < label.x - tick.x1 < 1
        assert label.turn == 0


def test_rulers_and_text_stand_in_one_row() -> None:
    slug = lay_slug(BOTTOM)
    assert ruler(slug, "mm").ticks[0].x1 == 5
    assert ruler(slug, "in").ticks[0].x1 == pytest.approx(5 + 50 + 4)
    assert slug.text_x == pytest.approx(5 + 50 + 4 + 50.8 + 4)
    assert slug.text_y == 292
    assert slug.text_x + slug.text_width == pytest.approx(205)


def test_in_an_upright_band_the_row_runs_upwards() -> None:
    slug = lay_slug(LEFT)
    foot = LEFT.y + LEFT.height
    millimetres = ruler(slug, "mm")
    assert (millimetres.ticks[0].x1, millimetres.ticks[0].y1) == pytest.approx((8, foot))
    assert (millimetres.ticks[50].x1, millimetres.ticks[50].y1) == pytest.approx((8, foot - 50))
    assert millimetres.ticks[0].x2 == pytest.approx(5), "ticks point the way the figures do"
    assert {label.turn for label in millimetres.labels} == {90}
    assert (slug.text_x, slug.text_y) == pytest.approx((8, foot - 108.8))
    assert slug.text_width == pytest.approx(269.4 - 108.8)


def test_a_short_band_keeps_both_rulers_and_leaves_the_rest_to_the_text() -> None:
    band = fit_grid(63.5, 88.9, PressOptions(PAPERS["a5"])).band
    assert band is not None
    slug = lay_slug(band)
    assert [ruler.unit for ruler in slug.rulers] == ["mm", "in"]
    assert slug.text_width == pytest.approx(band.width - 108.8)


@pytest.mark.parametrize(
    ("width", "units", "text"),
    [(106.0, ["mm", "in"], 0.0), (100.0, ["mm"], 46.0), (50.0, ["mm"], 0.0), (40.0, [], 40.0)],
)
def test_a_band_too_short_for_a_ruler_does_without_it(width: float, units: list[str], text: float) -> None:
    slug = lay_slug(Band("bottom", 5, 100, width, 3, 0))
    assert [ruler.unit for ruler in slug.rulers] == units
    assert slug.text_width == pytest.approx(text)
