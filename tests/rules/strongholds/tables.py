"""What the tests of Strongholds share: the game, short positions, random games."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

from games import bundled_game

from generator.catalog.problems import Problems
from generator.rules import Game, Shuffler, State
from generator.rules.loading import rules_for

Row = Sequence[str]
OUT: dict[str, Any] = {"royals": [], "hand": [], "out": True}


@cache
def game() -> Game:
    problems = Problems()
    opened = rules_for(bundled_game("strongholds"), problems)
    assert opened is not None, str(problems)
    return opened


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


def legal(state: State) -> set[str]:
    return {state.text(move) for move in state.legal()}


def royals(state: State) -> list[list[str]]:
    return [held["royals"] for held in state.to_dict()["seats"]]


def random_game(seed: int, seats: int = 2, **options: Any) -> Iterator[State]:
    """The states of a game in which everybody chooses by lot; it is the same object, moved on."""
    lots = Shuffler(seed + 1)
    state = game().start(seed, seats, **options)
    yield state
    while state.player is not None:
        state.apply(state.legal()[lots.below(len(state.legal()))])
        yield state
