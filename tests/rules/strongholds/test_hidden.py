"""What a seat may know, and the worlds that could lie behind it."""

from __future__ import annotations

from typing import Any

from generator.rules import Shuffler, State

from .tables import game, played, position, random_game, seat, sent, siege

TWO = [
    seat(["KH", "QH", "JH"], ["2H", "3H", "4H", "5H", "AH", "*R"]),
    seat(["KS", "QS", "JS"], ["2S", "3S", "4S", "5S", "AS", "*B"]),
]
PILE = ["6D", "7D", "8D"]


def test_nothing_of_a_muster_shows_while_others_choose() -> None:
    start = position(*TWO, pile=PILE)
    first = played(start).view(1)
    for moves in (["general KH"], ["general QH", "send 3H"], ["general KH", "send 2H", "send 5H"]):
        assert played(start, *moves).view(1) == first
    asked = played(start, "general JH", "send 2H").view(1)
    assert asked == {**first, "asked": True}
    assert played(start, "general KH", "send 2H", "send 3H", "send 5H").view(1) == asked
    waiting = played(start, "general JH", "send 2H").view(0)
    assert played(start, "general JH", "send 2H", "general KS", "send 4S").view(0) == waiting
    assert waiting["done"] is True


def test_musters_are_shown_together() -> None:
    start = position(*TWO, pile=PILE)
    state = played(start, "general JH", "send 2H", "general JS", "send 5S")
    for one in (0, 1):
        seats = state.view(one)["seats"]
        assert [held["general"] for held in seats] == ["JH", "JS"]
        assert [held["troops"] for held in seats] == [["2H"], ["5S"]]
    assert state.view(1)["seats"][0]["hand"] == 5


def test_nothing_of_a_defence_shows_while_others_defend_not_even_to_those_who_are_laid_on() -> None:
    start = played(position(*TWO, pile=PILE), "general JH", "send 2H", "general JS", "send 2S").to_dict()
    before = played(start).view(1)
    assert played(start, "lay 3H>2S").view(1) == before
    laid = played(start, "lay *R>JS", "lay 3H>2S")
    assert laid.view(1) == before
    assert played(start, "lay *R>JS", "lay 3H>2S", "done").view(1) == {**before, "asked": True}
    own = laid.view(0)["seats"][0]
    assert own["laid"] == {"2S": ["3H"], "JS": ["*R"]}
    assert own["hand"] == ["4H", "5H", "AH"]


def test_pitted_troops_show_to_nobody_else() -> None:
    start = siege(
        seat(["KH", "JH"], ["9H"], **sent("JH", 2, "8H")),
        seat(["KS", "JS"], ["9S", "3S"], **sent("JS", 2, "5S")),
        seat(["KD", "JD"], ["2D"], **sent("JD", 1, "4D")),
        seat(["KC", "JC"], ["2C"], **sent("JC", 1, "6C")),
        choosing=1,
    )
    before = played(start)
    after = played(start, "pit 4D 6C")
    for one in (0, 2, 3):
        assert after.view(one) == before.view(one)
    assert after.view(1)["seats"][1]["pitted"] == [["6C", "4D"]]


def test_an_ace_given_up_is_seen_at_once() -> None:
    view = played(position(*TWO, pile=PILE), "give AH").view(1)
    assert view["defeated"] == ["AH"]
    assert view["pile"] == 1
    assert view["seats"][0]["hand"] == 7
    defending = played(position(*TWO, pile=PILE), "general JH", "send 2H", "general JS", "send 5S", "give AH")
    assert defending.view(1)["defeated"] == ["AH"]
    assert defending.view(1)["seats"][0]["hand"] == 6


def test_a_seat_counts_what_it_has_not_seen() -> None:
    view = played(position(*TWO, pile=PILE)).view(0)
    assert view["unseen"] == ["2S", "3S", "4S", "5S", "6D", "7D", "8D", "AS", "*B"]
    assert view["pile"] == 3
    assert {"shuffler", "choosing"} & set(view) == set()


def worlds_of(state: State, one: int, count: int) -> list[dict[str, Any]]:
    view = state.view(one)
    return [game().determinize(view, one, Shuffler(number)) for number in range(count)]


def test_imagined_worlds_look_the_same_to_the_seat_that_imagines_them() -> None:
    for seed, seats in ((1, 2), (2, 2), (3, 4), (4, 4), (5, 4)):
        for state in random_game(seed, seats):
            for one in range(seats):
                for world in worlds_of(state, one, 1):
                    determinized = game().from_dict(world)
                    assert determinized.view(one) == state.view(one)
                    assert determinized.to_dict() == world
                    if state.player == one:
                        assert determinized.player == one
                        assert determinized.legal() == state.legal()


def test_in_a_muster_the_others_may_have_chosen_anything() -> None:
    worlds = worlds_of(played(position(*TWO, pile=PILE), "general JH", "send 2H"), 1, 300)
    generals = {world["seats"][0]["general"] for world in worlds}
    assert generals == {"KH", "QH", "JH"}
    assert {len(world["seats"][0]["troops"]) for world in worlds} == {1, 2, 3}
    assert len({tuple(world["seats"][0]["troops"]) for world in worlds}) > 50
    assert len({world["shuffler"]["seed"] for world in worlds}) == 300


def test_who_waits_does_not_know_how_far_the_others_are() -> None:
    worlds = worlds_of(played(position(*TWO, pile=PILE)), 1, 300)
    stages = {tuple(sorted(world["seats"][0])) for world in worlds}
    begun = ("general", "hand", "out", "royals", "target", "troops")
    assert stages == {("hand", "out", "royals"), begun}
    waiting = worlds_of(played(position(*TWO, pile=PILE), "general JH", "send 2H"), 0, 100)
    assert all(world["choosing"] == 1 for world in waiting)
    assert all(world["seats"][0]["troops"] == ["2H"] for world in waiting)


def test_in_a_defence_the_others_may_have_laid_anything() -> None:
    moves = ["general JH", "send 2H", "general JS", "send 5S", "done"]
    worlds = worlds_of(played(position(*TWO, pile=PILE), *moves), 1, 300)
    laid = [world["seats"][0].get("laid", {}) for world in worlds]
    assert {on for on_cards in laid for on in on_cards} == {"5S", "JS"}
    assert {len(on_cards) for on_cards in laid} == {0, 1, 2}
    assert any("*R" in cards for on_cards in laid for cards in on_cards.values())


def test_who_is_out_may_be_watching_anyone() -> None:
    out = seat([], out=True)
    four = [TWO[0], out, TWO[1], seat(["KD", "QD", "JD"], ["2D", "3D", "4D"])]
    worlds = worlds_of(played(position(*four, pile=PILE)), 1, 100)
    assert {world["choosing"] for world in worlds} == {0, 2, 3}
