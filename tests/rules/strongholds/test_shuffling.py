"""What is shuffled in Strongholds: families, the draw pile, and the defeated pile into it."""

from __future__ import annotations

from typing import Any

import pytest
from games import PROJECT

from generator.rules import Game, load

SEEDS = 60


@pytest.fixture(scope="module")
def game() -> Game:
    return load(str(PROJECT / "cards" / "strongholds"))


def test_every_card_comes_into_every_hand(game: Game) -> None:
    hands: list[set[str]] = [set(), set()]
    tops = set()
    for seed in range(SEEDS):
        position = game.start(seed).to_dict()
        tops.add(position["pile"][0])
        for seat, hand in enumerate(hands):
            hand.update(position["seats"][seat]["hand"])
    assert [len(hand) for hand in hands] == [42, 42]
    assert len(tops) > 20


def test_families_are_dealt_by_lot(game: Game) -> None:
    dealt = {
        tuple(seat["royals"][0][-1] for seat in game.start(seed, seats=4).to_dict()["seats"])
        for seed in range(4 * SEEDS)
    }
    assert len(dealt) == 24


def turn_played(game: Game, seed: int) -> dict[str, Any]:
    """Seat 1 takes a wound, and what was defeated is shuffled into a pile of ten."""
    position = {
        "game": "strongholds",
        "turn": 4,
        "phase": "muster",
        "seats": [
            {"royals": ["KH", "QH"], "hand": ["6C", "9C", "AH", "*R", "4H", "AD"]},
            {"royals": ["KS", "JS"], "hand": ["2H", "5H", "7H", "8H", "9H", "10H"]},
        ],
        "pile": ["3S", "4S", "5S", "6S", "7S", "8S", "9S", "10S", "2D", "3D", "4D", "5D", "6D"],
        "shuffler": {"seed": seed},
    }
    state = game.from_dict(position)
    for move in ("general QH", "send 6C", "send 9C", "general JS", "send 2H", "done"):
        state.play(move)
    for move in ("lay 5H>9C", "lay 7H>9C", "done"):
        state.play(move)
    return state.to_dict()


def test_the_defeated_are_shuffled_into_the_draw_pile(game: Game) -> None:
    piles = [turn_played(game, seed)["pile"] for seed in range(SEEDS)]
    rest = ["6S", "7S", "8S", "9S", "10S", "2D", "3D", "4D", "5D", "6D", "9C", "5H", "7H"]
    assert {len(pile) for pile in piles} == {13}
    assert all(sorted(pile) == sorted(rest) for pile in piles)
    assert {pile[0] for pile in piles} == set(rest)
    assert {pile[-1] for pile in piles} == set(rest)
