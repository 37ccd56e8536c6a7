"""Hold the Line: the rules that a computer plays it by."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from generator.catalog.models import Game as Database
from generator.catalog.problems import Problems
from generator.games.hold_the_line.config import SEATS, RulesConfig, read_config
from generator.games.hold_the_line.notation import NAME, LineNotation
from generator.games.hold_the_line.position import PositionReader, determinize, rotate
from generator.games.hold_the_line.referee import HoldTheLineReferee
from generator.games.hold_the_line.rules import HoldTheLineState, Troops, losers
from generator.rules.positions import position_reader
from generator.rules.protocol import Game, Position, Referee, State, View, limit_option
from generator.rules.shuffler import Shuffler

SHORT_GAME = 4
"""A limit of rounds that random play often reaches, so that tests see the end by it."""


def open_game(database: Database, problems: Problems) -> Game | None:
    """The game with the numbers of its card database; None if some are missing or wrong."""
    config = read_config(database, problems)
    return None if config is None else HoldTheLine(database.title, config)


class HoldTheLine(Game):
    """The rules of Hold the Line for the numbers of one card database."""

    def __init__(self, title: str, config: RulesConfig) -> None:
        self.name = NAME
        self.title = title
        self.config = config
        self.seats = (SEATS,)
        self.options = (limit_option("max_rounds", config.max_rounds, "round"),)
        self.troops = Troops(config)
        self.notation = LineNotation(config)
        self.reader = PositionReader(config, self.notation, losers)
        self.moves = self.notation.count
        self.unordered = frozenset({"discard", "hand"})
        self.longest = longest_game(config)
        self.symmetric = True

    def begin(
        self,
        shuffler: Shuffler,
        seats: int,  # noqa: ARG002 - always two
        options: Mapping[str, Any],
    ) -> State:
        state = self._empty(shuffler, options["max_rounds"])
        state.deal()
        state.advance()
        return state

    def setups(self) -> Sequence[Mapping[str, Any]]:
        return ({}, {"max_rounds": min(SHORT_GAME, self.config.max_rounds)})

    def from_dict(self, position: Mapping[str, Any]) -> State:
        given = self.reader.read(position_reader(position))
        state = self._empty(given.shuffler, given.max_rounds)
        state.lay_out(given)
        state.advance()
        return state

    def determinize(self, view: View, seat: int, shuffler: Shuffler) -> Position:  # noqa: ARG002 - in the view
        return determinize(self.config, self.notation, view, shuffler)

    def rotate(self, position: Position, by: int) -> Position | None:
        return rotate(position, by)

    def rotate_move(self, move: int, position: Position, by: int) -> int:  # noqa: ARG002 - no move names a seat
        return move

    def referee(self) -> Referee:
        return HoldTheLineReferee(self.config)

    def opening(self, state: State) -> list[tuple[str, list[str]]]:
        """The hands before setup. They are dealt again from the seed: setup may be under way already, where
        a hand of one kind leaves no choice."""
        assert isinstance(state, HoldTheLineState)
        dealt = self._empty(Shuffler(state.shuffler.seed), state.max_rounds)
        dealt.deal()
        return [
            (army, [self.notation.words[kind] for kind in held.hand.cards()])
            for army, held in zip(self.config.armies, dealt.armies, strict=True)
        ]

    def _empty(self, shuffler: Shuffler, max_rounds: int) -> HoldTheLineState:
        state = HoldTheLineState()
        state.set_up(self.config, self.troops, self.notation, shuffler, max_rounds)
        return state


def longest_game(config: RulesConfig) -> int:
    """The most decisions of a game: in setup a card for each lane, then in each round the staged cards and
    a target for every card that strikes only one; by both seats."""
    aiming = sum(kind.copies for kind in config.kinds if not kind.each)
    return SEATS * (config.lanes + config.max_rounds * (config.max_staged + aiming))
