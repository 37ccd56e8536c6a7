"""What an effect does: the form that all of them have."""

from __future__ import annotations

from generator.games.gateway.board import Board
from generator.games.gateway.table import Task


class Action:
    """One effect of one line on a card, with its numbers.

    How far it has come is kept in the task, never in the action: all states of a game share the actions.
    """

    __slots__ = ()

    def run(self, board: Board, task: Task) -> tuple[int, ...]:
        """Does the next step and gives nothing, or gives what ``board.player`` may choose from.

        It calls ``task.finish()`` once all is done, and is run again as long as it has not. What it pushes
        on the stack of work is done before that.
        """
        raise NotImplementedError

    def answer(self, board: Board, task: Task, move: int) -> None:
        """Does what was chosen."""
        raise NotImplementedError


class Instant(Action):
    """An effect that asks for nothing and is done at once."""

    __slots__ = ()

    def run(self, board: Board, task: Task) -> tuple[int, ...]:
        task.finish()
        self.do(board, task.seat)
        return ()

    def do(self, board: Board, seat: int) -> None:
        """Does all of it; ``seat`` is the player that the effect calls "you"."""
        raise NotImplementedError

    def answer(self, board: Board, task: Task, move: int) -> None:
        raise ValueError(f"move {move} answers nothing: {task.line} did not ask on {board}")
