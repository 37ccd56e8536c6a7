"""The fields of a state, declared once: each is a line of a class, and what is done with all of them follows.

    @declared
    class Player:
        deck: Annotated[list[int], Zone(seen=NOBODY, from_top=True)]
        hand: Annotated[Pile, Zone(seen=OWNER)]
        coins: Annotated[int, Counter(0, "max_coins")]
        held: int

A field is copied by its type. One with an element such as ``Zone`` is also written in positions by its name,
read from them, hidden from those who may not see it, and rotated with the seats; one without is derived from
the others. A :class:`Form` does this for the numbers of one card database.
"""

from __future__ import annotations

import sys
import types
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from inspect import get_annotations, signature
from typing import Annotated, Any, ClassVar, Final, TypeVar, Union, cast, get_args, get_origin

from generator.catalog.reader import Reader
from generator.rules.elements import Admits, Element, Terms, Zone, rotate_list, rotate_seat
from generator.rules.pile import Pile, empty_pile
from generator.rules.protocol import Game, Position, State, View
from generator.rules.shuffler import Shuffler

T = TypeVar("T")
SHARED: Final = "shared"
"""Beside the type of a list that is replaced and never changed, so that copies of a state share it."""


class Part(Element):
    """An object of a declared class, which has a form of its own."""

    def __init__(self, kind: type, **rest: Any) -> None:
        super().__init__(**rest)
        self._kind = kind

    def written(self, value: Any, terms: Terms) -> Any:
        return terms.forms[self._kind].write(value)

    def read(self, given: Reader, terms: Terms) -> Any:
        form = terms.forms[self._kind]
        given.only(form.keys)
        thing = form.blank()
        form.read(given, thing, seats=terms.seats)
        return thing

    def restored(self, value: Any, terms: Terms) -> Any:
        return terms.forms[self._kind].restore(value)

    def rotated(self, value: Any, by: int, seats: int) -> Any:
        return _rotated(self._kind, value, by, seats)


class Parts(Part):
    """A list of such objects."""

    def written(self, value: list[Any], terms: Terms) -> Any:
        return list(map(terms.forms[self._kind].write, value))

    def restored(self, value: Any, terms: Terms) -> list[Any]:
        return list(map(terms.forms[self._kind].restore, value))

    def rotated(self, value: Any, by: int, seats: int) -> Any:
        return [_rotated(self._kind, one, by, seats) for one in value]


# Fields of a class


@dataclass(frozen=True, slots=True)
class Field:
    """A line of a declared class."""

    name: str
    kind: Any
    """Its type."""
    element: Element | None
    shared: bool
    origin: Any
    """Its type without what that holds: ``list`` for ``list[int]``."""

    @property
    def key(self) -> str:
        """What it is called in positions."""
        return self.name if self.element is None else self.element.key or self.name

    @property
    def copied(self) -> str:
        """How it is copied, in Python, from ``self``."""
        name = f"self.{self.name}"
        return name if self.shared else _copied(self.kind, name)

    def empty(self, terms: Terms) -> Callable[[], Any] | None:
        """Makes what it is when nothing has happened yet; None where only the rules can say."""
        origin = self.origin
        if self.element is not None and self.element.first() is not ...:
            return self.element.first
        if origin in (int, bool, list, dict) or (isinstance(origin, type) and issubclass(origin, tuple)):
            return cast(Callable[[], Any], origin)
        if origin is Pile:
            return partial(empty_pile, len(terms.words))
        if origin in terms.forms:
            return cast(Callable[[], Any], terms.forms[origin].blank)
        return _nothing if origin in (Union, types.UnionType) else None


def _pile_of(kinds: int, cards: list[int]) -> Pile:
    pile = empty_pile(kinds)
    pile.add_all(cards)
    return pile


def _nothing() -> None:
    """What an optional value is at first."""


def _copied(kind: Any, name: str) -> str:
    """How a value of a type is copied: what can't change is shared."""
    origin, args = get_origin(kind), get_args(kind)
    if origin is Annotated:
        return _copied(args[0], name)
    if origin in (Union, types.UnionType):
        changing = [one for one in args if one is not type(None) and _copied(one, "x") != "x"]
        if not changing:
            return name
        return f"(None if {name} is None else {_copied(changing[0], name)})"
    if origin is list:
        inner = _copied(args[0], "one")
        return f"{name}[:]" if inner == "one" else f"[{inner} for one in {name}]"
    if origin is dict:
        inner = _copied(args[1], "one")
        return f"{name}.copy()" if inner == "one" else f"{{key: {inner} for key, one in {name}.items()}}"
    return f"{name}.clone()" if isinstance(kind, type) and hasattr(kind, "clone") else name


