"""The game as the protocol knows it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from generator.catalog.problems import InputError
from generator.catalog.suggest import did_you_mean
from generator.catalog.wording import join_words, quote
from generator.games.hold_the_gates import hidden, reading
from generator.games.hold_the_gates.numbers import SIDES, Numbers
from generator.games.hold_the_gates.play import Rules, Siege, empty_table
from generator.games.hold_the_gates.position import GAME, sorted_ids
from generator.games.hold_the_gates.referee import HoldTheGatesReferee
from generator.rules.positions import position_reader
from generator.rules.protocol import Game, Option, Position, State, View
from generator.rules.shuffler import Shuffler

USUAL_SETTLEMENT = "village"


class HoldTheGates(Game):
    """Hold the Gates!: seat 0 attacks a settlement, seat 1 defends it."""

    def __init__(self, numbers: Numbers) -> None:
        self.name = GAME
        self.title = numbers.title
        self.seats = (len(SIDES),)
        self.rules = Rules(numbers)
        self.options = (_settlement_option(numbers),)
        self.moves = self.rules.moves.count
        # Every card drawn is one decision.
        self.longest = len(SIDES) * numbers.hand * numbers.turns

    def begin(self, shuffler: Shuffler, seats: int, options: Mapping[str, Any]) -> State:  # noqa: ARG002
        """The first hands are drawn, the attacker is to play a card."""
        siege = empty_table(self.rules, self._settlement(options["settlement"]), shuffler)
        siege.begin()
        return siege

    def _settlement(self, settlement_id: str) -> int:
        return [settlement.id for settlement in self.rules.numbers.settlements].index(settlement_id)

    def setups(self) -> Sequence[Mapping[str, Any]]:
        return [{"settlement": settlement.id} for settlement in self.rules.numbers.settlements]

    def from_dict(self, position: Mapping[str, Any]) -> State:
        siege = reading.read(position_reader(position), self.rules)
        if siege.player is not None:
            siege.go_on()
        return siege

    def determinize(self, view: View, seat: int, shuffler: Shuffler) -> Position:  # noqa: ARG002
        return hidden.determinize(view, shuffler)

    def referee(self) -> HoldTheGatesReferee:
        return HoldTheGatesReferee(self.rules.numbers)

    def opening(self, state: State) -> list[tuple[str, list[str]]]:
        if not isinstance(state, Siege):
            raise TypeError(f"not a state of {self.title}")
        sides = (state.attacker, state.defender)
        hands = [sorted_ids(side.hand, state.kinds) for side in sides]
        return [(SIDES[seat].capitalize(), hand) for seat, hand in enumerate(hands)]


def _settlement_option(numbers: Numbers) -> Option:
    ids = [settlement.id for settlement in numbers.settlements]

    def read(value: object) -> str:
        if isinstance(value, str) and value in ids:
            return value
        hint = did_you_mean(value, ids) if isinstance(value, str) else None
        raise InputError(f"settlement: expected {join_words(ids)}, got {quote(value)}", hint=hint)

    usual = USUAL_SETTLEMENT if USUAL_SETTLEMENT in ids else ids[0]
    falls = join_words(
        [f"{settlement.id} with {settlement.value}" for settlement in numbers.settlements], "and"
    )
    return Option(
        "settlement", f"what is attacked, which sets the difficulty: damage fells {falls}", usual, read
    )
