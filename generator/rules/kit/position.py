"""Positions and views of a table: written, read with all faults reported, and dealt anew."""

from __future__ import annotations

from collections import Counter as Counts
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from generator.catalog.reader import Reader
from generator.catalog.wording import join_words, quote
from generator.rules.errors import RulesError
from generator.rules.kit.board import Board, Spaces
from generator.rules.kit.cards import BoardPile, Card, PiecePile, Pile, no_pile
from generator.rules.kit.declarations import SEAT, Counter, Value, Zone
from generator.rules.kit.shown import (
    KnownCard,
    known_in,
    knows,
    read_card,
    with_known,
    written_cards,
    written_for,
)
from generator.rules.kit.table import Table, empty_table
from generator.rules.positions import read_shuffler, shuffler_position
from generator.rules.protocol import Position, View
from generator.rules.shuffler import Shuffler

SHARED = "all"
"""The owner of cards that belong to no seat."""
TRIES = 30
"""Ways to deal hidden cards that are tried for one in which they can lie where they are."""


_WHOLE = slice(None)

Owned = tuple[str, Card]
"""A card with its owner."""


class Owners:
    """Whose cards are whose, and how many there are of each kind.

    Where all zones that a list's cards may lie in are of seats, and they begin with the seats, each seat's
    cards stay its own; all others are shared.
    """

    def __init__(self, kind: type[Table], seats: int, filled: Table) -> None:
        zones = kind.zones.values()
        components = {card.component for card in kind.cards.values()}
        self.seats = seats
        self.own = {
            component
            for component in components
            if all(zone.of == SEAT for zone in zones if not zone.components or component in zone.components)
        }
        self.counts: dict[str, Counts[Card]] = {}
        self.admitted: dict[tuple[str, int], frozenset[Card]] = {
            (zone.name, seat): frozenset(card for card in kind.cards.values() if zone.admits(card, seat))
            for zone in zones
            for seat in range(seats)
        }
        """What may lie in a zone with a seat; asked once, since worlds are dealt by the thousand."""
        for zone in zones:
            for owner in range(seats) if zone.of == SEAT else range(1):
                for pile in filled.piles(zone.name, owner):
                    for lying in pile:
                        card = _plain(lying)
                        self.counts.setdefault(self.owner(card, owner), Counts())[card] += 1

    def owner(self, card: Card, seat: int) -> str:
        """Who owns a card that lies with the seat."""
        return str(seat) if card.component in self.own else SHARED

    def may_lie(self, one: Owned, zone: Zone, seat: int) -> bool:
        """Whether a card with such an owner may lie in a zone with the seat."""
        owner, card = one
        return card in self.admitted[zone.name, seat] and self.owner(card, seat) == owner


class Lying(NamedTuple):
    """A pile on the table, and where it is written in a position."""

    path: tuple[str | int, ...]
    zone: Zone
    owner: int
    pile: Pile


def all_piles(table: Table) -> Iterator[Lying]:
    """Every pile of the table."""
    for zone in table.zones.values():
        is_of_seats = zone.of == SEAT
        for owner in table.seats if is_of_seats else range(1):
            path = ("seats", owner, zone.name) if is_of_seats else (zone.name,)
            for number, pile in enumerate(table.piles(zone.name, owner)):
                step = (pile.space,) if isinstance(pile, BoardPile) else (number,) if zone.places else ()
                yield Lying((*path, *step), zone, owner, pile)


# Written


def write_position(table: Table, name: str, player: int | None) -> Position:
    """The whole table as JSON values."""
    return {**_written(table, name, player, None), "shuffler": shuffler_position(table.shuffler)}


