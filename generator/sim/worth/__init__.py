"""How good a position is for a seat: a module for each game, found by the game's name.

Such a module has ``open_judge(game)``; the others here help it. A game without one is judged by playing on at
random.
"""

from __future__ import annotations

import pkgutil
from importlib import import_module
from random import Random

from generator.rules import Game
from generator.sim.worth.judge import WIN, Judge, worth_of_result
from generator.sim.worth.playout import Playout

__all__ = ["WIN", "Judge", "judge_for", "worth_of_result"]


def judge_for(game: Game, chance: Random) -> Judge:
    """Who judges positions of this game; ``chance`` is for a judge that plays on at random."""
    name = game.name.replace("-", "_")
    if name not in {module.name for module in pkgutil.iter_modules(__path__)}:
        return Playout(chance)
    module = import_module(f"{__name__}.{name}")
    judge: Judge = module.open_judge(game)
    return judge
