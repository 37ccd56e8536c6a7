"""What a seat may know, and the worlds that could lie behind it."""

from __future__ import annotations

from typing import Any

from generator.rules import Shuffler, State

from .test_by_hand import game, lane, played, position, seat
from .test_properties import random_game

HAND = ["infantry", "infantry", "anti-armor", "tank"]


def two_seats() -> list[dict[str, Any]]:
    return [seat(HAND, deck=["infantry", "tank"]), seat(HAND, deck=["anti-armor", "infantry"])]


def test_nothing_of_a_staging_shows_while_both_choose() -> None:
    start = position(seats=two_seats())
    first = played(start).view(1)
    assert played(start, "stage 0 tank").view(1) == first
    assert played(start, "stage 0 tank", "stage 3 infantry").view(1) == first
    asked = played(start, "done").view(1)
    assert asked == {**first, "asked": True}
    assert played(start, "stage 0 tank", "stage 1 infantry", "stage 2 infantry").view(1) == asked
    waiting = played(start, "done").view(0)
    assert played(start, "done", "stage 4 tank").view(0) == waiting


def test_staged_cards_lie_face_down_in_combat() -> None:
    fight = lane(["anti-armor 3/1"], ["infantry 5/0", "infantry 5/0"])
    start = position(fight, seats=two_seats())
    tank = played(start, "stage 1 tank", "done", "stage 2 infantry", "done")
    infantry = played(start, "stage 1 tank", "done", "stage 2 tank", "done")
    assert tank.view(0) == infantry.view(0)
    assert tank.view(0)["seats"][1]["staged"] == [None, None, "face down", None, None]
    assert tank.view(0)["seats"][0]["staged"] == [None, "tank", None, None, None]
    assert tank.view(0)["seats"][1]["hand"] == 3
    assert tank.view(1)["seats"][0]["staged"] == [None, "face down", None, None, None]


def test_targets_stay_secret_until_the_damage_is_dealt() -> None:
    fight = lane(["tank 3/2", "infantry 5/0"], ["infantry 5/0", "tank 3/2"])
    start = position(fight, seats=[seat(["infantry"]), seat(["infantry"])])
    asked = played(start, "done", "done").view(1)
    chosen = [played(start, "done", "done", f"target 0 0>{at}").view(1) for at in (0, 1)]
    assert chosen == [{**asked, "asked": True}] * 2


def test_a_seat_knows_what_it_has_not_seen_but_not_where_it_lies() -> None:
    view = played(position(seats=two_seats())).view(0)
    assert view["unseen"] == [
        ["infantry", "tank"],
        ["infantry", "infantry", "infantry", "anti-armor", "anti-armor", "tank"],
    ]
    assert view["seats"][0] == {"deck": 2, "hand": HAND, "discard": []}
    assert view["seats"][1] == {"deck": 2, "hand": 4, "discard": []}
    assert "shuffler" not in view


def worlds_of(state: State, seat_: int, count: int = 12) -> list[dict[str, Any]]:
    view = state.view(seat_)
    return [game().determinize(view, seat_, Shuffler(number)) for number in range(count)]


def test_imagined_worlds_look_the_same_to_the_seat_that_imagines_them() -> None:
    for seed in range(6):
        for state in random_game(seed):
            for one in (0, 1):
                for world in worlds_of(state, one, 3):
                    determinized = game().from_dict(world)
                    assert determinized.view(one) == state.view(one)
                    assert determinized.player == state.player
                    if state.player == one:
                        assert determinized.legal() == state.legal()


def test_different_worlds_come_out() -> None:
    fight = lane(["tank 3/2", "infantry 5/0"], ["infantry 5/0", "tank 3/2"])
    start = position(fight, seats=[seat(HAND[:3], deck=["infantry", "tank"]), seat(HAND[:3], deck=["tank"])])
    staging = worlds_of(played(start), 1, 200)
    staged = [sum(card is not None for card in world["seats"][0].get("staged", [])) for world in staging]
    assert set(staged) == {0, 1, 2}
    assert set(map(str, (world["seats"][0]["deck"] for world in staging))) > {"['infantry', 'tank']"}
    done = [world["seats"][0].get("staged", []) for world in worlds_of(played(start, "done"), 1, 300)]
    assert {5 - row.count(None) if row else 0 for row in done} == {0, 1, 2, 3}
    combat = worlds_of(played(start, "done", "done", "target 0 0>1"), 1, 50)
    assert {tuple(world["seats"][0]["targets"]) for world in combat} == {("0 0>0",), ("0 0>1",)}
    assert len({world["shuffler"]["seed"] for world in combat}) == 50
