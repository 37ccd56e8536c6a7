"""Guards and Horde that come to a district, and who fights whom when a battle follows."""

from __future__ import annotations

from generator.games.gateway.board import Board
from generator.games.gateway.table import NOBODY, Battle


def spawn(board: Board, at: int, faction: int) -> None:
    """Puts the top card of a faction's deck on a district: the four cases.

    An empty district it holds; it joins its own faction; at a player's, or at the other faction's, it must
    fight. With deck and discard pile both empty, nothing spawns.
    """
    district = board.districts[at]
    holding = board.faction_in(district)
    if district.owner == NOBODY and holding in (NOBODY, faction):
        join(board, at, faction)
        return
    kind = board.draw_foe(faction)
    if kind == NOBODY:
        return
    district.arrivals.join(kind)
    board.begin_battle(Battle(at, True, NOBODY, district.owner))
    # Above the battle on the stack of work: what the card says on arrival is done first.
    board.push(board.tables.lines.arrives[kind], board.first, at)


def join(board: Board, at: int, faction: int) -> None:
    """Puts the top card of a faction's deck on a district that is empty or holds this faction already."""
    kind = board.draw_foe(faction)
    if kind != NOBODY:
        board.districts[at].troop.join(kind)
        board.push(board.tables.lines.arrives[kind], board.first, at)


def reinforce(board: Board, at: int, faction: int) -> None:
    """Puts the top card of the same deck beside a card that has just arrived, there or waiting to fight."""
    if not board.districts[at].arrivals.cards:
        join(board, at, faction)
        return
    kind = board.draw_foe(faction)
    if kind != NOBODY:
        board.districts[at].arrivals.join(kind)
        board.push(board.tables.lines.arrives[kind], board.first, at)
