"""The table: what a rules file's functions are given, and what they change."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar

from generator.catalog.wording import join_words, quote
from generator.rules.errors import RulesError
from generator.rules.kit.board import Board, Spaces, board_type
from generator.rules.kit.cards import (
    Card,
    Numbers,
    Pile,
    Row,
    SortedPile,
    no_pile,
    piece_pile_type,
    pile_type,
    row_types,
)
from generator.rules.kit.declarations import SEAT, Counter, Value, Zone
from generator.rules.kit.shown import ShownCards, check_seat, hide, show, shown_pile_type
from generator.rules.kit.written import written_table
from generator.rules.shuffler import Shuffler

TABLE_NAMES = (
    *("seat", "phase", "seats", "rules", "cards", "pass_turn", "after", "shuffle", "roll", "tell"),
    *("show", "hide"),
)
"""What rules files may ask of every table, besides what they declare."""


class Table:
    """A game in progress, as its rules see it: every zone, counter and value is an attribute.

        table.coins[table.seat] += 1
        table.hand[table.seat].give(card, table.discard)
        table.pass_turn()

    ``seat`` is the seat that decides, ``phase`` the phase; functions change both. An attribute that was not
    declared can't be set.
    """

    __slots__ = ("phase", "said", "seat", "seats", "shuffler")

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
    row_types: ClassVar[Mapping[str, Sequence[type[Row]]]]
    """Of the rows of piles of a zone, the outermost last."""
    board_types: ClassVar[Mapping[str, type[Board]]]
    """Of the zones that have a board."""
    _source: ClassVar[str]
    """What was written for the game."""

    phase: str
    seat: int
    seats: range
    shuffler: Shuffler
    """Shared by a table and its copies, and replaced by another one where it is used."""
    said: tuple[tuple[int | None, str], ...]
    """What ``tell`` was given since the last decision; no part of a position."""

    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any: ...
        def __setattr__(self, name: str, value: Any) -> None: ...

    # What players do

    def shuffle(self, pile: Pile) -> None:
        """Shuffles a pile that has an order."""
        if isinstance(pile, SortedPile):
            raise pile.orderless()
        if isinstance(pile, ShownCards):
            pile.forget()
        cards = pile[:]
        self.shuffler = shuffler = self.shuffler.clone()
        shuffler.shuffle(cards)
        # They lay there before: nothing that a pile sees to.
        list.__setitem__(pile, slice(None), cards)

    def roll(self, sides: int = 6) -> int:
        """Throws a die: a number from 1 to ``sides``."""
        self.shuffler = shuffler = self.shuffler.clone()
        return 1 + shuffler.below(sides)

    def show(self, pile: Pile, seat: int, *, top: int | None = None, card: Card | None = None) -> None:
        """Shows a seat all cards of a pile, so many from its top, or one copy of a card. The seat knows where
        they are until the pile is shuffled, or ``hide`` is called."""
        show(self, pile, seat, top, card)

    def hide(self, pile: Pile, seat: int | None = None) -> None:
        """From now on a seat knows no more what it was shown in a pile; without a seat, nobody does."""
        hide(self, pile, seat)

    def tell(self, words: str, seat: int | None = None) -> None:
        """Tells everybody at the table what happened: a sentence, or with a seat what it does, beginning with
        a verb, ``throw a 2``."""
        if not isinstance(words, str) or not words.strip():
            raise RulesError(f"`tell` needs words, not {quote(words)}")
        if seat is not None:
            check_seat(self, seat, "`tell` speaks of")
        self.said = (*self.said, (seat, words))

    def after(self, seat: int) -> int:
        """The next seat in turn."""
        return (seat + 1) % len(self.seats)

    def pass_turn(self) -> None:
        """The next seat decides."""
        self.seat = (self.seat + 1) % len(self.seats)

    # What the kit does

    def clone(self) -> Table:
        """A table of its own with the same on it: written for each game."""
        raise NotImplementedError

    @classmethod
    def fresh_marks(cls, zone: str, card: str) -> dict[str, int]:
        """The marks of a card that was just put down in a zone."""
        piles: Any = cls.pile_types[zone]
        return dict(zip(piles.piece.marks, piles.piece.starts[cls.cards[card]], strict=True))

    def out_of_range(self, name: str, one: object) -> str:
        """What is wrong with a counter or a value that is such a thing."""
        if name in self.values:
            known = join_words([quote(known) for known in self.values[name].among])
        else:
            known = f"{self.counters[name].min} to {self.counters[name].max}"
        return f"`{name}` is {one!r:.40}, and can be {known}"

    def piles(self, name: str, owner: int) -> list[Pile]:
        """The piles of a zone that belong to the owner, in order; of the table's, all."""
        lying, zone = getattr(self, name), self.zones[name]
        if zone.of == SEAT:
            if not isinstance(lying, Row) or len(lying) != len(self.seats):
                raise no_pile(name, lying)
            lying = lying[owner]
        if isinstance(lying, self.pile_types[name]):
            return [lying]
        if lying.__class__ is self.board_types.get(name):
            return list(lying.values())
        if not zone.places or not isinstance(lying, Row) or len(lying) != zone.places:
            raise no_pile(name, lying)
        return lying


