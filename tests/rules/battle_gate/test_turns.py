"""Whole turns, worked out by hand from the rules."""

from __future__ import annotations

import pytest

from generator.rules import IllegalMove
from rules.battle_gate.tables import battle_gate, choices, piles, play, position, seat, table


def first_turn(active: int, first: int, deck: str) -> dict[str, object]:
    """A seat's own first turn."""
    seats = [seat(deck, started=number == first != active) for number in range(2)]
    return position(*seats, turn=1 + (active != first), active=active, first=first)


def test_the_first_player_draws_three_and_fields_one_card_of_power_up_to_three() -> None:
    state = battle_gate().from_dict(first_turn(0, 0, "S3 S4 A2 M1 S1"))
    assert state.to_dict()["phase"] == "field"
    assert piles(state, 0, "hand", "deck") == ["S3 S4 A2", "M1 S1"]
    assert choices(state) == ["done", "field S3", "field A2"]
    with pytest.raises(IllegalMove, match="3 power left, S4 needs 4"):
        state.play("field S4")
    play(state, "field A2")
    # The assassin adds a card from the next turn on.
    assert state.to_dict()["phase"] == "attack"
    assert choices(state) == ["done", "attack A2>1"]


def test_everyone_else_draws_four_and_fields_one_card_of_power_up_to_four() -> None:
    state = battle_gate().from_dict(first_turn(1, 0, "S3 S4 A2 S5 M1"))
    assert state.player == 1
    assert choices(state) == ["done", "field S3", "field S4", "field A2"]


def test_a_short_deck_draws_fewer_in_the_first_turn_and_eliminates_nobody() -> None:
    state = battle_gate().from_dict(first_turn(0, 0, "M1"))
    assert piles(state, 0, "hand", "deck", "out") == ["M1", "", False]


def test_soldiers_add_to_the_draw_as_long_as_the_deck_has_cards() -> None:
    state = table(seat("M1 M2 M3 M4 M5", field="S1 S6 A1"), seat("M1"))
    assert choices(state) == ["draw 0", "draw 1", "draw 2", "draw 3"]
    with pytest.raises(IllegalMove, match="2 soldiers in play: up to 3 cards"):
        state.play("draw 4")
    short = table(seat("M1 M2", field="S1 S6"), seat("M1"))
    assert choices(short) == ["draw 0", "draw 1", "draw 2"]
    with pytest.raises(IllegalMove, match="the deck has 2 cards left"):
        short.play("draw 3")


def test_cards_are_drawn_from_the_top() -> None:
    state = play(table(seat("M1 S2 A3", field="S1"), seat("M1")), "draw 2")
    assert piles(state, 0, "hand", "deck") == ["M1 S2", "A3"]


def test_the_allowance_counts_assassins_and_hand_after_the_draw() -> None:
    state = play(table(seat("M6 M1", hand="M1 A2 S1", field="A1"), seat("M1")), "draw 1")
    # Two cards, of four power together.
    assert choices(state) == ["done", "field M1", "field S1", "field A2"]
    play(state, "field A2")
    assert choices(state) == ["done", "field M1", "field S1"]
    play(state, "field M1")
    # An assassin fielded now allows no third card; both assassins may attack at once.
    assert choices(state) == ["done", "attack A1>1", "attack A2>1"]


def test_minions_never_attack_and_assassins_never_defend() -> None:
    state = table(seat("M1", field="M6 S1"), seat("M1", field="A6 S2 M1"), phase="attack")
    with pytest.raises(IllegalMove, match="Minions never attack"):
        state.play("attack M6>1")
    play(state, "attack S1>1")
    assert state.player == 1
    with pytest.raises(IllegalMove, match="Assassins never defend"):
        state.play("block A6>0")
    assert choices(state) == ["done", "block M1>0", "block S2>0"]


