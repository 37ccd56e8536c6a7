"""Each action and phase, worked by hand from the rules."""

from __future__ import annotations

from typing import Any

import pytest

from generator import rules
from generator.rules import IllegalMove, State

GAME = rules.load("hold-the-gates")

Cards = dict[str, list[str]]
DRAWN_NEXT = ["archers"]
"""A deck that keeps the defender from being exhausted, so that no tier joins."""


def table(attacker: Cards, defender: Cards, **more: Any) -> State:
    """A position in the first turn at the Village, the attacker to act, unless ``more`` says otherwise."""
    heading = {
        "turn": 1,
        "tier": 1,
        "phase": "preparation",
        "to_act": 0,
        "settlement": "village",
        "damage": 0,
    }
    return GAME.from_dict({"game": "hold-the-gates", **heading, **more, "seats": [attacker, defender]})


def after(state: State, *moves: str) -> dict[str, Any]:
    for move in moves:
        state.play(move)
    return state.to_dict()


def fields(position: dict[str, Any]) -> list[list[str]]:
    return [side["field"] for side in position["seats"]]


def discards(position: dict[str, Any]) -> list[list[str]]:
    return [side["discard"] for side in position["seats"]]


def moves(state: State) -> list[str]:
    return [state.text(move) for move in state.legal()]


# Each test leaves the players a card in hand, so that the turn doesn't end.


def test_rally_counts_for_units_deployed_before_and_after_and_lies_at_the_gates() -> None:
    state = table(
        {"hand": ["grunt"], "field": ["grunt 0"]},
        {"hand": ["militia-captain", "townsfolk", "militia"], "field": ["archers 2"]},
        to_act=1,
    )
    end = after(state, "action militia-captain", "deploy grunt", "deploy townsfolk")
    assert end["seats"][1]["gates"] == ["militia-captain"]
    assert end["seats"][1]["discard"] == []
    # Archers have strength 4 and townsfolk 3 now: three more damage would leave neither standing.
    hit = table(
        {"hand": ["beserkers", "grunt"]},
        {"hand": ["militia"], "field": ["archers 1", "townsfolk 0"], "gates": ["militia-captain"]},
        turn=3,
        tier=2,
    )
    assert fields(after(hit, "action beserkers"))[1] == ["archers 3", "townsfolk 0"]


def test_brace_adds_two_and_stays_beside_the_unit() -> None:
    state = table({"hand": ["grunt"]}, {"hand": ["militia", "archers"], "field": ["townsfolk 1"]}, to_act=1)
    end = after(state, "action militia>0")
    assert fields(end)[1] == ["townsfolk 1 +militia"]
    assert end["seats"][1]["discard"] == []


def test_volley_hits_the_two_front_units_and_no_third() -> None:
    state = table(
        {"hand": ["grunt"], "field": ["armoured-grunt 0", "skirmishers 0", "shaman 0"]},
        {"hand": ["archers", "militia"]},
        to_act=1,
    )
    end = after(state, "action archers")
    assert fields(end)[0] == ["armoured-grunt 1", "shaman 0"]
    assert discards(end) == [["skirmishers"], ["archers"]]


@pytest.mark.parametrize(("before", "later"), [(2, 1), (0, 0)])
def test_mend_takes_damage_off_the_settlement_while_there_is_some(before: int, later: int) -> None:
    state = table({"hand": ["grunt"]}, {"hand": ["townsfolk", "militia"]}, to_act=1, damage=before)
    end = after(state, "action townsfolk")
    assert end["damage"] == later
    assert discards(end) == [[], ["townsfolk"]]


def test_shove_and_shield_add_one_and_two() -> None:
    state = table(
        {"hand": ["grunt", "armoured-grunt", "shaman"], "field": ["grunt 1", "skirmishers 0"]},
        {"hand": ["archers", "archers"]},
    )
    end = after(state, "action grunt>1", "action archers", "action armoured-grunt>0", "action archers")
    # The grunt falls to the first volley. The skirmishers have strength 2 then, and 4 at the second.
    assert fields(end)[0] == ["skirmishers 2 +grunt +armoured-grunt"]
    assert discards(end)[0] == ["grunt"]


