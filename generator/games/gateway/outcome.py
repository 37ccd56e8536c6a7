"""What a battle changes on the district fought over."""

from __future__ import annotations

from generator.games.gateway.board import Board
from generator.games.gateway.sides import DEFENDER, has_forces
from generator.games.gateway.table import CONQUEST, NOBODY, Battle


def settle(board: Board, battle: Battle) -> None:
    """Moves markers and cards as the battle went, and ends it."""
    if not battle.spawned:
        settle_attack(board, battle)
        return
    if battle.seats[DEFENDER] != NOBODY:
        settle_defence(board, battle)
    else:
        settle_between_factions(board, battle)
    end_battle(board)


def settle_attack(board: Board, battle: Battle) -> None:
    """All defenders dead: the marker of the attacker goes there. Else nothing changes hands."""
    if has_forces(board, battle, DEFENDER):
        end_battle(board)
    else:
        board.districts[battle.district].owner = battle.seats[0]
        battle.to_stage(CONQUEST)


def settle_defence(board: Board, battle: Battle) -> None:
    """A player whose whole Army is dead loses the district, and who arrived holds it if they live.

    Else those who still live were unable to do anything, and are discarded.
    """
    district = board.districts[battle.district]
    if has_forces(board, battle, DEFENDER):
        board.drop_foes(district.arrivals)
    else:
        district.owner = NOBODY
        district.troop.take_over(district.arrivals)


def settle_between_factions(board: Board, battle: Battle) -> None:
    """Who arrived holds the district if the others are dead; if they could do nothing, they are discarded."""
    district = board.districts[battle.district]
    if has_forces(board, battle, DEFENDER):
        board.drop_foes(district.arrivals)
    else:
        district.troop.take_over(district.arrivals)


def tell_conquest(board: Board, battle: Battle) -> None:
    """Each Insurgent in the Army does what it says for a conquest, in order of arrival; then all is over."""
    seat = battle.seats[0]
    cards = board.players[seat].army.cards
    lines = board.tables.lines.conquest
    while battle.at < len(cards):
        line = lines[cards[battle.at]]
        battle.at += 1
        if line >= 0:
            board.push(line, seat)
            return
    end_battle(board)


def end_battle(board: Board) -> None:
    """The battle is uppermost on the stack of work, and leaves it."""
    board.work.pop()
    board.battle = None
