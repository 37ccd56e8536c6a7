"""Positions: what is refused and why, what may be left out, what a seat may see."""

from __future__ import annotations

import json
from typing import Any

import pytest

from generator import rules
from generator.rules import BadPosition, IllegalMove, Shuffler

GAME = rules.load("hold-the-gates")

Seat = dict[str, Any]


def position(attacker: Seat | None = None, defender: Seat | None = None, **more: Any) -> dict[str, Any]:
    """A position of the first turn at the Village, with a card in each hand if nothing else is said."""
    seats = [{"hand": ["grunt"]} if attacker is None else attacker,
             {"hand": ["militia"]} if defender is None else defender]  # fmt: skip
    heading = {"turn": 1, "tier": 1, "phase": "preparation", "to_act": 0, "settlement": "village"}
    return {"game": "hold-the-gates", **heading, "seats": seats, **more}


def faults(given: dict[str, Any]) -> list[str]:
    with pytest.raises(BadPosition) as error:
        GAME.from_dict(given)
    return [str(fault) for fault in error.value.faults]


THE_EXAMPLE = {
    "game": "hold-the-gates",
    "turn": 3,
    "tier": 2,
    "phase": "preparation",
    "to_act": 0,
    "settlement": "village",
    "damage": 1,
    "seats": [
        {
            "deck": ["grunt"],
            "hand": ["grunt", "shaman"],
            "discard": [],
            "field": ["armoured-grunt 1 +armoured-grunt"],
            "gates": [],
        },
        {"deck": [], "hand": ["militia"], "discard": [], "field": [], "gates": []},
    ],
}


def test_the_example_of_the_rules_can_be_played_and_is_written_as_it_was_read() -> None:
    state = GAME.from_dict(THE_EXAMPLE)
    assert state.to_dict() == {**THE_EXAMPLE, "shuffler": {"seed": 0, "made": 0}}
    assert [state.text(move) for move in state.legal()] == [
        "deploy grunt",
        "deploy shaman",
        "action shaman",
        "action grunt>0",
    ]


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (position(turn=13), "turn: expected 1 to 12, got 13"),
        (position(tier=0), "tier: expected 1 to 6, got 0"),
        (position(phase="battle"), "phase: 'battle' is not a phase; expected preparation or over"),
        (position(to_act=2), "to_act: expected 0 to 1, got 2"),
        (position(settlement="vilage"), "settlement: 'vilage' is not a settlement; did you mean `village`?"),
        (position(damage=-1), "damage: expected 0 to 999, got -1"),
        (
            position(damage=3),
            "damage: the Village falls with 3; so the game is over",
        ),
        (position(colour="red"), "colour: unknown key"),
        (position({"hands": ["grunt"]}), "seats[0].hands: unknown key; did you mean `hand`?"),
        (
            position({"deck": ["grunts"]}),
            "seats[0].deck[0]: 'grunts' is not a kind of unit; did you mean `grunt`?",
        ),
        (
            position({"hand": ["militia"]}),
            "seats[0].hand[0]: militia is a card of the defender, who is seat 1",
        ),
        (
            position({"deck": ["catapult"]}),
            "seats[0].deck[0]: catapult joins at tier 5, and this is tier 1",
        ),
        (position({"discard": ["shaman"] * 3}), "seats: 3 shaman, and the game has 2"),
        (
            position({"field": ["grunt 2"]}),
            "seats[0].field[0]: a unit of strength 2 withdraws with 2 damage",
        ),
        (
            position(None, {"field": ["townsfolk 0 +shaman +shaman"]}),
            "seats[1].field[0]: a unit of strength 0 withdraws with 0 damage",
        ),
        (
            position({"field": ["grunt x"]}),
            "seats[0].field[0]: 'grunt x' is not a unit followed by its damage; for example `grunt 0`",
        ),
        (
            position({"field": ["grunt 0 grunt"]}),
            "seats[0].field[0]: expected `+` and the id of a card beside the unit, got 'grunt'",
        ),
        (
            position({"field": ["grunt 0 +skirmishers"]}),
            "seats[0].field[0]: skirmishers doesn't stay beside a unit",
        ),
        (
            position({"field": ["armoured-grunt 0 +shaman"]}),
            "seats[0].field[0]: the attacker's shaman names an enemy unit",
        ),
        (
            position({"field": ["grunt 0 +militia"]}),
            "seats[0].field[0]: the defender's militia names an own unit",
        ),
        (position({"gates": ["grunt"]}), "seats[0].gates[0]: grunt doesn't stay at the gates"),
        (
            position({"hand": ["grunt"] * 4, "field": ["shaman 0", "shaman 0"]}),
            "seats[0]: 6 cards in hand, on the field and at the gates; in a turn each player has 5",
        ),
        (
            position(phase="over"),
            "to_act: nobody is to act when the game is over",
        ),
    ],
)  # fmt: skip
def test_an_impossible_position_is_refused_with_the_reason(given: dict[str, Any], message: str) -> None:
    assert message in faults(given)


