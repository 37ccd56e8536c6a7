"""The benchmark of the kit: Leduc poker and Hold the Line by the kit, beside the same games written by hand;
and a skirmish on a board whose moves are listed, beside the same rules in which ``unless`` is asked of each.

``python -m tests.benchmarks.kit [--rounds N] [--seconds S]``

Both of a pair play in the same process and take turns, at random and through the loop that ``engine.py`` has,
set-up and shuffles counted in. What is told is a ratio, and beside it the microseconds that it comes from.
Nothing fails for being slow.
"""

import argparse
import random
import statistics
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any

from generator import rules
from generator.rules import Game, Shuffler
from generator.rules.kit.state import KitGame
from tests.benchmarks.engine_peers.contestant import Contestant
from tests.benchmarks.engine_peers.gatepress import contestant
from tests.benchmarks.printed import markdown, note, positive, progress, verdict
from tests.rules.kit import games
from tests.rules.leduc import Leduc

SKIRMISH = Path(__file__).resolve().parent.parent / "gallery" / "briar-ridge"
HELP = "Microseconds for each decision, by the kit and by hand."
HEADER = (
    "game",
    "by",
    "µs/decision",
    "median",
    "× by hand",
    "clone µs",
    "× by hand",
    "dealt anew µs",
    "world µs",
    "× by hand",
)
MOST_RATIO = 6.0
"""That the kit may cost, beside the game written by hand."""
MOST_SKIRMISH = 100.0
"""Microseconds for a decision on a board of hexagons."""
SEARCHED_GAMES = 0.05
"""Of those that are played where moves are listed, how many where each is searched for."""
MOST_LEDUC = 5.0
"""Microseconds for a decision of Leduc poker."""
WARM_UP = 100
"""Games."""
STATES = 20
"""From the middle of games, to be cloned and imagined anew."""
REPEATS = 20
KIT, HAND = "the kit", "hand"


@dataclass(slots=True)
class Measured:
    """What one of a pair took, in µs: a decision in each round, a clone and a world at best."""

    decision: list[float] = field(default_factory=list)
    clone: float = 0.0
    world: float = 0.0
    """What a bot does that has a view alone: look, deal the hidden anew, set it up."""
    dealt: float = 0.0
    """What a bot that searches does for each world: a clone in which the hidden is dealt anew."""


Results = Mapping[tuple[str, str], Measured]
"""By game and by what it is written with."""


def pairs() -> Iterator[tuple[str, str, Game]]:
    """The games, each by the kit and by hand."""
    yield "leduc poker", KIT, games.leduc()
    yield "leduc poker", HAND, Leduc()
    yield "hold-the-line", KIT, games.hold_the_line()
    yield "hold-the-line", HAND, rules.load("hold-the-line")


def compare(rounds: int, seconds: float) -> dict[tuple[str, str], Measured]:
    """Lets all play in turns, about so many seconds each."""
    playing: dict[tuple[str, str], tuple[Contestant, int]] = {}
    results: dict[tuple[str, str], Measured] = {}
    for name, by, game in pairs():
        progress(f"{name} by {by}: warm-up, clones and worlds")
        one = contestant(name, game)
        taken = timed(lambda play=one.play: play(range(WARM_UP)))  # type: ignore[misc]
        playing[name, by] = one, max(1, round(seconds * WARM_UP / taken))
        results[name, by] = Measured(clone=clone(one), world=world(one, game), dealt=dealt(one))
    for turn in range(rounds):
        for who, (one, count) in playing.items():
            progress(f"{' by '.join(who)}: round {turn + 1} of {rounds}")
            # The same choices in each round, other ones in the next.
            random.seed(turn)
            first = turn * 10**6
            start = time.process_time()
            decisions = one.play(range(first, first + count))
            results[who].decision.append((time.process_time() - start) / decisions * 1e6)
    progress("")
    return results


def skirmish(seconds: float) -> tuple[float, float]:
    """µs for a decision of Briar Ridge: with moves from a list, and with ``unless`` asked of each."""
    listed = rules.load(str(SKIRMISH))
    assert isinstance(listed, KitGame)
    written = listed.rules.functions
    written.moves = [replace(move, among=None) for move in written.moves]
    searched = games.opened(listed.rules, SKIRMISH)
    return _decision(listed, seconds), _decision(searched, seconds * SEARCHED_GAMES)


