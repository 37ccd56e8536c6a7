"""Colours and gradients as designers write them."""

from __future__ import annotations

import pytest
from PIL.ImageColor import colormap, getrgb

from generator.catalog.problems import InputError
from generator.layout.colour import (
    Colour,
    LinearGradient,
    Paint,
    RadialGradient,
    Stop,
    css_colours,
    parse_colour,
    parse_paint,
)

INK, SKY = Colour(0, 0, 0.2), Colour(0.6, 0.8, 1)
WHITE, CLEAR = Colour(1, 1, 1), Colour(1, 1, 1, 0)
PALETTE = {"ink": INK, "sky": SKY, "dark-sky": SKY}


@pytest.mark.parametrize(
    ("text", "colour"),
    [
        ("#fff", Colour(1, 1, 1)),
        ("#f00", Colour(1, 0, 0)),
        ("#00FF00", Colour(0, 1, 0)),
        (" #000033 ", INK),
        ("black", Colour(0, 0, 0)),
        ("dark-sky", SKY),
        ("#0f08", Colour(0, 1, 0, 8 / 15)),
        ("#00ff0033", Colour(0, 1, 0, 0.2)),
        ("RebeccaPurple", Colour(0.4, 0.2, 0.6)),
        ("lightgoldenrodyellow", Colour(250 / 255, 250 / 255, 210 / 255)),
        ("transparent", Colour(0, 0, 0, 0)),
        ("rgb(255, 0, 51)", Colour(1, 0, 0.2)),
        ("rgb(255 0 51 / 50%)", Colour(1, 0, 0.2, 0.5)),
        ("rgba(100%, 0%, 20%, .25)", Colour(1, 0, 0.2, 0.25)),
        ("hsl(120, 100%, 50%)", Colour(0, 1, 0)),
        ("hsla(480deg 100% 50% / 0.5)", Colour(0, 1, 0, 0.5)),
    ],
)
def test_a_colour(text: str, colour: Colour) -> None:
    assert parse_colour(text, PALETTE)[:4] == pytest.approx(colour[:4])


def test_the_palette_goes_before_the_names_of_css() -> None:
    assert parse_colour("black", {"black": INK}) == INK


def test_all_names_of_css_are_there() -> None:
    """Pillow has the same list."""
    assert len(colormap) == 148
    assert {name: getrgb(css_colours()[name]) for name in colormap} == {
        name: getrgb(name) for name in colormap
    }


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("rgba(1,2)", r"expected a colour such as rgb\(90, 120, 60\) or .*, got 'rgba\(1,2\)'"),
        ("rgb(1, 2, 3, 4, 5)", "expected a colour such as rgb"),
        ("rgb(1, 2, 3, x)", "expected a colour such as rgb"),
        ("rgb(nan, 0, 0)", "expected a colour such as rgb"),
        ("rgb()", "expected a colour such as rgb"),
        ("rgb(300, 0, 0)", "expected a number from 0 to 255, got 300 in"),
        ("rgb(101%, 0, 0)", "expected a number from 0 to 100, got 101% in"),
        ("rgba(0, 0, 0, 2)", "expected a number from 0 to 1, got 2 in"),
        ("rgb(30deg, 0, 0)", "expected a number from 0 to 255, got 30deg in"),
        ("hsl(10%, 0%, 0%)", "expected a colour such as hsl"),
    ],
)
def test_a_wrong_colour_of_css(text: str, told: str) -> None:
    with pytest.raises(InputError, match=told):
        parse_colour(text, PALETTE)


@pytest.mark.parametrize("text", ["#ff", "#fffff", "#ggg", "redd", "ink,", "", "rgb(1,2,3", "#fff\n#fff"])
def test_what_is_no_colour(text: str) -> None:
    with pytest.raises(InputError, match="no colour"):
        parse_colour(text, PALETTE)


def test_a_misspelt_name_is_suggested() -> None:
    with pytest.raises(InputError) as caught:
        parse_colour("dark-sy", PALETTE)
    assert caught.value.hint == "did you mean `dark-sky`?"


@pytest.mark.parametrize(
    ("text", "paint"),
    [
        ("linear(90, ink, sky, white)", LinearGradient(90, (Stop(0, INK), Stop(0.5, SKY), Stop(1, WHITE)))),
        ("linear(-45deg, ink 10%, sky 60%)", LinearGradient(-45, (Stop(0.1, INK), Stop(0.6, SKY)))),
        ("radial(ink, sky)", RadialGradient(0.5, 0.5, (Stop(0, INK), Stop(1, SKY)))),
        ("radial(30% 12.5%, ink, sky)", RadialGradient(0.3, 0.125, (Stop(0, INK), Stop(1, SKY)))),
        (
            "linear(0, rgba(255, 0, 51, 0.5) 10%, rgb(0 0 51 / 20%) 60%, sky)",
            LinearGradient(
                0, (Stop(0.1, Colour(1, 0, 0.2, 0.5)), Stop(0.6, INK._replace(alpha=0.2)), Stop(1, SKY))
            ),
        ),
        ("linear(0, white, transparent)", LinearGradient(0, (Stop(0, WHITE), Stop(1, CLEAR)))),
        *((text, None) for text in ("none", "transparent", "#fff0")),
    ],
)
def test_a_paint(text: str, paint: Paint | None) -> None:
    assert parse_paint(text, PALETTE) == paint


def test_what_fades_keeps_its_colour() -> None:
    """Between white and a transparent black there would be grey."""
    between = parse_paint("linear(0, white, transparent, ink)", PALETTE)
    assert isinstance(between, LinearGradient)
    assert between.stops[1:3] == (Stop(0.5, CLEAR), Stop(0.5, INK._replace(alpha=0)))


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("linear(0, ink)", "two colours or more"),
        ("radial(ink)", "two colours or more"),
        ("linear(ink, sky)", "expected a number, got 'ink'"),
        ("linear(nan, ink, sky)", "expected a number, got 'nan'"),
        ("linear(0, ink 50%, sky 20%)", "rise from 0% to 100%"),
        ("linear(0, ink, sky 120%)", "rise from 0% to 100%"),
        ("linear(0, ink, sgy)", "no colour 'sgy'"),
        ("conic(0, ink, sky)", "no colour"),
    ],
)
def test_a_wrong_gradient(text: str, told: str) -> None:
    with pytest.raises(InputError, match=told):
        parse_paint(text, PALETTE)
