"""What can be done at a table: a command is a function, its parameters are what a page sends along.

Each makes a table of the one before, and says in words what was done that all may hear.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from inspect import Parameter, signature
from typing import Any

from generator.catalog.problems import Problems
from generator.catalog.reader import ProblemLog, Reader
from generator.catalog.wording import pluralize
from generator.studio.cloth import (
    CHANCE,
    GAP,
    Catalogue,
    Cloth,
    Piece,
    Pieces,
    Plan,
    Thing,
    mixed,
    set_up,
    turned_over,
)
from generator.studio.forms import conflict, refuse_errors
from generator.studio.tabletop import (
    DICE,
    MAX_PIECES,
    MAX_SEATS,
    MAX_THINGS,
    bounded,
    read_number,
    read_plan,
    short_text,
)

MAX_ID = 10**9
MAX_COUNT = 999_999


@dataclass(slots=True)
class Step:
    """A command while it is done. ``cloth``: the table before, and then after."""

    cloth: Cloth
    seat: int
    catalogue: Catalogue
    seats: Sequence[str]
    """What the seats are called."""
    plan: Plan
    glance: Glance | None = None
    """What the seat looks into."""
    least_seats: int = 1
    is_shared: bool = False
    words: str = ""
    """What was done; who did it is said before."""
    merge: str = ""
    """Steps in a row that say the same here are one to be taken back."""
    made: tuple[int, ...] = ()
    """The things that came of it."""
    mixed: tuple[int, ...] = ()
    """What was shuffled or rolled."""

    def things(self, ids: Sequence[int]) -> list[Thing]:
        if not ids:
            raise conflict("nothing is selected")
        return [self.cloth.find(number) for number in ids]

    def loose_piles(self, ids: Sequence[int]) -> list[Thing]:
        """Piles, of which none is a board."""
        piles = [self.cloth.pile(thing.id) for thing in self.things(ids)]
        if any(self.what(pile) == "board" for pile in piles):
            raise conflict("boards stay on the table")
        return piles

    def what(self, pile: Thing) -> str:
        return self.catalogue.kind(pile.pieces[0].card).what

    def called(self, things: Sequence[Thing]) -> str:
        return self.catalogue.called(things)

    def name(self, number: int) -> str:
        return self.catalogue.name_of(self.cloth.find(number))

    def beside(self, pile: Thing) -> tuple[float, float]:
        return pile.x + self.catalogue.kind(pile.pieces[0].card).width + GAP, pile.y

    def refuse_misfits(self, piles: Sequence[Thing]) -> None:
        kinds = [self.catalogue.kind(pile.pieces[0].card) for pile in piles]
        if len({(kind.what, kind.width, kind.height) for kind in kinds}) > 1:
            raise conflict("only things of one size make a stack")

    def held(self, at: int, card: str) -> tuple[Piece, Pieces]:
        """A card of the hand, if it is still the one that is meant; and the others."""
        hand = self.cloth.hands[self.seat]
        if at >= len(hand) or hand[at].card != card:
            raise conflict("your hand has changed since; look at it again")
        return hand[at], (*hand[:at], *hand[at + 1 :])

    def played(self, at: int, card: str) -> Piece:
        piece, rest = self.held(at, card)
        self.cloth = self.cloth.with_hand(self.seat, rest)
        return piece


@dataclass(frozen=True, slots=True)
class Glance:
    """The top of a pile as a seat has looked at it; nobody else knows what is there."""

    id: int
    pieces: Pieces
    """All of the pile."""
    count: int

    @property
    def shown(self) -> Pieces:
        return self.pieces[: self.count]


def cards(count: int) -> str:
    return "a card" if count == 1 else pluralize(count, "card")


# Things


def flip(step: Step, ids: Sequence[int]) -> None:
    def turned(thing: Thing) -> Thing:
        if thing.is_pile:
            return replace(thing, pieces=turned_over(thing.pieces))
        return replace(thing, value=1 - thing.value) if thing.kind == "coin" else thing

    things = step.things(ids)
    step.words = f"turned over {step.called(things)}"
    step.cloth = step.cloth.change(ids, turned)


def flip_top(step: Step, id: int) -> None:
    pile = step.cloth.pile(id)
    top, *rest = pile.pieces
    step.words = f"turned over the top of {step.called([pile])}"
    step.cloth = step.cloth.keep(id, (top._replace(up=not top.up), *rest))


def rotate(step: Step, ids: Sequence[int], by: int = 90) -> None:
    step.words = f"turned {step.called(step.things(ids))} by {by}°"
    step.cloth = step.cloth.change(ids, lambda thing: replace(thing, turn=(thing.turn + by) % 360))


def shuffle(step: Step, ids: Sequence[int]) -> None:
    """Shuffles piles, rolls dice, tosses coins."""

    def by_chance(thing: Thing) -> Thing:
        if thing.kind == "die":
            return replace(thing, value=CHANCE.randrange(thing.sides) + 1)
        if thing.kind == "coin":
            return replace(thing, value=CHANCE.randrange(2))
        return replace(thing, pieces=mixed(thing.pieces))

    things = step.things(ids)
    step.cloth, step.mixed = step.cloth.change(ids, by_chance), tuple(ids)
    stacks = [thing for thing in things if thing.is_stack]
    rolled = [step.cloth.find(thing.id) for thing in things if thing.kind in ("die", "coin")]
    said = [f"shuffled {step.called(stacks)}"] if stacks else []
    said += ["rolled: " + ", ".join(map(_result, rolled))] if rolled else []
    step.words = "; ".join(said) or f"shuffled {step.called(things)}"


def _result(thing: Thing) -> str:
    if thing.kind == "coin":
        return f"coin shows {'heads' if thing.value else 'tails'}"
    return f"d{thing.sides} shows {thing.value}"


def move(step: Step, places: Mapping[int, tuple[float, float]], by_keys: bool = False) -> None:
    things = step.things(list(places))
    cloth = step.cloth if by_keys else step.cloth.raised(places)

    def placed(thing: Thing) -> Thing:
        x, y = places[thing.id]
        return replace(thing, x=x, y=y)

    step.cloth = cloth.change(places, placed)
    step.words = f"moved {step.called(things)}"
    step.merge = f"arrows {sorted(places)}" if by_keys else ""


def take(step: Step, id: int, x: float | None = None, y: float | None = None) -> None:
    """Takes the top one off a pile."""
    beside = step.beside(step.cloth.pile(id))
    step.words, step.made = f"took the top one off {step.name(id)}", (step.cloth.next,)
    step.cloth = step.cloth.take(id, beside[0] if x is None else x, beside[1] if y is None else y)


def stack(step: Step, id: int, onto: int, top: bool = False) -> None:
    """Puts a pile, or only its top, on top of another."""
    piles = step.loose_piles([id, onto])
    step.refuse_misfits(piles)
    what = f"a piece of {step.name(id)}" if top and piles[0].is_stack else step.called(piles[:1])
    step.words, step.made = f"laid {what} on {step.called(piles[1:])}", (onto,)
    if top:
        id, step.cloth = step.cloth.next, step.cloth.take(id, 0, 0)
    step.cloth = step.cloth.join(id, onto).raised([onto])


def group(step: Step, ids: Sequence[int]) -> None:
    """Makes one stack of several piles, where the lowest lies."""
    step.refuse_misfits(step.loose_piles(ids))
    lowest, *others = [thing.id for thing in step.cloth.in_order if thing.id in ids]
    for other in others:
        step.cloth = step.cloth.join(other, lowest)
    step.cloth, step.made = step.cloth.raised([lowest]), (lowest,)
    step.words = f"made one stack of {len(step.cloth.pile(lowest).pieces)}"


def spread(step: Step, id: int) -> None:
    pile = step.cloth.pile(id)
    kind = step.catalogue.kind(pile.pieces[0].card)
    step.words = f"laid out {step.called([pile])}"
    step.cloth = step.cloth.spread(id, kind.width + GAP, kind.height + GAP)


def raise_(step: Step, ids: Sequence[int]) -> None:
    step.words = f"brought {step.called(step.things(ids))} to the top"
    step.cloth = step.cloth.raised(ids)


def lock(step: Step, ids: Sequence[int], locked: bool) -> None:
    step.words = f"{'fixed' if locked else 'made loose:'} {step.called(step.things(ids))}"
    step.cloth = step.cloth.change(ids, lambda thing: replace(thing, locked=locked))


def count(step: Step, id: int, by: int) -> None:
    thing = step.cloth.find(id)
    value = max(-MAX_COUNT, min(MAX_COUNT, thing.value + by))
    if thing.kind != "counter":
        raise conflict("that is not a counter")
    step.cloth = step.cloth.put(replace(thing, value=value))
    step.words, step.merge = f"set {thing.text or 'the counter'} to {value}", f"count {id}"


def edit(step: Step, id: int, text: str) -> None:
    thing = step.cloth.find(id)
    if thing.kind not in ("note", "counter"):
        raise conflict("that has no text to change")
    step.words, step.cloth = f"wrote “{text}”", step.cloth.put(replace(thing, text=text))


def add(step: Step, kind: str, x: float, y: float, sides: int = 6) -> None:
    """A die, coin, counter or note more."""
    value = {"die": sides, "coin": 1}.get(kind, 0)
    step.words, step.made = f"added a {f'd{sides}' if kind == 'die' else kind}", (step.cloth.next,)
    step.cloth = step.cloth.add(Thing(0, kind, x, y, sides=sides if kind == "die" else 0, value=value))


def box(step: Step, ids: Sequence[int]) -> None:
    """Puts things back: pieces go to the box, all else goes away."""
    things = step.things(ids)
    step.words = f"put {step.called(things)} back into the box"
    pieces = [piece for thing in things for piece in thing.pieces]
    step.cloth = step.cloth.without(ids).into_box(pieces)


def unbox(step: Step, card: str, up: bool, x: float, y: float, count: int = 1) -> None:
    """Takes so many of a card out of the box; of one that was put there unseen, any of that back."""
    wanted = Piece(card, up)
    fit = [at for at, piece in enumerate(step.cloth.box) if in_box(step, piece) == wanted]
    if not fit:
        raise conflict("that is no longer in the box; somebody got there first")
    chosen = sorted(fit[:count] if up else CHANCE.sample(fit, min(count, len(fit))))
    pieces = tuple(step.cloth.box[at]._replace(up=up) for at in chosen)
    rest = tuple(piece for at, piece in enumerate(step.cloth.box) if at not in set(chosen))
    step.cloth = replace(step.cloth, box=rest).add_pile(pieces, x, y)
    kind = step.catalogue.kind(card)
    step.words = f"took {kind.name if up else f'a face-down card of {kind.list}'} out of the box"


def in_box(step: Step, piece: Piece) -> Piece:
    """What is known of a piece in the box: at a table of one's own, all."""
    return step.catalogue.seen(piece) if step.is_shared else piece._replace(up=True)


