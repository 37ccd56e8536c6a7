"""Four inks: what is given in themes and layouts, what is worked out for the rest, and how little of it."""

from __future__ import annotations

from pathlib import Path

import numpy
import pytest
from games import read_game, write_game
from hypothesis import given
from hypothesis import strategies as some

from generator.catalog.problems import InputError, Problems
from generator.layout.colour import Cmyk, Colour, LinearGradient, inks_of, parse_colour, parse_paint, seen
from generator.layout.faces import FaceRenderer
from generator.press.inks import PressInks, formula_pixels, limited, limited_pixels

CHANNEL = some.integers(0, 255)
GOLD = Cmyk(0, 0.25, 0.8, 0.1)


@pytest.mark.parametrize(
    ("text", "inks", "rgb", "alpha"),
    [
        ("cmyk(0 25 80 10)", GOLD, (0.9, 0.675, 0.18), 1.0),
        ("CMYK(0%, 25%, 80%, 10%)", GOLD, (0.9, 0.675, 0.18), 1.0),
        ("cmyk(0 25 80 10 / 50%)", GOLD, (0.9, 0.675, 0.18), 0.5),
        ("cmyk(0 25 80 10 / #cc9900)", GOLD, (0.8, 0.6, 0.0), 1.0),
        ("cmyk(0 25 80 10 / #c90c)", GOLD, (0.8, 0.6, 0.0), 0.8),
        ("cmyk(60 40 40 100)", Cmyk(0.6, 0.4, 0.4, 1), (0.0, 0.0, 0.0), 1.0),
    ],
)
def test_a_colour_gives_its_inks(
    text: str, inks: Cmyk, rgb: tuple[float, float, float], alpha: float
) -> None:
    colour = parse_colour(text, {})
    assert colour.cmyk == pytest.approx(inks)
    assert colour[:3] == pytest.approx(rgb)
    assert colour.alpha == pytest.approx(alpha)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("cmyk(0 25 80)", r"expected a colour such as cmyk\(0 25 80 10\)"),
        ("cmyk(0 25 80 10 5)", "expected a colour such as cmyk"),
        ("cmyk()", "expected a colour such as cmyk"),
        ("cmyk(a b c d)", "expected a colour such as cmyk"),
        ("cmyk(0 25 80 101)", "expected a number from 0 to 100, got 101 in"),
        ("cmyk(-1 25 80 0)", "expected a number from 0 to 100, got -1 in"),
        ("cmyk(0 25 80 10 / )", "expected a colour such as cmyk"),
        ("cmyk(0 25 80 10 / red)", "expected a colour such as cmyk"),
        ("cmyk(0 25 80 10 / 2)", "expected a number from 0 to 1, got 2 in"),
    ],
)
def test_wrong_inks(text: str, told: str) -> None:
    with pytest.raises(InputError, match=told):
        parse_colour(text, {})


def test_gradients_take_inks() -> None:
    paint = parse_paint("linear(90, cmyk(0 25 80 10), cmyk(0, 0, 0, 100) 80%, white)", {})
    assert isinstance(paint, LinearGradient)
    assert [stop.colour.cmyk for stop in paint.stops] == [GOLD, Cmyk(0, 0, 0, 1), ()]


def theme_of(folder: Path, colour: object) -> tuple[FaceRenderer, list[str]]:
    write_game(folder / "g", theme={"palette": {"gold": colour}})
    problems = Problems()
    game = read_game(folder / "g", problems)
    renderer = FaceRenderer.of(game, problems)
    return renderer, [str(problem) for problem in problems]


@pytest.mark.parametrize(
    ("value", "rgb"),
    [
        ({"rgb": "#c90", "cmyk": [0, 25, 80, 10]}, (0.8, 0.6, 0.0)),
        ({"rgb": "hsl(45, 100%, 40%)", "cmyk": "0, 25, 80, 10"}, (0.8, 0.6, 0.0)),
        ({"cmyk": "0 25 80 10"}, (0.9, 0.675, 0.18)),
        ("cmyk(0 25 80 10 / #cc9900)", (0.8, 0.6, 0.0)),
    ],
)
def test_a_theme_gives_inks(tmp_path: Path, value: object, rgb: tuple[float, ...]) -> None:
    renderer, problems = theme_of(tmp_path, value)
    assert problems == []
    gold = renderer.theme.palette["gold"]
    assert gold is not None
    assert gold.cmyk == pytest.approx(GOLD)
    assert gold[:3] == pytest.approx(rgb)
    # A template may write what stands in the theme.
    palette = renderer.theme.values["palette"]
    assert isinstance(palette, dict)
    assert parse_colour(str(palette["gold"]), {}) == gold


