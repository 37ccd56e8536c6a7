"""How a side's damage is divided over the cards of the other.

A card takes at most what kills it, and all that can be taken must be assigned. Cards take damage in tiers:
first those with Vanguard, then those without a word, at last the Veiled. So damage that is enough for a whole
tier leaves nothing to choose there; the choice is in the first tier for which it is not enough.
"""

from __future__ import annotations

from generator.games.gateway.board import Board
from generator.games.gateway.sides import rooms_of, troop_of
from generator.games.gateway.table import Battle, Troop
from generator.games.gateway.tables import FIRST_KILLED, LAST_KILLED


def begin_dealing(board: Board, battle: Battle, side: int, damage: int) -> None:
    """Deals damage to a side as far as there is no choice: to all tiers for which it is enough."""
    troop = troop_of(board, battle, side)
    rooms = rooms_of(board, battle, side)
    tiers = board.tables.tier
    battle.left = 0
    if damage >= sum(rooms):  # all are dead, the rest is lost
        for at, room in enumerate(rooms):
            put(battle, troop, at, room)
        return
    for tier in range(FIRST_KILLED, LAST_KILLED + 1):
        of_tier = [at for at, kind in enumerate(troop.cards) if tiers[kind] == tier]
        needed = sum([rooms[at] for at in of_tier])
        if needed > damage:
            break
        for at in of_tier:
            put(battle, troop, at, rooms[at])
        damage -= needed
    battle.left = damage


def assignments(board: Board, battle: Battle, side: int) -> tuple[int, ...]:
    """What the next card with a choice may be dealt; nothing when all damage is assigned.

    Card after card in order of arrival: at least what those behind it can't take, at most what kills it.
    """
    if battle.left == 0:
        return ()
    rooms = rooms_in_open_tier(board, battle, side)
    behind = sum(rooms[battle.at :])
    while battle.left > 0:
        at = battle.at
        behind -= rooms[at]
        most = min(rooms[at], battle.left)
        least = max(battle.left - behind, 0)
        if least < most:
            return board.tables.moves.assign[at][least : most + 1]
        assign(board, battle, side, at, most)
    return ()


def rooms_in_open_tier(board: Board, battle: Battle, side: int) -> list[int]:
    """How much damage each card can take now: none but those of the first tier that still has room."""
    rooms = rooms_of(board, battle, side)
    cards = troop_of(board, battle, side).cards
    tiers = board.tables.tier
    tier = LAST_KILLED
    for at, kind in enumerate(cards):
        if rooms[at] > 0 and tiers[kind] < tier:
            tier = tiers[kind]
    for at, kind in enumerate(cards):
        if tiers[kind] != tier:
            rooms[at] = 0
    return rooms


def assign(board: Board, battle: Battle, side: int, at: int, damage: int) -> None:
    """Deals some of the damage that is left to a card, and goes on to the next."""
    put(battle, troop_of(board, battle, side), at, damage)
    battle.left -= damage
    battle.at = at + 1


def put(battle: Battle, troop: Troop, at: int, damage: int) -> None:
    if damage > 0:
        troop.hurt(at, damage)
        battle.dealt = True
