"""Positions in the middle of a turn, written by hand; and what is refused, with its place."""

from __future__ import annotations

import random
from contextlib import suppress
from typing import Any

import pytest

from generator.rules import BadPosition

from .tables import game, legal, played, position, random_game, seat, sent, siege

KING = ["KH", "QH"]
BLACK = ["KS", "QS", "JS"]


def faults(given: Any) -> list[str]:
    with pytest.raises(BadPosition) as error:
        game().from_dict(given)
    return [str(fault) for fault in error.value.faults]


def queen(hand: list[str], **more: Any) -> dict[str, Any]:
    """A Queen of Hearts at the other's gates, with 6C and 9H: 6 and 18."""
    return seat(KING, hand, **{**sent("QH", 1, "6C", "9H"), **more})


def jack(hand: list[str], **more: Any) -> dict[str, Any]:
    return seat(BLACK, hand, **{**sent("JS", 0, "4C"), **more})


def test_a_defence_is_gone_on_with_where_it_stands() -> None:
    state = played(
        siege(queen(["2C"]), jack(["8D", "AD"], laid={"6C": ["3D", "2D"], "9H": ["10D"]}), choosing=1)
    )
    # 1 is left of the 6, 8 of the 18.
    assert legal(state) == {"done", "lay 8D>6C", "lay 8D>9H", "lay AD>6C", "lay AD>9H"}
    state.play("lay 8D>9H")
    assert legal(state) == {"done", "lay AD>6C"}


def test_a_joker_in_a_position_counts_before_what_lies_there() -> None:
    laid = {"9H": ["10D"], "QH": ["*R"], "6C": ["3D"]}
    state = played(siege(queen(["2C"]), jack(["2D", "AD"], laid=laid), choosing=1))
    assert legal(state) == {"done", "lay 2D>6C", "lay AD>6C"}


def test_a_muster_is_gone_on_with_where_it_stands() -> None:
    start = position(seat(["KH", "QH", "JH"], ["2C", "3C"], **sent("KH", 1, "6C")), jack_home())
    state = played(start)
    assert state.player == 1
    # Two more are to go, and two are in hand.
    assert state.to_dict()["seats"][0]["troops"] == ["2C", "3C", "6C"]
    half = played(
        position(seat(KING, ["2C", "3C", "4C"], general="KH", target=1, troops=["6C"]), jack_home())
    )
    assert legal(half) == {"send 2C", "send 3C", "send 4C"}


def jack_home() -> dict[str, Any]:
    return seat(BLACK, ["2D", "3D"])


