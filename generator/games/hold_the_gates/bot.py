"""Hold the Gates!: what counts is the damage on the settlement when the turn has been fought out.

Nothing else lasts beyond a turn. What is left of it is played plainly: both deploy all the cards that they
hold, and the battle decides.
"""

from __future__ import annotations

from generator.games.hold_the_gates import HoldTheGates
from generator.games.hold_the_gates.config import ATTACKER, RulesConfig
from generator.rules import Game, Position, State
from generator.rules.evaluation import Evaluator

_PER_VALUE = 100.0
"""The evaluation of damage equal to the settlement's value: a tenth of a win, as a fallen one is a win
anyway and other damage may be mended."""


class HoldTheGatesEvaluator(Evaluator):
    def __init__(self, config: RulesConfig) -> None:
        self._values = {settlement.id: settlement.value for settlement in config.settlements}

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

    def evaluate(self, state: State, seat: int) -> float:
        position = state.to_dict()
        harm: float = _PER_VALUE * position["damage"] / self._values[position["settlement"]]
        return harm if seat == ATTACKER else -harm

    def outlook(self, state: State, seat: int) -> str:
        del seat
        position = state.to_dict()
        settlement, damage = position["settlement"], position["damage"]
        value = self._values[settlement]
        return f"after this turn the {settlement} has {damage:,} damage, and falls at {value}"


def open_evaluator(game: Game) -> Evaluator:
    """The evaluator of this game's states."""
    if not isinstance(game, HoldTheGates):
        raise TypeError(f"{game.title} is not Hold the Gates!")
    return HoldTheGatesEvaluator(game.config)