def _decision(game: Game, seconds: float) -> float:
    one, best = contestant(game.name, game), float("inf")
    one.play(range(1))
    games = max(1, round(seconds / timed(lambda: one.play(range(1)))))
    for turn in range(3):
        random.seed(turn)
        start = time.process_time()
        decisions = one.play(range(games))
        best = min(best, (time.process_time() - start) / decisions * 1e6)
    return best


def timed(call: Callable[[], object]) -> float:
    """CPU seconds."""
    start = time.process_time()
    call()
    return time.process_time() - start


def clone(one: Contestant) -> float:
    """µs for a clone: the least over many goes, averaged over the states."""
    return statistics.mean(least(state.clone) for state in middles(one))


def world(one: Contestant, game: Game) -> float:
    """µs for an imagined world, by the seat that is asked."""
    shuffler = Shuffler(1)

    def imagine(state: Any) -> Callable[[], object]:
        seat = state.player
        return lambda: game.from_dict(game.determinize(state.view(seat), seat, shuffler))

    return statistics.mean(least(imagine(state)) for state in middles(one))


def dealt(one: Contestant) -> float:
    """µs for a clone in which the hidden is dealt anew, for the seat that is asked."""
    shuffler = Shuffler(1)
    goes = (partial(state.determinize, state.player, shuffler) for state in middles(one))
    return statistics.mean(map(least, goes))


def middles(one: Contestant) -> list[Any]:
    assert one.middle is not None
    return [one.middle(seed) for seed in range(STATES)]


def least(call: Callable[[], object]) -> float:
    """µs: the least average of several goes."""

    def go() -> None:
        for _ in range(REPEATS):
            call()

    return min(timed(go) for _ in range(5)) / REPEATS * 1e6


def table(results: Results) -> Iterator[str]:
    """The table's lines, a row for each way to write each game."""
    rows = [HEADER]
    for (name, by), one in results.items():
        hand = results[name, HAND]
        rows.append(
            (
                name,
                by,
                f"{min(one.decision):.2f}",
                f"{statistics.median(one.decision):.2f}",
                f"{ratio(one, hand):.1f}",
                f"{one.clone:.2f}",
                f"{one.clone / hand.clone:.1f}",
                f"{one.dealt:.2f}",
                f"{one.world:.0f}",
                f"{one.world / hand.world:.1f}",
            )
        )
    return markdown(rows, texts=(0, 1))


def ratio(kit: Measured, hand: Measured) -> float:
    """How much longer a decision takes: the median over the rounds, each by itself."""
    return statistics.median(one / other for one, other in zip(kit.decision, hand.decision, strict=True))


def reach(results: Results) -> Iterator[str]:
    """The project's reach, one line each: yes or no, with the figure."""
    for name in dict.fromkeys(name for name, _ in results):
        times = ratio(results[name, KIT], results[name, HAND])
        words = f"{name} by the kit: at most {MOST_RATIO:.0f} × the time by hand"
        yield verdict(times, lambda figure: figure <= MOST_RATIO, "{:.1f} ×", words)
    words = f"leduc poker by the kit: at most {MOST_LEDUC:.0f} µs a decision"
    best = min(results["leduc poker", KIT].decision)
    yield verdict(best, lambda figure: figure <= MOST_LEDUC, "{:.2f} µs", words)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.kit", description=HELP)
    parser.add_argument("--rounds", type=positive, default=7, help="rounds in which all take turns (7)")
    parser.add_argument("--seconds", type=float, default=0.3, help="CPU seconds of a turn, about (0.3)")
    asked = parser.parse_args()
    results = compare(asked.rounds, asked.seconds)
    print("\n".join(table(results)))
    listed, searched = skirmish(asked.seconds * asked.rounds)
    told = f"{listed:.0f} µs a decision with moves from a list, {searched:.0f} µs where `unless` is asked"
    print(f"\nbriar-ridge: {told}: {searched / listed:.0f} ×")
    note("Leduc by the kit", ratio(results["leduc poker", KIT], results["leduc poker", HAND]))
    print("\nThe project's reach:")
    print("\n".join(reach(results)))
    words = f"briar-ridge by the kit: at most {MOST_SKIRMISH:.0f} µs a decision"
    print(verdict(listed, lambda figure: figure <= MOST_SKIRMISH, "{:.0f} µs", words))


if __name__ == "__main__":
    main()
