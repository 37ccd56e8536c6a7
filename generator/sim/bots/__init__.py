"""Bots: a module for each, found by its name.

A module has ``open_bot(game, chance)``, which gives a bot that plays ``game`` and draws its lots from
``chance``. A new bot is a new file.
"""

from __future__ import annotations

from random import Random

from generator.catalog.plugins import find_plugin, plugin_modules
from generator.catalog.problems import InputError
from generator.catalog.suggest import did_you_mean
from generator.catalog.wording import join_words, quote
from generator.rules import Game
from generator.sim.bot import Advice, Bot

__all__ = ["Advice", "Bot", "bot_names", "make_bot"]


def bot_names() -> tuple[str, ...]:
    """What bots there are, sorted; ``random_`` is called ``random``."""
    return tuple(plugin_modules(__name__))


def make_bot(name: str, game: Game, seed: int, seat: int) -> Bot:
    """A bot for a seat; the same seed and seat decide alike in each run.

    Raises InputError for an unknown name.
    """
    known = bot_names()
    if name not in known:
        hint = did_you_mean(name, known) or f"the bots are {join_words(known, 'and')}"
        raise InputError(f"unknown bot {quote(name)}", hint=hint)
    module = find_plugin(__name__, name)
    assert module is not None
    bot: Bot = module.open_bot(game, Random(f"{seed} {seat}"))
    return bot
