"""Gateway at the terminal."""

from __future__ import annotations

from generator.catalog.models import Game as Database
from generator.games.gateway.terminal.cards import Cards
from generator.games.gateway.terminal.table import GatewayDisplay
from generator.rules import Game
from generator.rules.terminal import Display


def open_display(game: Game, database: Database) -> Display:
    """The display, with the cards of the card database."""
    del game
    return GatewayDisplay(Cards(database))
