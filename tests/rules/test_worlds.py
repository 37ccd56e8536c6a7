"""Worlds dealt behind a seat's view, in all games: the game reads each, and the seat sees the same in it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
import yaml

from generator import rules
from generator.rules import Game, Shuffler, State
from generator.sim.bots import make_bot

GAMES = ("battle-gate", "hold-the-gates", "hold-the-line", "strongholds", "gateway")
DECISIONS = 12


def starts(game: Game, each: int) -> Iterator[State]:
    """Games from their beginning, and from every so many of the positions of scenarios."""
    for number, setup in enumerate(game.setups()):
        yield game.start(seed=number, **setup)
    folder = Path(__file__).resolve().parent / game.name.replace("-", "_")
    positions = [
        scenario["from"]
        for file in sorted(folder.glob("*.yaml"))
        for scenario in yaml.safe_load(file.read_text(encoding="utf-8"))
        if "from" in scenario and "refused" not in scenario
    ]
    for position in positions[::each]:
        yield game.from_dict(position)


def check_worlds(game: Game, state: State, dice: Random) -> None:
    for seat in range(len(state.to_dict()["seats"])):
        view = json.loads(json.dumps(state.view(seat)))
        world = game.from_dict(game.determinize(view, seat, Shuffler(dice.randrange(2**40))))
        assert world.view(seat) == view
        assert world.player == state.player or not view["asked"]
        assert world.legal() == state.legal() or not view["asked"]


@pytest.mark.parametrize("name", GAMES)
def test_a_world_is_seen_as_the_game_is(name: str) -> None:
    game, dice = rules.load(name), Random(f"worlds {name}")
    for state in starts(game, each=6):
        for _ in range(DECISIONS):
            check_worlds(game, state, dice)
            if state.player is None:
                break
            state.apply(dice.choice(state.legal()))


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_a_world_is_seen_as_the_game_is_in_all_scenarios_to_their_end(name: str) -> None:
    game, dice = rules.load(name), Random(f"all worlds {name}")
    for state in starts(game, each=2):
        for number in range(400):
            if number < DECISIONS or dice.random() < 0.1:
                check_worlds(game, state, dice)
            if state.player is None:
                break
            state.apply(dice.choice(state.legal()))


def test_bots_play_on_where_a_short_battalion_was_sent() -> None:
    game = rules.load("strongholds")
    position = {
        "game": "strongholds",
        "turn": 2,
        "phase": "defence",
        "choosing": 0,
        "seats": [
            {
                "royals": ["KC", "QC"],
                "hand": ["5S", "4S"],
                "general": "QC",
                "target": 1,
                "troops": ["6S", "2H"],
            },
            {"royals": ["KH", "QH"], "hand": ["AS"], "general": "KH", "target": 0, "troops": []},
        ],
        "pile": ["3H", "4H", "5H"],
    }
    for seed in range(5):
        bots = [make_bot("greedy", game, seed, seat) for seat in (0, 1)]
        state = game.from_dict(position)
        while state.player is not None:
            state.apply(bots[state.player].choose(state.view(state.player), state.legal()))
        assert state.result().winners


def battle_gate_seat(hand: list[str], deck: list[str], **more: Any) -> dict[str, Any]:
    return {"deck": deck, "hand": hand, "field": [], "discard": [], "started": True, "out": False, **more}


@pytest.mark.parametrize("phase", ["field", "boost"])
def test_in_battle_gate_whoever_is_asked_for_a_card_is_dealt_one(phase: str) -> None:
    """One card in a hundred can be played, so hands dealt at random hardly ever have it."""
    game = rules.load("battle-gate")
    position: dict[str, Any] = {"game": "battle-gate", "turn": 5, "active": 0, "first": 0, "phase": phase}
    asked = battle_gate_seat(["A1"], ["M6"] * 60)
    if phase == "boost":
        asked["field"] = ["S1"]
        position["attacks"] = [{"card": "S1", "target": 1}]
    position["seats"] = [asked, battle_gate_seat(["S2"], ["S3"] * 5)]
    state = game.from_dict(position)
    assert state.player == 0
    view = state.view(1)
    for seed in range(30):
        world = game.from_dict(game.determinize(view, 1, Shuffler(seed)))
        assert world.view(1) == view
        assert world.to_dict()["seats"][0]["hand"] == ["A1"]


@pytest.mark.parametrize("deck", [["defender"] * 8, ["merchant"]])
def test_in_gateway_whoever_is_asked_is_dealt_a_card_to_pay_for(deck: list[str]) -> None:
    game = rules.load("gateway")
    state = game.start(seed=7, seats=2)
    while state.to_dict()["phase"] != "deployment":
        state.apply(state.legal()[0])
    position = state.to_dict()
    active = position["active"]
    position["power"] = 0
    position["stacks"]["defender"] = 0
    position["seats"][active].update(hand=["merchant"], deck=deck, discard=[], played=[])
    state = game.from_dict(position)
    assert state.player == active
    other = 1 - active
    for seed in range(10):
        world = game.from_dict(game.determinize(state.view(other), other, Shuffler(seed)))
        assert world.view(other) == state.view(other)
