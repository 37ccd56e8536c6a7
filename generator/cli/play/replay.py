"""Stepping through a game that was written down."""

from __future__ import annotations

import sys

from generator.catalog.problems import Problem
from generator.cli.play.eyes import view_of
from generator.cli.play.match import Match
from generator.cli.play.opening import GameFile, play_recorded, wrong_result
from generator.cli.play.telling import told_step
from generator.cli.play.terminal import Left, Terminal
from generator.cli.play.unattended import show_end
from generator.rules.terminal import Display


class Replay:
    """A recorded game, shown move by move: with Enter at a terminal, all at once elsewhere."""

    def __init__(
        self, match: Match, file: GameFile, display: Display, seat: int | None, terminal: Terminal
    ) -> None:
        self._match = match
        self._file = file
        self._display = display
        self._seat = seat
        self._terminal = terminal
        self._steps = sys.stdin.isatty() and sys.stdout.isatty()

    def run(self) -> list[Problem]:
        """Shows the whole game; what is wrong: a move that is not legal ends it, or another result.

        Raises Left.
        """
        total = len(self._file.record.moves)
        is_new = True
        for number in range(total):
            if self._steps and is_new:
                self._draw()
                self._wait(number, total)
            problem = play_recorded(self._match, self._file, number)
            if problem is not None:
                return [problem]
            told = list(told_step(self._display, self._match, self._seat))
            for line in told:
                self._terminal.say(line)
            # A move that the seat can't know of must not even make it press a key.
            is_new = bool(told)
        show_end(self._match, self._display, self._seat, self._terminal)
        return wrong_result(self._match, self._file)

    def _wait(self, number: int, total: int) -> None:
        """Waits for Enter; ``all`` shows the rest at once."""
        # The numbers would tell a seat how many moves another one made face down.
        which = f"move {number + 1} of {total}" if self._seat is None else "next move"
        answer = self._terminal.ask(f"{which} (Enter, all, quit): ").lower()
        if answer in ("all", "a"):
            self._steps = False
        elif answer in ("quit", "q", "exit"):
            raise Left

    def _draw(self) -> None:
        view = view_of(self._match.state, self._seat)
        self._terminal.show(self._display.draw(view, self._terminal.width), space=True)
