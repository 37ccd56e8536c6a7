"""``gatepress deck diff``: what changed from one deck to another."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

import typer

from generator.catalog.problems import Problems
from generator.cli import completion
from generator.cli.console import print_json
from generator.cli.decks import DEFAULT_GAME, FormatFile, GameName, Rules
from generator.cli.report import stop_with
from generator.deck.files import load_deck

EXAMPLES = ("gatepress deck diff old-deck.yaml my-deck.yaml",)


@dataclass(frozen=True, slots=True)
class Request:
    """Which decks are compared."""

    before: Annotated[
        str,
        typer.Argument(
            metavar="A", help="A deck file, or the name of a game's deck.", autocompletion=completion.deck
        ),
    ]
    after: Annotated[
        str, typer.Argument(metavar="B", help="The deck to compare it with.", autocompletion=completion.deck)
    ]
    format_file: FormatFile = None
    game: GameName = DEFAULT_GAME
    as_json: Annotated[bool, typer.Option("--json", help="Print the differences as JSON.")] = False


def command(request: Request) -> None:
    """Show cards added, removed and changed from deck A to deck B, and the totals of both."""
    from generator.deck.stats import compare, comparison_dict

    problems = Problems()
    judge = Rules(None, request.format_file, request.game).judge(problems)
    old, new = (load_deck(judge.game, deck, problems) for deck in (request.before, request.after))
    if old is None or new is None:
        stop_with(problems)
    comparison = compare(old, new, judge.format)
    if request.as_json:
        print_json(comparison_dict(comparison))
    else:
        from generator.cli.screens.decks import show_diff

        show_diff(comparison, judge.format)
