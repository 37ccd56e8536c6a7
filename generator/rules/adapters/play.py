"""A game from the deal to the end, as a thing that can be copied, pickled and played again."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from generator.rules.adapters.memory import Memory, first_memory
from generator.rules.protocol import Game, Position, State


@dataclass(frozen=True, slots=True)
class Setting:
    """How a game is begun: the seed of the engine is the deal, or a position from a list."""

    rules: Game
    seats: int
    options: Mapping[str, Any]
    positions: Sequence[Position]
    """All beginnings, if they are listed."""
    deals: int
    """How many there are."""
    first: int
    """The seed of deal 0, if they are not listed."""

    def begin(self, deal: int) -> State:
        """The engine's state after a deal."""
        if self.positions:
            return self.rules.from_dict(self.positions[deal])
        return self.rules.start(self.first + deal, self.seats, **self.options)


class Play:
    """A game under way, with what the seats remember of it.

    It is copied by ``clone``. Pickled it only keeps where the game began: whoever reads it knows the history,
    by which the rest is played again.
    """

    __slots__ = ("memory", "origin", "state")

    def __init__(self, origin: Position | None = None) -> None:
        self.origin = origin
        """Where it began if not with a deal."""
        self.state: State | None = None
        """None before the deal, and after pickling."""
        self.memory: Memory | None = None
        """Kept from the first time that somebody asks for it."""

    def __deepcopy__(self, memo: object) -> Play:
        copy = Play(self.origin)
        copy.state = self.state and self.state.clone()
        copy.memory = self.memory
        return copy

    def __reduce__(self) -> tuple[Callable[..., Play], tuple[Position | None]]:
        return Play, (self.origin,)

    def replay(self, setting: Setting, history: Sequence[int]) -> None:
        """Plays the game from its beginning: the deal, unless there is an origin, then the moves."""
        self._begin(setting, history)
        for move in self._moves(history):
            self.move(move)

    def recall(self, setting: Setting, history: Sequence[int]) -> None:
        """The same, and notes what the seats see."""
        again = Play(self.origin)
        again._begin(setting, history)
        if again.state is None:
            return
        again.memory = first_memory(again.state, setting.seats)
        for move in again._moves(history):
            again.move(move)
        self.memory = again.memory

    def move(self, move: int) -> None:
        """Makes a move; the game is dealt."""
        state = self.state
        assert state is not None
        mover = state.player
        assert mover is not None
        words = state.text(move) if self.memory else ""
        state.apply(move)
        if self.memory is not None:
            self.memory = self.memory.after(mover, words, state)

    def _begin(self, setting: Setting, history: Sequence[int]) -> None:
        if self.origin is not None:
            self.state = setting.rules.from_dict(self.origin)
        elif history:
            self.state = setting.begin(history[0])

    def _moves(self, history: Sequence[int]) -> Sequence[int]:
        return history if self.origin is not None else history[1:]
