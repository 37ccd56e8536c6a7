"""Hold the Line: the rules that a computer plays it by."""

from __future__ import annotations

from generator.catalog.models import Game as Database
from generator.catalog.problems import Problems
from generator.games.hold_the_line.database import read_numbers
from generator.games.hold_the_line.game import HoldTheLineGame
from generator.rules.protocol import Game


def open_game(database: Database, problems: Problems) -> Game | None:
    """The game with the numbers of its card database; None if some are missing or wrong."""
    numbers = read_numbers(database, problems)
    return None if numbers is None else HoldTheLineGame(database.title, numbers)
