"""Hold the Line: how far the fronts are pushed, and who would hold each lane after one more combat.

What is left of a round is played plainly: the seat that thinks stages no more, the other stages at random,
and targets are taken as they come. Then one more combat is fought in which nobody stages, which shows whose
troops outlast the others.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from generator.games.hold_the_line import HoldTheLine
from generator.games.hold_the_line.rules import DONE, HoldTheLineState, Troop
from generator.rules import Game, State
from generator.rules.evaluation import Evaluator

_PER_LINE = 6.0
"""The value of a front one line nearer to the enemy, where nobody holds the lane."""
_HELD = 4.0
"""The value of being alone in a lane in the middle; the nearer to a red line, the more."""
_AT_RED = 25.0
"""The value of being alone in a lane where one more push wins."""
_PER_POINT = 0.3
"""The value of a point of health or armor that is left."""


class LineEvaluator(Evaluator):
    scale = 41.0

    def __init__(self, game: HoldTheLine) -> None:
        self._wins_from = game.config.reach + 1 - game.config.push
        """How far a front must have been pushed so that one more push wins."""

    def moment(self, state: State) -> tuple[int, ...]:
        assert isinstance(state, HoldTheLineState)
        return state.round, state.shuffler.seed

    def quiesce(self, state: State, moment: tuple[int, ...], seat: int) -> State:
        assert isinstance(state, HoldTheLineState)
        this_round, seed = moment
        chance: Random | None = None
        while not state.over and state.round <= this_round:
            legal = state.legal()
            if state.player == seat and legal[0] == DONE:
                state.apply(DONE)
            else:
                # Often nobody is left to be asked, and a seed takes as long as several moves.
                chance = chance or Random(seed)
                state.apply(chance.choice(legal))
        while not state.over and state.round <= this_round + 1:
            state.apply(state.legal()[0])
        return state

    def evaluate(self, state: State, seat: int) -> float:
        assert isinstance(state, HoldTheLineState)
        toward = 1 if seat == 0 else -1
        lanes = zip(state.fronts, state.armies[seat].rows, state.armies[1 - seat].rows, strict=True)
        return sum([self._lane(front * toward, own, others) for front, own, others in lanes])

    def _lane(self, pushed: int, own: Sequence[Troop], others: Sequence[Troop]) -> float:
        """The value of a lane; the same for both seats but for its sign."""
        points = 0
        for troop in own:
            points += troop.health + troop.armor
        for troop in others:
            points -= troop.health + troop.armor
        value = _PER_LINE * pushed + _PER_POINT * points
        if bool(own) == bool(others):
            return value
        sign = 1 if own else -1
        # Alone where one more push wins is nearly a win; where one would lose, it is a danger turned away.
        return value + sign * (_AT_RED if sign * pushed >= self._wins_from else _HELD)

    def outlook(self, state: State, seat: int) -> str:
        position = state.to_dict()
        fronts = [lane["front"] if seat == 0 else -lane["front"] for lane in position["lanes"]]
        held = sum(bool(lane["troops"][seat]) > bool(lane["troops"][1 - seat]) for lane in position["lanes"])
        soon = ", ".join(f"{front:+}" if front else "0" for front in fronts)
        return f"fronts soon at {soon}, and {held} of {len(fronts)} lanes held unopposed"


def open_evaluator(game: Game) -> Evaluator:
    """The evaluator of this game's states."""
    if not isinstance(game, HoldTheLine):
        raise TypeError(f"{game.title} is not Hold the Line")
    return LineEvaluator(game)
