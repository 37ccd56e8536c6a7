"""Colours and gradients as designers write them."""

from __future__ import annotations

import pytest

from generator.catalog.problems import InputError
from generator.layout.colour import Colour, LinearGradient, RadialGradient, Stop, parse_colour, parse_paint

INK, SKY = Colour(0, 0, 0.2), Colour(0.6, 0.8, 1)
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
    ],
)
def test_a_colour(text: str, colour: Colour) -> None:
    assert parse_colour(text, PALETTE) == colour


def test_the_palette_goes_before_the_basic_names() -> None:
    assert parse_colour("black", {"black": INK}) == INK


@pytest.mark.parametrize("text", ["#ff", "#fffff", "#ggg", "red", "ink,", "", "rgb(1,2,3)", "#fff\n#fff"])
def test_what_is_no_colour(text: str) -> None:
    with pytest.raises(InputError, match="no colour"):
        parse_colour(text, PALETTE)


def test_a_misspelt_name_is_suggested() -> None:
    with pytest.raises(InputError) as caught:
        parse_colour("dark-sy", PALETTE)
    assert caught.value.hint == "did you mean `dark-sky`?"


def test_colours_of_a_gradient_stand_at_equal_distances() -> None:
    assert parse_paint("linear(90, ink, sky, white)", PALETTE) == LinearGradient(
        90, (Stop(0, INK), Stop(0.5, SKY), Stop(1, Colour(1, 1, 1)))
    )


def test_colours_of_a_gradient_stand_where_they_say() -> None:
    assert parse_paint("linear(-45deg, ink 10%, sky 60%)", PALETTE) == LinearGradient(
        -45, (Stop(0.1, INK), Stop(0.6, SKY))
    )


def test_a_radial_gradient_begins_in_the_middle_or_where_it_says() -> None:
    stops = (Stop(0, INK), Stop(1, SKY))
    assert parse_paint("radial(ink, sky)", PALETTE) == RadialGradient(0.5, 0.5, stops)
    assert parse_paint("radial(30% 12.5%, ink, sky)", PALETTE) == RadialGradient(0.3, 0.125, stops)


def test_no_paint() -> None:
    assert parse_paint("none", PALETTE) is None


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
