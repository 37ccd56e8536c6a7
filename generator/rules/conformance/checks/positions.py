"""A state written down and read again is the same state."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from generator.rules.conformance.check import Check, Faults
from generator.rules.conformance.moment import Moment, Twin, canonical, first_difference
from generator.rules.positions import BadPosition


class Positions(Check):
    """Writes states down, reads them, and plays on with what was read."""

    name = "positions"
    question = "a state written down and read again is the same, and plays on so"
    order = 31
    states_a_game = 10

    _twin: Twin | None = None

    def begin(self, moment: Moment) -> Faults:
        del moment
        self._twin = None
        return ()

    def each(self, moment: Moment) -> Iterator[str]:
        if self._twin is not None:
            yield from self._twin.follow(moment)

    def look(self, moment: Moment) -> Iterator[str]:
        position = moment.state.to_dict()
        before = json.dumps(position, allow_nan=False)
        given = json.loads(before)
        if given != position:
            yield f"a position is not plain JSON: {first_difference(position, given)}"
        _spoil(position)
        if json.dumps(moment.state.to_dict()) != before:
            yield "a position shares something with its state, or comes out otherwise the second time"
        restored = self.game.from_dict(given)
        if json.dumps(given) != before:
            yield "reading a position changed it"
        if self._twin is not None:
            yield from self._twin.compare(moment)
        yield from _same(moment, restored.to_dict(), restored.player, restored.legal())
        _spoil(given)
        self._twin = Twin(moment, restored, "a state read from a position")

    def end(self, moment: Moment) -> Iterator[str]:
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


def _same(moment: Moment, position: Any, player: int | None, legal: tuple[int, ...]) -> Iterator[str]:
    if canonical(position) != moment.text:
        where = first_difference(moment.position, position)
        yield f"a state written down and read again is another one: {where}"
    elif json.dumps(position) != json.dumps(moment.position):
        yield "a state read again writes itself down in another order"
    if player != moment.state.player or legal != moment.state.legal():
        yield "a state written down and read again asks another seat, or for other moves"


def _spoil(value: Any) -> None:
    """Empties everything, down to the last list: whoever shares a part of it will notice."""
    if isinstance(value, dict | list):
        for inner in list(value.values()) if isinstance(value, dict) else list(value):
            _spoil(inner)
        value.clear()
