"""A state written down and read again is the same state."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from generator.rules.conformance.check import Check, Faults
from generator.rules.conformance.moment import Moment, Twin, canonical, copied, first_difference
from generator.rules.positions import BadPosition
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
