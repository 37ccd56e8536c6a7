"""Leduc poker through the adapter, with all its deals listed, is worth what OpenSpiel's own is worth."""

from __future__ import annotations

import unittest
from itertools import permutations
from typing import Any, NamedTuple

import pyspiel
import pytest
from open_spiel.python.algorithms import expected_game_score
from open_spiel.python.algorithms.gambit import export_gambit
from open_spiel.python.policy import TabularPolicy

from generator.rules import Game, Position
from generator.rules.adapters import openspiel
from rules.kit.test_leduc import DEALS, LEDUC, copies_of, position
from rules.leduc import CARDS, Leduc


class Ours(NamedTuple):
    """A Leduc poker of ours, under OpenSpiel's name for it, and OpenSpiel's own."""

    name: str
    deals: int
    theirs: str
    situations: int


def registered(game: Game, deals: list[Position], name: str, theirs: str, situations: int) -> Ours:
    points = openspiel.Points(-13, 13, zero_sum=True)
    return Ours(openspiel.register_game(game, points, deals, name), len(deals), theirs, situations)


BY_HAND = registered(
    Leduc(),
    [
        {"hands": [[CARDS[first]], [CARDS[second]]], "deck": [CARDS[third]]}
        for first, second, third in permutations(range(len(CARDS)), 3)
    ],
    "leduc_by_hand",
    "leduc_poker",
    936,
)
# All deals, as often as they come: of three ranks twice as often as those with a pair. A seat doesn't see
# which of two equal cards it has.
BY_THE_KIT = registered(
    LEDUC,
    [position(deal) for deal in DEALS for _ in range(len(copies_of(deal)) // 4)],
    "leduc_by_the_kit",
    "leduc_poker(suit_isomorphism=True)",
    288,
)
VALUE = -0.085606424
"""What best play wins seat 0, in chips, as published for this game; the ninth place is rounded."""
each = pytest.mark.parametrize("leduc", [BY_HAND, BY_THE_KIT], ids=lambda leduc: leduc.name)


@pytest.fixture(autouse=True)
def _quiet(capfd: pytest.CaptureFixture[str]) -> None:
    """OpenSpiel writes down each error that it expects."""
    del capfd


def worth(game: Any) -> tuple[int, list[float], float]:
    """All moves alike: in how many situations, what both win by it, and how far that is from best."""
    alike = TabularPolicy(game)
    table = {name: alike.policy_for_key(name) for name in alike.state_lookup}
    policy = {
        name: [(move, chance) for move, chance in enumerate(row) if chance] for name, row in table.items()
    }
    values = expected_game_score.policy_value(game.new_initial_state(), [alike, alike])
    return len(table), list(values), pyspiel.exploitability(game, policy)


def by_best_play(game: Any, iterations: int) -> tuple[list[float], float]:
    """What both win by the average of CFR+, and how far that is from best."""
    solver = pyspiel.CFRPlusSolver(game)
    for _ in range(iterations):
        solver.evaluate_and_update_policy()
    policy = solver.average_policy()
    won = pyspiel.expected_returns(game.new_initial_state(), policy, -1, False)
    return list(won), pyspiel.exploitability(game, policy)


@pytest.mark.slow
@each
def test_situations_values_and_exploitability_are_those_of_openspiel(leduc: Ours) -> None:
    ours, theirs = (worth(pyspiel.load_game(name)) for name in (leduc.name, leduc.theirs))
    assert ours[0] == theirs[0] == leduc.situations
    assert ours[1] == pytest.approx(theirs[1], abs=1e-12)
    assert ours[2] == pytest.approx(theirs[2], abs=1e-12)


@pytest.mark.slow
def test_cfr_takes_the_same_steps() -> None:
    """After each few iterations through the adapter, the strategy is as good as OpenSpiel's own."""
    ours, theirs = (by_best_play(pyspiel.load_game(name), 3) for name in (BY_THE_KIT.name, BY_THE_KIT.theirs))
    assert ours[0] == pytest.approx(theirs[0], abs=1e-12)
    assert ours[1] == pytest.approx(theirs[1], abs=1e-12)


@pytest.mark.slow
def test_the_value_is_that_of_leduc_poker() -> None:
    """The whole tree is read through the adapter once and then solved, for 500 iterations, in C++.

    No more than ``2 * exploitability`` can lie between the value found and the exact one.
    """
    (first, second), exploitability = by_best_play(
        pyspiel.load_efg_game(export_gambit(pyspiel.load_game(BY_THE_KIT.name))), 500
    )
    assert first == -second
    assert exploitability < 1e-3
    assert first == pytest.approx(VALUE, abs=1e-4)


@pytest.mark.slow
def test_all_checks_of_the_whole_tree_find_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Perfect recall, how many states there are, and the rest."""
    leduc = BY_THE_KIT
    # It takes a second to import, and all workers import this file.
    from open_spiel.integration_tests import api_test

    # A round has 6 decisions, 4 folds, and 5 ways to go on to the second round or to the end.
    decisions, ends = 6 + 5 * 6, 4 + 5 * (4 + 5)
    states = (1, leduc.deals * decisions, leduc.deals * ends)
    monkeypatch.setitem(api_test.TOTAL_NUM_STATES, leduc.name, states)
    monkeypatch.setitem(api_test.PERFECT_RECALL_NUM_STATES, leduc.name, leduc.situations)
    members = {"game": pyspiel.load_game(leduc.name), "game_name": leduc.name}
    checks = type("Checks", (api_test.EnforceAPIOnFullTreeBase,), members)
    result = unittest.TestResult()
    unittest.defaultTestLoader.loadTestsFromTestCase(checks).run(result)
    assert [text for _, text in [*result.errors, *result.failures]] == []
    assert result.testsRun == 8