def write_view(table: Table, name: str, player: int | None, seat: int, owners: Owners) -> View:
    """What a seat may know of it.

    ``unseen`` are the cards that it does not see, by owner: that much is known from those it sees.
    """
    unseen: dict[str, list[str]] = {owner: [] for owner in owners.counts}
    for lying in all_piles(table):
        if not lying.zone.is_seen_by(seat, lying.owner):
            for card in lying.pile:
                if not (lying.zone.shows and knows(card, seat)):
                    unseen.setdefault(owners.owner(card, lying.owner), []).append(str(card))
    order = {str(card): number for card, number in table.numbers.items()}
    hidden = {owner: sorted(cards, key=order.__getitem__) for owner, cards in unseen.items()}
    return {**_written(table, name, player, seat), "unseen": hidden, "seat": seat, "asked": player == seat}


def _written(table: Table, name: str, player: int | None, viewer: int | None) -> dict[str, Any]:
    found: dict[str, Any] = {"game": name, "phase": table.phase, "player": player}
    seats: list[dict[str, Any]] = [{} for _ in table.seats]
    for one in table.scalars:
        value = getattr(table, one.name)
        if one.of == SEAT:
            for seat, inner in zip(seats, value, strict=True):
                seat[one.name] = inner
        else:
            found[one.name] = value
    for zone in table.zones.values():
        lying = getattr(table, zone.name)
        if zone.of == SEAT:
            for owner, seat in enumerate(seats):
                is_seen = viewer is None or zone.is_seen_by(viewer, owner)
                seat[zone.name] = _cards(lying[owner], zone, is_seen, viewer)
        else:
            is_seen = viewer is None or zone.is_seen_by(viewer, 0)
            found[zone.name] = _cards(lying, zone, is_seen, viewer)
    return {**found, "seats": seats}


def _cards(lying: Any, zone: Zone, is_seen: bool, viewer: int | None) -> Any:
    """A pile as its cards or their number; a row of piles as a list of such."""
    if isinstance(lying, Board):
        return {space: _cards(pile, zone, is_seen, viewer) for space, pile in lying.items() if pile}
    if not isinstance(lying, Pile):
        if not isinstance(lying, list):
            raise no_pile(zone.name)
        return [_cards(inner, zone, is_seen, viewer) for inner in lying]
    if zone.shows:
        return written_cards(lying) if is_seen else written_for(lying, viewer)
    if not is_seen:
        return len(lying)
    if zone.marks:
        return [
            {"card": str(piece.card), **{mark.name: getattr(piece, mark.name) for mark in zone.marks}}
            for piece in lying
        ]
    return [str(card) for card in lying]


# Read


class ReadTable(NamedTuple):
    """A table as a position has it."""

    table: Table
    says_over: bool
    """Whether the position says that the game is over."""
    zones_are_whole: bool
    """Whether no zone had a fault: only then are the cards on the table those that were meant."""


