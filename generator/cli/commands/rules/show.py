"""``gatepress rules show``: the moves of a game, and what was written for it in Python."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from generator.catalog.bundle import find_game
from generator.catalog.load import load_game
from generator.catalog.problems import InputError, Problems
from generator.catalog.wording import join_words
from generator.cli import completion
from generator.cli.print_problems import stop_with

if TYPE_CHECKING:
    from generator.rules import Game

EXAMPLES = ("gatepress rules show battle-gate", "gatepress rules show my-game --generated")


def command(
    name: Annotated[
        str, typer.Argument(metavar="GAME or folder", help="Which game.", autocompletion=completion.game)
    ],
    generated: Annotated[
        bool,
        typer.Option("--generated", help="Print the Python generated for the game when it is opened."),
    ] = False,
) -> None:
    """Show how a game's moves are written, or the Python generated from its declarations."""
    from generator.rules import RulesError
    from generator.rules.loading import rules_for
    from generator.rules.own_rules import author_at_work
    from generator.rules.terminal import display_for

    problems = Problems()
    try:
        database = load_game(find_game(name), problems)
        game = None if database is None or problems.has_errors else rules_for(database, problems)
        if game is None or database is None:
            stop_with(problems)
        if generated:
            print(_source(game), end="")
            return
        with author_at_work(game):
            display = display_for(game, database)
            examples = display.examples
    except InputError as error:
        problems.add(error)
        stop_with(problems)
    except RulesError as error:
        problems.extend([error.problem()])
        stop_with(problems)
    widest = max((len(example) for example, _ in examples), default=0)
    for example, meaning in examples:
        print(f"  {example:<{widest}}  {meaning}".rstrip())
    if display.not_drawn:
        print(f"\nIn positions, and not drawn on the table: {join_words(sorted(display.not_drawn), 'and')}.")


def _source(game: Game) -> str:
    source = game.generated()
    if not source:
        raise InputError(f"nothing is generated for {game.title}: all of its rules are written by hand")
    return source
