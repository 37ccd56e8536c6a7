"""Effects on an Army that last until the end of the turn."""

from __future__ import annotations

from generator.games.gateway.board import Board
from generator.games.gateway.effects.action import Action, Instant
from generator.games.gateway.effects.alike import first_of_each
from generator.games.gateway.table import Task


class ArmyAttack(Instant):
    """Your Army deals more damage, if it has an Insurgent."""

    __slots__ = ("damage",)

    def __init__(self, damage: int) -> None:
        self.damage = damage

    def do(self, board: Board, seat: int) -> None:
        board.players[seat].attack += self.damage


class ArmyDefence(Instant):
    """Each Insurgent of your Army has more defence, also one that comes later."""

    __slots__ = ("defence",)

    def __init__(self, defence: int) -> None:
        self.defence = defence

    def do(self, board: Board, seat: int) -> None:
        board.players[seat].defence += self.defence


class Weaken(Instant):
    """Whoever fights your Army deals less damage."""

    __slots__ = ("damage",)

    def __init__(self, damage: int) -> None:
        self.damage = damage

    def do(self, board: Board, seat: int) -> None:
        board.players[seat].weaken += self.damage


class Rescue(Instant):
    """The next of your Insurgents that are killed come into your hand."""

    __slots__ = ("cards",)

    def __init__(self, cards: int) -> None:
        self.cards = cards

    def do(self, board: Board, seat: int) -> None:
        board.players[seat].rescues += self.cards


class DoubleAttack(Action):
    """The attack of different Insurgents of your Army, which you choose, counts twice.

    A step is a card. One whose attack is taken away or doubled already can't be chosen.
    """

    __slots__ = ("cards",)

    def __init__(self, cards: int) -> None:
        self.cards = cards

    def run(self, board: Board, task: Task) -> tuple[int, ...]:
        army = board.players[task.seat].army
        open_to = [at for at, times in enumerate(army.times) if times == 1]
        left = self.cards - task.step
        if left < len(open_to) and left > 0:
            return board.ask(task.seat, first_of_each(board, army, open_to))
        if left > 0:
            for at in open_to:
                army.count(at, 2)
        task.finish()
        return ()

    def answer(self, board: Board, task: Task, move: int) -> None:
        board.players[task.seat].army.count(board.tables.moves.number[move], 2)
        task.step += 1
