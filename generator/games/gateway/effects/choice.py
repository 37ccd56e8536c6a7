"""The effect that lets choose between lines of effects."""

from __future__ import annotations

from generator.games.gateway.board import Board
from generator.games.gateway.effects.action import Action
from generator.games.gateway.table import Task


class ChooseOne(Action):
    """You choose one of the lines, and its effects are done in order."""

    __slots__ = ("lines",)

    def __init__(self, lines: list[int]) -> None:
        self.lines = lines

    def run(self, board: Board, task: Task) -> tuple[int, ...]:
        return board.ask(task.seat, board.tables.moves.choose_number[: len(self.lines)])

    def answer(self, board: Board, task: Task, move: int) -> None:
        task.finish()
        board.push(self.lines[board.tables.moves.number[move]], task.seat, task.place)
