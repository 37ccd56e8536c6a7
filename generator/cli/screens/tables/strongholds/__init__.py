"""Strongholds at the terminal."""

from __future__ import annotations

from generator.catalog.models import Game as Database
from generator.cli.screens.tables.strongholds.cards import Cards
from generator.cli.screens.tables.strongholds.table import StrongholdsTable
from generator.cli.screens.tables.table import Table


def open_table(database: Database) -> Table:
    """The table, with the cards of the card database."""
    return StrongholdsTable(Cards(database))
