"""Judges positions of Battle Gate from what is written in them alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from generator.rules.protocol import Position, Referee


class BattleGateReferee(Referee):
    """Counts what the seats own, and says who has won."""

    def cards(self, position: Position) -> Mapping[str, Sequence[str]]:
        """By seat what it has in deck, hand, field and discard pile, and its boosts of this combat."""
        owned = {
            str(seat): [*given["deck"], *given["hand"], *given["field"], *given["discard"]]
            for seat, given in enumerate(position["seats"])
            if not given["out"]
        }
        for attack in position.get("attacks", ()):
            owned[str(position["active"])] += attack["boosts"]
            owned[str(attack["target"])] += attack["block_boosts"]
        return owned

    def outcome(self, position: Position) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Whoever is not out shares the win; the game has no points."""
        scores = [0 if given["out"] else 1 for given in position["seats"]]
        return tuple(scores), tuple(seat for seat, score in enumerate(scores) if score == 1)

    def cut_short(self, position: Position) -> bool:
        """By the rules a game ends when a single player is left."""
        return sum(not given["out"] for given in position["seats"]) > 1
