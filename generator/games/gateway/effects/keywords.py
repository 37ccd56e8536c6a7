"""What the keywords on cards do.

Four of them stand elsewhere: Vanguard and Veiled are tiers of ``Tables``, which ``dealing`` goes through in
their order, Bulwark is in the toughness of cards in ``Tables``, and Fleeting in ``Board.discard``.
"""

from __future__ import annotations

from generator.games.gateway.board import GUARDS, HORDES, Board
from generator.games.gateway.tables import Tables


def attack_bonus(tables: Tables, kind: int, attacking: bool, foe: int) -> int:
    """More attack of a card in a battle. ``foe``: the other side's faction, or ``NOBODY`` for a player."""
    bonus = 0
    if attacking:
        bonus += charge(tables, kind)
    if foe == HORDES:
        bonus += hordebane(tables, kind)
    elif foe == GUARDS:
        bonus += guardbane(tables, kind)
    return bonus


def charge(tables: Tables, kind: int) -> int:
    """More attack while its side attacks."""
    return tables.charge[kind]


def hordebane(tables: Tables, kind: int) -> int:
    """More attack against the Horde."""
    return tables.hordebane[kind]


def guardbane(tables: Tables, kind: int) -> int:
    """More attack against Guards."""
    return tables.guardbane[kind]


def is_returning(tables: Tables, kind: int) -> bool:
    """If it is killed, it comes into its owner's hand."""
    return tables.returning[kind]


def bury(board: Board, seat: int, kind: int) -> None:
    """Puts an Insurgent that was killed where it goes."""
    player = board.players[seat]
    if is_returning(board.tables, kind):
        player.hand.add(kind)
    else:
        board.discard(player, kind)
