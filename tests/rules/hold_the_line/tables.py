"""What the tests of Hold the Line share: the game and short positions."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from games import bundled_game

from generator.catalog.problems import Problems
from generator.rules import Game, State
from generator.rules.loading import rules_for

Row = Sequence[str]


@cache
def game() -> Game:
    problems = Problems()
    opened = rules_for(bundled_game("hold-the-line"), problems)
    assert opened is not None, str(problems)
    return opened


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
