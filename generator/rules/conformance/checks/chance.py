"""The only chance in a game is its shuffler, and it knows no clock."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager

from generator.rules.conformance.check import Check
from generator.rules.conformance.no_clock import Locks
from generator.rules.conformance.other_process import Opener
from generator.rules.protocol import Game


class Chance(Check):
    """Locks chance and clock away while games are played, and tells who tried them."""

    name = "chance"
    question = "only the shuffler makes chance, and nothing looks at the clock"
    order = 50
    counts_games = True

    def __init__(self, game: Game, opener: Opener | None) -> None:
        super().__init__(game, opener)
        self._locks = Locks(game)
        self._told = 0

    def around(self) -> AbstractContextManager[None]:
        return self._locks.locked()

    def leave(self) -> Iterator[str]:
        new = self._locks.heard[self._told :]
        self._told += len(new)
        yield from new