class PositionReader:
    """Reads positions of one game, and reports all that can't be in them."""

    def __init__(self, kind: type[Table], name: str, phases: Sequence[str], seats: Sequence[int]) -> None:
        self._kind = kind
        self._name = name
        self._phases = phases
        self._seats = seats
        self._numbers = {str(card): number for card, number in kind.numbers.items()}
        self._cards = list(kind.cards.values())
        of_seats = [one.name for one in self._declared() if one.of == SEAT]
        single = [one.name for one in self._declared() if one.of != SEAT]
        self._admitted: dict[tuple[str, int], frozenset[Card]] = {}
        self._keys = ("game", "phase", "player", *single, "seats", "shuffler")
        self._seat_keys = tuple(of_seats)
        self._count = 0
        """How many play in the position that is read."""

    def _declared(self) -> Iterator[Zone | Counter | Value]:
        kind = self._kind
        yield from kind.scalars
        yield from kind.zones.values()

    def read(self, given: Reader) -> ReadTable:
        """The table, as far as it can be read.

        What is missing is empty, or at its start. Faults are reported when ``finish`` is called.
        """
        faulty: list[str] = []
        given.only(self._keys)
        name = given.key("game", self._name)
        if name.value != self._name:
            name.error(f"this is a position of {quote(name.value)}, not of {quote(self._name)}")
        held = given.key("seats").items()
        if given.has("seats") and len(held) not in self._seats:
            numbers = join_words([str(number) for number in self._seats])
            given.key("seats").error(f"expected {numbers} seats, got {len(held)}")
        count = len(held) or self._seats[0]
        phase = given.key("phase", self._phases[0]).word(self._phases, "phase")
        table = empty_table(self._kind, count, read_shuffler(given), phase)
        self._count = count
        player = given.key("player", 0)
        if player.value is not None:
            table.seat = player.whole(0, count - 1)
        for one in self._declared():
            if one.of != SEAT:
                self._read_one(table, one, given, 0, faulty)
        for seat, reader in enumerate(held):
            reader.only(self._seat_keys)
            for one in self._declared():
                if one.of == SEAT:
                    self._read_one(table, one, reader, seat, faulty)
        return ReadTable(table, player.value is None, not faulty)

    def _read_one(
        self, table: Table, one: Zone | Counter | Value, holder: Reader, seat: int, faulty: list[str]
    ) -> None:
        """Reads one thing; a zone with faults is added to those that are ``faulty``."""
        if not holder.has(one.name):
            return
        given = holder.key(one.name)
        if isinstance(one, Zone):
            before = given.error_count
            piles = table.piles(one.name, seat)
            if isinstance(one.board, Spaces):
                piles, readers = _on_spaces(dict(zip(one.board.names, piles, strict=True)), one.board, given)
            else:
                readers = given.items(len(piles)) if one.places else [given]
            for pile, reader in zip(piles, readers, strict=False):
                self._read_pile(pile, one, reader, seat)
            if given.error_count > before:
                faulty.append(one.name)
            return
        if isinstance(one, Counter):
            value: object = given.whole(int(one.min), int(one.max))
        else:
            value = _value(one, given)
        if one.of == SEAT:
            getattr(table, one.name)[seat] = value
        else:
            setattr(table, one.name, value)

    def _read_pile(self, pile: Pile, zone: Zone, given: Reader, seat: int) -> None:
        admitted = self._admitted_in(zone, seat)
        if isinstance(pile, PiecePile) and zone.marks:
            for item in given.items():
                before = item.error_count
                has_marks = isinstance(item.value, Mapping)
                if has_marks:
                    item.only(("card", *[mark.name for mark in zone.marks]))
                word = (item.key("card") if has_marks else item).word(self._numbers, "card")
                if item.error_count > before:
                    continue
                card = self._cards[self._numbers[word]]
                if card not in admitted:
                    item.error(f"{card} can't lie in {zone.name}")
                    continue
                bounds = zip(zone.marks, pile.piece.starts[card], pile.piece.ranges[card], strict=True)
                marks = {
                    mark.name: item.key(mark.name, start).whole(*within) if has_marks else start
                    for mark, start, within in bounds
                }
                if item.error_count == before:
                    pile.add(card, **marks)
            return
        cards: list[Any] = (
            [self._cards[number] for number in given.cards(self._numbers)]
            if not zone.shows
            else ([self._read_known(item) for item in given.items()])
        )
        for card in cards:
            if card not in admitted:
                given.error(f"{card} can't lie in {zone.name}")
        pile.extend(cards)

    def _read_known(self, given: Reader) -> Any:
        """A card, maybe with the seats that were shown it. In the place of a fault is the first of all."""
        is_known = isinstance(given.value, Mapping)
        if is_known:
            given.only(("card", "known"))
        name = given.key("card") if is_known else given
        before = given.error_count
        word = name.word(self._numbers, "card")
        card = self._cards[self._numbers[word] if given.error_count == before else 0]
        if not is_known:
            return card
        seats = [seat.whole(0, self._count - 1) for seat in given.key("known").items()]
        if given.error_count == before and (not seats or seats != sorted({*seats})):
            given.key("known").error("expected the seats that know it, ascending")
        return KnownCard(card, seats)

    def _admitted_in(self, zone: Zone, seat: int) -> frozenset[Card]:
        """What may lie in a zone with a seat: asked once, since bots read thousands of positions."""
        if (zone.name, seat) not in self._admitted:
            self._admitted[zone.name, seat] = frozenset(
                card for card in self._cards if zone.admits(card, seat)
            )
        return self._admitted[zone.name, seat]


