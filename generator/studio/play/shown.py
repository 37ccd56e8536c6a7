"""What lies on the table as one seat sees it: cards in places, read from the view of any game.

A view has the keys of the position (see :class:`generator.rules.protocol.State`). Where it has a list of
words that are cards, these lie open there; where it has a number and the position a list, they lie face down;
all else is shown in words. Nothing but the view and the shape of the position is looked at. Where the game
says how it lies on the table (:mod:`generator.catalog.mats`), each place has its box there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from generator.catalog.lines import readable
from generator.catalog.models import TableArea, TableBox, TableLayout, TableZone, layout_for
from generator.catalog.spaces import space_name
from generator.layout.grids import hex_grid, square_grid
from generator.rules import Position, View
from generator.rules.terminal import Display, who
from generator.studio.project import Edition, ShownCard

Way = tuple[str | int, ...]
"""The keys that lead to a value of a view."""

CARDS = "cards"
"""The kind of component whose cards are played with, most of the time."""
SEATS = "seats"
KNOWN = "known"
"""The mark of a card that single seats were shown."""
_UNSEEN = "unseen"
_NOT_SHOWN = frozenset({"game", "seat", "asked", "player", "phase", _UNSEEN, SEATS})
_MAX_WORDS = 300
"""Letters of a value that is shown in words."""
_POKER_WIDTH = 63.5
"""Millimetres: what cards are drawn in proportion to."""
_LEAST_SHARE, _MOST_SHARE = 0.4, 1.4


@dataclass(frozen=True, slots=True)
class Picture:
    """A face, as an address below the game's, and how wide and high it is."""

    face: str
    share: float
    """Its width, with that of a poker card as 1."""
    ratio: float
    """Its width, with its height as 1."""
    width: float = _POKER_WIDTH
    """In mm."""


@dataclass(frozen=True, slots=True)
class Lying:
    """A card that lies open, or a place where none lies: then its word is empty."""

    word: str
    """As moves name it."""
    name: str
    picture: Picture | None = None
    notes: tuple[str, ...] = ()
    beside: tuple[Lying, ...] = ()
    copies: int = 1


@dataclass(frozen=True, slots=True)
class Spot:
    """Where a zone lies on the table, as the game says."""

    seat: int | None
    """On whose area; None: in the middle."""
    box: TableBox
    lies: str
    step: float | None
    turn: int


@dataclass(frozen=True, slots=True)
class Ground:
    """An area of the table, in mm, and the board that lies there."""

    width: float
    height: float
    picture: Picture | None
    at: TableBox
    is_turned: bool = False
    """Whether its viewer sits at the other side."""


@dataclass(frozen=True, slots=True)
class Zone:
    """Cards that lie together."""

    label: str
    cards: tuple[Lying, ...] = ()
    hidden: int = 0
    """How many lie face down."""
    back: Picture | None = None
    is_hand: bool = False
    owner: int | None = None
    """Whose it is."""
    spot: Spot | None = None


@dataclass(slots=True)
class Group:
    """What belongs together: all that is a seat's, or a lane with its two sides."""

    title: str
    word: str = ""
    """As moves name it, where it is one of several in a row: its number."""
    facts: list[tuple[str, str]] = field(default_factory=list)
    zones: list[Zone] = field(default_factory=list)
    groups: list[Group] = field(default_factory=list)

    @property
    def has_pictures(self) -> bool:
        """Whether any card in it could be drawn."""
        return any(card.picture for zone in self.zones for card in zone.cards) or any(
            group.has_pictures for group in self.groups
        )


@dataclass(frozen=True, slots=True)
class Shown:
    """A table as one seat sees it."""

    table: Group
    seats: tuple[Group, ...]
    middle: Ground | None = None
    """The board that all share, where the game says how it lies."""
    grounds: tuple[Ground, ...] = ()
    """That of each seat."""

    @property
    def has_pictures(self) -> bool:
        """Whether any card on it could be drawn."""
        return self.table.has_pictures or any(seat.has_pictures for seat in self.seats)


class Face(NamedTuple):
    """A card as the table shows it."""

    name: str
    front: Picture
    back: Picture | None
    """By an address that is the same for all cards with this back."""


