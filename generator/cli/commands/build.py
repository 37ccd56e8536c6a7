"""``gatepress build``: sheets of all components, once or whenever a file is saved."""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence, Set
from pathlib import Path
from typing import Annotated

import typer

from generator.catalog.models import Game
from generator.catalog.paths import shown_path
from generator.catalog.press_settings import PressSettings
from generator.catalog.problems import Problems
from generator.catalog.writing import is_scratch
from generator.cli.options import AsJson, Games, Only, game_folders, load_games
from generator.cli.printing import (
    LowInk,
    NoCache,
    Out,
    Papers,
    Select,
    legality_notes,
    open_cache,
    press_settings,
    print_requests,
    refuse_idle_dpi,
    with_label_sheet,
)
from generator.cli.report import noun_of, progress_bar, report
from generator.press.build import Written, build
from generator.press.cache import OWN_NAME, Cache
from generator.press.job import PrintJob
from generator.press.planning import plan_jobs
from generator.press.request import PrintRequest, chosen_decks, report_unmatched
from generator.press.sheet_job import SheetJob

EXAMPLES = (
    "gatepress build battle-gate",
    "gatepress build my-game --only tokens --paper letter",
    'gatepress build my-game --select "Moss*" --backs gutterfold',
    "gatepress build my-game --watch",
)

Strict = Annotated[bool, typer.Option("--strict", help="Take warnings for errors, and write nothing then.")]
WAKE_MS = 200
"""How often the watch looks up although nothing was saved."""
MAX_NAMED = 5
Build = Callable[[], Sequence[Path]]
"""Builds once, tells what there is to tell, and returns the folders that it read from."""


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
    strict: Strict = False,
    as_json: AsJson = False,
) -> None:
    """Build print-ready PDF sheets of all components into OUT/GAME/."""
    requests = print_requests(paper, settings, only, select, low_ink=low_ink)
    outputs: set[Path] = set()

    def build_once(before: Problems | None = None) -> tuple[Problems, list[Game]]:
        problems = Problems()
        found = load_games(games, problems)
        # A file of the user's own, which may have been saved again.
        sheets = _jobs(found, with_label_sheet(requests, problems), problems)
        jobs: list[PrintJob] = [] if contact else [*sheets, *_books(found, requests)]
        if contact:
            written = _show(found, sheets, requests, out, problems, strict=strict, is_quiet=as_json)
        else:
            if jobs:
                refuse_idle_dpi(settings, jobs)
            # What one build found out of the files is no longer true in the next.
            cache = open_cache(wanted=not no_cache)
            written = _print(jobs, out, problems, cache, strict=strict, is_quiet=as_json)
        outputs.update(path.absolute() for file in written for path in (*file.pngs, *file.removed))
        wanted = [out / job.path for job in jobs]
        report(wanted, written, problems, as_json=as_json, before=before, strict=strict)
        return problems, found

    if watch and game_folders(games):
        read_from = _read_from(load_games(games, Problems()), games)
        told: Problems | None = None

        def build_again() -> list[Path]:
            nonlocal told
            told, found = build_once(told)
            return _read_from(found, games)

        keep_building(read_from, build_again, outputs)
        return
    problems, _ = build_once()
    if problems.has_errors or (strict and problems):
        raise typer.Exit(1)


def _print(
    jobs: Sequence[PrintJob],
    out: Path,
    problems: Problems,
    cache: Cache | None,
    *,
    strict: bool,
    is_quiet: bool,
) -> list[Written]:
    with progress_bar(sum(job.steps for job in jobs), hidden=is_quiet, noun=noun_of(jobs)) as progress:
        return build(jobs, out, problems, progress, cache, strict=strict)


