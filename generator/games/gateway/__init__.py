"""Gateway: rebels build decks and take a city's districts from each other, the Guards and the Horde."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from generator.catalog.models import Game as Database
from generator.catalog.problems import InputError, Problems
from generator.catalog.suggest import did_you_mean
from generator.catalog.wording import join_words, pluralize, quote
from generator.games.gateway.board import Board, empty_board
from generator.games.gateway.config import RulesConfig, Setup
from generator.games.gateway.database import read_config
from generator.games.gateway.effects import WORDS, action_of
from generator.games.gateway.notation import EXAMPLES, words_of
from generator.games.gateway.position import MAX_DEALS, determinize, rotate
from generator.games.gateway.reading import read_position
from generator.games.gateway.referee import GatewayReferee
from generator.games.gateway.rules import GatewayState
from generator.games.gateway.tables import Tables
from generator.rules.notation import Notation
from generator.rules.positions import position_reader
from generator.rules.protocol import Game, Option, Position, Referee, State, View
from generator.rules.shuffler import Shuffler

FIRST_GAME = "first-game"
RANDOM = "random"
PICK = "pick"
WAYS = (FIRST_GAME, RANDOM, PICK)
"""How the kinds of City cards may be chosen, beside a list of them."""

City = str | tuple[int, ...]
"""A way to choose, or the stacks of City cards that are chosen."""


def open_game(database: Database, problems: Problems) -> Gateway | None:
    """The game with the numbers of the database; None if some are missing or wrong."""
    config = read_config(database, WORDS, problems)
    return None if config is None else Gateway(config)


class Gateway(Game):
    """The rules of Gateway, with the numbers of its card database."""

    def __init__(self, config: RulesConfig) -> None:
        self.name = "gateway"
        self.title = config.title
        self.seats = tuple([setup.players for setup in config.setups])
        self.config = config
        self.tables = Tables(config)
        self.actions = [[action_of(effect) for effect in line] for line in self.tables.lines.effects]
        self.notation = Notation(words_of(self.tables), EXAMPLES)
        self.options = (
            Option(
                "city",
                "the kinds of City cards: first-game, random, pick (players take turns), or a list of kinds",
                FIRST_GAME,
                CityOption(config).read,
            ),
        )
        self.moves = self.tables.moves.count
        self.unordered = frozenset({"discard", "guard_discard", "hand", "horde_discard", "trash"})
        self.longest = config.max_decisions()
        self.all_can_lose = True
        self.symmetric = True

    def seats_for(self, options: Mapping[str, Any]) -> int:
        """As many as a list of City cards is for."""
        for setup in self.config.setups:
            if isinstance(options["city"], tuple) and len(options["city"]) == setup.kinds:
                return setup.players
        return self.seats[0]

    def begin(self, shuffler: Shuffler, seats: int, options: Mapping[str, Any]) -> State:
        city: City = options["city"]
        setup = self.config.setup_for(seats)
        if isinstance(city, tuple) and len(city) != setup.kinds:
            raise InputError(
                f"{self.title} with {setup.players} players takes {setup.kinds} kinds of City cards, "
                f"got {pluralize(len(city), 'kind')}"
            )
        state = self._state(empty_board(self.tables, shuffler, seats))
        state.set_up()
        for stack in self._chosen(city, setup, shuffler):
            state.lay_stack(stack)
        if city == PICK:
            state.board.to_pick = setup.kinds
        state.advance()
        return state

    def _chosen(self, city: City, setup: Setup, shuffler: Shuffler) -> Sequence[int]:
        """The stacks of City cards that are in the game from the beginning."""
        if isinstance(city, tuple):
            return city
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
        state = self._state(read_position(position_reader(position), self.tables, self.actions))
        state.advance()
        return state

    def determinize(self, view: View, seat: int, shuffler: Shuffler) -> Position:
        """Tries again, within reason, where another seat that is asked would have no choice in its hand;
        then it gets a choice."""
        position = determinize(view, self.tables, shuffler)
        if view["asked"] or view["to_act"] is None:
            return position
        for _ in range(MAX_DEALS):
            if self.from_dict(position).view(seat) == view:
                return position
            position = determinize(view, self.tables, shuffler)
        return determinize(view, self.tables, shuffler, with_choice=True)

    def rotate(self, position: Position, by: int) -> Position:
        return rotate(position, by)

    def rotate_move(self, move: int, position: Position, by: int) -> int:
        """Only ``horde`` names a seat."""
        moves = self.tables.moves
        if moves.verbs[move] != "horde":
            return move
        return moves.horde[(moves.number[move] + by) % len(position["seats"])]

    def referee(self) -> Referee:
        return GatewayReferee(self.config)

    def opening(self, state: State) -> list[tuple[str, list[str]]]:
        """The first hands; while City cards are still picked nobody has drawn."""
        assert isinstance(state, GatewayState)
        names = self.tables.names
        return [
            (f"seat {seat}", [names[kind] for kind in player.hand.cards()])
            for seat, player in enumerate(state.board.players)
        ]

    def _state(self, board: Board) -> GatewayState:
        return GatewayState(board, self.actions, self.notation)


class CityOption:
    """Reads the option ``city``: a way to choose the kinds of City cards, or a list of them."""

    __slots__ = ("_stacks",)

    def __init__(self, config: RulesConfig) -> None:
        self._stacks = {config.stacks[stack].id: stack for stack in config.city_stacks()}

    def read(self, value: object) -> City:
        """Kinds may also come as one word, with commas. Raises InputError."""
        if isinstance(value, str) and value in WAYS:
            return value
        if isinstance(value, str):
            names: Sequence[object] = [name.strip() for name in value.split(",")]
        elif isinstance(value, list | tuple):
            names = value
        else:
            raise _no_city(value)
        if len(names) == 1:
            raise _no_city(names[0])
        stacks = tuple([self._stack(name) for name in names])
        if len(set(stacks)) < len(stacks):
            raise InputError("city: each kind may be named once")
        return stacks

    def _stack(self, name: object) -> int:
        if not isinstance(name, str) or name not in self._stacks:
            hint = did_you_mean(str(name), self._stacks)
            raise InputError(f"city: there is no City card {quote(name)}", hint=hint)
        return self._stacks[name]


def _no_city(value: object) -> InputError:
    return InputError(f"city: expected {join_words(WAYS)}, or a list of kinds, got {quote(value)}")
