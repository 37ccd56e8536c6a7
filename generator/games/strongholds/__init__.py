"""Strongholds: the rules that a computer plays it by, with the numbers of its card database."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from generator.catalog.models import Game as Database
from generator.catalog.problems import Problems
from generator.games.strongholds.config import RulesConfig, read_config
from generator.games.strongholds.position import read_position
from generator.games.strongholds.rules import Rules
from generator.games.strongholds.table import NAME, Player
from generator.games.strongholds.worlds import StrongholdsState, filled
from generator.rules.fields import DeclaredGame
from generator.rules.positions import position_reader
from generator.rules.protocol import Game, Position, Referee, State, View, limit_option
from generator.rules.shuffler import Shuffler

SHORT_GAME = 4
"""A limit of turns that random play often reaches, so that tests see the end by it."""


def open_game(database: Database, problems: Problems) -> Game | None:
    """The game with the numbers of its card database; None if some are missing or wrong."""
    config = read_config(database, problems)
    return None if config is None else Strongholds(config)


class Strongholds(DeclaredGame):
    """The rules of Strongholds for one configuration."""

    def __init__(self, config: RulesConfig) -> None:
        self.name = NAME
        self.title = config.title
        self.config = config
        self.seats = config.seats
        self.options = (limit_option("max_turns", config.max_turns, "turn"),)
        self.rules = Rules(config, StrongholdsState)
        self.form = self.rules.form
        self.cards = self.rules.cards
        self.notation = self.rules.notation
        self.moves = self.notation.count
        # The pile has an order, but it shows in the hands that are drawn from it.
        self.unordered = frozenset({"defeated", "hand", "pile", "royals", "troops"})
        self.longest = self._longest()
        self._empty = {seats: self._laid_out(seats) for seats in self.seats}

    def begin(self, shuffler: Shuffler, seats: int, options: Mapping[str, Any]) -> State:
        state = self.empty_table(seats)
        state.shuffler = shuffler
        state.max_turns = options["max_turns"]
        state.deal()
        state.advance()
        return state

    def setups(self) -> Sequence[Mapping[str, Any]]:
        """Each number of players, to the end and cut short."""
        short = min(SHORT_GAME, self.config.max_turns)
        whole: list[Mapping[str, Any]] = [{"seats": seats} for seats in self.seats]
        return [*whole, *({"seats": seats, "max_turns": short} for seats in self.seats)]

    def read(self, position: Mapping[str, Any], *, checked: bool) -> StrongholdsState:
        seats = position.get("seats") if isinstance(position, Mapping) else None
        state = self.empty_table(len(seats) if isinstance(seats, list | tuple) else 0)
        read_position(position_reader(position), state, checked=checked)
        return state

    def determinize(self, view: View, seat: int, shuffler: Shuffler) -> Position:
        state = self.read(filled(view, seat), checked=False)
        state.player = seat if view["asked"] else None
        return state.determinize(seat, shuffler).to_dict()

    def referee(self) -> Referee:
        return StrongholdsReferee()

    def opening(self, state: State) -> list[tuple[str, list[str]]]:
        """The hand of each seat. Nothing is forced before the first choice, so these are those dealt."""
        assert isinstance(state, StrongholdsState)
        return [(f"seat {seat}", self.cards.texts(player.hand)) for seat, player in enumerate(state.players)]

    def empty_table(self, seats: int) -> StrongholdsState:
        """A state without cards, to be filled. As many seats as can't play have one for the fewest."""
        return self._empty.get(seats, self._empty[self.seats[0]]).clone()

    def _laid_out(self, seats: int) -> StrongholdsState:
        """The beginning of turn 1."""
        players: list[Player] = [self.rules.seat.blank() for _ in range(seats)]
        for player in players:
            player.clear_turn()
        state: StrongholdsState = self.rules.form.blank(
            rules=self.rules,
            cards=self.cards,
            notation=self.notation,
            turn=1,
            players=players,
            max_turns=self.config.max_turns,
            shuffler=Shuffler(0),
        )
        return state

    def _longest(self) -> int:
        """The most decisions of a game. In a turn each card of the pile is sent, laid or given up once at
        most; beside that each seat chooses general and target and ends muster and defence, and troops are
        pitted."""
        config = self.config
        seats = config.seats[-1]
        pairs = seats * max(royal.sends for royal in config.royals.values()) // 2
        choices_of_a_seat = 4
        return config.max_turns * (len(self.cards.drawn) + choices_of_a_seat * seats + pairs)


# The referee judges positions by the rules, without a line of the engine.


class StrongholdsReferee(Referee):
    """Counts the cards of a position, and derives who won from whose royals live."""

    def cards(self, position: Position) -> Mapping[str, Sequence[str]]:
        """The shared cards, wherever they lie, and each living royal under its seat: a killed one has left
        the game. There is no box."""
        shared = [*position["pile"], *position["defeated"]]
        owned: dict[str, Sequence[str]] = {"deck": shared}
        for seat, held in enumerate(position["seats"]):
            shared += _cards_of(held)
            for royal in held["royals"]:
                owned[f"{royal} of seat {seat}"] = [royal]
        shared.sort()
        return owned

    def outcome(self, position: Position) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Who has royals shares the win; if nobody has, those who lost the last ones in the last turn."""
        seats = position["seats"]
        winners = [seat for seat, held in enumerate(seats) if held["royals"]] or position["fell"]
        return tuple(int(seat in winners) for seat in range(len(seats))), tuple(winners)

    def cut_short(self, position: Position) -> bool:
        """By the rules a game ends when no more than one player has royals."""
        return sum(bool(held["royals"]) for held in position["seats"]) > 1


def _cards_of(held: Mapping[str, Any]) -> list[str]:
    """A seat's cards in hand and in the field."""
    laid: Mapping[str, list[str]] = held.get("laid", {})
    return [*held["hand"], *held.get("troops", ()), *(card for cards in laid.values() for card in cards)]
