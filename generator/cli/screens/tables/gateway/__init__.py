"""Gateway at the terminal."""

from __future__ import annotations

from generator.catalog.models import Game as Database
from generator.cli.screens.tables.gateway.cards import Cards
from generator.cli.screens.tables.gateway.table import GatewayTable
from generator.cli.screens.tables.table import Table


def open_table(database: Database) -> Table:
    """The table, with the cards of the card database."""
    return GatewayTable(Cards(database))
