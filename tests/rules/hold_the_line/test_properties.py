"""What holds in every game of Hold the Line, however it is played."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.rules import IllegalMove, Shuffler, State

from .test_by_hand import game

SEEDS = st.integers(0, 10**6)
ARMY = Counter({"infantry": 8, "anti-armor": 4, "tank": 2})


def random_game(seed: int, **options: Any) -> Iterator[State]:
    """The states of a game in which everybody chooses by lot; it is the same object, moved on."""
    lots = Shuffler(seed + 1)
    state = game().start(seed, **options)
    yield state
    while state.player is not None:
        state.apply(state.legal()[lots.below(len(state.legal()))])
        yield state


@settings(max_examples=25, deadline=None)
@given(SEEDS)
def test_no_card_is_lost_or_made(seed: int) -> None:
    referee = game().referee()
    for state in random_game(seed):
        cards = referee.cards(state.to_dict())
        assert {army: Counter(owned) for army, owned in cards.items()} == {"olive": ARMY, "sand": ARMY}


@settings(max_examples=15, deadline=None)
@given(SEEDS)
def test_a_written_state_is_read_as_the_same(seed: int) -> None:
    for state in random_game(seed, max_rounds=1 + seed % 7):
        written = json.loads(json.dumps(state.to_dict()))
        read = game().from_dict(written)
        assert read.to_dict() == state.to_dict()
        assert (read.player, read.legal()) == (state.player, state.legal())
        assert [read.view(seat) for seat in (0, 1)] == [state.view(seat) for seat in (0, 1)]
        if state.over:
            assert read.result() == state.result()


@pytest.mark.slow
@settings(max_examples=3, deadline=None)
@given(SEEDS)
def test_every_legal_move_applies_and_every_other_is_refused_with_a_reason(seed: int) -> None:
    for state in random_game(seed):
        before = state.to_dict()
        for move in range(game().moves):
            if move in state.legal():
                after = state.clone()
                after.play(state.text(move))
                assert after.to_dict() != before
            else:
                with pytest.raises(IllegalMove) as caught:
                    state.play(state.text(move))
                assert len(str(caught.value)) > 12
        assert state.to_dict() == before


@settings(max_examples=15, deadline=None)
@given(SEEDS)
def test_a_clone_is_played_on_without_changing_what_it_came_from(seed: int) -> None:
    before = [(state.clone(), state.to_dict()) for state in random_game(seed)]
    for state, written in before:
        assert state.to_dict() == written
    middle, _ = before[len(before) // 2]
    # The clone plays on like the game it was taken from, also through its shuffles.
    lots = Shuffler(seed + 1)
    for _ in range(len(before) // 2):
        lots.made += 1
    while middle.player is not None:
        middle.apply(middle.legal()[lots.below(len(middle.legal()))])
    assert middle.to_dict() == before[-1][1]


@settings(max_examples=25, deadline=None)
@given(SEEDS)
def test_whoever_is_asked_has_a_choice_and_games_end_in_time(seed: int) -> None:
    decisions = 0
    for state in random_game(seed):
        legal = state.legal()
        assert list(legal) == sorted(set(legal))
        assert (len(legal) >= 2) == (state.player is not None)
        decisions += 1
    assert decisions - 1 <= game().longest


@settings(max_examples=40, deadline=None)
@given(SEEDS)
def test_the_referee_finds_the_same_winners(seed: int) -> None:
    for state in random_game(seed, max_rounds=1 + seed % 9):
        if state.over:
            result = state.result()
            assert game().referee().outcome(state.to_dict()) == (result.scores, result.winners)
            assert result.cut_short == (result.winners == (0, 1) and "over" in result.reason)


def test_texts_are_unique_and_parsed_back() -> None:
    state = game().start(1)
    texts = [state.text(move) for move in range(game().moves)]
    assert len(set(texts)) == len(texts)
    assert [state.parse(text) for text in texts] == list(range(game().moves))


def test_a_seed_decides_the_game() -> None:
    first = [state.to_dict() for state in random_game(7)]
    assert [state.to_dict() for state in random_game(7)] == first
    assert [state.to_dict() for state in random_game(8)] != first


def test_the_opening_is_the_hand_of_seven_also_where_setup_made_itself() -> None:
    """With this seed the first hand is all infantry: its setup leaves nothing to choose."""
    state = game().start(245)
    assert state.player == 1
    (olive, first), (sand, second) = game().opening(state)
    assert (olive, sand) == ("olive", "sand")
    assert first == ["infantry"] * 7
    assert second == state.to_dict()["seats"][1]["hand"]