# Hands


def draw(step: Step, ids: Sequence[int], count: int | None = None) -> None:
    """Draws from the top of each pile into the hand; without a number, whole piles."""
    piles = step.loose_piles(ids)
    drawn: Pieces = ()
    for pile in piles:
        step.cloth, pieces = step.cloth.off(pile.id, len(pile.pieces) if count is None else count)
        drawn += pieces
    step.cloth = step.cloth.into_hand(step.seat, drawn)
    source = f" from {step.catalogue.name_of(piles[0])}" if len(piles) == 1 and piles[0].is_stack else ""
    step.words = f"{'took' if count is None else 'drew'} {cards(len(drawn))}{source}"


def deal(step: Step, id: int, count: int) -> None:
    (pile,) = step.loose_piles([id])
    seats = len(step.cloth.hands)
    step.cloth = step.cloth.deal(id, count)
    step.words = f"dealt {cards(count)} to each of {seats} seats from {step.catalogue.name_of(pile)}"


def play(
    step: Step, at: int, card: str, x: float, y: float, up: bool = True, onto: int | None = None
) -> None:
    """Lays a card of the hand on the table, or on a pile."""
    piece = step.played(at, card)._replace(up=up)
    made = step.cloth.next
    step.cloth = step.cloth.add_pile((piece,), x, y)
    if onto is not None and onto in step.cloth.things:
        step.refuse_misfits(step.loose_piles([made, onto]))
        step.cloth = step.cloth.join(made, onto)
    step.words = f"played {step.catalogue.kind(card).name if up else 'a card face down'}"


