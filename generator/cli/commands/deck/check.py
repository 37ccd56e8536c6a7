"""``gatepress deck check``: whether decks are legal, and every rule that they break."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Annotated

import typer

from generator.catalog.problems import Problems
from generator.cli.console import print_json, print_lines
from generator.cli.decks import AllowUnspent, Decks, Rules
from generator.deck.check import Verdict, as_dict, judge_file, lines

EXAMPLES = (
    "gatepress deck check my-deck.yaml",
    "gatepress deck check my-deck.yaml --points 60",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """Which decks, and by which rules."""

    files: Decks
    allow_unspent: AllowUnspent = False
    rules: Rules
    as_json: Annotated[bool, typer.Option("--json", help="Print the verdict as JSON.")] = False


def command(request: Request) -> None:
    """Check whether decks are legal, and list every rule they break."""
    from generator.export.decks import unprintable

    judge = request.rules.judge(Problems())
    verdicts = [
        judge_file(
            judge.game,
            judge.format,
            file,
            allow_unspent=request.allow_unspent,
            lay_out=partial(unprintable, judge.game),
        )
        for file in request.files
    ]
    if request.as_json:
        values = [as_dict(verdict) for verdict in verdicts]
        print_json(values[0] if len(values) == 1 else values)
    else:
        _print(verdicts)
    if not all(verdict.legal for verdict in verdicts):
        raise typer.Exit(1)


def _print(verdicts: Sequence[Verdict]) -> None:
    for number, verdict in enumerate(verdicts):
        # A deck with nothing to say about it takes one line among others.
        if number and (verdict.violations or verdicts[number - 1].violations):
            print()
        print_lines(lines(verdict))
    if len(verdicts) > 1:
        legal = sum(verdict.legal for verdict in verdicts)
        print(f"\n{legal} of {len(verdicts)} decks {'is' if legal == 1 else 'are'} legal")
