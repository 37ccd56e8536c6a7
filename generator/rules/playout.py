"""Random playouts: a game played to its end, every legal move as likely."""

from __future__ import annotations

from random import Random

from generator.rules.protocol import State


def play_out(state: State, chance: Random) -> None:
    """Plays the state to the end of its game."""
    draw = chance.random
    while state.player is not None:
        legal = state.legal()
        state.apply(legal[int(draw() * len(legal))])
