"""Cards that single seats were shown: they know what lies where, until nobody can know that any more.

Such a card is a piece, and its mark is who knows it. In an ordered pile a seat knows it in its place; in any
other it knows that the card is among them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import wraps
from typing import Any

from generator.catalog.problems import Place
from generator.catalog.wording import quote
from generator.rules.errors import RulesError
from generator.rules.kit.cards import Card, CheckedPile, Piece, Pile, SortedPile
from generator.rules.kit.declarations import SEAT

_WHOLE = slice(None)


class KnownCard(Piece):
    """A card that lies where not everybody sees it, with the seats that were shown it. It equals its card."""

    __slots__ = ("_seats",)

    _seats: tuple[int, ...]

    def __init__(self, card: Card, seats: Sequence[int]) -> None:
        object.__setattr__(self, "card", card)
        object.__setattr__(self, "_seats", tuple(seats))

    def __copy__(self) -> KnownCard:
        return self

    def __deepcopy__(self, memo: object) -> KnownCard:
        del memo
        return self

    def __reduce__(self) -> tuple[type[KnownCard], tuple[Card, tuple[int, ...]]]:
        return KnownCard, (self.card, self._seats)

    def __getattr__(self, name: str) -> Any:
        if name == "card" or name.startswith("__"):
            raise AttributeError(f"there is no {name}", name=name, obj=self)
        return getattr(self.card, name)

    def __setattr__(self, name: str, value: object) -> None:
        # The card refuses it, in its own words.
        setattr(self.card, name, value)

    def __getitem__(self, name: str) -> Any:
        return self.card[name]

    def __eq__(self, other: object) -> bool:
        return self.card == (other.card if isinstance(other, Piece) else other)

    def __hash__(self) -> int:
        return hash(self.card)


class ShownCards(CheckedPile):
    """A pile whose cards can be shown to single seats."""

    __slots__ = ()

    def laid(self, card: Any) -> Any:
        return card if isinstance(card, KnownCard) else super().laid(card)

    def show(self, at: int, seat: int) -> None:
        """From now on the seat knows the card in this place."""
        card = self[at]
        if not knows(card, seat):
            list.__setitem__(self, at, KnownCard(plain(card), sorted({*seats_of(card), seat})))

    def forget(self, seat: int | None = None, *, but: int | None = None) -> None:
        """From now on the seat knows nothing of it; or nobody, but one."""
        for at, card in enumerate(self):
            if isinstance(card, KnownCard):
                known = [one for one in card._seats if (one != seat if seat is not None else one == but)]
                list.__setitem__(self, at, KnownCard(card.card, known) if known else card.card)


class ShownPile(ShownCards):
    """One with an order."""

    __slots__ = ()


class ShownSortedPile(ShownCards, SortedPile):
    """One without: which of two copies leaves it, nobody can tell, so that it is the one that is known."""

    __slots__ = ()

    def append(self, card: Any) -> None:
        self.extend([card])

    def extend(self, cards: Iterable[Any]) -> None:
        list.extend(self, [self.laid(card) for card in cards])
        list.sort(self, key=self.order)

    def remove(self, card: Any) -> None:
        found = [at for at, one in enumerate(self) if one == card]
        if not found:
            raise ValueError
        del self[max(found, key=lambda at: len(seats_of(self[at])))]


def shown_pile_type(name: str, order: Callable[[Any], int] | None) -> type[Pile]:
    """The class of the piles of a zone whose cards can be shown."""
    if order is None:
        return type("ShownPile", (ShownPile,), {"__slots__": (), "name": name})
    inside = {"__slots__": (), "name": name, "order": staticmethod(order)}
    return type("ShownSortedPile", (ShownSortedPile,), inside)


def plain(card: Any) -> Any:
    """The card, whoever knows it."""
    return card.card if isinstance(card, KnownCard) else card


def seats_of(card: Any) -> tuple[int, ...]:
    """Who was shown a card."""
    return card._seats if isinstance(card, KnownCard) else ()


def knows(card: Any, seat: int | None) -> bool:
    """Whether a seat was shown a card."""
    return isinstance(card, KnownCard) and seat in card._seats


# What the table does


def show(table: Any, pile: Any, seat: int, top: int | None, card: Any) -> None:
    """Raises RulesError where that can't be shown."""
    _check(pile)
    check_seat(table, seat, "nobody has")
    if top is not None and card is not None:
        raise RulesError("`show` takes `top` or `card`, one of them")
    if top is not None and (type(top) is not int or top < 0 or isinstance(pile, SortedPile)):
        wanted = (
            "a number of cards, and the pile has no order" if isinstance(pile, SortedPile) else "a number"
        )
        raise RulesError(f"`top` is {wanted}")
    if card is None:
        for at in range(len(pile) if top is None else min(top, len(pile))):
            pile.show(at, seat)
        return
    found = [at for at, one in enumerate(pile) if one == card]
    if not found:
        raise RulesError(f"there is no {card} in `{pile.name}` to be shown")
    # One that the seat does not know yet, if there is any.
    pile.show(min(found, key=lambda at: knows(pile[at], seat)), seat)


