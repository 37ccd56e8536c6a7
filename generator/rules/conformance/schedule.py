"""How often a check looks at a state: often in the first games, then seldom, so that a run ends soon.

- A check says at about how many states of a game it wants to look (all of them, if it costs little). They are
  spread over the game by lot, and checks that look at the same state share what they have to find out.
- In the first game of every setup it looks at four times as many.
- From the 201st game on it looks at an eighth of them.
- The last state of the first 200 games, and of every eighth later, is looked at by all checks.
- What costs next to nothing is done at every state.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

CLOSE_GAMES = 200
FIRST_SHARE = 4.0
LATER_SHARE = 1 / 8
_FIRST_LENGTH = 100.0
"""Decisions that a game is thought to take before one has been played."""


class Schedule:
    """Says which checks look at a state. It goes by numbers and its own dice, never by the clock."""

    def __init__(self, states_a_game: Sequence[int], setups: int, dice: Random) -> None:
        self._states_a_game = states_a_game
        self._setups = setups
        self._dice = dice
        self._chances = [1.0] * len(states_a_game)
        self._greatest = 1.0

    def next_game(self, number: int, mean_decisions: float) -> None:
        """``number``: how many games were played before; ``mean_decisions``: how long they were."""
        length = mean_decisions or _FIRST_LENGTH
        share = self._share(number)
        self._chances = [share * (wanted / length if wanted else 1.0) for wanted in self._states_a_game]
        self._greatest = max(self._chances, default=0.0)

    def due(self) -> list[int]:
        """The numbers of the checks that look at the next state."""
        lot = self._dice.random()
        if lot >= self._greatest:
            return []
        return [number for number, chance in enumerate(self._chances) if lot < chance]

    def _share(self, number: int) -> float:
        if number < self._setups:
            return FIRST_SHARE
        return 1.0 if number < CLOSE_GAMES else LATER_SHARE


def is_close(number: int) -> bool:
    """Whether a game is looked at closely when it has ended: the first, then every eighth."""
    return number < CLOSE_GAMES or number % 8 == 0
