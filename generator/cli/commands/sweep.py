"""``gatepress sweep``: a game with other numbers, on the same deals, beside the numbers that it has."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from generator.catalog.problems import InputError, Problems
from generator.catalog.wording import listed
from generator.catalog.writing import write_file
from generator.cli.console import print_json
from generator.cli.options import Variants, usable
from generator.cli.print_problems import print_problems, progress_bar, stop_with
from generator.cli.studies import (
    Bots,
    ContestantDecks,
    Out,
    PlayedGame,
    Players,
    ResultsAsJson,
    Scheduler,
    Workers,
    check_workers,
    plan_of_deals,
    reporting_kept,
    study_option,
)
from generator.sim.study.options import SWEEP

if TYPE_CHECKING:
    from generator.reports.chart_pages import WrittenCharts
    from generator.sim.matches.setup import LoadedGame
    from generator.sim.sweeps.sweep import SweepResult

EXAMPLES = (
    "gatepress sweep hold-the-gates --set rules.hand=4,5,6",
    "gatepress sweep my-game --set oak.cost=2,3,4 --set rules.hand=4,5 --games 4000 --workers 8",
    "gatepress sweep battle-gate --set variant=even-start --players 2",
    "gatepress sweep battle-gate --set rules.first_turn.first_player=3,4 --bots search:200 --plots turn.pdf",
)
PLOT_SUFFIXES = (".pdf", ".png")
MAX_PATH = 400


@dataclass(frozen=True, slots=True)
class Request:
    """What is to be tried."""

    game: PlayedGame = None
    changes: Annotated[tuple[str, ...], study_option("set", SWEEP["set"], metavar="PATH=v1,v2,…")] = ()
    bots: Bots = "greedy"
    players: Players = None
    decks: ContestantDecks = ()
    variants: Variants = ()
    games: Annotated[int, study_option("games", SWEEP["games"])] = 1000
    seed: Annotated[int, study_option("seed", SWEEP["seed"])] = 1
    workers: Workers = 1
    scheduler: Scheduler = None
    out: Out = None
    plots: Annotated[
        Path | None,
        typer.Option("--plots", metavar="FILE.pdf|.png", help="Also draw A4 pages of charts into this file."),
    ] = None
    csv: Annotated[
        Path | None, typer.Option("--csv", metavar="FILE", help="Write every combination as a row of CSV.")
    ] = None
    as_json: ResultsAsJson = False


def command(request: Request) -> None:
    """Play a game with other numbers on the same deals, and compare them with its own."""
    from generator.cli.report_file import check_file
    from generator.sim.matches.setup import load_rules
    from generator.sim.study.asking import Asked
    from generator.sim.study.workers import Crew
    from generator.sim.sweeps.arms import ArmFailed
    from generator.sim.sweeps.sweep import CSV_HOLDS, Sweep, parse_axis

    if not request.changes:
        example = "name a number and values, for example `--set rules.hand=4,5,6`"
        raise typer.BadParameter(example, param_hint="--set")
    check_workers(request.workers, request.scheduler)
    plots = request.plots
    if plots is not None and plots.suffix.lower() not in PLOT_SUFFIXES:
        message = f"expected a file that ends in .pdf or .png, got {listed([plots.name or str(plots)])}"
        raise typer.BadParameter(message, param_hint="--plots")
    check_file(request.csv, "--csv", CSV_HOLDS, "results of a sweep")
    if plots is not None and plots.parent.is_dir():
        check_file(plots, "--plots")
    problems = Problems()
    loaded = load_rules(request.game or ".", problems, variants=request.variants)
    if loaded is None:
        stop_with(problems)
    axes = [usable(partial(parse_axis, text, loaded.game), "--set") for text in request.changes]
    plan = plan_of_deals(
        Asked(request.games, request.bots, request.players, request.decks, (), request.seed), loaded, problems
    )
    sweep = usable(partial(Sweep, plan, axes, problems), "--set")
    if problems.has_errors:
        stop_with(problems)
    if problems and not request.as_json:
        print_problems(problems)
    bar = progress_bar(
        sweep.games,
        hidden=request.as_json,
        doing=f"playing {loaded.game.title}",
        noun="games",
        with_rate=True,
    )
    written = None
    try:
        with bar as progress, reporting_kept(sweep.games, request.out, progress) as done:
            result = sweep.play(Crew(request.workers, request.scheduler), done, out=request.out)
        if request.csv is not None:
            write_file(request.csv, result.to_csv().encode())
    except ArmFailed as failed:
        problems.extend([failed.problem])
    except InputError as error:
        problems.add(error)
    if problems.has_errors:
        stop_with(problems)
    if plots is not None:
        written = _write_plots(loaded, result, plots, problems)
        if problems.has_errors:
            stop_with(problems)
    files = [] if written is None else [path.as_posix() for path in written.paths]
    if request.csv is not None:
        files.append(request.csv.as_posix())
    if request.as_json:
        print_json({**result.to_dict(), "files": files})
        return
    from generator.cli.screens.studies import show_sweep

    show_sweep(result, loaded.game.title)
    if files:
        print()
        print(f"wrote {listed(files, longest=MAX_PATH)}")


def _write_plots(
    loaded: LoadedGame, result: SweepResult, path: Path, problems: Problems
) -> WrittenCharts | None:
    from generator.reports.chart_pages import ChartPages, write_charts
    from generator.reports.sweep import section

    database = loaded.database
    pages = ChartPages(database.title, f"version {database.version}", [section(result)])
    return write_charts(pages, path, problems)
