"""The referee of Strongholds: judges positions alone, by the rules, without a line of the engine."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from generator.rules.protocol import Position, Referee


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