def surplus(table: Table, owners: Owners) -> Iterator[str]:
    """The cards of which more lie on the table than there are, in words.

    Raises RulesError where something lies there that is no card.
    """
    found: Counts[Owned] = Counts()
    for lying in all_piles(table):
        for card in lying.pile:
            plain = card if isinstance(card, Card) else getattr(card, "card", None)
            if not isinstance(plain, Card):
                raise RulesError(f"{card!r:.40} lies in `{lying.zone.name}`, and is not a card")
            found[owners.owner(plain, lying.owner), plain] += 1
    for (owner, card), count in found.items():
        known = owners.counts.get(owner, Counts())[card]
        if count > known:
            holder = "the game" if owner == SHARED else f"seat {owner}"
            yield f"{count} copies of {card}, and {holder} has {known}"


def _on_spaces(piles: Mapping[str, Pile], spaces: Spaces, given: Reader) -> tuple[list[Pile], list[Reader]]:
    """The piles of the spaces that a position names, in their order, and what lies on each."""
    named = dict(given.entries())
    for space in named:
        if space not in piles:
            given.name_of(space).error(spaces.refusal(space))
    found = [space for space in piles if space in named]
    return [piles[space] for space in found], [named[space] for space in found]


def _plain(card: Any) -> Card:
    return card if isinstance(card, Card) else card.card


def _value(value: Value, given: Reader) -> object:
    for known in value.among:
        if known == given.value and type(known) is type(given.value):
            return known
    given.error(f"{quote(given.value)} is not one of {join_words([quote(one) for one in value.among])}")
    return value.start


def lay_out(position: Position, kind: type[Table]) -> Table:
    """The table of a position that is known to be right: one that was dealt anew, not one that was given."""
    seats = position["seats"]
    shuffler = Shuffler(position["shuffler"]["seed"], position["shuffler"]["made"])
    table = empty_table(kind, len(seats), shuffler, position["phase"])
    table.seat = position["player"] or 0
    for one in kind.scalars:
        is_of_seats = one.of == SEAT
        value = [held[one.name] for held in seats] if is_of_seats else position[one.name]
        setattr(table, one.name, value)
    for lying in all_piles(table):
        *path, last = lying.path
        holder: Any = position
        for step in path:
            holder = holder[step]
        # Of a board only the spaces are written on which something lies.
        written = holder.get(last, ()) if lying.zone.board else holder[last]
        if isinstance(lying.pile, PiecePile) and lying.zone.marks:
            for piece in written:
                marks = {mark.name: piece[mark.name] for mark in lying.zone.marks}
                lying.pile.add(kind.cards[piece["card"]], **marks)
        elif lying.zone.shows:
            lying.pile.extend([read_card(kind.cards, card) for card in written])
        else:
            lying.pile.extend([kind.cards[word] for word in written])
    return table


# Dealt anew


class HiddenPile:
    """A pile that a seat does not see."""

    __slots__ = ("_is_in_row", "_is_of_seats", "admitted", "number", "owner", "ranks", "zone")

    def __init__(self, zone: Zone, owner: int, number: int, ranks: dict[Card, int]) -> None:
        self.zone = zone
        self.owner = owner
        self.number = number
        """Among the piles of the zone that belong to the owner."""
        self.ranks = ranks
        """The cards that may lie there, with their places in the list of their part."""
        self.admitted = frozenset(ranks.values())
        self._is_of_seats, self._is_in_row = zone.of == SEAT, zone.places != 0

    def on(self, table: Table) -> Pile:
        """The pile on a table. Raises RulesError where it is missing."""
        lying = getattr(table, self.zone.name)
        try:
            if self._is_of_seats:
                lying = lying[self.owner]
            pile: Pile = lying[self.number] if self._is_in_row else lying
        except IndexError:
            raise no_pile(self.zone.name) from None
        return pile


