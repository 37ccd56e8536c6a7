"""What counts at the end of a game, as data: read from the last position, without a line of the rules."""

from __future__ import annotations

import dataclasses
from collections import Counter as Counts
from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Any, cast

from generator.catalog.suggest import did_you_mean
from generator.catalog.wording import quote
from generator.rules.errors import RulesError
from generator.rules.kit.cards import Card, Numbers
from generator.rules.kit.declarations import Counter, check_word, named_number
from generator.rules.protocol import Position, Sides

if TYPE_CHECKING:
    from typing import Literal, Self, TypeGuard

Where = Mapping[str, object]
"""Fields with the value that they must have, or one of a list of values."""


@dataclasses.dataclass(frozen=True, slots=True)
class SeatCards:
    """What a seat has in a position."""

    zones: Mapping[str, Sequence[Card]]
    counters: Mapping[str, Any]


Points = int | str
"""A number, or the name of one under ``rules:`` in game.yaml."""


class Term:
    """Something that gives points.

    What something is worth is said in numbers, or by the name of those under ``rules:`` in game.yaml:
    ``Each("won", worth="trick.points")``.
    """

    def settled(self, rules: Numbers) -> Self:
        """The same with its numbers from game.yaml. Raises RulesError where they are not there."""
        worth = getattr(self, "worth", 0)
        found = named_number(rules, worth) if isinstance(worth, str) else worth
        if isinstance(self, Sets | Different):
            wanted = "a list of whole numbers"
            fits = isinstance(found, list | tuple) and found and all(map(_is_whole, found))
        else:
            wanted, fits = "a whole number", _is_whole(found)
        if not fits:
            given = f"`rules.{worth}` in game.yaml" if isinstance(worth, str) else f"`worth` of {self!r:.60}"
            raise RulesError(f"{given} must be {wanted}")
        if found is worth:
            return self
        same: Self = dataclasses.replace(cast("Any", self), worth=found)
        return same

    def check(self, zones: Sequence[str], counters: Sequence[Counter]) -> None:
        """Raises RulesError if it speaks of what there is not."""
        raise NotImplementedError

    def check_fields(self, cards: Sequence[Card]) -> None:
        """Raises RulesError if it asks for a field that no card has."""
        where: object = getattr(self, "where", {})
        if not isinstance(where, Mapping):
            raise RulesError(f"`where` gives fields with their values, not {quote(where)}")
        known = sorted({name for card in cards for name in vars(card)})
        for name in (*getattr(self, "where", ()), *([self.field] if hasattr(self, "field") else ())):
            check_word(name, known, "field of the cards")

    def points(self, seats: Sequence[SeatCards]) -> list[int]:
        """The points of each seat."""
        raise NotImplementedError


class OfCards(Term):
    """A term that counts the cards in a zone of each seat."""

    zone: str
    where: Where

    def check(self, zones: Sequence[str], counters: Sequence[Counter]) -> None:
        del counters
        check_word(self.zone, zones, "zone of seats")
        if isinstance(self, Sets | Different) and not self.worth:
            raise RulesError("`worth` says what no card, one card, two cards … are worth")

    def points(self, seats: Sequence[SeatCards]) -> list[int]:
        return self.points_for([_chosen(seat, self.zone, self.where) for seat in seats])

    def points_for(self, chosen: list[list[Card]]) -> list[int]:
        """The points of each seat for its cards."""
        return [self.points_of(cards) for cards in chosen]

    def points_of(self, cards: list[Card]) -> int:
        """What these cards give by themselves."""
        raise NotImplementedError


@dataclasses.dataclass(frozen=True, slots=True)
class Sum(OfCards):
    """The sum of a number field over the cards in a zone: ``Sum("won", "points")``."""

    zone: str
    field: str
    where: Where = dataclasses.field(default_factory=dict)
    worth: Points = 1

    def points_of(self, cards: list[Card]) -> int:
        return _whole(self.worth) * sum(_number(card, self.field) for card in cards)


@dataclasses.dataclass(frozen=True, slots=True)
class Each(OfCards):
    """So many points for each card in a zone: ``Each("won", where={"suit": "hearts"}, worth=-1)``."""

    zone: str
    where: Where = dataclasses.field(default_factory=dict)
    worth: Points = 1

    def points_of(self, cards: list[Card]) -> int:
        return _whole(self.worth) * len(cards)


@dataclasses.dataclass(frozen=True, slots=True)
class Sets(OfCards):
    """Points for cards alike in a field, by their number: ``Sets("won", "kind", (0, 1, 3, 6))`` gives 1 for
    one, 3 for two, and 6 for three or more of a kind."""

    zone: str
    field: str
    worth: Sequence[int] | str
    where: Where = dataclasses.field(default_factory=dict)

    def points_of(self, cards: list[Card]) -> int:
        kinds = Counts(_value(card, self.field) for card in cards)
        return sum(_at(self.worth, count) for count in kinds.values())


