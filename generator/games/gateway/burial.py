"""What happens with cards that were killed: they say their last, some are rescued, the others leave.

A step of the task is a part of this for one side: 0 and 1 what the killed cards do, 2 and 3 who is rescued.
"""

from __future__ import annotations

from generator.games.gateway.board import Board
from generator.games.gateway.effects import keywords
from generator.games.gateway.sides import ATTACKER, DEFENDER, the_dead, troop_of
from generator.games.gateway.table import NOBODY, Battle, Task


def bury(board: Board, battle: Battle, task: Task) -> tuple[int, ...]:
    """Does the next step, or gives which card may be rescued. The task ends when all the dead are gone."""
    while task.step < 2:
        if tell_killed(board, battle, task.step, task):
            return ()
        next_step(task)
    while task.step < 4:
        options = rescue(board, battle, task.step - 2)
        if options:
            return options
        next_step(task)
    board.work.pop()
    take_off(board, battle, ATTACKER)
    take_off(board, battle, DEFENDER)
    return ()


def tell_killed(board: Board, battle: Battle, side: int, task: Task) -> bool:
    """The next Insurgent that says something for being killed does it, before it leaves the Army.

    In order of arrival; False if there is none any more.
    """
    seat = battle.seats[side]
    if seat == NOBODY:
        return False
    cards = board.players[seat].army.cards
    lines = board.tables.lines.killed
    for at in range(task.at, len(cards)):
        line = lines[cards[at]]
        if line >= 0 and at in the_dead(board, battle, side):
            task.at = at + 1
            board.push(line, seat)
            return True
    return False


def rescue(board: Board, battle: Battle, side: int) -> tuple[int, ...]:
    """The next Insurgents that are killed come into the hand; if not all can, their player chooses."""
    seat = battle.seats[side]
    if seat != NOBODY and board.players[seat].rescues > 0:
        player = board.players[seat]
        dead = the_dead(board, battle, side)
        if len(dead) > player.rescues:
            kinds = 0
            for at in dead:
                kinds |= 1 << player.army.cards[at]
            return board.ask(seat, board.tables.choose.options(kinds))
        for at in reversed(dead):
            bring_back(board, battle, side, at)
    return ()


def answer(board: Board, battle: Battle, task: Task, move: int) -> None:
    """A card was chosen to be rescued."""
    side = task.step - 2
    kind = board.tables.moves.number[move]
    army = troop_of(board, battle, side)
    for at in the_dead(board, battle, side):
        if army.cards[at] == kind:
            bring_back(board, battle, side, at)
            break


def bring_back(board: Board, battle: Battle, side: int, at: int) -> None:
    """An Insurgent goes from the Army into the hand."""
    player = board.players[battle.seats[side]]
    player.hand.add(player.army.leave(at))
    player.rescues -= 1


def take_off(board: Board, battle: Battle, side: int) -> None:
    """The dead of a side go to their owner's discard pile; who killed Guards or Horde takes points."""
    seat = battle.seats[side]
    killer = battle.seats[1 - side]
    tables = board.tables
    troop = troop_of(board, battle, side)
    points = 0
    for at in reversed(the_dead(board, battle, side)):
        kind = troop.leave(at)
        if seat != NOBODY:
            keywords.bury(board, seat, kind)
        else:
            board.foes[tables.faction[kind]].discard.append(kind)
            points += tables.vp[kind]
    if points > 0 and killer != NOBODY:
        board.gain_vp(killer, points)


def next_step(task: Task) -> None:
    task.step += 1
    task.at = 0
