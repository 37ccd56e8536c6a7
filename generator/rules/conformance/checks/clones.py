"""A clone equals its original, and neither notices what becomes of the other."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from generator.rules.conformance.check import Check, Faults
from generator.rules.conformance.moment import Moment, Twin, canonical, first_difference
from generator.rules.protocol import State

MAX_ANCESTORS = 8
"""Clones of one game that are kept to its end."""
PLAYED_ON = 8
"""Moves that a clone is played on, at most."""


@dataclass(frozen=True, slots=True)
class _Ancestor:
    """A clone that nobody touches, with what it was when it was made."""

    state: State
    text: str
    legal: tuple[int, ...]
    moves: int


class Clones(Check):
    """Plays clones on beside the game, and keeps others untouched to its end."""

    name = "clones"
    question = "a clone equals its original, and neither changes the other"
    order = 30
    states_a_game = 6

    _twin: Twin | None = None
    _lasting: Twin | None = None
    """The first, which plays on to the end of the game."""
    _ancestors: list[_Ancestor]

    def begin(self, moment: Moment) -> Faults:
        del moment
        self._twin = self._lasting = None
        self._ancestors = []
        return ()

    def each(self, moment: Moment) -> Iterator[str]:
        if self._twin is not None:
            yield from self._twin.follow(moment)
        if self._lasting is not None:
            yield from self._lasting.follow(moment)

    def look(self, moment: Moment) -> Iterator[str]:
        clone = moment.state.clone()
        yield from _equal(moment, clone)
        self._keep(moment)
        if self._twin is not None:
            yield from self._twin.compare(moment)
        self._twin = Twin(moment, clone, "a clone")
        if moment.close and self._lasting is None:
            self._lasting = Twin(moment, moment.state.clone(), "a clone")
        one, other = moment.state.clone(), moment.state.clone()
        moves = play_on(one, moment.dice)
        if canonical(moment.state.to_dict()) != moment.text:
            yield "a clone was played on, and it changed the original"
        yield from _again(one, other, moves)

    def end(self, moment: Moment) -> Iterator[str]:
        if self._lasting is not None:
            yield from self._lasting.compare(moment)
        for ancestor in self._ancestors:
            if canonical(ancestor.state.to_dict()) != ancestor.text:
                yield f"the game was played on, and it changed the clone made after {ancestor.moves} moves"
            elif ancestor.state.legal() != ancestor.legal:
                yield f"the clone made after {ancestor.moves} moves has other legal moves now"

    def _keep(self, moment: Moment) -> None:
        """Keeps a clone; of many those that lie apart."""
        if len(self._ancestors) == MAX_ANCESTORS:
            del self._ancestors[moment.dice.randrange(MAX_ANCESTORS)]
        state = moment.state.clone()
        self._ancestors.append(_Ancestor(state, moment.text, state.legal(), len(moment.moves)))


def _equal(moment: Moment, clone: State) -> Iterator[str]:
    if type(clone) is not type(moment.state):
        yield f"a clone is a {type(clone).__name__}, its original a {type(moment.state).__name__}"
    if clone.player != moment.state.player or clone.legal() != moment.state.legal():
        yield "a clone asks another seat, or for other moves, than its original"
    if canonical(clone.to_dict()) != moment.text:
        yield "a clone is not equal to its original"


def _again(one: State, other: State, moves: list[int]) -> Iterator[str]:
    """Plays another clone on by the same moves: what clones share outside of themselves has changed since."""
    for move in moves:
        if move not in other.legal():
            yield f"a clone was played on, and then another can't make the same move `{one.text(move)}`"
            return
        other.apply(move)
    if canonical(other.to_dict()) != canonical(one.to_dict()):
        where = first_difference(one.to_dict(), other.to_dict())
        yield f"two clones were played on by the same moves, one after the other, and differ: {where}"


def play_on(state: State, dice: Random) -> list[int]:
    """Makes some moves at random, and gives them."""
    moves: list[int] = []
    while state.player is not None and len(moves) < PLAYED_ON:
        moves.append(dice.choice(state.legal()))
        state.apply(moves[-1])
    return moves
