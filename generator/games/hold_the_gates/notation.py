"""The moves of the game: small numbers for the engine, and words for people."""

from __future__ import annotations

from generator.catalog.suggest import did_you_mean
from generator.catalog.wording import join_words, quote
from generator.games.hold_the_gates.config import OWN, SIDES, RulesConfig
from generator.rules.notation import NO_MOVE, Moves


class HoldTheGatesNotation(Moves):
    """All moves: whether they deploy, which kind of card they play, and the unit that they name."""

    def __init__(self, config: RulesConfig) -> None:
        super().__init__()
        self.config = config
        self.units = config.units
        example = config.ids[-1]
        self.deployments: int = len(config.units)
        """Moves below this deploy."""
        self.add("deploy {kind_of_unit}", kind_of_unit=config.ids, example=f"deploy {example}")
        self.add("action {kind_of_unit}", kind_of_unit=config.ids, example=f"action {example}")
        self.add(
            "action {kind_of_unit}>{place}",
            kind_of_unit=config.ids,
            place=range(config.hand),
            where=lambda kind, _: config.units[kind].target is not None,
        )
        self.kind = self.column("kind_of_unit")
        self.target = self.column("place")

    def units_to_name(self, kind: int, own: int, enemy: int) -> int:
        """How many units the action of this kind could name, with so many on each side."""
        target = self.units[kind].target
        if target is None:
            return 0
        return own if target == OWN else enemy

    # What is not a move, and what is no legal one

    def fault(self, text: str, words: str) -> str:
        return f"there is no move {quote(text)}; {self.hint(words)}"

    def hint(self, words: str) -> str:
        verb, _, rest = words.partition(" ")
        unit_id, points_at, place = rest.partition(">")
        if verb not in self.examples or not rest:
            return super().hint(words)
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
        if self.target[move] == NO_MOVE:
            return f"{card.action} must name an {card.target} unit, for example `action {card.id}>0`"
        last = "only unit 0 stands" if units == 1 else f"units 0 to {units - 1} stand"
        return f"there is no {card.target} unit {self.target[move]}: {last}"
