"""Leduc poker through the adapter, with all its deals listed, is worth what OpenSpiel's own is worth."""

from __future__ import annotations

import unittest
from itertools import permutations
from typing import Any

import pyspiel
import pytest
from open_spiel.python.algorithms import expected_game_score
from open_spiel.python.policy import TabularPolicy

from generator.rules.adapters import openspiel
from rules.leduc import CARDS, Leduc

DEALS = [
    {"hands": [[CARDS[first]], [CARDS[second]]], "deck": [CARDS[third]]}
    for first, second, third in permutations(range(len(CARDS)), 3)
]
NAME = openspiel.register_game(Leduc(), openspiel.Points(-13, 13, zero_sum=True), DEALS)


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


@pytest.mark.slow
def test_situations_values_and_exploitability_are_those_of_openspiel() -> None:
    ours, theirs = (worth(pyspiel.load_game(name)) for name in (NAME, "leduc_poker"))
    assert ours[0] == theirs[0] == 936
    assert ours[1] == pytest.approx(theirs[1], abs=1e-12)
    assert ours[2] == pytest.approx(theirs[2], abs=1e-12)
    assert theirs[2] == pytest.approx(2.373611, abs=1e-6)


@pytest.mark.slow
def test_all_checks_of_the_whole_tree_find_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Perfect recall, how many states there are, and the rest."""
    # It takes a second to import, and all workers import this file.
    from open_spiel.integration_tests import api_test

    # A round has 6 decisions, 4 folds, and 5 ways to go on to the second round or to the end.
    decisions, ends = 6 + 5 * 6, 4 + 5 * (4 + 5)
    states = (1, len(DEALS) * decisions, len(DEALS) * ends)
    monkeypatch.setitem(api_test.TOTAL_NUM_STATES, NAME, states)
    monkeypatch.setitem(api_test.PERFECT_RECALL_NUM_STATES, NAME, 936)
    members = {"game": pyspiel.load_game(NAME), "game_name": NAME}
    checks = type("Checks", (api_test.EnforceAPIOnFullTreeBase,), members)
    result = unittest.TestResult()
    unittest.defaultTestLoader.loadTestsFromTestCase(checks).run(result)
    assert [text for _, text in [*result.errors, *result.failures]] == []
    assert result.testsRun == 8
