"""The two sides of a battle: their cards, how strong these are, and the damage that they deal.

Side 0 attacks, side 1 defends.
"""

from __future__ import annotations

from typing import Final

from generator.games.gateway.board import Board
from generator.games.gateway.effects.counts import counted
from generator.games.gateway.effects.keywords import attack_bonus
from generator.games.gateway.table import NOBODY, Battle, Troop

ATTACKER: Final = 0
DEFENDER: Final = 1


def troop_of(board: Board, battle: Battle, side: int) -> Troop:
    """The cards of a side that can be damaged."""
    seat = battle.seats[side]
    if seat != NOBODY:
        return board.players[seat].army
    district = board.districts[battle.district]
    return district.arrivals if side == ATTACKER else district.troop


def has_forces(board: Board, battle: Battle, side: int) -> bool:
    """A side without Insurgents, Guards or Horde has no forces, whatever Runestones it has."""
    return bool(troop_of(board, battle, side).cards)


def faction_of(board: Board, battle: Battle, side: int) -> int:
    """``GUARDS`` or ``HORDES``; ``NOBODY`` for a player's Army, and when none of a faction lives."""
    if battle.seats[side] != NOBODY:
        return NOBODY
    cards = troop_of(board, battle, side).cards
    return board.tables.faction[cards[0]] if cards else NOBODY


def attack_of(board: Board, battle: Battle, side: int, at: int) -> int:
    """What a card adds to its side's damage."""
    troop = troop_of(board, battle, side)
    times = troop.times[at]
    if times == 0:
        return 0
    tables = board.tables
    kind = troop.cards[at]
    attack = tables.attack[kind]
    if tables.grows[kind]:
        foe = faction_of(board, battle, 1 - side)
        attack += attack_bonus(tables, kind, side == ATTACKER, foe)
        for number, of in tables.attack_each[kind]:
            attack += number * counted(board, of, battle.seats[side], troop)
    return attack * times


def damage_of(board: Board, battle: Battle, side: int) -> int:
    """The damage amount of a side: all its attack, and what lasts for this turn."""
    troop = troop_of(board, battle, side)
    if not troop.cards:
        return 0
    tables = board.tables
    damage = 0
    for at, kind in enumerate(troop.cards):
        if tables.grows[kind]:
            damage += attack_of(board, battle, side, at)
        else:
            damage += tables.attack[kind] * troop.times[at]
    if battle.seats[side] != NOBODY:
        damage += board.players[battle.seats[side]].attack
    if battle.seats[1 - side] != NOBODY:
        damage -= board.players[battle.seats[1 - side]].weaken
    return max(damage, 0)


def rooms_of(board: Board, battle: Battle, side: int) -> list[int]:
    """How much damage each card of a side can still take: as much as kills it."""
    troop = troop_of(board, battle, side)
    toughness = board.tables.toughness[side]
    damage = troop.damage
    seat = battle.seats[side]
    more = 0 if seat == NOBODY else board.players[seat].defence
    rooms: list[int] = []
    for at, kind in enumerate(troop.cards):
        room = toughness[kind] + more - damage[at]
        rooms.append(room if room > 0 else 0)
    return rooms


def the_dead(board: Board, battle: Battle, side: int) -> list[int]:
    """The numbers of a side's cards that took as much damage as kills them, ascending."""
    if not troop_of(board, battle, side).touched:
        return []
    return [at for at, room in enumerate(rooms_of(board, battle, side)) if room == 0]
