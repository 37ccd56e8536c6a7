"""Positions that can't be are refused, with every fault in its place."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from generator.rules import BadPosition

from .test_by_hand import game, lane, position, seat

FIGHT = lane(["tank 3/2", "anti-armor 3/1"], ["infantry 5/0", "infantry 5/0"])
Change = Callable[[dict[str, Any]], object]


def setup_position() -> dict[str, Any]:
    seven = seat(["infantry"] * 7, deck=["tank"])
    return {**position(seats=[seven, dict(seven)]), "round": 0, "phase": "setup"}


def combat_position() -> dict[str, Any]:
    seats = [{**seat(), "targets": []}, {**seat(), "targets": []}]
    return {**position(FIGHT, seats=seats), "phase": "target"}


def faults_of(given: dict[str, Any]) -> list[str]:
    with pytest.raises(BadPosition) as caught:
        game().from_dict(given)
    return [str(fault) for fault in caught.value.faults]


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (lambda p: p.update(game="chess"), "game: 'chess' is not the name of this game"),
        (lambda p: p.update(phase="combat"), "phase: 'combat' is not a phase"),
        (lambda p: p.update(round=0), "round: expected 1 to 100, got 0"),
        (lambda p: p.update(turn=3), "turn: unknown key"),
        (lambda p: p.update(choosing=2), "choosing: expected 0 to 1"),
        (lambda p: p["lanes"].pop(), "lanes: expected 5 items, got 4"),
        (lambda p: p["lanes"][1].update(front=3), "lanes[1].front: expected -2 to 2, got 3"),
        (lambda p: p["lanes"][1].update(front="green"), "lanes[1].front: expected a whole number"),
        (lambda p: p["lanes"][1].update(troops=[[]]), "lanes[1].troops: expected 2 items, got 1"),
        (
            lambda p: p["lanes"][1].update(troops=[["tank 4/2"], []]),
            "lanes[1].troops[0][0]: 'tank 4/2' is not a troop at a front; expected tank HEALTH/ARMOR, "
            "with 1 to 3 health and 0 to 2 armor left",
        ),
        (
            lambda p: p["lanes"][1].update(troops=[[], [7]]),
            "lanes[1].troops[1][0]: 7 is not a troop at a front; expected its kind, health left / armor left",
        ),
        (
            lambda p: p["lanes"].__setitem__(slice(None), [lane(front=2)] * 5),
            "lanes: a rout: all lanes stand on",
        ),
        (lambda p: p["seats"].append(seat()), "seats: expected 2 items, got 3"),
        (lambda p: p["seats"][0].update(hand=["horse"]), "seats[0].hand[0]: 'horse' is not a kind of troop"),
        (lambda p: p["seats"][0].pop("hand"), "seats[0]: `hand` is missing"),
        (lambda p: p["seats"][0].update(deck=["tank"] * 3), "seats[0]: 4 tank cards, and the game has 2"),
        (
            lambda p: p["seats"][0].update(hand=["infantry"] * 6),
            "seats[0].hand: 6 cards; a hand is drawn up to 5",
        ),
        (lambda p: p["seats"][0].update(staged=["tank"]), "seats[0].staged: expected 5 items, got 1"),
        (
            lambda p: p["seats"][0].update(hand=[], staged=["infantry"] * 4 + [None]),
            "seats[0].staged: 4 cards staged, at most 3 may be",
        ),
        (
            lambda p: p["seats"][1].update(staged=["tank", None, None, None, None], hand=[]),
            "seats[1].staged: seat 0 stages first; write `choosing: 1` when it has",
        ),
        (
            lambda p: p["seats"][0].update(targets=[]),
            "seats[0].targets: targets are chosen in the phase `target`",
        ),
        (lambda p: p.update(shuffler={"seed": -1}), "shuffler.seed: expected 0 to"),
        (lambda p: p.update(max_rounds=0), "max_rounds: expected 1 to"),
        (
            lambda p: p.update(phase="over"),
            "lanes: the game is not over: there is no gap, no rout, and 100 rounds",
        ),
    ],
)
def test_a_round_that_cannot_be(change: Change, fault: str) -> None:
    given = position()
    change(given)
    assert [told for told in faults_of(given) if told.startswith(fault)]
    assert len(faults_of(given)) == 1


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (lambda p: p.update(round=1), "round: setup is before the first round"),
        (lambda p: p["lanes"][0].update(front=1), "lanes[0].front: in setup all fronts stand at the start"),
        (
            lambda p: p["lanes"][0].update(troops=[["tank 3/2"], []]),
            "lanes[0].troops[0]: before setup is done no card is at the front",
        ),
        (
            lambda p: p["seats"][0].update(hand=["infantry"] * 6),
            "seats[0].hand: 6 cards; before setup each draws 7",
        ),
        (
            lambda p: p["seats"][0].update(discard=["tank"]),
            "seats[0].discard: before setup is done no card can have fallen",
        ),
        (
            lambda p: p["seats"][0].update(
                hand=["infantry"] * 6, staged=[None, "infantry", None, None, None]
            ),
            "seats[0].staged: setup fills the lanes in order, from lane 0",
        ),
        (lambda p: p.update(choosing=1), "seats[0]: seat 1 chooses when seat 0 has a card before each lane"),
    ],
)
def test_a_setup_that_cannot_be(change: Change, fault: str) -> None:
    given = setup_position()
    change(given)
    told = faults_of(given)
    assert [each for each in told if each.startswith(fault)] == told


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (lambda p: p["seats"][0].update(targets=["0 0>2"]), "seats[0].targets[0]: '0 0>2' is not a choice"),
        (lambda p: p["seats"][0].update(targets=["0 1>0"]), "seats[0].targets[0]: '0 1>0' is not a choice"),
        (
            lambda p: p["seats"][1].update(targets=["0 0>0"]),
            "seats[1].targets: 1 target, and 0 are chosen here",
        ),
        (lambda p: p.update(choosing=1), "seats[0]: seat 1 chooses when seat 0 has: 2 targets missing"),
    ],
)
def test_a_combat_that_cannot_be(change: Change, fault: str) -> None:
    given = combat_position()
    given["lanes"][0]["troops"][0] = ["tank 3/2", "anti-armor 3/1"]
    change(given)
    told = faults_of(given)
    assert [each for each in told if each.startswith(fault)] == told


def test_all_faults_are_told_at_once() -> None:
    given = position(lane(front=9), lane(["tank 9/9"]), seats=[seat(["horse"]), {**seat(), "army": "olive"}])
    assert [told.partition(":")[0] for told in faults_of(given)] == [
        "lanes[0].front",
        "lanes[1].troops[0][0]",
        "seats[0].hand[0]",
        "seats[1].army",
    ]


def test_a_finished_game_is_read() -> None:
    given = {**position(lane(front=3), lane(front=-3)), "phase": "over"}
    assert game().from_dict(given).result().winners == (0, 1)
    last = {**position(turn=100), "phase": "over"}
    assert game().from_dict(last).result().cut_short


def test_forced_moves_are_made_at_once() -> None:
    """Seat 0 has nothing to stage, and seat 1 one card: seat 1 is asked."""
    state = game().from_dict(position(seats=[seat([]), seat(["tank"])]))
    assert state.player == 1
    assert [state.text(move) for move in state.legal()] == ["done", *(f"stage {at} tank" for at in range(5))]


def test_a_round_begins_with_exactly_the_keys_of_the_rules() -> None:
    given = {**position(FIGHT), "shuffler": {"seed": 0, "made": 0}}
    assert game().from_dict(given).to_dict() == given
    assert list(game().from_dict(given).to_dict()) == ["game", "round", "phase", "lanes", "seats", "shuffler"]
