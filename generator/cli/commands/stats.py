"""``gatepress stats``: what a game's card lists are made of, before anybody has played."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from generator.catalog.problems import Problems
from generator.catalog.wording import listed
from generator.cli import completion
from generator.cli.console import print_json
from generator.cli.options import Lang, load_games, usable
from generator.cli.print_problems import progress_bar, stop_with

if TYPE_CHECKING:
    from generator.catalog.models import Game
    from generator.deck.card_stats.stats import CardStats
    from generator.deck.card_stats.strength import Pair
    from generator.deck.card_stats.table import CardTable
    from generator.reports.chart_pages import WrittenCharts

EXAMPLES = (
    "gatepress stats my-game --against 'attack+health~cost'",
    "gatepress stats gateway --component city --plots city.pdf",
)

PLOT_SUFFIXES = (".pdf", ".png")
MIN_ALIKE = 0.5
"""Of ``--alike``: below, any two texts are."""


@dataclass(frozen=True, slots=True)
class Request:
    """Which card lists, and what is looked for in them."""

    game: Annotated[
        str | None,
        typer.Argument(
            metavar="GAME or folder",
            help="Which game. [the one in this folder]",
            autocompletion=completion.game,
        ),
    ] = None
    components: Annotated[
        tuple[str, ...],
        typer.Option(
            "--component",
            metavar="NAME",
            help="A component by id; may be repeated. [every list of at least two different cards]",
        ),
    ] = ()
    different: Annotated[
        bool, typer.Option("--different", help="Count each card once, however many copies there are.")
    ] = False
    against: Annotated[
        tuple[str, ...],
        typer.Option(
            "--against",
            metavar="'STRENGTH~COST'",
            help="Fit a line to two number fields, or sums such as 'attack+health~cost'; may be repeated."
            " [fields with those names]",
        ),
    ] = ()
    alike: Annotated[
        float | None,
        typer.Option(
            "--alike",
            metavar="NUMBER",
            min=MIN_ALIKE,
            max=1,
            help="How similar two texts must be to be reported: 1 for the same words. [0.85]",
        ),
    ] = None
    lang: Lang = None
    plots: Annotated[
        Path | None,
        typer.Option("--plots", metavar="FILE.pdf|.png", help="Also draw A4 pages of charts into this file."),
    ] = None
    as_json: Annotated[bool, typer.Option("--json", help="Print the numbers as JSON.")] = False


def command(request: Request) -> None:
    """Show what card lists are made of: spreads, curves, cost against strength, words, twins and gaps."""
    from generator.deck.card_stats.stats import ALIKE, stats_of, to_dict
    from generator.deck.card_stats.strength import parse_pair
    from generator.deck.card_stats.table import tables_of
    from generator.deck.card_stats.texts import text_columns

    _check_suffix(request.plots)
    if request.alike is not None and math.isnan(request.alike):
        raise typer.BadParameter(
            f"expected a number from {MIN_ALIKE:g} to 1, got {request.alike}", param_hint="--alike"
        )
    pairs = [usable(partial(parse_pair, text), "--against") for text in dict.fromkeys(request.against)]
    problems = Problems()
    games = load_games(None if request.game is None else [request.game], problems, request.lang)
    if problems.has_errors or not games:
        stop_with(problems)
    loaded = games[0]
    tables = tables_of(loaded, request.components, problems, by_copies=not request.different)
    if not problems.has_errors:
        _check_pairs(pairs, tables, problems)
    if problems.has_errors:
        stop_with(problems)
    texts = sum(len(table.rows) * len(text_columns(table)) for table in tables)
    with progress_bar(
        texts, hidden=request.as_json or not texts, doing="comparing", noun="texts"
    ) as progress:
        stats = stats_of(tables, pairs, ALIKE if request.alike is None else request.alike, progress)
    written = None if request.plots is None else _write_plots(loaded, stats, request.plots, problems)
    if problems.has_errors:
        stop_with(problems)
    if request.as_json:
        files = [path.as_posix() for path in written.paths] if written is not None else []
        print_json({**to_dict(stats, loaded.id, loaded.title), "files": files})
        return
    from generator.cli.screens.card_stats import show_card_stats

    show_card_stats(loaded, stats, is_asked=bool(pairs))
    if written is not None:
        print()
        print(f"wrote {listed((path.as_posix() for path in written.paths), longest=MAX_PATH)}")


MAX_PATH = 400
"""Letters of the path of a file that was written."""


def _check_suffix(plots: Path | None) -> None:
    if plots is not None and plots.suffix.lower() not in PLOT_SUFFIXES:
        message = (
            f"expected a file that ends in {' or '.join(PLOT_SUFFIXES)}, got {listed([plots.name or plots])}"
        )
        raise typer.BadParameter(message, param_hint="--plots")


def _check_pairs(pairs: Sequence[Pair], tables: Sequence[CardTable], problems: Problems) -> None:
    """Reports every pair that none of the tables has."""
    from generator.deck.card_stats.strength import tables_with

    for pair in pairs:
        with problems.reporting():
            tables_with(pair, tables)


def _write_plots(
    game: Game, stats: Sequence[CardStats], path: Path, problems: Problems
) -> WrittenCharts | None:
    from generator.cli.card_plots import sections
    from generator.reports.chart_pages import ChartPages, write_charts

    pages = ChartPages(game.title, f"version {game.version}", sections(stats))
    return write_charts(pages, path, problems)
