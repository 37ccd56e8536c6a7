"""How a game of Battle Gate begins: decks, seats, and who goes first."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.catalog.problems import InputError
from generator.rules import Shuffler
from rules.battle_gate.tables import DECKS, battle_gate, owned


def first_of(*decks: list[str], seed: int = 0) -> int:
    first: int = battle_gate().start(seed, decks=list(decks)).to_dict()["first"]
    return first


def test_the_highest_power_at_the_bottom_goes_first() -> None:
    assert {first_of(["S1"] * 20, ["M2"] * 20, ["A1"] * 20, seed=seed) for seed in range(20)} == {1}


def test_lots_are_drawn_where_no_highest_power_is_possible() -> None:
    """Of the tied alone: the weak deck never begins."""
    starts = Counter(first_of(["S3"] * 9, ["M1"] * 9, ["A3"] * 9, seed=seed) for seed in range(300))
    assert set(starts) == {0, 2}
    assert min(starts.values()) > 110


def test_a_tie_is_broken_by_the_tied_alone() -> None:
    """The fives begin only where both others show their one: every fourth time. If everyone cut again after
    a tie of the sixes, it would be every third."""
    twins, fives = ["S6", "S1"], ["A5"] * 5
    starts = Counter(first_of(twins, twins, fives, seed=seed) for seed in range(1000))
    assert starts[2] / 1000 == pytest.approx(1 / 4, abs=0.04)


def test_every_card_is_as_likely_to_decide() -> None:
    starts = Counter(first_of(["S6", "S1", "S1"], ["M3"] * 3, seed=seed) for seed in range(600))
    assert starts[0] / 600 == pytest.approx(1 / 3, abs=0.06)


def test_bundled_decks_in_alphabetical_order_one_a_seat() -> None:
    game = battle_gate()
    named = game.start(3, decks=["carnival-knives", "five-a-side", "hedgerow-rising"])
    assert game.start(3, seats=3).to_dict() == named.to_dict()
    assert len(game.start(3).to_dict()["seats"]) == 2


def test_as_many_seats_as_decks() -> None:
    state = battle_gate().start(decks=[["M1"], ["S2", "S3"], "night-shift", ["A4"]])
    assert [len(cards) for cards in owned(state).values()][:2] == [1, 2]
    assert len(state.to_dict()["seats"]) == 4


def test_decks_may_be_named_in_one_word() -> None:
    game = battle_gate()
    decks = ["night-shift", "long-siege"]
    assert game.start(4, decks="night-shift,long-siege").to_dict() == game.start(4, decks=decks).to_dict()


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_setups_seat_every_deck_at_tables_of_every_size(seats: int) -> None:
    decks = [deck for setup in battle_gate().setups() if setup["seats"] == seats for deck in setup["decks"]]
    assert len(set(decks)) == 6
    assert all(battle_gate().start(1, **setup).player is not None for setup in battle_gate().setups())


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"decks": [["M1"], ["Q7"]]}, "'Q7' is not a kind of card"),
        ({"decks": [["M1"], [["M1"]]]}, "a list is not a kind of card"),
        ({"decks": [["M1"], []]}, "1 to 100 cards, got 0"),
        ({"decks": [["M1"], ["M1"] * 101]}, "1 to 100 cards, got 101"),
        ({"decks": [["M1"]]}, "2, 3 or 4 players, got 1 deck$"),
        ({"decks": [["M1"]] * 5}, "2, 3 or 4 players, got 5 decks"),
        ({"decks": [["M1"]] * 3, "seats": 2}, "takes 2 decks, got 3 decks"),
        ({"decks": ["night-shft", "five-a-side"]}, "no deck named 'night-shft'"),
        ({"decks": 7}, "a list with a deck for each seat"),
        ({"decks": [7, 8]}, "a deck's name or a list of cards"),
        ({"seats": 5}, "2, 3 or 4 players, not for 5"),
        ({"max_turns": 0}, "whole number of turns"),
        ({"max_truns": 9}, "no option 'max_truns'"),
    ],
)
def test_what_can_not_be_started_is_refused(options: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        battle_gate().start(**options)


def test_the_opening_is_three_cards_for_the_first_and_four_for_the_others() -> None:
    game = battle_gate()
    state = game.start(5, decks=["five-a-side"] * 4)
    opening = game.opening(state)
    first = state.to_dict()["first"]
    assert [len(cards) for _, cards in opening] == [3 if seat == first else 4 for seat in range(4)]
    assert opening[first][0] == f"seat {first}, first"


@given(DECKS, st.integers(0, 2**40))
@settings(max_examples=60, deadline=None)
def test_whatever_the_decks_no_card_is_lost_and_worlds_and_positions_are_read(
    decks: list[list[str]], seed: int
) -> None:
    lots = Shuffler(seed)
    state = battle_gate().start(seed, decks=decks, max_turns=60)
    cards = [sorted(deck) for deck in decks]
    while state.player is not None:
        position = state.to_dict()
        left = [seat for seat, held in enumerate(position["seats"]) if not held["out"]]
        assert owned(state) == {str(seat): cards[seat] for seat in left}
        if lots.below(20) == 0:
            assert battle_gate().from_dict(position).to_dict() == position
            assert state.determinize(state.player, lots).view(state.player) == state.view(state.player)
        state.apply(state.legal()[lots.below(len(state.legal()))])