def hide(table: Any, pile: Any, seat: int | None) -> None:
    """Raises RulesError for what was never shown."""
    _check(pile)
    if seat is not None:
        check_seat(table, seat, "nobody has")
    pile.forget(seat)


def check_seat(table: Any, seat: object, what: str) -> None:
    """Raises RulesError for what is no seat of this table."""
    if type(seat) is not int or seat not in table.seats:
        raise RulesError(f"{what} seat {seat!r:.40}: there are seats 0 to {len(table.seats) - 1}")


def _check(pile: Any) -> None:
    if not isinstance(pile, ShownCards):
        if isinstance(pile, Pile):
            raise RulesError(f"the cards in `{pile.name}` can't be shown: give the zone `shows=True`")
        which = getattr(pile, "which", None)
        if isinstance(pile, Card | Piece):
            raise RulesError(f"{pile} is a card: give its pile, and the card as `card=…`")
        raise which() if which is not None else RulesError(f"{quote(pile)} is not a pile that can be shown")


def _all_shown(table: Any) -> Iterator[tuple[Any, int, ShownCards]]:
    """All piles whose cards can be shown, with their zones and owners."""
    for zone in table.zones.values():
        if zone.shows:
            for owner in table.seats if zone.of == SEAT else range(1):
                for pile in table.piles(zone.name, owner):
                    yield zone, owner, pile


def secretly(do: Callable[..., object], place: Place) -> Callable[..., object]:
    """A secret move: of piles that are others after it, nobody but who made it knows anything any more. Which
    known card has left them would tell what was done. So would a card that others see, and that is known
    from then on: it raises RulesError."""

    @wraps(do)
    def done(table: Any, *chosen: Any) -> None:
        mover = table.seat
        before = [(zone, owner, pile, list(pile)) for zone, owner, pile in _all_shown(table)]
        do(table, *chosen)
        for zone, owner, pile, cards in before:
            if any(zone.is_seen_by(seat, owner) for seat in table.seats if seat != mover):
                known = {id(card) for card in cards}
                if any(knows(card, mover) and id(card) not in known for card in pile):
                    message = f"a secret move can't show its seat cards that others see, as in `{zone.name}`"
                    raise RulesError(f"{message}: they would learn of it; hide what was known there", place)
            if len(cards) != len(pile) or any(one is not two for one, two in zip(cards, pile, strict=True)):
                pile.forget(but=mover)

    return done


# Worlds


def deal_around_known(table: Any, seat: int, deal: Callable[[], bool]) -> bool:
    """Deals anew what a seat does not see but for what it was shown, which stays where it is. What others
    know of what it does not see, it does not know: in its world they know nothing."""
    kept: list[tuple[ShownCards, list[tuple[int, Card]]]] = []
    for zone, owner, pile in _all_shown(table):
        if not zone.is_seen_by(seat, owner):
            kept.append((pile, [(at, plain(card)) for at, card in enumerate(pile) if knows(card, seat)]))
            list.__setitem__(pile, _WHOLE, [plain(card) for card in pile if not knows(card, seat)])
    is_dealt = deal()
    for pile, known in kept:
        is_sorted = isinstance(pile, SortedPile)
        for at, card in known:
            # Of copies in a pile without order, which of them is known must not depend on where it lay.
            list.insert(pile, len(pile) if is_sorted else at, KnownCard(card, (seat,)))
        if isinstance(pile, SortedPile):
            list.sort(pile, key=pile.order)
    return is_dealt


# Written and read


def written_cards(pile: Pile) -> list[Any]:
    """The cards for a position, or whoever sees them."""
    return [
        {"card": str(card), "known": list(card._seats)} if isinstance(card, KnownCard) else str(card)
        for card in pile
    ]


def written_for(pile: Pile, seat: int | None) -> Any:
    """The cards as a seat has it that does not see them: those that it was shown, and None for others."""
    found = [str(card) if knows(card, seat) else None for card in pile]
    if not any(found):
        return len(pile)
    return sorted(found, key=lambda word: word is None) if isinstance(pile, SortedPile) else found


def read_card(cards: Mapping[str, Card], given: Any) -> Any:
    """A card as a position has it that is known to be right."""
    return cards[given] if isinstance(given, str) else KnownCard(cards[given["card"]], given["known"])


def known_in(value: Any) -> list[tuple[int, str]]:
    """The cards of a hidden pile that a view has, with their places."""
    return [] if isinstance(value, int) else [(at, word) for at, word in enumerate(value) if word is not None]


def with_known(
    dealt: list[Any], known: Sequence[tuple[int, str]], seat: int, order: Callable[[str], int] | None
) -> list[Any]:
    """A pile of a position: what was dealt, and what the seat knows, in its place or in this order."""
    for at, word in known:
        dealt.insert(at if order is None else len(dealt), {"card": word, "known": [seat]})
    if order is not None:
        dealt.sort(key=lambda item: order(item if isinstance(item, str) else item["card"]))
    return dealt
