"""How often each seat wins between equal bots: whether a game, or its bot, favours one.

    python -m tests.benchmarks.seats hold-the-line --games 1000
    python -m tests.benchmarks.seats gateway --seats 3 --bot random

All seats have the same bot. Games that several win, or none, count as undecided. The intervals are those of
Wilson for 95 %; a seat is favoured or not where its interval is beside an even share.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import NamedTuple

from generator.rules import load
from generator.sim.bots import make_bot

_Z = 1.96
"""Of the normal distribution, for 95 %."""


class Ended(NamedTuple):
    """A game that was played to its end."""

    winners: tuple[int, ...]
    first: int
    """The seat that had the first turn, or the first to decide where nobody has turns."""


def played(name: str, seats: int | None, bots: Sequence[str], number: int) -> Ended:
    """A game between these bots, one for each seat, shuffled from its number."""
    game = load(name)
    setups = [setup for setup in game.setups() if seats in (None, setup.get("seats"))]
    state = game.start(seed=number, **setups[number % len(setups)])
    first = state.to_dict().get("first", 0)
    players = [make_bot(bot, game, number, seat) for seat, bot in enumerate(bots)]
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
