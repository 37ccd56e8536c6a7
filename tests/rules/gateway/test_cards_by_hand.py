"""Cards of Gateway where what they say meets something else: an empty pile, another card, the next battle."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest

from .card_cases_battle import (
    ARMY_WALL,
    AT,
    ATTACKER,
    DEFENDER,
    Script,
    arena,
    fight,
    play_battle,
    to_the_attack,
)
from .card_cases_deeds import do_all
from .card_cases_desk import Desk, Position, card_of, damage_of, game, name_of, number, paying, says
from .card_cases_numbers import attack_of, damage_by, defence_of
from .card_cases_tables import end_of_round, turn

FISH = "beard-fish"


def played(position: Position, card: str, choosing: str = "first") -> Desk:
    """The card is played on the desk and in the engine, and both agree."""
    desk = Desk(position, choosing)
    desk.play(f"play {card}")
    paying(desk, card)
    do_all(desk, says(card).of("played"))
    assert desk.differences() == []
    return desk


def with_piles(card: str, **piles: list[str]) -> Position:
    position = turn(card)
    position["seats"][0] |= piles
    return position


def test_an_empty_deck_is_made_of_the_discard_pile_before_more_is_drawn() -> None:
    position = with_piles("lantern-courier", deck=["defender"], discard=["saloran-cart"] * 3)
    state = game().from_dict(position)
    state.play("play lantern-courier")
    state.play("choose rebel")
    seat = state.to_dict()["seats"][0]
    assert {"defender", "saloran-cart"} <= set(seat["hand"])
    assert (seat["deck"], seat["discard"]) == (["saloran-cart"] * 2, ["rebel"])


def test_with_deck_and_discard_pile_empty_nothing_is_drawn() -> None:
    played(with_piles("gate-smugglers", deck=[], discard=[]), "gate-smugglers")


@pytest.mark.parametrize("choosing", ["first", "last", "stop"])
def test_no_more_is_looked_at_than_lies_in_the_deck(choosing: str) -> None:
    position = with_piles("astrolabe-sage", deck=["rebel", "defender"], discard=["merchant"] * 3)
    played(position, "astrolabe-sage", choosing)


def test_a_card_of_the_hand_and_one_of_the_discard_pile_can_be_trashed() -> None:
    for word, place in (("rebel", "hand"), ("discarded rebel", "discard")):
        state = game().from_dict(with_piles("night-market-broker", discard=["rebel", "rebel"]))
        before = Counter(state.to_dict()["seats"][0][place])
        state.play("play night-market-broker")
        state.play(f"choose {word}")
        left = Counter(state.to_dict()["seats"][0][place])
        assert (before - left)["rebel"] == 1
        assert state.to_dict()["trash"] == ["rebel"]


def test_an_empty_stack_gives_nothing() -> None:
    position = turn("fishmancer")
    position["stacks"][FISH] = 0
    played(position, "fishmancer")
    position = turn()
    position["stacks"]["lesser"] = []
    position["districts"][0]["board"] = "runecutters-hill"
    desk = Desk(position)
    desk.play("ability 0")
    do_all(desk, says("runecutters-hill").of("ability"))
    assert desk.differences() == []


def test_what_an_insurgent_says_for_being_played_does_not_happen_when_it_is_revived() -> None:
    position = turn(army=("greater-dawn",))
    position["seats"][0]["discard"] = ["fishmancer"]
    desk = Desk(position)
    desk.play("rune greater-dawn")
    seat = desk.state.to_dict()["seats"][0]
    assert seat["discard"] == []
    assert Counter(seat["army"])["fishmancer"] == 1
    assert Counter(seat["army"])[FISH] == 2


def test_too_dear_an_insurgent_is_not_revived() -> None:
    position = with_piles("spellbones", discard=["blunderbuss-mage"])
    position["power"] = 2
    played(position, "spellbones")


def test_a_beard_fish_that_is_discarded_goes_back_to_its_stack() -> None:
    position = turn("lantern-courier")
    position["seats"][0]["hand"] = ["lantern-courier", FISH, "rebel", "merchant"]
    desk = played(position, "lantern-courier")
    assert desk.chosen == [FISH]
    assert desk.state.to_dict()["stacks"][FISH] == position["stacks"][FISH] + 1


def test_a_rune_that_gives_the_last_points_ends_the_game() -> None:
    position = turn(army=("greater-crown",))
    position["seats"][0]["vp"] = 18
    state = game().from_dict(position)
    state.play("rune greater-crown")
    assert state.over
    assert state.result().winners == (0,)


@pytest.mark.parametrize("taken", [(1, 2), (1,), (2,)], ids=["none is free", "2 is free", "1 is free"])
def test_only_an_empty_district_is_claimed(taken: tuple[int, ...]) -> None:
    position = turn(army=("greater-door",))
    for at in taken:
        position["districts"][at]["owner"] = 1
    desk = Desk(position)
    desk.play("rune greater-door")
    desk.mine["army"].remove("greater-door")
    desk.position["trash"].append("greater-door")
    do_all(desk, says("greater-door").of("used"))
    assert desk.chosen == []
    assert desk.differences() == []


def test_all_cards_of_the_hand_can_be_given_for_points() -> None:
    position = turn("orb-keeper")
    position["seats"][0]["hand"] = ["orb-keeper", "rebel"]
    played(position, "orb-keeper", "first")


def twice(
    own: Sequence[str],
    foes: Sequence[str],
    faction: str,
    deeds: Sequence[str] = (),
    script: Script | None = None,
    **more: Any,
) -> tuple[Position, Position]:
    """Positions after the first and in the second attack on the same district in the same turn."""
    state = game().from_dict(arena(own, foes, faction, **more))
    script = script or Script()
    to_the_attack(state, script, deeds)
    state.play(f"attack {AT}")
    play_battle(state, script)
    first = state.to_dict()
    state.play(f"attack {AT}")
    while (state.to_dict().get("battle") or {}).get("amounts", [0, 0]) == [0, 0]:
        state.play("done")
    return first, state.to_dict()


def test_bonuses_and_damage_last_for_all_battles_of_the_turn() -> None:
    own, foes = ("defender", "defender", "knight-valdus"), ("drueggar-hulk",) * 4
    runes = ("lesser-edge", "normal-fog")
    more, less = (says(rune).of("used")[0].n for rune in runes)
    first, second = twice(own, foes, "horde", [f"rune {rune}" for rune in runes], runes=runes)
    dealt = damage_by(own, attacks=True) + more
    room = defence_of("drueggar-hulk", attacks=False)
    assert first["districts"][AT]["cards"] == [
        f"drueggar-hulk {dealt - room}",
        "drueggar-hulk",
        "drueggar-hulk",
    ]
    assert second["districts"][AT]["cards"] == first["districts"][AT]["cards"]
    left = [name_of(card) for card in second["seats"][0]["army"] if name_of(card) in own]
    assert 0 < len(left) < len(own)
    assert second["battle"]["amounts"] == [
        damage_by(left, attacks=True) + more,
        damage_by(("drueggar-hulk",) * 3, attacks=False) - less,
    ]


def test_who_is_blinded_or_doubled_is_so_in_the_next_battle_too() -> None:
    own, foes = ("defender",) * 3, ("drueggar-hulk",) * 3
    runes = ("greater-fury", "normal-veil")
    script = Script(runes=runes[1:])
    first, second = twice(own, foes, "horde", ("rune greater-fury",), script, runes=runes)
    more = next(each.n for each in says("greater-fury").of("used") if each.word == "army-attack")
    one, other = attack_of("defender", attacks=True), attack_of("drueggar-hulk", attacks=False)
    assert len(first["districts"][AT]["cards"]) == 2
    assert second["battle"]["amounts"] == [4 * one + more, other]


def test_more_defence_also_for_an_insurgent_that_comes_later() -> None:
    for board, mark in (("rampart-row", 2), ("portal-court", None)):
        position = arena((), (FISH, FISH), "player", board=board)
        position["seats"][0]["hand"] = ["rebel"]
        position["stacks"]["rebel"] = 0
        state = game().from_dict(position)
        to_the_attack(state, Script(), ("ability 0", "play rebel"))
        state.play(f"attack {AT}")
        play_battle(state, Script())
        army = state.to_dict()["seats"][0]["army"]
        assert [damage_of(card) for card in army if name_of(card) == "rebel"] == (
            [] if mark is None else [mark]
        )


def test_damage_is_never_less_than_none() -> None:
    done = fight(arena(("rebel",), ("drueggar-raider", "drueggar-hulk"), "horde", board="sailmakers-bridge",
                       runes=("normal-fog",)), deeds=("ability 0", "rune normal-fog"))  # fmt: skip
    assert done.suffered(ATTACKER) == 0
    assert done.suffered(DEFENDER) == damage_by(("rebel",), attacks=True)


def conquest_of(own: Sequence[str], foes: Sequence[str]) -> int:
    """The Victory Points of seat 0 after its attack on an Army."""
    vp: int = fight(arena(own, foes, "player")).after["seats"][0]["vp"]
    return vp


def test_a_conquest_pays_for_who_lives_to_see_it() -> None:
    duchess = "duchess-of-hollow-street"
    gained = sum(sentence.n for sentence in says(duchess).of("conquest"))
    assert conquest_of((duchess,), ("rebel",)) == gained
    assert conquest_of((duchess, duchess), ("rebel",)) == 2 * gained
    assert conquest_of(("knight-valdus",), ("rebel",)) == 0
    assert conquest_of((duchess,), ("defender", "defender", "defender")) == 0  # held
    assert conquest_of((duchess, duchess), ("blunderbuss-mage",)) == 2 * gained  # 5 damage kill none
    assert conquest_of((duchess,), ("blunderbuss-mage", "gate-smugglers")) == 0  # she falls


def test_a_district_that_is_just_taken_is_no_conquest_in_battle() -> None:
    state = game().from_dict(arena(("duchess-of-hollow-street",), (), "horde"))
    to_the_attack(state, Script())
    state.play(f"attack {AT}")
    assert state.to_dict()["districts"][AT]["owner"] == 0
    assert state.to_dict()["seats"][0]["vp"] == 0


def test_when_killed_is_done_for_each_that_was_killed_and_not_by_its_owner() -> None:
    position = arena(ARMY_WALL, ("pamphleteer",), "player")
    (sentence,) = says("pamphleteer").of("killed")
    hand = ["merchant", "rebel", "merchant", "saloran-cart", "rebel", "merchant"]
    position["seats"][0]["hand"] = list(hand)
    position["seats"][1]["hand"] = list(hand)
    state = game().from_dict(position)
    to_the_attack(state, Script())
    state.play(f"attack {AT}")
    play_battle(state, Script())
    seats = state.to_dict()["seats"]
    assert [len(seat["hand"]) for seat in seats] == [sentence.n, len(hand)]
    assert len(seats[0]["discard"]) == len(hand) - sentence.n


def test_who_fell_only_later_or_not_at_all_says_nothing() -> None:
    position = arena(("rebel",), ("pamphleteer", "defender"), "player")
    position["seats"][0]["hand"] = ["merchant"] * 6
    assert len(fight(position).after["seats"][0]["hand"]) == 6


def test_who_rings_the_alarm_twice_brings_two() -> None:
    event = "the-chancellor-speaks"
    position = end_of_round(event, {"d"}, guard=("alarm-ringer", "alarm-ringer", "city-guard", "city-guard"))
    state = game().from_dict(position)
    state.play("done")
    district = state.to_dict()["districts"][3]
    assert district["cards"] == ["alarm-ringer", "alarm-ringer", "city-guard"]


def test_guards_that_are_dealt_at_the_start_ring_too() -> None:
    rung = 0
    for seed in range(40):
        for district in game().start(seed=seed).to_dict()["districts"]:
            ringers = district["cards"].count("alarm-ringer")
            assert len(district["cards"]) == 1 + ringers
            rung += ringers
    assert rung


def test_others_discard_clockwise_from_the_owner() -> None:
    position = end_of_round("first-blood", {"e", "b"})
    position["seats"][2] |= {"hand": ["merchant"], "army": ["normal-haste", "lesser-coin", *ARMY_WALL]}
    position["stacks"] |= {"pamphleteer": 0, "defender": 0}
    position["seats"][0]["army"] = ["pamphleteer"]
    position["seats"][1]["hand"] = ["merchant", "rebel", "merchant", "merchant", "rebel", "defender"]
    position["seats"][2]["hand"] = ["merchant", "rebel", "merchant", "rebel", "merchant"]
    (at,) = [at for at, each in enumerate(position["districts"]) if each["owner"] == 0]
    state = game().from_dict(position)
    to_the_attack(state, Script())
    state.play(f"attack {at}")
    asked = []
    while any(len(seat["hand"]) > 4 for seat in state.to_dict()["seats"][1:]):
        words = sorted(state.text(move) for move in state.legal())
        if words[0].startswith("choose"):
            asked.append(state.player)
        state.play(
            next((word for word in words if word != "done"), "done") if "rune" not in words[-1] else "done"
        )
    assert asked == [1, 1, 2]
    assert len(state.to_dict()["seats"][0]["hand"]) == len(position["seats"][0]["hand"])


@pytest.mark.parametrize(
    ("card", "under"), [("alarm-ringer", "city-guard"), ("drueggar-packmother", "drueggar-raider")]
)
def test_who_joins_a_card_that_arrives_at_a_player_s_fights_beside_it(card: str, under: str) -> None:
    kind = str(card_of(card).values["type"])
    event, at = {"guard": ("the-chancellor-speaks", 3), "horde": ("banners-in-the-street", 2)}[kind]
    position = end_of_round(event, {"abcdef"[at]})
    position[kind] = [card, under]
    position["districts"][at]["owner"] = 0
    fish = sum(number(card_of(each), "defence") for each in (card, under))
    position["seats"][0]["army"] = [FISH] * fish
    position["stacks"][FISH] = 0
    desk = Desk(position)
    vp = desk.seat(0)["vp"] + sum(number(card_of(each), "vp") for each in (card, under))
    desk.play("done")
    desk.deal()
    after = desk.state.to_dict()
    assert after["stacks"][FISH] == damage_by((card, under), attacks=True)
    assert Counter(after[f"{kind}_discard"]) == Counter([card, under])
    assert after["districts"][at] == position["districts"][at]
    for sentence in says(event).of("event"):
        if sentence.word == "all-vp-for-each-district":
            vp += sentence.n * sum(district["owner"] == 0 for district in position["districts"])
    assert after["seats"][0]["vp"] == vp
