"""What lies on the table: cards with the fields of their YAML, the piles that they lie in, and pieces."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from generator.rules.errors import RulesError

if TYPE_CHECKING:
    from typing import Self


class Card:
    """A kind of card. All its copies are this one object; its fields are attributes: ``card.suit``.

    ``card["mana cost"]`` is for a field whose name is not one word. A field that other cards of its list have
    and this one leaves blank is None.
    """

    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any: ...

    def __init__(self, fields: Mapping[str, object], component: str) -> None:
        vars(self).update({"component": component, **fields})

    def __getitem__(self, name: str) -> Any:
        return getattr(self, name)

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
        return getattr(self, name)

    def __setattr__(self, name: str, value: object) -> None:
        del value
        raise RulesError(f"`{vars(self)['path of these']}.{name}` can't be changed: declare a counter for it")

    @property
    def names(self) -> list[str]:
        """What it has."""
        return [name for name in vars(self) if name != "path of these"]

    def __str__(self) -> str:
        return str(vars(self)["path of these"])


class Pile(list[Card]):
    """The cards in one place, the top one first. It is a list; these methods say what players do.

    Raises RulesError where a card is asked for that is not there.
    """

    __slots__ = ()

    name: ClassVar[str]
    """Of its zone."""

    def draw(self) -> Card:
        """Takes the top card."""
        if not self:
            raise RulesError(f"no card can be drawn: `{self.name}` is empty")
        return self.pop(0)

    def deal(self, count: int, *to: Pile) -> None:
        """Deals so many cards to each of the piles, one at a time."""
        for _ in range(count):
            for pile in to:
                pile.append(self.draw())

    def take(self, card: Card) -> Card:
        """Takes this card."""
        try:
            self.remove(card)
        except ValueError:
            raise RulesError(f"there is no {card} in `{self.name}`") from None
        return card

    def give(self, card: Card, to: Pile) -> None:
        """Moves this card to another pile."""
        to.append(self.take(card))

    def give_all(self, to: Pile) -> None:
        """Moves all cards to another pile, in their order."""
        to.extend(self)
        self.clear()

    def clone(self) -> Self:
        """The same cards, in a pile of their own."""
        return type(self)(self)


class SortedPile(Pile):
    """Cards whose order is no matter, as in a hand: they lie in the order of the card database."""

    __slots__ = ()

    order: ClassVar[Callable[[Card], int]]

    def append(self, card: Card) -> None:
        order = type(self).order
        super().insert(bisect_right(self, order(card), key=order), card)

    def extend(self, cards: Iterable[Card]) -> None:
        super().extend(cards)
        self.sort(key=type(self).order)

    def insert(self, index: Any, card: Card) -> None:
        del index
        self.append(card)

    def __iadd__(self, cards: Iterable[Card]) -> Self:  # type: ignore[override,misc]
        self.extend(cards)
        return self


class Piece:
    """A card on the table that carries marks, such as damage: ``piece.damage``, beside ``piece.card``.

    The fields of its card are its own too: ``piece.strength``.
    """

    __slots__ = ("card",)

    marks: ClassVar[tuple[str, ...]]
    card: Card

    def __init__(self, card: Card, *marks: int) -> None:
        self.card = card
        for name, mark in zip(type(self).marks, marks, strict=True):
            setattr(self, name, mark)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.card, name)

    def clone(self) -> Self:
        """A piece of its own with the same marks."""
        return type(self)(self.card, *[getattr(self, name) for name in type(self).marks])

    def __str__(self) -> str:
        return str(self.card)

    __repr__ = __str__


class PiecePile(Pile):
    """Pieces in a row, the first one first."""

    __slots__ = ()

    piece: ClassVar[type[Piece]]
    starts: ClassVar[tuple[int, ...]]
    """Of the marks."""

    def append(self, card: Any) -> None:
        """Puts a card down as a piece, with the marks at their start; a piece stays as it is."""
        super().append(card if isinstance(card, Piece) else self.made(card))  # type: ignore[arg-type]

    def add(self, card: Card, **marks: int) -> None:
        """Puts a card down with these marks."""
        piece = self.made(card)
        for name, mark in marks.items():
            setattr(piece, name, mark)
        super().append(piece)  # type: ignore[arg-type]

    def made(self, card: Card) -> Piece:
        """The card as a piece, with its marks at their start."""
        return type(self).piece(card, *type(self).starts)

    def extend(self, cards: Iterable[Any]) -> None:
        for card in cards:
            self.append(card)

    def give(self, card: Any, to: Pile) -> None:
        """Moves this piece; elsewhere it is a card without marks."""
        self.take(card)
        to.append(card if isinstance(to, PiecePile) else card.card)

    def give_all(self, to: Pile) -> None:
        for piece in list(self):
            self.give(piece, to)

    def clone(self) -> Self:
        copy = type(self)()
        list.extend(copy, [piece.clone() for piece in self])
        return copy


def no_pile(name: str) -> RulesError:
    """The error where something else took the place of a pile."""
    told = f"something else was put in the place of a pile of `{name}`; change the pile itself"
    return RulesError(told)


def pile_type(name: str, order: Callable[[Card], int] | None) -> type[Pile]:
    """The class of the piles of a zone; without an order of their own, cards lie in the one given."""
    if order is None:
        return type("Pile", (Pile,), {"__slots__": (), "name": name})
    return type("SortedPile", (SortedPile,), {"__slots__": (), "name": name, "order": staticmethod(order)})


def piece_pile_type(name: str, marks: Sequence[str], starts: Sequence[int]) -> type[Pile]:
    """The class of the piles of a zone in which cards carry marks."""
    piece = type("Piece", (Piece,), {"__slots__": tuple(marks), "marks": tuple(marks)})
    inside = {"__slots__": (), "name": name, "piece": piece, "starts": tuple(starts)}
    return type("PiecePile", (PiecePile,), inside)
