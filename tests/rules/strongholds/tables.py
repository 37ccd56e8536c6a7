"""What the tests of Strongholds share: the game and short positions."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from generator.rules import Game, State, load

Row = Sequence[str]


@cache
def game() -> Game:
    return load("strongholds")


def seat(royals: Row, hand: Row = (), **chosen: Any) -> dict[str, Any]:
    return {"royals": list(royals), "hand": list(hand), **chosen}


def position(*seats: dict[str, Any], pile: Row = (), **more: Any) -> dict[str, Any]:
    """The start of turn 4, if nothing else is said."""
    heading = {"game": "strongholds", "turn": 4, "phase": "muster"}
    return {**heading, "seats": list(seats), "pile": list(pile), **more}


def siege(*seats: dict[str, Any], **more: Any) -> dict[str, Any]:
    """A position in which all have mustered."""
    return position(*seats, phase="defence", **more)


def sent(general: str, target: int, *troops: str) -> dict[str, Any]:
    return {"general": general, "target": target, "troops": list(troops)}


def played(start: dict[str, Any], *moves: str) -> State:
    state = game().from_dict(start)
    for move in moves:
        state.play(move)
    return state