_HINTS: dict[type, Mapping[str, Any]] = {State: {"player": int | None}}
"""The annotations of classes, which forget them when they are compiled."""
_DECLARED: dict[type, tuple[Field, ...]] = {}
"""The fields of each declared class: registered when its module is imported, and constant from then on."""
_GIVEN: dict[type, tuple[str, ...]] = {}
"""The fields that each class takes to be made: compiled, there is no object without them."""


def declared(cls: type[T]) -> type[T]:
    """Makes slots of the fields of a class, and writes its ``clone``.

    A field of a base class may be declared again, to say how it is written.
    """
    names = list(get_annotations(cls))
    slots = sorted({name for name in names if not any(hasattr(base, name) for base in cls.__bases__)})
    left_out = {"__dict__", "__weakref__", *names}
    space = {name: value for name, value in vars(cls).items() if name not in left_out}
    kind: Any = type(cls)
    made: Any = kind(cls.__name__, cls.__bases__, {**space, "__slots__": tuple(slots)})
    made.__qualname__ = cls.__qualname__
    register(made, hints(get_annotations(cls), sys._getframe(1).f_globals, cls), given_to(made))
    if "clone" not in space:
        known: dict[str, Any] = {cls.__name__: made}
        exec(compile(written_clone(made), f"<the copy of {cls.__name__}>", "exec"), known)
        made.clone = known["clone"]
    done: type[T] = made
    return done


def hints(own: Mapping[str, Any], known: dict[str, Any], cls: type) -> dict[str, Any]:
    """The types of the fields of a class, those of the classes that it builds on first.

    ``own``: its annotations; ``known``: what the names in them mean.
    """
    found: dict[str, Any] = {}
    for base in reversed(cls.__mro__[1:]):
        found.update(_HINTS.get(base) or get_annotations(base, eval_str=True))
    for name, hint in own.items():
        # A field that is declared again stands where it is declared last.
        found.pop(name, None)
        found[name] = eval(hint, known) if isinstance(hint, str) else hint
    return found


def given_to(cls: type) -> tuple[str, ...]:
    """The fields that a class takes to be made."""
    return tuple(signature(cls).parameters) if "__init__" in vars(cls) else ()


def register(cls: type, hints: Mapping[str, Any], given: tuple[str, ...]) -> None:
    """Notes the fields of a class, and those that are ``given`` to it."""
    _HINTS[cls] = hints
    _GIVEN[cls] = given
    fields = []
    for name, hint in hints.items():
        if get_origin(hint) is ClassVar:
            continue
        kind, *notes = get_args(hint) if get_origin(hint) is Annotated else (hint,)
        element = next((note for note in notes if isinstance(note, Element)), None)
        fields.append(Field(name, kind, element, SHARED in notes, get_origin(kind) or kind))
    _DECLARED[cls] = tuple(fields)


def fields_of(cls: type) -> tuple[Field, ...]:
    """The fields of a declared class, in their order."""
    return _DECLARED[cls]


def written_clone(cls: type) -> str:
    """The method that copies an object of a declared class, in Python.

    What the class takes to be made is given to it; all else is set.
    """
    given = given_to(cls)
    fields = {field.name: field for field in _DECLARED[cls]}
    name = cls.__name__
    lines = [f"def clone(self: {name}) -> {name}:"]
    lines.append(f"    copy = {name}({', '.join(fields.pop(each).copied for each in given)})")
    lines += [f"    copy.{each} = {field.copied}" for each, field in fields.items()]
    return "\n".join([*lines, "    return copy", ""])


# Forms: objects of a declared class in positions


