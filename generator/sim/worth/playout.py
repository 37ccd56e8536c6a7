"""A judge for any game: plays on at random to the end, and looks who has won."""

from __future__ import annotations

from random import Random

from generator.rules import Position, State
from generator.sim.worth.judge import Judge


class Playout(Judge):
    """Judges nothing but results: every position that it is shown has been played to the end."""

    def __init__(self, chance: Random) -> None:
        self._chance = chance

    def settle(self, state: State, asked: Position, seat: int) -> State:
        del asked, seat
        while state.player is not None:
            state.apply(self._chance.choice(state.legal()))
        return state

    def worth(self, position: Position, seat: int) -> float:
        del position, seat
        raise ValueError("a game that is played out has a result, and is judged by it")
