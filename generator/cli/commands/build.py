"""``gatepress build``: sheets of all components, once or whenever a file is saved."""

from __future__ import annotations

import gc
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence, Set
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated

import typer

from generator.catalog.models import Game
from generator.catalog.paths import is_temporary, shown_path
from generator.catalog.press_settings import PressSettings
from generator.catalog.problems import Problems
from generator.catalog.processes import cores
from generator.catalog.writing import is_scratch
from generator.cli.options import AsJson, Games, Lang, Only, Strict, game_folders, load_games
from generator.cli.print_problems import noun_of, progress_bar, report
from generator.cli.printing import (
    Jobs,
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
from generator.press.cache import OWN_NAME, open_cache
from generator.press.job import PrintJob, count_steps
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
"""Builds once, and returns the folders that it read from."""


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
    jobs: Jobs = None,
    watch: Annotated[
        bool, typer.Option("--watch", help="Keep running, and rebuild what a saved file affects.")
    ] = False,
    strict: Strict = False,
    as_json: AsJson = False,
) -> None:
    """Build print-ready PDF sheets of all components into OUT/GAME/."""
    requests = print_requests(paper, settings, only, select, low_ink=low_ink)
    run = _Run(games, requests, lang, out, contact, no_cache, jobs, strict, as_json)
    if watch and any(map(is_temporary, game_folders(games))):
        raise typer.BadParameter("an archive does not change; unpack it to work on it", param_hint="--watch")
    if watch and game_folders(games):
        keep_building(_read_from(load_games(games, Problems()), games), run.build, run.outputs)
        return
    run.build()
    if run.has_failed:
        raise typer.Exit(1)


@dataclass(slots=True)
class _Run:
    """What the command is asked to build, once or many times, and what it has built so far."""

    games: Sequence[str] | None
    requests: Sequence[PrintRequest]
    lang: str | None
    out: Path
    contact: bool
    no_cache: bool
    processes: int | None
    strict: bool
    as_json: bool
    outputs: set[Path] = field(default_factory=set)
    """The PNG files that were written or removed, by any of the builds."""
    problems: Problems | None = None
    """Those of the last build."""

    @property
    def has_failed(self) -> bool:
        found = self.problems or Problems()
        return found.has_errors or (self.strict and bool(found))

    def build(self) -> list[Path]:
        """Builds once, reports what is new since the last time, and returns the folders that it read from."""
        problems = Problems()
        games = load_games(self.games, problems, self.lang)
        # A file of the user's own, which may have been saved again.
        sheets = plan_sheets(games, with_label_sheet(self.requests, problems), problems, _notes)
        jobs: list[PrintJob] = [] if self.contact else [*sheets, *plan_books(games, self.requests)]
        written = self._show(games, sheets, problems) if self.contact else self._print(games, jobs, problems)
        self.outputs.update(path.absolute() for file in written for path in (*file.pngs, *file.removed))
        report(
            [self.out / job.path for job in jobs],
            written,
            problems,
            as_json=self.as_json,
            before=self.problems,
            strict=self.strict,
            use=use_of(self.requests[0].printer, jobs, self.out),
        )
        self.problems = problems
        return _read_from(games, self.games)

    def _print(self, games: Sequence[Game], jobs: Sequence[PrintJob], problems: Problems) -> list[Written]:
        if jobs:
            refuse_idle_dpi(self.requests[0].settings, jobs)
        # What one build found out of the files is no longer true in the next.
        # What came out of an archive is nowhere twice.
        is_lasting = not any(is_temporary(game.folder) for game in games)
        cache = open_cache(wanted=is_lasting and not self.no_cache)
        with progress_bar(count_steps(jobs), hidden=self.as_json, noun=noun_of(jobs)) as progress:
            # Once it has built, a watch has threads of its own.
            processes = (self.processes or cores()) if self.problems is None else 1
            return build(jobs, self.out, problems, progress, cache, strict=self.strict, processes=processes)

    def _show(self, games: Sequence[Game], jobs: Sequence[PrintJob], problems: Problems) -> list[Written]:
        from generator.export.contact import write_contact_sheets

        fronts, strict = sum(job.count for job in jobs) // len(self.requests), self.strict
        with progress_bar(fronts, hidden=self.as_json) as progress:
            return write_contact_sheets(games, self.requests, self.out, problems, progress, strict=strict)


def _notes(game: Game, request: PrintRequest, problems: Problems) -> Notes:
    decks = chosen_decks(game, request.only, request.select)
    if not decks:
        return {}
    # Only some games have decks to be judged.
    from generator.deck.check import legality_notes

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
            _print_changed(path for path in paths if path not in watched)
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


def _print_changed(paths: Iterable[Path]) -> None:
    found = list(paths)
    if not found:
        print("changed: a folder was added or removed", file=sys.stderr, flush=True)
        return
    # Editors save by way of files that are gone at once.
    names = sorted({shown_path(path) for path in [path for path in found if path.exists()] or found})
    more = f" and {len(names) - MAX_NAMED} more" if len(names) > MAX_NAMED else ""
    print(f"changed: {', '.join(names[:MAX_NAMED])}{more}", file=sys.stderr, flush=True)
