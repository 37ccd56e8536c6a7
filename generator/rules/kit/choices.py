"""What a move may choose: a card, a place, a number, a word, a seat."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from generator.catalog.lines import readable
from generator.rules.errors import RulesError
from generator.rules.kit.board import Board, Spaces
from generator.rules.kit.cards import Card, Pile
from generator.rules.kit.declarations import SEAT, Zone, check_word, field_values, number_of
from generator.rules.kit.table import Table

MAX_SEEN = 10_000
"""Hands of which it is kept what may be chosen from them."""


class Choice:
    """Something that a move chooses: a card, a number, a word, a seat."""

    def __init__(self, values: Sequence[Any] = ()) -> None:
        self._values = values

    def settled(self, table: Table, max_seats: int) -> Choice:
        """The same for one game. Raises RulesError where the game lacks what it speaks of."""
        del table, max_seats
        return self

    def values(self) -> Sequence[Any]:
        """All that may ever be chosen, in the order in which moves are numbered."""
        return self._values

    def offered(self, table: Table) -> Sequence[int]:
        """What may be chosen now: the numbers of its values, ascending."""
        del table
        return range(len(self.values()))

    def against(self, table: Table, value: Any) -> str:
        """Why a value can't be chosen now."""
        del table
        return f"{self.word(value)} can't be chosen"

    def word(self, value: Any) -> str:
        """The value as moves are written."""
        return str(value)


class From(Choice):
    """A card that lies in a zone; of a zone of seats, with the seat that is asked."""

    def __init__(self, zone: str, settled: Zone | None = None, cards: Sequence[Card] = ()) -> None:
        super().__init__(tuple(cards))
        self.zone = zone
        self._numbers = {card: number for number, card in enumerate(cards)}
        self._seen: dict[tuple[Card, ...], Sequence[int]] = {}
        """What is offered of cards in their order, which the same ones often are."""
        self._is_of_seats = settled is not None and settled.of == SEAT
        self._is_sorted = settled is not None and not (
            settled.ordered or settled.places or settled.marks or settled.board
        )

    def settled(self, table: Table, max_seats: int) -> From:
        check_word(self.zone, table.zones, "zone")
        zone = table.zones[self.zone]
        seats = range(max_seats) if zone.of == SEAT else range(1)
        cards = table.cards.values()
        admitted = [card for card in cards if any(zone.admits(card, seat) for seat in seats)]
        return From(self.zone, zone, admitted)

    def offered(self, table: Table) -> Sequence[int]:
        lying = getattr(table, self.zone)
        if self._is_of_seats:
            lying = lying[table.seat]
        if not self._is_sorted:
            return sorted({self._numbers[card] for card in cards_in(lying)})
        hand = tuple(lying)
        found = self._seen.get(hand)
        if found is None:
            found = [self._numbers[card] for card in dict.fromkeys(hand)]
            if len(self._seen) < MAX_SEEN:
                self._seen[hand] = found
        return found

    def against(self, table: Table, value: Card) -> str:
        del table
        return f"there is no {value} in {readable(self.zone).replace('_', ' ')}"


def cards_in(lying: Any) -> Iterator[Card]:
    """The cards in a pile or a row of piles."""
    for item in lying.values() if isinstance(lying, Board) else lying:
        if isinstance(item, Pile | Board):
            yield from cards_in(item)
        else:
            yield item if isinstance(item, Card) else item.card


class Place(Choice):
    """A place in a zone that has several, by its number from 0."""

    def __init__(self, zone: str, places: int = 0) -> None:
        super().__init__(range(places))
        self._zone = zone

    def settled(self, table: Table, max_seats: int) -> Place:
        del max_seats
        check_word(self._zone, table.zones, "zone")
        places = table.zones[self._zone].places
        if not places:
            raise RulesError(f"`{self._zone}` is one pile: it has no `places` to choose from")
        return Place(self._zone, int(places))


class Space(Choice):
    """A space of a zone with a board, by its name."""

    def __init__(self, zone: str, spaces: Sequence[str] = ()) -> None:
        super().__init__(spaces)
        self._zone = zone

    def settled(self, table: Table, max_seats: int) -> Space:
        del max_seats
        check_word(self._zone, table.zones, "zone")
        board = table.zones[self._zone].board
        if not isinstance(board, Spaces):
            raise RulesError(f"`{self._zone}` has no spaces to choose from: give it a `board`")
        return Space(self._zone, board.names)


class Number(Choice):
    """A whole number from ``low`` to ``high``; either may name one under ``rules:`` in game.yaml."""

    def __init__(self, low: int | str, high: int | str, values: Sequence[int] = ()) -> None:
        super().__init__(values)
        self._low, self._high = low, high

    def settled(self, table: Table, max_seats: int) -> Number:
        del max_seats
        low, high = (number_of(table.rules, given) for given in (self._low, self._high))
        if low > high:
            raise RulesError(f"there is no number from {low} to {high}")
        return Number(low, high, range(low, high + 1))


class Word(Choice):
    """One of some words."""

    def __init__(self, *words: str) -> None:
        super().__init__(words)


class Field(Choice):
    """One of the values that a field of the cards has, such as a suit."""

    def __init__(self, name: str, values: Sequence[Any] = ()) -> None:
        super().__init__(values)
        self._name = name

    def settled(self, table: Table, max_seats: int) -> Field:
        del max_seats
        return Field(self._name, field_values(self._name, list(table.cards.values())))


class Seat(Choice):
    """Another seat; with ``own=True`` any seat."""

    def __init__(self, *, own: bool = False, seats: int = 0) -> None:
        super().__init__(range(seats))
        self._own = own

    def settled(self, table: Table, max_seats: int) -> Seat:
        del table
        return Seat(own=self._own, seats=max_seats)

    def offered(self, table: Table) -> Sequence[int]:
        return [seat for seat in table.seats if self._own or seat != table.seat]

    def against(self, table: Table, value: int) -> str:
        return "choose another seat than your own" if value == table.seat else f"nobody sits in seat {value}"

    def word(self, value: int) -> str:
        return f"seat {value}"
