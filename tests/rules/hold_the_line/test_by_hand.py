"""Fights and pushes worked out by hand from the rules and from the document that the game comes from."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from itertools import product
from typing import Any

import pytest
from games import bundled_game

from generator.catalog.problems import Problems
from generator.rules import Game, IllegalMove, State
from generator.rules.loading import rules_for
from rules.rule_numbers import standing

Row = Sequence[str]
KINDS = ["infantry", "anti-armor", "tank"]


@cache
def game() -> Game:
    problems = Problems()
    opened = rules_for(bundled_game("hold-the-line"), problems)
    assert opened is not None, str(problems)
    return opened


def seat(hand: Row = ("infantry", "tank"), deck: Row = (), discard: Row = ()) -> dict[str, Any]:
    return {"deck": list(deck), "hand": list(hand), "discard": list(discard)}


def lane(first: Row = (), second: Row = (), front: int = 0) -> dict[str, Any]:
    return {"front": front, "troops": [list(first), list(second)]}


def position(*lanes: dict[str, Any], seats: Sequence[dict[str, Any]] = (), turn: int = 3) -> dict[str, Any]:
    """The start of a round; lanes that are not given are empty."""
    return {
        "game": "hold-the-line",
        "round": turn,
        "phase": "stage",
        "lanes": [*lanes, *(lane() for _ in range(5 - len(lanes)))],
        "seats": list(seats) or [seat(), seat()],
    }


def played(start: dict[str, Any], *moves: str) -> State:
    state = game().from_dict(start)
    for move in moves:
        state.play(move)
    return state


def fought(first: Row, second: Row, *targets: str) -> tuple[list[str], list[str]]:
    """Who stands after one round in which nobody stages; ``targets`` of both seats in the order of asking."""
    seats = [seat(["infantry"]), seat(["infantry"])]
    after = played(position(lane(first, second), seats=seats), "done", "done", *targets)
    rows = after.to_dict()["lanes"][0]["troops"]
    return rows[0], rows[1]


# One against one: who beats whom.


def test_infantry_beats_anti_armor_in_one_round() -> None:
    """Its 5 damage breaks the armor (2) and takes all 3 health; 1 + 3 come back and ignore no armor."""
    assert fought(["infantry 5/0"], ["anti-armor 3/1"]) == (["infantry 1/0"], [])


def test_anti_armor_beats_a_tank_in_one_round() -> None:
    """Its 1 + 3 go past the armor to 3 health; the tank's 4: 2 stopped by the armor, 2 off the health."""
    assert fought(["anti-armor 3/1"], ["tank 3/2"]) == (["anti-armor 1/0"], [])


def test_a_tank_beats_infantry_in_two_rounds() -> None:
    """First 5 damage break both armors and take 1; then the infantry's last health takes 1 more."""
    assert fought(["tank 3/2"], ["infantry 5/0"]) == (["tank 2/0"], ["infantry 1/0"])
    assert fought(["tank 2/0"], ["infantry 1/0"]) == (["tank 1/0"], [])


@pytest.mark.parametrize(("winner", "loser"), [("infantry", "anti-armor"), ("anti-armor", "tank")])
def test_the_duels_come_out_the_same_for_either_seat(winner: str, loser: str) -> None:
    fresh = {"infantry": "infantry 5/0", "anti-armor": "anti-armor 3/1", "tank": "tank 3/2"}
    one, other = fought([fresh[winner]], [fresh[loser]])
    assert fought([fresh[loser]], [fresh[winner]]) == (other, one)


def test_the_duels_are_those_that_the_reference_card_promises() -> None:
    fresh = {"infantry": "infantry 5/0", "anti-armor": "anti-armor 3/1", "tank": "tank 3/2"}
    played = []
    for winner, loser in (("infantry", "anti-armor"), ("anti-armor", "tank"), ("tank", "infantry")):
        rows: tuple[list[str], list[str]] = ([fresh[winner]], [fresh[loser]])
        rounds = 0
        while rows[1]:
            rows = fought(*rows)
            rounds += 1
        played.append(str(rounds))
        assert rows[0][0].split()[1].split("/")[0] == "1"
    assert re.findall(r"(\d+) rounds?\b", standing("hold-the-line").faces("reference")) == played


# Armor.


