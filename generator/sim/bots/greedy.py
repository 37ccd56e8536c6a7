"""A bot that tries each move once, in a few determinized worlds, and takes the best.

It thinks one move ahead: the move is made in a determinized world, the game's evaluator plays what is under
way to its end in the plainest way, and says how good the outcome is for the seat. The same worlds are used
for all moves, so that luck does not decide between them.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from generator.rules import Game, Position, Shuffler, State, View
from generator.rules.evaluation import Evaluator, evaluate_result, evaluator_for
from generator.sim.bot import Advice, Bot

MIN_WORLDS, MAX_WORLDS = 2, 4
"""In a single world a move could look best by luck of the deal alone; each more costs as much again."""
TARGET_TRIALS = 40
"""About how many trials a decision takes, a move made in a world being one. It bounds the time: the more
moves there are, the fewer worlds."""
MAX_DETERMINIZATIONS = 20
"""A world in which the decision would not be open does not count. After so many tries those found must do, so
that a rare position does not hold up the game."""
_SEEDS = 2**62
"""Of shufflers: well within what a position can hold."""


class GreedyBot(Bot):
    def __init__(self, game: Game, evaluator: Evaluator, chance: Random) -> None:
        self._game = game
        self._evaluator = evaluator
        self._chance = chance

    def choose(self, view: View, legal: Sequence[int]) -> int:
        advice = self.advise(view, legal)
        return advice[0].move if advice else self._chance.choice(legal)

    def advise(self, view: View, legal: Sequence[int]) -> list[Advice]:
        seat: int = view["seat"]
        worlds = self._worlds(view, seat, tuple(legal))
        if not worlds:
            return []
        advice = []
        for move in legal:
            ends = [self._ahead(world, position, move, seat) for world, position in worlds]
            advice.append(self._advice(move, ends, seat))
        return sorted(advice, key=lambda one: (-one.evaluation, one.move))

    def _advice(self, move: int, ends: Sequence[State], seat: int) -> Advice:
        evaluation = sum(self._evaluation(state, seat) for state in ends) / len(ends)
        first = ends[0]
        # Words cost time, and only a person who asks for a hint reads them.
        return Advice(move, evaluation, lambda: self._outlook(first, seat))

    def _worlds(self, view: View, seat: int, legal: tuple[int, ...]) -> list[tuple[State, Position]]:
        """States like the one behind the view, in which the seat has just this decision to make."""
        shuffler = Shuffler(self._chance.randrange(_SEEDS))
        worlds: list[tuple[State, Position]] = []
        wanted = max(MIN_WORLDS, min(MAX_WORLDS, TARGET_TRIALS // len(legal)))
        for _ in range(MAX_DETERMINIZATIONS):
            position = self._game.determinize(view, seat, shuffler)
            world = self._game.from_dict(position)
            if world.player == seat and world.legal() == legal:
                worlds.append((world, position))
            if len(worlds) == wanted:
                break
        return worlds

    def _ahead(self, world: State, asked: Position, move: int, seat: int) -> State:
        """The world after the move, and after what it leads to at once."""
        state = world.clone()
        state.apply(move)
        return self._evaluator.quiesce(state, asked, seat)

    def _evaluation(self, state: State, seat: int) -> float:
        if state.over:
            return evaluate_result(state.result(), seat)
        return self._evaluator.evaluate(state, seat)

    def _outlook(self, state: State, seat: int) -> str:
        return state.result().reason if state.over else self._evaluator.outlook(state, seat)


def open_bot(game: Game, chance: Random) -> Bot:
    """A bot for any game; it plays better where the game has an evaluator of its own."""
    return GreedyBot(game, evaluator_for(game, chance), chance)
