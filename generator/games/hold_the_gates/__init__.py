"""Hold the Gates!: an attacker against a settlement, a defender who waits for the King's Army."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from generator.catalog.models import Game as Database
from generator.catalog.problems import InputError, Problems
from generator.catalog.suggest import did_you_mean
from generator.catalog.wording import join_words, quote
from generator.games.hold_the_gates.config import ATTACKER, SIDES, RulesConfig, read_config
from generator.games.hold_the_gates.position import (
    GAME,
    Snapshot,
    determinize,
    empty_side,
    read_position,
    sorted_ids,
)
from generator.games.hold_the_gates.referee import HoldTheGatesReferee
from generator.games.hold_the_gates.rules import HoldTheGatesState, Rules, state_of
from generator.rules.protocol import Game, Option, Position, State, View
from generator.rules.shuffler import Shuffler


def open_game(database: Database, problems: Problems) -> Game | None:
    """The game by the numbers of a card database; None if they can't be played, which ``problems`` tells."""
    config = read_config(database, problems)
    return None if config is None else HoldTheGates(config)


class HoldTheGates(Game):
    """Hold the Gates!: seat 0 attacks a settlement, seat 1 defends it."""

    def __init__(self, config: RulesConfig) -> None:
        self.name = GAME
        self.title = config.title
        self.seats = (len(SIDES),)
        self.config = config
        self.rules = Rules(config)
        self.options = (_settlement_option(config),)
        self.moves = len(self.rules.notation.texts)
        # Every card drawn is one decision.
        self.unordered = frozenset({"discard", "gates", "hand"})
        self.longest = len(SIDES) * config.hand * config.turns

    def begin(self, shuffler: Shuffler, seats: int, options: Mapping[str, Any]) -> State:  # noqa: ARG002
        """The first hands are drawn, the attacker is to play a card."""
        settlement = [place.id for place in self.config.settlements].index(options["settlement"])
        sides = (empty_side(), empty_side())
        state = state_of(self.rules, Snapshot(1, 1, ATTACKER, settlement, 0, sides, shuffler))
        state.begin()
        return state

    def setups(self) -> Sequence[Mapping[str, Any]]:
        return [{"settlement": settlement.id} for settlement in self.config.settlements]

    def from_dict(self, position: Mapping[str, Any]) -> State:
        state = state_of(self.rules, read_position(position, self.config))
        if state.player is not None:
            state.advance()
        return state

    def determinize(self, view: View, seat: int, shuffler: Shuffler) -> Position:  # noqa: ARG002
        return determinize(view, shuffler)

    def referee(self) -> HoldTheGatesReferee:
        return HoldTheGatesReferee(self.config)

    def opening(self, state: State) -> list[tuple[str, list[str]]]:
        if not isinstance(state, HoldTheGatesState):
            raise TypeError(f"not a state of {self.title}")
        hands = [sorted_ids(side.hand, self.config.ids) for side in (state.attacker, state.defender)]
        return [(SIDES[seat].capitalize(), hand) for seat, hand in enumerate(hands)]


def _settlement_option(config: RulesConfig) -> Option:
    ids = [settlement.id for settlement in config.settlements]

    def read(value: object) -> str:
        if isinstance(value, str) and value in ids:
            return value
        hint = did_you_mean(value, ids) if isinstance(value, str) else None
        raise InputError(f"settlement: expected {join_words(ids)}, got {quote(value)}", hint=hint)

    falls = join_words(
        [f"{settlement.id} with {settlement.value}" for settlement in config.settlements], "and"
    )
    says = f"what is attacked, which sets the difficulty: damage fells {falls}"
    return Option("settlement", says, config.usual_settlement, read)
