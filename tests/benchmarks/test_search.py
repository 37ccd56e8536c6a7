"""The benchmark of the search bot measures what it says."""

from __future__ import annotations

from tests.benchmarks.search import cost_table, leduc_table, simulation
from tests.benchmarks.worlds import states
from tests.rules.leduc import Leduc
from tests.sim.leduc_policy import Standing


def test_a_simulation_is_timed() -> None:
    game = Leduc()
    assert 0 < simulation(game, states(game, 2)) < 100_000


def test_the_tables_tell_their_figures() -> None:
    assert list(cost_table([("leduc", 12.4)]))[-1].split() == ["|", "leduc", "|", "12", "|"]
    line = list(leduc_table([(1600, Standing(-0.2, 0.05, 0.75))]))[2]
    assert [cell.strip() for cell in line.strip("| ").split("|")] == [
        *("1,600", "-0.200", "+0.050", "0.150", "0.750")
    ]
