"""Positions that a sensible player has one answer to."""

from __future__ import annotations

from typing import Any


def gate(phase: str, own: dict[str, Any], other: dict[str, Any], **more: Any) -> dict[str, Any]:
    """Battle Gate for two: seat 0 has the turn, in the middle of a game."""
    seats = [{"deck": ["M1"] * 8, "hand": [], "field": [], "discard": []} | seat for seat in (own, other)]
    started = [seat | {"started": True, "out": False} for seat in seats]
    return {
        "game": "battle-gate",
        "turn": 7,
        "active": 0,
        "first": 0,
        "phase": phase,
        "seats": started,
        **more,
    }


def line(lanes: list[tuple[int, list[str], list[str]]], own: list[str]) -> dict[str, Any]:
    """Hold the Line, staging in round 3: seat 0 holds ``own``, and the other cards lie in the decks."""
    army = ["infantry"] * 8 + ["anti-armor"] * 4 + ["tank"] * 2
    seats = []
    for seat, hand in enumerate((own, ["infantry"] * 2)):
        rest = army.copy()
        troops = [troop.split()[0] for lane in lanes for troop in lane[1 + seat]]
        for card in (*troops, *hand):
            rest.remove(card)
        seats.append({"deck": rest, "hand": hand, "discard": []})
    return {
        "game": "hold-the-line",
        "round": 3,
        "phase": "stage",
        "lanes": [{"front": front, "troops": [first, second]} for front, first, second in lanes],
        "seats": seats,
    }
