"""The table: what a rules file's functions are given, and what they change."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from generator.rules.errors import RulesError
from generator.rules.kit.cards import Card, Numbers, Pile, no_pile, piece_pile_type, pile_type
from generator.rules.kit.declarations import SEAT, Counter, Value, Zone
from generator.rules.shuffler import Shuffler


class Table:
    """A game in progress, as its rules see it: every zone, counter and value is an attribute.

    ``seat`` is the seat that decides, ``phase`` the phase; functions change both. An attribute that was not
    declared can't be set.
    """

    __slots__ = ("phase", "seat", "seats", "shuffler")

    zones: ClassVar[Mapping[str, Zone]]
    counters: ClassVar[Mapping[str, Counter]]
    values: ClassVar[Mapping[str, Value]]
    scalars: ClassVar[tuple[Counter | Value, ...]]
    """Counters and values."""
    cards: ClassVar[Mapping[str, Card]]
    """All cards of the game by their ids."""
    numbers: ClassVar[Mapping[Card, int]]
    """Their order."""
    rules: ClassVar[Numbers]
    """What stands under ``rules:`` in game.yaml."""
    pile_types: ClassVar[Mapping[str, type[Pile]]]
    _plain: ClassVar[tuple[str, ...]]
    """Attributes that a clone shares."""
    _listed: ClassVar[tuple[str, ...]]
    """Counters and values of seats."""
    _piles: ClassVar[tuple[str, ...]]

    phase: str
    seat: int
    seats: range
    shuffler: Shuffler

    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any: ...
        def __setattr__(self, name: str, value: Any) -> None: ...

    # What players do

    def shuffle(self, pile: Pile) -> None:
        """Shuffles a pile that has an order."""
        order = list(range(len(pile)))
        self.shuffler.shuffle(order)
        pile[:] = [pile[number] for number in order]

    def roll(self, sides: int = 6) -> int:
        """Throws a die: a number from 1 to ``sides``."""
        return 1 + self.shuffler.below(sides)

    def after(self, seat: int) -> int:
        """The next seat in turn."""
        return (seat + 1) % len(self.seats)

    def pass_turn(self) -> None:
        """The next seat decides."""
        self.seat = (self.seat + 1) % len(self.seats)

    # What the kit does

    def clone(self) -> Table:
        """A table of its own with the same on it."""
        copy = type(self).__new__(type(self))
        for name in self._plain:
            setattr(copy, name, getattr(self, name))
        for name in self._listed:
            setattr(copy, name, getattr(self, name)[:])
        for name in self._piles:
            setattr(copy, name, _cloned(getattr(self, name), self.zones[name]))
        copy.shuffler = self.shuffler.clone()
        return copy

    def piles(self, name: str, owner: int) -> list[Pile]:
        """The piles of a zone that belong to the owner, in order; of the table's, all."""
        lying = getattr(self, name)
        if self.zones[name].of == SEAT:
            lying = lying[owner]
        if isinstance(lying, Pile):
            return [lying]
        if not self.zones[name].places or not all(isinstance(pile, Pile) for pile in lying):
            raise no_pile(name)
        return lying  # type: ignore[no-any-return]


def _cloned(lying: Any, zone: Zone) -> Any:
    if isinstance(lying, Pile):
        return lying.clone()
    if not isinstance(lying, list):
        raise no_pile(zone.name)
    return [_cloned(inner, zone) for inner in lying]


def table_type(
    zones: Sequence[Zone],
    counters: Sequence[Counter],
    values: Sequence[Value],
    cards: Mapping[str, Card],
    rules: Numbers,
) -> type[Table]:
    """The class of the tables of one game. Raises RulesError for a name that is taken."""
    numbers = {card: number for number, card in enumerate(cards.values())}
    scalars: tuple[Counter | Value, ...] = (*counters, *values)
    names = [*(zone.name for zone in zones), *(one.name for one in scalars)]
    single = [one.name for one in scalars if one.of != SEAT]
    return type(
        "Table",
        (Table,),
        {
            "__slots__": tuple(names),
            "scalars": scalars,
            "zones": {zone.name: zone for zone in zones},
            "counters": {counter.name: counter for counter in counters},
            "values": {value.name: value for value in values},
            "cards": cards,
            "numbers": numbers,
            "rules": rules,
            "pile_types": {zone.name: _pile_type(zone, numbers) for zone in zones},
            "_plain": ("phase", "seat", "seats", *single),
            "_listed": tuple(one.name for one in scalars if one.of == SEAT),
            "_piles": tuple(zone.name for zone in zones),
        },
    )


def _pile_type(zone: Zone, numbers: Mapping[Card, int]) -> type[Pile]:
    if zone.marks:
        names = [mark.name for mark in zone.marks]
        return piece_pile_type(zone.name, names, [int(mark.start) for mark in zone.marks])
    return pile_type(zone.name, None if zone.ordered else numbers.__getitem__)


def check_names(declared: Sequence[Zone | Counter | Value]) -> None:
    """Raises RulesError where two have one name, or one has a name of the table's own."""
    seen: set[str] = set()
    for one in declared:
        if one.name in seen:
            raise RulesError(f"`{one.name}` is declared twice", one.place)
        if hasattr(Table, one.name) or one.name in Table.__annotations__:
            raise RulesError(
                f"`{one.name}` already means something on the table: choose another name", one.place
            )
        seen.add(one.name)


def empty_table(kind: type[Table], seats: int, shuffler: Shuffler, phase: str) -> Table:
    """A table with nothing on it, and every counter and value at its start."""
    table = kind()
    table.seats = range(seats)
    table.seat = 0
    table.phase = phase
    table.shuffler = shuffler
    for one in kind.scalars:
        setattr(table, one.name, [one.start] * seats if one.of == SEAT else one.start)
    for zone in kind.zones.values():
        pile = kind.pile_types[zone.name]
        places = zone.places
        assert isinstance(places, int)
        setattr(
            table,
            zone.name,
            [_empty(pile, places) for _ in range(seats)] if zone.of == SEAT else _empty(pile, places),
        )
    return table


def _empty(pile: type[Pile], places: int) -> Any:
    return [pile() for _ in range(places)] if places else pile()


def fill(table: Table) -> None:
    """Lays the cards where they begin: all copies of a list in the zone that has ``full``."""
    for zone in table.zones.values():
        for owner in table.seats if zone.of == SEAT else range(1 if zone.full else 0):
            if not zone.full:
                continue
            pile = table.piles(zone.name, owner)[0]
            for card in table.cards.values():
                if zone.admits(card, owner):
                    pile.extend([card] * card.copies)
