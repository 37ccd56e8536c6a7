"""The reason against a move that is illegal now: a sentence that names the rule and the numbers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from generator.catalog.wording import join_words, pluralize
from generator.games.gateway.board import ATTACK, DEPLOYMENT, DRAFTING, OVER, SETUP, Board
from generator.games.gateway.pieces import ATTACKER_DECLARES, BEGIN, BURY, DEFENDER_DECLARES

NOW: Final = {
    SETUP: "it is the setup: players take turns picking kinds of City cards",
    DEPLOYMENT: "it is the Deployment phase: cards are played until `done`",
    DRAFTING: "it is the Drafting phase: cards are bought until `done`",
    ATTACK: "it is the Attack phase: `attack` a district, or `done`",
}
MAX_LISTED: Final = 8
"""Moves that are named one by one; of more only the first."""


def reason_against(board: Board, options: tuple[int, ...], move: int) -> str:
    """Why a move is not among the ``options``."""
    if board.phase == OVER:
        return "the game is over"
    if board.work:
        return _while_at_work(board, options, move)
    moves = board.tables.moves
    against = AGAINST[board.phase].get(moves.verbs[move])
    if against is None:
        return f"{NOW[board.phase]}; `{moves.text(move)}` is not possible now"
    return against(board, moves.number[move])


def _pick(board: Board, stack: int) -> str:
    return f"{board.tables.stacks[stack]} is in the game already"


def _play(board: Board, kind: int) -> str:
    tables = board.tables
    if board.players[board.active].hand.counts[kind] == 0:
        return f"no {tables.names[kind]} in hand"
    left = pluralize(board.power, "Power Point")
    return f"{left} left, {tables.names[kind]} needs {tables.power[kind]}"


def _ability(board: Board, at: int) -> str:
    if at >= len(board.districts):
        return _no_district(board, at)
    if board.abilities() == 0:
        most = board.tables.config.abilities
        if most == 1:
            return "the ability of only one district may be used in a turn, and one was used"
        return f"the abilities of only {most} districts may be used in a turn, and {most} were used"
    if board.districts[at].owner != board.active:
        return f"district {at} is not yours: its ability is for the player whose marker lies there"
    return f"the ability of district {at} was used in this turn already"


def _rune(board: Board, kind: int) -> str:
    return _no_rune(board, board.active, kind)


def _draft(board: Board, stack: int) -> str:
    tables = board.tables
    name = tables.stacks[stack]
    if not board.supply.laid[stack]:
        return f"{name} is not in this game"
    if board.supply.left.counts[stack] == 0:
        return f"the stack of {name} is sold out"
    words = f"a {name} Runestone" if tables.mixed[stack] else name
    return f"{board.gold} Gold left, {words} costs {tables.cost[tables.stack_cards[stack][0]]}"


def _attack(board: Board, at: int) -> str:
    if at >= len(board.districts):
        return _no_district(board, at)
    return f"district {at} is your own: it cannot be a target"


def _no_district(board: Board, at: int) -> str:
    there = pluralize(len(board.districts), "district")
    return f"there is no district {at}: {there} lie there, counted from 0"


def _no_rune(board: Board, seat: int, kind: int) -> str:
    return f"no {board.tables.names[kind]} in the Army of seat {seat}"


AGAINST: Final[dict[int, dict[str, Callable[[Board, int], str]]]] = {
    SETUP: {"pick": _pick},
    DEPLOYMENT: {"play": _play, "ability": _ability, "rune": _rune},
    DRAFTING: {"draft": _draft},
    ATTACK: {"attack": _attack},
}
"""What may be done in each phase, and what can be against it."""


# While a battle or the effects of a card are under way


def _while_at_work(board: Board, options: tuple[int, ...], move: int) -> str:
    """What is to be decided before anything else."""
    moves = board.tables.moves
    task = board.work[-1]
    texts = [f"`{moves.text(option)}`" for option in options[:MAX_LISTED]]
    if len(options) > MAX_LISTED:
        asked = f"seat {board.player} decides, for example {join_words(texts)}"
    else:
        asked = f"seat {board.player} decides between {join_words(texts, 'and')}"
    if task.line >= 0:
        return f"`{board.tables.lines.names[task.line]}` is under way: {asked}"
    if task.line == BURY:
        return f"not all who were killed can be rescued: {asked}"
    battle = board.battle
    assert battle is not None
    place = f"there is a battle over district {battle.district}"
    if battle.stage == BEGIN:
        return f"{place}, and the starting player chooses who plays the Horde: {asked}"
    if battle.stage in (ATTACKER_DECLARES, DEFENDER_DECLARES):
        seat = battle.seats[0 if battle.stage == ATTACKER_DECLARES else 1]
        if moves.verbs[move] == "rune":
            return _no_rune(board, seat, moves.number[move])
        return f"{place}, and seat {seat} declares Runestones until `done`"
    minimum, maximum = moves.damage[options[0]], moves.damage[options[-1]]
    return (
        f"{place}, and seat {board.player} assigns {battle.left} damage, card after card in order of "
        f"arrival: card {battle.at} takes {minimum} to {maximum}"
    )
