"""What effects count."""

from __future__ import annotations

from generator.games.gateway.board import Board
from generator.games.gateway.table import NOBODY, Troop
from generator.games.gateway.tables import COUNT_DISTRICTS, COUNT_KIN, COUNT_RUNESTONES


def counted(board: Board, of: int, seat: int, troop: Troop) -> int:
    """How many there are of what an effect counts.

    ``seat``: whose effect it is, ``NOBODY`` for Guards and Horde; ``troop``: the cards among which the card
    with the effect stands.
    """
    if of == COUNT_KIN:
        return kin(troop)
    if seat == NOBODY:
        return 0
    if of == COUNT_DISTRICTS:
        return board.count_held(seat)
    if of == COUNT_RUNESTONES:
        return board.players[seat].runes.size
    return cards_in_army(board, of, seat)


def kin(troop: Troop) -> int:
    """Other cards of the same faction in the same district."""
    return len(troop.cards) - 1


def cards_in_army(board: Board, kind: int, seat: int) -> int:
    """Cards of a kind in a player's Army."""
    player = board.players[seat]
    if board.tables.is_rune[kind]:
        return player.runes.counts[kind]
    return player.army.cards.count(kind)
