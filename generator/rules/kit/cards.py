"""What lies on the table: cards with the fields of their YAML, the piles that they lie in, and pieces."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from operator import attrgetter
from typing import TYPE_CHECKING, Any, ClassVar

from generator.rules.errors import RulesError

if TYPE_CHECKING:
    from typing import Self


class Card:
    """A kind of card. All its copies are this one object; its fields are attributes: ``card.suit``.

        if table.bridge and card.size <= table.bridge[-1].size:
            return f"{card.name} is no larger than {table.bridge[-1].name}"

    ``card["mana cost"]`` is for a field whose name is not one word. A field that other cards of its list have
    and this one leaves blank is None.
    """

    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any: ...

    def __init__(self, fields: Mapping[str, object], component: str) -> None:
        vars(self).update({"component": component, **fields})

    def __getitem__(self, name: str) -> Any:
        _check_key(self, name)
        return getattr(self, name)

    def __iter__(self) -> Iterator[Any]:
        raise RulesError(f"{self} is one card, and not several: a pile takes one by `append`")

    def __setattr__(self, name: str, value: object) -> None:
        del value
        message = f"`{name}` of the card {self} can't be changed"
        raise RulesError(f"{message}: declare a counter, or a mark of the zone it is in")

    def __str__(self) -> str:
        return str(vars(self)["id"])

    __repr__ = __str__

    def __copy__(self) -> Card:
        return self

    def __deepcopy__(self, memo: object) -> Card:
        # Cards are told apart by what they are, not by what they say.
        return self


class Numbers:
    """What stands under ``rules:`` in game.yaml: ``table.rules.hand.first``."""

    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any: ...

    def __init__(self, given: Mapping[str, object], path: str = "rules") -> None:
        vars(self)["path of these"] = path
        for name, value in given.items():
            inner = f"{path}.{name}"
            vars(self)[name] = Numbers(value, inner) if isinstance(value, Mapping) else value

    def __getitem__(self, name: str) -> Any:
        _check_key(self, name)
        return getattr(self, name)

    def __setattr__(self, name: str, value: object) -> None:
        del value
        raise RulesError(f"`{vars(self)['path of these']}.{name}` can't be changed: declare a counter for it")

    @property
    def names(self) -> list[str]:
        """What it has."""
        return [name for name in vars(self) if name != "path of these"]

    def as_mapping(self) -> dict[str, Any]:
        """The same as it stands in game.yaml."""
        return {
            name: value.as_mapping() if isinstance(value := vars(self)[name], Numbers) else value
            for name in self.names
        }

    def __str__(self) -> str:
        return str(vars(self)["path of these"])


def _check_key(thing: Card | Numbers, name: object) -> None:
    """Raises RulesError for what is no name, such as a number: Python would go through the thing by those."""
    if not isinstance(name, str):
        message = f"`{thing}[{name!r:.40}]`: what stands in the brackets is a name"
        raise RulesError(f'{message}, as in `["name"]`')


class Pile(list[Any]):
    """The cards in one place, the top one first. It is a list; these methods say what players do.

        table.shuffle(table.deck)
        table.deck.deal(5, *table.hand)
        table.hand[0].give(card, table.discard)

    Raises RulesError where a card is asked for that is not there.
    """

    __slots__ = ()

    name: ClassVar[str]
    """Of its zone."""

    def draw(self) -> Any:
        """Takes the top card."""
        if not self:
            raise RulesError(f"no card can be drawn: `{self.name}` is empty")
        return self.pop(0)

    def deal(self, count: int, *to: Pile) -> None:
        """Deals so many cards to each of the piles, one at a time."""
        if count > 1 and count * len(to) <= len(self) and self not in to:
            cards = self[: count * len(to)]
            del self[: len(cards)]
            for at, pile in enumerate(to):
                pile.extend(cards[at :: len(to)])
            return
        for _ in range(count):
            for pile in to:
                pile.append(self.pop(0) if self else self.draw())

    def take(self, card: Any) -> Any:
        """Takes this card."""
        try:
            self.remove(card)
        except ValueError:
            raise RulesError(f"there is no {card} in `{self.name}`") from None
        return card

    def give(self, card: Any, to: Pile) -> None:
        """Moves this card to another pile."""
        to.append(self.take(card))

    def give_all(self, to: Pile) -> None:
        """Moves all cards to another pile, in their order."""
        if self:
            cards = list(self)
            self.clear()
            to.extend(cards)


class CheckedPile(Pile):
    """A pile that sees to it how cards lie in it, in whatever way they come there."""

    __slots__ = ()

    def laid(self, card: Any) -> Any:
        """What lies there when this is put there: a piece leaves its marks where it was."""
        return card.card if isinstance(card, Piece) else card

    def append(self, card: Any) -> None:
        super().append(self.laid(card))

    def extend(self, cards: Iterable[Any]) -> None:
        super().extend([self.laid(card) for card in cards])

    def insert(self, index: Any, card: Any) -> None:
        super().insert(index, self.laid(card))

    def __setitem__(self, index: Any, card: Any) -> None:
        laid = [self.laid(one) for one in card] if isinstance(index, slice) else self.laid(card)
        super().__setitem__(index, laid)

    def __iadd__(self, cards: Iterable[Any]) -> Self:  # type: ignore[misc]
        self.extend(cards)
        return self

    def __imul__(self, count: Any) -> Self:  # type: ignore[misc]
        raise RulesError(f"the cards in `{self.name}` can't be multiplied by {count}")


class SortedPile(CheckedPile):
    """Cards whose order is no matter, as in a hand: they lie in the order of the card database."""

    __slots__ = ()

    order: ClassVar[Any]
    """A function of a card: where it comes in the order."""

    def append(self, card: Any) -> None:
        if isinstance(card, Piece):
            card = card.card
        if self:
            order = self.order
            list.insert(self, bisect_right(self, order(card), key=order), card)
        else:
            list.append(self, card)

    def extend(self, cards: Iterable[Any]) -> None:
        list.extend(self, [card.card if isinstance(card, Piece) else card for card in cards])
        if len(self) > 1:
            list.sort(self, key=self.order)

    def insert(self, index: Any, card: Any) -> None:
        del index
        self.append(card)

    def __setitem__(self, index: Any, card: Any) -> None:
        super().__setitem__(index, card)
        list.sort(self, key=self.order)

    def sort(self, *, key: Any = None, reverse: bool = False) -> None:
        """Refused: the order would be lost. ``sorted(pile)`` makes a list."""
        del key, reverse
        raise self.orderless()

    def reverse(self) -> None:
        """Refused, too."""
        raise self.orderless()

    def orderless(self) -> RulesError:
        """What there is to say to whoever gives the cards an order."""
        return RulesError(
            f"the cards in `{self.name}` have no order: give the zone `ordered=True`, or order a list of them"
        )


class Piece:
    """A card on the table that carries marks, such as damage: ``piece.damage``, beside ``piece.card``. On a
    board it knows where it is: ``piece.space``.

    The fields of its card are its own too, ``piece.strength``; a mark goes before a field of the same name,
    which is ``piece.card.strength`` then.
    """

    __slots__ = ("card",)

    marks: ClassVar[tuple[str, ...]]
    starts: ClassVar[Mapping[Card, tuple[int, ...]]]
    """The marks of each card when it is put down."""
    ranges: ClassVar[Mapping[Card, tuple[tuple[int, int], ...]]]
    """The least and the most that they can be."""
    card: Card

    def __init__(self, card: Card) -> None:
        """Puts the card down: written for the marks of each zone, like what copies pieces."""
        raise NotImplementedError

    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any: ...

    def __str__(self) -> str:
        return str(self.card)

    __repr__ = __str__


class PiecePile(CheckedPile):
    """Pieces in a row, the first one first. A card that is put there becomes a piece, with the marks at their
    start; a piece of the same zone stays as it is."""

    __slots__ = ()

    piece: ClassVar[type[Piece]]

    def laid(self, card: Any) -> Any:
        kind = self.piece
        if card.__class__ is kind:
            return card
        if isinstance(card, Piece):
            card = card.card
        try:
            return kind(card)
        except (KeyError, TypeError):
            raise RulesError(f"{card} can't lie in `{self.name}`") from None

    def take(self, card: Any) -> Any:
        """Takes this piece; of a card, as a move chooses it, the first piece of its kind."""
        if isinstance(card, Card):
            card = next((piece for piece in self if piece.card is card), card)
        return Pile.take(self, card)

    def add(self, card: Card, **marks: int) -> Piece:
        """Puts a card down with these marks in place of those at the start; the piece that it becomes."""
        piece: Piece = self.laid(card)
        for name, mark in marks.items():
            setattr(piece, name, mark)
        list.append(self, piece)
        return piece


class BoardPile(PiecePile):
    """The pieces on one space of a board, which know that they are there."""

    __slots__ = ("space",)

    space: str

    def laid(self, card: Any) -> Any:
        piece = super().laid(card)
        piece._space = self.space
        return piece


class Row(list[Any]):
    """The piles of a zone that has several: one for each seat, one for each place, or a row for each seat.

    It is a list, and piles may trade places in it; nothing else can be put there.
    """

    __slots__ = ()

    name: ClassVar[str]
    """Of its zone."""
    kind: ClassVar[type[Any]]
    """What stands in it: piles, rows of piles, or boards."""
    is_of_seats: ClassVar[bool]

    def __setitem__(self, index: Any, pile: Any) -> None:
        for one in pile if isinstance(index, slice) else (pile,):
            self._check(one)
        super().__setitem__(index, pile)

    def append(self, pile: Any) -> None:
        self._check(pile)
        super().append(pile)

    def insert(self, index: Any, pile: Any) -> None:
        self._check(pile)
        super().insert(index, pile)

    def extend(self, piles: Iterable[Any]) -> None:
        for pile in piles:
            self.append(pile)

    def __iadd__(self, piles: Iterable[Any]) -> Self:  # type: ignore[misc]
        self.extend(piles)
        return self

    def remove(self, pile: Any) -> None:
        """Refused: there is a pile for each."""
        del pile
        raise self.which()

    def clear(self) -> None:
        """Refused, too."""
        raise self.which()

    def __contains__(self, thing: object) -> bool:
        if isinstance(thing, Card | Piece):
            raise self.which()
        return super().__contains__(thing)

    def _check(self, pile: Any) -> None:
        if pile.__class__ is not self.kind:
            raise self.which() if isinstance(pile, Card | Piece) else no_pile(self.name, pile)

    def which(self) -> RulesError:
        """What there is to say to whoever takes the row for a pile."""
        if self.is_of_seats:
            return RulesError(f"`{self.name}` has a pile for each seat: say whose, `table.{self.name}[seat]`")
        return RulesError(f"`{self.name}` has a pile for each place: say which, as in `{self.name}[0]`")

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            if hasattr(Pile, name):
                raise self.which()
            raise AttributeError(f"a row of piles has no {name}", name=name, obj=self)


def no_pile(name: str, found: object = None) -> RulesError:
    """The error where something else, such as a pile of another zone, took the place of a pile."""
    if isinstance(found, Pile) and found.name != name:
        return RulesError(
            f"the pile `{found.name}` was put in the place of a pile of `{name}`, and its cards would lie in "
            "two places; move them with `give_all`"
        )
    message = f"something else was put in the place of a pile of `{name}`; change the pile itself"
    return RulesError(message)


_ASKING = (
    *("__add__", "__contains__", "__delitem__", "__getitem__", "__iadd__", "__iter__", "__mul__"),
    *("__reversed__", "__rmul__", "__setitem__", "add", "append", "clear", "copy", "count", "extend"),
    *("index", "insert", "pop", "remove", "reverse", "sort"),
)
"""What hands out things that lie in a pile or a row, or takes some: all but what compares and counts them."""


def shared_type(kind: type[list[Any]], own: Callable[[Any], None]) -> type[list[Any]]:
    """The class of piles, or rows, of this kind while what lies in them lies in those of other tables too.

    Whatever asks for it has it replaced by copies first: ``own`` does that, and makes it one of this kind.
    """

    def asking(call: Callable[..., Any]) -> Callable[..., Any]:
        def owning(lying: Any, *given: Any, **named: Any) -> Any:
            own(lying)
            return call(lying, *given, **named)

        return owning

    inside = {name: asking(getattr(kind, name)) for name in _ASKING if name in dir(kind)}
    return type(kind.__name__, (kind,), {"__slots__": (), **inside})


def row_types(name: str, pile: type[Any], *, of_seats: bool, has_places: bool) -> list[type[Row]]:
    """The classes of the rows of a zone, the outermost last; none where it is one pile, or a board."""
    types: list[type[Row]] = []
    for is_there, is_of_seats in ((has_places, False), (of_seats, True)):
        if is_there:
            kind = types[-1] if types else pile
            inside = {"__slots__": (), "name": name, "kind": kind, "is_of_seats": is_of_seats}
            types.append(type("Row", (Row,), inside))
    return types


def pile_type(name: str, order: Callable[[Card], int] | None, *, has_pieces: bool) -> type[Pile]:
    """The class of the piles of a zone; without an order of their own, cards lie in the one given.

    ``has_pieces``: whether some other zone of the game has them, so that they may come here.
    """
    inside: dict[str, Any] = {"__slots__": (), "name": name}
    if order is None:
        return type("Pile", (CheckedPile if has_pieces else Pile,), inside)
    return type("SortedPile", (SortedPile,), {**inside, "order": staticmethod(order)})


def _of_card(field: str) -> Callable[[Piece], Any]:
    """What reads a field of a piece's card."""
    # Of the two the first is faster, but it takes a dot for another step.
    return attrgetter(f"card.{field}") if "." not in field else lambda piece: getattr(piece.card, field)


def piece_pile_type(
    name: str,
    marks: Sequence[str],
    starts: Mapping[Card, tuple[int, ...]],
    ranges: Mapping[Card, tuple[tuple[int, int], ...]],
    *,
    on_board: bool = False,
) -> type[Pile]:
    """The class of the piles of a zone in which cards carry marks, or lie on the spaces of a board."""
    own = {*marks, "space"} if on_board else {*marks}
    fields = {name for card in starts for name in vars(card) if not (name in own or hasattr(Piece, name))}
    inside: dict[str, Any] = {
        "__slots__": (*marks, "_space") if on_board else tuple(marks),
        "marks": tuple(marks),
        "starts": starts,
        "ranges": ranges,
        **{name: property(_of_card(name)) for name in fields},
    }
    if on_board:
        inside["space"] = property(attrgetter("_space"))
    piece = type("Piece", (Piece,), inside)
    base = BoardPile if on_board else PiecePile
    return type(base.__name__, (base,), {"__slots__": (), "name": name, "piece": piece})