def test_all_faults_are_told_at_once() -> None:
    given = position({"hand": ["militia", "ork"], "field": ["grunt 9"]}, damage=7)
    assert len(faults(given)) == 4


def test_the_turn_tells_the_tier() -> None:
    assert faults(position(turn=3)) == ["tier: turn 3 is of tier 2, not 1"]


def test_a_finished_game_reads_back_with_its_result() -> None:
    state = GAME.from_dict(position({"field": ["warbeasts 0"]}, turn=12, tier=6, to_act=1))
    state.play("action militia")
    again = GAME.from_dict(json.loads(json.dumps(state.to_dict())))
    assert again.over
    assert again.legal() == ()
    assert again.result() == state.result()
    with pytest.raises(IllegalMove, match="the game is over"):
        again.play("deploy militia")


def test_a_game_that_is_not_over_is_not_said_to_be() -> None:
    given = position({}, {}, phase="over", turn=3, tier=2, damage=2)
    given["seats"][1]["deck"] = ["militia"]
    del given["to_act"]
    assert faults(given) == [
        "the game is not over: the settlement stands, and the King's Army is not there yet"
    ]


def test_with_no_card_in_either_hand_the_battle_begins_at_once() -> None:
    given = position({"field": ["grunt 0"]}, {"field": ["militia 1"], "deck": ["archers"]})
    state = GAME.from_dict(given)
    assert (state.to_dict()["turn"], state.player) == (2, 0)


def test_a_view_hides_the_other_hand_and_all_decks_but_not_which_cards_are_left() -> None:
    state = GAME.from_dict(THE_EXAMPLE)
    seen = state.view(1)
    assert seen["seats"][0] == {
        "deck": 1,
        "hand": 2,
        "discard": [],
        "field": ["armoured-grunt 1 +armoured-grunt"],
        "gates": [],
    }
    assert seen["seats"][1]["hand"] == ["militia"]
    assert seen["unseen"] == [["grunt", "grunt", "shaman"], []]
    assert (seen["seat"], seen["asked"]) == (1, False)
    assert "shuffler" not in seen


def test_imagined_positions_differ_in_hidden_cards_only() -> None:
    state = GAME.start(seed=11, settlement="city")
    seen = state.view(0)
    worlds = [GAME.determinize(seen, 0, Shuffler(seed)) for seed in range(20)]
    assert all(GAME.from_dict(world).view(0) == seen for world in worlds)
    assert len({str(world["seats"][1]["hand"]) for world in worlds}) > 5
    assert len({str(world["seats"][0]["deck"]) for world in worlds}) > 5


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("fight grunt", "no move 'fight grunt'"),
        ("deploy", "no move 'deploy'"),
        ("deploy grnt", "'grnt' is not a kind of unit; did you mean `grunt`"),
        ("deploy grunt>0", "who deploys names no other unit: write `deploy grunt`"),
        ("action archers>0", "Volley names no unit: write `action archers`"),
        ("action grunt>7", "there is no unit 7: a line has places 0 to 4"),
        ("action grunt>front", "there is no place 'front': write `action grunt>0`"),
        ("deploy militia", "no militia in hand: it is a card of the defender"),
        ("deploy skirmishers", "no skirmishers in hand"),
        ("action shaman>1", "no enemy unit stands to be named: play `action shaman`, for nothing"),
        ("action grunt", "Shove must name an own unit, for example `action grunt>0`"),
        ("action grunt>1", "there is no own unit 1: only unit 0 stands"),
    ],
)
def test_a_move_that_is_not_allowed_is_refused_with_the_rule(text: str, message: str) -> None:
    state = GAME.from_dict(THE_EXAMPLE)
    with pytest.raises(IllegalMove) as error:
        state.play(text)
    assert message in str(error.value)
    assert state.to_dict() == {**THE_EXAMPLE, "shuffler": {"seed": 0, "made": 0}}
