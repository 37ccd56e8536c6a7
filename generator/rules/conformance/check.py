"""What a check is: a question to a game, and when in a game it is asked.

A new check is a new module in ``checks/`` with a subclass of :class:`Check`; nothing else names it.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import AbstractContextManager, nullcontext
from functools import cache
from typing import TYPE_CHECKING, ClassVar

from generator.catalog.plugins import load_plugins
from generator.rules.conformance import checks

if TYPE_CHECKING:
    from generator.rules.conformance.moment import Moment
    from generator.rules.conformance.other_process import Opener
    from generator.rules.protocol import Game

Faults = Iterable[str]
"""Sentences, each of which says what is wrong; none if all is well."""


class Check:
    """A question to a game. One is made for each run, and may remember what it saw.

    Whatever a method raises becomes a finding too, so a check calls the game without precautions.
    """

    name: ClassVar[str]
    question: ClassVar[str]
    """What holds if nothing is found: a sentence without its full stop."""
    order: ClassVar[int] = 50
    """Where it stands among the others in a report."""
    states_a_game: ClassVar[int] = 0
    """About how many states of a game it looks at; 0: all of them. See ``Schedule``."""
    counts_games: ClassVar[bool] = False
    """Whether it is made once for each game rather than at states."""
    only_close: ClassVar[bool] = False
    """Whether ``end`` is only asked of games that are looked at closely; see ``Schedule``."""

    def __init__(self, game: Game, opener: Opener | None) -> None:
        self.game = game
        self.opener = opener
        self.referee = game.referee()
        self.notes: list[str] = []
        self.prepare()

    def prepare(self) -> None:
        """What it remembers, before the first game."""

    @classmethod
    def concerns(cls, game: Game) -> bool:
        """Whether it is made for this game at all."""
        del game
        return True

    def around(self) -> AbstractContextManager[None]:
        """What holds while a game is played."""
        return nullcontext()

    def begin(self, moment: Moment) -> Faults:
        """When a game has begun."""
        del moment
        return ()

    def each(self, moment: Moment) -> Faults:
        """At every state, from the first to the last: only what costs next to nothing."""
        del moment
        return ()

    def look(self, moment: Moment) -> Faults:
        """At the states that the schedule chose, and at the last of every game."""
        del moment
        return ()

    def end(self, moment: Moment) -> Faults:
        """When a game has come to its end."""
        del moment
        return ()

    def leave(self) -> Faults:
        """When a game is left, come to its end or not."""
        return ()

    def close(self) -> Faults:
        """When all games have been played."""
        return ()


@cache
def known_checks() -> tuple[type[Check], ...]:
    """All checks, in the order of a report."""
    load_plugins(checks.__name__)
    return tuple(sorted(_below(Check), key=lambda kind: (kind.order, kind.name)))


def _below(kind: type[Check]) -> list[type[Check]]:
    found = [kind] if hasattr(kind, "name") and kind.__module__.startswith(checks.__name__) else []
    return found + [inner for below in kind.__subclasses__() for inner in _below(below)]
