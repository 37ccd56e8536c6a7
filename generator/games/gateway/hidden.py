"""Hidden information: hands, the order of face-down piles, and that of the Runestones under the top one.

What lies in the piles is open: every card that went there was seen. So whoever counts knows which are left.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import deepcopy
from typing import Any, Final

from generator.games.gateway.board import Board
from generator.games.gateway.numbers import GRADES, Numbers
from generator.games.gateway.position import write
from generator.rules.positions import shuffler_position
from generator.rules.protocol import Position, View
from generator.rules.shuffler import Shuffler

PILES: Final = ("events", "horde", "guard")
"""The face-down piles in the middle."""
OF_VIEWS: Final = ("unseen", "seat", "asked", "to_act")
"""What a view has and a position has not."""


def view_of(board: Board, seat: int) -> View:
    """The position without what is hidden from a seat.

    ``unseen`` has the cards that lie there: for each seat, each face-down pile and each grade of Runestones,
    in the order of the card list. ``to_act`` is the seat that decides.
    """
    numbers = board.tables.numbers
    order = _order(numbers)
    view = write(board)
    del view["shuffler"]
    unseen: dict[str, Any] = {"seats": [_hide(given, seat == at) for at, given in enumerate(view["seats"])]}
    for pile in PILES:
        unseen[pile] = view[pile]
        view[pile] = len(view[pile])
    for grade in GRADES:
        cards = view["stacks"][grade]
        unseen[grade] = cards[1:]
        view["stacks"][grade] = {"top": cards[0] if cards else None, "cards": len(cards)}
    for pile in (*PILES, *GRADES):
        unseen[pile] = sorted(unseen[pile], key=order)
    unseen["seats"] = [sorted(cards, key=order) for cards in unseen["seats"]]
    view.update(unseen=unseen, seat=seat, asked=board.player == seat, to_act=board.player)
    return view


def _order(numbers: Numbers) -> Callable[[str], int]:
    """The place of a card or event in the card list."""
    ids = [*(card.id for card in numbers.cards), *(event.id for event in numbers.events)]
    return {card: at for at, card in reversed(list(enumerate(ids)))}.__getitem__


def _hide(given: dict[str, Any], own: bool) -> list[str]:
    """Replaces what is hidden of a seat's cards by how many there are; gives those cards."""
    hidden: list[str] = []
    for pile in ("deck",) if own else ("deck", "hand", "looked"):
        if pile in given:
            hidden += given[pile]
            given[pile] = len(given[pile])
    return hidden


def imagined(seen: View, numbers: Numbers, shuffler: Shuffler) -> Position:
    """A position that could be the one behind a view: what it leaves unseen is dealt anew."""
    position: Position = {key: deepcopy(value) for key, value in seen.items() if key not in OF_VIEWS}
    unseen = seen["unseen"]
    for given, cards in zip(position["seats"], unseen["seats"], strict=True):
        _deal(given, _shuffled(cards, shuffler), cards)
    for pile in ("horde", "guard"):
        position[pile] = _shuffled(unseen[pile], shuffler)
    position["events"] = _stacked(unseen["events"], numbers, shuffler)
    for grade in GRADES:
        top = position["stacks"][grade]["top"]
        shown = [] if top is None else [top]
        position["stacks"][grade] = [*shown, *_shuffled(unseen[grade], shuffler)]
    position["shuffler"] = shuffler_position(shuffler.apart())
    return position


def _shuffled(cards: Sequence[str], shuffler: Shuffler) -> list[str]:
    order = list(range(len(cards)))
    shuffler.shuffle(order)
    return [cards[number] for number in order]


def _deal(given: dict[str, Any], cards: list[str], listed: Sequence[str]) -> None:
    """Puts cards where a seat has so many that are hidden; a hand lies in the order of the card list."""
    for pile in ("looked", "hand", "deck"):
        if isinstance(given.get(pile), int):
            count = given[pile]
            dealt, cards = cards[:count], cards[count:]
            given[pile] = sorted(dealt, key=listed.index) if pile == "hand" else dealt


def _stacked(events: Sequence[str], numbers: Numbers, shuffler: Shuffler) -> list[str]:
    """Events in any order, but those of I over those of II over those of III."""
    pile_of = {event.id: event.pile for event in numbers.events}
    return sorted(_shuffled(events, shuffler), key=pile_of.__getitem__)
