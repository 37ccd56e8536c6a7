"""How games look on the terminal: a module for each, found by the game's name; plain for all others.

Such a module has ``open_table(database)``. A new game is a new file.
"""

from __future__ import annotations

import pkgutil
from importlib import import_module

from generator.catalog.models import Game as Database
from generator.cli.screens.tables.plain import PlainTable
from generator.cli.screens.tables.table import Table

__all__ = ["Table", "table_for"]


def table_for(name: str, database: Database) -> Table:
    """The table of the game of that name, with the cards of its database."""
    module_name = name.replace("-", "_")
    if module_name not in {module.name for module in pkgutil.iter_modules(__path__)}:
        return PlainTable()
    module = import_module(f"{__name__}.{module_name}")
    table: Table = module.open_table(database)
    return table
