"""A game folder written from a few lines."""

from __future__ import annotations

import textwrap
from pathlib import Path

from generator.catalog.load import load_game
from generator.catalog.models import Card, Game
from generator.catalog.problems import Problems

GAME = """\
title: Tiny
components:
  decks:
    size: poker
    front: card.xml.j2
    cards: cards.yaml
"""


class GameFolder:
    """``my-game`` below the current directory, so that places read ``my-game/cards.yaml:1:1``."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir()
        self.write("game.yaml", GAME)

    def write(self, name: str, text: str | bytes) -> Path:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text if isinstance(text, bytes) else textwrap.dedent(text).encode())
        return path

    def declare(self, fields: str) -> None:
        self.write("game.yaml", f"{GAME}    fields: {fields}\n")

    def load(self) -> tuple[Game | None, list[str]]:
        problems = Problems()
        game = load_game(Path("my-game"), problems)
        return game, [str(problem) for problem in problems]

    def problems(self) -> list[str]:
        return self.load()[1]

    def sound(self) -> Game:
        """The game, in which nothing is wrong."""
        game, problems = self.load()
        assert problems == []
        assert game is not None
        return game

    def cards(self) -> list[Card]:
        return cards_of(self.sound())

    def values(self, field: str) -> list[object]:
        """The values of ``field`` on all cards of a game without problems."""
        return [card.values[field] for card in self.cards()]


def cards_of(game: Game) -> list[Card]:
    return [card for part in game.components for cards in part.sets for card in cards.cards]
