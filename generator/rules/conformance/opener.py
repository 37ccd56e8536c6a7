"""How another process gets the same game."""

from __future__ import annotations

from dataclasses import dataclass
from functools import reduce
from importlib import import_module

from generator.rules.protocol import Game


@dataclass(frozen=True, slots=True)
class Opener:
    """A function or class by its module and name, and the words that it is called with to get the game."""

    module: str
    name: str
    words: tuple[str, ...] = ()

    def open(self) -> Game:
        """The game, opened anew."""
        opened: Game = reduce(getattr, self.name.split("."), import_module(self.module))(*self.words)  # type: ignore[operator]
        return opened


def usual_opener(game: Game) -> Opener | None:
    """How such a game is usually got: by its name among the games of the house, else by its class."""
    kind = type(game)
    if kind.__module__.startswith("generator.games."):
        return Opener("generator.rules.loading", "load", (game.name,))
    if kind.__module__ == "__main__" or "<locals>" in kind.__qualname__:
        return None
    return Opener(kind.__module__, kind.__qualname__)
