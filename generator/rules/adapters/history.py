"""A game from the deal to the end, as others' tools need it: copied, pickled, remembered and paid out."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from generator.rules.adapters.encoding import as_text
from generator.rules.protocol import Game, Position, Result, State


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
            self.memory = memory_after(self.memory, mover, words, state)

    def _begin(self, setting: Setting, history: Sequence[int]) -> None:
        if self.origin is not None:
            self.state = setting.rules.from_dict(self.origin)
        elif history:
            self.state = setting.begin(history[0])

    def _moves(self, history: Sequence[int]) -> Sequence[int]:
        return history if self.origin is not None else history[1:]


Memory = tuple[tuple[str, ...], ...]
"""For each seat what it has seen and done so far, in order: views as JSON, and its own moves between them.

A seat that sees nothing new notes nothing: how often others were asked in secret does not show.
"""


def first_memory(state: State, seats: int) -> Memory:
    """What each seat sees at the beginning."""
    return tuple((as_text(state.view(seat)),) for seat in range(seats))


def memory_after(memory: Memory, mover: int, move: str, state: State) -> Memory:
    """With the move that a seat has made, and the state that it led to."""
    return tuple(
        _noted((*notes, f"> {move}") if seat == mover else notes, as_text(state.view(seat)))
        for seat, notes in enumerate(memory)
    )


def _noted(notes: tuple[str, ...], view: str) -> tuple[str, ...]:
    return notes if notes[-1] == view else (*notes, view)


@dataclass(frozen=True, slots=True)
class Winning:
    """To win is worth 1, shared by those who win together; the others pay for it in equal parts.

    Of two seats the winner has 1, the loser -1, and a draw is 0 for both. The sum is 0, but where all lose:
    then each has what a loser has. Who plays alone has 1 or -1.
    """

    zero_sum: bool = True
    """Whether nobody can lose together with all others."""

    def bounds(self, seats: int) -> tuple[float, float]:
        """The least and the most that a seat may end with."""
        return -1.0 / max(seats - 1, 1), 1.0

    def of(self, result: Result) -> list[float]:
        """What each seat ends with."""
        seats, winners = len(result.scores), len(result.winners)
        lost = -1.0 / max(seats - 1, 1)
        if not winners:
            return [lost] * seats
        won = 1.0 if seats == 1 else (seats / winners - 1) / (seats - 1)
        return [won if seat in result.winners else lost for seat in range(seats)]


@dataclass(frozen=True, slots=True)
class Points:
    """The game's own points, which must lie between two bounds."""

    least: float
    most: float
    zero_sum: bool = False
    """Whether all seats' points together are 0 in every game."""

    def bounds(self, seats: int) -> tuple[float, float]:
        """The least and the most that a seat may end with."""
        del seats
        return self.least, self.most

    def of(self, result: Result) -> list[float]:
        """What each seat ends with."""
        return [float(score) for score in result.scores]


Utility = Winning | Points
"""What the seats of a game go for, as OpenSpiel counts it."""
