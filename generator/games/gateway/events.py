"""The end of a round: the starting player draws an event, and what it says is done line by line."""

from __future__ import annotations

from generator.games.gateway.board import EVENT, EVENTS_GONE, Board
from generator.games.gateway.deployment import begin_turn
from generator.games.gateway.ending import check_ends, holder_of_all


def draw_event(board: Board) -> None:
    """Without an event to draw the game is over, as it is when the last one is done."""
    if not board.events:
        board.end(EVENTS_GONE)
        return
    board.phase = EVENT
    board.holder = holder_of_all(board)
    event = board.events.pop()
    board.past.append(event)
    board.push(board.tables.lines.event[event], board.first)


def end_round(board: Board) -> None:
    """The event is done: the game ends, or the next round begins."""
    board.end_turn_effects()
    if not check_ends(board):
        board.round += 1
        begin_turn(board, board.first)
