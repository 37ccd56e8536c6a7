"""``gatepress build``: sheets of all components, once or whenever a file is saved."""

from __future__ import annotations

import gc
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence, Set
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from generator.catalog.models import Game
from generator.catalog.paths import CARD_LIST_SUFFIXES, FilesRead, is_temporary, noting_files, shown_path
from generator.catalog.problems import Problems
from generator.catalog.processes import cores
from generator.catalog.writing import is_scratch
from generator.cli.options import AsJson, Games, Lang, Only, Strict, Variants, game_folders, load_games
from generator.cli.print_problems import noun_of, progress_bar, report
from generator.cli.printing import (
    Jobs,
    LowInk,
    NoCache,
    Out,
    Papers,
    Pressed,
    Select,
    print_requests,
    refuse_idle_dpi,
    with_label_sheet,
)
from generator.press.build import Written, build
from generator.press.cache import open_cache
from generator.press.job import OWN_NAME, PrintJob, count_steps
from generator.press.messages import use_of
from generator.press.planning import Notes, plan_books, plan_sheets
from generator.press.request import PrintRequest, chosen_decks

if TYPE_CHECKING:
    from generator.press.renewal import Before

EXAMPLES = (
    "gatepress build battle-gate",
    "gatepress build my-game --only tokens --paper letter",
    'gatepress build my-game --select "Moss*" --backs gutterfold',
    "gatepress build my-game --lang de",
    "gatepress build battle-gate --variant even-start",
    "gatepress build my-game --watch",
)

