"""``gatepress build``: sheets of all components."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated

import typer

from generator.catalog.models import CardSet, Game
from generator.catalog.press_settings import PressSettings
from generator.catalog.problems import Problems
from generator.cli.cache import open_cache
from generator.cli.games import game_folders, load_games
from generator.cli.options import (
    AsJson,
    Games,
    LowInk,
    NoCache,
    Only,
    Out,
    Papers,
    Select,
    press_settings,
    print_requests,
)
from generator.cli.report import progress_bar, report
from generator.press.build import Written, build
from generator.press.cache import Cache
from generator.press.job import PrintJob
from generator.press.request import PrintRequest, chosen_decks, report_unmatched
from generator.press.sheet_job import Notes, SheetJob, plan_jobs


@press_settings
def command(
    games: Games = None,
    paper: Papers = None,
    *,
    settings: PressSettings,
    only: Only = None,
    select: Select = None,
    low_ink: LowInk = False,
    contact: Annotated[
        bool,
        typer.Option("--contact", help="Thumbnails of all fronts on a few pages, instead of sheets."),
    ] = False,
    out: Out = Path("output"),
    no_cache: NoCache = False,
    watch: Annotated[
        bool, typer.Option("--watch", help="Keep running, and rebuild what a saved file affects.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Build print-ready PDF sheets of all components into OUT/GAME/."""
    requests = print_requests(paper, settings, only, select, low_ink=low_ink)

    def build_once() -> tuple[Problems, list[Game]]:
        problems = Problems()
        found = load_games(games, problems)
        jobs = _jobs(found, requests, problems)
        if contact:
            written = _show(found, jobs, requests, out, problems, is_quiet=as_json)
        else:
            # What one build found out of the files is no longer true in the next.
            cache = open_cache(wanted=not no_cache)
            written = _print([*jobs, *_books(found, requests)], out, problems, cache, is_quiet=as_json)
        report(written, problems, as_json=as_json)
        return problems, found

    if watch and game_folders(games):
        from generator.cli.watch import keep_building

        read_from = _read_from(load_games(games, Problems()), games)
        keep_building(read_from, lambda: _read_from(build_once()[1], games))
    elif build_once()[0].has_errors:
        raise typer.Exit(1)


def _print(
    jobs: Sequence[PrintJob],
    out: Path,
    problems: Problems,
    cache: Cache | None,
    *,
    is_quiet: bool,
) -> list[Written]:
    with progress_bar(sum(job.count for job in jobs), hidden=is_quiet) as progress:
        return build(jobs, out, problems, progress, cache)


def _show(
    games: Sequence[Game],
    jobs: Sequence[PrintJob],
    requests: Sequence[PrintRequest],
    out: Path,
    problems: Problems,
    *,
    is_quiet: bool,
) -> list[Written]:
    from generator.export.contact import write_contact_sheets

    with progress_bar(sum(job.count for job in jobs) // len(requests), hidden=is_quiet) as progress:
        return write_contact_sheets(games, requests, out, problems, progress)


def _jobs(games: Sequence[Game], requests: Sequence[PrintRequest], problems: Problems) -> list[SheetJob]:
    only, select = requests[0].only, requests[0].select
    # A game that can't be read might hold what was asked for; its own errors come first.
    if not problems.has_errors:
        report_unmatched(games, only, select, problems)
    jobs: dict[tuple[Path, str], SheetJob] = {}
    for game in games:
        notes = _legality_notes(game, chosen_decks(game, only, select), problems)
        for job in (job for request in requests for job in plan_jobs(game, request, notes)):
            # Pages for print on demand are the same whatever the papers, and made once.
            jobs.setdefault((game.folder, job.name), job)
    return list(jobs.values())


def _legality_notes(game: Game, decks: Sequence[CardSet], problems: Problems) -> Notes:
    if not decks:
        return {}
    from generator.cli.legality import legality_notes

    return legality_notes(game, decks, problems)


def _books(games: Sequence[Game], requests: Sequence[PrintRequest]) -> Iterator[PrintJob]:
    for game in games:
        if game.rulebook is not None:
            from generator.press.rulebook.job import plan_book

            yield from (book for request in requests if (book := plan_book(game, request)) is not None)


def _read_from(games: Sequence[Game], names: Sequence[str] | None) -> list[Path]:
    """The folders that a build has read from, also of games that could not be loaded."""
    return [*game_folders(names), *(folder for game in games for folder in game.layout_folders)]
