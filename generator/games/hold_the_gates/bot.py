"""Hold the Gates!: what counts is the damage on the settlement when the turn has been fought out.

Nothing else lasts beyond a turn. What is left of it is played plainly: both deploy all the cards that they
hold, and the battle decides.
"""

from __future__ import annotations

from generator.games.hold_the_gates import HoldTheGates
from generator.games.hold_the_gates.config import ATTACKER, RulesConfig, Settlement
from generator.games.hold_the_gates.rules import HoldTheGatesState
from generator.rules import Game, State
from generator.rules.evaluation import Evaluator

_PER_VALUE = 100.0
"""The evaluation of damage equal to the settlement's value: a tenth of a win, as a fallen one is a win
anyway and other damage may be mended."""


class HoldTheGatesEvaluator(Evaluator):
    scale = 285.0

    def __init__(self, config: RulesConfig) -> None:
        self._settlements = config.settlements

    def moment(self, state: State) -> tuple[int, ...]:
        return (state.turns(),)

    def quiesce(self, state: State, moment: tuple[int, ...], seat: int) -> State:
        del seat
        while not state.over and self.moment(state) == moment:
            # Moves are in ascending order, and to deploy comes before every action.
            state.apply(state.legal()[0])
        return state

    def evaluate(self, state: State, seat: int) -> float:
        settlement, damage = self._attacked(state)
        harm = _PER_VALUE * damage / settlement.value
        return harm if seat == ATTACKER else -harm

    def outlook(self, state: State, seat: int) -> str:
        del seat
        settlement, damage = self._attacked(state)
        return f"after this turn the {settlement.id} has {damage:,} damage, and falls at {settlement.value}"

    def _attacked(self, state: State) -> tuple[Settlement, int]:
        """The settlement, and the damage on it."""
        assert isinstance(state, HoldTheGatesState)
        return self._settlements[state.settlement], state.damage


def open_evaluator(game: Game) -> Evaluator:
    """The evaluator of this game's states."""
    if not isinstance(game, HoldTheGates):
        raise TypeError(f"{game.title} is not Hold the Gates!")
    return HoldTheGatesEvaluator(game.config)
