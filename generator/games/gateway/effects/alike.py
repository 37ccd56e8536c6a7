"""Choosing a card on the table: of cards that are alike in everything only the first is offered."""

from __future__ import annotations

from generator.games.gateway.board import Board
from generator.games.gateway.table import Troop


def first_of_each(board: Board, troop: Troop, numbers: list[int]) -> tuple[int, ...]:
    """The moves that choose one of the cards with these numbers, ascending."""
    seen: list[tuple[int, int, int]] = []
    options: list[int] = []
    for at in numbers:
        card = (troop.cards[at], troop.damage[at], troop.times[at])
        if card not in seen:
            seen.append(card)
            options.append(board.tables.moves.choose_number[at])
    return tuple(options)
