"""Arguments and options that several commands share, and what they mean."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import isnan
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer

from generator.catalog.bundle import find_game, game_here
from generator.catalog.problems import InputError, Problems
from generator.cli import completion

if TYPE_CHECKING:
    from generator.catalog.models import Game

T = TypeVar("T")

Games = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="GAME or folder",
        help="Which games, by name, folder or zip archive. [the one in this folder]",
        autocompletion=completion.game_or_archive,
    ),
]
Only = Annotated[
    list[str] | None, typer.Option(help="A component or deck, by id or pattern; may be repeated.")
]
Settings = Annotated[
    tuple[str, ...],
    typer.Option("--set", metavar="NAME=VALUE", help="An option of the game; may be repeated."),
]
Variants = Annotated[
    tuple[str, ...],
    typer.Option(
        "--variant", metavar="NAME", help="An optional rule that the game declares; may be repeated."
    ),
]
Strict = Annotated[
    bool, typer.Option("--strict", help="Treat warnings as errors: with any, nothing is written.")
]
MAX_SEATS = 16
"""Of ``--players`` and ``--seat``: more than any game has."""
MAX_SEED = 2**63 - 1
"""Of ``--seed``: the rules engine takes none above."""
MAX_RECORDED_SEED = 10**15
"""Of ``--seed`` where a record is written: whole numbers up to this are read back from YAML."""

MAX_MOVE_LIMIT = 86_400


def _number(value: float) -> float:
    """Click takes "not a number" for one within any range."""
    if isnan(value):
        raise typer.BadParameter("expected a number of seconds, got nan")
    return value


MoveLimit = Annotated[
    float,
    typer.Option(
        "--move-limit",
        min=0.1,
        max=MAX_MOVE_LIMIT,
        callback=_number,
        help="Seconds that a bot may take for a move.",
    ),
]


def _language(text: str | None) -> str | None:
    """A language that there is; whether the game is translated into it shows when it is read."""
    if text is None:
        return None
    from generator.catalog.languages import parse_language

    return usable(lambda: parse_language(text), "--lang")


Lang = Annotated[
    str | None,
    typer.Option(
        "--lang",
        metavar="LANGUAGE",
        help="The translation to print: de, fr … [the game's own language]",
        callback=_language,
        autocompletion=completion.language,
    ),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print what was done as JSON.")]


def usable(read: Callable[[], T], option: str | None = None) -> T:
    """A value of the command line; what can't be read is wrong usage. ``option``: None for several."""
    try:
        return read()
    except InputError as error:
        place = f"{error.place}: " if error.place else ""
        hint = f"; {error.hint}" if error.hint else ""
        raise typer.BadParameter(place + error.message + hint, param_hint=option) from None


def load_games(names: Sequence[str] | None, problems: Problems, language: str | None = None) -> list[Game]:
    """The games of these names (none: of the current folder) that could be loaded, each once.

    ``language``: the translation that takes the place of the games' own texts.
    """
    # Commands that are only listed, or that load games otherwise, start without it.
    from generator.catalog.load import load_game

    loaded = [load_game(folder, problems, language=language) for folder in _folders(names, problems)]
    return [game for game in loaded if game is not None]


def game_folders(names: Sequence[str] | None) -> list[Path]:
    """The folders of the games of these names, also of those that can't be loaded."""
    return _folders(names, Problems())


def _folders(names: Sequence[str] | None, problems: Problems) -> list[Path]:
    """The folders of the games, each once however often and by whatever name it is given."""
    found: dict[Path, Path] = {}
    for name in names or (None,):
        try:
            folder = game_here() if name is None else find_game(name, unpack=True)
        except InputError as error:
            problems.extend([error.at(None)])
            continue
        found.setdefault(folder.resolve(), folder)
    return list(found.values())
