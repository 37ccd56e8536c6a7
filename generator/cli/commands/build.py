"""``gatepress build``: sheets of all components."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from generator.catalog.models import Game
from generator.catalog.problems import Problems
from generator.cli.cache import open_cache
from generator.cli.games import game_folders, load_games
from generator.cli.legality import with_legality
from generator.cli.options import (
    AsJson,
    Backs,
    Bleed,
    Games,
    Gap,
    LowInk,
    Margin,
    Marks,
    NoCache,
    Only,
    Out,
    Papers,
    Select,
    press_wishes,
)
from generator.cli.report import progress_bar, report
from generator.cli.watch import keep_building
from generator.press.build import Written, build
from generator.press.cache.store import Cache
from generator.press.choice import refuse_unmatched
from generator.press.job import Job, Wishes, plan_jobs
from generator.press.rulebook.job import BookJob, plan_book


def command(
    games: Games = None,
    paper: Papers = None,
    backs: Backs = None,
    gap: Gap = None,
    bleed: Bleed = None,
    marks: Marks = None,
    margin: Margin = None,
    only: Only = None,
    select: Select = None,
    low_ink: LowInk = False,
    contact: Annotated[
        bool, typer.Option("--contact", help="All fronts in small on a page or a few, and no sheets.")
    ] = False,
    out: Out = Path("output"),
    no_cache: NoCache = False,
    watch: Annotated[
        bool, typer.Option("--watch", help="Stay, and build again what a saved file touches.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Print-ready PDF sheets of all components, into OUT/GAME/."""
    wishes = press_wishes(paper, backs, gap, bleed, marks, margin, only, select, low_ink=low_ink)

    def build_once() -> tuple[Problems, list[Game]]:
        problems = Problems()
        found = load_games(games, problems)
        jobs = _jobs(found, wishes, problems)
        if contact:
            written = _show(found, jobs, wishes, out, problems, is_quiet=as_json)
        else:
            # What one build found out of the files is no longer true in the next.
            books = [book for game in found for wish in wishes if (book := plan_book(game, wish)) is not None]
            written = _print(jobs, books, out, problems, open_cache(wanted=not no_cache), is_quiet=as_json)
        report(written, problems, as_json=as_json)
        return problems, found

    if watch and game_folders(games):
        read_from = _read_from(load_games(games, Problems()), games)
        keep_building(read_from, lambda: _read_from(build_once()[1], games))
    elif build_once()[0].has_errors:
        raise typer.Exit(1)


def _print(
    jobs: Sequence[Job],
    books: Sequence[BookJob],
    out: Path,
    problems: Problems,
    cache: Cache | None,
    *,
    is_quiet: bool,
) -> list[Written]:
    with progress_bar(sum(len(job.printed) for job in jobs), hidden=is_quiet) as progress:
        return build([*jobs, *books], out, problems, progress, cache)


def _show(
    games: Sequence[Game],
    jobs: Sequence[Job],
    wishes: Sequence[Wishes],
    out: Path,
    problems: Problems,
    *,
    is_quiet: bool,
) -> list[Written]:
    from generator.export.contact.write import write_contact_sheets

    with progress_bar(sum(len(job.printed) for job in jobs) // len(wishes), hidden=is_quiet) as progress:
        return write_contact_sheets(games, wishes, out, problems, progress)


def _jobs(games: Sequence[Game], wishes: Sequence[Wishes], problems: Problems) -> list[Job]:
    jobs: dict[tuple[Path, str], Job] = {}
    # A game that can't be read might hold what was asked for; its own errors come first.
    if not problems.has_errors:
        refuse_unmatched(games, wishes[0].only, wishes[0].select, problems)
    for game in games:
        for job in (job for wish in wishes for job in plan_jobs(game, wish, problems)):
            # Pages for print on demand are the same whatever the papers, and made once.
            jobs.setdefault((game.folder, job.name), job)
    return with_legality(jobs.values(), problems)


def _read_from(games: Sequence[Game], names: Sequence[str] | None) -> list[Path]:
    """The folders that a build has read from, also of games that could not be loaded."""
    return [*game_folders(names), *(folder for game in games for folder in game.layout_folders)]