class HiddenPart:
    """Hidden piles, and the cards that may lie in some of them and in no pile of another part."""

    __slots__ = ("cards", "is_mixed", "numbers", "piles", "ranks", "shows")

    def __init__(self, owned: list[Owned], piles: list[HiddenPile], numbers: Mapping[Card, int]) -> None:
        """``owned``: the cards by owners, and those of one owner by their ``numbers``."""
        self.ranks = {one: rank for rank, one in enumerate(owned)}
        self.cards = [card for _, card in owned]
        self.numbers = [numbers[card] for card in self.cards]
        self.piles = piles
        self.shows = any(pile.zone.shows for pile in piles)
        self.is_mixed = any(len(pile.ranks) < len(owned) for pile in piles)
        """Whether there is a pile in which some of the cards may not lie."""

    def deal(self, unseen: list[int], sizes: Sequence[int], shuffler: Shuffler) -> list[list[Card]] | None:
        """Cards for each of the piles, which have these sizes; None if this deal left one without cards that
        may lie there. ``unseen``: the ranks of the cards, ascending.

        Whatever may hold the fewest of them is dealt first. All worlds are equally likely where, of what two
        piles may hold, one is part of the other or they have nothing in common.
        """
        shuffler.shuffle(unseen)
        dealt = self._apart(unseen, sizes, shuffler) if self.is_mixed else None
        cards, laid, end = self.cards, [], 0
        for at, size in enumerate(sizes):
            ranks = unseen[end : end + size] if dealt is None else dealt[at]
            end += size
            if len(ranks) < size:
                return None
            if size > 1 and not self.piles[at].zone.ordered:
                ranks.sort(key=self.numbers.__getitem__)
            laid.append([cards[rank] for rank in ranks])
        return laid

    def _apart(self, unseen: list[int], sizes: Sequence[int], shuffler: Shuffler) -> list[list[int]]:
        """What each pile gets where not every card may lie in each."""
        found: dict[int, list[int]] = {}
        could = [sum(rank in pile.admitted for rank in unseen) for pile in self.piles]
        for at in sorted(range(len(self.piles)), key=could.__getitem__):
            found[at] = _dealt(unseen, sizes[at], self.piles[at].admitted, shuffler)
        return [found[at] for at in range(len(self.piles))]


def hidden_parts(kind: type[Table], owners: Owners, seat: int) -> list[HiddenPart]:
    """What is hidden from a seat, in as many parts as can be dealt each by itself."""
    places = [
        (zone, owner)
        for zone in kind.zones.values()
        for owner in (range(owners.seats) if zone.of == SEAT else range(1))
        if not zone.is_seen_by(seat, owner)
    ]
    owned = [
        (owner, card)
        for owner in sorted(owners.counts)
        for card in sorted(owners.counts[owner], key=kind.numbers.__getitem__)
    ]
    parts: list[tuple[list[tuple[Zone, int]], set[Owned]]] = []
    for zone, owner in places:
        near, cards = [(zone, owner)], {one for one in owned if owners.may_lie(one, zone, owner)}
        apart = []
        for part in parts:
            if part[1] & cards:
                near, cards = [*part[0], *near], part[1] | cards
            else:
                apart.append(part)
        parts = [*apart, (near, cards)]
    return [_part([one for one in owned if one in cards], near, kind, owners) for near, cards in parts]


def _part(
    owned: list[Owned], places: list[tuple[Zone, int]], kind: type[Table], owners: Owners
) -> HiddenPart:
    piles: list[HiddenPile] = []
    for zone, owner in places:
        ranks = {one[1]: rank for rank, one in enumerate(owned) if owners.may_lie(one, zone, owner)}
        assert isinstance(zone.places, int)
        piles += [HiddenPile(zone, owner, number, ranks) for number in range(zone.places or 1)]
    return HiddenPart(owned, piles, kind.numbers)


