"""The referee of Hold the Line: judges positions alone, by the rules, without a line of the engine."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from generator.games.hold_the_line.config import RulesConfig
from generator.rules.protocol import Position, Referee


class HoldTheLineReferee(Referee):
    """Counts the cards of a position, and derives who won from where the fronts stand."""

    def __init__(self, config: RulesConfig) -> None:
        self.config = config

    def cards(self, position: Position) -> Mapping[str, Sequence[str]]:
        """All cards by their army, sorted. Every card is in play from the start: there is no box."""
        return {army: sorted(self._cards_of(position, seat)) for seat, army in enumerate(self.config.armies)}

    def _cards_of(self, position: Position, seat: int) -> list[str]:
        held = position["seats"][seat]
        cards = [*held["deck"], *held["hand"], *held["discard"]]
        cards += [card for card in held.get("staged", ()) if card is not None]
        cards += [troop.split()[0] for lane in position["lanes"] for troop in lane["troops"][seat]]
        return cards

    def outcome(self, position: Position) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The seat that is beaten loses. Both are, or neither is: a draw."""
        beaten = self._beaten(position)
        if beaten == [0]:
            return (0, 1), (1,)
        if beaten == [1]:
            return (1, 0), (0,)
        return (1, 1), (0, 1)

    def cut_short(self, position: Position) -> bool:
        """By the rules a game goes on until a line is broken."""
        return not self._beaten(position)

    def _beaten(self, position: Position) -> list[int]:
        """A lane past a red line or all lanes on it: that side loses."""
        red = len(self.config.lines) // 2
        fronts = [lane["front"] for lane in position["lanes"]]
        broken = (any(front < -red for front in fronts), any(front > red for front in fronts))
        routed = (all(front == -red for front in fronts), all(front == red for front in fronts))
        return [seat for seat in (0, 1) if broken[seat] or routed[seat]]
