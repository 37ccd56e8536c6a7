"""Each number under `rules:` is played by, and every place that tells it tells the new one."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from games import PROJECT, bundled_game

from rules.rule_numbers import Edition, Told, standing

GAME = "hold-the-line"


def position(lanes: int, hand: int = 3, staged: int = 0, **more: Any) -> dict[str, Any]:
    """The start of a round on an empty board."""
    seats: list[dict[str, Any]] = [{"deck": [], "hand": ["infantry"] * hand} for _ in range(2)]
    if staged:
        seats[0]["staged"] = ["infantry"] * staged + [None] * (lanes - staged)
    board = [{"front": 0, "troops": [[], []]} for _ in range(lanes)]
    return {"round": 1, "phase": "stage", "lanes": board, "seats": seats, **more}


def setup(lanes: int, hand: int) -> dict[str, Any]:
    return position(lanes, hand, round=0, phase="setup")


def fault(given: dict[str, Any]) -> Callable[[Edition], str]:
    """What is wrong with a position."""

    def ask(edition: Edition) -> str:
        try:
            edition.game.from_dict({"game": GAME, **given})
        except ValueError as bad:
            return str(bad)
        return ""

    return ask


def reason(words: str) -> Callable[[Edition], str]:
    """Why a move is illegal at the start of a game."""

    def ask(edition: Edition) -> str:
        state = edition.game.start(1)
        try:
            state.play(words)
        except ValueError as illegal:
            return str(illegal)
        return ""

    return ask


def result(*fronts: int) -> Callable[[Edition], str]:
    """How a game ended that is over with the fronts where they stand; nothing if it cannot be over."""

    def ask(edition: Edition) -> str:
        given = position(len(fronts), phase="over")
        for lane, front in zip(given["lanes"], fronts, strict=True):
            lane["front"] = front
        try:
            return edition.game.from_dict({"game": GAME, **given}).result().reason
        except ValueError as bad:
            return str(bad)

    return ask


def option(edition: Edition) -> str:
    return edition.game.options[0].help


def news_of_a_push(edition: Edition) -> str:
    """What is told when an infantry has pushed a front."""
    state = edition.game.from_dict({"game": GAME, **position(5)})
    before = state.view(0)
    for move in ("stage 0 infantry", "done", "done"):
        state.play(move)
    return " ".join(edition.display.news(before, state.view(0)))


def screen_after_a_push(edition: Edition) -> str:
    state = edition.game.from_dict({"game": GAME, **position(5)})
    for move in ("stage 0 infantry", "done", "done"):
        state.play(move)
    return edition.screen(state.to_dict(), 0)


def last_round(edition: Edition) -> str:
    """How a game in which nobody does anything ends in its last round."""
    last = edition.game.options[0].default
    state = edition.game.from_dict({"game": GAME, **position(5, round=last)})
    state.play("done")
    state.play("done")
    return state.result().reason


def screen_of_a_start(edition: Edition) -> str:
    return edition.screen(edition.game.start(1).to_dict(), 0)


TABLE = {
    "lanes": Told(
        6,
        rulebook=("6 lanes", "across 6 lanes", "lay 6 of them", "All 6 fronts stand", "6 lanes crossed by"),
        faces={
            "reference": ("all 6 lanes stand on your red line",),
            "tuck-box": ("2 players · 6 lanes", "driving all 6 fronts"),
            "board": ("6",),
        },
        says=(
            (reason("stage 9 tank"), "the lanes are 0 to 5"),
            (fault(position(4)), "lanes: expected 6 items, got 4"),
            (result(2, 2, 2, 2, 2, 2), "all 6 lanes stand on the red line of sand"),
            (screen_of_a_start, " 5 - r-y-[G]-y-r -"),
            (Edition.examples, "stage 3 tank lay a card face down in front of lane 3"),
        ),
    ),
    "push": Told(
        2,
        rulebook=(
            "pushes the front by 2 lines towards the enemy",
            "moves to the enemy's red line",
            "meet both of them on red",
            "lane 1, now on Sand's red",
        ),
        faces={"reference": ("Push its front 2 lines if",)},
        says=(
            (news_of_a_push, "you push the front to red"),
            (screen_after_a_push, "r-y-g-y-[R]"),
            (fault(position(5, phase="over") | {"lanes": [{"front": 5}] * 5}), "expected -4 to 4, got 5"),
        ),
    ),
    "hand.first": Told(
        8,
        rulebook=("draws 8 cards.",),
        says=((fault(setup(5, 6)), "6 cards; before setup each draws 8"),),
    ),
    "hand.full": Told(
        6,
        rulebook=("draw until they hold 6 cards", "Draw until you hold 6 cards"),
        faces={"reference": ("Draw until you hold 6 cards.",)},
        says=((fault(position(5, 8)), "8 cards; a hand is drawn up to 6"),),
    ),
    "staged.max": Told(
        1,
        rulebook=("Lay up to 1 card face down",),
        faces={"reference": ("Lay up to 1 card face down",)},
        says=(
            (Edition.examples, "stage no more in this round, in which up to 1 card may be staged"),
            (fault(position(5, 0, staged=4)), "4 cards staged, at most 1 may be"),
        ),
    ),
    "armor.takes": Told(
        3,
        rulebook=(
            "Each point stops 3 damage, once.",
            "Each armor it has left stops 3 and is gone. If less than 3 is left",
            "1 of the Tank's 2 armor stops 3 and is gone, and the 2 left over are lost.",
        ),
        faces={
            "reference": (
                "every 3 points of ordinary damage break one armor.",
                "Points that are left over against armor are lost.",
            ),
        },
        says=((Edition.examples, "armor each point stops 3 damage, once, unless it is ignored"),),
    ),
    "rulings.max_rounds": Told(
        1,
        says=(
            (option, "after 1 round the engine stops and calls it a draw"),
            (last_round, "a draw: 1 round is over"),
            (fault(position(5, round=500)), "round: expected 1 to 1, got 500"),
        ),
    ),
}


def test_the_schema_of_positions_has_the_numbers_of_the_rules() -> None:
    schema = json.loads((PROJECT / "docs" / "schema" / "positions" / f"{GAME}.json").read_text("utf-8"))
    seat, front = schema["$defs"]["seat"]["properties"], schema["$defs"]["lane"]["properties"]["front"]
    rules: Any = bundled_game(GAME).rules
    game: Any = standing(GAME).game
    beyond = game.config.reach + rules["push"]
    lanes = (schema["properties"]["lanes"], seat["staged"])
    assert [(part["minItems"], part["maxItems"]) for part in lanes] == [(rules["lanes"], rules["lanes"])] * 2
    assert (front["minimum"], front["maximum"]) == (-beyond, beyond)
    assert seat["hand"]["maxItems"] == game.config.first_hand
    assert schema["$defs"]["cards"]["maxItems"] == game.config.army_size
