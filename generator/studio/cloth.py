"""What lies on a table, and what can be done with it: the one model of a table, shared or not.

A :class:`Cloth` never changes: each step makes another. Pieces are on the table, in a hand or in the box, and
never lost. Chance is the system's source for cryptography.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from secrets import SystemRandom
from typing import Any, NamedTuple

from generator.catalog.models import Setup
from generator.catalog.wording import pluralize
from generator.studio.forms import conflict
from generator.studio.tabletop import COMMON_KEYS, FORMAT, OWN_KEYS, VERSION, Lot, PieceKind, Tabletop

CHANCE = SystemRandom()
GAP = 4.0
"""Between things that are laid beside one another, in mm."""
GONE = "that is no longer on the table; somebody got there first"


class Piece(NamedTuple):
    card: str
    up: bool = True


Pieces = tuple[Piece, ...]


@dataclass(frozen=True, slots=True)
class Thing:
    """``x`` and ``y``: its centre, in mm. What has a higher ``z`` lies above."""

    id: int
    kind: str
    x: float
    y: float
    turn: int = 0
    locked: bool = False
    z: int = 0
    pieces: Pieces = ()
    """Of a pile, the top one first."""
    sides: int = 0
    value: int = 0
    text: str = ""

    @property
    def is_pile(self) -> bool:
        return self.kind == "pile"

    @property
    def is_stack(self) -> bool:
        return len(self.pieces) > 1

    @property
    def is_uniform(self) -> bool:
        """Whether all of its pieces are the same, as everybody sees."""
        return all(piece.up for piece in self.pieces) and len({piece.card for piece in self.pieces}) == 1


@dataclass(frozen=True, slots=True)
class Cloth:
    things: Mapping[int, Thing] = field(default_factory=dict)
    hands: tuple[Pieces, ...] = ()
    box: Pieces = ()
    """What was put there face down stays unknown."""
    next: int = 1
    """The id that the next thing gets; none is used twice."""

    # Looking

    @property
    def in_order(self) -> list[Thing]:
        """All things, the lowest first."""
        return sorted(self.things.values(), key=lambda thing: thing.z)

    def find(self, number: int) -> Thing:
        """Raises Refused for what is gone."""
        if number not in self.things:
            raise conflict(GONE)
        return self.things[number]

    def pile(self, number: int) -> Thing:
        """The same for what must have pieces."""
        thing = self.find(number)
        if not thing.is_pile:
            raise conflict(f"that is a {thing.kind}, not a pile")
        return thing

    def everything(self) -> Counter[str]:
        """How many of each card there are, wherever they are."""
        places = [*(thing.pieces for thing in self.things.values()), *self.hands, self.box]
        return Counter(piece.card for place in places for piece in place)

    # Changing

    def put(self, *things: Thing) -> Cloth:
        return replace(self, things={**self.things, **{thing.id: thing for thing in things}})

    def change(self, numbers: Iterable[int], how: Callable[[Thing], Thing]) -> Cloth:
        return self.put(*(how(self.find(number)) for number in numbers))

    def without(self, numbers: Collection[int]) -> Cloth:
        return replace(
            self, things={number: thing for number, thing in self.things.items() if number not in numbers}
        )

    def add(self, thing: Thing) -> Cloth:
        """A thing more, above all others."""
        added = replace(thing, id=self.next, z=self.next)
        return replace(self.put(added), next=self.next + 1)

    def add_pile(self, pieces: Pieces, x: float, y: float, turn: int = 0, *, locked: bool = False) -> Cloth:
        return self.add(Thing(0, "pile", x, y, turn, locked, pieces=pieces)) if pieces else self

    def raised(self, numbers: Collection[int]) -> Cloth:
        """Puts loose things above all others, in the order in which they lay."""
        cloth = self
        for thing in self.in_order:
            if thing.id in numbers and not thing.locked:
                cloth = replace(cloth.put(replace(thing, z=cloth.next)), next=cloth.next + 1)
        return cloth

    def keep(self, number: int, pieces: Pieces) -> Cloth:
        """Leaves so much of a pile; nothing takes it away."""
        return self.put(replace(self.things[number], pieces=pieces)) if pieces else self.without((number,))

    def off(self, number: int, count: int) -> tuple[Cloth, Pieces]:
        """Without so many pieces from the top of a pile; and those."""
        pieces = self.pile(number).pieces
        return self.keep(number, pieces[count:]), pieces[:count]

    def take(self, number: int, x: float, y: float) -> Cloth:
        """The top of a pile as a pile of its own."""
        turn = self.pile(number).turn
        rest, pieces = self.off(number, 1)
        return rest.add_pile(pieces, x, y, turn)

    def join(self, number: int, onto: int) -> Cloth:
        """Puts a pile on top of another."""
        if number == onto:
            return self
        upper, lower = self.pile(number), self.pile(onto)
        return self.without((number,)).keep(onto, upper.pieces + lower.pieces)

    def spread(self, number: int, across: float, down: float) -> Cloth:
        """Lays the pieces of a pile beside one another, the top one first."""
        pile = self.pile(number)
        per_row = math.ceil(math.sqrt(len(pile.pieces) * 2))
        cloth = self.without((number,))
        for at, piece in enumerate(pile.pieces):
            row, column = divmod(at, per_row)
            cloth = cloth.add_pile((piece,), pile.x + column * across, pile.y + row * down, pile.turn)
        return cloth

    def with_hand(self, seat: int, hand: Pieces) -> Cloth:
        return replace(self, hands=tuple(hand if at == seat else old for at, old in enumerate(self.hands)))

    def into_hand(self, seat: int, pieces: Iterable[Piece]) -> Cloth:
        return self.with_hand(seat, (*self.hands[seat], *(piece._replace(up=True) for piece in pieces)))

    def into_box(self, pieces: Iterable[Piece]) -> Cloth:
        return replace(self, box=(*self.box, *pieces))

    def deal(self, number: int, count: int) -> Cloth:
        """So many to each seat, one after the other round the table, as far as the pile goes."""
        cloth = self
        for at in range(min(count * len(self.hands), len(self.pile(number).pieces))):
            cloth, pieces = cloth.off(number, 1)
            cloth = cloth.into_hand(at % len(self.hands), pieces)
        return cloth

    def seated(self, seats: int) -> Cloth:
        """With so many seats; hands of those that go are put into the box, unseen."""
        gone = [Piece(piece.card, up=False) for hand in self.hands[seats:] for piece in hand]
        hands = (*self.hands[:seats], *((),) * (seats - len(self.hands)))
        return replace(self.into_box(gone), hands=hands)

    def cleared(self) -> Cloth:
        """Everything in the box; where all of it is there, nothing in it is a secret."""
        pieces = [piece for thing in self.in_order for piece in thing.pieces]
        held = [piece for hand in self.hands for piece in hand]
        everything = tuple(Piece(piece.card) for piece in (*self.box, *pieces, *held))
        return Cloth({}, ((),) * len(self.hands), everything, self.next)

    def completed(self, lots: Sequence[Lot]) -> Cloth:
        """With what the game has and the table has not, in the box: cards that were added since."""
        wanted = Counter(card for lot in lots for card in lot.pieces)
        missing = wanted - self.everything()
        return self.into_box(map(Piece, missing.elements())) if missing else self


def turned_over(pieces: Pieces) -> Pieces:
    return tuple(piece._replace(up=not piece.up) for piece in reversed(pieces))


def mixed(pieces: Pieces) -> Pieces:
    return tuple(CHANCE.sample(pieces, len(pieces)))


# Taking back


def taken_back(now: Cloth, before: Cloth, after: Cloth) -> Cloth | None:
    """The table as if a step had not been made that led from ``before`` to ``after``; None where somebody has
    changed since what it changed."""
    was, became, current = _parts(before), _parts(after), _parts(now)
    touched = {key for key in was.keys() | became.keys() if was.get(key) != became.get(key)}
    box = _box_without(now.box, before.box, after.box)
    if box is None or any(current.get(key) != became.get(key) for key in touched):
        return None
    parts = {**current, **{key: was.get(key) for key in touched}}
    things = {key: part for key, part in parts.items() if isinstance(key, int) and isinstance(part, Thing)}
    hands = sorted(key for key, part in parts.items() if isinstance(key, str) and part is not None)
    return Cloth(things, tuple(parts[key] for key in hands), box, now.next)


def _parts(cloth: Cloth) -> dict[int | str, Any]:
    hands: dict[int | str, Any] = {f"hand {seat}": hand for seat, hand in enumerate(cloth.hands)}
    return {**hands, **{thing.id: thing for thing in cloth.things.values()}}


def _box_without(now: Pieces, before: Pieces, after: Pieces) -> Pieces | None:
    """The box as if a step had not been made; None where what the step put there is gone."""
    if now == after:
        return before
    added, there = Counter(after) - Counter(before), Counter(now)
    if not added <= there:
        return None
    kept = []
    for piece in reversed(now):
        if added[piece]:
            added[piece] -= 1
        else:
            kept.append(piece)
    return (*reversed(kept), *(Counter(before) - Counter(after)).elements())


# Setting up


class Plan(NamedTuple):
    """How a table is set up: by the name of a set-up that the game declares, or stack by stack."""

    seats: int
    lots: Mapping[int, str] = {}
    """``shuffled``, ``ordered`` or ``box``, by the number of the lot, where it is not as usual."""
    setup: str = ""


def set_up(top: Tabletop, plan: Plan, next_id: int = 1) -> Cloth:
    """The table at the start."""
    cloth = Cloth(hands=((),) * plan.seats, next=next_id)
    for number, lot in enumerate(top.lots):
        order = plan.lots.get(number, lot.usual_order)
        pieces = tuple(Piece(card, lot.is_up) for card in lot.pieces)
        if order == "box":
            cloth = cloth.into_box(piece._replace(up=True) for piece in pieces)
        else:
            pieces = mixed(pieces) if order == "shuffled" else pieces
            cloth = cloth.add_pile(pieces, lot.x, lot.y, locked=lot.what == "board")
    script = top.setups.get(plan.setup)
    return (
        _scripted(cloth, script, {kind.key for kind in top.kinds if kind.what == "board"})
        if script
        else cloth
    )


def _scripted(cloth: Cloth, script: Setup, boards: Collection[str]) -> Cloth:
    """With the steps of a declared set-up done, one after the other.

    Pieces are drawn from the tops of the stacks that they began in; what was placed stays where it is.
    """
    began = cloth.things.keys()
    for step in script.steps:
        if step.verb == "shuffle":
            piles = [thing for thing in cloth.in_order if _has(thing, step.cards)]
            cloth = cloth.put(*(replace(pile, pieces=mixed(pile.pieces)) for pile in piles))
        elif step.verb == "deal":
            seats = range(len(cloth.hands)) if step.to is None else [step.to - 1]
            for _ in range(step.count or 1):
                for seat in seats:
                    cloth, pieces = _drawn(cloth, began, step.cards, 1)
                    cloth = cloth.into_hand(seat, pieces)
        else:
            cloth, pieces = _drawn(cloth, began, step.cards, step.count)
            if step.face:
                pieces = tuple(piece._replace(up=step.face == "up") for piece in pieces)
            if step.verb == "box":
                cloth = cloth.into_box(piece._replace(up=True) for piece in pieces)
            else:
                is_board = any(piece.card in boards for piece in pieces)
                (x, y), (across, down) = step.at, step.apart or (0.0, 0.0)
                for at, part in enumerate([(piece,) for piece in pieces] if step.apart else [pieces]):
                    spot = x + at * across, y + at * down
                    cloth = cloth.add_pile(part, *spot, step.turn, locked=is_board)
    return cloth


def _has(thing: Thing, cards: Collection[str]) -> bool:
    return any(piece.card in cards for piece in thing.pieces)


def _drawn(
    cloth: Cloth, among: Collection[int], cards: Collection[str], count: int | None
) -> tuple[Cloth, Pieces]:
    """The first so many of these cards off stacks; all of them where no number is given."""
    found: list[Piece] = []
    for thing in cloth.in_order:
        if thing.id not in among:
            continue
        kept = []
        for piece in thing.pieces:
            if piece.card in cards and (count is None or len(found) < count):
                found.append(piece)
            else:
                kept.append(piece)
        if len(kept) < len(thing.pieces):
            cloth = cloth.keep(thing.id, tuple(kept))
    return cloth, tuple(found)


# What everybody may know


@dataclass(slots=True)
class Catalogue:
    """What pieces are called and look like: the game's, and those that were in it once."""

    top: Tabletop
    names: dict[str, Any] = field(default_factory=dict)
    """Of cards that may be gone: their names and sizes, as files have them."""
    kinds: dict[str, PieceKind] = field(init=False)

    def __post_init__(self) -> None:
        self.kinds = {kind.key: kind for kind in self.top.kinds}

    def kind(self, card: str) -> PieceKind:
        if card in self.kinds:
            return self.kinds[card]
        kept = self.names.get(card, {})
        width, height = kept.get("width", 63.5), kept.get("height", 88.9)
        name, what = kept.get("name", card.rpartition("/")[2]), str(kept.get("what", "cards"))
        kind = PieceKind(card, name, "no longer in the game", what, width, height, "rect", {}, "")
        back = str(kept.get("back"))
        if back not in self.kinds:
            # No card of a game is called so.
            back = f"?{what} {width:g} x {height:g}"
            self.kinds[back] = kind._replace(key=back, name="card", back=back)
        return kind._replace(back=back)

    def named(self, cards: Iterable[str]) -> dict[str, Any]:
        """Names and sizes, as files have them."""
        kinds = [self.kind(card) for card in cards]
        keys = ("name", "what", "width", "height", "back")
        return {kind.key: {key: getattr(kind, key) for key in keys} for kind in kinds}

    def seen(self, piece: Piece) -> Piece:
        """A piece as everybody sees it: of one that lies face down its back, which others have as well."""
        return piece if piece.up else Piece(self.kind(piece.card).back, up=False)

    def name_of(self, thing: Thing) -> str:
        """What a thing is called: a card that lies face down is not told."""
        if thing.is_pile:
            kind = self.kind(thing.pieces[0].card)
            if thing.is_stack:
                return kind.name if thing.is_uniform else kind.list
            return kind.name if thing.pieces[0].up else f"face-down card of {kind.list}"
        return {"die": f"d{thing.sides}", "counter": thing.text or "counter"}.get(thing.kind, thing.kind)

    def described(self, thing: Thing) -> str:
        height = f", a stack of {len(thing.pieces)}" if thing.is_stack else ""
        return f"{self.name_of(thing)}{height}"

    def called(self, things: Sequence[Thing]) -> str:
        return self.described(things[0]) if len(things) == 1 else pluralize(len(things), "thing")


