"""A game under way at the terminal: its state, and every state before it."""

from __future__ import annotations

from typing import NamedTuple

from generator.rules import Game, Record, State


class Step(NamedTuple):
    """A move that was made: by whom, in which state."""

    seat: int
    move: str
    before: State


class Match:
    """A game that is recorded while it is played, and can be taken back move by move."""

    def __init__(self, game: Game, record: Record) -> None:
        """Begins the game, with none of the record's moves made. Raises InputError or BadPosition."""
        self.game = game
        self.state = record.begin(game)
        self.steps: list[Step] = []
        self._began = record

    def play(self, text: str) -> Step:
        """Makes a move in notation. Raises IllegalMove, and then nothing has changed."""
        before = self.state.clone()
        seat = self.state.player
        self.state.play(text)
        return self._note(0 if seat is None else seat, text, before)

    def apply(self, move: int) -> Step:
        """Makes one of the legal moves."""
        return self.play(self.state.text(move))

    def take_back(self, seat: int) -> Step | None:
        """Goes back to the seat's last decision; the step that was undone, None if it has made none."""
        numbers = [number for number, step in enumerate(self.steps) if step.seat == seat]
        if not numbers:
            return None
        undone = self.steps[numbers[-1]]
        del self.steps[numbers[-1] :]
        self.state = undone.before
        return undone

    @property
    def record(self) -> Record:
        """The game as it has been played up to now."""
        began = self._began
        result = self.state.result() if self.state.over else None
        moves = [step.move for step in self.steps]
        return Record(began.game, began.setup, began.position, moves, result)

    def _note(self, seat: int, text: str, before: State) -> Step:
        # A person may write a move in several ways; the record has it as the rules write it.
        step = Step(seat, before.text(before.parse(text)), before)
        self.steps.append(step)
        return step