def _show(
    games: Sequence[Game],
    jobs: Sequence[PrintJob],
    requests: Sequence[PrintRequest],
    out: Path,
    problems: Problems,
    *,
    strict: bool,
    is_quiet: bool,
) -> list[Written]:
    from generator.export.contact import write_contact_sheets

    with progress_bar(sum(job.count for job in jobs) // len(requests), hidden=is_quiet) as progress:
        return write_contact_sheets(games, requests, out, problems, progress, strict=strict)


def _jobs(games: Sequence[Game], requests: Sequence[PrintRequest], problems: Problems) -> list[SheetJob]:
    only, select = requests[0].only, requests[0].select
    # A game that can't be read might hold what was asked for; its own errors come first.
    if not problems.has_errors:
        report_unmatched(games, only, select, problems)
    jobs: dict[tuple[Path, str], SheetJob] = {}
    for game in games:
        notes = legality_notes(game, chosen_decks(game, only, select), problems)
        for job in (job for request in requests for job in plan_jobs(game, request, notes)):
            # Pages for print on demand are the same whatever the papers, and made once.
            jobs.setdefault((game.folder, job.name), job)
    return list(jobs.values())


def _books(games: Sequence[Game], requests: Sequence[PrintRequest]) -> Iterator[PrintJob]:
    for game in games:
        if game.rulebook is not None:
            from generator.press.rulebook.job import plan_book

            yield from (book for request in requests if (book := plan_book(game, request)) is not None)


def _read_from(games: Sequence[Game], names: Sequence[str] | None) -> list[Path]:
    """The folders that a build has read from, also of games that could not be loaded."""
    return [*game_folders(names), *(folder for game in games for folder in game.layout_folders)]


def keep_building(folders: Sequence[Path], build: Build, outputs: Set[Path] = frozenset()) -> None:
    """Builds, then again after every change in the folders, until the user stops it with Ctrl-C.

    ``outputs`` are the PNG files that were written so far, which may lie in the folders.
    """
    # Runs of hours make circles of objects after all.
    gc.enable()
    wanted = list(folders)
    watched: list[Path] = []
    try:
        while True:
            if watched != _outermost(wanted):
                # The watch begins before the build, so that nothing saved during it is missed.
                watched = _outermost(wanted)
                changes = _changes(watched, outputs)
                next(changes)
            # A folder that went may come back: it is not forgotten.
            wanted = list(dict.fromkeys([*wanted, *build()]))
            if watched != _outermost(wanted):
                continue
            print("watching for changes; press Ctrl-C to stop", file=sys.stderr, flush=True)
            _tell(next(paths for paths in changes if paths or watched != _outermost(wanted)))
            # Imported by now, but for what no card needs.
            from generator.layout.caches import clear_caches

            clear_caches()
    except KeyboardInterrupt:
        return


def _changes(folders: Sequence[Path], outputs: Set[Path]) -> Iterator[list[Path]]:
    """The files changed since the last look; an empty list every now and then."""
    from watchfiles import DefaultFilter, watch

    built_in = DefaultFilter()
    for changes in watch(
        *folders,
        watch_filter=lambda change, path: _matters(Path(path), outputs) and built_in(change, path),
        yield_on_timeout=True,
        rust_timeout=WAKE_MS,
    ):
        yield [Path(path) for _, path in changes]


def _matters(path: Path, outputs: Set[Path]) -> bool:
    """False for folders, and for what a build writes: its output and its cache may lie in a game's folder."""
    is_output = path.suffix == ".pdf" or path in outputs or is_scratch(path)
    is_kept = OWN_NAME.fullmatch(path.name) is not None
    return not (is_output or is_kept or path.is_dir())


def _outermost(folders: Iterable[Path]) -> list[Path]:
    """The folders less those inside others."""
    real = {folder.resolve() for folder in folders if folder.is_dir()}
    return sorted(folder for folder in real if real.isdisjoint(folder.parents))


def _tell(paths: Iterable[Path]) -> None:
    found = list(paths)
    if not found:
        print("changed: a folder was added or removed", file=sys.stderr, flush=True)
        return
    # Editors save by way of files that are gone at once.
    names = sorted({shown_path(path) for path in [path for path in found if path.exists()] or found})
    more = f" and {len(names) - MAX_NAMED} more" if len(names) > MAX_NAMED else ""
    print(f"changed: {', '.join(names[:MAX_NAMED])}{more}", file=sys.stderr, flush=True)