def test_harry_hits_any_one_enemy_unit() -> None:
    state = table(
        {"hand": ["skirmishers", "grunt"]}, {"hand": ["militia"], "field": ["militia 0", "townsfolk 1"]}
    )
    end = after(state, "action skirmishers>1")
    assert fields(end)[1] == ["militia 0"]
    assert discards(end) == [["skirmishers"], ["townsfolk"]]


def test_hex_lies_beside_the_enemys_unit_and_goes_to_its_owner_when_that_withdraws() -> None:
    seats: tuple[Cards, Cards] = (
        {"hand": ["shaman", "grunt"]},
        {"hand": ["militia"], "field": ["archers 1", "archers 2"]},
    )
    assert fields(after(table(*seats), "action shaman>0"))[1] == ["archers 1 +shaman", "archers 2"]
    end = after(table(*seats), "action shaman>1")
    assert fields(end)[1] == ["archers 1"]
    assert discards(end) == [["shaman"], ["archers"]]


def test_two_hexes_make_a_unit_of_strength_2_withdraw_without_any_damage() -> None:
    state = table(
        {"hand": ["shaman", "grunt"]}, {"hand": ["militia"], "field": ["townsfolk 0 +shaman", "militia 0"]}
    )
    end = after(state, "action shaman>0")
    assert fields(end)[1] == ["militia 0"]
    assert discards(end) == [["shaman", "shaman"], ["townsfolk"]]


def test_frenzy_puts_both_on_the_front_unit() -> None:
    state = table(
        {"hand": ["beserkers", "grunt"]},
        {"hand": ["militia"], "field": ["townsfolk 0", "militia 0"]},
        turn=3,
        tier=2,
    )
    end = after(state, "action beserkers")
    assert fields(end)[1] == ["militia 0"]


def test_warcry_saves_nobody_who_was_beaten_but_makes_shamans_stand_a_hit() -> None:
    state = table(
        {"hand": ["chieftain", "grunt"], "field": ["shaman 0"]},
        {"hand": ["archers", "militia"]},
        turn=5,
        tier=3,
    )
    end = after(state, "action chieftain", "action archers")
    assert fields(end)[0] == ["shaman 1"]
    assert end["seats"][0]["gates"] == ["chieftain"]


def test_betray_drives_off_the_rearmost_with_the_cards_beside_it() -> None:
    state = table(
        {"hand": ["turncoat", "grunt"]},
        {"hand": ["militia"], "field": ["townsfolk 0", "archers 0 +militia +shaman"]},
        turn=7,
        tier=4,
    )
    end = after(state, "action turncoat")
    assert fields(end)[1] == ["townsfolk 0"]
    assert discards(end) == [["shaman", "turncoat"], ["militia", "archers"]]


def test_bombard_puts_two_on_any_one() -> None:
    state = table(
        {"hand": ["catapult", "grunt"]},
        {"hand": ["militia"], "field": ["militia 0", "archers 0"]},
        turn=9,
        tier=5,
    )
    assert fields(after(state, "action catapult>1"))[1] == ["militia 0", "archers 2"]


def test_trample_hits_each_enemy_unit_before_anyone_withdraws() -> None:
    state = table(
        {"hand": ["warbeasts", "grunt"], "field": ["grunt 1"]},
        {"hand": ["militia"], "field": ["townsfolk 1", "archers 0", "townsfolk 1"]},
        turn=11,
        tier=6,
    )
    end = after(state, "action warbeasts")
    assert fields(end) == [["grunt 1"], ["archers 1"]]


