"""``gatepress check``: reports every problem of a game and writes nothing."""

from __future__ import annotations

import sys
from functools import partial
from typing import Annotated

import typer

from generator.catalog.game_file import FORMAT
from generator.catalog.models import Game
from generator.catalog.problems import Problems
from generator.catalog.sizes import paper
from generator.cli.console import print_json
from generator.cli.options import Games, Only, load_games
from generator.cli.printing import legality_notes
from generator.cli.report import how_many, problems_as_dict, progress_bar, tell
from generator.press.planning import plan_jobs
from generator.press.preflight.check import check_game
from generator.press.request import PrintRequest, chosen_decks, report_unmatched
from generator.press.rulebook.job import plan_book

EXAMPLES = (
    "gatepress check my-game",
    "gatepress check my-game --only decks --strict",
)


def command(
    games: Games = None,
    only: Only = None,
    strict: Annotated[bool, typer.Option("--strict", help="Exit with status 1 for warnings too.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print the problems as JSON.")] = False,
) -> None:
    """Report everything that would go wrong in print or be hard to read at the table. Writes nothing."""
    problems = Problems()
    loaded = load_games(games, problems)
    # A game that can't be read might hold what was asked for; its own errors come first.
    if not problems.has_errors:
        report_unmatched(loaded, only or (), (), problems)
    # Any paper will do: what is checked lies on the cards.
    request = PrintRequest(paper("a4"), only=tuple(only or ()))
    for game in loaded:
        legality_notes(game, chosen_decks(game, request.only), problems)
        if FORMAT in game.file and game.is_whole:
            _check_format(game, problems)
        if game.variants and game.is_whole:
            _check_variants(game, problems)
    planned = [(game, plan_jobs(game, request)) for game in loaded]
    cards = sum(job.count for _, jobs in planned for job in jobs)
    # A rulebook flows otherwise on another paper, so it is checked on the two that most people have.
    papers = [request, request._replace(paper=paper("letter"))]
    with progress_bar(cards, hidden=as_json) as progress:
        for game, jobs in planned:
            books = [book for one in papers if (book := plan_book(game, one)) is not None]
            check_game(game, [*jobs, *books], problems, progress, whole=not only)
    _report(problems, as_json=as_json)
    if problems.has_errors or (strict and problems):
        raise typer.Exit(1)


def _check_format(game: Game, problems: Problems) -> None:
    """Reports what is wrong with what the game says of decks."""
    # Only some games say anything.
    from generator.deck.format import read_format

    read_format(game, problems)


def _check_variants(game: Game, problems: Problems) -> None:
    """Reports what is wrong with the game as a variant has it."""
    from generator.catalog.changes import check_variants
    from generator.catalog.load import load_game

    check_variants(game.variants, partial(load_game, game.folder), problems)


def _report(problems: Problems, *, as_json: bool) -> None:
    """The problems are what was asked for: they go to standard output."""
    if as_json:
        print_json(problems_as_dict(problems))
    elif problems:
        tell(problems, file=sys.stdout)
    else:
        print(how_many(problems))
