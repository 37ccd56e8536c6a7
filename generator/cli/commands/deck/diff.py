"""``gatepress deck diff``: what changed from one deck to another."""

from __future__ import annotations

from typing import Annotated

import typer

from generator.catalog.problems import Problems
from generator.cli import completion
from generator.cli.console import print_json
from generator.cli.decks import DEFAULT_GAME, FormatFile, GameName, load_judge
from generator.cli.print_problems import stop_with
from generator.deck.files import load_deck

EXAMPLES = ("gatepress deck diff old-deck.yaml my-deck.yaml",)


def command(
    before: Annotated[
        str,
        typer.Argument(
            metavar="A", help="A deck file, or the name of a game's deck.", autocompletion=completion.deck
        ),
    ],
    after: Annotated[
        str, typer.Argument(metavar="B", help="The deck to compare it with.", autocompletion=completion.deck)
    ],
    format_file: FormatFile = None,
    game: GameName = DEFAULT_GAME,
    as_json: Annotated[bool, typer.Option("--json", help="Print the differences as JSON.")] = False,
) -> None:
    """Show cards added, removed and changed from deck A to deck B, and the totals of both."""
    from generator.deck.compare import compare, to_dict

    problems = Problems()
    judge = load_judge(game, None, format_file, problems)
    if judge is None:
        stop_with(problems)
    old, new = (load_deck(judge.game, deck, problems) for deck in (before, after))
    if old is None or new is None:
        stop_with(problems)
    comparison = compare(old, new, judge.format)
    if as_json:
        print_json(to_dict(comparison))
    else:
        from generator.cli.screens.decks import show_diff

        show_diff(comparison, judge.format)
