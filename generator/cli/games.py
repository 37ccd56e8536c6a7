"""The games that a command is given by name or folder."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from generator.catalog.bundle import bundled_games, find_game
from generator.catalog.load import load_game
from generator.catalog.models import Game
from generator.catalog.problems import InputError, Problems


def load_games(names: Sequence[str] | None, problems: Problems) -> list[Game]:
    """The games of these names (none: all bundled ones) that could be loaded, each once."""
    loaded = [load_game(folder, problems) for folder in _folders(names or bundled_games(), problems)]
    return [game for game in loaded if game is not None]


def game_folders(names: Sequence[str] | None) -> list[Path]:
    """The folders of the games of these names, also of those that can't be loaded."""
    return _folders(names or bundled_games(), Problems())


def _folders(names: Sequence[str], problems: Problems) -> list[Path]:
    """The folders of the games, each once however often and by whatever name it is given."""
    found: dict[Path, Path] = {}
    for name in names:
        try:
            folder = find_game(name)
        except InputError as error:
            problems.extend([error.at(None)])
            continue
        found.setdefault(folder.resolve(), folder)
    return list(found.values())
