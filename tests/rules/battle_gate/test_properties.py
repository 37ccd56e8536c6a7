"""What holds in every state of Battle Gate, whatever the decks."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.rules import IllegalMove, Shuffler, State
from rules.battle_gate.tables import DECKS, battle_gate, owned

GAMES = st.tuples(DECKS, st.integers(0, 2**40), st.integers(0, 2**40))
"""Decks, a seed for the shuffles, a seed for the moves."""


def played(decks: list[list[str]], seed: int, lots: int, most: int = 250) -> Iterator[State]:
    """The states of a game with moves by lot; it is the same object, moved on."""
    chooser = Shuffler(lots)
    state = battle_gate().start(seed, decks=decks, max_turns=60)
    yield state
    for _ in range(most):
        if state.player is None:
            return
        options = state.legal()
        state.apply(options[chooser.below(len(options))])
        yield state


@given(GAMES)
@settings(max_examples=60, deadline=None)
def test_no_card_is_lost_or_made_until_its_owner_is_out(game: tuple[list[list[str]], int, int]) -> None:
    decks = {str(seat): sorted(deck) for seat, deck in enumerate(game[0])}
    for state in played(*game):
        seats = state.to_dict()["seats"]
        assert owned(state) == {owner: deck for owner, deck in decks.items() if not seats[int(owner)]["out"]}


@given(GAMES)
@settings(max_examples=25, deadline=None)
def test_a_choice_is_between_two_moves_or_more_and_each_can_be_made(
    game: tuple[list[list[str]], int, int],
) -> None:
    for state in played(*game, most=60):
        options = state.legal()
        assert list(options) == sorted(set(options))
        assert (len(options) >= 2) == (state.player is not None)
        before = state.to_dict()
        for move in options:
            copy = state.clone()
            copy.play(state.text(move))
            assert copy.to_dict() != before
        assert state.to_dict() == before


@pytest.mark.slow
@given(GAMES, st.integers(0, 60))
@settings(max_examples=25, deadline=None)
def test_every_other_move_is_refused_with_a_reason(
    game: tuple[list[list[str]], int, int], moment: int
) -> None:
    for number, state in enumerate(played(*game, most=moment)):
        if number == moment and state.player is not None:
            before = state.to_dict()
            for move in set(range(battle_gate().moves)) - set(state.legal()):
                with pytest.raises(IllegalMove, match=r"\w+ \w+"):
                    state.play(state.text(move))
            assert state.to_dict() == before


@given(GAMES)
@settings(max_examples=25, deadline=None)
def test_a_position_written_down_is_played_on_alike(game: tuple[list[list[str]], int, int]) -> None:
    for state in played(*game, most=80):
        position = json.loads(json.dumps(state.to_dict()))
        again = battle_gate().from_dict(position)
        assert again.to_dict() == position
        assert again.legal() == state.legal()
        assert again.player == state.player


@given(GAMES)
@settings(max_examples=15, deadline=None)
def test_a_copy_is_played_on_alone(game: tuple[list[list[str]], int, int]) -> None:
    for state in played(*game, most=40):
        before, copy = state.to_dict(), state.clone()
        assert copy.to_dict() == before
        for _ in range(30):
            if copy.player is not None:
                copy.apply(copy.legal()[-1])
        assert state.to_dict() == before


@given(GAMES)
@settings(max_examples=15, deadline=None)
def test_what_a_seat_imagines_looks_the_same_to_it(game: tuple[list[list[str]], int, int]) -> None:
    for state in played(*game, most=60):
        for seat in range(len(game[0])):
            view = state.view(seat)
            world = battle_gate().from_dict(battle_gate().determinize(view, seat, Shuffler(game[1])))
            assert world.view(seat) == view


def test_every_move_has_words_of_its_own() -> None:
    game = battle_gate()
    state = game.start()
    texts = [state.text(move) for move in range(game.moves)]
    assert len(set(texts)) == game.moves
    assert [state.parse(text) for text in texts] == list(range(game.moves))


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("filed S4", "did you mean `field`"),
        ("field S9", "reads like `field S4`"),
        ("attack S4", "reads like `attack S4>1`"),
        ("castle", "a move begins with"),
        ("", "a move begins with"),
    ],
)
def test_words_that_are_no_move_are_refused_with_a_hint(text: str, hint: str) -> None:
    with pytest.raises(IllegalMove, match=hint):
        battle_gate().start().play(text)


def test_capitals_do_not_matter_and_blanks_do() -> None:
    state = battle_gate().start()
    assert state.parse("FIELD s4") == state.parse("field S4")
    with pytest.raises(IllegalMove, match="write it as `field S4`"):
        state.parse("  FIELD   s4 ")
