"""Positions of Battle Gate for tests, and decks of any kind."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from hypothesis import strategies as st

from generator import rules
from generator.rules import Game, State

KINDS = [f"{name}{power}" for name in "MSA" for power in range(1, 7)]
DECKS = st.lists(st.lists(st.sampled_from(KINDS), min_size=1, max_size=30), min_size=2, max_size=4)


@cache
def battle_gate() -> Game:
    return rules.load("battle-gate")


def cards(text: str) -> list[str]:
    return text.split()


def seat(deck: str = "", hand: str = "", field: str = "", discard: str = "", **keys: Any) -> dict[str, Any]:
    """A seat in the middle of a game, its cards as words."""
    piles = {"deck": cards(deck), "hand": cards(hand), "field": cards(field), "discard": cards(discard)}
    return {**piles, "started": True, "out": False, **keys}


def position(*seats: dict[str, Any], phase: str = "draw", **keys: Any) -> dict[str, Any]:
    """A position of the fifth round, in which seat 0 has the turn if nothing else is said."""
    turn = 4 * len(seats) + 1 + keys.get("active", 0)
    given = {
        "game": "battle-gate",
        "turn": turn,
        "active": 0,
        "first": 0,
        "phase": phase,
        "seats": list(seats),
    }
    return {**given, **keys}


def table(*seats: dict[str, Any], phase: str = "draw", **keys: Any) -> State:
    return battle_gate().from_dict(position(*seats, phase=phase, **keys))


def play(state: State, *moves: str) -> State:
    for move in moves:
        state.play(move)
    return state


def choices(state: State) -> list[str]:
    return [state.text(move) for move in state.legal()]


def owned(state: State) -> dict[str, Sequence[str]]:
    found = battle_gate().referee().cards(state.to_dict())
    return {owner: sorted(all_cards) for owner, all_cards in found.items()}
