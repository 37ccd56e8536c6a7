"""How games begin: with which options, and what is said of others.

That they are dealt right, and that chance is fair, is watched by the conformance suite and the witnesses.
"""

from __future__ import annotations

from typing import Any

import pytest
from games import bundled_game
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.catalog.problems import InputError
from generator.rules import Shuffler, load
from rules.battle_gate.tables import DECKS, battle_gate, owned

KINDS = ["rooftop-archers", "bridge-warden", "red-templar", "magic-orb", "orb-keeper", "spellbones"]


@pytest.mark.parametrize(
    ("game", "options", "message"),
    [
        ("battle-gate", {"decks": [["M1"], ["Q7"]]}, "'Q7' is not a kind of card"),
        ("battle-gate", {"decks": [["M1"], [["M1"]]]}, "a list is not a kind of card"),
        ("battle-gate", {"decks": [["M1"], []]}, "1 to 100 cards, got 0"),
        ("battle-gate", {"decks": [["M1"], ["M1"] * 101]}, "1 to 100 cards, got 101"),
        ("battle-gate", {"decks": [["M1"]]}, "2, 3 or 4 players, got 1 deck$"),
        ("battle-gate", {"decks": [["M1"]] * 5}, "2, 3 or 4 players, got 5 decks"),
        ("battle-gate", {"decks": [["M1"]] * 3, "seats": 2}, "takes 2 decks, got 3 decks"),
        ("battle-gate", {"decks": ["night-shft", "five-a-side"]}, "no deck named 'night-shft'"),
        ("battle-gate", {"decks": 7}, "a list with a deck for each seat"),
        ("battle-gate", {"decks": [7, 8]}, "a deck's name or a list of cards"),
        ("battle-gate", {"seats": 5}, "2, 3 or 4 players, not for 5"),
        ("battle-gate", {"max_turns": 0}, "whole number of turns"),
        ("battle-gate", {"max_truns": 9}, "no option 'max_truns'"),
        ("gateway", {"seats": 3, "city": KINDS}, "takes 10 kinds of City cards, got 6 kinds"),
        ("gateway", {"city": [*KINDS, "witchmaker", "fishmancer"]}, "no City card 'witchmaker'"),
        ("gateway", {"city": ["spellbones"] * 8}, "each kind may be named once"),
        ("hold-the-gates", {"settlement": "town"}, "expected city, village or shrine, got 'town'"),
    ],
)
def test_what_can_not_be_started_is_refused(game: str, options: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        load(game).start(**options)


@pytest.mark.parametrize(
    ("game", "usual", "options"),
    [
        (
            "battle-gate",
            {"seats": 3},
            {"decks": ["carnival-knives", "five-a-side", "hedgerow-rising"]},
        ),
        ("battle-gate", {"decks": "night-shift,long-siege"}, {"decks": ["night-shift", "long-siege"]}),
        ("battle-gate", {}, {"seats": 2}),
        ("gateway", {}, {"seats": 2, "city": "first-game"}),
        ("hold-the-gates", {}, {"settlement": "village"}),
    ],
)
def test_games_that_begin_alike(game: str, usual: dict[str, Any], options: dict[str, Any]) -> None:
    assert load(game).start(3, **usual).to_dict() == load(game).start(3, **options).to_dict()


def test_the_length_of_a_list_says_how_many_play() -> None:
    state = battle_gate().start(decks=[["M1"], ["S2", "S3"], "night-shift", ["A4"]])
    assert [len(cards) for cards in owned(state).values()][:2] == [1, 2]
    assert len(state.to_dict()["seats"]) == 4
    city = load("gateway").start(city=[*KINDS, "witchmasker", "gate-smugglers"])
    assert len(city.to_dict()["seats"]) == 2


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_setups_seat_every_deck_at_tables_of_every_size(seats: int) -> None:
    decks = [deck for setup in battle_gate().setups() if setup["seats"] == seats for deck in setup["decks"]]
    assert len(set(decks)) == 6
    assert all(battle_gate().start(1, **setup).player is not None for setup in battle_gate().setups())


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


@pytest.mark.parametrize(("seats", "kinds"), [(2, 8), (3, 10)])
def test_the_randomizer_deals_as_many_kinds_as_the_players_need_and_any_may_come_up(
    seats: int, kinds: int
) -> None:
    (city,) = (part for part in bundled_game("gateway").components if part.id == "city")
    known = {card.id for cards in city.sets for card in cards.cards}
    met: set[str] = set()
    game = load("gateway")
    for seed in range(1, 31):
        stacks = game.start(seed, seats, city="random").to_dict()["stacks"]
        dealt = set(stacks) & known
        assert [stacks[kind] for kind in dealt] == [5] * kinds
        assert ("beard-fish" in stacks) == ("fishmancer" in dealt)
        met |= dealt
    assert met == known
