"""The moves of the game: small numbers for the engine, and words for people.

First come the deployments, one for each kind of card; then the actions that name no unit; then for each kind
whose action names one, a move for each place in a line that is as long as a hand.
"""

from __future__ import annotations

from typing import Final

from generator.catalog.suggest import did_you_mean
from generator.catalog.wording import join_words, quote
from generator.games.hold_the_gates.config import OWN, SIDES, RulesConfig
from generator.rules.notation import Notation

NO_UNIT: Final = -1
"""The target of a move that names no unit."""


class HoldTheGatesNotation(Notation):
    """All moves: whether they deploy, which kind of card they play, and the unit that they name."""

    def __init__(self, config: RulesConfig) -> None:
        self.config = config
        self.units = config.units
        self.deployments: int = len(config.units)
        """Moves below this deploy."""
        self.kind: list[int] = []
        self.target: list[int] = []
        texts: list[str] = []
        for verb in ("deploy", "action"):
            for kind, word in enumerate(config.ids):
                self.kind.append(kind)
                self.target.append(NO_UNIT)
                texts.append(f"{verb} {word}")
        for kind, unit in enumerate(config.units):
            for place in range(config.hand if unit.target else 0):
                self.kind.append(kind)
                self.target.append(place)
                texts.append(f"action {unit.id}>{place}")
        example = config.ids[-1]
        super().__init__(texts, {"deploy": f"deploy {example}", "action": f"action {example}"})

    def units_to_name(self, kind: int, own: int, enemy: int) -> int:
        """How many units the action of this kind could name, with so many on each side."""
        target = self.units[kind].target
        if target is None:
            return 0
        return own if target == OWN else enemy

    # What is not a move, and what is no legal one

    def hint(self, words: str) -> str:
        verb, _, rest = words.partition(" ")
        unit_id, points_at, place = rest.partition(">")
        if verb not in self.examples or not rest:
            return f"write {join_words([f'`{example}`' for example in self.examples.values()])}"
        unit = next((unit for unit in self.units if unit.id.casefold() == unit_id), None)
        if unit is None:
            hint = did_you_mean(unit_id, self.config.ids) or f"expected {join_words(self.config.ids)}"
            return f"{quote(unit_id)} is not a kind of unit; {hint}"
        if verb == "deploy":
            return f"who deploys names no other unit: write `deploy {unit_id}`"
        if unit.target is None:
            return f"{unit.action} names no unit: write `action {unit_id}`"
        if points_at and place.isascii() and place.isdigit():
            return f"there is no unit {place}: a line has places 0 to {self.config.hand - 1}"
        return f"there is no place {quote(place)}: write `action {unit_id}>0` for the one at the gates"

    def why_not(self, move: int, seat: int, hand: list[int], own: int, enemy: int) -> str:
        """Why a seat may not make a move, with this hand and so many units on each side."""
        kind = self.kind[move]
        card = self.units[kind]
        if kind not in hand:
            whose = "" if card.side == seat else f": it is a card of the {SIDES[card.side]}"
            return f"no {card.id} in hand{whose}"
        units = self.units_to_name(kind, own, enemy)
        if not units:
            return f"no {card.target} unit stands to be named: play `action {card.id}`, for nothing"
        if self.target[move] == NO_UNIT:
            return f"{card.action} must name an {card.target} unit, for example `action {card.id}>0`"
        last = "only unit 0 stands" if units == 1 else f"units 0 to {units - 1} stand"
        return f"there is no {card.target} unit {self.target[move]}: {last}"
