"""Cleanup: what is left of a turn is put away and a hand is drawn; the next turn or an event follows."""

from __future__ import annotations

from generator.games.gateway.board import Board
from generator.games.gateway.deployment import begin_turn
from generator.games.gateway.events import draw_event
from generator.games.gateway.table import Player


def clean_up(board: Board) -> None:
    """Power Points and Gold are lost, hand and played cards discarded; the Army stays."""
    player = board.players[board.active]
    board.power = 0
    board.gold = 0
    put_away(board, player)
    board.draw(player, board.tables.numbers.hand)
    board.end_turn_effects()
    following = board.left_of(board.active)
    if following == board.first:
        draw_event(board)
    else:
        begin_turn(board, following)


def put_away(board: Board, player: Player) -> None:
    board.discard_all(player, player.played)
    board.discard_all(player, player.hand)
