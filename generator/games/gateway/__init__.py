"""Gateway: rebels build decks and take a city's districts from each other, the Guards and the Horde."""

from __future__ import annotations

from generator.catalog.models import Game as Database
from generator.catalog.problems import Problems
from generator.games.gateway.database import read_config
from generator.games.gateway.effects import WORDS
from generator.games.gateway.rules import Gateway


def open_game(database: Database, problems: Problems) -> Gateway | None:
    """The game with the numbers of the database; None if some are missing or wrong."""
    config = read_config(database, WORDS, problems)
    return None if config is None else Gateway(config)