WAKE_MS = 200
"""How often the watch looks up although nothing was saved."""
SETTLED_MS = 10
"""How long nothing more is saved before it is built."""
LONGEST_MS = 400
"""How long it waits for that at most."""
MAX_NAMED = 5
MAX_LOOKED_AT = 1000
"""Files in a folder that was put in its place."""
READ_EACH_TIME = (*CARD_LIST_SUFFIXES, ".j2", ".md", ".py")
"""The endings of files of which nothing is kept by path while a run lasts."""
Build = Callable[[], Sequence[Path]]
"""Builds once, and returns the folders that it read from."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """Which sheets, of what, and how."""

    games: Games = ()
    paper: Papers = ()
    settings: Pressed
    only: Only = ()
    select: Select = ()
    lang: Lang = None
    variants: Variants = ()
    low_ink: LowInk = False
    contact: Annotated[
        bool,
        typer.Option("--contact", help="Thumbnails of all fronts on a few pages, instead of sheets."),
    ] = False
    out: Out = Path("output")
    no_cache: NoCache = False
    jobs: Jobs = None
    watch: Annotated[
        bool, typer.Option("--watch", help="Keep running, and rebuild what a saved file affects.")
    ] = False
    strict: Strict = False
    as_json: AsJson = False


def command(request: Request) -> None:
    """Build print-ready PDF sheets of all components into OUT/GAME/."""
    only, select, low_ink = request.only, request.select, request.low_ink
    run = _Run(request, print_requests(request.paper, request.settings, only, select, low_ink=low_ink))
    folders = game_folders(request.games) if request.watch else ()
    if any(map(is_temporary, folders)):
        raise typer.BadParameter("an archive does not change; unpack it to work on it", param_hint="--watch")
    if folders:
        from generator.press.renewal import Before

        run.before = Before()
        folders = run.read_from(load_games(request.games, Problems()))
        keep_building(folders, run.build, run.outputs, run.forget)
        return
    run.build()
    if run.has_failed:
        raise typer.Exit(1)


@dataclass(slots=True)
class _Run:
    """What the command is asked to build, once or many times, and what it has built so far."""

    asked: Request
    requests: Sequence[PrintRequest]
    outputs: set[Path] = field(default_factory=set)
    """The PNG files that were written or removed, by any of the builds."""
    problems: Problems | None = None
    """Those of the last build."""
    before: Before | None = None
    """What the builds have left for the next one; None where there is none."""

    @property
    def has_failed(self) -> bool:
        found = self.problems or Problems()
        return found.has_errors or (self.asked.strict and bool(found))

    def build(self) -> list[Path]:
        """Builds once, reports what is new since the last time, and returns the folders that it read from."""
        asked, problems = self.asked, Problems()
        games = load_games(asked.games, problems, asked.lang, asked.variants)
        # A file of the user's own, which may have been saved again.
        sheets = plan_sheets(games, with_label_sheet(self.requests, problems), problems, _notes)
        jobs: list[PrintJob] = [] if asked.contact else [*sheets, *plan_books(games, self.requests)]
        written = self._show(games, sheets, problems) if asked.contact else self._print(games, jobs, problems)
        self.outputs.update(path.absolute() for file in written for path in (*file.pngs, *file.removed))
        report(
            [asked.out / job.path for job in jobs],
            written,
            problems,
            as_json=asked.as_json,
            before=self.problems,
            strict=asked.strict,
            use=use_of(self.requests[0].printer, jobs, asked.out),
        )
        self.problems = problems
        return self.read_from(games)

    def read_from(self, games: Sequence[Game]) -> list[Path]:
        """The folders that a build of these has read from, also of games that could not be loaded."""
        return [*game_folders(self.asked.games), *(path for game in games for path in game.layout_folders)]

    def forget(self, saved: Sequence[Path] | None) -> None:
        """Drops what is kept in memory of files that were saved; None: any may have been."""
        from generator.layout.caches import clear_caches

        if saved is None or not all(path.suffix.lower() in READ_EACH_TIME for path in saved):
            clear_caches()
        if self.before is not None:
            self.before.note_saved(saved)

    def _print(self, games: Sequence[Game], jobs: Sequence[PrintJob], problems: Problems) -> list[Written]:
        asked = self.asked
        if jobs:
            refuse_idle_dpi(self.requests[0].settings, jobs)
        # What one build found out of the files is no longer true in the next.
        # What came out of an archive is nowhere twice.
        is_lasting = not any(is_temporary(game.folder) for game in games)
        cache = open_cache(wanted=is_lasting and not asked.no_cache)
        # A watch has threads of its own, and what it keeps in memory only this process has.
        processes = (asked.jobs or cores()) if self.before is None else 1
        strict, before = asked.strict, self.before
        with progress_bar(count_steps(jobs), hidden=asked.as_json, noun=noun_of(jobs)) as progress:
            return build(
                jobs, asked.out, problems, progress, cache, strict=strict, processes=processes, before=before
            )

    def _show(self, games: Sequence[Game], jobs: Sequence[PrintJob], problems: Problems) -> list[Written]:
        from generator.export.contact import write_contact_sheets

        asked, strict = self.asked, self.asked.strict
        fronts = sum(job.count for job in jobs) // len(self.requests)
        with progress_bar(fronts, hidden=asked.as_json) as progress:
            return write_contact_sheets(games, self.requests, asked.out, problems, progress, strict=strict)


def _notes(game: Game, request: PrintRequest, problems: Problems) -> Notes:
    decks = chosen_decks(game, request.only, request.select)
    if not decks:
        return {}
    # Only some games have decks to be judged.
    from generator.deck.check import legality_notes

    return legality_notes(game, decks, problems)


def keep_building(
    folders: Sequence[Path],
    build: Build,
    outputs: Set[Path] = frozenset(),
    forget: Callable[[Sequence[Path] | None], None] = lambda _: None,
) -> None:
    """Builds, then again after every change in the folders, until the user stops it with Ctrl-C.

    ``outputs`` are the PNG files that were written so far, which may lie in the folders. ``forget`` is given
    what was changed before it is built again; None: that may be any file.
    """
    # Runs of hours make circles of objects after all.
    gc.enable()
    wanted = list(folders)
    watched: dict[Path, int] | None = None
    watch = Watching(outputs)
    try:
        while True:
            if watched != _outermost(wanted):
                # The watch begins before the build, so that nothing saved during it is missed.
                watched = _outermost(wanted)
                changes = watch.changes(watched)
                next(changes)
                # Nobody has reported what was saved between one watch and the next.
                forget(None)
            # A folder that went may come back: it is not forgotten.
            with noting_files() as watch.read:
                wanted = list(dict.fromkeys([*wanted, *build()]))
            if watched != _outermost(wanted):
                continue
            print("watching for changes; press Ctrl-C to stop", file=sys.stderr, flush=True)
            paths = next(paths for paths in changes if paths or watched != _outermost(wanted))
            _print_changed(path for path in paths if path not in watched)
            if not watched.keys().isdisjoint(paths):
                # Another may be in its place already, number and all: the old watch would see none of it.
                watched = None
            forget(paths)
    except KeyboardInterrupt:
        return


@dataclass(slots=True)
class Watching:
    """Sees what is saved, as far as the last build read it or would have."""

    outputs: Set[Path]
    read: FilesRead = field(default_factory=FilesRead)
    """By the last build."""

    def changes(self, folders: Iterable[Path]) -> Iterator[list[Path]]:
        """The files changed since the last look; an empty list every now and then."""
        from watchfiles import Change, DefaultFilter, watch

        watched = frozenset(folders)
        built_in = DefaultFilter()
        is_polling: bool | None = None

        def is_seen(change: Change, path: str) -> bool:
            is_own = change is not Change.modified and Path(path) in watched
            return is_own or (built_in(change, path) and self.matters(Path(path)))

        while True:
            try:
                for changes in watch(
                    *watched,
                    watch_filter=is_seen,
                    debounce=LONGEST_MS,
                    step=SETTLED_MS,
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

    def matters(self, path: Path) -> bool:
        """False for what no build reads, and what it writes: output and cache may lie in a game's folder."""
        if path.suffix == ".pdf" or path in self.outputs or is_scratch(path) or OWN_NAME.fullmatch(path.name):
            return False
        if path.is_dir():
            # One that was moved here brings its files unseen.
            return any(
                not one.is_dir() and self.matters(one) for one in islice(path.rglob("*"), MAX_LOOKED_AT)
            )
        # So does one that went.
        is_folder = not path.suffix and not path.exists()
        return is_folder or self.read.concerns(path)


def _outermost(folders: Iterable[Path]) -> dict[Path, int]:
    """The folders less those inside others, each with what distinguishes it from another of its name."""
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
