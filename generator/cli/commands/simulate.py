"""``gatepress simulate``: many games between bots, with their results in one study file."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from generator.catalog.problems import InputError, Problems
from generator.cli.console import print_json
from generator.cli.options import Variants
from generator.cli.print_problems import print_problems, progress_bar, stop_with
from generator.cli.studies import (
    Bots,
    ContestantDecks,
    MoveLimit,
    OptionsAndChanges,
    PlayedGame,
    Players,
    ResultsAsJson,
    Scheduler,
    Seed,
    Workers,
    check_workers,
    plan_of,
    report_kept,
)

if TYPE_CHECKING:
    from generator.sim.matches.setup import LoadedGame
    from generator.sim.study.plan import Plan
    from generator.sim.study.store import Store
    from generator.sim.study.summary import Summary
    from generator.sim.study.table import Failure
    from generator.sim.study.workers import Crew

EXAMPLES = (
    "gatepress simulate battle-gate --games 1000 --bots greedy,random",
    "gatepress simulate strongholds --games 10000 --players 4 --workers 8 --out study",
    "gatepress simulate battle-gate --deck my-deck.yaml --deck night-shift --csv games.csv",
)

MAX_GAMES = 10**9


@dataclass(frozen=True, slots=True)
class Request:
    """Which games are played, and where they are kept."""

    game: PlayedGame = None
    games: Annotated[
        int,
        typer.Option(
            "--games", metavar="NUMBER", min=1, max=MAX_GAMES, help="How many games to play in all."
        ),
    ] = 1000
    bots: Bots = "greedy"
    players: Players = None
    decks: ContestantDecks = ()
    settings: OptionsAndChanges = ()
    variants: Variants = ()
    seed: Seed = 1
    workers: Workers = 1
    scheduler: Scheduler = None
    move_limit: MoveLimit = 60
    out: Annotated[
        Path | None,
        typer.Option("--out", metavar="DIR", help="Keep the study there; rerun to resume."),
    ] = None
    csv: Annotated[
        Path | None, typer.Option("--csv", metavar="FILE", help="Write every game as a row of CSV.")
    ] = None
    as_json: ResultsAsJson = False


def command(request: Request) -> None:
    """Play many games between bots on the same deals from every seat, and count who wins."""
    from generator.catalog.wording import is_text
    from generator.sim.matches.setup import load_rules
    from generator.sim.study.asking import Asked
    from generator.sim.study.options import options_and_changes
    from generator.sim.study.workers import Crew

    check_workers(request.workers, request.scheduler)
    for path, option in ((request.out, "--out"), (request.csv, "--csv")):
        if path is not None and not is_text(str(path)):
            raise typer.BadParameter("that is not a file name", param_hint=option)
    problems = Problems()
    options, changes = options_and_changes(request.settings)
    loaded = load_rules(request.game or ".", problems, changes=changes, variants=request.variants)
    if loaded is None:
        stop_with(problems)
    asked = Asked(request.games, request.bots, request.players, request.decks, options, request.seed, changes)
    plan = plan_of(asked, loaded, problems)
    if plan is None or problems.has_errors:
        stop_with(problems)
    if problems and not request.as_json:
        print_problems(problems)
    run = _Run(
        plan,
        loaded,
        Crew(request.workers, request.scheduler, request.move_limit),
        request.out,
        request.csv,
        request.as_json,
    )
    try:
        failure = run.play()
    except InputError as error:
        problems.add(error)
        stop_with(problems)
    if failure is not None:
        problems.extend([failure.problem])
        stop_with(problems)


class _Run:
    """One run of the command, from the study that is there to the results."""

    def __init__(
        self, plan: Plan, loaded: LoadedGame, crew: Crew, out: Path | None, csv: Path | None, as_json: bool
    ) -> None:
        from generator.sim.study.table import Table

        self._table = Table(plan, loaded.database, loaded.game)
        self._crew = crew
        self._out = out
        self._csv = csv
        self._as_json = as_json

    def play(self) -> Failure | None:
        """Plays what is missing, and prints the results; the game that failed, if one did.

        Raises InputError where the study file or the workers fail.
        """
        from generator.catalog.stops import STOPS
        from generator.sim.study.store import Store, check_csv

        if self._csv is not None:
            check_csv(self._csv)
        table = self._table
        with Store.begin(self._out, table.plan, table.versions) as store:
            try:
                failure = self._play_into(store)
                summary = self._summarize(store) if failure is None else None
            except (KeyboardInterrupt, SystemExit):
                self._report_kept(store)
                raise
            if summary is not None:
                with STOPS.deferred():
                    self._report(summary)
            elif self._out is not None:
                self._report_kept(store)
        return failure

    def _play_into(self, store: Store) -> Failure | None:
        from generator.sim.study.workers import play_study

        plan = self._table.plan
        bar = progress_bar(
            plan.games,
            hidden=self._as_json,
            doing=f"playing {self._table.game.title}",
            noun="games",
            done=store.count(),
            with_rate=True,
        )
        with bar as progress:
            return play_study(store, self._table, self._crew, progress)

    def _report_kept(self, store: Store) -> None:
        report_kept(store.count(), self._table.plan.games, self._out)

    def _summarize(self, store: Store) -> Summary:
        from generator.sim.study.summary import summarize

        summary = summarize(store, self._table.game)
        if self._csv is not None:
            store.write_csv(self._csv)
        return summary

    def _report(self, summary: Summary) -> None:
        if self._as_json:
            print_json(summary.to_dict())
            return
        from generator.cli.screens.studies import show_summary

        show_summary(summary, self._table.game.title)
