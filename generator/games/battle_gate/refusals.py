"""Why a move of Battle Gate is not legal now, in a sentence for players."""

from __future__ import annotations

from generator.catalog.wording import pluralize
from generator.games.battle_gate.board import (
    ATTACK,
    BOOST,
    DAMAGE,
    DEFEND,
    DRAW,
    FIELD,
    OVER,
    RECOVER,
    Board,
)
from generator.games.battle_gate.numbers import MINION
from generator.games.battle_gate.table import Player

PHASE_OF = {
    "draw": DRAW,
    "field": FIELD,
    "attack": ATTACK,
    "block": DEFEND,
    "boost": BOOST,
    "pass": BOOST,
    "discard": DAMAGE,
    "recover": RECOVER,
}
"""The phase in which a move is made; ``done`` ends several."""

NOW = {
    DRAW: "it is the draw phase: `draw` comes first",
    FIELD: "it is the field phase: cards are fielded until `done`",
    ATTACK: "it is the attack phase: attacks are declared until `done`",
    DEFEND: "it is the defend phase: cards block until `done`",
    BOOST: "it is the boost window: assassins boost until all in a row `pass`",
    DAMAGE: "it is the damage phase: cards of the hand are discarded",
    RECOVER: "it is the recover phase: cards are taken back until `done`",
}


def why_not(board: Board, move: int) -> str:
    """The rule that forbids the move, with its numbers."""
    if board.phase == OVER:
        return "the game is over"
    words = board.tables.words
    verb = words.verbs[move]
    if PHASE_OF.get(verb) != board.phase:
        return f"{_now(board)}; `{words.texts[move]}` has no place in it"
    kind, number = board.tables.moves.card[move], board.tables.moves.number[move]
    assert board.player is not None
    player = board.players[board.player]
    match verb:
        case "draw":
            return _draw(board, player, number)
        case "field":
            return _play_from_hand(board, player, kind)
        case "attack":
            return _attack(board, player, kind, number)
        case "block":
            return _block(board, player, kind, number)
        case "boost":
            return _boost(board, player, kind, number)
        case "discard":
            return f"no {_name(board, kind)} in hand"
    return f"no {_name(board, kind)} in the discard pile"


def _now(board: Board) -> str:
    asked = "" if board.player == board.active else f", and seat {board.player} decides"
    return f"{NOW[board.phase]}{asked}"


def _name(board: Board, kind: int) -> str:
    return board.tables.kinds.names[kind]


def _draw(board: Board, player: Player, cards: int) -> str:
    tables = board.tables
    soldiers = player.in_play[tables.soldiers]
    if cards > soldiers + 1:
        in_play = pluralize(soldiers, "soldier")
        return f"{in_play} in play: up to {pluralize(soldiers + 1, 'card')} may be drawn, not {cards}"
    return f"the deck has {pluralize(player.left, 'card')} left, draw {cards} asks for more"


def _play_from_hand(board: Board, player: Player, kind: int) -> str:
    """Why a card can't be played out of the hand, to the field or as a boost."""
    kinds = board.tables.kinds
    name = kinds.names[kind]
    if not kinds.is_in(kind, player.hand.kinds):
        return f"no {name} in hand"
    if player.cards == 0:
        return "no card left to play in this turn: the allowance is one more than assassins in play"
    return f"{player.power} power left, {name} needs {kinds.power[kind]}"


def _attack(board: Board, player: Player, kind: int, target: int) -> str:
    kinds = board.tables.kinds
    name = kinds.names[kind]
    if kinds.is_in(kind, kinds.of_class(MINION)):
        return "Minions never attack"
    if target == board.active:
        return f"seat {target} can't attack itself"
    if target >= len(board.players):
        return f"there is no seat {target}: {len(board.players)} play, from seat 0"
    if board.players[target].out:
        return f"seat {target} is out"
    return _not_idle(player, kind, name, "attacks one player in a turn")


def _block(board: Board, player: Player, kind: int, number: int) -> str:
    kinds = board.tables.kinds
    name = kinds.names[kind]
    if kinds.is_in(kind, kinds.assassins):
        return "Assassins never defend"
    if number >= len(board.attacks):
        return _no_attack(board, number)
    target = board.attacks[number].target
    if target != board.player:
        return f"attack {number} is directed at seat {target}, not at seat {board.player}"
    return _not_idle(player, kind, name, "defends against one attack")


def _not_idle(player: Player, kind: int, name: str, rule: str) -> str:
    in_play = player.field.counts[kind]
    if in_play == 0:
        return f"no {name} in play"
    return f"every {name} in play ({in_play}) is used already: a card {rule}"


def _boost(board: Board, player: Player, kind: int, number: int) -> str:
    kinds = board.tables.kinds
    if not kinds.is_in(kind, kinds.assassins):
        return f"only assassins boost, and {kinds.names[kind]} is none"
    if number >= len(board.attacks):
        return _no_attack(board, number)
    attack = board.attacks[number]
    if board.player not in (board.active, attack.target):
        return f"attack {number} is directed at seat {attack.target}, not at seat {board.player}"
    if board.player != board.active and not attack.blocks:
        return f"nothing blocks attack {number}: a boost joins a defence that has a card"
    return _play_from_hand(board, player, kind)


def _no_attack(board: Board, number: int) -> str:
    last = len(board.attacks) - 1
    known = "the only one is attack 0" if last == 0 else f"they are numbered from 0 to {last}"
    return f"there is no attack {number}: {known}"
