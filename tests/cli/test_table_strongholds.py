"""Strongholds at the terminal: what lies before one's walls, moves in words, and what is turned up when."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from generator.sim.matches.match import view_for
from tests.cli.drawing import drawn, screen_words, state_of, table_of
from tests.cli.playing import play, play_json

TABLE = table_of("strongholds")
MUSTER = [
    {"royals": ["KH", "QD"], "hand": ["3C", "7H", "10H", "AS"]},
    {"royals": ["QS", "JS"], "hand": ["9C", "9H", "10S", "2D"]},
]


def defence(**first: Any) -> dict[str, Any]:
    """Seat 1's Queen and seat 2's Jack stand before seat 0, which defends."""
    attacked = {
        "royals": ["KH", "QH"],
        "hand": ["8D", "5H", "AS", "*R"],
        "general": "KH",
        "target": 1,
        "troops": ["10H", "3C", "4C"],
    }
    others = [
        {"royals": ["QS", "JS"], "hand": ["2D"], "general": "QS", "target": 0, "troops": ["10S", "9H"]},
        {"royals": ["JC"], "hand": ["6D"], "general": "JC", "target": 0, "troops": ["8S"]},
        {"royals": [], "hand": [], "out": True},
    ]
    return {
        "turn": 4,
        "phase": "defence",
        "choosing": 0,
        "pile": ["2C"],
        "seats": [attacked | first, *others],
    }


def test_before_the_walls_stand_powers_and_what_was_laid() -> None:
    screen = drawn(TABLE, state_of("strongholds", **defence(laid={"10S": ["8D"]}, hand=["5H", "AS"])).view(0))
    assert "Turn 4: defence" in screen
    rows = [line.split() for line in screen.splitlines()]
    assert ["seat", "0", "(you)", "QH", "2", "seat", "1", "KH:", "10H", "3C", "(10)", "4C", "(10)"] in rows
    assert ["seat", "1", "JS", "1", "you", "QS:", "10S", "(20)", "9H"] in rows
    assert ["seat", "3", "out", "of", "the", "game"] in rows
    assert ["seat", "1", "10S", "20", "20", "8D", "12"] in rows
    assert ["seat", "1", "QS", "-", "6", "-", "0"] in rows
    assert ["seat", "2", "JC", "8", "8", "-", "8"] in rows
    assert ["all", "37"] in rows
    assert "Your hand: 5H  AS" in screen
    assert "6D" not in screen


def test_a_joker_takes_the_ability_off_and_an_ace_defeats() -> None:
    laid = {"QS": ["*R"], "8S": ["AS"], "JC": ["5H"]}
    screen = drawn(TABLE, state_of("strongholds", **defence(laid=laid, hand=["8D"])).view(0))
    rows = [line.split() for line in screen.splitlines()]
    assert ["seat", "1", "10S", "10", "10", "-", "10"] in rows
    assert ["seat", "2", "8S", "8", "8", "AS", "defeated"] in rows
    assert ["seat", "2", "JC", "8", "8", "5H", "3"] in rows
    assert ["all", "22"] in rows


def test_of_a_pitted_pair_the_stronger_attacks_on_with_the_difference() -> None:
    laid = {"10S": ["8D"]}
    view = state_of("strongholds", **defence(pitted=[["10S", "8S"]], laid=laid, hand=["5H"])).view(0)
    rows = [" ".join(line.split()) for line in drawn(TABLE, view).splitlines()]
    assert "seat 1 10S 12 12 pitted against 8S 8D 4" in rows
    assert "seat 2 8S - - pitted against 10S -" in rows


@pytest.mark.parametrize(
    ("move", "words"),
    [
        ("give AS", "give up the Ace of Spades (AS) for 2 new cards"),
        ("lay 8D>10S", "lay 8D on 10S: 12 of 20 left"),
        ("lay 8D>8S", "lay 8D on 8S: defeated"),
        ("lay AS>10S", "lay AS on 10S: defeated"),
        ("lay 5H>QS", "lay 5H on QS: 1 short of killing"),
        ("lay *R>QS", "lay *R on QS: the ability is off"),
        ("pit 10S 8S", "pit 10S against 8S: 12 attack on as 10S"),
        ("done", "lay no more: 45 damage gets through"),
    ],
)
def test_a_defence_in_words(move: str, words: str) -> None:
    assert TABLE.say(move, state_of("strongholds", **defence()).view(0)) == words


def test_a_muster_in_words() -> None:
    state = state_of("strongholds", turn=1, phase="muster", seats=MUSTER, pile=["2C", "3D"])
    assert "KH King: health 7, takes 3 troops; gives all troops the power" in screen_words(
        TABLE, state.view(0)
    )
    assert (
        TABLE.say("general QD", state.view(0)) == "lead with the Queen of Diamonds (QD), who takes 2 troops"
    )
    state.play("general QD")
    assert TABLE.say("send 7H", state.view(0)) == "send the Seven of Hearts (7H), power 14"
    assert TABLE.say("send 3C", state.view(0)) == "send the Three of Clubs (3C)"


def test_a_whole_turn_is_told_as_each_thing_comes_to_light(tmp_path: Path) -> None:
    """Seat 1 is the person: seat 0's muster is told at the reveal, its defence when all have defended."""
    position = tmp_path / "begin.json"
    state = state_of("strongholds", turn=1, phase="muster", seats=MUSTER, pile=["2C", "3D", "4D", "5D"])
    position.write_text(json.dumps(state.to_dict()))
    moves = ["general QD", "send 7H", "send 10H", "general QS", "send 10S", "send 9C", "lay 9H>7H", "done"]
    moves[6:6] = ["lay AS>10S", "done"]
    file = tmp_path / "moves.txt"
    file.write_text("\n".join(moves))
    log = tmp_path / "log.json"
    assert play("--from", position, "--moves", file, "--log", log).code == 0
    seen = play("--replay", log, "--seat", "1").stdout
    order = [
        "You send the Nine of Clubs (9C), power 18.",
        "Seat 0 attacks you: QD with 7H (14) and 10H (20).",
        "You lay 9H on 7H: 5 of 14 left.",
        "Seat 0 lays AS on 10S.",
        "18 damage gets through the walls of seat 0.",
        "25 damage gets through your walls.",
        "Seat 0 loses the King of Hearts (KH).",
        "You lose the Jack of Spades (JS).",
        "Turn 2 begins.",
    ]
    places = [seen.index(sentence) for sentence in order]
    assert places == sorted(places)
    assert "lays AS" not in seen[: places[2]]
    assert "QD" not in seen[: places[0]]
    assert play_json("--replay", log)["moves"] == moves


def test_the_log_tells_what_has_been_turned_up() -> None:
    typed = ["log", *(["1"] * 12), "log"]
    done = play("strongholds", "--seed", "3", "--seat", "1", "--opponent", "random", typed=typed)
    before = done.stdout[: done.stdout.index("Seat 0 attacks you")]
    assert "no moves yet that you can see" in before
    assert "  seat 0: " not in before
    assert "  1  seat 0: general " in done.stdout


def test_whoever_watches_sees_all_sieges() -> None:
    view = view_for(state_of("strongholds", **defence()), None)
    screen = drawn(TABLE, view)
    assert "Before the stronghold of seat 0" in screen
    assert "Before the stronghold of seat 1" in screen
    assert "Hand of seat 2: 6D" in screen
