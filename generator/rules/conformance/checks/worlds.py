"""Determinized worlds hold all the cards, and are as many as there can be."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from generator.rules.conformance.check import Check
from generator.rules.conformance.checks.cards import cards_of, differences
from generator.rules.conformance.moment import (
    Hidden,
    Moment,
    Path,
    at_path,
    hidden_lists,
    without_chance,
    written,
)
from generator.rules.conformance.other_process import Opener
from generator.rules.protocol import Game, Position

ENOUGH = 30
"""Pairs of worlds that could have differed at a place: if none did, it is no accident."""

WHY_NOT = "it is not dealt anew, or it can be worked out from what is open"


@dataclass(slots=True)
class Variety:
    """How often two worlds differed at a place where they could; and whether cards lie there in any order."""

    could: int = 0
    did: int = 0
    jumbled: int = 0
    """Real lists there that are in no order."""
    jumbled_worlds: int = 0
    """Determinized ones."""


class Worlds(Check):
    """Determinizes twice what a seat can't see, and compares."""

    name = "worlds"
    question = "determinized worlds hold all the cards, and differ wherever they can"
    order = 22
    states_a_game = 4

    def __init__(self, game: Game, opener: Opener | None) -> None:
        super().__init__(game, opener)
        self._referee = game.referee()
        self._whole = Variety()
        self._places: dict[tuple[str, Path], Variety] = {}
        """By whose knowledge it is, and the place; for all seats together without its numbers."""

    def look(self, moment: Moment) -> Iterator[str]:
        owned = cards_of(self._referee, moment.position)
        for seat in range(moment.seats):
            one, other = self.two_worlds(moment, seat)
            for fault in differences(owned, cards_of(self._referee, one)):
                yield f"a world determinized for seat {seat}: {fault}"
            if not moment.is_dealt:
                # With few cards, as somebody set them up, it may be known what lies where.
                continue
            if hides(moment, seat):
                self._whole.could += 1
                self._whole.did += without_chance(one) != without_chance(other)
            self._note(moment, seat, one, other)

    def two_worlds(self, moment: Moment, seat: int) -> tuple[Position, Position]:
        """Two positions that could be the real one, for all that the seat knows."""
        return moment.world(seat).position, moment.determinize(seat)

    def close(self) -> Iterator[str]:
        if self._whole.could >= ENOUGH and not self._whole.did:
            yield f"{self._whole.could:,} times two worlds were determinized, and they never differed"
            return
        for (who, path), seen in sorted(self._places.items(), key=str):
            place = f"{written(path)} in worlds determinized for {who}"
            if seen.could >= ENOUGH and not seen.did:
                yield f"{place} could differ {seen.could:,} times, and never does; {WHY_NOT}"
            if seen.jumbled >= ENOUGH and 2 * seen.jumbled_worlds < seen.jumbled:
                how_often = "mostly" if seen.jumbled_worlds else "always"
                yield f"{place} is {how_often} sorted, and in the game it is not"
            if seen.jumbled >= ENOUGH and not seen.did and len(path) == 1:
                yield f"{place} is always in the same order, and in the game it is not"

    def _note(self, moment: Moment, seat: int, one: Position, other: Position) -> None:
        """What two worlds are like at the places that are hidden from the seat."""
        found = list(hidden_lists(moment.position, moment.view(seat)))
        for place in found:
            kind = tuple(step for step in place.path if isinstance(step, str))
            found_there = at_path(one, place.path)
            for key in ((f"seat {seat}", place.path), ("any seat", kind)):
                seen = self._places.setdefault(key, Variety())
                seen.could += could_differ(place, found)
                seen.did += found_there != at_path(other, place.path)
                seen.jumbled += _is_jumbled(place.items)
                seen.jumbled_worlds += _is_jumbled(found_there)


def could_differ(place: Hidden, found: list[Hidden]) -> bool:
    """Whether it is sure that other cards could lie there: it has some of those, not all alike, that lie
    hidden at the same seat or in the middle."""
    near = [other for other in found if len(other.path) == 1 or other.path[:2] == place.path[:2]]
    together = [str(card) for other in near for card in other.items]
    return 0 < len(place.items) < len(together) and len(set(together)) > 1


def _is_jumbled(items: Any) -> bool:
    """Whether a list is neither ascending nor descending."""
    words = [str(item) for item in items] if isinstance(items, list) else []
    return words not in (sorted(words), sorted(words, reverse=True))


def hides(moment: Moment, seat: int) -> bool:
    """Whether there is anything in the position that the seat's view does not show."""
    view = moment.view(seat)
    return without_chance({key: view[key] for key in moment.position if key in view}) != without_chance(
        moment.position
    )