@pytest.mark.parametrize(
    ("infantry", "tank"),
    [
        (1, "tank 3/2"),  # 1 left over against a standing armor is lost
        (2, "tank 3/1"),
        (3, "tank 3/1"),  # again 1 lost
        (4, "tank 3/0"),
        (5, "tank 2/0"),
    ],
)
def test_each_armor_takes_two(infantry: int, tank: str) -> None:
    assert fought([f"infantry {infantry}/0"], ["tank 3/2"])[1] == [tank]


def test_ordinary_damage_is_added_up_before_armor_takes_it() -> None:
    """Two times 1 break an armor, although each of them alone would be lost."""
    first, second = fought(["infantry 1/0", "infantry 1/0"], ["tank 3/2"], "target 0 0>0")
    assert (first, second) == (["infantry 1/0"], ["tank 3/1"])


def test_damage_that_ignores_armor_leaves_the_armor() -> None:
    assert fought(["anti-armor 1/1"], ["tank 3/2"]) == ([], ["tank 1/2"])


def test_both_sorts_of_damage_on_one_card() -> None:
    """2 of infantry break one armor, 2 of anti-armor go past the other: 1 health and 1 armor are left."""
    first, second = fought(["infantry 2/0", "anti-armor 2/0"], ["tank 3/2"], "target 0 0>1")
    assert second == ["tank 1/1"]
    assert first == ["infantry 2/0"]


def test_damage_stays_between_rounds() -> None:
    """5 infantry against a tank, twice: 5 damage, then the 1 health that the infantry has left."""
    state = played(position(lane(["infantry 5/0"], ["tank 3/2"])), "done", "done")
    assert state.to_dict()["lanes"][0]["troops"] == [["infantry 1/0"], ["tank 2/0"]]
    state.play("done")
    state.play("done")
    assert state.to_dict()["lanes"][0]["troops"] == [[], ["tank 1/0"]]


# What each kind deals.


def test_infantry_strikes_each_opposing_card() -> None:
    first, second = fought(["infantry 2/0"], ["infantry 3/0", "tank 3/2", "anti-armor 2/0", "anti-armor 3/1"])
    assert first == []
    assert second == ["infantry 1/0", "tank 3/1", "anti-armor 3/0"]


def test_a_tank_with_one_health_left_still_deals_four() -> None:
    assert fought(["tank 1/0"], ["infantry 5/0"]) == ([], ["infantry 1/0"])


def test_anti_armor_deals_less_without_its_armor() -> None:
    assert fought(["anti-armor 1/0"], ["infantry 5/0"]) == ([], ["infantry 4/0"])
    assert fought(["anti-armor 1/1"], ["infantry 5/0"]) == ([], ["infantry 3/0"])


def test_both_fall_when_both_deal_enough() -> None:
    assert fought(["tank 1/0"], ["infantry 4/0"]) == ([], [])
    assert fought(["infantry 5/0"], ["infantry 5/0"]) == ([], [])


def test_two_infantry_beat_two_tanks() -> None:
    """Each strikes both: 10 on each tank; each tank leaves one infantry with 1."""
    rows = fought(["infantry 5/0", "infantry 5/0"], ["tank 3/2", "tank 3/2"], "target 0 0>0", "target 0 1>1")
    assert rows == (["infantry 1/0", "infantry 1/0"], [])


def test_two_attackers_may_choose_the_same_target() -> None:
    rows = fought(["infantry 5/0", "infantry 5/0"], ["tank 3/2", "tank 3/2"], "target 0 0>1", "target 0 1>1")
    assert rows == (["infantry 5/0"], [])


def test_a_card_that_falls_is_discarded_whole() -> None:
    full = ["infantry"] * 5
    start = position(lane(["infantry 4/0"], ["tank 1/0"]), seats=[seat(full), seat(full)])
    after = played(start, "done", "done").to_dict()
    assert after["lanes"][0] == lane()
    assert after["seats"] == [seat(full, discard=["infantry"]), seat(full, discard=["tank"])]


def test_lanes_do_not_meet() -> None:
    state = played(position(lane(["infantry 5/0"]), lane([], ["infantry 5/0"])), "done", "done")
    troops = [given["troops"] for given in state.to_dict()["lanes"][:2]]
    assert troops == [[["infantry 5/0"], []], [[], ["infantry 5/0"]]]


