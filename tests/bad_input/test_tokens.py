"""Tokens whose shape can't be cut: the exact sentence for each."""

from __future__ import annotations

from typing import Any

import pytest

from .conftest import Refuse

GAME = """\
title: Tiny
components:
  chits:
    kind: tokens
    size: SIZE
    shape: SHAPE
    cards: cards.yaml
    front: card.xml.j2
    safe: 0
    press: {backs: none}
"""
SQUARE = "[20, 20]"


@pytest.mark.parametrize(
    ("size", "shape", "told"),
    [
        (
            SQUARE,
            "cirle",
            "g/game.yaml:6:12: error: components.chits.shape: expected rect, circle, hex or a "
            "list of corners, got "
            "'cirle'; did you mean `circle`?",
        ),
        (
            SQUARE,
            "star",
            "g/game.yaml:6:12: error: components.chits.shape: expected rect, circle, hex or a "
            "list of corners, got "
            "'star'; or list the corners in mm: [[0, 0], [20, 0], [10, 17]]",
        ),
        (
            SQUARE,
            "[[0, 0], [20, 0]]",
            "g/game.yaml:6:12: error: components.chits.shape: a polygon has 3 corners or more, got 2",
        ),
        (
            SQUARE,
            "[[0, 0], [20, 0], 7]",
            "g/game.yaml:6:12: error: components.chits.shape: corner 3: expected two lengths "
            "such as [12, 0], got 7",
        ),
        (
            SQUARE,
            "[[0, 0], [20, 0], [10, 25]]",
            "g/game.yaml:6:12: error: components.chits.shape: corner 3 is at 10, 25 mm, "
            "outside of 20 x 20 mm; "
            "corners count from the top left of the size, to the right and down",
        ),
        (
            SQUARE,
            "[[0, 0], [20, 20], [20, 0], [0, 20]]",
            "g/game.yaml:6:12: error: components.chits.shape: the outline crosses itself: from "
            "corner 1 and from "
            "corner 3; list the corners in the order in which scissors go round",
        ),
        (
            SQUARE,
            "[[0, 0], [20, 0], [5, 0]]",
            "g/game.yaml:6:12: error: components.chits.shape: the outline crosses itself: from "
            "corner 1 and from "
            "corner 2; list the corners in the order in which scissors go round",
        ),
        (
            SQUARE,
            "[[0, 0], [20, 0], [20, 0], [0, 20]]",
            "g/game.yaml:6:12: error: components.chits.shape: corner 2 and the next one are "
            "the same; list each "
            "corner once",
        ),
        (
            "[20, 30]",
            "circle",
            "g/game.yaml:6:12: error: components.chits.shape: a circle is as wide as it is "
            "high, but the size is "
            "20 x 30 mm; give both sides the circle's diameter",
        ),
    ],
)
def test_a_shape_that_cannot_be_cut(refuse: Refuse, size: str, shape: str, told: str) -> None:
    assert refuse(game=GAME.replace("SIZE", size).replace("SHAPE", shape)) == [told]


def errors(problems: list[str]) -> str:
    """The one error; the text of the layout does not fit either, which is warned of."""
    (error,) = [problem for problem in problems if ": warning: " not in problem]
    return error


def test_only_tokens_have_a_shape(refuse: Refuse) -> None:
    component: dict[str, Any] = {"shape": "circle", "size": [20, 20]}
    (told,) = refuse(component=component)
    assert told.endswith(".shape: only tokens have a shape, this is cards; add `kind: tokens`")


@pytest.mark.parametrize("kind", ["cards", "tokens"])
def test_only_boards_and_boxes_have_overlap(refuse: Refuse, kind: str) -> None:
    component: dict[str, Any] = {"kind": kind, "press": {"backs": "none", "overlap": 5}}
    (told,) = refuse(component=component)
    what = f"only boards and boxes are printed in tiles that overlap, this is {kind}"
    assert told.endswith(f".press.overlap: {what}")


IN_A_BLOCK = (
    "expected how many there are in a block, got {}; write for example `3 x 2`: side by side, and below one "
    "another; at most 50 each"
)