def test_defenders_join_against_one_attack_and_equal_power_defeats_both() -> None:
    attacker, defender = seat("M1 M1", field="S5 M1", discard=""), seat("M1 M2", field="S2 M3 M4")
    state = table(attacker, defender, phase="attack")
    play(state, "attack S5>1", "block S2>0", "block M3>0", "done")
    assert piles(state, 1, "field", "discard", "deck") == ["M4", "M3 S2", "M1 M2"]
    assert piles(state, 0, "field") == ["M1"]
    # It recovers with its minion, from what the combat left.
    assert state.player == 0
    assert choices(state) == ["done", "recover S5"]


def test_a_stronger_attack_does_no_damage_through_a_defence() -> None:
    state = table(seat("M1 M1", field="S6 M1"), seat("M1 M2", hand="M6", field="M1"), phase="attack")
    play(state, "attack S6>1", "block M1>0")
    assert piles(state, 1, "field", "discard", "deck") == ["", "M1", "M1 M2"]
    assert piles(state, 0, "field") == ["M1 S6"]


def test_an_undefended_attack_discards_from_the_top_of_the_deck() -> None:
    state = table(seat("M1 M1", field="S2 S1"), seat("M1 S3 A4 A5", field="M1"), phase="attack")
    play(state, "attack S2>1", "attack S1>1", "block M1>1")
    assert piles(state, 1, "deck", "discard") == ["A4 A5", "M1 M1 S3"]
    assert piles(state, 0, "field", "discard") == ["S2", "S1"]


def test_boosts_go_round_until_all_in_a_row_pass() -> None:
    state = table(
        seat("M1 M1", hand="A1 A2 M1 M1", field="S3 A6"),
        seat("M1 M1 M1", hand="A3 A1 M1 M1", field="M3 A5"),
        phase="attack",
    )
    play(state, "attack S3>1", "done", "block M3>0")
    assert state.player == 0
    assert choices(state) == ["pass", "boost A1>0", "boost A2>0"]
    play(state, "pass")
    assert state.player == 1
    play(state, "boost A1>0")
    # Who passed may boost now.
    play(state, "boost A2>0")
    # The defender has three power left, the attacker two.
    assert (state.player, choices(state)) == (1, ["pass", "boost A3>0"])
    play(state, "pass")
    assert (state.player, choices(state)) == (0, ["pass", "boost A1>0"])
    play(state, "pass")
    # 3 + 2 against 3 + 1: the defence is defeated, the boosts are discarded.
    assert piles(state, 1, "field", "discard", "deck") == ["A5", "M3 A1", "M1 M1 M1"]
    assert piles(state, 0, "field", "hand", "discard") == ["S3 A6", "M1 M1 A1", "A2"]


def test_boosts_of_an_undefended_attack_add_to_the_damage() -> None:
    state = table(seat("M1 M1", hand="A2 M1", field="S1"), seat("M1 M2 M3 M4"), phase="attack")
    play(state, "attack S1>1", "boost A2>0")
    assert piles(state, 1, "deck", "discard") == ["M4", "M1 M2 M3"]
    assert piles(state, 0, "discard", "hand") == ["A2", "M1"]


def test_a_defender_boosts_only_what_is_defended() -> None:
    state = table(
        seat("M1 M1", field="S2 S1"), seat("M1 M2 M3 M4", hand="A1 M6", field="M1 S1"), phase="attack"
    )
    play(state, "attack S2>1", "attack S1>1", "block M1>1", "done")
    assert (state.player, choices(state)) == (1, ["pass", "boost A1>1"])
    with pytest.raises(IllegalMove, match="nothing blocks attack 0"):
        state.play("boost A1>0")


def test_an_assassin_fielded_leaves_less_for_boosts() -> None:
    state = table(seat("M1", hand="A2 A1 M1", field="S1"), seat("M1 M2 M3 M4", hand="M1"), phase="field")
    play(state, "field A2")
    play(state, "attack S1>1", "done")
    # The one card was played: no window, the attack of 1 is through.
    assert piles(state, 1, "discard") == ["M1"]


