"""Wrong game files, card lists and themes: the exact sentence for each."""

from __future__ import annotations

from itertools import pairwise

import pytest

from .conftest import Refuse

GAME = """\
title: Tiny
components:
  cards:
    size: poker
    cards: cards.yaml
    front: card.xml.j2
    safe: 0
    press: {backs: none}
"""


@pytest.mark.parametrize(
    ("cards", "told"),
    [
        pytest.param("", "g/cards.yaml: error: the file is empty", id="an empty file"),
        pytest.param(
            "- &a {name: x, self: *a}\n",
            "g/cards.yaml:1:22: error: `*a` is inside the value it repeats",
            id="a value inside itself",
        ),
        pytest.param(
            "[" * 100_000,
            "g/cards.yaml:1:101: error: values are nested more than 100 deep",
            id="deeply nested",
        ),
    ],
)
def test_a_wrong_card_list(refuse: Refuse, cards: str, told: str) -> None:
    assert refuse(cards=cards) == [told]


def test_a_bomb_of_aliases(refuse: Refuse) -> None:
    names = "abcdefghijklm"
    lines = ["a: &a [x, x, x, x, x, x, x, x, x]"]
    lines += [f"{own}: &{own} [{', '.join([f'*{other}'] * 9)}]" for other, own in pairwise(names)]
    (told,) = refuse(cards="\n".join([*lines, "cards: [{name: x, v: *m}]"]))
    assert told.startswith("g/cards.yaml:7:8: error: the file holds more than 1,000,000 values")


@pytest.mark.parametrize(
    ("game", "told"),
    [
        pytest.param(
            GAME.replace("front:", "frnt:"),
            [
                "g/game.yaml:4:5: error: components.cards: `front` is missing",
                "g/game.yaml:6:5: error: components.cards: unknown key `frnt`; did you mean `front`?",
            ],
            id="an unknown key of a component",
        ),
        pytest.param(
            GAME.replace("poker", "-3 x 5 mm"),
            ["g/game.yaml:4:11: error: components.cards.size: a length cannot be negative, got '-3 x 5 mm'"],
            id="a negative size",
        ),
        pytest.param(
            GAME.replace("poker", "300 x 400 mm"),
            [
                "g/game.yaml:4:11: error: components.cards: the card is 300 × 400 mm, but A4 "
                "has only 200 × 287 mm "
                "inside its 5 mm margins; use a larger --paper or a smaller --margin"
            ],
            id="a card larger than its paper",
        ),
        pytest.param(
            GAME.replace("card.xml.j2", "crad.xml.j2"),
            ["g/game.yaml:6:12: error: no template named 'crad.xml.j2'; did you mean `card.xml.j2`?"],
            id="a missing template",
        ),
    ],
)
def test_a_wrong_game_file(refuse: Refuse, game: str, told: list[str]) -> None:
    assert refuse(game=game) == told


def test_a_missing_theme(refuse: Refuse) -> None:
    (told,) = refuse(game="theme: thm.yaml\n" + GAME, files={"layouts/theme.yaml": ""})
    assert told.startswith("g/game.yaml:1:8: error: theme: no file named 'thm.yaml' in g/layouts or ")
    assert told.endswith("; did you mean `theme.yaml`?")


@pytest.mark.parametrize(
    ("theme", "told"),
    [
        ("palete: {}\n", "1:1: error: unknown key `palete` in a theme; did you mean `palette`?"),
        ("palette:\n  ink: bluee\n", "2:8: error: palette.ink: no colour 'bluee'; did you mean `blue`?"),
        ("icons: mdi7\n", "1:8: error: icons: no icon pack 'mdi7'; did you mean `mdi6`?"),
        ("- a\n", "1:1: error: a theme is a mapping of palette, fonts and icons"),
        ("fonts: [1]\n", "1:8: error: fonts: expected a mapping of names"),
        (
            "fonts:\n  body: source-snas\n",
            "2:9: error: fonts.body: no font 'source-snas'; did you mean `source-sans`?",
        ),
        (
            "fonts:\n  body: source-sans blod\n",
            "2:9: error: fonts.body: no weight 'blod' of source-sans; did you mean `bold`?",
        ),
        (
            "fonts:\n  body: A.ttf\n",
            "2:9: error: fonts.body: A.ttf is not a TrueType or OpenType font; "
            "fonts are .ttf or .otf files with outlines",
        ),
        (
            "fonts:\n  body: {bold: A.ttf}\n",
            "2:9: error: fonts.body: expected a font's name, a .ttf file, or a mapping with "
            "`regular` and perhaps "
            "`bold`, `italic`, `bold-italic`, or with `font` and `fallback`",
        ),
    ],
)
def test_a_wrong_theme(refuse: Refuse, theme: str, told: str) -> None:
    assert refuse(theme=theme, files={"fonts/A.ttf": "this is text"}) == [f"g/layouts/theme.yaml:{told}"]


def test_a_missing_font(refuse: Refuse) -> None:
    (told,) = refuse(theme="fonts:\n  body: Amlendra.ttf\n", files={"fonts/Almendra.ttf": ""})
    assert told.startswith(
        "g/layouts/theme.yaml:2:9: error: fonts.body: no file named 'Amlendra.ttf' in g or "
    )
    assert told.endswith("; did you mean `Almendra.ttf`?")