@dataclasses.dataclass(frozen=True, slots=True)
class Different(OfCards):
    """Points for different values of a field: ``Different("won", "colour", (0, 1, 3, 6))``."""

    zone: str
    field: str
    worth: Sequence[int] | str
    where: Where = dataclasses.field(default_factory=dict)

    def points_of(self, cards: list[Card]) -> int:
        return _at(self.worth, len({_value(card, self.field) for card in cards}))


@dataclasses.dataclass(frozen=True, slots=True)
class Most(OfCards):
    """Points for whoever has most cards of a sort: all who share the lead get ``worth``, and none if nobody
    has any."""

    zone: str
    worth: Points
    where: Where = dataclasses.field(default_factory=dict)

    def points_for(self, chosen: list[list[Card]]) -> list[int]:
        most = max(map(len, chosen))
        return [_whole(self.worth) if most and len(cards) == most else 0 for cards in chosen]


@dataclasses.dataclass(frozen=True, slots=True)
class Tally(Term):
    """What a counter of the seats stands at: ``Tally("coins")``."""

    counter: str
    worth: Points = 1

    def check(self, zones: Sequence[str], counters: Sequence[Counter]) -> None:
        del zones
        check_word(
            self.counter, [counter.name for counter in counters if counter.of == "seat"], "counter of seats"
        )

    def points(self, seats: Sequence[SeatCards]) -> list[int]:
        return [_whole(self.worth) * int(seat.counters[self.counter]) for seat in seats]


def total(terms: Sequence[Term], seats: Sequence[SeatCards]) -> list[int]:
    """The points of each seat by all terms."""
    found = [term.points(seats) for term in terms]
    return [sum(points[seat] for points in found) for seat in range(len(seats))]


def of_sides(points: Sequence[int], sides: Sides) -> list[int]:
    """The points of each seat's side, which are those of its seats together."""
    totals = {seat: sum(points[one] for one in side) for side in sides for seat in side}
    return [totals.get(seat, points[seat]) for seat in range(len(points))]


def with_partners(winners: Collection[int], sides: Sides) -> list[int]:
    """The seats that win when these do, ascending."""
    return sorted({*winners, *(seat for side in sides if {*side} & {*winners} for seat in side)})


def leaders(scores: Sequence[int], ties: Sequence[int], winner: Literal["most", "least"]) -> tuple[int, ...]:
    """The seats with the best score; among equals those with the most by ``ties``."""
    best = max(scores) if winner == "most" else min(scores)
    ahead = [seat for seat, score in enumerate(scores) if score == best]
    most = max(ties[seat] for seat in ahead)
    return tuple(seat for seat in ahead if ties[seat] == most)


def seat_cards(position: Position, cards: Mapping[str, Card]) -> list[SeatCards]:
    """What each seat of a position has. Zones of the table belong to nobody."""
    found = []
    for held in position["seats"]:
        lying = {name: value for name, value in held.items() if isinstance(value, list | dict)}
        zones = {name: [cards[word] for word in card_words(value)] for name, value in lying.items()}
        found.append(SeatCards(zones, {name: value for name, value in held.items() if name not in lying}))
    return found


def card_words(lying: Any) -> list[str]:
    """The ids of the cards in a pile as a position has it, or in a row of piles."""
    if isinstance(lying, str):
        return [lying]
    if isinstance(lying, Mapping):
        # A piece with its marks, or a board by its spaces.
        return [word] if isinstance(word := lying.get("card"), str) else card_words([*lying.values()])
    return [word for inner in lying for word in card_words(inner)]


def _chosen(seat: SeatCards, zone: str, where: Where) -> list[Card]:
    return [
        card
        for card in seat.zones.get(zone, ())
        if all(_fits(_value(card, name), given) for name, given in where.items())
    ]


def _fits(value: object, given: object) -> bool:
    return value in given if isinstance(given, list | tuple | set | frozenset) else value == given


def _value(card: Card, name: str) -> object:
    fields = vars(card)
    if name not in fields:
        hint = did_you_mean(name, fields)
        raise RulesError(f"cards have no field `{name}`" + (f"; {hint}" if hint else ""))
    value: object = fields[name]
    return value


def _is_whole(value: object) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool)


def _whole(worth: Points) -> int:
    assert isinstance(worth, int), "it is settled with the numbers of game.yaml"
    return worth


def _at(worth: Sequence[int] | str, count: int) -> int:
    """What so many are worth; more than it speaks of are worth as much as the last."""
    assert not isinstance(worth, str), "it is settled with the numbers of game.yaml"
    return worth[min(count, len(worth) - 1)]


def _number(card: Card, name: str) -> int:
    value = _value(card, name)
    if not _is_whole(value):
        raise RulesError(f"`{name}` of {card} is {value!r}, and not a whole number")
    return value
