"""Battles, work that is under way, and the ways to begin, worked out by hand from the rules."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest
from games import PROJECT

from generator.catalog.problems import InputError
from generator.rules import Game, IllegalMove, State, load

BOARDS = (
    "nine-tides-harbour",
    "lamplight-market",
    "old-observatory",
    "the-foundry",
    "ash-gardens",
    "rampart-row",
)
LETTERS = (["a", "e"], ["b", "f"], ["c", "x"], ["d", "x"])
LETTERS_OF_THREE = (["a", "e"], ["b", "f"], ["c"], ["d"], ["x"], ["x"])


@cache
def game() -> Game:
    return load(str(PROJECT / "cards" / "gateway"))


def army(*cards: str, **more: Any) -> dict[str, Any]:
    """A seat with an Army, and Merchants to draw."""
    return {"deck": ["merchant"] * 6, "hand": ["merchant"], "army": list(cards), "vp": 0, **more}


def table(seats: list[dict[str, Any]], *districts: tuple[int | None, list[str]], **more: Any) -> State:
    """Seat 0 in its Attack phase; each district has an owner and cards, the others are empty."""
    letters = LETTERS if len(seats) == 2 else LETTERS_OF_THREE
    held = [*districts, *[(None, [])] * (len(letters) - len(districts))]
    position: dict[str, Any] = {
        "game": "gateway",
        "round": 1,
        "active": 0,
        "first": 0,
        "phase": "attack",
        "seats": seats,
        "districts": [
            {"board": board, "tokens": tokens, "owner": owner, "cards": cards}
            for board, tokens, (owner, cards) in zip(BOARDS, letters, held, strict=False)
        ],
        "stacks": {"merchant": 4, "rebel": 3, "beard-fish": 2, "fishmancer": 2},
        "events": ["they-keep-coming", "last-lanterns", "warlords-bell"],
        "horde": ["drueggar-raider", "drueggar-hulk", "drueggar-raider"],
        "guard": ["city-guard", "city-guard"],
    }
    return game().from_dict({**position, **more})


def words(state: State) -> list[str]:
    return [state.text(move) for move in state.legal()]


def played(state: State, *moves: str) -> State:
    for move in moves:
        state.play(move)
    return state


def over(state: State, *events: str) -> State:
    """Ends the turn of the last seat; no other event is left but these."""
    return game().from_dict({**state.to_dict(), "events": list(events)})


# Battles


def test_cards_are_dealt_damage_one_after_the_other_only_where_there_is_a_choice() -> None:
    state = table([army("rebel", "rebel"), army("rebel")], (None, ["city-guard", "city-guard"]))
    state.play("attack 0")
    # Four damage on two cards that take three each: at least one on the first, and the rest is settled.
    assert (state.player, words(state)) == (0, ["assign 0 1", "assign 0 2", "assign 0 3"])
    state.play("assign 0 3")
    # Four damage of the Guards kill both Rebels, so that seat 1 has nothing to choose for them.
    assert state.to_dict()["seats"][0]["army"] == []
    assert state.to_dict()["districts"][0]["cards"] == ["city-guard"]
    assert state.to_dict()["seats"][0]["vp"] == 1


def test_the_player_to_the_left_deals_the_damage_of_the_guards() -> None:
    seats = [army("rebel", "rebel", "rebel"), army("rebel"), army("rebel")]
    state = played(table(seats, (None, ["city-guard"])), "attack 0")
    assert (state.player, words(state)) == (1, ["assign 0 0", "assign 0 1", "assign 0 2"])


def test_damage_goes_to_vanguard_first_and_to_the_veiled_last() -> None:
    seats = [army("blunderbuss-mage", "rebel"), army("rooftop-archers", "rebel", "defender", "rebel")]
    state = played(table(seats, (1, [])), "attack 0")
    # Seven damage: four kill the Defender, three are left for two Rebels, none for the Archers.
    assert (state.player, words(state)) == (0, ["assign 1 1", "assign 1 2"])
    state.play("assign 1 1")
    position = state.to_dict()
    assert position["seats"][1]["army"] == ["rooftop-archers", "rebel"]
    assert position["seats"][0]["army"] == [], "the full amount was dealt"


def test_all_cards_that_fell_still_strike() -> None:
    state = played(table([army("rebel"), army("rebel")], (1, [])), "attack 0")
    position = state.to_dict()
    assert [seat["army"] for seat in position["seats"]] == [[], []]
    assert position["districts"][0]["owner"] == 0, "taken although no attacker lives"


def test_an_army_without_insurgents_is_beaten_at_once_and_keeps_its_runestones() -> None:
    seats = [army("rebel"), army("lesser-flame", "lesser-ward")]
    position = played(table(seats, (1, [])), "attack 0").to_dict()
    assert position["districts"][0]["owner"] == 0
    assert position["seats"][1]["army"] == ["lesser-flame", "lesser-ward"]
    assert position["seats"][0]["army"] == ["rebel"]


def test_both_sides_declare_before_amounts_are_read() -> None:
    seats = [army("rebel", "rebel", "lesser-edge"), army("defender", "lesser-ward")]
    state = played(table(seats, (1, [])), "attack 0")
    assert (state.player, words(state)) == (0, ["done", "rune lesser-edge"])
    state.play("rune lesser-edge")
    assert (state.player, words(state)) == (1, ["done", "rune lesser-ward"])
    state.play("rune lesser-ward")
    # Six damage against a defence of five: the Defender falls, and deals two.
    assert state.player == 1
    assert words(state) == ["assign 0 0", "assign 0 1", "assign 0 2"]
    position = played(state, "assign 0 2").to_dict()
    assert position["seats"][1]["army"] == []
    assert position["seats"][0]["army"] == ["rebel"]
    assert sorted(position["trash"]) == ["lesser-edge", "lesser-ward"]


def test_who_is_struck_dead_as_the_sides_declare_deals_no_damage() -> None:
    seats = [army("rebel", "lesser-flame"), army("rebel", "lesser-echo")]
    state = played(table(seats, (1, [])), "attack 0", "rune lesser-flame")
    position = state.to_dict()
    assert position["districts"][0]["owner"] == 0
    assert [seat["army"] for seat in position["seats"]] == [["rebel"], ["lesser-echo"]]


def test_of_several_killed_their_player_chooses_who_is_rescued() -> None:
    seats = [
        army("rebel", "rebel", "red-templar"),
        army("red-templar", "gate-smugglers", "rebel", bonus={"rescues": 1}),
    ]
    state = table(seats, (1, []))
    # Seven damage kill all of the other side, which deals six.
    played(state, "attack 0", "assign 0 2", "assign 1 2")
    assert (state.player, words(state)) == (
        1,
        ["choose rebel", "choose red-templar", "choose gate-smugglers"],
    )
    position = played(state, "choose red-templar").to_dict()
    assert "red-templar" in position["seats"][1]["hand"]
    assert sorted(position["seats"][1]["discard"]) == ["gate-smugglers", "rebel"]


# Spawning


def last_turn(*districts: tuple[int | None, list[str]], **more: Any) -> State:
    """Seat 1 ends round 1 without an attack: the event follows. Seat 0 holds Rebels."""
    seats = more.pop("seats", [army("rebel", "rebel"), army("rebel")])
    state = table(seats, *districts, active=1, **more)
    return played(state, "done")


def test_a_spawn_battle_goes_on_until_one_side_has_no_forces() -> None:
    # A Hulk (attack 3, defence 6) at two Rebels: it takes four and kills one, takes two and kills the other.
    state = last_turn((0, []), horde=["drueggar-hulk"], events=["tremor-in-the-vault", "last-lanterns"])
    assert state.player == 1, "the player to the left plays the Horde"
    assert words(state) == ["assign 0 1", "assign 0 2"]
    state.play("assign 0 2")
    position = state.to_dict()
    assert position["seats"][0]["vp"] == 2
    assert position["seats"][0]["army"] == []
    assert position["districts"][0]["owner"] is None, "lost with the whole Army"
    assert position["districts"][0]["cards"] == []


def test_an_army_that_dies_with_who_spawned_loses_the_district_and_leaves_it_empty() -> None:
    seats = [army("rebel"), army("rebel")]
    state = last_turn((0, []), seats=seats, horde=["drueggar-raider"], events=["tremor-in-the-vault"])
    # The Raider and the Rebel kill each other.
    position = state.to_dict()
    assert position["districts"][0]["owner"] is None
    assert position["districts"][0]["cards"] == []
    assert position["seats"][0]["vp"] == 1


def test_guards_and_horde_that_meet_fight_with_a_horde_player_of_choice() -> None:
    seats = [army("rebel"), army("rebel"), army()]
    state = table(
        seats,
        (None, ["city-guard", "city-guard"]),
        active=2,
        horde=["drueggar-hulk"],
        events=["tremor-in-the-vault", "last-lanterns"],
    )
    assert (state.player, words(state)) == (0, ["horde 1", "horde 2"])
    state.play("horde 2")
    # Three damage of the Hulk on two Guards, dealt by seat 2.
    assert (state.player, words(state)) == (2, ["assign 0 0", "assign 0 1", "assign 0 2", "assign 0 3"])
    state.play("assign 0 3")
    position = state.to_dict()
    assert [seat["vp"] for seat in position["seats"]] == [0, 0, 0]
    # Four damage leave the Hulk at two, and the other Guard deals these while it falls.
    assert position["districts"][0]["cards"] == []
    assert position["guard_discard"] == ["city-guard", "city-guard"]
    assert position["horde_discard"] == ["drueggar-hulk"]


def test_an_exchange_without_damage_ends_the_battle_and_the_newcomer() -> None:
    seats = [army("gate-smugglers", "normal-fog"), army("rebel")]
    state = last_turn(
        (0, []), seats=seats, horde=["drueggar-howler"], events=["tremor-in-the-vault", "last-lanterns"]
    )
    assert (state.player, words(state)) == (0, ["done", "rune normal-fog"])
    blinded = state.to_dict()
    blinded["seats"][0]["army"] = ["gate-smugglers 0 blinded", "normal-fog"]
    position = played(game().from_dict(blinded), "rune normal-fog").to_dict()
    # The fog takes all damage of the Howler, and the Smugglers have no attack.
    assert position["horde_discard"] == ["drueggar-howler"]
    assert position["districts"][0]["owner"] == 0
    assert position["seats"][0]["vp"] == 0


def test_runestones_can_be_used_before_every_exchange() -> None:
    seats = [army("gate-smugglers", "normal-fog", "lesser-flame"), army("rebel")]
    state = last_turn(
        (0, []), seats=seats, horde=["drueggar-howler"], events=["tremor-in-the-vault", "last-lanterns"]
    )
    played(state, "rune normal-fog", "done")
    # One damage was dealt to the Howler, and two are left to it: the battle is fought again.
    assert state.to_dict()["districts"][0]["arrivals"] == ["drueggar-howler 1"]
    position = played(state, "rune lesser-flame").to_dict()
    assert position["seats"][0]["vp"] == 1
    assert position["districts"][0]["owner"] == 0


# Work that is under way


def test_a_copy_in_the_middle_of_a_battle_is_played_on_alone() -> None:
    state = table([army("rebel", "rebel"), army("rebel")], (None, ["city-guard", "city-guard"]))
    state.play("attack 0")
    before = state.to_dict()
    copy = state.clone()
    copy.play("assign 0 1")
    assert state.to_dict() == before
    assert game().from_dict(before).to_dict() == before
    assert game().from_dict(before).legal() == state.legal()


# The ways to begin


@pytest.mark.parametrize(("seats", "districts", "kinds"), [(2, 4, 8), (3, 6, 10)])
@pytest.mark.parametrize("city", ["first-game", "random"])
def test_a_game_is_set_up_for_its_players(city: str, seats: int, districts: int, kinds: int) -> None:
    position = game().start(seed=5, seats=seats, city=city).to_dict()
    city_stacks = [name for name, left in position["stacks"].items() if left == 5]
    assert len(position["districts"]) == districts
    assert len(city_stacks) == kinds
    assert position["stacks"]["merchant"] == 33 - 7 * seats
    assert all(len(seat["hand"]) == 6 and len(seat["deck"]) == 6 for seat in position["seats"])
    tokens = sorted(token for district in position["districts"] for token in district["tokens"])
    assert tokens == ["a", "b", "c", "d", "e", "f", "x", "x"]
    assert all(district["cards"] for district in position["districts"])


def test_a_battle_goes_on_after_an_exchange_in_which_only_a_strike_dealt_damage() -> None:
    """A Breaker spawns; neither it nor the Rebel can hurt anybody, and two Runes kill it, one by one."""
    harmless = load(
        "gateway", ["rebel.attack=0", "drueggar-breaker.attack=0", "drueggar-breaker.keywords={}"]
    )
    held = [(0, []), (None, ["elite-guard"]), (None, ["elite-guard"]), (None, ["elite-guard"])]
    position = {
        **{"game": "gateway", "round": 1, "active": 1, "first": 0, "phase": "deployment", "stacks": {}},
        "seats": [army("rebel", "lesser-flame", "lesser-flame"), army()],
        "districts": [
            {"board": board, "tokens": letters, "owner": owner, "cards": cards}
            for board, letters, (owner, cards) in zip(BOARDS, LETTERS, held, strict=False)
        ],
        "events": ["tremor-in-the-vault", "warlords-bell"],
        **{"horde": ["drueggar-breaker"], "guard": ["city-guard"]},
    }
    state = harmless.from_dict(position)
    for move in ("done", "rune lesser-flame", "done"):
        state.play(move)
    after = state.to_dict()
    assert after["battle"]["again"]
    assert after["districts"][0]["arrivals"] == ["drueggar-breaker 2"]
    state.play("rune lesser-flame")
    after = state.to_dict()
    assert (after["horde_discard"], after["seats"][0]["vp"]) == (["drueggar-breaker"], 1)
    assert after["districts"][0]["owner"] == 0


def test_players_pick_by_turns_until_the_last_kind_is_chosen() -> None:
    state = game().start(seed=2, seats=3, city="pick")
    asked = []
    while state.to_dict()["phase"] == "setup":
        asked.append(state.player)
        state.apply(state.legal()[0])
    assert asked == [0, 1, 2] * 3 + [0]
    assert all(len(seat["hand"]) == 6 for seat in state.to_dict()["seats"])


def test_a_list_of_kinds_says_how_many_play() -> None:
    kinds = ["rooftop-archers", "bridge-warden", "red-templar", "magic-orb", "orb-keeper", "spellbones"]
    state = game().start(city=[*kinds, "witchmasker", "gate-smugglers"])
    assert len(state.to_dict()["seats"]) == 2
    with pytest.raises(InputError, match="takes 10 kinds of City cards, got 6 kinds"):
        game().start(seats=3, city=kinds)
    with pytest.raises(InputError, match="no City card 'witchmaker'") as error:
        game().start(city=[*kinds, "witchmaker", "gate-smugglers"])
    assert "witchmasker" in (error.value.hint or "")
    with pytest.raises(InputError, match="each kind may be named once"):
        game().start(city=["spellbones"] * 8)


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        ("attack 0", "district 0 is your own"),
        ("attack 5", "no district 5: 4 districts"),
        ("draft rebel", "it is the Attack phase"),
        ("assign 0 2", "it is the Attack phase"),
        ("atack 1", "attack"),
        ("draft rebl", "did you mean `rebel`"),
    ],
)
def test_what_is_not_allowed_is_told_why(move: str, reason: str) -> None:
    state = table([army("rebel"), army("rebel")], (0, []))
    with pytest.raises(IllegalMove, match=reason):
        state.play(move)
