"""The benchmark of determinized worlds measures what it says."""

from __future__ import annotations

from tests.benchmarks.worlds import BUNDLED, HEADER, Cost, contestants, measure, states, table
from tests.rules.leduc import Leduc


def test_all_bundled_games_are_among_the_contestants() -> None:
    assert set(BUNDLED) < {name for name, _ in contestants()}


def test_the_states_are_decisions_of_all_setups() -> None:
    game = Leduc()
    found = states(game, 20)
    assert len(found) == 20
    assert all(len(state.legal()) > 1 for state in found)
    assert {state.turns() for state in found} == {1, 2}, "from the whole of the games"


def test_everything_is_timed() -> None:
    cost = measure(Leduc(), 2)
    assert min(cost.clone, cost.asked, cost.other, cost.by_json) > 0


def test_the_table_tells_how_many_clones_a_world_costs() -> None:
    head, _, line = table([("leduc", Cost(clone=2.0, asked=9.0, other=11.0, by_json=100.0))])
    assert [cell.strip() for cell in head.strip("| ").split("|")] == list(HEADER)
    assert [cell.strip() for cell in line.strip("| ").split("|")] == [
        *("leduc", "2.0", "9.0", "4.5", "11.0", "5.5", "100")
    ]
