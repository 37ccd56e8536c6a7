"""``gatepress deck stats``: what decks are made of, in numbers."""

from __future__ import annotations

from typing import Annotated

import typer

from generator.catalog.problems import Problems
from generator.cli import completion
from generator.cli.console import print_json
from generator.cli.decks import DEFAULT_GAME, FormatFile, GameName, Points, load_judge
from generator.cli.print_problems import stop_with
from generator.deck.files import load_deck

EXAMPLES = (
    "gatepress deck stats my-deck.yaml",
    "gatepress deck stats five-a-side night-shift",
)


def command(
    files: Annotated[
        list[str],
        typer.Argument(
            metavar="FILE...",
            help="Deck files, or names of the game's own decks.",
            autocompletion=completion.deck,
        ),
    ],
    points: Points = None,
    format_file: FormatFile = None,
    game: GameName = DEFAULT_GAME,
    as_json: Annotated[bool, typer.Option("--json", help="Print the numbers as JSON.")] = False,
) -> None:
    """Show points, power curve, classes and kinds of decks, with a chart. Illegal decks work too."""
    from generator.deck.stats import stats_of, to_dict

    problems = Problems()
    judge = load_judge(game, points, format_file, problems)
    if judge is None:
        stop_with(problems)
    found = [load_deck(judge.game, file, problems) for file in dict.fromkeys(files)]
    if problems.has_errors:
        stop_with(problems)
    stats = [stats_of(deck, judge.format) for deck in found if deck is not None]
    if as_json:
        values = [to_dict(one) for one in stats]
        print_json(values[0] if len(values) == 1 else values)
    else:
        from generator.cli.screens.decks import show_stats

        show_stats(stats, judge.format)
