"""Effects on the other side of a battle. Outside a battle they do nothing."""

from __future__ import annotations

from generator.games.gateway.board import Board
from generator.games.gateway.effects.action import Action
from generator.games.gateway.effects.alike import first_of_each
from generator.games.gateway.sides import attack_of, the_dead, troop_of
from generator.games.gateway.table import BURY, Battle, Task


class Strike(Action):
    """You choose a card of the other side; it takes damage at once, and is killed if that suffices."""

    __slots__ = ("damage",)

    def __init__(self, damage: int) -> None:
        self.damage = damage

    def run(self, board: Board, task: Task) -> tuple[int, ...]:
        battle = board.battle
        if battle is not None:
            troop = troop_of(board, battle, other_side(battle, task.seat))
            if troop.cards:
                numbers = list(range(len(troop.cards)))
                return board.ask(task.seat, first_of_each(board, troop, numbers))
        task.finish()
        return ()

    def answer(self, board: Board, task: Task, move: int) -> None:
        task.finish()
        battle = board.battle
        assert battle is not None
        side = other_side(battle, task.seat)
        at = board.tables.moves.number[move]
        troop_of(board, battle, side).hurt(at, self.damage)
        if at in the_dead(board, battle, side):
            board.work.append(Task(BURY, 0, 0))


class Blind(Action):
    """You choose different cards of the other side that have an attack; they have none in this turn.

    A step is a card.
    """

    __slots__ = ("cards",)

    def __init__(self, cards: int) -> None:
        self.cards = cards

    def run(self, board: Board, task: Task) -> tuple[int, ...]:
        battle = board.battle
        left = self.cards - task.step
        if battle is not None and left > 0:
            side = other_side(battle, task.seat)
            troop = troop_of(board, battle, side)
            open_to = [at for at in range(len(troop.cards)) if attack_of(board, battle, side, at) > 0]
            if left < len(open_to):
                return board.ask(task.seat, first_of_each(board, troop, open_to))
            for at in open_to:
                troop.count(at, 0)
        task.finish()
        return ()

    def answer(self, board: Board, task: Task, move: int) -> None:
        battle = board.battle
        assert battle is not None
        troop = troop_of(board, battle, other_side(battle, task.seat))
        troop.count(board.tables.moves.number[move], 0)
        task.step += 1


def other_side(battle: Battle, seat: int) -> int:
    """The number of the side that fights a player's Army."""
    return 1 if battle.seats[0] == seat else 0