def test_an_action_names_a_target_if_there_is_one_and_else_does_nothing() -> None:
    state = table({"hand": ["shaman", "grunt", "skirmishers"]}, {"hand": ["militia", "archers"]})
    assert moves(state) == [
        "deploy grunt",
        "deploy skirmishers",
        "deploy shaman",
        "action grunt",
        "action skirmishers",
        "action shaman",
    ]
    with pytest.raises(IllegalMove, match="no enemy unit stands to be named: play `action shaman`"):
        state.play("action shaman>0")
    end = after(state, "action shaman")
    assert discards(end)[0] == ["shaman"]
    state.play("deploy militia")
    assert moves(state) == ["deploy grunt", "deploy skirmishers", "action grunt", "action skirmishers>0"]
    with pytest.raises(
        IllegalMove, match="Harry must name an enemy unit, for example `action skirmishers>0`"
    ):
        state.play("action skirmishers")


def test_a_player_without_cards_is_skipped() -> None:
    state = table({"hand": ["grunt", "grunt"]}, {"hand": ["militia"]}, to_act=1)
    state.play("deploy militia")
    assert state.player == 0
    state.play("deploy grunt")
    assert state.player == 0


# The battle and the end of the turn


def test_ranged_damage_comes_before_melee_and_may_end_the_round() -> None:
    # Archers shoot 3 at the armoured grunt, which withdraws before it can strike.
    state = table(
        {"field": ["armoured-grunt 0"], "deck": ["grunt", "grunt"]},
        {"hand": ["archers"], "deck": ["militia", "militia"]},
        to_act=1,
    )
    end = after(state, "deploy archers")
    assert end["turn"] == 2
    assert end["damage"] == 0
    assert "armoured-grunt" not in end["seats"][0]["deck"]
    assert len(end["seats"][0]["hand"]) == 3  # both grunts and, the deck being out, the discarded one


def test_both_shoot_at_once_and_both_withdraw() -> None:
    # Catapult (1, ranged 3) and archers (3, ranged 3) beat each other in the ranged step.
    state = table({"field": ["catapult 0", "warbeasts 0"]}, {"hand": ["archers"]}, to_act=1, turn=12, tier=6)
    end = after(state, "deploy archers")
    # The warbeasts break through with 7, and the catapult is gone.
    assert fields(end) == [["warbeasts 0"], []]
    assert end["damage"] == 7
    assert discards(end) == [["catapult"], ["archers"]]


def test_damage_stays_on_a_unit_for_the_next_opponent() -> None:
    # Grunt against captain: 2 damage on the captain, then the armoured grunt 3 more: 5 of 6, and it stands.
    state = table(
        {"field": ["grunt 0", "armoured-grunt 0"], "deck": ["shaman"]},
        {"hand": ["militia-captain"], "deck": DRAWN_NEXT},
        to_act=1,
    )
    assert after(state, "deploy militia-captain")["damage"] == 0
    # A second grunt is enough.
    state = table(
        {"field": ["grunt 0", "armoured-grunt 0", "grunt 0", "skirmishers 0"], "deck": ["shaman"]},
        {"hand": ["militia-captain"], "deck": DRAWN_NEXT},
        to_act=1,
    )
    assert after(state, "deploy militia-captain")["damage"] == 1


def test_survivors_break_through_with_their_strength_and_effects_but_not_ranged() -> None:
    state = table(
        {"field": ["catapult 0 +grunt", "skirmishers 0"], "gates": ["chieftain"]},
        {"hand": ["militia"], "deck": DRAWN_NEXT},
        to_act=1,
        turn=9,
        tier=5,
        settlement="city",
    )
    # Militia braces nobody; 3 for the catapult, 2 for the skirmishers: the City falls with 5.
    end = after(state, "action militia")
    assert end["phase"] == "over"
    assert end["damage"] == 5


def test_a_battle_without_defenders_ends_at_once() -> None:
    state = table({"field": ["grunt 1"]}, {"hand": ["townsfolk"], "deck": DRAWN_NEXT}, to_act=1)
    assert after(state, "action townsfolk")["damage"] == 2