def give(step: Step, at: int, card: str, seat: int) -> None:
    if seat >= len(step.cloth.hands):
        raise conflict("there is no such seat")
    piece = step.played(at, card)
    step.cloth = step.cloth.into_hand(seat, [piece])
    step.words = f"gave a card to {step.seats[seat]}"


def discard(step: Step, at: int, card: str) -> None:
    piece = step.played(at, card)
    step.cloth = step.cloth.into_box([piece._replace(up=False)])
    step.words = "put a card into the box"


def arrange(step: Step, at: int, card: str, spot: int) -> None:
    """Moves a card within the hand."""
    piece, rest = step.held(at, card)
    step.cloth = step.cloth.with_hand(step.seat, (*rest[:spot], piece, *rest[spot:]))
    step.words, step.merge = "moved a card in the hand", "hand"


def sort(step: Step) -> None:
    hand = sorted(step.cloth.hands[step.seat], key=lambda piece: step.catalogue.kind(piece.card).name)
    step.cloth, step.words = step.cloth.with_hand(step.seat, tuple(hand)), "sorted the hand"


# Looking where others do not see


def look(step: Step, id: int, count: int = 1) -> None:
    """Shows the top of a pile to who looks; all others hear of it."""
    pile, before = step.cloth.pile(id), step.glance
    step.glance = Glance(id, pile.pieces, min(count, len(pile.pieces)))
    known = before.count if before and (before.id, before.pieces) == (id, pile.pieces) else 0
    is_secret = any(not piece.up or at for at, piece in enumerate(step.glance.shown))
    if is_secret and step.glance.count > known:
        of = f"the top {step.glance.count} of {step.name(id)}" if pile.is_stack else step.name(id)
        step.words = f"looked at {of}"


