"""Building again whenever a file is saved."""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path

from generator.catalog.paths import shown_path
from generator.layout.caches import clear_caches
from generator.press.cache import OWN_NAME

WAKE_MS = 200
"""How often the watch looks up although nothing was saved."""
MAX_NAMED = 5

Build = Callable[[], Sequence[Path]]
"""Builds once, tells what there is to tell, and returns the folders that it read from."""


def keep_building(folders: Sequence[Path], build: Build) -> None:
    """Builds, then again after every change in the folders, until the user stops it with Ctrl-C."""
    # Runs of hours make circles of objects after all.
    gc.enable()
    wanted = list(folders)
    watched: list[Path] = []
    try:
        while True:
            if watched != _outermost(wanted):
                # The watch begins before the build, so that nothing saved during it is missed.
                watched = _outermost(wanted)
                changes = _changes(watched)
                next(changes)
            # A folder that went may come back: it is not forgotten.
            wanted = list(dict.fromkeys([*wanted, *build()]))
            if watched != _outermost(wanted):
                continue
            print("watching for changes; press Ctrl-C to stop", file=sys.stderr, flush=True)
            _tell(next(paths for paths in changes if paths or watched != _outermost(wanted)))
            clear_caches()
    except KeyboardInterrupt:
        return


def _changes(folders: Sequence[Path]) -> Iterator[list[Path]]:
    """The files changed since the last look; an empty list every now and then."""
    from watchfiles import DefaultFilter, watch

    built_in = DefaultFilter()
    for changes in watch(
        *folders,
        watch_filter=lambda change, path: _matters(path) and built_in(change, path),
        yield_on_timeout=True,
        rust_timeout=WAKE_MS,
    ):
        yield [Path(path) for _, path in changes]


def _matters(path: str) -> bool:
    """False for folders, and for what a build writes: its output and its cache may lie in a game's folder."""
    is_output = path.endswith(".pdf") or "/.gatepress-" in Path(path).as_posix()
    is_kept = OWN_NAME.fullmatch(Path(path).name) is not None
    return not (is_output or is_kept or Path(path).is_dir())


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
