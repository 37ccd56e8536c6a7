"""Battle Gate, by Marc Wolff: decks of characters that attack, defend and boost, for 2 to 4 players."""

from __future__ import annotations

from generator.catalog.models import Game as Database
from generator.catalog.problems import Problems
from generator.games.battle_gate.database import read_numbers
from generator.games.battle_gate.game import BattleGate


def open_game(database: Database, problems: Problems) -> BattleGate | None:
    """The game with the numbers of the database; None if some are missing or wrong."""
    numbers = read_numbers(database, problems)
    return None if numbers is None else BattleGate(numbers)
