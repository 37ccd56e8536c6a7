"""The worlds dealt behind a view are all that can be, and no others: compared with a list of every one."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import combinations, product
from typing import Any

import pytest

from generator.rules import BadPosition, Shuffler, State

from .tables import game, played, position, seat, sent, siege

SHORT = siege(
    seat(["KC", "QC"], ["5S", "4S"], **sent("QC", 1, "6S", "2H")),
    seat(["KH", "QH"], ["AS"], **sent("KH", 0)),
    pile=["3H", "4H", "5H"],
)
"""Seat 1 has sent nothing, so everybody knows that it holds no troop."""
DEFENCES = {
    "no troop was sent": SHORT,
    "a troop may have been drawn for an ace": siege(
        seat(["KC", "QC"], ["5S"], **sent("QC", 1, "6S", "2H")),
        seat(["KH", "QH"], ["AS", "3H"], **sent("KH", 0)),
        pile=["4H"],
        defeated=["AH"],
        choosing=1,
    ),
    "it has not defended, and has drawn nothing": siege(
        seat(["KC", "QC"], ["5S"], **sent("QC", 1, "6S", "2H")),
        seat(["KH", "QH"], ["AS", "*R"], **sent("KH", 0, "2S")),
        pile=["4H", "7H"],
        defeated=["AH"],
    ),
    "a last royal sends none": siege(
        seat(["KC", "QC"], ["5S"], **sent("QC", 1, "6S", "2H")),
        seat(["KH"], ["AS"], **sent("KH", 0)),
        pile=["4H", "7H"],
    ),
    "a last royal sends few, and may keep some": siege(
        seat(["KC", "QC"], ["5S"], **sent("QC", 1, "6S", "2H")),
        seat(["KH"], ["AS"], **sent("KH", 0, "2S")),
        pile=["4H", "7H"],
    ),
}
MUSTERS = {
    "one has chosen": position(
        seat(["KC", "QC"], ["AS"], **sent("QC", 1, "2S", "5S")),
        seat(["KH"], ["3H", "4D"]),
        pile=["4H"],
        choosing=1,
    ),
    "nobody has chosen": position(seat(["KC"], ["2S", "5S"]), seat(["KH"], ["3H", "4D"]), pile=["4H", "AS"]),
}
SAMPLES = 1_000


def known(world: dict[str, Any]) -> str:
    """A world without its chance and the order of its pile."""
    seats = [{**given, "hand": sorted(given["hand"])} for given in world["seats"]]
    return json.dumps({**world, "seats": seats, "pile": sorted(world["pile"]), "shuffler": 0}, sort_keys=True)


def dealt(state: State, one: int) -> set[str]:
    """What the game deals behind the view of a seat."""
    view = state.view(one)
    worlds = (game().determinize(view, one, Shuffler(seed)) for seed in range(SAMPLES))
    return {known(game().from_dict(world).to_dict()) for world in worlds}


def possible(state: State, one: int) -> set[str]:
    """Every position that the game reads and that the seat sees alike: all hands with all secret choices."""
    real, view = state.to_dict(), state.view(one)
    other = 1 - one
    found = set()
    shown = {key: view["seats"][other][key] for key in view["seats"][other]}
    for hand in combinations(view["unseen"], shown["hand"]):
        pile = [card for card in view["unseen"] if card not in hand]
        secrets = _musters(shown) if view["phase"] == "muster" else _defences(view, other)
        for chosen, choosing in product(secrets(list(hand)), (0, 1)):
            seats = list(real["seats"])
            seats[other] = {**shown, **chosen}
            try:
                world = game().from_dict({**real, "seats": seats, "pile": pile, "choosing": choosing})
            except BadPosition:
                continue
            if world.view(one) == view:
                found.add(known(world.to_dict()))
    return found


def _musters(shown: dict[str, Any]) -> Any:
    def choices(hand: list[str]) -> Iterator[dict[str, Any]]:
        yield {"hand": hand}
        for general, count in product(shown["royals"], range(len(hand) + 1)):
            yield {"hand": hand, "general": general}
            for troops, target in product(combinations(hand, count), (0, 1)):
                left = [card for card in hand if card not in troops]
                yield {"hand": left, **sent(general, target, *troops)}

    return choices


def _defences(view: dict[str, Any], other: int) -> Any:
    attackers = view["seats"][1 - other]
    on = [*attackers["troops"], attackers["general"]]

    def choices(hand: list[str]) -> Iterator[dict[str, Any]]:
        for count in range(len(hand) + 1):
            for cards in combinations(hand, count):
                left = [card for card in hand if card not in cards]
                for places in product(on, repeat=count):
                    laid: dict[str, list[str]] = {}
                    for card, place in zip(cards, places, strict=True):
                        laid.setdefault(place, []).append(card)
                    yield {"hand": left, **({"laid": laid} if laid else {})}

    return choices


@pytest.mark.slow
@pytest.mark.parametrize("one", [0, 1])
@pytest.mark.parametrize("start", [*DEFENCES.values(), *MUSTERS.values()], ids=[*DEFENCES, *MUSTERS])
def test_all_worlds_that_can_be_are_dealt_and_no_other(start: dict[str, Any], one: int) -> None:
    state = game().from_dict(start)
    assert dealt(state, one) == possible(state, one)


def test_who_sent_too_few_is_dealt_no_troop_by_any_seed() -> None:
    state = game().from_dict(SHORT)
    for seed in range(400):
        world = game().from_dict(game().determinize(state.view(0), 0, Shuffler(seed)))
        assert world.to_dict()["seats"][1]["hand"] == ["AS"]
        assert world.view(0) == state.view(0)


TWO = [
    seat(["KH", "QH", "JH"], ["2H", "3H", "4H", "5H", "AH", "*R"]),
    seat(["KS", "QS", "JS"], ["2S", "3S", "4S", "5S", "AS", "*B"]),
]
PILE = ["6D", "7D", "8D"]


def worlds_of(state: State, one: int, count: int) -> list[dict[str, Any]]:
    view = state.view(one)
    return [game().determinize(view, one, Shuffler(number)) for number in range(count)]


def test_who_waits_does_not_know_how_far_the_others_are() -> None:
    worlds = worlds_of(played(position(*TWO, pile=PILE)), 1, 300)
    stages = {tuple(sorted(world["seats"][0])) for world in worlds}
    begun = ("general", "hand", "out", "royals", "target", "troops")
    assert stages == {("hand", "out", "royals"), begun}
    waiting = worlds_of(played(position(*TWO, pile=PILE), "general JH", "send 2H"), 0, 100)
    assert all(world["choosing"] == 1 for world in waiting)
    assert all(world["seats"][0]["troops"] == ["2H"] for world in waiting)


def test_who_is_out_may_be_watching_anyone() -> None:
    out = seat([], out=True)
    four = [TWO[0], out, TWO[1], seat(["KD", "QD", "JD"], ["2D", "3D", "4D"])]
    worlds = worlds_of(played(position(*four, pile=PILE)), 1, 100)
    assert {world["choosing"] for world in worlds} == {0, 2, 3}
