"""Leduc poker by the kit is the game that OpenSpiel plays, and worth the same."""

from __future__ import annotations

from collections import Counter
from itertools import product

import pyspiel
import pytest

from generator.rules import BadPosition, Position, check_game
from generator.rules.kit.state import KitState
from rules.kit import games
from rules.leduc_tree import TreeComparison

LEDUC = games.leduc()
RANKS = ("jack", "queen", "king")
COPIES = 2
DEALS = [deal for deal in product(range(3), repeat=3) if max(Counter(deal).values()) <= COPIES]
"""The ranks of seat 0's card, seat 1's, and the one for the board: 24 deals."""
GAMES = 6_000


def position(deal: tuple[int, int, int]) -> Position:
    """A game just dealt."""
    first, second, third = (RANKS[rank] for rank in deal)
    rest = [rank for rank in RANKS for _ in range(COPIES)]
    for card in (first, second, third):
        rest.remove(card)
    return {"deck": [third, *rest], "seats": [{"hand": [first]}, {"hand": [second]}]}


def copies_of(deal: tuple[int, int, int]) -> list[tuple[int, ...]]:
    """The deals of OpenSpiel, whose six cards are all different, in which the ranks are these."""
    cards = product(*[range(rank * COPIES, (rank + 1) * COPIES) for rank in deal])
    return [dealt for dealt in cards if len(set(dealt)) == len(dealt)]


def dealt(deal: tuple[int, int, int]) -> KitState:
    state = LEDUC.from_dict(position(deal))
    assert isinstance(state, KitState)
    return state


def test_every_position_is_as_openspiel_has_it() -> None:
    """Player, legal moves, their words, end and returns, over the whole tree, with every deal."""
    start, comparison = pyspiel.load_game("leduc_poker").new_initial_state(), TreeComparison(LEDUC)
    for deal in DEALS:
        for first, second, third in copies_of(deal):
            comparison.same_from(dealt(deal), start.child(first).child(second), third)
    assert len(comparison.positions) == 9_300
    assert comparison.ends == 120 * 49


def test_every_deal_comes_as_often_as_its_copies() -> None:
    found: Counter[tuple[int, ...]] = Counter()
    for seed in range(GAMES):
        written = LEDUC.start(seed).to_dict()
        cards = (*written["seats"][0]["hand"], *written["seats"][1]["hand"], written["deck"][0])
        found[tuple(map(RANKS.index, cards))] += 1
    assert set(found) == set(DEALS)
    expected = {deal: GAMES * len(copies_of(deal)) / 120 for deal in DEALS}
    spread = sum((found[deal] - expected[deal]) ** 2 / expected[deal] for deal in DEALS)
    assert spread < 50, "chi-square of 23 degrees of freedom: above in 1 of 1,000 at most"


def test_impossible_positions_are_refused_with_all_faults() -> None:
    given = position((0, 1, 2))
    given["seats"][0]["hand"] = ["king"]
    given["stake"] = 14
    with pytest.raises(BadPosition) as error:
        LEDUC.from_dict(given)
    assert str(error.value).splitlines() == [
        "stake: expected 1 to 13, got 14",
        "3 copies of king, and the game has 2",
    ]


@pytest.mark.slow
def test_the_suite_finds_nothing() -> None:
    """In 100 games, in this process and in others; scores are counted once more from the last position."""
    report = check_game(LEDUC, games=100, opener=games.opener("leduc"))
    assert [finding.message for finding in report.findings] == []
    assert report.notes == []
