"""How often each seat wins between equal bots: whether a game, or its bot, favours one.

    python -m tests.benchmarks.seats hold-the-line --games 1000
    python -m tests.benchmarks.seats gateway --seats 3 --bot random

All seats have the same bot, and where a game has decks the same deck. Games that several win, or none, are
undecided. The intervals are Wilson's for 95 %: a seat is favoured where an even share lies outside.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import cache, partial
from math import sqrt
from typing import Any, NamedTuple

from generator.rules import Game, load
from generator.sim.bots import bot_names, make_bot

_Z = 1.96
"""Of the normal distribution, for 95 %."""


class Ended(NamedTuple):
    """A game that was played to its end."""

    winners: tuple[int, ...]
    first: int
    """The seat that had the first turn."""


@cache
def opened(name: str) -> Game:
    """The game, read once in each process."""
    return load(name)


def setups_of(game: Game, seats: int) -> list[dict[str, Any]]:
    """The setups for so many players, in which nobody has a better deck than another."""
    setups = [dict(setup) for setup in game.setups() if setup.get("seats", game.seats[0]) == seats]
    if any("decks" in setup for setup in setups):
        decks = sorted({deck for setup in game.setups() for deck in setup["decks"]})
        return [{"seats": seats, "decks": [deck] * seats} for deck in decks]
    return setups


def play(name: str, seats: int, bot: str, number: int) -> Ended:
    """A game between equal bots, shuffled from its number."""
    game = opened(name)
    setups = setups_of(game, seats)
    state = game.start(seed=number, **setups[number % len(setups)])
    # Whose turn is the first; where all choose at the same time, the seat that is asked first.
    first = state.to_dict().get("first", 0)
    players = [make_bot(bot, game, number, seat) for seat in range(seats)]
    while state.player is not None:
        seat = state.player
        state.apply(players[seat].choose(state.view(seat), state.legal()))
    return Ended(state.result().winners, first)


def wilson(hits: int, of: int) -> tuple[float, float]:
    """The 95 % interval of a share."""
    if of == 0:
        return 0.0, 1.0
    share, spread = hits / of, _Z * _Z / of
    middle = (share + spread / 2) / (1 + spread)
    half = _Z * sqrt(share * (1 - share) / of + spread / (4 * of)) / (1 + spread)
    return middle - half, middle + half


def report(games: Sequence[Ended], seats: int) -> str:
    """A line for each seat, and one for whoever began."""
    decided = [game for game in games if len(game.winners) == 1]
    lines = [f"{len(games)} games, {len(decided)} decided; an even share is {100 / seats:.1f} %"]
    lines += [
        _line(f"seat {seat}", sum(game.winners == (seat,) for game in decided), len(decided))
        for seat in range(seats)
    ]
    lines.append(_line("first", sum(game.winners == (game.first,) for game in decided), len(decided)))
    return "\n".join(lines)


def _line(who: str, wins: int, of: int) -> str:
    low, high = wilson(wins, of)
    share = 100 * wins / of if of else 0.0
    return f"  {who} wins {wins}: {share:.1f} % ({100 * low:.1f} to {100 * high:.1f})"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("game")
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--bot", choices=bot_names(), default="greedy")
    parser.add_argument("--workers", type=int, default=1, help="the result is the same with any number")
    given = parser.parse_args()
    one = partial(play, given.game, given.seats, given.bot)
    with ProcessPoolExecutor(given.workers) as pool:
        games = list(pool.map(one, range(given.games), chunksize=10))
    print(report(games, given.seats))


if __name__ == "__main__":
    main()