class Faces:
    """The cards of an edition by their ids, as displays name them. It can be pickled at little cost."""

    def __init__(self, edition: Edition) -> None:
        self._found: dict[str, Face] = {}
        self._backs: dict[str, Picture] = {}
        """Of the first card with a back, by the names of sets and components."""
        self.layouts = edition.game.tables
        self._pieces: dict[str, list[Picture]] = {}
        """Of each component that lies on the table as a board or a marker, the cards in their order."""
        self._values: dict[str, dict[str, str]] = {}
        """By faces: the fields by which cards lie in one box or another."""
        self._spaces: dict[tuple[str, ...], Mapping[str, TableBox]] = {}
        pieces, fields = _named_in(self.layouts)
        same_back: dict[tuple[str, str], Picture] = {}
        # Cards before tokens and boards: some games name both alike.
        for shown in sorted(edition.cards, key=lambda shown: shown.component.kind != CARDS):
            look = shown.back_look
            back: Picture | None = None
            if look is not None and shown.component.kind == CARDS:
                back = same_back.setdefault((shown.component.id, look), _picture(shown, "back"))
                for name in (shown.cards.id, shown.component.id):
                    self._backs.setdefault(name, back)
            face = Face(shown.name, _picture(shown, "front"), back)
            if shown.component.id in pieces:
                self._pieces.setdefault(shown.component.id, []).append(face.front)
            if fields:
                values = shown.card.values
                self._values[face.front.face] = {name: str(values.get(name)) for name in fields}
            self._found.setdefault(shown.card.id, face)
            self._found.setdefault(f"{shown.cards.id}/{shown.card.id}", face)

    def find(self, card: str) -> Face | None:
        """The card of that id, or of that ``set/card``."""
        return self._found.get(card)

    def back_of(self, name: str) -> Picture | None:
        """The back of the first card in a set or a component of that name."""
        return self._backs.get(name)

    def usual_back(self) -> Picture | None:
        return next(iter(self._backs.values()), None)

    def piece(self, component: str, number: int) -> Picture | None:
        """The piece of that number among those of a component, which begin anew after the last."""
        pieces = self._pieces.get(component, ())
        return pieces[number % len(pieces)] if pieces else None

    def board(self, component: str, card: str) -> Picture | None:
        """The front of a card of a component."""
        found = (one for one in self._pieces.get(component, ()) if one.face.split("/")[2] == card)
        return next(found, None)

    def spaces(self, laid: TableZone) -> Mapping[str, TableBox]:
        """Where the spaces of a board lie, by the names that rules have for them. Raises InputError."""
        if laid.way not in self._spaces and laid.grid is not None:
            kind, words = laid.grid
            draw: Callable[..., Sequence[Mapping[str, Any]]] = hex_grid if kind == "hexes" else square_grid
            drawn = draw(**words)
            self._spaces[laid.way] = {
                space_name(space["label"]): TableBox(
                    space["x"] - space["width"] / 2,
                    space["y"] - space["height"] / 2,
                    space["width"],
                    space["height"],
                )
                for space in drawn
            }
        return self._spaces.get(laid.way, {})

    def value(self, card: Lying, field_: str) -> str | None:
        """What a card has in a field by which cards lie in one box or another."""
        return None if card.picture is None else self._values.get(card.picture.face, {}).get(field_)


def _named_in(layouts: Iterable[TableLayout]) -> tuple[set[str], set[str]]:
    """The components of boards and markers, and the fields by which cards lie in one box or another."""
    areas = [area for layout in layouts for area in (layout.middle, layout.seat) if area is not None]
    zones = [zone for area in areas for zone in area.zones]
    boards = {area.ground[0] for area in areas if area.ground}
    return boards | {zone.piece[0] for zone in zones if zone.piece}, {zone.by for zone in zones if zone.by}


def _picture(shown: ShownCard, side: str) -> Picture:
    size = shown.component.size
    share = min(max(size.width / _POKER_WIDTH, _LEAST_SHARE), _MOST_SHARE)
    face = f"{shown.component.id}/{shown.cards.id}/{shown.card.id}/{side}.png"
    return Picture(face, round(share, 3), round(size.width / size.height, 4), round(size.width, 2))


def shown_table(view: View, position: Position, display: Display, faces: Faces) -> Shown:
    """The table of a view. Of the position only its shape is used: where a list stands."""
    return _Reading(view, display, faces).table(position)


