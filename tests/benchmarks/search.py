"""The benchmark of the search bot: what a simulation costs, and how near it comes to perfect play.

``python -m tests.benchmarks.search [--states N] [--leduc BUDGET …]``; with ``PYTHONPATH=build/compiled:.``
and ``-P`` by the compiled rules. A simulation is all of it: a world dealt anew, the descent of the tree, a
random playout to the end of the game, and what is learnt from it; the making of the first world is spread
over the simulations. Leduc poker is small enough to know the best play: the bot is asked in each of its 936
decisions, and OpenSpiel says what that loses to an equilibrium and to the best answer. Nothing fails for
being slow.
"""

import argparse
import time
from collections.abc import Iterator, Sequence
from random import Random

from generator import rules
from generator.rules import Game, State
from generator.sim.bots import Budget
from generator.sim.bots.search import SearchBot
from tests.benchmarks.printed import markdown, positive, progress
from tests.benchmarks.worlds import BUNDLED, states
from tests.sim.leduc_policy import Standing, standing

HELP = "Microseconds for a simulation of the search bot, and how well it plays Leduc poker."
ITERATIONS = 200
GOES = 3
BUDGETS = (50, 200, 800, 3200)


def simulation(game: Game, found: Sequence[State]) -> float:
    """Microseconds of CPU time for a simulation, on average over the states; the best of some goes."""
    taken = []
    for _ in range(GOES):
        bot = SearchBot(game, Random(1), Budget(iterations=ITERATIONS))
        start = time.process_time()
        for state in found:
            assert state.player is not None
            bot.choose(state.view(state.player), state.legal())
        taken.append(time.process_time() - start)
    return min(taken) / len(found) / ITERATIONS * 1e6


def cost_table(costs: Sequence[tuple[str, float]]) -> Iterator[str]:
    """A line for each game."""
    return markdown([("game", "simulation µs"), *((name, f"{cost:.0f}") for name, cost in costs)], texts=(0,))


def leduc_table(found: Sequence[tuple[int, Standing]]) -> Iterator[str]:
    """A line for each budget, in chips."""
    rows = [("Leduc: iterations", "as seat 0", "as seat 1", "lost to the equilibrium", "exploitability")]
    for budget, one in found:
        figures = (f"{one.first:+.3f}", f"{one.second:+.3f}", f"{one.lost:.3f}", f"{one.exploitability:.3f}")
        rows.append((f"{budget:,}", *figures))
    rows.append(("equilibrium", "-0.086", "+0.086", "0.000", "0.000"))
    return markdown(rows, texts=())


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.search", description=HELP)
    parser.add_argument("--states", type=positive, default=30, help="states of each game (30)")
    parser.add_argument("--leduc", nargs="*", type=positive, default=BUDGETS, metavar="BUDGET")
    asked = parser.parse_args()
    costs = []
    for name in BUNDLED:
        progress(name)
        game = rules.load(name)
        costs.append((name, simulation(game, states(game, asked.states))))
    progress("")
    print("\n".join(cost_table(costs)), end="\n\n")
    found = []
    for budget in asked.leduc:
        progress(f"Leduc poker, {budget:,} iterations")
        found.append((budget, standing(budget)))
    progress("")
    print("\n".join(leduc_table(found)))


if __name__ == "__main__":
    main()
