"""Bots: a module for each, found by its name.

A module has ``open_bot(game, chance)``, which gives a bot that plays ``game`` and draws its lots from
``chance``; one that can be told what it may spend on a decision has ``open_bot(game, chance, budget)``, where
``budget`` is a :class:`Budget`, or None where none was named. A new bot is a new file.

A bot is asked about all legal moves, or, where a strategy restricts it, about some of them.
"""

from __future__ import annotations

from inspect import signature
from random import Random

from generator.catalog.plugins import find_plugin, plugin_modules
from generator.catalog.problems import InputError
from generator.catalog.suggest import did_you_mean
from generator.catalog.wording import join_words, quote
from generator.rules import Game
from generator.sim.bot import Advice, Bot
from generator.sim.bot_specs import BotSpec, Budget, parse_bot_spec
from generator.sim.restricted import restricted

__all__ = ["Advice", "Bot", "BotSpec", "Budget", "bot_names", "make_bot", "parse_bot_spec"]

BUDGET = "budget"
"""What the parameter of ``open_bot`` is called."""


def bot_names() -> tuple[str, ...]:
    return tuple(plugin_modules(__name__))


def make_bot(spec: str | BotSpec, game: Game, seed: int, seat: int) -> Bot:
    """A bot for a seat; the same seed and seat decide alike in each run, but for a bot that is timed.

    Raises InputError for a bot, file or strategy that there is not, and for a budget that a bot does not
    take; BotError where the code of a user's own goes wrong.
    """
    asked = parse_bot_spec(spec) if isinstance(spec, str) else spec
    chance = Random(f"{seed} {seat}")
    return restricted(_whole_bot(asked, game, chance), game, asked.strategies)


def _whole_bot(spec: BotSpec, game: Game, chance: Random) -> Bot:
    """The bot before any strategy restricts it."""
    if spec.file is not None:
        # Who plays with the bots that come along needs none of it.
        from generator.sim.own_bot import open_own_bot

        return open_own_bot(spec.file, spec.class_name, game, chance)
    known = bot_names()
    if spec.name not in known:
        others = f"the bots are {join_words(known, 'and')}; one of your own is called `my_bot.py:Bot`"
        raise InputError(f"unknown bot {quote(spec.name)}", hint=did_you_mean(spec.name, known) or others)
    module = find_plugin(__name__, spec.name)
    assert module is not None
    takes_budget = BUDGET in signature(module.open_bot).parameters
    if spec.budget is not None and not takes_budget:
        told = f"{quote(spec.name)} takes no budget, got {quote(str(spec.budget))}"
        raise InputError(told, hint=f"write `{spec.name}`")
    bot: Bot = module.open_bot(game, chance, spec.budget) if takes_budget else module.open_bot(game, chance)
    return bot
