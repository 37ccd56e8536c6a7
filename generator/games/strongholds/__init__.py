"""Strongholds: the rules that a computer plays it by, with the numbers of its card database."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from generator.catalog.models import Game as Database
from generator.catalog.problems import Problems
from generator.games.strongholds.config import RulesConfig, read_config
from generator.games.strongholds.notation import StrongholdsNotation
from generator.games.strongholds.position import determinize, read_position
from generator.games.strongholds.referee import StrongholdsReferee
from generator.games.strongholds.rules import StrongholdsState
from generator.games.strongholds.table import NAME, Cards
from generator.games.strongholds.worlds import DealtWorlds
from generator.rules.positions import position_reader
from generator.rules.protocol import Game, Position, Referee, State, View, limit_option
from generator.rules.shuffler import Shuffler

SHORT_GAME = 4
"""A limit of turns that random play often reaches, so that tests see the end by it."""


def open_game(database: Database, problems: Problems) -> Game | None:
    """The game with the numbers of its card database; None if some are missing or wrong."""
    config = read_config(database, problems)
    return None if config is None else Strongholds(config)


class Strongholds(Game):
    """The rules of Strongholds for one configuration."""

    def __init__(self, config: RulesConfig) -> None:
        self.name = NAME
        self.title = config.title
        self.config = config
        self.seats = config.seats
        self.options = (limit_option("max_turns", config.max_turns, "turn"),)
        self.cards = Cards(config)
        self.notation = StrongholdsNotation(self.cards, config.seats[-1])
        self.worlds = DealtWorlds()
        self.moves = self.notation.count
        # The pile has an order, but it shows in the hands that are drawn from it.
        self.unordered = frozenset({"defeated", "hand", "pile", "royals", "troops"})
        self.longest = longest_game(config, self.cards)

    def begin(self, shuffler: Shuffler, seats: int, options: Mapping[str, Any]) -> State:
        state = self.empty_table(seats, shuffler, options["max_turns"])
        state.deal()
        state.advance()
        return state

    def setups(self) -> Sequence[Mapping[str, Any]]:
        """Each number of players, to the end and cut short."""
        short = min(SHORT_GAME, self.config.max_turns)
        whole: list[Mapping[str, Any]] = [{"seats": seats} for seats in self.seats]
        return [*whole, *({"seats": seats, "max_turns": short} for seats in self.seats)]

    def from_dict(self, position: Mapping[str, Any]) -> State:
        seats = position.get("seats") if isinstance(position, Mapping) else None
        state = self.empty_table(len(seats) if isinstance(seats, list | tuple) else 0)
        read_position(state, position_reader(position))
        state.advance()
        return state

    def determinize(self, view: View, seat: int, shuffler: Shuffler) -> Position:
        return determinize(self.empty_table(len(view["seats"])), view, seat, shuffler)

    def referee(self) -> Referee:
        return StrongholdsReferee()

    def opening(self, state: State) -> list[tuple[str, list[str]]]:
        """The hand of each seat. Nothing is forced before the first choice, so these are those dealt."""
        assert isinstance(state, StrongholdsState)
        return [(f"seat {seat}", self.cards.texts(player.hand)) for seat, player in enumerate(state.players)]

    def empty_table(
        self, seats: int, shuffler: Shuffler | None = None, max_turns: int | None = None
    ) -> StrongholdsState:
        """A state without cards, to be filled."""
        state = StrongholdsState()
        limit = self.config.max_turns if max_turns is None else max_turns
        state.set_up(self.config, self.notation, self.worlds, shuffler or Shuffler(0), limit, seats)
        return state


def longest_game(config: RulesConfig, cards: Cards) -> int:
    """The most decisions of a game. In a turn each card of the pile is sent, laid or given up once at most;
    beside that each seat chooses general and target and ends muster and defence, and troops are pitted."""
    seats = config.seats[-1]
    pairs = seats * max(royal.sends for royal in config.royals.values()) // 2
    choices_of_a_seat = 4
    return config.max_turns * (len(cards.drawn) + choices_of_a_seat * seats + pairs)