def test_the_fallen_settlement_of_the_source_tier_3_gives_the_defender_6() -> None:
    state = table(
        {"field": ["grunt 0"]}, {"hand": ["militia"]}, to_act=1, turn=5, tier=3, settlement="shrine"
    )
    state.play("action militia")
    assert state.over
    assert state.result().scores == (13, 6)
    assert state.result().winners == (0,)
    assert GAME.referee().outcome(state.to_dict()) == ((13, 6), (0,))


def test_mending_in_time_saves_the_settlement_since_only_the_victory_check_counts() -> None:
    state = table({"field": ["grunt 0"]}, {"hand": ["townsfolk"], "deck": DRAWN_NEXT}, to_act=1, damage=1)
    assert after(state, "action townsfolk")["damage"] == 2
    assert not state.over


def test_the_kings_army_comes_at_the_end_of_turn_12() -> None:
    state = table(
        {"field": ["grunt 0"]}, {"hand": ["militia"], "discard": ["archers"]}, to_act=1, turn=12, tier=6
    )
    end = after(state, "deploy militia")
    assert state.result().scores == (0, 15)
    assert state.result().winners == (1,)
    assert (end["phase"], end["turn"], fields(end)) == ("over", 12, [[], []])
    assert discards(end) == [["grunt"], ["militia", "archers"]]
    assert GAME.referee().outcome(end) == ((0, 15), (1,))


def test_a_settlement_that_falls_in_turn_12_gives_12_for_tier_6() -> None:
    state = table({"field": ["warbeasts 0"]}, {"hand": ["militia"]}, to_act=1, turn=12, tier=6)
    state.play("action militia")
    assert state.result().scores == (13, 12)


def test_two_cards_of_the_next_tier_join_when_the_defenders_deck_is_exhausted() -> None:
    state = table(
        {"field": ["shaman 0"], "deck": ["grunt"], "discard": ["grunt"]},
        {"hand": ["militia"], "discard": ["townsfolk", "archers"]},
        to_act=1,
        turn=2,
    )
    end = after(state, "deploy militia")
    assert (end["turn"], end["tier"], end["to_act"]) == (3, 2, 0)
    # Deck, discards and the new cards together: five of them drawn, none left over.
    assert end["seats"][0]["hand"] == ["grunt", "grunt", "shaman", "beserkers", "beserkers"]
    assert end["seats"][1]["hand"] == ["militia", "archers", "townsfolk"]
    assert discards(end) == [[], []]


def test_no_tier_joins_while_the_defender_has_a_deck() -> None:
    state = table(
        {"field": ["grunt 0"], "deck": ["grunt"]}, {"hand": ["archers"], "deck": DRAWN_NEXT}, to_act=1
    )
    end = after(state, "deploy archers")
    assert (end["turn"], end["tier"]) == (2, 1)


def test_units_and_continuing_cards_go_to_their_owners_discards_and_damage_is_cleared() -> None:
    deck = ["grunt", "grunt", "grunt", "grunt", "skirmishers"]
    state = table(
        {"deck": deck, "gates": []},
        {
            "hand": ["townsfolk"],
            "field": ["militia 2 +shaman +militia"],
            "gates": ["militia-captain"],
            "deck": ["archers", "archers", "militia-captain", "militia", "townsfolk"],
        },
        to_act=1,
    )
    end = after(state, "action townsfolk")
    assert discards(end) == [["shaman"], ["militia-captain", "militia", "militia", "townsfolk"]]


def test_a_deck_that_runs_out_takes_the_shuffled_discards_and_the_hand_may_stay_short() -> None:
    state = table(
        {"field": ["grunt 0"], "deck": ["shaman"], "discard": ["skirmishers"]},
        {"hand": ["archers"], "deck": ["militia"]},
        to_act=1,
    )
    end = after(state, "deploy archers")
    assert end["seats"][0]["hand"] == ["grunt", "skirmishers", "shaman"]
    assert end["seats"][1]["hand"] == ["militia", "archers"]
    assert end["seats"][0]["deck"] == end["seats"][1]["deck"] == []
