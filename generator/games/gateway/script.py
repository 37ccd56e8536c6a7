"""All lines of effects of the game as actions, and how a line is done."""

from __future__ import annotations

from generator.games.gateway.board import Board
from generator.games.gateway.effects.action import Action
from generator.games.gateway.effects.making import make_action
from generator.games.gateway.table import Task
from generator.games.gateway.tables import Tables


class Script:
    """Made once for a game, and shared by all of its states."""

    __slots__ = ("_actions",)

    _actions: list[list[Action]]
    """For each line its effects in order."""

    def __init__(self, tables: Tables) -> None:
        self._actions = [
            [make_action(effect, line, at, tables) for at, effect in enumerate(effects)]
            for line, effects in enumerate(tables.lines.effects)
        ]

    def run(self, board: Board, task: Task) -> tuple[int, ...]:
        """Goes on with the uppermost task until there is something to choose, or other work comes first.

        A line that is done leaves the stack of work.
        """
        actions = self._actions[task.line]
        while task.at < len(actions):
            options = actions[task.at].run(board, task)
            if options or not board.work or board.work[-1] is not task:
                return options
        board.work.pop()
        return ()

    def answer(self, board: Board, task: Task, move: int) -> None:
        """Does what was chosen for the effect under way."""
        self._actions[task.line][task.at].answer(board, task, move)
