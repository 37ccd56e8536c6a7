"""Gateway: rebels build decks and take a city's districts from each other, the Guards and the Horde."""

from __future__ import annotations

from generator.catalog.models import Game as Database
from generator.catalog.problems import Problems
from generator.games.gateway.database import read_numbers
from generator.games.gateway.game import Gateway


def open_game(database: Database, problems: Problems) -> Gateway | None:
    """The game with the numbers of the database; None if some are missing or wrong."""
    numbers = read_numbers(database, problems)
    return None if numbers is None else Gateway(numbers)
