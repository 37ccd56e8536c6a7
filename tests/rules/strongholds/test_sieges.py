"""Sieges of random games come out as worked out from their positions."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from generator.rules import Shuffler

from .by_position import Outcome
from .tables import game


def after(before: dict[str, Any], chooser: int, move: str) -> dict[str, Any]:
    """The siege with the last move of it."""
    defender = before["seats"][chooser]
    verb, _, rest = move.partition(" ")
    if verb == "lay":
        card, _, on = rest.partition(">")
        defender["hand"].remove(card)
        defender.setdefault("laid", {}).setdefault(on, []).append(card)
    elif verb == "pit":
        defender.setdefault("pitted", []).append(rest.split())
    elif verb == "give":
        defender["hand"].remove(rest)
        drawn, before["pile"] = before["pile"][:2], before["pile"][2:]
        defender["hand"] += drawn
    return before


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 10**6), st.sampled_from((2, 4)))
def test_every_siege_ends_as_worked_out_from_its_position(seed: int, seats: int) -> None:
    lots = Shuffler(seed)
    state = game().start(seed, seats)
    sieges = 0
    while state.player is not None:
        before, chooser = state.to_dict(), state.player
        move = state.legal()[lots.below(len(state.legal()))]
        words = state.text(move)
        state.apply(move)
        now = state.to_dict()
        next_muster = now["phase"] == "muster" and now["turn"] == before["turn"] + 1
        # Where the next muster was all forced, the siege can't be told from its end any more.
        if before["phase"] == "defence" and (next_muster or state.over):
            sieges += 1
            compare(now, Outcome(after(before, chooser, words)))
    assert sieges


def compare(now: dict[str, Any], expected: Outcome) -> None:
    assert [held["royals"] for held in now["seats"]] == expected.royals
    assert [held["out"] for held in now["seats"]] == [not row for row in expected.royals]
    rest = set(now["defeated"] if now["phase"] == "over" else [*now["pile"], *now["defeated"]])
    assert expected.lost <= rest
    for held, hand in zip(now["seats"], expected.hands, strict=True):
        holds = {*held["hand"], *held.get("troops", ())}
        assert set(hand) <= holds
        if now["phase"] == "over":
            assert set(hand) == holds
        elif not held["out"]:
            assert len(holds) >= len(hand)