def pick(step: Step, at: int, to: str) -> None:
    """Takes a card out of what the seat looks at: into the hand, or beside the pile."""
    glance = step.glance
    pile = step.cloth.things.get(glance.id) if glance else None
    if glance is None or pile is None or pile.pieces != glance.pieces or at >= glance.count:
        raise conflict("the pile has changed since you looked; look again")
    piece, rest = pile.pieces[at], (*pile.pieces[:at], *pile.pieces[at + 1 :])
    x, y = step.beside(pile)
    step.words = f"took a card out of {step.name(pile.id)}"
    step.cloth = step.cloth.keep(pile.id, rest)
    if to == "hand":
        step.cloth = step.cloth.into_hand(step.seat, [piece])
    else:
        step.cloth = step.cloth.add_pile((piece,), x, y, pile.turn)
    step.glance = Glance(pile.id, rest, glance.count - 1) if rest else None


# The table as a whole


def lay(step: Step, plan: Plan) -> None:
    """Sets the table up."""
    if plan.setup:
        script = step.catalogue.top.setups.get(plan.setup)
        if script is None or plan.seats not in script.seats:
            raise conflict("the game no longer has this set-up, or not for this many seats")
    _refuse_fewer(step, plan.seats)
    step.plan = plan
    step.cloth, step.words = set_up(step.catalogue.top, plan, step.cloth.next), "set the table up"