@pytest.mark.parametrize(
    ("value", "told"),
    [
        ({"rgb": "#c90"}, "expected the screen's and the print house's colour"),
        ({"cmyk": [0, 25, 80, 10], "spot": "Gold"}, "expected the screen's and the print house's colour"),
        ({"cmyk": [0, 25, 80]}, "expected four numbers from 0 to 100, got"),
        ({"cmyk": [0, 25, 80, 110]}, "expected four numbers from 0 to 100"),
        ({"cmyk": [0, 25, 80, True]}, "expected four numbers from 0 to 100"),
        ({"cmyk": "lots"}, "expected four numbers from 0 to 100"),
        ({"cmyk": [0, 25, 80, 10], "rgb": "#zz"}, "no colour '#zz'"),
    ],
)
def test_a_theme_with_wrong_inks(tmp_path: Path, value: object, told: str) -> None:
    _, problems = theme_of(tmp_path, value)
    (problem,) = problems
    assert "theme.yaml:3:" in problem
    assert "palette.gold: " + told in problem


@given(some.tuples(CHANNEL, CHANNEL, CHANNEL))
def test_the_formula_shows_what_it_was_given(rgb: tuple[int, int, int]) -> None:
    """No colour is lost, one of the coloured inks is never needed, and greys are black alone."""
    colour = Colour.of(channel / 255 for channel in rgb)
    inks = inks_of(colour)
    assert seen(inks) == pytest.approx(colour[:3], abs=1e-9)
    assert min(inks[:3]) == 0
    if len(set(rgb)) == 1:
        assert inks[:3] == (0, 0, 0)


@given(some.tuples(CHANNEL, CHANNEL, CHANNEL), some.floats(1, 4))
def test_no_colour_takes_more_ink_than_the_limit(rgb: tuple[int, int, int], limit: float) -> None:
    inks = PressInks(limit)
    colour = Colour.of(channel / 255 for channel in rgb)
    written = [float(part) for part in inks.fill(colour).split()[:4]]
    assert sum(written) <= limit + 0.003
    assert inks.stroke(colour) == inks.fill(colour)[:-1] + "K"
    assert inks.cmyk(colour).black == pytest.approx(inks_of(colour).black, abs=0.0006)
    if limit > 3:
        assert written == pytest.approx(inks_of(colour), abs=0.001)


@given(some.lists(some.tuples(CHANNEL, CHANNEL, CHANNEL), min_size=1, max_size=40), some.floats(1, 4))
def test_pixels_are_as_colours_are(pixels: list[tuple[int, int, int]], limit: float) -> None:
    rows = numpy.array([pixels], dtype=numpy.uint8)
    expected = [
        [255 * ink for ink in inks_of(Colour.of(channel / 255 for channel in pixel))] for pixel in pixels
    ]
    assert numpy.abs(formula_pixels(rows)[0] - numpy.array(expected)).max() <= 1
    printed = formula_pixels(rows)
    expected = [[255 * ink for ink in limited(Cmyk(*(pixel / 255)), limit)] for pixel in printed[0]]
    within = limited_pixels(printed, limit)
    assert numpy.abs(within[0] - numpy.array(expected)).max() < 2
    assert within.sum(axis=2).max() <= max(255 * limit, printed[:, :, 3].max())


def test_black_is_black_alone() -> None:
    inks = PressInks()
    assert inks.fill(Colour(0, 0, 0)) == "0 0 0 1 k"
    assert inks.stroke(Colour(0.5, 0.5, 0.5)) == "0 0 0 0.5 K"
    assert inks.fill(Colour(1, 1, 1)) == "0 0 0 0 k"


def test_given_inks_are_left_alone() -> None:
    """Also above the limit: that is told of the file, and not hidden."""
    assert PressInks(1.0).fill(parse_colour("cmyk(60 40 40 100)", {})) == "0.6 0.4 0.4 1 k"
