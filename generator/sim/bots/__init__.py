"""Bots: a module for each, found by its name.

A module has ``open_bot(game, chance)``, which gives a bot that plays ``game`` and draws its lots from
``chance``; one that heeds what it may spend on a decision has ``open_bot(game, chance, budget)``, where
``budget`` is a :class:`Budget`, or None where none was named. A new bot is a new file.

A bot is asked about all legal moves, or, where a strategy restricts it, about some of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from fnmatch import translate
from functools import lru_cache
from inspect import signature
from random import Random
from re import compile as compile_pattern

from generator.catalog.models import Strategy
from generator.catalog.plugins import find_plugin, plugin_modules
from generator.catalog.problems import InputError, Problems
from generator.catalog.suggest import did_you_mean
from generator.catalog.wording import code, join_words, quote
from generator.rules import Game, View
from generator.sim.bot import Advice, Bot, move_texts
from generator.sim.bot_specs import BotSpec, Budget, parse_bot_spec

__all__ = [
    "Advice",
    "Bot",
    "BotSpec",
    "Budget",
    "bot_names",
    "check_strategies",
    "make_bot",
    "parse_bot_spec",
]

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
        # Who plays with the bundled bots needs none of it.
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
        message = f"{quote(spec.name)} takes no budget, got {quote(str(spec.budget))}"
        raise InputError(message, hint=f"write `{spec.name}`")
    bot: Bot = module.open_bot(game, chance, spec.budget) if takes_budget else module.open_bot(game, chance)
    return bot


# Strategies: moves that they forbid are not even shown to the bot

_MAX_KEPT = 8


class RestrictedBot(Bot):
    """Asks another bot, but not about the moves in ``forbidden``.

    Where nothing else is left to do, all moves stay; where a single one is left, it is made without asking.
    """

    def __init__(self, bot: Bot, forbidden: frozenset[int]) -> None:
        self._bot = bot
        self._forbidden = forbidden
        self.looks = bot.looks
        self.file = bot.file

    def choose(self, view: View, legal: Sequence[int]) -> int:
        left = self._left(legal)
        return left[0] if len(left) == 1 else self._bot.choose(view, left)

    def advise(self, view: View, legal: Sequence[int]) -> list[Advice]:
        return self._bot.advise(view, self._left(legal))

    def hint(self, view: View, legal: Sequence[int]) -> list[Advice]:
        return self._bot.hint(view, self._left(legal))

    def _left(self, legal: Sequence[int]) -> tuple[int, ...]:
        return tuple(move for move in legal if move not in self._forbidden) or tuple(legal)


def restricted(bot: Bot, game: Game, names: Sequence[str]) -> Bot:
    """The bot, kept to the strategies of these names; itself where there are none.

    Raises InputError for a strategy that the game does not declare, or that fits none of its moves or all.
    """
    if not names:
        return bot
    known = {strategy.name: strategy for strategy in game.strategies}
    for name in names:
        if name not in known:
            raise InputError(
                f"{game.title} has no strategy {quote(name)}", hint=_known_hint(name, list(known))
            )
    return RestrictedBot(bot, _forbidden(game, tuple(known[name] for name in names)))


def check_strategies(game: Game, problems: Problems) -> None:
    """Tells of every strategy of the game's that fits none of its moves, or all of them."""
    if not game.strategies:
        return
    texts = _texts(game)
    for strategy in game.strategies:
        _moves_of(strategy, texts, problems)


def _known_hint(name: str, known: Sequence[str]) -> str:
    if not known:
        return "declare it under `strategies` in game.yaml: see docs/bots.md"
    return did_you_mean(name, known) or f"its strategies are {join_words(sorted(known), 'and')}"


@lru_cache(maxsize=_MAX_KEPT)  # a study makes new bots for every game
def _forbidden(game: Game, strategies: tuple[Strategy, ...]) -> frozenset[int]:
    """The moves that one of the strategies forbids. Raises InputError for the first that is wrong."""
    problems, texts = Problems(), _texts(game)
    moves = frozenset[int]().union(*(_moves_of(strategy, texts, problems) for strategy in strategies))
    for problem in problems:
        raise InputError(problem.message, place=problem.place, hint=problem.hint)
    if len(moves) == len(texts):
        names = join_words([quote(strategy.name) for strategy in strategies], "and")
        raise InputError(f"{names} together forbid every move of {game.title}")
    return moves


def _texts(game: Game) -> list[str]:
    text = move_texts(game)
    return [text(move).casefold() for move in range(game.moves)]


def _moves_of(strategy: Strategy, texts: Sequence[str], problems: Problems) -> frozenset[int]:
    """The moves that a strategy forbids. The notation may be written in capitals or small letters."""
    moves: set[int] = set()
    field = f"strategies.{strategy.name}.never"
    for pattern, place in zip(strategy.never, strategy.places, strict=True):
        fits = compile_pattern(translate(pattern.casefold())).match
        found = {move for move, text in enumerate(texts) if fits(text)}
        if not found:
            problems.error(
                f"no move of the game fits {code(pattern)}", place, field=field, hint=_verbs(pattern, texts)
            )
        moves |= found
    if len(moves) == len(texts):
        problems.error("it forbids every move of the game", strategy.places[0], field=field)
    return frozenset(moves)


def _verbs(pattern: str, texts: Sequence[str]) -> str:
    """How moves begin: what is nearly meant, or all of it."""
    verbs = list(dict.fromkeys(text.split()[0] for text in texts if text.split()))
    near = did_you_mean(pattern.split()[0], verbs) if pattern.split() else None
    return near or f"moves begin with {join_words(verbs, 'and')}"
