"""Hold the Line: the rules that a computer plays it by."""

from __future__ import annotations

from generator.catalog.models import Game as Database
from generator.catalog.problems import Problems
from generator.games.hold_the_line.config import read_config
from generator.games.hold_the_line.rules import HoldTheLineGame
from generator.rules.protocol import Game


def open_game(database: Database, problems: Problems) -> Game | None:
    """The game with the numbers of its card database; None if some are missing or wrong."""
    config = read_config(database, problems)
    return None if config is None else HoldTheLineGame(database.title, config)
