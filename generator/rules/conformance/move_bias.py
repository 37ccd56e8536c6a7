"""Odd players: one kind of move is much preferred, or shunned. Random play seldom gets where they do."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from generator.rules.protocol import State

FIRMNESS = 0.95
"""How often an odd player follows the taste."""


@dataclass(frozen=True, slots=True)
class Taste:
    """A way to choose moves."""

    kind: str
    """The first word of the moves that it is about."""
    likes: bool
    """Whether they are preferred, or shunned."""
    end: int | None = None
    """Of the moves that are as good, the first (0) or the last (-1) is taken; None: any."""
    seat: int | None = None
    """The only seat that plays so; None: all do."""

    def choose(self, state: State, legal: Sequence[int], dice: Random) -> int:
        """One of the legal moves."""
        if (self.seat is None or state.player == self.seat) and dice.random() < FIRMNESS:
            fitting = [move for move in legal if (kind_of(state.text(move)) == self.kind) == self.likes]
            legal = fitting or legal
            if self.end is not None:
                return legal[self.end]
        return legal[int(dice.random() * len(legal))]


def kind_of(words: str) -> str:
    """What a move does: ``attack`` of ``attack S2>1``."""
    return words.partition(" ")[0]


def odd_taste(number: int, kinds: Sequence[str], seats: int) -> Taste:
    """The taste of that number: all kinds are liked in turn, then shunned, then so in other ways."""
    turn, index = divmod(number, len(kinds))
    likes = turn % 2 == 0
    end = (None, 0, -1)[turn // 2 % 3]
    seat = None if turn // 6 % 2 == 0 else number % seats
    return Taste(kinds[index], likes, end, seat)
