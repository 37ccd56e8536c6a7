"""Who evaluates positions of a game: its own evaluator, or for a game without one a playout."""

from __future__ import annotations

from random import Random

from generator.rules import Game, Position, State
from generator.rules.evaluation import Evaluator
from generator.rules.loading import part_of_game


def evaluator_for(game: Game, chance: Random) -> Evaluator:
    """Who evaluates positions of this game; ``chance`` is for playing on at random."""
    bot = part_of_game(game.name, "bot")
    if bot is None:
        return Playout(chance)
    evaluator: Evaluator = bot.open_evaluator(game)
    return evaluator


class Playout(Evaluator):
    """Evaluates nothing but results: every position that it is shown has been played to the end."""

    def __init__(self, chance: Random) -> None:
        self._chance = chance

    def quiesce(self, state: State, asked: Position, seat: int) -> State:
        del asked, seat
        while state.player is not None:
            state.apply(self._chance.choice(state.legal()))
        return state

    def evaluate(self, position: Position, seat: int) -> float:
        del position, seat
        raise ValueError("a game that is played out has a result, and is judged by it")
