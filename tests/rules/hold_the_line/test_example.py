"""The example round of the rulebook, the duels of the reference card and all pushes, played."""

from __future__ import annotations

import re
from itertools import product
from typing import Any

import pytest

from generator.press.rulebook.manuscript import Database
from generator.rules import IllegalMove

from ..rule_numbers import standing
from .tables import Row, game, lane, played, position, seat

EDITION = standing("hold-the-line")
SCENES = EDITION.scenes()
SHOWN = Database(EDITION.database)
SAND, OLIVE = 0, 1
"""The rows of a picture."""


def row(scene: int, army: int) -> list[dict[str, Any]]:
    cards: list[dict[str, Any]] = SCENES[scene]["rows"][army]["cards"]
    return [card for card in cards if "show" in card]


def kind(card: dict[str, Any]) -> str:
    return str(SHOWN.card(card["show"])["kind"])


def fresh(card: dict[str, Any]) -> str:
    values = SHOWN.card(card["show"])
    return f"{values['kind']} {values['health']}/{values['armor']}"


def staged(army: int) -> list[str]:
    """The moves that stage the cards of the first picture; lanes are counted from 1 on paper."""
    return [f"stage {int(card['note'].split()[1]) - 1} {kind(card)}" for card in row(0, army)]


def test_the_example_round_is_played_as_it_is_told() -> None:
    first = lane([fresh(card) for card in row(1, OLIVE)], [fresh(card) for card in row(1, SAND)])
    third = lane(["infantry 5/0"], ["infantry 5/0"])
    tank = fresh(row(5, SAND)[0])
    hands = [[kind(card) for card in row(0, army)] for army in (OLIVE, SAND)]
    deck = ["infantry"] * 5
    start = position(
        first, lane(), third, lane([], [tank], front=-1), seats=[seat(hands[0], deck), seat(hands[1], deck)]
    )
    state = game().from_dict(start)
    for move in [*staged(OLIVE), "done"] if len(hands[0]) < 3 else staged(OLIVE):
        if state.player == 0:
            state.play(move)
    for move in [*staged(SAND), "done"]:
        if state.player == 1 and state.to_dict()["phase"] == "stage":
            state.play(move)
    # The Tank has two to choose from, and Sand points at the Infantry; nobody else is asked.
    assert state.to_dict()["phase"] == "target"
    assert state.player == 1
    assert "Sand points at the Infantry" in SCENES[1]["text"]
    with pytest.raises(IllegalMove):
        state.play("target 0 0>2")
    state.play("target 0 0>0")

    lanes = state.to_dict()["lanes"]
    left = row(2, OLIVE)[0]["note"].split()[1]
    deployed = [fresh(card) for card in row(3, OLIVE)[1:]]
    assert lanes[0] == lane([f"infantry {left}/0", *deployed], [fresh(card) for card in row(3, SAND)], 1)
    assert lanes[2] == lane([fresh(card) for card in row(4, OLIVE)], [], 1)
    assert lanes[3] == lane([], [fresh(card) for card in row(5, SAND)], -2)
    lines = ["red", "yellow", "green", "yellow", "red"]
    for scene, number in ((3, 0), (4, 2), (5, 3)):
        assert SCENES[scene]["between"].endswith(f" {lines[2 + lanes[number]['front']]}")
    assert not state.over
    assert "Olive has not lost yet" in SCENES[5]["text"]
    assert [len(held["hand"]) for held in state.to_dict()["seats"]] == [5, 5]


def test_what_falls_in_the_example_falls() -> None:
    fallen = [
        (kind(card), army) for army in (SAND, OLIVE) for card in row(2, army) if card.get("mark") == "out"
    ]
    assert fallen == [("tank", SAND), ("infantry", SAND), ("infantry", OLIVE)]
    assert "takes 5 + 4" in row(1, SAND)[0]["note"]
    assert row(1, OLIVE)[0]["note"] == "takes 4"


def test_the_next_push_beyond_red_loses() -> None:
    """On red nothing is lost yet; the next push is a gap."""
    state = game().from_dict(position(lane([], ["tank 3/2"], front=-2)))
    for move in ("done", "stage 0 tank", "done"):
        state.play(move)
    assert state.result().winners == (1,)
    assert "the next push towards that player is a gap" in EDITION.rulebook()


def fought(first: Row, second: Row, *targets: str) -> tuple[list[str], list[str]]:
    """Who stands after one round in which nobody stages; ``targets`` of both seats in the order of asking."""
    seats = [seat(["infantry"]), seat(["infantry"])]
    after = played(position(lane(first, second), seats=seats), "done", "done", *targets)
    rows = after.to_dict()["lanes"][0]["troops"]
    return rows[0], rows[1]


def test_the_duels_are_those_that_the_reference_card_promises() -> None:
    fresh = {"infantry": "infantry 5/0", "anti-armor": "anti-armor 3/1", "tank": "tank 3/2"}
    rounds_played = []
    for winner, loser in (("infantry", "anti-armor"), ("anti-armor", "tank"), ("tank", "infantry")):
        rows: tuple[list[str], list[str]] = ([fresh[winner]], [fresh[loser]])
        rounds = 0
        while rows[1]:
            rows = fought(*rows)
            rounds += 1
        rounds_played.append(str(rounds))
        assert rows[0][0].split()[1].split("/")[0] == "1"
    assert re.findall(r"(\d+) rounds?\b", EDITION.faces("reference")) == rounds_played


@pytest.mark.parametrize(
    ("own", "enemy", "own_stages", "enemy_stages"), list(product((False, True), repeat=4))
)
def test_pushes(own: bool, enemy: bool, own_stages: bool, enemy_stages: bool) -> None:
    """Side s pushes when it deploys, o has no survivors, and s has one or o deploys none."""
    # Two tanks that face each other both survive one round; one card alone survives too.
    first = ["tank 3/2"] if own else []
    second = ["tank 3/2"] if enemy else []
    moves = ["stage 0 infantry", "done"] if own_stages else ["done"]
    moves += ["stage 0 infantry", "done"] if enemy_stages else ["done"]
    after = played(position(lane(first, second)), *moves).to_dict()["lanes"][0]
    expected = 0
    if own_stages and not enemy and (own or not enemy_stages):
        expected = 1
    if enemy_stages and not own and (enemy or not own_stages):
        expected = -1
    assert after["front"] == expected
    assert [len(row) for row in after["troops"]] == [own + own_stages, enemy + enemy_stages]
