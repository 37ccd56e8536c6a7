"""Judges positions without the engine."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from generator.games.hold_the_gates.config import ATTACKER, DEFENDER, SIDES, RulesConfig
from generator.rules.protocol import Position, Referee


class HoldTheGatesReferee(Referee):
    """Counts the cards by their owners, and the points of a finished game."""

    def __init__(self, config: RulesConfig) -> None:
        self.config = config

    def cards(self, position: Position) -> Mapping[str, Sequence[str]]:
        """A card in a pile, a hand or a line counts for the player whose that is, so that a card in a wrong
        pile is found; one beside a unit may be either's and counts for its owner."""
        found: dict[str, list[str]] = {side: [] for side in SIDES}
        for side, player in zip(SIDES, position["seats"], strict=True):
            for pile in ("deck", "hand", "discard", "gates"):
                found[side] += player.get(pile, [])
            for words in player.get("field", []):
                unit, _, *beside = words.split()
                found[side].append(unit)
                for card in beside:
                    found[self._owner(card[1:])].append(card[1:])
        for card in self._in_the_box(position["tier"]):
            found[self._owner(card)].append(card)
        return found

    def _owner(self, card: str) -> str:
        return SIDES[self.config.unit(card).side]

    def _in_the_box(self, tier: int) -> Iterator[str]:
        """The cards of the tiers that have not joined."""
        for unit in self.config.units:
            if unit.tier > tier:
                yield from [unit.id] * unit.copies

    def outcome(self, position: Position) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The attacker wins with a fallen settlement; else the King's Army has come."""
        config = self.config
        if position["damage"] >= config.settlement(position["settlement"]).value:
            return (config.attacker_wins, config.defender_consoles * position["tier"]), (ATTACKER,)
        return (config.attacker_consoles, config.kings_army), (DEFENDER,)

    def cut_short(self, position: Position) -> bool:
        """The King's Army is a rule of the game: the engine has no limit of its own."""
        del position
        return False
