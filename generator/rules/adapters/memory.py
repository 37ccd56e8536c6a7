"""What the seats of a game remember: all that they saw, and the moves that they made."""

from __future__ import annotations

from dataclasses import dataclass

from generator.rules.adapters.encoding import as_text
from generator.rules.protocol import State


@dataclass(frozen=True, slots=True)
class Memory:
    """For each seat what it has seen and done so far, in order. It never changes, so copies may share it.

    A seat that sees nothing new notes nothing: how often others were asked in secret does not show.
    """

    notes: tuple[tuple[str, ...], ...]

    def of(self, seat: int) -> list[str]:
        """The views of a seat as JSON, with its own moves between them."""
        return list(self.notes[seat])

    def after(self, mover: int, move: str, state: State) -> Memory:
        """With the move that a seat has made, and the state that it led to."""
        return Memory(
            tuple(
                _noted(notes if seat != mover else (*notes, f"> {move}"), as_text(state.view(seat)))
                for seat, notes in enumerate(self.notes)
            )
        )


def first_memory(state: State, seats: int) -> Memory:
    """What each seat sees at the beginning."""
    return Memory(tuple((as_text(state.view(seat)),) for seat in range(seats)))


def _noted(notes: tuple[str, ...], view: str) -> tuple[str, ...]:
    return notes if notes[-1] == view else (*notes, view)
