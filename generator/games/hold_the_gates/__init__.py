"""Hold the Gates!: an attacker against a settlement, a defender who waits for the King's Army."""

from __future__ import annotations

from generator.catalog.models import Game as Database
from generator.catalog.problems import Problems
from generator.games.hold_the_gates.config import read_config
from generator.games.hold_the_gates.rules import HoldTheGates
from generator.rules.protocol import Game


def open_game(database: Database, problems: Problems) -> Game | None:
    """The game by the numbers of a card database; None if they can't be played, which ``problems`` tells."""
    config = read_config(database, problems)
    return None if config is None else HoldTheGates(config)
