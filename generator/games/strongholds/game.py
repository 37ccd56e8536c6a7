"""Strongholds, with the numbers of its card database: where a game of it begins."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from generator.games.strongholds.cards import Cards
from generator.games.strongholds.imagining import Imagining
from generator.games.strongholds.moves import Moves
from generator.games.strongholds.numbers import Numbers
from generator.games.strongholds.play import Strongholds
from generator.games.strongholds.position import NAME
from generator.games.strongholds.reading import read_position
from generator.games.strongholds.referee import StrongholdsReferee
from generator.games.strongholds.table import Table
from generator.rules.positions import position_reader
from generator.rules.protocol import Game, Position, Referee, State, View, limit_option
from generator.rules.shuffler import Shuffler

SHORT_GAME = 4
"""A limit of turns that random play often reaches, so that tests see the end by it."""


class StrongholdsGame(Game):
    """The rules of Strongholds for one set of numbers."""

    def __init__(self, numbers: Numbers) -> None:
        self.name = NAME
        self.title = numbers.title
        self.numbers = numbers
        self.seats = numbers.seats
        self.options = (limit_option("max_turns", numbers.max_turns, "turn"),)
        self.cards = Cards(numbers)
        self.table = Moves(self.cards, numbers.seats[-1])
        self.moves = self.table.count
        self.longest = longest_game(numbers, self.cards)

    def begin(self, shuffler: Shuffler, seats: int, options: Mapping[str, Any]) -> State:
        state = self._empty(shuffler, options["max_turns"], seats)
        state.deal()
        state.go_on()
        return state

    def setups(self) -> Sequence[Mapping[str, Any]]:
        """Each number of players, to the end and cut short."""
        short = min(SHORT_GAME, self.numbers.max_turns)
        whole: list[Mapping[str, Any]] = [{"seats": seats} for seats in self.seats]
        return [*whole, *({"seats": seats, "max_turns": short} for seats in self.seats)]

    def from_dict(self, position: Mapping[str, Any]) -> State:
        seats = position.get("seats") if isinstance(position, Mapping) else None
        players = len(seats) if isinstance(seats, list | tuple) else 0
        state = self._empty(Shuffler(0), self.numbers.max_turns, players)
        read_position(state, position_reader(position))
        state.go_on()
        return state

    def determinize(self, view: View, seat: int, shuffler: Shuffler) -> Position:
        empty = self._empty(Shuffler(0), self.numbers.max_turns, len(view["seats"]))
        return Imagining(empty, view, seat, shuffler).position()

    def referee(self) -> Referee:
        return StrongholdsReferee()

    def opening(self, state: State) -> list[tuple[str, list[str]]]:
        """The hand of each seat. Nothing is forced before the first choice, so these are those dealt."""
        assert isinstance(state, Table)
        return [(f"seat {seat}", self.cards.texts(player.hand)) for seat, player in enumerate(state.players)]

    def _empty(self, shuffler: Shuffler, max_turns: int, seats: int) -> Strongholds:
        state = Strongholds()
        state.lay_out(self.cards, self.table, shuffler, max_turns, seats)
        return state


def longest_game(numbers: Numbers, cards: Cards) -> int:
    """The most decisions of a game. In a turn each card of the pile is sent, laid or given up once at most;
    beside that each seat chooses general and target and ends muster and defence, and troops are pitted."""
    seats = numbers.seats[-1]
    pairs = seats * max(royal.sends for royal in numbers.royals.values()) // 2
    return numbers.max_turns * (len(cards.drawn) + 4 * seats + pairs)
