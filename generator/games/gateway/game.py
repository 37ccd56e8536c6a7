"""Gateway as a game of the protocol."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from generator.games.gateway.board import Board
from generator.games.gateway.bounds import longest_game
from generator.games.gateway.city import FIRST_GAME, PICK, RANDOM, City, CityReader, check_kinds
from generator.games.gateway.hidden import imagined
from generator.games.gateway.numbers import Numbers
from generator.games.gateway.reading import read
from generator.games.gateway.referee import GatewayReferee
from generator.games.gateway.script import Script
from generator.games.gateway.setup import lay_out, lay_stack
from generator.games.gateway.state import GatewayState
from generator.games.gateway.tables import Tables
from generator.rules.positions import position_reader
from generator.rules.protocol import Game, Option, Position, Referee, State, View
from generator.rules.shuffler import Shuffler


class Gateway(Game):
    """The rules of Gateway, with the numbers of its card database."""

    def __init__(self, numbers: Numbers) -> None:
        self.name = "gateway"
        self.title = numbers.title
        self.seats = tuple([setup.players for setup in numbers.setups])
        self.numbers = numbers
        self.tables = Tables(numbers)
        self.script = Script(self.tables)
        self.options = (
            Option(
                "city",
                "the kinds of City cards: first-game, random, pick (by turns), or a list of kinds",
                FIRST_GAME,
                CityReader(numbers).read,
            ),
        )
        self.moves = self.tables.moves.count
        self.longest = longest_game(numbers)
        self.all_can_lose = True

    def seats_for(self, options: Mapping[str, Any]) -> int:
        """As many as a list of City cards is for."""
        for setup in self.numbers.setups:
            if isinstance(options["city"], tuple) and len(options["city"]) == setup.kinds:
                return setup.players
        return self.seats[0]

    def begin(self, shuffler: Shuffler, seats: int, options: Mapping[str, Any]) -> State:
        state = self._empty()
        state.lay(self.tables, shuffler, seats)
        city: City = options["city"]
        setup = self.numbers.setup_for(seats)
        if isinstance(city, tuple):
            check_kinds(city, setup, self.title)
        lay_out(state, self.script)
        for stack in self._chosen(city, seats, shuffler):
            lay_stack(state, stack)
        if city == PICK:
            state.to_pick = setup.kinds
        state.take_up()
        return state

    def _chosen(self, city: City, seats: int, shuffler: Shuffler) -> Sequence[int]:
        """The stacks of City cards that are in the game from the beginning."""
        if isinstance(city, tuple):
            return city
        setup = self.numbers.setup_for(seats)
        if city == FIRST_GAME:
            return setup.first_game
        if city == RANDOM:
            randomizers = list(self.tables.city)
            shuffler.shuffle(randomizers)
            return randomizers[: setup.kinds]
        return ()

    def setups(self) -> Sequence[Mapping[str, Any]]:
        """Each number of seats with each way to choose the City cards."""
        return [{"seats": seats, "city": city} for city in (FIRST_GAME, RANDOM, PICK) for seats in self.seats]

    def from_dict(self, position: Mapping[str, Any]) -> State:
        state = self._empty()
        read(position_reader(position), self.tables, state)
        state.take_up()
        return state

    def determinize(self, view: View, seat: int, shuffler: Shuffler) -> Position:
        """Tries again, within reason, where the one who is asked would have no choice in what was dealt."""
        position = imagined(view, self.numbers, shuffler)
        for _ in range(20):
            if self.from_dict(position).view(seat) == view:
                break
            position = imagined(view, self.numbers, shuffler)
        return position

    def referee(self) -> Referee:
        return GatewayReferee(self.numbers)

    def opening(self, state: State) -> list[tuple[str, list[str]]]:
        """The first hands; while City cards are still picked nobody has drawn."""
        assert isinstance(state, Board)
        names = self.tables.names
        return [
            (f"seat {seat}", [names[kind] for kind in player.hand.cards()])
            for seat, player in enumerate(state.players)
        ]

    def _empty(self) -> GatewayState:
        state = GatewayState()
        state.script = self.script
        return state