# Targets.


def test_targets_are_asked_lane_by_lane_and_card_by_card() -> None:
    two = ["infantry 5/0", "infantry 5/0"]
    start = position(
        lane(["tank 3/2", "infantry 5/0", "anti-armor 3/1"], [*two, "tank 3/2"]),
        lane(["tank 3/2"], ["infantry 5/0"]),  # one opposing card: not asked
        lane(["anti-armor 3/1"]),  # none: idle
        lane(["anti-armor 3/1"], two),
        seats=[seat(["infantry"]), seat(["infantry"])],
    )
    state = played(start, "done", "done")
    asked = []
    while state.player is not None and "target" in state.text(state.legal()[0]):
        asked.append((state.player, [state.text(move) for move in state.legal()]))
        state.apply(state.legal()[0])
    assert asked == [
        (0, ["target 0 0>0", "target 0 0>1", "target 0 0>2"]),
        (0, ["target 0 2>0", "target 0 2>1", "target 0 2>2"]),
        (0, ["target 3 0>0", "target 3 0>1"]),
        (1, ["target 0 2>0", "target 0 2>1", "target 0 2>2"]),
    ]


def test_all_targets_are_chosen_before_any_damage() -> None:
    state = played(
        position(lane(["tank 3/2"], ["infantry 1/0", "infantry 1/0"])), "stage 1 tank", "done", "done"
    )
    assert state.to_dict()["lanes"][0]["troops"] == [["tank 3/2"], ["infantry 1/0", "infantry 1/0"]]
    assert state.to_dict()["lanes"][1]["troops"] == [[], []]
    state.play("target 0 0>1")
    assert state.to_dict()["lanes"][0]["troops"] == [["tank 3/1"], ["infantry 1/0"]]
    assert state.to_dict()["lanes"][1]["troops"] == [["tank 3/2"], []]


# Pushing: what survives on either side, and who deploys.


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


def test_survivors_are_counted_after_combat() -> None:
    """Both infantry fall, so the lane is empty, and whoever alone deploys there pushes."""
    start = position(lane(["infantry 5/0"], ["infantry 5/0"]))
    assert played(start, "stage 0 tank", "done", "done").to_dict()["lanes"][0] == lane(["tank 3/2"], [], 1)
    both = played(start, "stage 0 tank", "done", "stage 0 infantry", "done")
    assert both.to_dict()["lanes"][0] == lane(["tank 3/2"], ["infantry 5/0"], 0)


def test_the_example_of_the_rulebook() -> None:
    """A tank survived on green and no enemy did: infantry joins it, the enemy's new card meets both."""
    state = played(position(lane(["tank 3/2"])), "stage 0 infantry", "done", "stage 0 tank", "done")
    assert state.to_dict()["lanes"][0] == lane(["tank 3/2", "infantry 5/0"], ["tank 3/2"], 1)


# The end.


def test_a_gap_wins() -> None:
    state = played(position(lane(front=2)), "stage 0 tank", "done", "done")
    assert state.over
    assert state.result().winners == (0,)
    assert state.result().scores == (1, 0)
    assert state.result().reason == "a win for olive by a gap: lane 0 is pushed past the red line of sand"
    assert state.to_dict()["phase"] == "over"
    assert state.to_dict()["lanes"][0]["front"] == 3


def test_red_itself_is_no_gap() -> None:
    state = played(position(lane(front=-1)), "done", "stage 0 tank", "done")
    assert not state.over
    assert state.to_dict()["lanes"][0]["front"] == -2


def test_a_rout_wins() -> None:
    state = played(position(lane(front=-1), *(lane(front=-2),) * 4), "done", "stage 0 tank", "done")
    assert state.result().winners == (1,)
    assert state.result().reason == "a win for sand by a rout: all 5 lanes stand on the red line of olive"


def test_two_gaps_in_one_step_are_a_draw() -> None:
    start = position(lane(front=2), lane(front=-2))
    state = played(start, "stage 0 tank", "done", "stage 1 tank", "done")
    assert state.result().winners == (0, 1)
    assert not state.result().cut_short


def test_the_last_round_is_a_draw() -> None:
    state = played(position(turn=100), "done", "done")
    assert state.result().winners == (0, 1)
    assert state.result().cut_short
    assert played({**position(turn=100), "max_rounds": 101}, "done", "done").to_dict()["round"] == 101