def _lay_on(groups: Sequence[Group]) -> None:
    """Cards that lie on others are put where the game says that those lie."""
    inside = [*groups]
    for group in inside:
        inside += group.groups
    placed = {card.word for group in inside for zone in group.zones if zone.spot for card in zone.cards}
    on: dict[str, tuple[Lying, ...]] = {}
    for group in inside:
        for zone in [*group.zones]:
            is_on = all(card.beside and card.word in placed for card in zone.cards)
            if zone.spot is None and zone.cards and is_on:
                on |= {card.word: card.beside for card in zone.cards}
                group.zones.remove(zone)
    for group in inside if on else ():
        group.zones = [_with(zone, on) if zone.spot else zone for zone in group.zones]


def _with(zone: Zone, on: Mapping[str, tuple[Lying, ...]]) -> Zone:
    """A zone with what lies on its cards."""
    cards = (replace(card, beside=card.beside + on.get(card.word, ())) for card in zone.cards)
    return replace(zone, cards=tuple(cards))


class _Reading:
    def __init__(self, view: View, display: Display, faces: Faces) -> None:
        self._view = view
        self._display = display
        self._faces = faces
        self._left_out = display.not_drawn | display.not_laid
        self._taken: Counter[tuple[int | None, str]] = Counter()
        seats = view.get(SEATS)
        self._seats: Sequence[Any] = seats if isinstance(seats, list) else ()
        self._layout = layout_for(faces.layouts, len(self._seats))
        area = self._layout and self._layout.seat
        self._seats_named = {zone.before for zone in area.zones} if area else set()
        """The keys of seats that only say on whose place something lies."""

    def table(self, position: Position) -> Shown:
        table = Group("")
        for key, value in self._view.items():
            if key not in _NOT_SHOWN and key not in self._left_out:
                self._put(table, key, value, _inside(position, key), (key,))
        groups: list[Group] = []
        for number, held in enumerate(self._seats):
            group = Group(self._display.name(number))
            shape = _inside(_inside(position, SEATS), number)
            for key, value in held.items() if isinstance(held, Mapping) else ():
                if key not in self._left_out and key not in self._seats_named:
                    self._put(group, key, value, _inside(shape, key), (SEATS, number, key))
            groups.append(group)
        if self._layout is None:
            return Shown(table, tuple(groups))
        _lay_on([table, *groups])
        middle = self._ground(self._layout.middle, is_turned=self._is_opposite)
        own = self._ground(self._layout.seat)
        return Shown(table, tuple(groups), middle, (own,) * len(groups) if own else ())

    # Where it lies, as the game says

    @property
    def _is_opposite(self) -> bool:
        """Whether the viewer sits where the board is read upside down."""
        upright, seat = self._layout and self._layout.upright, self._view.get("seat")
        return upright is not None and seat is not None and seat != upright and len(self._seats) == 2

    def _ground(self, area: TableArea | None, *, is_turned: bool = False) -> Ground | None:
        if area is None:
            return None
        picture = self._faces.board(*area.ground) if area.ground else None
        size = (picture.width, picture.width / picture.ratio) if picture else (0.0, 0.0)
        at = TableBox(*area.at, *size)
        at = _turned(at, area) if is_turned else at
        return Ground(area.width, area.height, picture, at, is_turned)

    def _add(self, group: Group, zone: Zone, way: Way) -> None:
        """Puts a zone into a group, and on the table where the game says that it lies there."""
        zone = replace(zone, owner=self._display.owner(way, self._view))
        laid, seat, number = self._laid(way)
        if laid is None or zone.is_hand:
            group.zones.append(zone)
        elif laid.box is not None:
            group.zones.append(replace(zone, spot=self._spot(laid, laid.box, seat, number)))
        else:
            self._add_by_field(group, zone, laid, seat, number)

    def _add_by_field(self, group: Group, zone: Zone, laid: TableZone, seat: int | None, number: int) -> None:
        """A zone whose cards lie in several boxes, each by what it has in a field."""
        assert laid.by is not None
        left = list(zone.cards)
        for value, box in laid.boxes.items():
            cards = tuple(card for card in left if self._faces.value(card, laid.by) == value)
            left = [card for card in left if card not in cards]
            label = f"{zone.label}: {readable(value)}"
            spot = self._spot(laid, box, seat, number)
            group.zones.append(Zone(label, cards, owner=zone.owner, spot=spot))
        if left or zone.hidden:
            group.zones.append(replace(zone, cards=tuple(left)))

    def _laid(self, way: Way) -> tuple[TableZone | None, int | None, int]:
        """Where a zone lies by the game: its place, the seat on whose area, and which it is of several."""
        layout = self._layout
        if layout is None:
            return None, None, 0
        if layout.middle is not None and (found := layout.middle.find(way)) is not None:
            return found[0], None, found[1]
        is_seat = way[0] == SEATS and len(way) > 2 and isinstance(way[1], int)
        found = layout.seat.find(way[2:]) if is_seat and layout.seat is not None else None
        if found is None:
            return None, None, 0
        seat, laid = int(way[1]), found[0]
        other = _inside(self._seats[seat], laid.before) if laid.before else None
        if isinstance(other, int) and 0 <= other < len(self._seats) and other != seat:
            # Counted from the neighbour at the left, as turns go.
            return laid, other, (seat - other - 1) % len(self._seats)
        return (None, None, 0) if laid.before else (laid, seat, found[1])

    def _spot(self, laid: TableZone, box: TableBox, seat: int | None, number: int) -> Spot:
        box, lies = box.moved(laid.next, number), laid.lies
        middle = self._layout and self._layout.middle
        if seat is None and middle is not None and self._is_opposite:
            # Cards that lie sideways are seen from the other side; all others are turned for their viewer.
            turn = (laid.turn + 180) % 360 if laid.turn % 180 else laid.turn
            return Spot(seat, _turned(box, middle), _OPPOSITE.get(lies, lies), laid.step, turn)
        return Spot(seat, box, lies, laid.step, laid.turn)

    def _put_number(self, group: Group, label: str, value: int, way: Way) -> bool:
        """Whether a number is shown by a piece that lies somewhere, such as a marker on a track."""
        laid, seat, number = self._laid(way)
        if laid is None or laid.piece is None or laid.box is None:
            return False
        component, card = laid.piece
        nth = number if laid.shift else value
        picture = self._faces.board(component, card) if card else self._faces.piece(component, nth)
        spot = self._spot(laid, laid.box.moved(laid.next, number).moved(laid.shift, value), seat, 0)
        group.zones.append(Zone(label, (Lying("", f"{label} {value}", picture),), spot=spot))
        return True

    def _put(self, group: Group, key: str | int, value: Any, shape: Any, way: Way) -> None:
        """Adds to a group what a view has at a key."""
        label = _words(key)
        if value is None:
            return
        if isinstance(value, int) and not isinstance(value, bool) and isinstance(shape, list | Mapping):
            self._add(group, self._hidden(label, value, way), way)
        elif isinstance(value, Mapping):
            self._put_mapping(group, label, value, shape, way)
        elif isinstance(value, list):
            self._put_list(group, label, value, shape, way)
        else:
            shown = self._lying(value, way) if isinstance(value, str) else None
            if shown is not None and shown.picture is not None:
                self._add(group, Zone(label, (shown,)), way)
            elif isinstance(value, int) and self._put_number(group, label, value, way):
                return
            elif isinstance(value, int) and key in self._display.seat_keys:
                group.facts.append((label, who(self._display, value, self._view)))
            elif not isinstance(value, bool):
                group.facts.append((label, _as_words(value)))

    def _put_spaces(
        self, group: Group, laid: TableZone, value: Mapping[str, Any], seat: int | None, way: Way
    ) -> None:
        """A board's spaces, each with what lies there."""
        for space, box in self._faces.spaces(laid).items():
            one = Group(space, space)
            self._put_list(one, space, value.get(space, []), None, (*way, space))
            spot = self._spot(laid, box, seat, 0)
            one.zones = [replace(zone, spot=spot) for zone in one.zones]
            group.groups.append(one)

    def _put_mapping(self, group: Group, label: str, value: Mapping[str, Any], shape: Any, way: Way) -> None:
        laid, seat, _ = self._laid(way)
        if laid is not None and laid.grid is not None:
            self._put_spaces(group, laid, value, seat, way)
            return
        if _is_piece(value):
            # A piece of the kit: a card with its marks.
            self._add(group, Zone(label, (self._piece(value, way),)), way)
            return
        owner = self._display.owner(way, self._view)
        piles = [self._pile(str(name), inner, owner, (*way, name)) for name, inner in value.items()]
        if value and all(pile is not None for pile in piles):
            self._add(group, Zone(label, tuple(pile for pile in piles if pile is not None)), way)
            return
        inner_group = Group(label)
        for name, inner in value.items():
            self._put(inner_group, name, inner, _inside(shape, name), (*way, name))
        group.groups.append(inner_group)

    def _pile(self, name: str, value: Any, owner: int | None, way: Way) -> Lying | None:
        """A pile of which the top is seen: so many copies of a card, one that is named, or one with cards on
        it. None for what is no such pile."""
        if isinstance(value, Mapping) and set(value) == {"top", CARDS}:
            if value["top"] is None:
                return Lying("", name, notes=("none left",))
            top = self._card(str(value["top"]), owner)
            return Lying(top.word, top.name, top.picture, (f"{value[CARDS]} in the pile",))
        card = self._card(name, owner)
        if card.picture is None:
            return None
        if isinstance(value, int) and not isinstance(value, bool):
            return Lying(card.word, card.name, card.picture, (f"{value} left" if value else "none left",))
        if isinstance(value, list) and all(isinstance(word, str) for word in value):
            beside = tuple(self._card(word, self._display.owner(way, self._view)) for word in value)
            return Lying(card.word, card.name, card.picture, beside=beside)
        return None

    def _put_list(self, group: Group, label: str, value: list[Any], shape: Any, way: Way) -> None:
        if all(isinstance(item, str | None) or _is_piece(item) for item in value):
            self._put_cards(group, label, value, shape, way)
        elif all(map(_is_words, value)) or (value and all(map(_is_words, _parts(shape)))):
            for number, item in enumerate(value):
                self._put(
                    group, self._place_of(label, (*way, number)), item, _inside(shape, number), (*way, number)
                )
        elif any(isinstance(item, list | Mapping) for item in value):
            inner = Group(label)
            for number, item in enumerate(value):
                place = f"{label.removesuffix('s')} {number}"
                one = Group(place, str(number))
                self._put(one, place, item, _inside(shape, number), (*way, number))
                # A group that only holds another one of the same name says nothing.
                if one.zones or one.facts:
                    inner.groups.append(one)
                for held in one.groups if not (one.zones or one.facts) else ():
                    held.word = one.word
                    inner.groups.append(held)
            group.groups.append(inner)
        else:
            group.facts.append((label, ", ".join(map(_as_words, value)) or "-"))

    def _place_of(self, label: str, way: Way) -> str:
        """What one of several rows of cards is called: by whose it is, where it is somebody's."""
        owner = self._display.owner(way, self._view)
        if owner is None or way[0] == SEATS:
            return f"{label.removesuffix('s')} {way[-1]}"
        is_own = owner == self._view.get("seat")
        return f"your {label}" if is_own else f"{label} of {self._display.name(owner)}"

    def _put_cards(self, group: Group, label: str, value: list[Any], shape: Any, way: Way) -> None:
        # Where the position has cards in all places, those that are missing in the view lie face down.
        hidden = value.count(None) if None not in _parts(shape) else 0
        lying = [
            Lying("", "empty") if item is None else self._lying(item, (*way, number), label)
            for number, item in enumerate(value)
            if item is not None or not hidden
        ]
        is_cards = any(card.picture is not None for card in lying if card is not None) or (
            any(map(_is_piece, value)) or self._is_own_hand(way)
        )
        if is_cards or not value:
            cards = tuple(card for card in lying if card is not None)
            back = self._hidden(label, hidden, way).back if hidden else None
            self._add(group, Zone(label, _stacked(cards), hidden, back, is_hand=self._is_own_hand(way)), way)
        else:
            group.facts.append((label, ", ".join(map(_as_words, value))))

    def _is_own_hand(self, way: Way) -> bool:
        return way[-1] == "hand" and way[:2] == (SEATS, self._view.get("seat"))

    # Cards

    def _lying(self, item: Any, way: Way, label: str = "") -> Lying | None:
        if isinstance(item, str) and item in self._display.face_down:
            return Lying("", item, self._hidden(label, 1, way[:-1]).back)
        if isinstance(item, Mapping):
            return self._piece(item, way)
        return self._card(str(item), self._display.owner(way, self._view))

    def _piece(self, value: Mapping[str, Any], way: Way) -> Lying:
        card = self._card(str(value["card"]), self._display.owner(way, self._view))
        notes = tuple(
            f"known to seat {', '.join(map(str, mark))}"
            if name == KNOWN
            else f"{_words(name)} {_as_words(mark)}"
            for name, mark in value.items()
            if name != "card" and mark not in (None, False, 0)
        )
        return Lying(card.word, card.name, card.picture, notes)

    def _card(self, word: str, owner: int | None) -> Lying:
        """The card that a word means; of several that it may mean one after the other."""
        piece = self._display.piece(word, owner)
        name = word.partition(" ")[0]
        found = [face for face in map(self._faces.find, piece.cards) if face is not None]
        beside = tuple(self._card(other, owner) for other in piece.beside)
        if not found:
            return Lying(name, readable(word, _MAX_WORDS), None, tuple(piece.notes), beside)
        face = found[self._taken[owner, name] % len(found)]
        self._taken[owner, name] += 1
        return Lying(name, readable(face.name), face.front, tuple(piece.notes), beside)

    # Backs

    def _hidden(self, label: str, count: int, way: Way) -> Zone:
        back = self._faces.back_of(str(way[-1])) or self._back_for(way) or self._faces.usual_back()
        return Zone(label, hidden=count, back=back)

    def _back_for(self, way: Way) -> Picture | None:
        """The back of cards that lie in a hidden place, as the seat may know it: by what it has not seen."""
        owner = self._display.owner(way, self._view)
        for word in self._open_words(way, owner):
            for card in self._display.piece(word, owner).cards:
                face = self._faces.find(card)
                if face is not None:
                    return face.back
        return None

    def _open_words(self, way: Way, owner: int | None) -> Iterator[str]:
        unseen = self._view.get(_UNSEEN)
        if isinstance(unseen, Mapping):
            unseen = unseen.get(str(way[-1])) or unseen.get(SEATS)
        if isinstance(unseen, list) and owner is not None and owner < len(unseen):
            yield from _strings(unseen[owner])
        elif owner is None:
            yield from _strings(unseen)
        if owner is not None:
            yield from _strings(_inside(self._view.get(SEATS), owner))


