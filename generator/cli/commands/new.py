"""``gatepress new``: the folder of a game to begin with."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from generator.catalog.problems import Problems
from generator.catalog.suggest import did_you_mean
from generator.catalog.wording import join_words, listed, quote
from generator.cli import completion
from generator.cli.new_folder import print_next, print_template, print_written
from generator.cli.print_problems import stop_with
from generator.importing.starting import FROM_SPREADSHEET, WITH_FILE, begin_game, starters

EXAMPLES = (
    "gatepress new my-game",
    "gatepress new my-board hex-board",
    "gatepress new heroes from-spreadsheet heroes.xlsx",
    "gatepress new my-card-game --rules",
)

DEFAULT_STARTER = "cards"
WITH_RULES = "card-game"
"""The template that is played, too."""


def command(
    folder: Annotated[Path, typer.Argument(metavar="NAME", help="The folder to make.")],
    template: Annotated[
        str,
        typer.Argument(
            metavar="TEMPLATE",
            help=f"What to start from: {', '.join(starters())}.",
            autocompletion=completion.one_of(starters()),
        ),
    ] = DEFAULT_STARTER,
    file: Annotated[
        Path | None,
        typer.Argument(
            metavar="FILE", help="Your cards: a table for from-spreadsheet, rpg-cards' JSON for rpg-cards."
        ),
    ] = None,
    rules: Annotated[
        bool,
        typer.Option("--rules", help=f"Also rules in a file, so that the cards can be played: {WITH_RULES}."),
    ] = False,
) -> None:
    """Make a folder with a game to start from: it builds at once, and its files say what to change."""
    if rules and template == DEFAULT_STARTER:
        template = WITH_RULES
    if template not in starters():
        hint = did_you_mean(template, starters()) or f"there are {listed(starters())}"
        raise typer.BadParameter(f"there is no template {quote(template)}; {hint}", param_hint="TEMPLATE")
    if rules and template != WITH_RULES:
        raise typer.BadParameter(
            f"`{template}` has no rules to begin with, `{WITH_RULES}` has: leave `{template}` out",
            param_hint="--rules",
        )
    _refuse_file(template, file)
    problems = Problems()
    files: list[Path] = []
    with problems.reporting():
        files = begin_game(folder, template, file, problems)
    if problems.has_errors:
        stop_with(problems)
    is_meant = folder.name in starters() and template == DEFAULT_STARTER != folder.name
    print_template(folder, template, folder.name if is_meant else None)
    print_written(folder, files)
    print_next(folder, ("play", "rules check", "build") if template == WITH_RULES else ("build",))


def _refuse_file(template: str, file: Path | None) -> None:
    """Raises BadParameter where a file is missing or of no use."""
    if file is None and template == FROM_SPREADSHEET:
        raise typer.BadParameter(
            f"`{FROM_SPREADSHEET}` needs the table; write for example heroes.xlsx", param_hint="FILE"
        )
    if file is not None and template not in WITH_FILE:
        raise typer.BadParameter(
            f"`{template}` takes no file; {join_words([f'`{name}`' for name in WITH_FILE])} does",
            param_hint="FILE",
        )
    if file is not None and file.suffix.lower() not in WITH_FILE[template]:
        endings = join_words(WITH_FILE[template])
        raise typer.BadParameter(
            f"`{template}` takes a file that ends in {endings}, got {quote(file.name)}", param_hint="FILE"
        )