def test_the_rest_of_the_damage_comes_from_the_hand_and_the_owner_chooses() -> None:
    state = table(seat("M1 M1", field="S4"), seat("M1 M2", hand="A1 S1 M6"), phase="attack")
    play(state, "attack S4>1")
    assert (state.player, choices(state)) == (1, ["discard M6", "discard S1", "discard A1"])
    assert piles(state, 1, "deck", "discard") == ["", "M1 M2"]
    play(state, "discard S1", "discard A1")
    assert piles(state, 1, "hand", "discard", "out") == ["M6", "M1 M2 S1 A1", False]


def test_exactly_enough_is_survival() -> None:
    state = table(seat("M1 M1", field="S4"), seat("M1 M2", hand="A1 S1"), phase="attack")
    play(state, "attack S4>1")
    assert piles(state, 1, "deck", "hand", "out") == ["", "", False]
    assert not state.over


def test_one_card_too_few_is_the_end() -> None:
    state = table(
        seat("M1 M1", field="S5", discard="A1"), seat("M1 M2", hand="A1 S1", field="A3"), phase="attack"
    )
    play(state, "attack S5>1")
    assert state.over
    assert piles(state, 1, "deck", "hand", "field", "discard", "out") == ["", "", "", "", True]
    assert state.result().winners == (0,)
    assert state.result().scores == (1, 0)
    with pytest.raises(IllegalMove, match="over"):
        state.play("done")


def test_damage_goes_round_from_the_attackers_left() -> None:
    seats = [seat("M1", hand="M1 M2"), seat("M1 M1", field="S2 A2"), seat("", hand="M1 S1 A1")]
    state = table(*seats, phase="attack", active=1)
    play(state, "attack S2>0", "attack A2>2")
    # Seat 2 sits at the left of seat 1: it is asked first.
    assert state.player == 2
    play(state, "discard M1", "discard A1")
    assert state.player == 0
    play(state, "discard M2")
    assert piles(state, 0, "hand") == ["M1"]


def test_blocks_are_numbered_over_all_seats() -> None:
    seats = [seat("M1 M1 M1", field="S2 A2"), seat("M1 M1 M1", field="M1"), seat("M1 M1 M1", field="M3")]
    state = table(*seats, phase="attack")
    play(state, "attack A2>2", "attack S2>1")
    assert (state.player, choices(state)) == (1, ["done", "block M1>1"])
    with pytest.raises(IllegalMove, match="attack 0 is directed at seat 2"):
        state.play("block M1>0")
    play(state, "done")
    assert (state.player, choices(state)) == (2, ["done", "block M3>0"])
    play(state, "block M3>0")
    assert piles(state, 0, "field", "discard") == ["S2", "A2"]
    assert piles(state, 1, "discard") == ["M1 M1"]


def test_a_turn_goes_past_players_who_are_out() -> None:
    gone = {"deck": [], "hand": [], "field": [], "discard": [], "started": True, "out": True}
    state = table(seat("M1 M1", hand="M1", field="S1"), gone, seat("M1 M2", field="S1"), phase="attack")
    assert choices(state) == ["done", "attack S1>2"]
    with pytest.raises(IllegalMove, match="seat 1 is out"):
        state.play("attack S1>1")
    play(state, "done")
    assert (state.player, state.to_dict()["turn"]) == (2, 14)


def test_minions_in_play_recover_cards_of_choice_and_there_is_no_hand_limit() -> None:
    state = table(seat(field="M1 M6", discard="A6 S1 S1", hand="M1 " * 20), seat("M1"), phase="recover")
    assert choices(state) == ["done", "recover S1", "recover A6"]
    play(state, "recover A6")
    # The two cards that are left are alike, but whether to take one is still a choice.
    assert choices(state) == ["done", "recover S1"]
    play(state, "recover S1")
    assert state.to_dict()["turn"] == 10
    assert piles(state, 0, "discard") == ["S1"]


def test_the_engine_stops_a_standoff() -> None:
    state = table(seat("M1", field="S1"), seat("M1"), seat("M1"), turn=199, max_turns=199)
    play(state, "draw 0", "done")
    assert state.over
    result = state.result()
    assert (result.winners, result.scores, result.cut_short) == ((0, 1, 2), (1, 1, 1), True)
