"""``gatepress deck check``: whether decks are legal, and every rule that they break."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Annotated

import typer

from generator.catalog.problems import Problems
from generator.cli import completion
from generator.cli.console import print_json, print_lines
from generator.cli.decks import DEFAULT_GAME, AllowUnspent, FormatFile, GameName, Points, load_judge
from generator.cli.print_problems import stop_with
from generator.deck.check import Verdict, as_dict, judge_file, lines

EXAMPLES = (
    "gatepress deck check my-deck.yaml",
    "gatepress deck check my-deck.yaml --points 60",
)

Decks = Annotated[
    list[str],
    typer.Argument(
        metavar="FILE",
        help="Deck files (YAML, CSV or XLSX), or names of the game's own decks.",
        autocompletion=completion.deck,
    ),
]


def command(
    files: Decks,
    allow_unspent: AllowUnspent = False,
    points: Points = None,
    format_file: FormatFile = None,
    game: GameName = DEFAULT_GAME,
    as_json: Annotated[bool, typer.Option("--json", help="Print the verdict as JSON.")] = False,
) -> None:
    """Check whether decks are legal, and list every rule that they break."""
    from generator.export.decks import unprintable

    problems = Problems()
    judge = load_judge(game, points, format_file, problems)
    if judge is None:
        stop_with(problems)
    lay_out = partial(unprintable, judge.game)
    judged = partial(judge_file, judge.game, judge.format, allow_unspent=allow_unspent, lay_out=lay_out)
    verdicts = [judged(file) for file in files]
    if as_json:
        told = [as_dict(verdict) for verdict in verdicts]
        print_json(told[0] if len(told) == 1 else told)
    else:
        _print(verdicts)
    if not all(verdict.legal for verdict in verdicts):
        raise typer.Exit(1)


def _print(verdicts: Sequence[Verdict]) -> None:
    for number, verdict in enumerate(verdicts):
        told = list(lines(verdict))
        # A deck with nothing to say about it takes one line among others.
        if number and (verdict.violations or verdicts[number - 1].violations):
            print()
        print_lines(told)
    if len(verdicts) > 1:
        legal = sum(verdict.legal for verdict in verdicts)
        print(f"\n{legal} of {len(verdicts)} decks {'is' if legal == 1 else 'are'} legal")