# Files


def written(cloth: Cloth, catalogue: Catalogue, game: str, more: Mapping[str, Any]) -> dict[str, Any]:
    """A table as it is saved. ``more``: what else the file says, which comes first where it is ``room``."""
    head = {key: more[key] for key in ("room", "people") if key in more}
    rest = {key: value for key, value in more.items() if key not in head}
    return {
        **{"format": FORMAT, "version": VERSION, "game": game},
        **head,
        **{"seats": len(cloth.hands), "seat": 0, "next": cloth.next},
        "things": [_thing_written(thing) for thing in cloth.in_order],
        "hands": [_pieces_written(hand) for hand in cloth.hands],
        "box": _pieces_written(cloth.box),
        "names": catalogue.named(cloth.everything()),
        **rest,
    }


def _thing_written(thing: Thing) -> dict[str, Any]:
    values = {key: getattr(thing, key) for key in (*COMMON_KEYS, *OWN_KEYS[thing.kind])}
    return {**values, "pieces": _pieces_written(thing.pieces)} if thing.is_pile else values


def _pieces_written(pieces: Pieces) -> list[dict[str, Any]]:
    return [piece._asdict() for piece in pieces]


def cloth_in(file: Mapping[str, Any]) -> Cloth:
    """The table in a file that was checked."""
    things = {}
    for z, given in enumerate(file["things"]):
        values = {**given, "pieces": _pieces_in(given.get("pieces", ())), "z": z}
        things[given["id"]] = Thing(**values)
    hands = tuple(_pieces_in(hand) for hand in file["hands"])
    return Cloth(things, hands, _pieces_in(file["box"]), max(file["next"], len(things)))


def _pieces_in(given: Iterable[Mapping[str, Any]]) -> Pieces:
    return tuple(Piece(piece["card"], piece.get("up", False)) for piece in given)
