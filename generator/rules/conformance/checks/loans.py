"""What a game hands out belongs to whoever asked for it: it may be changed, and the game does not notice."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from generator.rules.conformance.check import Check
from generator.rules.conformance.checks.positions import spoil
from generator.rules.conformance.moment import Moment, Path, canonical, copied, written
from generator.rules.protocol import State


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
            yield f"a view of seat {seat} shares {written(shared)} with the state, or with other views of it"
            return
        state = moment.state.clone()
        spoil(state.view(seat))
        if _told(state, moment.seats) != _told(moment.state, moment.seats):
            yield f"a view of seat {seat} was changed, and it changed the state"
            return
        view = copied(moment.view(seat))
        self.game.determinize(view, seat, moment.shuffler())
        if json.dumps(view) != json.dumps(moment.view(seat)):
            yield f"a world was determinized for seat {seat}, and it changed the view"
        position = copied(moment.position)
        self.game.referee().cards(position)
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


def _told(state: State, seats: int) -> str:
    """All that a state tells."""
    views = [state.view(seat) for seat in range(seats)]
    return canonical([state.to_dict(), state.player, state.legal(), views])