@pytest.mark.parametrize(
    ("given", "told"),
    [
        (
            siege(queen(["2C"]), jack(["8D"], laid={"QH": ["7D"]}), choosing=1),
            "seats[1].laid.QH: `lay 7D>QH` is not possible: QH can be laid on when all of the general's "
            "troops are defeated or pitted: 9H, 6C still to be met",
        ),
        (
            siege(queen(["2C"]), jack(["8D"], laid={"6C": ["6D", "2D"]}), choosing=1),
            None,
        ),
        (
            siege(queen(["2C"]), jack(["8D"], laid={"6C": ["6D", "7D"]}), choosing=1),
            "seats[1].laid.6C: `lay 7D>6C` is not possible: 6C is already defeated: nothing more is "
            "laid on it",
        ),
        (
            siege(queen(["2C"]), jack(["8D"], laid={"5C": ["6D"]}), choosing=1),
            "seats[1].laid.5C: `lay 6D>5C` is not possible: 5C does not attack your stronghold",
        ),
        (
            siege(queen(["2C"]), jack(["8D"], laid={"6C": ["*R"]}), choosing=1),
            "seats[1].laid.6C: a joker is laid on a general, and a troop can't be pitted against itself",
        ),
        (
            siege(queen(["2C"]), jack(["8D"], pitted=[["6C", "9H"]]), choosing=1),
            "seats[1].pitted[0]: `pit 9H 6C` is not possible: 9H and 6C belong to the same attacker: "
            "only troops of different attackers are pitted",
        ),
        (
            siege(queen(["2C"]), jack(["8D"], laid={"6C": ["3D"]})),
            "seats[1]: seat 0 defends first; write `choosing: 1` when it has",
        ),
        (
            siege(queen(["2C"], troops=["6C"]), jack(["8D"])),
            "seats[0].troops: 1 troop, and a Queen takes 2, or all the troops in hand",
        ),
        (
            siege(queen([], general="KH", troops=["6C", "9H"]), jack([])),
            "seats[0].troops: 2 troops, and a King takes 3: too few for this general, "
            "but enough for another royal",
        ),
        (
            position(seat(KING, ["2C"], target=1), jack_home()),
            "seats[0]: `general` is missing: it is chosen before everything else",
        ),
        (
            position(seat(KING, ["2C", "3C", "4C"], general="KH", troops=["6C"]), jack_home()),
            "seats[0]: `target` is missing: it is chosen before the troops",
        ),
        (
            position(seat(KING, ["2C"]), seat(BLACK, ["2D"], general="JS")),
            "seats[1].general: seat 0 chooses first; write `choosing: 1` when all before it have",
        ),
        (
            position(seat(KING, ["2C"]), seat(BLACK, ["2D"]), choosing=2),
            "choosing: expected 0 to 1, got 2",
        ),
        (
            position(seat(KING, ["2C"]), seat(BLACK, ["2D"]), phase="over"),
            "phase: the game is not over: 2 strongholds stand, and 200 turns are not played",
        ),
        (
            position(seat([], out=True), seat([], out=True), phase="over"),
            "nobody stands: `fell` has the seats that were eliminated in the last turn, two or more",
        ),
        (
            position(seat(KING, ["2C"]), seat([], out=True), phase="over", fell=[0]),
            "fell: seat 0 is not out",
        ),
        (
            position(seat(KING, ["2C"]), seat([], out=True), phase="over", choosing=0),
            "choosing: the game is over: nobody chooses",
        ),
        (
            position(seat(KING, ["2C"], general="KH"), seat([], out=True), phase="over"),
            "seats[0].general: the game is over: nothing is chosen",
        ),
    ],
)
def test_what_can_not_be_is_refused_in_its_place(given: dict[str, Any], told: str | None) -> None:
    if told is None:
        # 2 and then 6 on a 6 is allowed: the 2 lay there first.
        assert game().from_dict(given).player == 1
    else:
        assert faults(given) == [told]


def test_a_game_that_is_over_is_read_with_its_result() -> None:
    tie = game().from_dict(position(seat([], out=True), seat([], out=True), phase="over", fell=[0, 1]))
    assert tie.result().winners == (0, 1)
    assert not tie.result().cut_short
    limit = position(seat(KING), seat(BLACK), phase="over", max_turns=4)
    assert game().from_dict(limit).result().cut_short


JUNK: list[Any] = [
    None,
    3,
    -1,
    True,
    "KH",
    [],
    ["KH"],
    [["KH"]],
    {},
    {"KH": ["2C"]},
    {"KH": 3},
    [None],
    10**30,
]


@pytest.mark.slow
def test_no_spoiled_position_crashes() -> None:
    """Any value of a position replaced by junk: it is read, or refused with its faults."""
    dice = random.Random(3)
    states = [state.to_dict() for seats in (2, 4) for state in random_game(seats, seats)]
    for _ in range(3000):
        spoiled = spoil(dice.choice(states), dice)
        with suppress(BadPosition):
            game().from_dict(spoiled)


def spoil(value: Any, dice: random.Random) -> Any:
    """A copy with one value, however deep, replaced."""
    if isinstance(value, dict | list) and value and dice.random() < 0.85:
        copy = value.copy()
        key = dice.choice(list(copy)) if isinstance(copy, dict) else dice.randrange(len(copy))
        copy[key] = spoil(copy[key], dice)
        return copy
    return dice.choice(JUNK)
