"""Hold the Gates!: what counts is the damage on the settlement when the turn has been fought out.

Nothing else lasts beyond a turn. What is left of it is played plainly: both deploy all the cards that they
hold, and the battle decides.
"""

from __future__ import annotations

from generator.catalog.wording import pluralize
from generator.games.hold_the_gates.game import HoldTheGates
from generator.games.hold_the_gates.numbers import ATTACKER
from generator.rules import Game, Position, State
from generator.rules.evaluation import Evaluator

_PER_DAMAGE = 100.0
"""The worth of the settlement's whole value in damage."""


class SiegeEvaluator(Evaluator):
    def __init__(self, game: HoldTheGates) -> None:
        self._values = {settlement.id: settlement.value for settlement in game.rules.numbers.settlements}

    def quiesce(self, state: State, asked: Position, seat: int) -> State:
        del seat
        position = state.to_dict()
        if state.over or position["turn"] != asked["turn"]:
            return state
        for _ in range(sum(len(side["hand"]) for side in position["seats"])):
            # Moves are in ascending order, and to deploy comes before every action.
            state.apply(state.legal()[0])
            if state.over:
                break
        return state

    def evaluate(self, position: Position, seat: int) -> float:
        harm: float = _PER_DAMAGE * position["damage"] / self._values[position["settlement"]]
        return harm if seat == ATTACKER else -harm

    def outlook(self, position: Position, seat: int) -> str:
        del seat
        value = self._values[position["settlement"]]
        damage = pluralize(position["damage"], "damage").replace("damages", "damage")
        return f"after this turn the {position['settlement']} bears {damage}, and falls at {value}"


def open_evaluator(game: Game) -> Evaluator:
    """The judge of this game's positions."""
    if not isinstance(game, HoldTheGates):
        raise TypeError(f"{game.title} is not Hold the Gates!")
    return SiegeEvaluator(game)
