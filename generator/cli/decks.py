"""What the commands about decks share: which game and house rules, which deck, and telling what is wrong."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path
from typing import Annotated, NoReturn

import typer

from generator.catalog.models import Game
from generator.catalog.problems import InputError, Problems
from generator.cli.games import load_games
from generator.deck.files import deck_component, find_deck
from generator.deck.format import MAX_COUNT, DeckFormat, read_format, read_house_rules
from generator.deck.model import Deck

GameName = Annotated[
    str, typer.Option("--game", metavar="NAME or folder", help="The game whose rules count for decks.")
]
Points = Annotated[int | None, typer.Option("--points", help="House rule: what a deck spends, exactly.")]
FormatFile = Annotated[
    Path | None,
    typer.Option("--format", metavar="FILE", help="House rules: a YAML file of the limits that differ."),
]
AllowUnspent = Annotated[
    bool, typer.Option("--allow-unspent", help="Only warn of points that are left over.")
]
DEFAULT_GAME = "battle-gate"


def load_judge(
    game_name: str, points: int | None, format_file: Path | None, problems: Problems
) -> tuple[Game, DeckFormat] | None:
    """The game, and what makes a deck legal in it; None if either can't be used, which ``problems`` tells.

    Raises BadParameter where ``points`` make no deck at all: wrong usage.
    """
    if points is not None and not 1 <= points <= MAX_COUNT:
        raise typer.BadParameter(f"expected 1 to {MAX_COUNT:,} points, got {points}", param_hint="--points")
    games = load_games([game_name], problems)
    if problems.has_errors:
        return None
    (game,) = games
    try:
        deck_component(game)
    except InputError as error:
        problems.extend([error.at(None)])
        return None
    limits = read_format(game, problems)
    if limits is None:
        return None
    if format_file is not None:
        changed = read_house_rules(format_file, limits, problems, points)
        return None if changed is None else (game, changed)
    if points is None:
        return game, limits
    try:
        return game, limits.with_points(points)
    except InputError as error:
        raise typer.BadParameter(error.message, param_hint="--points") from None


def given_options(game_name: str, points: int | None, format_file: Path | None) -> list[str]:
    """The options as they go on a command line, those only that change anything."""
    return [
        *(["--game", shlex.quote(game_name)] if game_name != DEFAULT_GAME else []),
        *(["--points", str(points)] if points is not None else []),
        *(["--format", shlex.quote(str(format_file))] if format_file is not None else []),
    ]


def load_deck(game: Game, name_or_path: str, problems: Problems) -> Deck | None:
    """The deck of that file or name; None unless all of it could be read, which ``problems`` tells."""
    before = problems.count("error")
    try:
        deck = find_deck(game, name_or_path, problems)
    except InputError as error:
        problems.extend([error.at(None)])
        return None
    return deck if problems.count("error") == before else None


def stop_with(problems: Problems) -> NoReturn:
    """Ends the run with what is wrong in the user's files."""
    print_problems(problems)
    raise typer.Exit(1)


MAX_SHOWN = 20
"""Problems told one by one; who has more mends these first."""


def print_problems(problems: Problems) -> None:
    """Tells the problems on standard error, at most some twenty of them, and how many there are."""
    found = problems.merged()
    for problem in found[:MAX_SHOWN]:
        print(problem, file=sys.stderr)
    if len(found) > MAX_SHOWN:
        print(
            f"… and {len(found) - MAX_SHOWN:,} more; `gatepress deck check` tells them all", file=sys.stderr
        )
