"""The benchmark of studies: what a game costs in one, beside the bare loop over the rules. See README.md.

``python -m tests.benchmarks.studies [--games N] [--rounds N]``

Random games of Battle Gate between two, from the same seeds: bare (``play_out`` and nothing else), and as a
study plays them, with bots, counted, in batches that are stored. Both take turns, in CPU time; the round with
the middle ratio counts, so that a busy moment does not. Nothing fails for being slow.
"""

from __future__ import annotations

import argparse
from operator import attrgetter
from random import Random
from time import process_time
from typing import NamedTuple

from generator.rules.evaluation import play_out
from generator.sim.study.plan import Contestant, Plan
from generator.sim.study.store import Store
from generator.sim.study.table import Table, open_table, play_numbers
from tests.benchmarks.printed import note, positive

GAME = "battle-gate"


class Costs(NamedTuple):
    """Microseconds of CPU time for each game."""

    bare: float
    study: float
    """Played as in a study."""
    stored: float
    """The same, and kept in a study file."""

    @property
    def ratio(self) -> float:
        """How many times as much a stored game costs as a bare one."""
        return self.stored / self.bare


def measure(games: int, rounds: int) -> Costs:
    """Plays so many games in each round."""
    plan = Plan(GAME, GAME, (Contestant("random"),) * 2, games)
    table = open_table(plan)
    found = [_round(table, games) for _ in range(rounds)]
    return sorted(found, key=attrgetter("ratio"))[rounds // 2]


def _round(table: Table, games: int) -> Costs:
    chance = Random(1)
    plan = table.plan
    began = process_time()
    for number in range(games):
        state = table.game.start(seed=plan.deal_seed(number), seats=2)
        play_out(state, chance)
    bare = process_time() - began
    began = process_time()
    batch = play_numbers(table, range(games), 60)
    study = process_time() - began
    with Store.begin(None, plan, table.versions) as store:
        store.add(batch)
        store.digest()
        store.groups()
    stored = process_time() - began
    return Costs(*(seconds * 1e6 / games for seconds in (bare, study, stored)))


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.studies", description=__doc__)
    parser.add_argument("--games", type=positive, default=2000, help="games of a round (2000)")
    parser.add_argument("--rounds", type=positive, default=7, help="rounds (7)")
    asked = parser.parse_args()
    costs = measure(asked.games, asked.rounds)
    print(f"{GAME}, random, 2 seats: microseconds of CPU time a game")
    print(f"  bare loop        {costs.bare:8.1f}")
    print(f"  in a study       {costs.study:8.1f}  {costs.study / costs.bare:.2f} times")
    note("study", costs.ratio)
    print(f"  stored, digested {costs.stored:8.1f}  {costs.ratio:.2f} times")


if __name__ == "__main__":
    main()
