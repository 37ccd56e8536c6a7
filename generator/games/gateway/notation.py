"""Moves and words: the notation of Gateway, and the reason against a move that is illegal now."""

from __future__ import annotations

from typing import Final

from generator.catalog.wording import join_words, pluralize
from generator.games.gateway.board import ATTACK, DEPLOYMENT, DRAFTING, OVER, SETUP, Board
from generator.games.gateway.config import GRADES
from generator.games.gateway.pieces import ATTACKER_DECLARES, BEGIN, BURY, DEFENDER_DECLARES, Battle
from generator.games.gateway.tables import DONE, NO_MOVE, Tables
from generator.rules.notation import Notation

EXAMPLES: Final = {
    "done": "done",
    "play": "play merchant",
    "ability": "ability 0",
    "attack": "attack 2",
    "draft": "draft rebel",
    "rune": "rune lesser-flame",
    "assign": "assign 0 3",
    "horde": "horde 2",
    "choose": "choose rebel",
    "pick": "pick red-templar",
}
"""Each verb of the notation, with a move of it."""


def words_of(tables: Tables) -> list[str]:
    """The words of every move, by its number."""
    moves = tables.moves
    stacks = tables.stacks
    words = [""] * moves.count
    words[DONE] = "done"
    for verb, row, names in (
        ("play", moves.play, tables.names),
        ("draft", moves.draft, stacks),
        ("rune", moves.rune, tables.names),
        ("choose", moves.choose, tables.names),
        ("choose discarded", moves.choose_discarded, tables.names),
        ("pick", moves.pick, stacks),
    ):
        for move, name in zip(row, names, strict=True):
            if move != NO_MOVE:
                words[move] = f"{verb} {name}"
    for verb, numbered in (
        ("ability", moves.ability),
        ("attack", moves.attack),
        ("horde", moves.horde),
        ("choose", list(moves.choose_number)),
    ):
        for at, move in enumerate(numbered):
            words[move] = f"{verb} {at}"
    for at, amounts in enumerate(moves.assign):
        for damage, move in enumerate(amounts):
            words[move] = f"assign {at} {damage}"
    return words


# The reason against an illegal move

VERBS: Final = {
    SETUP: ("pick",),
    DEPLOYMENT: ("play", "ability", "rune", "done"),
    DRAFTING: ("draft", "done"),
    ATTACK: ("attack", "done"),
}
"""What may be done in each phase."""
NOW: Final = {
    SETUP: "it is the setup: players take turns picking kinds of City cards",
    DEPLOYMENT: "it is the Deployment phase: cards are played until `done`",
    DRAFTING: "it is the Drafting phase: cards are bought until `done`",
    ATTACK: "it is the Attack phase: `attack` a district, or `done`",
}
MAX_LISTED: Final = 8
"""Moves that are told one by one; of more only the first."""


def reason_against(board: Board, options: tuple[int, ...], notation: Notation, move: int) -> str:
    """Why a move is not among the ``options``: a sentence that names the rule and the numbers."""
    if board.phase == OVER:
        return "the game is over"
    if board.work:
        return _while_at_work(board, options, notation, move)
    verb = board.tables.moves.verbs[move]
    if verb not in VERBS[board.phase]:
        return f"{NOW[board.phase]}; `{notation.text(move)}` is not possible now"
    number = board.tables.moves.number[move]
    if verb == "play":
        return _play(board, number)
    if verb == "ability":
        return _ability(board, number)
    if verb == "rune":
        return _no_rune(board, board.active, number)
    if verb == "draft":
        return _draft(board, number)
    if verb == "attack":
        return _attack(board, number)
    return f"{board.tables.config.stacks[number].id} is in the game already"


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
    if board.abilities() == 0:
        abilities = board.tables.config.abilities
        if abilities == 1:
            return "the ability of only one district may be used in a turn, and one was used"
        return f"the abilities of only {abilities} districts may be used in a turn, and {abilities} were used"
    if board.districts[at].owner != board.active:
        return f"district {at} is not yours: its ability is for the player whose marker lies there"
    return f"the ability of district {at} was used in this turn already"


def _no_district(board: Board, at: int) -> str:
    districts = len(board.districts)
    if at < districts:
        return ""
    return f"there is no district {at}: {pluralize(districts, 'district')} lie there, counted from 0"


def _no_rune(board: Board, seat: int, kind: int) -> str:
    return f"no {board.tables.names[kind]} in the Army of seat {seat}"


def _draft(board: Board, stack: int) -> str:
    tables = board.tables
    row = tables.config.stacks[stack]
    if not board.supply.laid[stack]:
        return f"{row.id} is not in this game"
    if board.supply.left.counts[stack] == 0:
        return f"the stack of {row.id} is sold out"
    words = f"a {row.id} Runestone" if row.id in GRADES else row.id
    return f"{board.gold} Gold left, {words} costs {tables.cost[row.kinds[0]]}"


def _attack(board: Board, at: int) -> str:
    return _no_district(board, at) or f"district {at} is your own: it cannot be a target"


# While a battle or the effects of a card are under way


def _while_at_work(board: Board, options: tuple[int, ...], notation: Notation, move: int) -> str:
    """What is to be decided before anything else."""
    task = board.work[-1]
    asked = _asked(board, options, notation)
    if task.line >= 0:
        return f"`{board.tables.lines.names[task.line]}` is under way: {asked}"
    if task.line == BURY:
        return f"not all who were killed can be rescued: {asked}"
    battle = board.battle
    assert battle is not None
    place = f"there is a battle over district {battle.district}"
    if battle.stage == BEGIN:
        return f"{place}, and the starting player chooses who plays the Horde: {asked}"
    return _in_battle(board, battle, place, options, move)


def _in_battle(board: Board, battle: Battle, place: str, options: tuple[int, ...], move: int) -> str:
    moves = board.tables.moves
    if battle.stage in (ATTACKER_DECLARES, DEFENDER_DECLARES):
        seat = battle.seats[0 if battle.stage == ATTACKER_DECLARES else 1]
        if moves.verbs[move] == "rune":
            return _no_rune(board, seat, moves.number[move])
        return f"{place}, and seat {seat} declares Runestones until `done`"
    minimum, maximum = moves.second[options[0]], moves.second[options[-1]]
    return (
        f"{place}, and seat {board.player} assigns {battle.left} damage, card after card in order of "
        f"arrival: card {battle.at} takes {minimum} to {maximum}"
    )


def _asked(board: Board, options: tuple[int, ...], notation: Notation) -> str:
    """Who decides, and between what."""
    texts = [f"`{notation.text(move)}`" for move in options[:MAX_LISTED]]
    if len(options) > MAX_LISTED:
        return f"seat {board.player} decides, for example {join_words(texts)}"
    return f"seat {board.player} decides between {join_words(texts, 'and')}"