def table_type(
    zones: Sequence[Zone],
    counters: Sequence[Counter],
    values: Sequence[Value],
    cards: Mapping[str, Card],
    rules: Numbers,
) -> type[Table]:
    """The class of the tables of one game. Raises RulesError for marks that the cards do not have."""
    has_pieces = any(zone.marks or zone.shows or zone.board for zone in zones)
    numbers = {card: number for number, card in enumerate(cards.values())}
    piles = {zone.name: _pile_type(zone, numbers, has_pieces=has_pieces) for zone in zones}
    boards = {
        zone.name: board_type(zone.name, piles[zone.name], zone.board)
        for zone in zones
        if isinstance(zone.board, Spaces)
    }
    rows = {
        zone.name: row_types(
            zone.name,
            boards.get(zone.name, piles[zone.name]),
            of_seats=zone.of == SEAT,
            has_places=zone.places != 0,
        )
        for zone in zones
    }
    scalars: tuple[Counter | Value, ...] = (*counters, *values)
    kind: type[Table] = written_table(zones, scalars, Table, piles, rows, boards)
    kind.scalars = scalars
    kind.zones = {zone.name: zone for zone in zones}
    kind.counters = {counter.name: counter for counter in counters}
    kind.values = {value.name: value for value in values}
    kind.cards, kind.numbers, kind.rules = cards, numbers, rules
    kind.pile_types, kind.row_types, kind.board_types = piles, rows, boards
    return kind


def _pile_type(zone: Zone, numbers: Mapping[Card, int], *, has_pieces: bool) -> type[Pile]:
    if zone.shows:
        return shown_pile_type(zone.name, None if zone.ordered else numbers.__getitem__)
    if not (zone.marks or zone.board):
        return pile_type(zone.name, None if zone.ordered else numbers.__getitem__, has_pieces=has_pieces)
    names = [mark.name for mark in zone.marks]
    starts: dict[Card, tuple[int, ...]] = {}
    ranges: dict[Card, tuple[tuple[int, int], ...]] = {}
    for card in numbers:
        if not zone.components or card.component in zone.components:
            starts[card] = tuple([_on_card(mark.start, card, zone) for mark in zone.marks])
            ranges[card] = tuple(
                [(_on_card(mark.min, card, zone), _on_card(mark.max, card, zone)) for mark in zone.marks]
            )
            for name, start, (least, most) in zip(names, starts[card], ranges[card], strict=True):
                if not least <= start <= most:
                    message = f"`{name}` of {card} starts at {start}, which is not in {least} to {most}"
                    raise RulesError(message, zone.place)
    return piece_pile_type(zone.name, names, starts, ranges, on_board=zone.board is not None)


def _on_card(given: int | str, card: Card, zone: Zone) -> int:
    """A number of a mark, or the one in the field of the card that it names."""
    value = vars(card).get(given) if isinstance(given, str) else given
    if not isinstance(value, int) or isinstance(value, bool):
        message = f"{card} has no whole number `{given}` for its mark in `{zone.name}`"
        raise RulesError(message, zone.place)
    return value


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
    table.said = ()
    for one in kind.scalars:
        setattr(table, one.name, [one.start] * seats if one.of == SEAT else one.start)
    for zone in kind.zones.values():
        pile = kind.pile_types[zone.name]
        made: Callable[[], Any] = pile
        if zone.name in kind.board_types:
            made = kind.board_types[zone.name].empty
        assert isinstance(zone.places, int)
        for row in kind.row_types[zone.name]:
            count = seats if row.is_of_seats else zone.places
            made = partial(_row_of, row, made, count)
        setattr(table, zone.name, made())
    return table


def _row_of(row: type[Row], inner: Callable[[], Any], count: int) -> Row:
    return row([inner() for _ in range(count)])


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
