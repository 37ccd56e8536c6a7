"""A state that is cloned, or written down and read again, is the same state.

What a game hands out belongs to whoever asked for it: it may be changed, and the game does not notice.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

from generator.catalog.reader import Path
from generator.rules.conformance.check import Check, Faults
from generator.rules.conformance.moment import Moment, Twin, canonical, copied, first_difference
from generator.rules.positions import BadPosition, written
from generator.rules.protocol import State

MAX_LASTING = 2
"""States read from positions that are played on to the end of a game."""
LASTING_SHARE = 1 / 3
RESTORED = "a state read from a position"


class Positions(Check):
    """Writes states down, reads them, and plays on with what was read."""

    name = "positions"
    question = "a state written down and read again is the same, and plays on so"
    order = 31
    states_a_game = 6

    _twin: Twin | None = None
    _lasting: list[Twin]
    """Those that play on to the end of the game."""

    def begin(self, moment: Moment) -> Faults:
        del moment
        self._twin = None
        self._lasting = []
        return ()

    def each(self, moment: Moment) -> Iterator[str]:
        if self._twin is not None:
            yield from self._twin.follow(moment)
        for twin in self._lasting:
            yield from twin.follow(moment)

    def look(self, moment: Moment) -> Iterator[str]:
        position = moment.state.to_dict()
        before = json.dumps(position, allow_nan=False)
        given = json.loads(before)
        if given != position:
            yield f"a position is not plain JSON: {first_difference(position, given)}"
        spoil(position)
        if json.dumps(moment.state.to_dict()) != before:
            yield "a position shares something with its state, or comes out otherwise the second time"
        restored = self.game.from_dict(given)
        if json.dumps(given) != before:
            yield "reading a position changed it"
        if self._twin is not None:
            yield from self._twin.compare(moment)
        yield from _same(moment, restored)
        spoil(given)
        self._twin = Twin(moment, restored, RESTORED)
        if moment.close and len(self._lasting) < MAX_LASTING and moment.dice.random() < LASTING_SHARE:
            self._lasting.append(Twin(moment, self.game.from_dict(copied(moment.position)), RESTORED))

    def end(self, moment: Moment) -> Iterator[str]:
        for twin in self._lasting:
            yield from twin.compare(moment)
        restored = self.game.from_dict(json.loads(moment.text))
        if restored.result() != moment.state.result():
            yield "the position of a game that is over, read again, has another result"
        yield from self._refuses({}, "an empty position")
        yield from self._refuses({**moment.position, "no such key": 1}, "a position with an unknown key")

    def _refuses(self, position: dict[str, Any], what: str) -> Iterator[str]:
        try:
            self.game.from_dict(position)
        except BadPosition as error:
            if not error.faults:
                yield f"{what} is rejected without a reason"
        else:
            yield f"{what} is not rejected"


def _same(moment: Moment, restored: State) -> Iterator[str]:
    position = restored.to_dict()
    if canonical(position) != moment.text:
        where = first_difference(moment.position, position)
        yield f"a state written down and read again is another one: {where}"
    elif json.dumps(position) != json.dumps(moment.position):
        yield "a state read again writes itself down in another order"
    if restored.player != moment.state.player or restored.legal() != moment.state.legal():
        yield "a state written down and read again asks another seat, or for other moves"
    seat = moment.dice.randrange(moment.seats)
    if canonical(restored.view(seat)) != canonical(moment.view(seat)):
        where = first_difference(moment.view(seat), restored.view(seat))
        yield f"a state written down and read again shows seat {seat} another view: {where}"


def spoil(value: Any) -> None:
    """Empties everything, down to the last list: whoever shares a part of it will notice."""
    if isinstance(value, dict | list):
        for inner in list(value.values()) if isinstance(value, dict) else list(value):
            spoil(inner)
        value.clear()


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


class Loans(Check):
    """Looks for shared parts in what a state hands out, and then changes all of it."""

    name = "loans"
    question = "views and hands that a game gives away can be changed without harm"
    order = 24
    states_a_game = 3

    def begin(self, moment: Moment) -> Iterator[str]:
        if moment.is_dealt:
            hands = self.game.opening(moment.state)
            for _, cards in hands:
                cards.append("")
            if canonical(moment.state.to_dict()) != moment.text or hands == self.game.opening(moment.state):
                yield "an opening lends the state's own cards: changed there, they change in the game"

    def look(self, moment: Moment) -> Iterator[str]:
        seat = moment.seat
        shared = _shared(moment.state.view(seat), moment.state.view(seat))
        if shared is not None:
            place = written(shared) or "it"
            yield f"a view of seat {seat} shares {place} with the state, or with other views of it"
            return
        state = moment.state.clone()
        spoil(state.view(seat))
        if _all_of(state, moment.seats) != _all_of(moment.state, moment.seats):
            yield f"a view of seat {seat} was changed, and it changed the state"
            return
        view = copied(moment.view(seat))
        self.game.determinize(view, seat, moment.shuffler())
        if json.dumps(view) != json.dumps(moment.view(seat)):
            yield f"a world was determinized for seat {seat}, and it changed the view"
        position = copied(moment.position)
        self.referee.cards(position)
        if position != moment.position:
            yield "the referee counted the cards, and changed the position"


def _shared(one: Any, other: Any, path: Path = ()) -> Path | None:
    """Where two values have the very same list or mapping in them."""
    if isinstance(one, dict | list) and one is other:
        return path
    pairs: list[tuple[str | int, Any, Any]] = []
    if isinstance(one, dict) and isinstance(other, dict):
        pairs = [(key, one[key], other[key]) for key in one if key in other]
    elif isinstance(one, list | tuple) and isinstance(other, list | tuple):
        pairs = [(index, *both) for index, both in enumerate(zip(one, other, strict=False))]
    found = (_shared(inside, seen, (*path, step)) for step, inside, seen in pairs)
    return next((place for place in found if place is not None), None)


def _all_of(state: State, seats: int) -> str:
    """All that a state says."""
    views = [state.view(seat) for seat in range(seats)]
    return canonical([state.to_dict(), state.player, state.legal(), views])
