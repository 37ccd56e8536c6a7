"""The list of legal moves is in order, every one of them can be made, and every other is refused."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from generator.catalog.wording import pluralize
from generator.rules.conformance.check import Check
from generator.rules.conformance.moment import Moment, canonical
from generator.rules.protocol import IllegalMove, State

SOME = 400
"""Illegal moves that are tried in a state."""


class Moves(Check):
    """Looks at the list of legal moves, and makes each of them on a copy."""

    name = "moves"
    question = "legal moves are two or more, ascending, and can all be made"
    order = 40
    states_a_game = 12

    def each(self, moment: Moment) -> Iterator[str]:
        state = moment.state
        legal = state.legal()
        if type(legal) is not tuple:
            yield f"legal() gives a {type(legal).__name__}, not a tuple"
        if state.player is None:
            if legal:
                yield f"the game is over, and {len(legal)} moves are legal"
            return
        if not 0 <= state.player < moment.seats:
            yield f"seat {state.player} is asked, of {moment.seats} seats"
        if len(legal) < 2:
            yield f"{pluralize(len(legal), 'legal move')}: a seat that is asked must have a choice"
        elif list(legal) != sorted(set(legal)):
            yield f"legal moves are not ascending, each once: {legal}"
        elif not 0 <= legal[0] <= legal[-1] < self.game.moves:
            yield f"legal moves are not among 0 to {self.game.moves - 1}: {legal}"

    def look(self, moment: Moment) -> Iterator[str]:
        legal = moment.state.legal()
        if moment.state.legal() != legal:
            yield "legal moves are others when asked a second time"
        moment.state.check_moves()
        for move in legal:
            after = moment.state.clone()
            try:
                after.apply(move)
            except (IllegalMove, AssertionError, LookupError, ValueError) as crash:
                yield f"the legal move {move} can't be made: {type(crash).__name__}: {crash}"
            else:
                yield from _sound(after, move)


def _sound(state: State, move: int) -> Iterator[str]:
    if state.over != (state.player is None):
        yield f"after move {move}, `over` and `player` disagree"
    legal = len(state.legal())
    if legal < 2 and not state.over:
        yield f"after move {move}, {pluralize(legal, 'legal move')}: a seat that is asked must have a choice"


class Refusals(Check):
    """Tries every number that is no legal move, in words, as a player would."""

    name = "refusals"
    question = "illegal moves are rejected with a reason, and change nothing"
    order = 41
    states_a_game = 1

    _looked = False

    def look(self, moment: Moment) -> Iterator[str]:
        """Tries all moves in the first state, and some in the others."""
        tried = moment.state.clone()
        legal = set(moment.state.legal())
        moves: Sequence[int] = range(self.game.moves)
        if self._looked:
            moves = moment.dice.sample(moves, min(SOME, len(moves)))
        self._looked = True
        for move in moves:
            if move not in legal:
                yield from _refused(tried, move)
        if canonical(tried.to_dict()) != moment.text:
            yield "an illegal move has changed the state"


def _refused(state: State, move: int) -> Iterator[str]:
    words = state.text(move)
    try:
        state.play(words)
    except IllegalMove as error:
        if not str(error).strip():
            yield f"`{words}` is rejected without a reason"
    else:
        yield f"`{words}` is not among the legal moves, and was played"
