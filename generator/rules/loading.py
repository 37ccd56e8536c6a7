"""Finds the rules of a game: the package of ``generator.rules.games`` that is called like its folder."""

from __future__ import annotations

import pkgutil
from importlib import import_module

from generator.catalog.bundle import find_game
from generator.catalog.load import load_game
from generator.catalog.models import Game as Database
from generator.catalog.problems import Problems, Refused
from generator.catalog.suggest import did_you_mean
from generator.catalog.wording import listed
from generator.rules import games
from generator.rules.protocol import Game


class BadDatabase(ValueError):  # noqa: N818 - it is what happened
    """Raised for a card database that can't be played; carries every problem."""

    def __init__(self, problems: Problems) -> None:
        self.problems = problems
        super().__init__("\n".join(map(str, problems)))


def playable_games() -> tuple[str, ...]:
    """The names of the games that have rules, sorted."""
    return tuple(sorted(module.name.replace("_", "-") for module in pkgutil.iter_modules(games.__path__)))


def load(name_or_folder: str) -> Game:
    """A game by its name, or by the folder of a card database that is called like a game with rules.

    Raises Refused where there is no such game, BadDatabase where its files have problems.
    """
    problems = Problems()
    game = read_game(name_or_folder, problems)
    if game is None:
        raise BadDatabase(problems)
    return game


def read_game(name_or_folder: str, problems: Problems) -> Game | None:
    """Like ``load``, with the problems of the files added to ``problems``; None if there are errors."""
    database = load_game(find_game(name_or_folder), problems)
    if database is None or problems.has_errors:
        return None
    return rules_for(database, problems)


def rules_for(database: Database, problems: Problems) -> Game | None:
    """The rules of a loaded card database; None if numbers that they need are missing or wrong.

    Raises Refused where no rules are called like its folder.
    """
    known = playable_games()
    if database.id not in known:
        hint = did_you_mean(database.id, known) or f"the games with rules are {listed(known, 'and')}"
        raise Refused(f"there are no rules for {database.id!r} to play by", hint=hint)
    module = import_module(f"{games.__name__}.{database.id.replace('-', '_')}")
    game: Game | None = module.open_game(database, problems)
    return game
