"""The benchmark of determinized worlds: what ``State.determinize`` costs beside ``State.clone``.

``python -m tests.benchmarks.worlds [--states N]``; with ``PYTHONPATH=build/compiled:.`` and ``-P`` by the
compiled rules. The states come from random play through all setups of a game. Both are timed for the same
states, and so is the way by JSON: ``State.view``, ``Game.determinize`` and ``Game.from_dict``. Nothing fails
for being slow.
"""

import argparse
import random
import statistics
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from generator import rules
from generator.rules import Game, Shuffler, State
from tests.benchmarks.printed import markdown, positive, progress
from tests.rules.kit import games as kit
from tests.rules.leduc import Leduc

HELP = "Microseconds for a clone and for a determinized state."
HEADER = (
    "game",
    "clone µs",
    "for whom is asked µs",
    "× clone",
    "for another seat µs",
    "× clone",
    "by JSON µs",
)
BUNDLED = ("battle-gate", "hold-the-gates", "hold-the-line", "strongholds", "gateway")
GOES = 5
IN_A_GO = 20


@dataclass(frozen=True, slots=True)
class Cost:
    """Microseconds, averaged over the states."""

    clone: float
    asked: float
    """To determinize for the seat that is asked, as bots do."""
    other: float
    """To determinize for another seat."""
    by_json: float
    """For the seat that is asked, by view, position and ``from_dict``."""


def contestants() -> Iterator[tuple[str, Game]]:
    """The bundled games, and those that tests have by the kit and by hand."""
    for name in BUNDLED:
        yield name, rules.load(name)
    yield "leduc poker by hand", Leduc()
    yield "leduc poker by the kit", kit.leduc()
    yield "hold-the-line by the kit", kit.hold_the_line()


def states(game: Game, count: int) -> list[State]:
    """Decisions of random games, one of each game, through its setups in turn."""
    dice, found = random.Random(game.name), []
    setups = game.setups()
    for seed in range(count):
        state = game.start(seed=seed, **setups[seed % len(setups)])
        seen = 0
        chosen = state
        while state.player is not None:
            seen += 1
            # Every decision of the game is as likely to be the one that is kept.
            if dice.randrange(seen) == 0:
                chosen = state.clone()
            state.apply(dice.choice(state.legal()))
        found.append(chosen)
    return found


def measure(game: Game, count: int) -> Cost:
    """Times all of it in so many states."""
    costs = [_cost(game, state) for state in states(game, count)]
    return Cost(
        *(
            statistics.fmean(getattr(cost, name) for cost in costs)
            for name in ("clone", "asked", "other", "by_json")
        )
    )


def _cost(game: Game, state: State) -> Cost:
    asked = state.player
    assert asked is not None
    other = 1 if asked == 0 else 0
    chance = Shuffler(1)

    def by_json() -> State:
        return game.from_dict(game.determinize(state.view(asked), asked, chance))

    return Cost(
        _least(state.clone),
        _least(lambda: state.determinize(asked, chance)),
        _least(lambda: state.determinize(other, chance)),
        _least(by_json),
    )


def _least(call: Callable[[], object]) -> float:
    """Microseconds of a call: the least of the averages of some goes."""
    taken = []
    for _ in range(GOES):
        start = time.perf_counter()
        for _ in range(IN_A_GO):
            call()
        taken.append((time.perf_counter() - start) / IN_A_GO)
    return min(taken) * 1e6


def table(results: list[tuple[str, Cost]]) -> Iterator[str]:
    """A line for each game."""
    rows = [HEADER]
    for name, cost in results:
        asked, other = cost.asked / cost.clone, cost.other / cost.clone
        figures = (cost.clone, cost.asked, asked, cost.other, other)
        rows.append((name, *(f"{figure:.1f}" for figure in figures), f"{cost.by_json:.0f}"))
    return markdown(rows, texts=(0,))


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.worlds", description=HELP)
    parser.add_argument("--states", type=positive, default=60, help="states of each game (60)")
    parser.add_argument("--games", nargs="+", metavar="GAME", help="only these")
    asked = parser.parse_args()
    results = []
    for name, game in contestants():
        if asked.games and name not in asked.games:
            continue
        progress(name)
        results.append((name, measure(game, asked.states)))
    progress("")
    print("\n".join(table(results)))


if __name__ == "__main__":
    main()
