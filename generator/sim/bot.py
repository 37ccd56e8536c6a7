"""What a bot is: whoever decides from what a seat may know."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from generator.rules import View


@dataclass(frozen=True, slots=True)
class Advice:
    """A move and how good a bot holds it to be."""

    move: int
    evaluation: float
    """The mean over the worlds that were looked at, in the unit of the game's evaluator; higher is better."""
    outlook: Callable[[], str]
    """Tells in words what the bot expects of the move; nothing where it can't say."""


class Bot:
    """Decides for one seat. It is shown the seat's view and the legal moves, never the state."""

    looks = True
    """Whether it looks at views. One that doesn't may be given an empty one, which costs no time."""

    def choose(self, view: View, legal: Sequence[int]) -> int:
        """One of the legal moves."""
        raise NotImplementedError

    def advise(self, view: View, legal: Sequence[int]) -> list[Advice]:
        """The moves that it has an opinion of, the best first; empty for a bot without opinions."""
        del view, legal
        return []
