"""The worlds behind the view of a seat, and the hands that a game opens with."""

from __future__ import annotations

from typing import Any

from generator.rules import Shuffler, State

from .tables import game, lane, played, position, seat

HAND = ["infantry", "infantry", "anti-armor", "tank"]


def worlds_of(state: State, count: int) -> list[dict[str, Any]]:
    """What seat 1 may imagine."""
    view = state.view(1)
    return [game().determinize(view, 1, Shuffler(number)) for number in range(count)]


def test_different_worlds_come_out() -> None:
    fight = lane(["tank 3/2", "infantry 5/0"], ["infantry 5/0", "tank 3/2"])
    start = position(fight, seats=[seat(HAND[:3], deck=["infantry", "tank"]), seat(HAND[:3], deck=["tank"])])
    staging = worlds_of(played(start), 200)
    staged = [sum(card is not None for card in world["seats"][0].get("staged", [])) for world in staging]
    assert set(staged) == {0, 1, 2}
    assert set(map(str, (world["seats"][0]["deck"] for world in staging))) > {"['infantry', 'tank']"}
    done = [world["seats"][0].get("staged", []) for world in worlds_of(played(start, "done"), 300)]
    assert {5 - row.count(None) if row else 0 for row in done} == {0, 1, 2, 3}
    combat = worlds_of(played(start, "done", "done", "target 0 0>1"), 50)
    assert {tuple(world["seats"][0]["targets"]) for world in combat} == {("0 0>0",), ("0 0>1",)}
    assert len({world["shuffler"]["seed"] for world in combat}) == 50


def test_the_opening_is_the_hand_of_seven_also_where_setup_made_itself() -> None:
    """With this seed the first hand is all infantry: its setup leaves nothing to choose."""
    state = game().start(245)
    assert state.player == 1
    (olive, first), (sand, second) = game().opening(state)
    assert (olive, sand) == ("olive", "sand")
    assert first == ["infantry"] * 7
    assert second == state.to_dict()["seats"][1]["hand"]
