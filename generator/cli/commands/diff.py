"""``gatepress diff``: what changed between two versions of a game, to look at and to print."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Annotated

import typer

from generator.catalog.load import load_game
from generator.catalog.press_settings import PressSettings
from generator.catalog.problems import Problems
from generator.cli.changes import as_dict, file_lines, lines
from generator.cli.console import print_lines
from generator.cli.options import AsJson, Out, Papers, press_settings, print_requests
from generator.cli.report import progress_bar, tell
from generator.cli.versions import Source, find_sources
from generator.export.changes import Comparison, compare
from generator.export.output import Files, write_files
from generator.export.version import count_cards, lay_out


@press_settings
def command(
    old: Annotated[
        str, typer.Argument(metavar="OLD", help="A game, its folder, or a git revision of NEW's folder.")
    ],
    new: Annotated[str, typer.Argument(metavar="NEW", help="A game or its folder.")],
    no_pdf: Annotated[
        bool, typer.Option("--no-pdf", help="Do not write the PDF with before and after side by side.")
    ] = False,
    sheets: Annotated[
        bool,
        typer.Option("--print", help="Also print sheets of the cards that are new or look different."),
    ] = False,
    paper: Papers = None,
    *,
    settings: PressSettings,
    out: Out = Path("output"),
    as_json: AsJson = False,
) -> None:
    """Show which cards changed between two versions of a game, and how; files go into OUT/GAME/changes/."""
    requests = print_requests(paper, settings)
    if not sheets:
        _refuse_for_sheets(settings)
    problems, files = Problems(), Files()
    with ExitStack() as stack:
        sources = find_sources(old, new, stack, problems)
        comparison = _compare(sources, problems, is_quiet=as_json)
        if comparison is not None and (sheets or not no_pdf):
            files = write_files(comparison, requests, out, problems, pairs=not no_pdf, sheets=sheets)
    _report(comparison, files, problems, as_json=as_json)
    if problems.has_errors:
        raise typer.Exit(1)


def _refuse_for_sheets(settings: PressSettings) -> None:
    """An option that would do nothing is a misunderstanding."""
    for name in settings:
        raise typer.BadParameter("it says how sheets are printed: add --print", param_hint=f"--{name}")


def _compare(sources: Sequence[Source | None], problems: Problems, *, is_quiet: bool) -> Comparison | None:
    """The comparison; None if anything is wrong with either version, all of which is told."""
    old, new = sources
    found = [(source, load_game(source.folder, own := Problems()), own) for source in sources if source]
    versions = []
    total = sum(count_cards(game) for _, game, _ in found if game)
    with progress_bar(total, hidden=is_quiet) as progress:
        for source, game, own in found:
            if game is not None:
                versions.append(lay_out(source.label, game, own, progress))
            # Nobody mends warnings in what is past.
            told = [problem for problem in own.found if source is new or problem.severity == "error"]
            problems.extend(source.as_named(problem) for problem in told)
    if problems.has_errors or old is None or new is None:
        return None
    return compare(*versions)


def _report(comparison: Comparison | None, files: Files, problems: Problems, *, as_json: bool) -> None:
    if as_json:
        told = as_dict(None if problems.has_errors else comparison, files, problems)
        print(json.dumps(told, indent=2, ensure_ascii=False, default=str))
        return
    tell(problems)
    if problems.has_errors or comparison is None:
        print("nothing was written", file=sys.stderr)
        return
    print_lines([*lines(comparison), *file_lines(files)])
