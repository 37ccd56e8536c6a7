"""The suite catches every fault that is planted in a game of the house, and finds nothing in the games."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from generator.rules import check_game
from generator.rules.conformance import check_names
from rules.conformance import (
    mutants_battle_gate,
    mutants_beyond,
    mutants_gateway,
    mutants_hold_the_gates,
    mutants_hold_the_line,
    mutants_strongholds,
)
from rules.conformance.planting import Mutant, caught, suspect_game

OF_GAMES: dict[str, Sequence[Mutant]] = {
    "battle-gate": mutants_battle_gate.MUTANTS,
    "gateway": mutants_gateway.MUTANTS,
    "hold-the-gates": mutants_hold_the_gates.MUTANTS,
    "hold-the-line": mutants_hold_the_line.MUTANTS,
    "strongholds": mutants_strongholds.MUTANTS,
}
PLANTED = {name: [*mutants, *mutants_beyond.BEYOND[name]] for name, mutants in OF_GAMES.items()}
EVERY = [
    pytest.param(name, mutant, id=f"{name}: {mutant.fault}")
    for name, mutants in PLANTED.items()
    for mutant in mutants
]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "mutant"), EVERY)
def test_a_planted_fault_is_caught(name: str, mutant: Mutant, nursery: Path) -> None:
    report = caught(suspect_game(name, mutant, nursery), mutant)
    assert [finding.check for finding in report.findings][:1] == [mutant.check], str(report)


@pytest.mark.slow
@pytest.mark.usefixtures("brief_search")
@pytest.mark.parametrize("name", PLANTED)
def test_a_copy_without_a_fault_passes(name: str, nursery: Path) -> None:
    """What is found in the others is the fault, and not the copying."""
    opener = suspect_game(name, None, nursery)
    report = check_game(opener.open(), games=2, seed=3, opener=opener)
    assert report.ok, str(report)
    assert report.notes == []


def test_there_are_enough_of_them() -> None:
    assert all(len(mutants) >= 15 for mutants in PLANTED.values())
    kinds = {mutant.check for mutants in PLANTED.values() for mutant in mutants}
    # Bundled games say nothing of what always holds; and what is told is only noted.
    assert kinds == set(check_names()) - {"always", "records", "tells"}


def test_each_family_is_planted_in_several_games() -> None:
    assert all(len(family) >= 2 for family in mutants_beyond.FAMILIES)
