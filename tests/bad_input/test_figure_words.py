"""Words for a figure that mean nothing: the exact sentence for each, with the place of the card's words."""

from __future__ import annotations

import re

import pytest

from .conftest import Refuse

GAME = """\
title: Tiny
components:
  cards:
    size: poker
    front: card.xml.j2
    safe: 0
    press: {backs: none}
    fields: {figure: figure}
    cards:
      - {id: ann, figure: FIGURE}
"""
FRONT = """\
{% from "figures.xml.j2" import figure %}
<card>{{ figure(card.figure, "Ann", 0, 0, 60, 48) }}</card>
"""


@pytest.mark.parametrize(
    ("figure", "told"),
    [
        ("{hatt: helmet}", "a figure has no `hatt` (card ann); did you mean `hat`?"),
        ("{armour: mail}", "a figure has no `armour` (card ann); did you mean `coat`?"),
        (
            "{hatt: helmet, armour: mail}",
            "a figure has no `hatt`; a figure has no `armour` (card ann); "
            "did you mean `hat`? did you mean `coat`?",
        ),
        ("{hat: [helmet, crown]}", "expected the name of a hat, got a list (card ann)"),
        ("{hat: ../../secret}", "expected the name of a hat, got '../../secret' (card ann)"),
        (
            "3",
            "expected words for a figure, got 3 (card ann); "
            "write for example `{stance: guard, hat: helmet, holds: [spear]}`",
        ),
        (
            "guard",
            "expected a word and a part, got 'guard' (card ann); "
            "write for example `stance guard; hat helmet; holds spear, lantern`",
        ),
        ("{hat: helmit}", "the kit of figures has no hat 'helmit' (card ann); did you mean `helmet`?"),
        (
            "{holds: [spear, lantren]}",
            "the kit of figures has no thing to hold 'lantren' (card ann); did you mean `lantern`?",
        ),
        (
            "{thing: umbrella}",
            "the kit of figures has no thing 'umbrella' (card ann); `umbrella` belongs to `holds`",
        ),
        (
            "{holds: [zzzzzzzz]}",
            "the kit of figures has no thing to hold 'zzzzzzzz' (card ann); "
            "`gatepress docs figures` shows all",
        ),
        ("{facing: up}", "expected right or left, got 'up' (card ann)"),
        (
            "{shift: [0, 0, 0]}",
            "expected two lengths and perhaps a size such as '4 -2 1.1', got '0 0 0' (card ann)",
        ),
        ("{colours: red}", "expected a role and a colour such as `coat crimson`, got 'red' (card ann)"),
        ("{style: outlin}", "the kit of figures has no style 'outlin' (card ann); did you mean `outline`?"),
    ],
)
def test_words_that_mean_nothing(refuse: Refuse, figure: str, told: str) -> None:
    problems = refuse(game=GAME.replace("FIGURE", figure), front=FRONT)
    assert problems == [f"g/game.yaml:10:27: error: figure: {told}"]


def test_a_list_that_is_cut_says_where_all_are(refuse: Refuse) -> None:
    (told,) = refuse(game=GAME.replace("FIGURE", "{stance: zzzzzzzz}"), front=FRONT)
    assert re.search(r"; there are .*, and \d+ more; `gatepress docs figures` shows all$", told)


def test_all_parts_that_there_are_not_are_told_at_once(refuse: Refuse) -> None:
    problems = refuse(game=GAME.replace("FIGURE", "{hat: helmit, coat: tonic}"), front=FRONT)
    assert problems == [
        "g/game.yaml:10:27: error: figure: the kit of figures has no hat 'helmit' (card ann); "
        "did you mean `helmet`?",
        "g/game.yaml:10:27: error: figure: the kit of figures has no coat 'tonic' (card ann); "
        "did you mean `tunic`?",
    ]
