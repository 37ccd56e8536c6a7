"""Finds the rules of a game: ``rules.py`` in its folder, or the package for it in ``generator.games``."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from types import ModuleType

from generator.catalog.bundle import find_game
from generator.catalog.load import load_game
from generator.catalog.models import Game as Database
from generator.catalog.paths import shown_path
from generator.catalog.plugins import find_plugin, plugin_modules
from generator.catalog.problems import InputError, Place, Problems
from generator.catalog.suggest import did_you_mean
from generator.catalog.wording import join_words, quote
from generator.rules.protocol import Game

GAMES = "generator.games"
"""The package with a package for each game: named, not imported: rules must not import games."""
NO_RULES = "no rules"
"""The code of a game that can't be played, for it has no rules."""


class BadDatabase(ValueError):  # noqa: N818 - it is what happened
    """Raised for a card database that can't be played; carries every problem."""

    def __init__(self, problems: Problems) -> None:
        self.problems = problems
        super().__init__("\n".join(map(str, problems)))


def playable_games() -> tuple[str, ...]:
    """The names of the games that have rules, sorted."""
    return tuple(plugin_modules(GAMES))


def load(name_or_folder: str, changes: Sequence[str] = ()) -> Game:
    """A game by its name, or by the folder of a card database: one with a ``rules.py``, which is run, or one
    with the name of a game with rules.

    ``changes``: values that take the place of those in the database, each ``PATH=VALUE``, or
    ``variant=NAME``; see docs/sweeps.md. Raises InputError where there is no such game, BadDatabase where its
    files have problems.
    """
    problems = Problems()
    game = read_game(name_or_folder, problems, changes)
    if game is None:
        raise BadDatabase(problems)
    return game


def read_game(name_or_folder: str, problems: Problems, changes: Sequence[str] = ()) -> Game | None:
    """Like ``load``, with the problems of the files added to ``problems``; None if there are errors."""
    database = load_game(find_game(name_or_folder), problems, changes)
    if database is None or problems.has_errors:
        return None
    return rules_for(database, problems)


def rules_for(database: Database, problems: Problems) -> Game | None:
    """The rules of a loaded card database: its own ``rules.py``, else the bundled ones with the name of its
    folder. None if they can't be run, or if numbers that they need are missing or wrong.

    Raises InputError where there are neither.
    """
    # Bundled games are opened without what only rules of one's own need.
    own = database.folder / "rules.py"
    if own.is_file():
        from generator.rules.own_rules import open_own_rules

        return _declared(open_own_rules(database, problems), database)
    if own.exists() or own.is_symlink():
        raise InputError("this is not a file that can be read", place=Place(shown_path(own)))
    known = playable_games()
    if database.id not in known:
        hint = did_you_mean(database.id, known) or f"the games with rules are {join_words(known, 'and')}"
        hint += "; for rules of its own write `rules.py` beside game.yaml, see docs/your-own-rules.md"
        raise InputError(f"{quote(database.id)} has no rules to play by", hint=hint, code=NO_RULES)
    room = find_plugin(GAMES, database.id)
    assert room is not None
    return _declared(room.open_game(database, problems), database)


def _declared(game: Game | None, database: Database) -> Game | None:
    if game is not None:
        game.strategies = tuple(database.strategies.values())
        game.variants = tuple(database.variants)
    return game


def part_of_game(game: Game, part: str, maker: str = "__name__") -> ModuleType | None:
    """A module of a game's folder, if its rules stand there, or else of its package, such as its ``terminal``
    or ``bot``; None if it has none. Raises RulesError where one in the folder can't be imported.

    ``maker``: the function that is wanted of it; a module in the folder without it does not count.
    """
    if game.folder is not None:
        from generator.rules.own_rules import own_part, package_of

        own = own_part(game.folder, part)
        if hasattr(own, maker) or type(game).__module__.startswith(package_of(game.folder)):
            return own
    home = type(game).__module__
    if not hasattr(sys.modules.get(home), "__path__"):
        home = home.rpartition(".")[0]
    return find_plugin(home, part) if home else None