@pytest.mark.parametrize(
    ("component", "told"),
    [
        (
            {"press": {"blocks": "3"}},
            "9:15: error: components.cards.press.blocks: " + IN_A_BLOCK.format("'3'"),
        ),
        ({"press": {"blocks": "0 x 2"}}, "press.blocks: " + IN_A_BLOCK.format("'0 x 2'")),
        ({"press": {"blocks": "9999 x 2"}}, "press.blocks: " + IN_A_BLOCK.format("'9999 x 2'")),
        ({"press": {"blocks": [3, True]}}, "press.blocks: " + IN_A_BLOCK.format("a list")),
        ({"press": {"blocks": {"x": 3}}}, "press.blocks: " + IN_A_BLOCK.format("a mapping")),
        (
            {"kind": "tokens", "shape": "hex", "press": {"blocks": "3 x 2"}},
            "press.blocks: only rectangles go in blocks; remove `blocks`",
        ),
        (
            {"press": {"block-gap": 5}},
            "press.block-gap: there are no blocks; write `blocks: 3 x 2` next to it",
        ),
        (
            {"press": {"blocks": "3 x 2", "block-gap": -1}},
            "press.block-gap: a length cannot be negative, got -1",
        ),
        (
            {"kind": "board", "press": {"turn": "always"}},
            "press.turn: only cards and tokens are laid out so, this is board",
        ),
        (
            {"press": {"sheet": "avery-5371", "turn": "never"}},
            "press.turn: a label sheet has its own places; leave out one of the two",
        ),
        (
            {"press": {"tokens": "grid"}},
            "press.tokens: only tokens are packed by shape, this is cards",
        ),
        (
            {"kind": "tokens", "press": {"tokens": "rows"}},
            "press.tokens: expected one of dense, grid; got 'rows'",
        ),
        (
            {"kind": "tokens", "press": {"sheet": "avery-5371", "tokens": "grid"}},
            "press.tokens: a label sheet has its own places; leave out one of the two",
        ),
        (
            {"press": {"turn": "sideways"}},
            "press.turn: expected one of auto, never, always; got 'sideways'",
        ),
        (
            {"press": {"backs": "none", "blocks": "4 x 2"}},
            "the block of 4 × 2 is 254 × 177.8 mm, but A4 has only 200 × 287 mm inside its 5 mm margins; "
            "use smaller blocks or a larger --paper",
        ),
        (
            {"size": "40 x 205 mm", "press": {"backs": "none", "turn": "always"}},
            "the card is 40 × 205 mm, but A4 has only 200 × 287 mm inside its 5 mm margins; "
            "use a larger --paper or a smaller --margin, or `turn: auto`",
        ),
    ],
)
def test_what_can_t_lie_in_rows_as_it_is_said(refuse: Refuse, component: dict[str, Any], told: str) -> None:
    assert errors(refuse(component=component)).endswith(told)


@pytest.mark.parametrize("shape", ["circle", "hex", "rect"])
def test_a_token_of_size_0(refuse: Refuse, shape: str) -> None:
    (told,) = refuse(game=GAME.replace("SIZE", "[0, 0]").replace("SHAPE", shape))
    assert told.startswith("g/game.yaml:5:11: error: components.chits.size: ")
    assert "0" in told


@pytest.mark.parametrize("shape", ["circle", "hex", "rect"])
def test_a_token_too_small_to_cut(refuse: Refuse, shape: str) -> None:
    told = errors(refuse(game=GAME.replace("SIZE", "[2, 2]").replace("SHAPE", shape)))
    assert "is 2 × 2 mm, too small to cut out; each side must be 5 mm or more" in told


def test_a_token_larger_than_the_paper(refuse: Refuse) -> None:
    told = errors(refuse(game=GAME.replace("SIZE", "[250, 250]").replace("SHAPE", "circle")))
    assert told == (
        "g/game.yaml:5:11: error: components.chits: the token is 250 × 250 mm, but A4 has only "
        "200 × 287 mm inside "
        "its 5 mm margins; use a larger --paper or a smaller --margin"
    )
