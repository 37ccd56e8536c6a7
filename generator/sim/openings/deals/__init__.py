"""What first hands are drawn from: a module for each game that needs one, found by the game's name.

Such a module has ``open_deal(game)``. In all other games each seat has a deck of its own.
"""

from __future__ import annotations

import pkgutil
from importlib import import_module

from generator.rules import Game
from generator.sim.openings.deals.deal import Deal

__all__ = ["Deal", "deal_for"]


def deal_for(game: Game) -> Deal:
    """What the first hands of this game are drawn from."""
    name = game.name.replace("-", "_")
    if name not in {module.name for module in pkgutil.iter_modules(__path__)}:
        return Deal()
    deal: Deal = import_module(f"{__name__}.{name}").open_deal(game)
    return deal