_OPPOSITE = {"right": "left", "left": "right", "down": "up", "up": "down"}


def _turned(box: TableBox, area: TableArea) -> TableBox:
    """Where a box lies for somebody at the other side."""
    return box._replace(x=area.width - box.x - box.width, y=area.height - box.y - box.height)


def _inside(value: Any, key: str | int) -> Any:
    """What stands at a key; None where there is none."""
    if isinstance(value, Mapping):
        return value.get(key)
    if isinstance(value, list) and isinstance(key, int) and key < len(value):
        return value[key]
    return None


def _strings(value: Any) -> Iterator[str]:
    """All words that a value of a view holds."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping | list):
        parts: Iterable[Any] = value.values() if isinstance(value, Mapping) else value
        for part in parts:
            yield from _strings(part)


def _is_piece(item: object) -> bool:
    """Whether it is a card with its marks, each of which is one word or number."""
    return (
        isinstance(item, Mapping)
        and isinstance(item.get("card"), str)
        and not any(isinstance(mark, list | Mapping) for name, mark in item.items() if name != KNOWN)
    )


def _parts(shape: object) -> Sequence[object]:
    return shape if isinstance(shape, list) else ()


def _is_words(item: object) -> bool:
    return isinstance(item, list) and all(isinstance(word, str | None) or _is_piece(word) for word in item)


def _stacked(cards: Sequence[Lying]) -> tuple[Lying, ...]:
    """The cards, those alike that lie side by side as one with their number."""
    stacks: list[Lying] = []
    for card in cards:
        last = stacks[-1] if stacks else None
        alike = last is not None and card.word and (card.word, card.picture) == (last.word, last.picture)
        if last is not None and alike and (card.notes, card.beside) == (last.notes, last.beside):
            stacks[-1] = Lying(card.word, card.name, card.picture, card.notes, card.beside, last.copies + 1)
        else:
            stacks.append(card)
    return tuple(stacks)


def _words(key: str | int) -> str:
    return readable(str(key)).replace("_", " ")


def _as_words(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "-" if value is None else readable(str(value), _MAX_WORDS)
