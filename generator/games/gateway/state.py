"""A state of Gateway as the protocol has it: the procedure, with words, views and positions."""

from __future__ import annotations

from generator.games.gateway.ending import result_of
from generator.games.gateway.hidden import view_of
from generator.games.gateway.play import Play
from generator.games.gateway.position import write
from generator.games.gateway.refusals import refusal
from generator.rules.protocol import Position, Result, View


class GatewayState(Play):
    """A game of Gateway under way."""

    __slots__ = ()

    def text(self, move: int) -> str:
        return self.tables.moves.texts[move]

    def parse(self, text: str) -> int:
        return self.tables.words.parse(text)

    def why_not(self, move: int) -> str:
        return refusal(self, move)

    def clone(self) -> GatewayState:
        copy = GatewayState()
        self.copy_to(copy)
        copy.script = self.script
        return copy

    def view(self, seat: int) -> View:
        return view_of(self, seat)

    def to_dict(self) -> Position:
        return write(self)

    def result(self) -> Result:
        return result_of(self)
