"""What the tests of Hold the Line share: the game and short positions."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from generator.rules import Game, State, load

Row = Sequence[str]


@cache
def game() -> Game:
    return load("hold-the-line")


def seat(hand: Row = ("infantry", "tank"), deck: Row = (), discard: Row = ()) -> dict[str, Any]:
    return {"deck": list(deck), "hand": list(hand), "discard": list(discard)}


def lane(first: Row = (), second: Row = (), front: int = 0) -> dict[str, Any]:
    return {"front": front, "troops": [list(first), list(second)]}


def position(*lanes: dict[str, Any], seats: Sequence[dict[str, Any]] = (), turn: int = 3) -> dict[str, Any]:
    """The start of a round; lanes that are not given are empty."""
    return {
        "game": "hold-the-line",
        "round": turn,
        "phase": "stage",
        "lanes": [*lanes, *(lane() for _ in range(5 - len(lanes)))],
        "seats": list(seats) or [seat(), seat()],
    }


def played(start: dict[str, Any], *moves: str) -> State:
    state = game().from_dict(start)
    for move in moves:
        state.play(move)
    return state
