"""Strongholds: the rules that a computer plays it by."""

from __future__ import annotations

from generator.catalog.models import Game as Database
from generator.catalog.problems import Problems
from generator.games.strongholds.database import read_numbers
from generator.games.strongholds.game import StrongholdsGame
from generator.rules.protocol import Game


def open_game(database: Database, problems: Problems) -> Game | None:
    """The game with the numbers of its card database; None if some are missing or wrong."""
    numbers = read_numbers(database, problems)
    return None if numbers is None else StrongholdsGame(numbers)
