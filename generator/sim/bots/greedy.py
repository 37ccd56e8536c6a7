"""A bot that tries each move once, in a few worlds that could lie behind what it sees, and takes the best.

It thinks one move ahead: the move is made in an imagined world, the game's judge plays what is under way to
its end in the plainest way, and says how good the outcome is for the seat. The same worlds are used for all
moves, so that luck does not decide between them.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from generator.rules import Game, Position, Shuffler, State, View
from generator.sim.bots.bot import Advice, Bot
from generator.sim.worth import Judge, judge_for, worth_of_result

MOST_WORLDS, FEWEST_WORLDS = 4, 2
TRIED = 40
"""Moves that are tried out in all, about: the more there are to choose from, the fewer worlds for each."""
TRIES = 20
"""Imagined worlds at most: one in which the decision would not be open does not count."""
_SEEDS = 2**62


class GreedyBot(Bot):
    def __init__(self, game: Game, judge: Judge, chance: Random) -> None:
        self._game = game
        self._judge = judge
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
        return sorted(advice, key=lambda one: (-one.worth, one.move))

    def _advice(self, move: int, ends: Sequence[State], seat: int) -> Advice:
        worth = sum(self._worth(state, seat) for state in ends) / len(ends)
        first = ends[0]
        # Words cost time, and only a person who asks for a hint reads them.
        return Advice(move, worth, lambda: self._outlook(first, seat))

    def _worlds(self, view: View, seat: int, legal: tuple[int, ...]) -> list[tuple[State, Position]]:
        """States like the one behind the view, in which the seat has just this decision to make."""
        shuffler = Shuffler(self._chance.randrange(_SEEDS))
        worlds: list[tuple[State, Position]] = []
        wanted = max(FEWEST_WORLDS, min(MOST_WORLDS, TRIED // len(legal)))
        for _ in range(TRIES):
            position = self._game.imagine(view, seat, shuffler)
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
        return self._judge.settle(state, asked, seat)

    def _worth(self, state: State, seat: int) -> float:
        if state.over:
            return worth_of_result(state.result(), seat)
        return self._judge.worth(state.to_dict(), seat)

    def _outlook(self, state: State, seat: int) -> str:
        return state.result().reason if state.over else self._judge.outlook(state.to_dict(), seat)


def open_bot(game: Game, chance: Random) -> Bot:
    """A bot for any game; it plays better where the game has a judge of its own."""
    return GreedyBot(game, judge_for(game, chance), chance)
