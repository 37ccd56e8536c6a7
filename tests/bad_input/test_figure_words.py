"""Words for a figure that the kit does not have: the exact sentence for each, before anything is drawn."""

from __future__ import annotations

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


@pytest.mark.parametrize(
    ("figure", "told"),
    [
        ("{hatt: helmet}", "a figure has no `hatt` (card ann); did you mean `hat`?"),
        ("{armour: mail}", "a figure has no `armour` (card ann); did you mean `coat`?"),
        ("{hat: helmit}", "the kit of figures has no hat 'helmit' (card ann); did you mean `helmet`?"),
        (
            "{hat: helmit, coat: tonic}",
            "the kit of figures has no hat 'helmit'; the kit of figures has no coat 'tonic' (card ann); "
            "did you mean `helmet`? did you mean `tunic`?",
        ),
        (
            "{holds: [spear, lantren]}",
            "the kit of figures has no thing to hold 'lantren' (card ann); did you mean `lantern`?",
        ),
        ("{hat: [helmet, crown]}", "expected the name of a hat, got a list (card ann)"),
        ("{hat: ../../secret}", "expected the name of a hat, got '../../secret' (card ann)"),
        ("{style: outlin}", "the kit of figures has no style 'outlin' (card ann); did you mean `outline`?"),
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
    ],
)
def test_words_that_the_kit_does_not_have(refuse: Refuse, figure: str, told: str) -> None:
    problems = refuse(game=GAME.replace("FIGURE", figure))
    assert problems == [f"g/game.yaml:10:27: error: figure: {told}"]