class Form:
    """How objects of a declared class are written in the positions of one game.

    The cards of zones that somebody may not see are hidden in views. ``seats``: the form of a player's part
    of a position; the cards that the table itself hides are hidden from everybody.
    """

    __slots__ = (
        "_always",
        "_blank",
        "_by_seats",
        "_first",
        "_hidden",
        "_restored",
        "fields",
        "keys",
        "kind",
        "seats",
        "terms",
        "write",
    )

    write: Callable[..., dict[str, Any]]
    """What is to be written of an object in this moment, and ``parts`` that are no fields of it."""

    def __init__(self, kind: type, terms: Terms, seats: Form | None = None) -> None:
        self.kind: Any = kind
        self.terms = terms
        self.fields = {
            field.key: (field, field.element) for field in fields_of(kind) if field.element is not None
        }
        self.keys = tuple(self.fields)
        self._always = tuple([key for key, (_, element) in self.fields.items() if element.when is None])
        self._blank = [(field.name, field.empty(terms)) for field in fields_of(kind)]
        makes = dict(self._blank)
        self._first = [makes[name] or _nothing for name in _GIVEN[kind]]
        self.seats: Form = seats or self
        self._hidden = {
            key: element.known(terms)[0]
            for key, (_, element) in self.fields.items()
            if isinstance(element, Zone) and not element.is_seen(own=False)
        }
        self._by_seats: dict[int, Terms] = {}
        self._restored = [
            (
                key,
                field.name,
                None if type(element).restored is Element.restored else element.restored,
                self._taken(field),
            )
            for key, (field, element) in self.fields.items()
        ]
        terms.forms[kind] = self
        known = self._known()
        exec(compile(self.written, f"<the positions of {kind.__name__}>", "exec"), known)
        self.write = known["write"]

    @property
    def source(self) -> str:
        """What was written in Python for this game, by the forms of all its classes."""
        forms = self.terms.forms
        return "\n\n".join(
            [f"# {kind.__name__}\n\n{written_clone(kind)}\n\n{forms[kind].written}" for kind in forms]
        )

    def blank(self, **given: Any) -> Any:
        """One to which nothing has happened yet."""
        made = self.kind(*[make() for make in self._first])
        for name, make in self._blank:
            if name in given:
                setattr(made, name, given[name])
            elif make is not None:
                setattr(made, name, make())
        return made

    # Writing

    @property
    def written(self) -> str:
        """The function that writes an object down, in Python."""
        lines = ["def write(thing, parts=()):", "    written = {}"]
        parts = ["    if parts:", "        written.update(parts)"]
        for key, (field, element) in sorted(self.fields.items(), key=lambda pair: pair[1][1].comes_last):
            if element.comes_last and parts:
                lines += parts
                parts = []
            name = f"thing.{field.name}" + (".cards()" if field.kind is Pile else "")
            value = element.in_python(name) or f"write_{key}({name}, terms)"
            if element.when is not None:
                lines.append(f"    if is_there_{key}(thing{'' if element.asks_when else ', terms'}):")
            lines.append(f"{'    ' * (1 + (element.when is not None))}written[{key!r}] = {value}")
        lines += parts
        return "\n".join([*lines, "    return written", ""])

    def _known(self) -> dict[str, Any]:
        """What the names in it mean."""
        known: dict[str, Any] = {"terms": self.terms, "words": self.terms.words}
        for key, (_, element) in self.fields.items():
            known[f"write_{key}"] = element.written
            known[f"is_there_{key}"] = element.when if element.asks_when else element.is_there
        return known

    # Reading

    def read(
        self,
        given: Reader,
        thing: Any,
        *names: str,
        admits: Admits | None = None,
        seats: int | None = None,
    ) -> None:
        """Takes over these fields from a position; without names all that are always written.

        ``admits`` is asked about each card. ``seats``: how many play, where the position says it.
        """
        terms = self._terms(seats)
        for key in names or self._always:
            field, element = self.fields[key]
            part = given.key(key, element.default(self.terms))
            if admits is not None and isinstance(element, Zone):
                value: Any = element.read_admitted(part, terms, admits)
            else:
                value = element.read(part, terms)
            take = self._taken(field)
            setattr(thing, field.name, value if take is None else take(value))

    def _terms(self, seats: int | None) -> Terms:
        """The terms, where so many play."""
        if seats is None:
            return self.terms
        if seats not in self._by_seats:
            self._by_seats[seats] = replace(self.terms, seats=seats)
        return self._by_seats[seats]

    def restore(self, written: Mapping[str, Any], **given: Any) -> Any:
        """An object by what was written of it, which is not checked. The rest is as in a blank one."""
        thing, terms = self.blank(**given), self.terms
        for key, name, restored, take in self._restored:
            if key in written:
                value = written[key] if restored is None else restored(written[key], terms)
                setattr(thing, name, value if take is None else take(value))
        return thing

    def _taken(self, field: Field) -> Callable[[Any], Any] | None:
        """Makes what an object has of what was read; None where it is the same."""
        if field.origin is tuple:
            return tuple
        return partial(_pile_of, len(self.terms.words)) if field.origin is Pile else None

    # Views

    def hide(self, written: dict[str, Any], *, own: bool) -> list[str]:
        """Replaces what is hidden by how many cards there are; returns those cards."""
        hidden: list[str] = []
        for key, (_, element) in self.fields.items():
            if key in written and isinstance(element, Zone) and not element.is_seen(own=own):
                hidden += written[key]
                written[key] = len(written[key])
        return hidden

    def show(self, written: dict[str, Any], seat: int, *, asked: bool) -> dict[str, Any]:
        """A whole position as a seat may see it; ``written`` becomes it.

        ``unseen`` has for each seat the cards that lie hidden from this one, in the order of the card list;
        where cards on the table are hidden too, it has those by their keys, and the seats' under ``seats``.
        """
        order = self.terms.numbers()
        del written["shuffler"]
        hidden = [self.seats.hide(part, own=at == seat) for at, part in enumerate(written["seats"])]
        unseen = [sorted(cards, key=order.__getitem__) for cards in hidden]
        written["unseen"] = {"seats": unseen} if self._hidden else unseen
        for key, numbers in self._hidden.items():
            written["unseen"][key] = sorted(written[key], key=numbers.__getitem__)
            written[key] = len(written[key])
        written.update(seat=seat, asked=asked)
        return written

    def fill(self, view: Mapping[str, Any], seat: int) -> dict[str, Any]:
        """A position that could be behind a view: hidden cards lie anywhere, each where one is hidden."""
        position = {key: value for key, value in view.items() if key not in ("unseen", "seat", "asked")}
        unseen = view["unseen"]
        for key in self._hidden:
            position[key] = unseen[key]
        of_seats = unseen["seats"] if self._hidden else unseen
        position["seats"] = [
            self.seats.fill_part(part, cards, own=at == seat)
            for at, (part, cards) in enumerate(zip(view["seats"], of_seats, strict=True))
        ]
        position["shuffler"] = {"seed": 0, "made": 0}
        return position

    def fill_part(self, part: Mapping[str, Any], unseen: Sequence[str], *, own: bool) -> dict[str, Any]:
        """A player's part with the hidden cards in it."""
        filled = dict(part)
        left = list(unseen)
        for key, (_, element) in self.fields.items():
            if key in part and isinstance(element, Zone) and not element.is_seen(own=own):
                filled[key] = left[: part[key]]
                del left[: part[key]]
        return filled

    # Seats

    def rotate(self, position: Mapping[str, Any], by: int) -> dict[str, Any]:
        """A position or a view with everybody ``by`` seats further."""
        count = len(position["seats"])
        rotated = _rotated(self.kind, position, by, count)
        rotated["seats"] = rotate_list(rotated["seats"], by)
        if "unseen" in position:
            unseen = position["unseen"]
            of_seats = rotate_list(unseen["seats"] if self._hidden else unseen, by)
            rotated["unseen"] = {**unseen, "seats": of_seats} if self._hidden else of_seats
        if "seat" in position:
            rotated["seat"] = rotate_seat(position["seat"], by, count)
        return rotated


