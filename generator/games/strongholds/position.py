"""Writing a state down.

Beside the keys that the rules of the game name, a position may have

``choosing``   the seat that chooses in this phase; without it the first that has something to choose
``fell``       at the end: the seats that were eliminated in the last turn
``max_turns``  the limit of turns, where it is not the game's own
``shuffler``   the state of the shuffles; without it seed 0 shuffles

and a seat what it has chosen in this turn: ``general``, ``target`` and ``troops``, and in defence ``laid``,
the cards that lie on each attacking card, and ``pitted``, the pairs that were set against each other.
"""

from __future__ import annotations

from typing import Any

from generator.games.strongholds.moves import LAYS, PITS
from generator.games.strongholds.player import NOBODY, Player
from generator.games.strongholds.table import OVER, PHASES, Table
from generator.rules.positions import shuffler_position
from generator.rules.protocol import Position

NAME = "strongholds"


def written(table: Table) -> Position:
    """The whole state in the notation of the rules."""
    position: Position = {"game": NAME, "turn": table.turn, "phase": PHASES[table.phase]}
    if table.phase != OVER:
        position["choosing"] = table.chooser
    position["seats"] = [
        {**written_royals(table, player), **written_muster(table, player), **written_defence(table, player)}
        for player in table.players
    ]
    position["pile"] = table.cards.texts(tuple(reversed(table.pile)))
    position["defeated"] = table.cards.texts(tuple(sorted(table.defeated)))
    if table.phase == OVER:
        position["fell"] = list(table.fell)
    if table.max_turns != table.cards.max_turns:
        position["max_turns"] = table.max_turns
    position["shuffler"] = shuffler_position(table.shuffler)
    return position


def written_royals(table: Table, player: Player) -> dict[str, Any]:
    """What a player has beside the choices of this turn."""
    texts = table.cards.texts
    return {"royals": texts(player.royals), "hand": texts(player.hand), "out": player.out}


def written_muster(table: Table, player: Player) -> dict[str, Any]:
    """What a player has chosen in muster, as far as it is chosen."""
    chosen: dict[str, Any] = {}
    if player.general != NOBODY:
        chosen["general"] = table.cards.words[player.general]
    if player.target != NOBODY:
        chosen["target"] = player.target
        chosen["troops"] = table.cards.texts(player.troops)
    return chosen


def written_defence(table: Table, player: Player) -> dict[str, Any]:
    """What a player has done in defence: cards on cards in the order of the cards, not of the moves."""
    words, moves = table.cards.words, table.moves
    done: dict[str, Any] = {}
    lays = sorted([(moves.on[move], moves.card[move]) for move in player.defence if moves.does[move] == LAYS])
    if lays:
        laid: dict[str, list[str]] = {}
        for on, card in lays:
            laid.setdefault(words[on], []).append(words[card])
        done["laid"] = laid
    pits = sorted([move for move in player.defence if moves.does[move] == PITS])
    if pits:
        done["pitted"] = [[words[moves.card[move]], words[moves.on[move]]] for move in pits]
    return done
