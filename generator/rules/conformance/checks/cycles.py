"""No way leads back to where it began: a player could go round there, and the game need never end."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from generator.rules.conformance.check import Check, Faults
from generator.rules.conformance.moment import Moment, without_chance
from generator.rules.protocol import State

MAX_STATES = 40
"""Looked at from one state, the nearest first."""


@dataclass(frozen=True, slots=True)
class _Step:
    """A state on a way from the one that is looked at, and the move that led there."""

    state: State
    text: str
    move: int
    before: _Step | None

    def moves(self) -> list[int]:
        return [*self.before.moves(), self.move] if self.before is not None else []

    def way_round(self, text: str) -> list[int] | None:
        """The moves that led here from the state of that text; None if it does not lie on the way."""
        step: _Step | None = self
        moves: list[int] = []
        while step is not None:
            if step.text == text:
                return moves[::-1]
            moves.append(step.move)
            step = step.before
        return None


class Cycles(Check):
    """Looks for states that come again: in games, and by all short ways from some states.

    Chance does not count: who waits for that goes round too.
    """

    name = "cycles"
    question = "no moves lead back to a state that was: a game can't go on for ever"
    order = 43
    states_a_game = 1

    _seen: dict[str, int]

    def begin(self, moment: Moment) -> Faults:
        del moment
        self._seen = {}
        return ()

    def each(self, moment: Moment) -> Iterator[str]:
        """In games that are played oddly, as by one who wants to go round."""
        if moment.taste is None or moment.state.player is None:
            return
        text = without_chance(moment.position)
        before = self._seen.setdefault(text, len(moment.moves))
        if before < len(moment.moves):
            self._seen = {}
            yield f"this is the position after {before} moves again: a game can go round for ever"

    def look(self, moment: Moment) -> Iterator[str]:
        first = _Step(moment.state, without_chance(moment.position), 0, None)
        known = {first.text}
        queue = [first]
        for step in queue:
            for move in step.state.legal():
                if len(known) >= MAX_STATES:
                    return
                after = step.state.clone()
                after.apply(move)
                text = without_chance(after.to_dict())
                way = step.way_round(text)
                if way is not None and not after.over:
                    words = " · ".join(moment.state.text(made) for made in [*way, move])
                    yield f"`{words}` leads back to the same position: a game can go round for ever"
                    return
                if text not in known and not after.over:
                    known.add(text)
                    queue.append(_Step(after, text, move, step))