def _rotated(kind: type, written: Mapping[str, Any], by: int, seats: int) -> dict[str, Any]:
    """The fields of an object when everybody has moved up ``by`` seats."""
    rotated = dict(written)
    for each in fields_of(kind):
        if each.element is not None and each.key in written:
            rotated[each.key] = each.element.rotated(written[each.key], by, seats)
    return rotated


class DeclaredGame(Game):
    """A game whose states are declared. Its states have an ``advance``, which makes the forced moves."""

    form: Form
    """That of its states."""

    def read(self, position: Mapping[str, Any], *, checked: bool) -> Any:
        """The state of a position before forced moves. Raises BadPosition; one that is not ``checked`` was
        written by the game itself, and only what the rules can't lead to may be wrong with it."""
        raise NotImplementedError

    def filled(self, view: View, seat: int) -> Position:
        """A position that could be behind a view, with the hidden cards in any order."""
        return self.form.fill(view, seat)

    def from_dict(self, position: Mapping[str, Any]) -> State:
        state = self.read(position, checked=True)
        state.advance()
        return cast(State, state)

    def determinize(self, view: View, seat: int, shuffler: Shuffler) -> Position:
        world = self.read(self.filled(view, seat), checked=False).determinize(seat, shuffler)
        return cast(Position, world.to_dict())

    def rotate(self, position: Position, by: int) -> Position | None:
        return self.form.rotate(position, by)

    def rotate_move(self, move: int, position: Position, by: int) -> int:
        del position, by
        return move

    def generated(self) -> str:
        return self.form.source
