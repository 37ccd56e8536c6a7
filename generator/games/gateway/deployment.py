"""The Deployment phase: cards are played for Power Points, one district's ability and Runestones are used."""

from __future__ import annotations

from generator.games.gateway.battle import use_rune
from generator.games.gateway.board import DEPLOYMENT, DRAFTING, Board
from generator.games.gateway.moves import DONE


def begin_turn(board: Board, seat: int) -> None:
    """A turn begins with the Deployment phase, and with what a player has in every turn."""
    numbers = board.tables.numbers
    board.active = seat
    board.phase = DEPLOYMENT
    board.power = numbers.power_points
    board.gold = 0
    board.drafts = numbers.drafts
    board.attacks = numbers.attacks
    board.used = False


def deployments(board: Board) -> tuple[int, ...]:
    """Cards that can be paid for, a district of one's own if none was used yet, Runestones of the Army."""
    tables = board.tables
    player = board.players[board.active]
    options = tables.play.options(player.hand.among(tables.playable(board.power)))
    if not board.used:
        options += tables.held.options(board.held_by(board.active))
    if player.runes.size > 0:
        options += tables.rune.options(player.runes.kinds)
    return board.ask(board.active, options)


def deploy(board: Board, move: int) -> None:
    moves = board.tables.moves
    number = moves.number[move]
    if move == DONE:
        board.phase = DRAFTING
    elif move < moves.ability[0]:
        play_card(board, number)
    elif move < moves.attack[0]:
        board.used = True
        board.push(board.tables.lines.ability[board.districts[number].board], board.active)
    else:
        use_rune(board, board.active, number)


def play_card(board: Board, kind: int) -> None:
    """Pays for a card and does what it says. Insurgents and Runestones go to the Army and are ready."""
    tables = board.tables
    player = board.players[board.active]
    board.power -= tables.power[kind]
    player.hand.take(kind)
    if tables.is_insurgent[kind] or tables.is_rune[kind]:
        board.enlist(player, kind)
    else:
        player.played.add(kind)
    board.push(tables.lines.played[kind], board.active)
