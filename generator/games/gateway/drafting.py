"""The Drafting phase: cards are bought from the stacks, one after the other from one pool of Gold."""

from __future__ import annotations

from generator.games.gateway.board import ATTACK, Board
from generator.games.gateway.moves import DONE, ONLY_DONE


def drafts(board: Board) -> tuple[int, ...]:
    """Any stack for sale that is not empty and costs no more than the Gold left, as long as drafts are."""
    tables = board.tables
    if board.drafts == 0:
        return board.ask(board.active, ONLY_DONE)
    sold = board.supply.left.among(tables.affordable(board.gold))
    return board.ask(board.active, tables.draft.options(sold))


def draft(board: Board, move: int) -> None:
    """What is bought goes to the discard pile."""
    if move == DONE:
        board.phase = ATTACK
        return
    kind = board.take_from_stack(board.tables.moves.number[move])
    board.gold -= board.tables.cost[kind]
    board.drafts -= 1
    board.discard(board.players[board.active], kind)
