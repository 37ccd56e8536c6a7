"""What the commands about decks share: game and house rules, a deck, and a file to write."""

from __future__ import annotations

import shlex
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, NamedTuple

import typer

from generator.catalog.bundle import GAME_FILE
from generator.catalog.game_file import FORMAT
from generator.catalog.models import Game
from generator.catalog.problems import InputError, Problems
from generator.catalog.wording import is_text, join_words, quote
from generator.catalog.writing import refuse_link
from generator.catalog.yaml_reader import MarkedDict, read_yaml
from generator.cli import completion
from generator.cli.options import load_games, usable
from generator.cli.print_problems import stop_with
from generator.deck.files import deck_component
from generator.deck.format import read_format, read_house_rules
from generator.deck.limits import MAX_COUNT, DeckFormat
from generator.deck.write import SUFFIXES

DEFAULT_GAME = "battle-gate"
HERE = "."
"""The game of the current folder."""


def _game_or_here(context: typer.Context, value: str) -> str:
    """What the option says; where it says nothing, the game of this folder if that has decks."""
    source = context.get_parameter_source("game")
    is_given = source is not None and source.name != "DEFAULT"
    return HERE if not is_given and value == DEFAULT_GAME and _has_decks_here() else value


def _has_decks_here() -> bool:
    """Whether there is a game in this folder that says what its decks are, or one that can't be read."""
    path = Path(GAME_FILE)
    if not path.is_file():
        return False
    root = read_yaml(path, Problems())
    if not isinstance(root, MarkedDict) or FORMAT in root:
        return True
    components = root.get("components")
    given = components.values() if isinstance(components, MarkedDict) else ()
    return any(isinstance(component, MarkedDict) and component.get("deck") is True for component in given)


GameName = Annotated[
    str,
    typer.Option(
        "--game",
        metavar="NAME or folder",
        help="The game whose rules the decks follow. In the folder of a game with decks: that game.",
        autocompletion=completion.game,
        callback=_game_or_here,
    ),
]
Points = Annotated[
    int | None, typer.Option("--points", metavar="NUMBER", help="House rule: the points a deck must spend.")
]
FormatFile = Annotated[
    Path | None,
    typer.Option("--format", metavar="FILE", help="House rules: a YAML file with the limits that differ."),
]
AllowUnspent = Annotated[bool, typer.Option("--allow-unspent", help="Only warn about points left over.")]
Decks = Annotated[
    tuple[str, ...],
    typer.Argument(
        metavar="FILE...",
        help="Deck files (YAML, JSON, CSV or XLSX), or names of the game's own decks.",
        autocompletion=completion.deck,
    ),
]


class Judge(NamedTuple):
    game: Game
    format: DeckFormat
    """What makes a deck legal, with the house rules of the command line."""


@dataclass(frozen=True, slots=True)
class Rules:
    points: Points = None
    format_file: FormatFile = None
    game: GameName = DEFAULT_GAME

    def judge(self, problems: Problems) -> Judge:
        """What the options come to; ends the run where that can't be used. Raises BadParameter."""
        judge = load_judge(self, problems)
        if judge is None:
            stop_with(problems)
        return judge

    def on_command_line(self) -> list[str]:
        """The options as they are written, those only that change anything."""
        return [
            *(["--game", shlex.quote(self.game)] if self.game not in (DEFAULT_GAME, HERE) else []),
            *(["--points", str(self.points)] if self.points is not None else []),
            *(["--format", shlex.quote(str(self.format_file))] if self.format_file is not None else []),
        ]


def load_judge(rules: Rules, problems: Problems, language: str | None = None) -> Judge | None:
    """The game, and what makes a deck legal in it; None if either can't be used, which is reported.

    Raises BadParameter where the points make no deck at all: wrong usage.
    """
    points = rules.points
    if points is not None and not 1 <= points <= MAX_COUNT:
        raise typer.BadParameter(f"expected 1 to {MAX_COUNT:,} points, got {points}", param_hint="--points")
    games = load_games([rules.game], problems, language)
    if problems.has_errors:
        return None
    (game,) = games
    try:
        deck_component(game)
    except InputError as error:
        problems.add(error)
        return None
    limits = read_format(game, problems)
    if limits is None:
        return None
    if rules.format_file is not None:
        changed = read_house_rules(rules.format_file, limits, problems, points, game)
        if changed is not None and changed.points is None and points is not None:
            raise typer.BadParameter("the format has no budget", param_hint="--points")
        return None if changed is None else Judge(game, changed)
    if points is None:
        return Judge(game, limits)
    return Judge(game, usable(lambda: limits.with_points(points), "--points"))


def refuse_wrong_usage(file: Path | None, name: str | None) -> None:
    """Raises BadParameter for an ending that no deck file has, or a name that is none."""
    if file is not None and file.suffix.lower() not in SUFFIXES:
        message = f"a deck file ends in {join_words(SUFFIXES)}, got {quote(file.name)}"
        raise typer.BadParameter(message, param_hint="FILE")
    if name is not None and not (name.strip() and is_text(name)):
        raise typer.BadParameter(f"expected a name, got {quote(name)}", param_hint="--name")


def refuse_taken(file: Path, *, force: bool | None = None) -> None:
    """Raises :class:`InputError` where something is there already, or the folder is missing.

    ``force``: whether the user lets a file be written over; None where the command has no such option.
    """
    try:
        _refuse_taken(file, force)
    except OSError as error:  # a name too long for any file
        raise InputError(f"the file can't be written: {error.strerror or error}") from None


def _refuse_taken(file: Path, force: bool | None) -> None:
    refuse_link(file)
    if file.is_dir():
        raise InputError("a folder of that name already exists", hint="choose another name, or move it away")
    if file.exists() and not force:
        way_out = "move it away" if force is None else "overwrite it with --force"
        raise InputError("a file of that name already exists", hint=f"choose another name, or {way_out}")
    if not file.parent.is_dir():
        raise InputError(f"the folder {file.parent.as_posix()!r} does not exist", hint="create it first")
