"""Why a move is not legal now, in a sentence that names the rule and the numbers."""

from __future__ import annotations

from typing import Final

from generator.catalog.wording import join_words, pluralize
from generator.games.gateway.board import ATTACK, DEPLOYMENT, DRAFTING, OVER, SETUP, Board
from generator.games.gateway.numbers import GRADES
from generator.games.gateway.table import (
    ATTACKER_DECLARES,
    BEGIN,
    BURY,
    DEFENDER_DECLARES,
    Battle,
)

VERBS: Final = {
    SETUP: ("pick",),
    DEPLOYMENT: ("play", "ability", "rune", "done"),
    DRAFTING: ("draft", "done"),
    ATTACK: ("attack", "done"),
}
"""What may be done in each phase."""
NOW: Final = {
    SETUP: "it is the set-up: the kinds of City cards are picked by turns",
    DEPLOYMENT: "it is the Deployment phase: cards are played until `done`",
    DRAFTING: "it is the Drafting phase: cards are bought until `done`",
    ATTACK: "it is the Attack phase: `attack` a district, or `done`",
}
MAX_LISTED: Final = 8
"""Moves that are told one by one; of more only the first."""


def refusal(board: Board, move: int) -> str:
    """The reason against a move that is not among ``board.options``."""
    if board.phase == OVER:
        return "the game is over"
    if board.work:
        return _while_at_work(board, move)
    verb = board.tables.moves.verbs[move]
    if verb not in VERBS[board.phase]:
        return f"{NOW[board.phase]}; `{board.tables.moves.texts[move]}` has no place in it"
    number = board.tables.moves.number[move]
    match verb:
        case "play":
            return _play(board, number)
        case "ability":
            return _ability(board, number)
        case "rune":
            return _no_rune(board, board.active, number)
        case "draft":
            return _draft(board, number)
        case "attack":
            return _no_district(board, number) or f"district {number} is your own: it is no target"
    return f"{board.tables.numbers.stacks[number].id} is in the game already"


def _play(board: Board, kind: int) -> str:
    tables = board.tables
    if board.players[board.active].hand.counts[kind] == 0:
        return f"no {tables.names[kind]} in hand"
    left = pluralize(board.power, "Power Point")
    return f"{left} left, {tables.names[kind]} needs {tables.power[kind]}"


def _ability(board: Board, at: int) -> str:
    missing = _no_district(board, at)
    if missing:
        return missing
    if board.used:
        return "the ability of only one district may be used in a turn, and one was"
    return f"district {at} is not yours: its ability is for the player whose marker lies there"


def _no_district(board: Board, at: int) -> str:
    districts = len(board.districts)
    if at < districts:
        return ""
    return f"there is no district {at}: {pluralize(districts, 'district')} lie there, counted from 0"


def _no_rune(board: Board, seat: int, kind: int) -> str:
    return f"no {board.tables.names[kind]} in the Army of seat {seat}"


def _draft(board: Board, stack: int) -> str:
    tables = board.tables
    row = tables.numbers.stacks[stack]
    if not board.supply.laid[stack]:
        return f"{row.id} is not in this game"
    if board.supply.left.counts[stack] == 0:
        return f"the stack of {row.id} is sold out"
    words = f"a {row.id} Runestone" if row.id in GRADES else row.id
    return f"{board.gold} Gold left, {words} costs {tables.cost[row.kinds[0]]}"


def _while_at_work(board: Board, move: int) -> str:
    """What is to be decided before anything else."""
    task = board.work[-1]
    if task.line >= 0:
        return f"`{board.tables.lines.names[task.line]}` is under way: {_asked(board)}"
    if task.line == BURY:
        return f"not all who were killed can be rescued: {_asked(board)}"
    assert board.battle is not None
    return _in_battle(board, board.battle, move)


def _in_battle(board: Board, battle: Battle, move: int) -> str:
    moves = board.tables.moves
    place = f"there is a battle over district {battle.district}"
    if battle.stage == BEGIN:
        return f"{place}, and the starting player chooses who plays the Horde: {_asked(board)}"
    if battle.stage in (ATTACKER_DECLARES, DEFENDER_DECLARES):
        seat = battle.seats[0 if battle.stage == ATTACKER_DECLARES else 1]
        if moves.verbs[move] == "rune":
            return _no_rune(board, seat, moves.number[move])
        return f"{place}, and seat {seat} declares Runestones until `done`"
    least, most = moves.second[board.options[0]], moves.second[board.options[-1]]
    return (
        f"{place}, and seat {board.player} assigns {battle.left} damage, card after card in order of "
        f"arrival: card {battle.at} takes {least} to {most}"
    )


def _asked(board: Board) -> str:
    """Who decides, and between what."""
    texts = [f"`{board.tables.moves.texts[move]}`" for move in board.options[:MAX_LISTED]]
    if len(board.options) > MAX_LISTED:
        return f"seat {board.player} decides, for example {join_words(texts)}"
    return f"seat {board.player} decides between {join_words(texts, 'and')}"
