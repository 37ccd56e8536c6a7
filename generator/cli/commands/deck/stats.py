"""``gatepress deck stats``: what decks are made of, in numbers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

import typer

from generator.catalog.problems import Problems
from generator.cli.console import print_json
from generator.cli.decks import Decks, Rules
from generator.cli.report import stop_with
from generator.deck.files import load_deck

EXAMPLES = (
    "gatepress deck stats my-deck.yaml",
    "gatepress deck stats five-a-side night-shift",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """Which decks, and what they are counted by."""

    files: Decks
    rules: Rules
    as_json: Annotated[bool, typer.Option("--json", help="Print the numbers as JSON.")] = False


def command(request: Request) -> None:
    """Show points, power curve, classes and kinds of decks, with a chart. Illegal decks work too."""
    from generator.deck.stats import stats_of, to_dict

    problems = Problems()
    judge = request.rules.judge(problems)
    found = [load_deck(judge.game, file, problems) for file in dict.fromkeys(request.files)]
    if problems.has_errors:
        stop_with(problems)
    stats = [stats_of(deck, judge.format) for deck in found if deck is not None]
    if request.as_json:
        values = [to_dict(one) for one in stats]
        print_json(values[0] if len(values) == 1 else values)
    else:
        from generator.cli.screens.decks import show_stats

        show_stats(stats, judge.format)
