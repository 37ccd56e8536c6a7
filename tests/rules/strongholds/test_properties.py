"""What holds in every game of Strongholds, however it is played."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.rules import IllegalMove, Shuffler, State

from .by_position import Outcome
from .tables import game, random_game

SEEDS = st.integers(0, 10**6)
SEATS = st.sampled_from((2, 4))
SUITS = "SHCD"
PILE = [f"{rank}{suit}" for suit in SUITS for rank in ["A", *range(2, 11)]] + ["*R", "*B"]
ROYALS = {f"{rank}{suit}" for suit in SUITS for rank in "KQJ"}


@settings(max_examples=25, deadline=None)
@given(SEEDS, SEATS)
def test_no_card_is_lost_or_made_and_the_dead_stay_dead(seed: int, seats: int) -> None:
    """All 54: the royals alive or dead, the rest in hands, piles and the field."""
    referee = game().referee()
    alive = set(ROYALS)
    for state in random_game(seed, seats):
        owned = dict(referee.cards(state.to_dict()))
        assert Counter(owned.pop("deck")) == Counter(PILE)
        living = [royal for row in owned.values() for royal in row]
        assert len(living) == len(set(living))
        assert set(living) <= alive
        alive = set(living)


def after(before: dict[str, Any], chooser: int, move: str) -> dict[str, Any]:
    """The siege with the last move of it."""
    defender = before["seats"][chooser]
    verb, _, rest = move.partition(" ")
    if verb == "lay":
        card, _, on = rest.partition(">")
        defender["hand"].remove(card)
        defender.setdefault("laid", {}).setdefault(on, []).append(card)
    elif verb == "pit":
        defender.setdefault("pitted", []).append(rest.split())
    elif verb == "give":
        defender["hand"].remove(rest)
        drawn, before["pile"] = before["pile"][:2], before["pile"][2:]
        defender["hand"] += drawn
    return before


@settings(max_examples=30, deadline=None)
@given(SEEDS, SEATS)
def test_every_siege_ends_as_worked_out_from_its_position(seed: int, seats: int) -> None:
    lots = Shuffler(seed)
    state = game().start(seed, seats)
    sieges = 0
    while state.player is not None:
        before, chooser = state.to_dict(), state.player
        move = state.legal()[lots.below(len(state.legal()))]
        words = state.text(move)
        state.apply(move)
        now = state.to_dict()
        next_muster = now["phase"] == "muster" and now["turn"] == before["turn"] + 1
        # Where the next muster was all forced, the siege can't be told from its end any more.
        if before["phase"] == "defence" and (next_muster or state.over):
            sieges += 1
            compare(now, Outcome(after(before, chooser, words)))
    assert sieges


def compare(now: dict[str, Any], expected: Outcome) -> None:
    assert [held["royals"] for held in now["seats"]] == expected.royals
    assert [held["out"] for held in now["seats"]] == [not row for row in expected.royals]
    rest = set(now["defeated"] if now["phase"] == "over" else [*now["pile"], *now["defeated"]])
    assert expected.lost <= rest
    for held, hand in zip(now["seats"], expected.hands, strict=True):
        holds = {*held["hand"], *held.get("troops", ())}
        assert set(hand) <= holds
        if now["phase"] == "over":
            assert set(hand) == holds
        elif not held["out"]:
            assert len(holds) >= len(hand)


@settings(max_examples=10, deadline=None)
@given(SEEDS, SEATS)
def test_a_written_state_is_read_as_the_same(seed: int, seats: int) -> None:
    for state in random_game(seed, seats, max_turns=1 + seed % 7):
        written = json.loads(json.dumps(state.to_dict()))
        read = game().from_dict(written)
        assert read.to_dict() == state.to_dict()
        assert (read.player, read.legal()) == (state.player, state.legal())
        assert [read.view(one) for one in range(seats)] == [state.view(one) for one in range(seats)]
        if state.over:
            assert read.result() == state.result()


@pytest.mark.slow
@settings(max_examples=2, deadline=None)
@given(SEEDS, SEATS)
def test_every_legal_move_applies_and_every_other_is_refused_with_a_reason(seed: int, seats: int) -> None:
    for state in random_game(seed, seats, max_turns=2):
        before = state.to_dict()
        legal = set(state.legal())
        for move in range(game().moves):
            if move in legal:
                changed = state.clone()
                changed.play(state.text(move))
                assert changed.to_dict() != before
            else:
                with pytest.raises(IllegalMove) as caught:
                    state.play(state.text(move))
                assert len(str(caught.value)) > 10
        assert state.to_dict() == before


@settings(max_examples=10, deadline=None)
@given(SEEDS, SEATS)
def test_a_clone_is_played_on_without_changing_what_it_came_from(seed: int, seats: int) -> None:
    before = [(state.clone(), state.to_dict()) for state in random_game(seed, seats)]
    for state, written in before:
        assert state.to_dict() == written
    middle, _ = before[len(before) // 2]
    # The clone plays on like the game it was taken from, also through its shuffles.
    lots = Shuffler(seed + 1)
    lots.made += len(before) // 2
    while middle.player is not None:
        middle.apply(middle.legal()[lots.below(len(middle.legal()))])
    assert middle.to_dict() == before[-1][1]


@settings(max_examples=25, deadline=None)
@given(SEEDS, SEATS)
def test_whoever_is_asked_has_a_choice_and_games_end_in_time(seed: int, seats: int) -> None:
    decisions = 0
    for state in random_game(seed, seats):
        legal = state.legal()
        assert list(legal) == sorted(set(legal))
        assert (len(legal) >= 2) == (state.player is not None)
        decisions += 1
    assert decisions - 1 <= game().longest


@settings(max_examples=40, deadline=None)
@given(SEEDS, SEATS)
def test_the_referee_finds_the_same_winners(seed: int, seats: int) -> None:
    end = last(seed, seats, max_turns=1 + seed % 9)
    result = end.result()
    assert game().referee().outcome(end.to_dict()) == (result.scores, result.winners)
    standing = [held for held in end.to_dict()["seats"] if not held["out"]]
    assert result.cut_short == (len(standing) > 1)


def last(seed: int, seats: int, **options: Any) -> State:
    *_, end = random_game(seed, seats, **options)
    return end


def test_texts_are_unique_and_parsed_back() -> None:
    state = game().start(1)
    texts = [state.text(move) for move in range(game().moves)]
    assert len(set(texts)) == len(texts)
    assert [state.parse(text) for text in texts] == list(range(game().moves))
    assert state.parse("pit 9C 7H") == state.parse("pit 7H 9C")


def test_a_seed_decides_the_game() -> None:
    first = [state.to_dict() for state in random_game(7, 4)]
    assert [state.to_dict() for state in random_game(7, 4)] == first
    assert [state.to_dict() for state in random_game(8, 4)] != first


def test_the_opening_shows_the_hand_of_each_seat() -> None:
    state = game().start(3, seats=4)
    hands = [held["hand"] for held in state.to_dict()["seats"]]
    assert game().opening(state) == [(f"seat {seat}", hand) for seat, hand in enumerate(hands)]