def reset(step: Step) -> None:
    step.cloth = set_up(
        step.catalogue.top, step.plan._replace(seats=max(step.plan.seats, step.least_seats)), step.cloth.next
    )
    step.words = "set up the table again"


def clear(step: Step) -> None:
    step.cloth, step.words = step.cloth.cleared(), "cleared the table"


def seats(step: Step, seats: int) -> None:
    _refuse_fewer(step, seats)
    step.cloth, step.words = step.cloth.seated(seats), f"set {pluralize(seats, 'seat')}"


def _refuse_fewer(step: Step, seats: int) -> None:
    if seats < step.least_seats:
        raise conflict(f"somebody sits at seat {step.least_seats}; there can't be fewer")


# How they are asked for

COMMANDS: Mapping[str, Callable[..., None]] = {
    function.__name__.strip("_").replace("_", "-"): function
    for function in (
        *(flip, flip_top, rotate, shuffle, move, take, stack, group, spread, raise_, lock, count, edit, add),
        *(box, unbox, draw, deal, play, give, discard, arrange, sort, look, pick, lay, reset, clear, seats),
    )
}


def _whole(least: int, most: int) -> Callable[[Reader], int]:
    return lambda given: given.whole(least, most)


def _ids(given: Reader) -> list[int]:
    return list(dict.fromkeys(one.whole(1, MAX_ID) for one in bounded(given, MAX_THINGS)))


def _places(given: Reader) -> dict[int, tuple[float, float]]:
    found = {}
    for place in bounded(given, MAX_THINGS):
        parts = place.items(3)
        if len(parts) == 3:
            found[parts[0].whole(1, MAX_ID)] = read_number(parts[1]), read_number(parts[2])
    return found


def _sides(given: Reader) -> int:
    if given.value not in DICE:
        given.error(f"expected one of {', '.join(map(str, DICE))}")
        return DICE[0]
    return int(given.value)


PARAMETERS: Mapping[str, Callable[[Reader], Any]] = {
    **dict.fromkeys(("id", "onto"), _whole(1, MAX_ID)),
    **dict.fromkeys(("at", "spot"), _whole(0, MAX_PIECES)),
    **dict.fromkeys(("x", "y"), read_number),
    **dict.fromkeys(("up", "top", "locked", "by_keys"), Reader.flag),
    **dict.fromkeys(("text", "card"), short_text),
    "ids": _ids,
    "places": _places,
    "count": _whole(1, MAX_PIECES),
    "by": _whole(-360, 360),
    "sides": _sides,
    "seat": _whole(0, MAX_SEATS - 1),
    "seats": _whole(1, MAX_SEATS),
    "kind": lambda given: given.word(("die", "coin", "counter", "note"), "kind of thing"),
    "to": lambda given: given.word(("hand", "table"), "place"),
    "plan": lambda given: Plan(*read_plan(given)),
}
"""How each parameter of any command is read."""


@cache
def _parameters(name: str) -> Sequence[Parameter]:
    return tuple(signature(COMMANDS[name]).parameters.values())[1:]


def do(step: Step, name: str, given: Mapping[str, Any]) -> None:
    """Does a command. Raises Refused for one that can't be done, or is none."""
    problems = Problems()
    asked = Reader(given, ProblemLog(problems))
    if name not in COMMANDS:
        asked.key("do").word(COMMANDS, "command")
    else:
        asked.only(["do", "nonce", *(parameter.name for parameter in _parameters(name))])
        values = {
            parameter.name: PARAMETERS[parameter.name](asked.key(parameter.name))
            for parameter in _parameters(name)
            if parameter.default is Parameter.empty or given.get(parameter.name) is not None
        }
    refuse_errors(problems)
    COMMANDS[name](step, **values)
