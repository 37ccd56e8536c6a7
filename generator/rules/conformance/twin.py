"""A second state that makes the same moves as the first."""

from __future__ import annotations

from collections.abc import Iterator

from generator.rules.conformance.moment import Moment, canonical
from generator.rules.protocol import State


class Twin:
    """Must stay equal to the state of the game, whatever is played."""

    def __init__(self, moment: Moment, state: State, what: str) -> None:
        self._state = state
        self._what = what
        self._made = len(moment.moves)

    def follow(self, moment: Moment) -> Iterator[str]:
        """Makes the last move too, if it has not yet."""
        if len(moment.moves) == self._made:
            return
        self._made += 1
        self._state.apply(moment.moves[-1])
        if self._state.player != moment.state.player or self._state.legal() != moment.state.legal():
            yield f"{self._what} played on to other moves than the game itself"

    def compare(self, moment: Moment) -> Iterator[str]:
        """Whether both are the same, chance included."""
        if canonical(self._state.to_dict()) != moment.text:
            yield f"{self._what} played on to another position than the game itself"
