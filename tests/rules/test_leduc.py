"""Leduc poker, the example of how little a game takes, is the game that OpenSpiel plays."""

from __future__ import annotations

from collections import Counter
from itertools import permutations

import pyspiel
import pytest

from generator.rules import BadPosition, IllegalMove, Shuffler
from rules.leduc import CARDS, FOLD, Leduc, LeducState
from rules.leduc_tree import TreeComparison

LEDUC = Leduc()
GAMES = 12_000


def dealt(first: int, second: int, third: int) -> LeducState:
    return LEDUC.from_dict({"hands": [[CARDS[first]], [CARDS[second]]], "deck": [CARDS[third]]})


def played(*moves: str) -> LeducState:
    """A game where seat 0 holds a jack, seat 1 a queen, and the other jack comes to the table."""
    state = dealt(0, 2, 1)
    for move in moves:
        state.play(move)
    return state


def test_every_position_is_as_openspiel_has_it() -> None:
    """Player, legal moves, end and returns, over the whole tree, with every deal."""
    start, comparison = pyspiel.load_game("leduc_poker").new_initial_state(), TreeComparison(LEDUC)
    for first, second, third in permutations(range(len(CARDS)), 3):
        comparison.same_from(dealt(first, second, third), start.child(first).child(second), third)
    assert len(comparison.positions) == 9_300
    assert comparison.ends == 120 * 49


def test_every_deal_comes_equally_often() -> None:
    deals = Counter(LEDUC.start(seed).deal for seed in range(GAMES))  # type: ignore[attr-defined]
    assert len(deals) == 120
    expected = GAMES / 120
    spread = sum((count - expected) ** 2 / expected for count in deals.values())
    assert 75 < spread < 175, "chi-square of 119 degrees of freedom: outside in 1 of 1,000 at most"


def test_refusals_name_the_rule() -> None:
    with pytest.raises(IllegalMove, match="nobody has raised"):
        played("fold")
    with pytest.raises(IllegalMove, match="2 raises"):
        played("raise", "raise", "raise")
    with pytest.raises(IllegalMove, match="there are fold, call and raise"):
        played("check")
    with pytest.raises(IllegalMove, match="the game is over"):
        played("raise", "fold", "call")


def test_a_pair_beats_the_higher_card() -> None:
    result = played("call", "call", "raise", "call").result()
    assert (result.scores, result.winners, result.reason) == ((5, -5), (0,), "it makes a pair")


def test_positions_say_all_and_views_only_what_a_seat_may_know() -> None:
    state = played("raise")
    again = LEDUC.from_dict(state.to_dict())
    assert again.to_dict() == state.to_dict()
    assert state.view(1) == {
        "game": "leduc",
        "phase": "bet",
        "round": 1,
        "player": 1,
        "hands": [1, ["Q1"]],
        "table": [],
        "deck": 4,
        "stake": 1,
        "raises": 1,
        "folded": None,
        "seat": 1,
        "asked": True,
    }


def test_a_seat_imagines_all_that_it_can_not_rule_out() -> None:
    shuffler, state = Shuffler(4), played("raise")
    worlds = [LEDUC.determinize(state.view(1), 1, shuffler) for _ in range(200)]
    assert {world["hands"][0][0] for world in worlds} == set(CARDS) - {"Q1"}
    assert all(LEDUC.from_dict(world).view(1) == state.view(1) for world in worlds)


def test_impossible_positions_are_refused_with_all_faults() -> None:
    with pytest.raises(BadPosition) as error:
        LEDUC.from_dict({"hands": [["J1"], ["J1"]], "deck": ["K1"], "stake": 4})
    assert str(error.value).splitlines() == [
        "J1 is there 2 times",
        "nobody comes to this stake, with so many raises, in this round and phase",
    ]


def test_the_referee_comes_to_the_same_end() -> None:
    referee = LEDUC.referee()
    for moves in (
        ("raise", "fold"),
        ("call", "call", "call", "call"),
        ("call", "raise", "call", "raise", "fold"),
    ):
        state = played(*moves)
        result = state.result()
        assert referee.outcome(state.to_dict()) == (result.scores, result.winners)
        assert sorted(referee.cards(state.to_dict())["all"]) == sorted(CARDS)


def test_to_fold_is_never_offered_for_nothing() -> None:
    assert FOLD not in played().legal()