# Drawing.


def test_the_discard_pile_is_shuffled_in_when_the_draw_pile_is_empty() -> None:
    seats = [seat(["tank"], deck=["anti-armor"], discard=["infantry"] * 4), seat(["tank"])]
    after = played(position(seats=seats), "done", "done").to_dict()["seats"]
    assert after[0] == seat(["infantry"] * 3 + ["anti-armor", "tank"], deck=["infantry"])
    assert after[1] == seat(["tank"])


def test_cards_are_drawn_from_the_top() -> None:
    seats = [
        seat(["tank"] * 2, deck=["anti-armor", *["infantry"] * 3]),
        seat(["infantry"] * 4, deck=["tank"]),
    ]
    after = played(position(seats=seats), "stage 0 tank", "done", "done").to_dict()["seats"]
    assert after[0] == seat(["infantry"] * 3 + ["anti-armor", "tank"])
    assert after[1]["hand"] == ["infantry"] * 4 + ["tank"]


# Setup.


def test_setup_fills_the_lanes_in_order_and_both_reveal_together() -> None:
    seven = seat(["infantry"] * 3 + ["anti-armor"] * 2 + ["tank"] * 2, deck=["infantry"] * 5)
    start = {**position(seats=[seven, seven]), "round": 0, "phase": "setup"}
    state = played(start, "stage 0 tank", "stage 1 infantry", "stage 2 tank", "stage 3 infantry")
    assert [state.text(move) for move in state.legal()] == ["stage 4 infantry", "stage 4 anti-armor"]
    state.play("stage 4 infantry")
    assert state.to_dict()["lanes"] == position()["lanes"]
    assert state.player == 1
    for at, kind in enumerate(["infantry", "infantry", "anti-armor", "tank", "tank"]):
        state.play(f"stage {at} {kind}")
    after = state.to_dict()
    assert after["round"] == 1
    assert after["lanes"][0] == lane(["tank 3/2"], ["infantry 5/0"])
    assert after["lanes"][4] == lane(["infantry 5/0"], ["tank 3/2"])
    assert after["seats"][0] == seat(["infantry"] * 3 + ["anti-armor"] * 2, deck=["infantry"] * 2)


# Refusals.


@pytest.mark.parametrize(
    ("moves", "move", "reason"),
    [
        ([], "stage 0 anti-armor", "no anti-armor in hand"),
        (["stage 0 tank"], "stage 0 infantry", "a card already lies before lane 0"),
        ([], "target 0 0>1", "targets are chosen in combat"),
        ([], "stage 5 tank", "there is no lane 5"),
        ([], "stage 0 tanks", "did you mean `tank`?"),
        ([], "stage 0", "did you mean `stage 0"),
        ([], "attack 0", "there is no move"),
        ([], "target 0 0>14", "there is no card 14"),
        (["done", "done"], "done", "staging is over"),
        (["done", "done"], "stage 0 tank", "staging is over"),
        (["done", "done"], "target 0 1>0", "strikes each opposing card"),
        (["done", "done"], "target 0 0>2", "no card 2 opposite in lane 0"),
        (["done", "done"], "target 0 2>0", "no card 2 in lane 0"),
        (["done", "done"], "target 1 0>0", "no target is chosen"),
        (["done", "done"], "target 2 0>0", "card by card: card 0 in lane 0"),
    ],
)
def test_refusals_say_why(moves: list[str], move: str, reason: str) -> None:
    two = ["infantry 1/0", "infantry 1/0"]
    start = position()
    if len(moves) == 2:
        fights = [lane(["tank 3/2", "infantry 1/0"], two), lane(["tank 3/2"], two[:1])]
        hands = [seat(["infantry"]), seat(["infantry"])]
        start = position(*fights, lane(["anti-armor 3/1"], two), seats=hands)
    state = played(start, *moves)
    before = state.to_dict()
    with pytest.raises(IllegalMove) as caught:
        state.play(move)
    assert reason in str(caught.value)
    assert state.to_dict() == before


def test_a_finished_game_takes_no_move() -> None:
    state = played(position(lane(front=2)), "stage 0 tank", "done", "done")
    with pytest.raises(IllegalMove, match="the game is over"):
        state.play("done")
    assert state.legal() == ()
