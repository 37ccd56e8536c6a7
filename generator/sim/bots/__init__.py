"""Bots: a module for each, found by its name.

A module has ``open_bot(game, chance)``, which gives a bot that plays ``game`` and draws its lots from
``chance``. A new bot is a new file.
"""

from __future__ import annotations

import pkgutil
from importlib import import_module
from random import Random

from generator.catalog.problems import Refused
from generator.catalog.suggest import did_you_mean
from generator.catalog.wording import listed
from generator.rules import Game
from generator.sim.bots.bot import Advice, Bot

__all__ = ["Advice", "Bot", "bot_names", "make_bot"]

_NO_BOTS = ("bot",)
"""Modules here that are no bots."""


def bot_names() -> tuple[str, ...]:
    """What bots there are, sorted; ``random_`` is called ``random``."""
    return tuple(sorted(name for name in _modules() if name not in _NO_BOTS))


def make_bot(name: str, game: Game, seed: int, seat: int) -> Bot:
    """A bot for a seat; the same seed and seat decide alike in each run. Raises Refused for unknown names."""
    known = bot_names()
    if name not in known:
        hint = did_you_mean(name, known) or f"the bots are {listed(known, 'and')}"
        raise Refused(f"there is no bot {name!r}", hint=hint)
    module = import_module(f"{__name__}.{_modules()[name]}")
    bot: Bot = module.open_bot(game, Random(f"{seed} {seat}"))
    return bot


def _modules() -> dict[str, str]:
    return {module.name.rstrip("_"): module.name for module in pkgutil.iter_modules(__path__)}
