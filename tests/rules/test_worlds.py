"""Worlds dealt behind a seat's view, in all games: the game reads each, and the seat sees the same in it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest
import yaml
from games import PROJECT, bundled_game

from generator import rules
from generator.rules import Game, Shuffler, State
from generator.rules.terminal import display_for
from generator.sim.bots import make_bot
from rules.conformance.little_game import Peaks
from rules.kit import games as kit
from rules.leduc import Leduc

GALLERY = PROJECT / "tests" / "gallery"
SAMPLES = ("weathervane", "march-ice", "button-box")
MOVES = 300
"""At most, of a game."""
GAMES = ("battle-gate", "hold-the-gates", "hold-the-line", "strongholds", "gateway")
DECISIONS = 12


def starts(game: Game) -> Iterator[State]:
    """Games from their beginning, and from every other position of scenarios."""
    for number, setup in enumerate(game.setups()):
        yield game.start(seed=number, **setup)
    folder = Path(__file__).resolve().parent / game.name.replace("-", "_")
    positions = [
        scenario["from"]
        for file in sorted(folder.glob("*.yaml"))
        for scenario in yaml.safe_load(file.read_text(encoding="utf-8"))
        if "from" in scenario and "refused" not in scenario
    ]
    for position in positions[::2]:
        yield game.from_dict(position)


def check_worlds(game: Game, state: State, dice: Random) -> None:
    for seat in range(len(state.to_dict()["seats"])):
        view = json.loads(json.dumps(state.view(seat)))
        world = game.from_dict(game.determinize(view, seat, Shuffler(dice.randrange(2**40))))
        assert world.view(seat) == view
        assert world.player == state.player or not view["asked"]
        assert world.legal() == state.legal() or not view["asked"]


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_a_world_is_seen_as_the_game_is_from_scenarios_to_their_end(name: str) -> None:
    game, dice = rules.load(name), Random(f"all worlds {name}")
    for state in starts(game):
        for number in range(400):
            if number < DECISIONS or dice.random() < 0.1:
                check_worlds(game, state, dice)
            if state.player is None:
                break
            state.apply(dice.choice(state.legal()))


ENGINES: dict[str, Callable[[], Game]] = {
    **{name: partial(rules.load, name) for name in GAMES},
    "leduc": Leduc,
    "peaks": Peaks,
    "leduc by the kit": kit.leduc,
    "hold-the-line by the kit": kit.hold_the_line,
    **{sample: partial(rules.load, str(GALLERY / sample)) for sample in SAMPLES},
}


def positions_of(game: Game, share: float, dice: Random) -> Iterator[State]:
    """States of random games from all setups and of those from notable positions: such a share of them."""
    begun = [game.start(seed=number, **setup) for number, setup in enumerate(game.setups())]
    for state in (*begun, *map(game.from_dict, game.notable_positions())):
        for _ in range(MOVES):
            if dice.random() < share:
                yield state
            if state.player is None:
                break
            state.apply(dice.choice(state.legal()))


@pytest.mark.parametrize("name", ENGINES)
def test_both_ways_to_determinize_give_the_same_state_by_the_same_lots(name: str) -> None:
    """So one gives each world as often as the other does."""
    game, dice = ENGINES[name](), Random(f"lots {name}")
    for state in positions_of(game, 0.3 if len(game.setups()) < 6 else 0.03, dice):
        before = state.to_dict()
        for seat in range(len(state.to_dict()["seats"]) if "seats" in before else 2):
            seed = dice.randrange(2**40)
            at_once = state.determinize(seat, Shuffler(seed))
            from_view = game.from_dict(game.determinize(state.view(seat), seat, Shuffler(seed)))
            assert at_once.to_dict() == from_view.to_dict()
            assert (at_once.player, at_once.legal()) == (from_view.player, from_view.legal())
        assert state.to_dict() == before


@pytest.mark.parametrize("name", ["hold-the-line", "strongholds", "battle-gate"])
def test_a_world_plays_on_as_the_same_position_does(name: str) -> None:
    """What a position leaves out, such as who is asked next, was dealt anew as well."""
    game, dice = rules.load(name), Random(f"plays on {name}")
    for state in positions_of(game, 0.05, dice):
        for seat in range(len(state.to_dict()["seats"])):
            world = state.determinize(seat, Shuffler(dice.randrange(2**40)))
            same = game.from_dict(world.to_dict())
            for _ in range(20):
                assert world.legal() == same.legal()
                if world.player is None:
                    break
                move = dice.choice(world.legal())
                world.apply(move)
                same.apply(move)
            assert world.to_dict() == same.to_dict()


def test_a_world_does_not_know_the_moves_that_were_forced() -> None:
    """Others may have made them in secret."""
    game, dice = kit.hold_the_line(), Random(3)
    forced = [state for state in positions_of(game, 1.0, dice) if state.forced_moves()]
    assert not forced or not forced[0].determinize(0, Shuffler(1)).forced_moves()


@pytest.mark.parametrize("name", ["battle-gate", "hold-the-gates", "hold-the-line", "strongholds", "gateway"])
def test_the_table_tells_a_move_as_soon_as_it_is_no_secret(name: str) -> None:
    game, dice = rules.load(name), Random(f"secrets {name}")
    display = display_for(game, bundled_game(name))
    for state in positions_of(game, 0.2, dice):
        for move in state.legal():
            assert state.is_secret(move) is not display.is_open(state.text(move))


def test_an_ace_given_up_is_no_secret_and_a_general_is_one() -> None:
    state = rules.load("strongholds").start(seed=4)
    assert not state.is_secret(state.parse("give AS"))
    assert state.is_secret(state.parse("general KS"))
    assert rules.load("battle-gate").start(seed=4).is_secret(0) is False


def test_a_move_of_the_kit_is_secret_where_its_rules_say_so() -> None:
    game = kit.hold_the_line()
    state = game.start(seed=2)
    assert {game.meanings[move][0].secret for move in state.legal()} == {True}
    assert all(state.is_secret(move) for move in state.legal())
    leduc = kit.leduc().start(seed=2)
    assert not any(leduc.is_secret(move) for move in leduc.legal())


@pytest.mark.parametrize(
    ("name", "counted"),
    [
        ("battle-gate", "turn"),
        ("hold-the-gates", "turn"),
        ("hold-the-line", "round"),
        ("strongholds", "turn"),
        ("gateway", "round"),
        ("hold-the-line by the kit", "round"),
        ("leduc", "round"),
        ("peaks", "round"),
    ],
)
def test_turns_are_counted_as_positions_have_them(name: str, counted: str) -> None:
    for state in positions_of(ENGINES[name](), 0.1, Random(name)):
        assert state.turns() == state.to_dict()[counted]


def test_a_game_of_the_kit_without_such_a_counter_counts_no_turns() -> None:
    assert rules.load(str(GALLERY / "button-box")).start(seed=1).turns() == 0


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
