"""The suite catches every fault that is planted in a rules file, or else the scenarios beside it do."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.catalog.problems import Problems
from generator.rules.conformance import check_names
from generator.rules.scenarios import FOLDER, play_scenarios, read_scenarios, scenario_files
from rules.conformance.mutants_samples import SAMPLES, SCENARIOS
from rules.conformance.planting import Mutant, caught, suspect_sample

EVERY = [
    pytest.param(name, mutant, id=f"{name}: {mutant.fault}", marks=[pytest.mark.slow] * (mutant.games > 100))
    for name, mutants in SAMPLES.items()
    for mutant in mutants
]


@pytest.mark.parametrize(("name", "mutant"), EVERY)
def test_a_planted_fault_is_caught(name: str, mutant: Mutant, tmp_path: Path) -> None:
    opener = suspect_sample(name, mutant, tmp_path)
    if mutant.check == SCENARIOS:
        problems = Problems()
        scenarios = read_scenarios(name, scenario_files(tmp_path / name / FOLDER), problems)
        assert not problems, "\n".join(map(str, problems))
        tally = play_scenarios(scenarios, opener.open())
        assert tally.failures
        assert all(failure.key != "crash" for failure in tally.failures)
        return
    report = caught(opener, mutant)
    assert mutant.check in {finding.check for finding in report.findings}, str(report)


def test_there_are_enough_of_them() -> None:
    mutants = [mutant for found in SAMPLES.values() for mutant in found]
    by_the_suite = {mutant.check for mutant in mutants} - {SCENARIOS}
    assert by_the_suite <= set(check_names())
    assert len(by_the_suite) >= 9
    assert sum(mutant.check != SCENARIOS for mutant in mutants) >= 20
