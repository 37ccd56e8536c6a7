"""What a seat may know of Battle Gate: its own hand, what lies open, and what every deck was made of."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

from generator.games.battle_gate.board import Board
from generator.games.battle_gate.numbers import Kinds
from generator.games.battle_gate.position import position_of
from generator.rules.positions import shuffler_position
from generator.rules.protocol import Position, View
from generator.rules.shuffler import Shuffler


def view_of(board: Board, seat: int) -> View:
    """The position without the order of the decks and the others' hands; ``unseen`` are the cards in those.

    Deck lists are open, so each seat can count what has not shown itself: by owner, in the order of kinds.
    """
    view = position_of(board)
    del view["shuffler"]
    unseen = []
    for number, given in enumerate(view["seats"]):
        hidden = given["deck"]
        given["deck"] = len(given["deck"])
        if number != seat:
            hidden = hidden + given["hand"]
            given["hand"] = len(given["hand"])
        unseen.append(sorted(hidden, key=board.tables.kinds.number.__getitem__))
    return {**view, "unseen": unseen, "seat": seat, "asked": board.player == seat}


def imagined(view: View, seat: int, kinds: Kinds, shuffler: Shuffler) -> Position:
    """A position with the unseen cards dealt at random to the hands and decks in which they lie."""
    position: dict[str, Any] = {
        key: deepcopy(value) for key, value in view.items() if key not in ("unseen", "seat", "asked")
    }
    for number, given in enumerate(position["seats"]):
        hidden = [kinds.number[word] for word in view["unseen"][number]]
        shuffler.shuffle(hidden)
        cards = 0 if number == seat else given["hand"]
        if number != seat:
            given["hand"] = kinds.words(sorted(hidden[:cards]))
        given["deck"] = kinds.words(hidden[cards:])
    position["shuffler"] = shuffler_position(shuffler.apart())
    return position
