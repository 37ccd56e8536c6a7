"""``gatepress build``: sheets of all components, once or whenever a file is saved."""

from __future__ import annotations

import gc
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence, Set
from contextlib import suppress
from pathlib import Path
from typing import Annotated

import typer

from generator.catalog.models import Game
from generator.catalog.paths import is_temporary, shown_path
from generator.catalog.press_settings import PressSettings
from generator.catalog.problems import Problems
from generator.catalog.writing import is_scratch
from generator.cli.options import AsJson, Games, Lang, Only, Strict, game_folders, load_games
from generator.cli.print_problems import noun_of, progress_bar, report
from generator.cli.printing import (
    LowInk,
    NoCache,
    Out,
    Papers,
    Select,
    press_settings,
    print_requests,
    refuse_idle_dpi,
    with_label_sheet,
)
from generator.press.build import Written, build
from generator.press.cache import OWN_NAME, Cache, open_cache
from generator.press.job import PrintJob
from generator.press.messages import use_of
from generator.press.planning import Notes, plan_books, plan_sheets
from generator.press.request import PrintRequest, chosen_decks

EXAMPLES = (
    "gatepress build battle-gate",
    "gatepress build my-game --only tokens --paper letter",
    'gatepress build my-game --select "Moss*" --backs gutterfold',
    "gatepress build my-game --lang de",
    "gatepress build my-game --watch",
)

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
    lang: Lang = None,
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
        found = load_games(games, problems, lang)
        # A file of the user's own, which may have been saved again.
        sheets = plan_sheets(found, with_label_sheet(requests, problems), problems, _notes)
        jobs: list[PrintJob] = [] if contact else [*sheets, *plan_books(found, requests)]
        if contact:
            written = _show(found, sheets, requests, out, problems, strict=strict, is_quiet=as_json)
        else:
            if jobs:
                refuse_idle_dpi(settings, jobs)
            # What one build found out of the files is no longer true in the next.
            # What came out of an archive is nowhere twice.
            is_lasting = not any(is_temporary(game.folder) for game in found)
            cache = open_cache(wanted=is_lasting and not no_cache)
            written = _print(jobs, out, problems, cache, strict=strict, is_quiet=as_json)
        outputs.update(path.absolute() for file in written for path in (*file.pngs, *file.removed))
        wanted = [out / job.path for job in jobs]
        use = use_of(requests[0].printer, jobs, out)
        report(wanted, written, problems, as_json=as_json, before=before, strict=strict, use=use)
        return problems, found

    if watch and any(map(is_temporary, game_folders(games))):
        raise typer.BadParameter("an archive does not change; unpack it to work on it", param_hint="--watch")
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


def _notes(game: Game, request: PrintRequest, problems: Problems) -> Notes:
    decks = chosen_decks(game, request.only, request.select)
    if not decks:
        return {}
    # Only some games have decks to be judged.
    from generator.deck.legality import legality_notes

    return legality_notes(game, decks, problems)


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
    watched: dict[Path, int] | None = None
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
            paths = next(paths for paths in changes if paths or watched != _outermost(wanted))
            _tell(path for path in paths if path not in watched)
            if not watched.keys().isdisjoint(paths):
                # Another may be in its place already, number and all: the old watch would see none of it.
                watched = None
            # Imported by now, but for what no card needs.
            from generator.layout.caches import clear_caches

            clear_caches()
    except KeyboardInterrupt:
        return


def _changes(folders: Iterable[Path], outputs: Set[Path]) -> Iterator[list[Path]]:
    """The files changed since the last look; an empty list every now and then."""
    from watchfiles import Change, DefaultFilter, watch

    watched = frozenset(folders)
    built_in = DefaultFilter()
    is_polling: bool | None = None

    def is_seen(change: Change, path: str) -> bool:
        is_own = change is not Change.modified and Path(path) in watched
        return is_own or (_matters(Path(path), outputs) and built_in(change, path))

    while True:
        try:
            for changes in watch(
                *watched,
                watch_filter=is_seen,
                yield_on_timeout=True,
                rust_timeout=WAKE_MS,
                force_polling=is_polling,
            ):
                yield [Path(path) for _, path in changes]
        except FileNotFoundError:
            # A folder went this very moment; whoever asks sees that it did.
            time.sleep(WAKE_MS / 1000)
            yield []
        except OSError:
            if is_polling:
                raise
            # The system watches no more files; then they are looked at again and again.
            is_polling = True


def _matters(path: Path, outputs: Set[Path]) -> bool:
    """False for folders, and for what a build writes: its output and its cache may lie in a game's folder."""
    is_output = path.suffix == ".pdf" or path in outputs or is_scratch(path)
    is_kept = OWN_NAME.fullmatch(path.name) is not None
    return not (is_output or is_kept or path.is_dir())


def _outermost(folders: Iterable[Path]) -> dict[Path, int]:
    """The folders less those inside others, each with what tells it from another of its name."""
    real: dict[Path, int] = {}
    for folder in folders:
        with suppress(OSError):
            if folder.is_dir():
                real[folder.resolve()] = folder.stat().st_ino
    return {folder: real[folder] for folder in sorted(real) if real.keys().isdisjoint(folder.parents)}


def _tell(paths: Iterable[Path]) -> None:
    found = list(paths)
    if not found:
        print("changed: a folder was added or removed", file=sys.stderr, flush=True)
        return
    # Editors save by way of files that are gone at once.
    names = sorted({shown_path(path) for path in [path for path in found if path.exists()] or found})
    more = f" and {len(names) - MAX_NAMED} more" if len(names) > MAX_NAMED else ""
    print(f"changed: {', '.join(names[:MAX_NAMED])}{more}", file=sys.stderr, flush=True)
