"""Positions of Battle Gate written by hand: what is left out, what is refused, and what a seat may see."""

from __future__ import annotations

from typing import Any

import pytest

from generator.rules import BadPosition
from rules.battle_gate.tables import battle_gate, choices, play, position, seat, table

GONE = seat(out=True)
BUSY = seat("M1 M2", hand="A1 M1", field="S3 M2 A2")
ATTACKED = {"attacks": [{"card": "S3", "target": 1}]}
BLOCKED = {"attacks": [{"card": "S3", "target": 1, "blocks": ["M2"]}]}


def faults(given: dict[str, Any]) -> str:
    with pytest.raises(BadPosition) as caught:
        battle_gate().from_dict(given)
    return str(caught.value)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (position(seat("S9"), seat("M1")), "seats[0].deck[0]: 'S9' is not a card"),
        (position(seat("M1")), "seats: expected 2 to 4 seats, got 1"),
        (position(seat("M1 " * 60, hand="S1 " * 41), seat("M1")), "seats[0]: 101 cards, and a deck has 100"),
        (position(seat(), seat("M1", out=True)), "seats[1]: a seat that is out has no cards"),
        (position(seat(), GONE), "phase: fewer than two players are in: the game is over"),
        (position(GONE, seat("M1"), seat("M1")), "active: seat 0 is out"),
        (position(seat(), seat(), phase="over"), "phase: 2 players are in at turn 9 of 200"),
        (position(seat(), seat(), turn=201), "turn: expected 1 to 200, got 201"),
        (position(seat(), seat(), phase="fight"), "phase: 'fight' is not a phase"),
        (position(seat(), seat(), rond=1), "rond: unknown key"),
        (position(seat(), seat(hnd=[])), "seats[1].hnd: unknown key; did you mean `hand`?"),
        (position(seat(), seat(), passes=1), "passes: the draw phase has none"),
        (position(seat(), seat(), active=1, turn=1), "active: turn 1 is that of seat 0"),
        (position(BUSY, BUSY, phase="defend"), "attacks: this phase comes only after an attack"),
        (position(BUSY, BUSY, phase="attack", **BLOCKED), "attacks[0].blocks: there are none yet"),
        (position(BUSY, BUSY, phase="attack", attacks=[{"card": "M2", "target": 1}]), "minions never attack"),
        (
            position(BUSY, BUSY, phase="attack", attacks=[{"card": "S4", "target": 1}]),
            "no S4 more is in play",
        ),
        (
            position(BUSY, BUSY, phase="attack", attacks=[{"card": "S3", "target": 0}]),
            "a player cannot attack themselves",
        ),
        (position(BUSY, BUSY, phase="damage", damage=[1, 2]), "damage[0]: the attacker takes no damage"),
        (position(BUSY, BUSY, phase="damage", damage=[0, -2]), "damage[1]: expected 0 to 600, got -2"),
        (position(BUSY, BUSY, phase="recover", recoveries=2), "recoveries: expected 0 to 1, got 2"),
        (position(BUSY, BUSY, phase="boost", player=0, passes=2, **BLOCKED), "passes: expected 0 to 1"),
        (
            position(BUSY, BUSY, seat("M1"), phase="boost", player=2, **BLOCKED),
            "player: seat 2 takes no part",
        ),
    ],
)
def test_what_can_not_be_is_refused_at_its_place(given: dict[str, Any], message: str) -> None:
    assert message in faults(given)


def test_all_faults_are_told_at_once() -> None:
    given = position(seat("S9"), seat("M7", hnd=[]), turn=0, shuffler={"seed": -1})
    assert len(faults(given).splitlines()) == 5


def test_boosts_count_against_the_allowance() -> None:
    attacks = [{"card": "S3", "target": 1, "boosts": ["A1", "A1", "A1"]}]
    assert "its 3 boosts are more than its allowance" in faults(
        position(BUSY, BUSY, phase="boost", attacks=attacks)
    )


@pytest.mark.parametrize(("cards", "power"), [(2, 2), (0, 0), (1, 1)])
def test_an_allowance_that_fielding_can_have_left(cards: int, power: int) -> None:
    """Two cards and two power; the minion of 2, fielded with three cards in hand, leaves one and one."""
    active = {**BUSY, "allowance": {"cards": cards, "power": power}}
    given = position(active, BUSY, phase="field")
    if (cards, power) == (0, 0):
        assert "no cards fielded this turn can have left this" in faults(given)
    else:
        assert battle_gate().from_dict(given).player == 0


def test_the_allowance_of_the_others_follows_from_what_lies_there() -> None:
    other = {**BUSY, "allowance": {"cards": 1, "power": 2}}
    assert "leave it 2 cards and 2 power" in faults(position(BUSY, other, phase="field"))


def test_a_position_may_leave_out_what_follows() -> None:
    state = table(BUSY, BUSY, phase="defend", **ATTACKED)
    assert (state.player, choices(state)) == (1, ["done", "block M2>0", "block S3>0"])
    window = table(BUSY, BUSY, phase="boost", **BLOCKED)
    assert (window.player, choices(window)) == (0, ["pass", "boost A1>0"])


def test_a_limit_of_its_own_goes_with_the_position() -> None:
    state = battle_gate().start(1, max_turns=7)
    assert state.to_dict()["max_turns"] == 7
    assert "max_turns" not in battle_gate().start(1).to_dict()


def test_a_seat_sees_its_hand_and_counts_what_it_can_not_see() -> None:
    view = table(BUSY, BUSY, phase="field").view(1)
    assert [given["deck"] for given in view["seats"]] == [2, 2]
    assert [given["hand"] for given in view["seats"]] == [2, ["M1", "A1"]]
    assert view["unseen"] == [["M1", "M1", "M2", "A1"], ["M1", "M2"]]
    assert (view["seat"], view["asked"]) == (1, False)
    assert view["seats"][0]["allowance"] == {"cards": 2, "power": 2}
    assert "shuffler" not in view


def test_a_combat_lies_open_to_all() -> None:
    state = play(table(BUSY, BUSY, phase="boost", **BLOCKED), "boost A1>0")
    assert state.view(1)["attacks"] == [
        {"card": "S3", "target": 1, "blocks": ["M2"], "boosts": ["A1"], "block_boosts": []}
    ]
    assert state.view(0)["player"] == 1
