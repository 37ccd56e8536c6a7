"""Hold the Line, with the numbers of its card database: where a game of it begins."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from generator.games.hold_the_line.hidden import imagined
from generator.games.hold_the_line.moves import Moves
from generator.games.hold_the_line.numbers import Numbers
from generator.games.hold_the_line.play import HoldTheLine
from generator.games.hold_the_line.position import NAME
from generator.games.hold_the_line.reading import read_position
from generator.games.hold_the_line.referee import HoldTheLineReferee
from generator.games.hold_the_line.table import Table
from generator.games.hold_the_line.troops import Troops
from generator.rules.positions import position_reader
from generator.rules.protocol import Game, Position, Referee, State, View, limit_option
from generator.rules.shuffler import Shuffler

SHORT_GAME = 4
"""A limit of rounds that random play often reaches, so that tests see the end by it."""


class HoldTheLineGame(Game):
    """The rules of Hold the Line for one set of numbers."""

    def __init__(self, title: str, numbers: Numbers) -> None:
        self.name = NAME
        self.title = title
        self.numbers = numbers
        self.seats = (2,)
        self.options = (limit_option("max_rounds", numbers.max_rounds, "round"),)
        self.troops = Troops(numbers)
        self.table = Moves(numbers)
        self.moves = self.table.count
        self.longest = longest_game(numbers)

    def begin(
        self,
        shuffler: Shuffler,
        seats: int,  # noqa: ARG002 - always two
        options: Mapping[str, Any],
    ) -> State:
        state = self._empty(shuffler, options["max_rounds"])
        state.deal()
        state.go_on()
        return state

    def setups(self) -> Sequence[Mapping[str, Any]]:
        return ({}, {"max_rounds": min(SHORT_GAME, self.numbers.max_rounds)})

    def from_dict(self, position: Mapping[str, Any]) -> State:
        state = self._empty(Shuffler(0), self.numbers.max_rounds)
        read_position(state, position_reader(position))
        state.go_on()
        return state

    def determinize(self, view: View, seat: int, shuffler: Shuffler) -> Position:
        return imagined(self.numbers, view, seat, shuffler)

    def referee(self) -> Referee:
        return HoldTheLineReferee(self.numbers)

    def opening(self, state: State) -> list[tuple[str, list[str]]]:
        """The hands before setup. They are dealt again from the seed: setup may be under way already, where
        a hand of one kind leaves no choice."""
        assert isinstance(state, Table)
        dealt = self._empty(Shuffler(state.shuffler.seed), state.max_rounds)
        dealt.deal()
        return [
            (army, [self.table.words[kind] for kind in held.hand.cards()])
            for army, held in zip(self.numbers.armies, dealt.armies, strict=True)
        ]

    def _empty(self, shuffler: Shuffler, max_rounds: int) -> HoldTheLine:
        state = HoldTheLine()
        state.lay_out(self.numbers, self.troops, self.table, shuffler, max_rounds)
        return state


def longest_game(numbers: Numbers) -> int:
    """The most decisions of a game: in setup a card for each lane, then in each round the staged cards and
    a target for every card that strikes only one; by both seats."""
    aiming = sum(kind.copies for kind in numbers.kinds if not kind.each)
    return 2 * (numbers.lanes + numbers.max_rounds * (numbers.most_staged + aiming))
