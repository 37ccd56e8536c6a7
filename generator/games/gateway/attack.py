"""The Attack phase: the whole Army against one district, once, or more often by an effect."""

from __future__ import annotations

from generator.games.gateway.board import Board
from generator.games.gateway.cleanup import clean_up
from generator.games.gateway.moves import DONE, ONLY_DONE
from generator.games.gateway.table import NOBODY, Battle


def targets(board: Board) -> tuple[int, ...]:
    """Any district but one's own, with at least one card in the Army."""
    seat = board.active
    if board.attacks == 0 or not board.players[seat].has_army():
        return board.ask(seat, ONLY_DONE)
    others = (1 << len(board.districts)) - 1 - board.held_by(seat)
    return board.ask(seat, board.tables.target.options(others))


def attack(board: Board, move: int) -> None:
    """Who does not attack gives up all Attack phases of the turn: nothing can change before the next one."""
    if move == DONE:
        clean_up(board)
        return
    board.attacks -= 1
    at = board.tables.moves.number[move]
    district = board.districts[at]
    if district.owner == NOBODY and not district.troop.cards:
        district.owner = board.active  # taken at once, without a battle
    else:
        board.begin_battle(Battle(at, False, board.active, district.owner))