def deal_table(table: Table, parts: Sequence[HiddenPart], shuffler: Shuffler) -> bool:
    """Deals what is hidden on the table anew; False, and nothing is changed, if this deal left a pile without
    cards."""
    dealt: list[tuple[Pile, list[Card]]] = []
    for part in parts:
        piles: list[Pile] = []
        # In the order of the database, as in a view: where cards really lie makes no difference.
        unseen: list[int] = []
        for hidden in part.piles:
            pile, ranks = hidden.on(table), hidden.ranks
            piles.append(pile)
            for card in pile:
                # A card that can't lie there is missing, and no deal is found.
                if card in ranks:
                    unseen.append(ranks[card])
        unseen.sort()
        laid = part.deal(unseen, [*map(len, piles)], shuffler)
        if laid is None:
            return False
        dealt += zip(piles, laid, strict=True)
    for pile, cards in dealt:
        # They are cards that may lie there, in their order: nothing else that a pile sees to.
        list.__setitem__(pile, _WHOLE, cards)
    table.shuffler = shuffler.apart()
    return True


def deal_anew(
    view: View, parts: Sequence[HiddenPart], cards: Mapping[str, Card], shuffler: Shuffler
) -> Position | None:
    """A position that looks like the view: the cards that it leaves unseen are dealt to the hidden piles.

    None if this deal left a pile without cards that may lie there.
    """
    position = {key: value for key, value in view.items() if key not in ("unseen", "seat", "asked")}
    position["seats"] = [dict(held) for held in view["seats"]]
    unseen = [(owner, cards[word]) for owner, words in view["unseen"].items() for word in words]
    for part in parts:
        slots = [_slot(position, pile) for pile in part.piles]
        ranks = sorted([part.ranks[one] for one in unseen if one in part.ranks])
        known = _take_known(slots) if part.shows else None
        laid = part.deal(ranks, [holder[key] for holder, key in slots], shuffler)
        if laid is None:
            return None
        for (holder, key), lying in zip(slots, laid, strict=True):
            holder[key] = [str(card) for card in lying]
        if known is not None:
            for pile, (holder, key), kept in zip(part.piles, slots, known, strict=True):
                order = None if pile.zone.ordered else [*cards].index
                holder[key] = with_known(holder[key], kept, view["seat"], order)
    return {**position, "shuffler": shuffler_position(shuffler.apart())}


def _take_known(slots: Sequence[tuple[Any, Any]]) -> list[list[tuple[int, str]]]:
    """What the viewer knows of hidden piles, with its places; each pile becomes the number of the others."""
    known = [known_in(holder[key]) for holder, key in slots]
    for (holder, key), kept in zip(slots, known, strict=True):
        if kept:
            holder[key] = len(holder[key]) - len(kept)
    return known


def _slot(position: Position, pile: HiddenPile) -> tuple[Any, Any]:
    """Where a hidden pile is written: what holds it, and the key there."""
    holder = position["seats"][pile.owner] if pile.zone.of == SEAT else position
    if not pile.zone.places:
        return holder, pile.zone.name
    if pile.number == 0:
        holder[pile.zone.name] = list(holder[pile.zone.name])
    return holder[pile.zone.name], pile.number


def _dealt(unseen: list[int], size: int, admitted: frozenset[int], shuffler: Shuffler) -> list[int]:
    """The first so many of the shuffled cards that may lie there, taken out of them; fewer if there are."""
    found: list[int] = []
    kept: list[int] = []
    for rank in unseen:
        if len(found) < size and rank in admitted:
            found.append(rank)
        else:
            kept.append(rank)
    skips = kept != unseen[len(found) :]
    unseen[:] = kept
    if skips:
        # What was passed over lies on top now, more often than chance would have it.
        shuffler.shuffle(unseen)
    return found
