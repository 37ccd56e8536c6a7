"""The files that a game is made of, as they were at a moment, and the watch over what is saved since."""

from __future__ import annotations

import asyncio
import hashlib
import os
import time
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from generator.catalog.bundle import bundled_root
from generator.catalog.wording import name_id

UNREAD_FOLDERS = frozenset({"output", "__pycache__", "node_modules"})
"""What lies in them is no part of a game."""
UNREAD_SUFFIXES = (".pdf", ".pyc", ".swp", ".tmp", "~")
MAX_FILES = 20_000
"""A folder with more is not a game's alone; what is beyond is not looked at."""
SETTLED_MS = 20
"""How long nothing more is saved before the files are read."""
LONGEST_MS = 400
"""How long they wait for that at most."""
LOOKED_AGAIN = 1.0
"""Seconds after which it is looked whether the folders are still the same."""
COMPARED_AGAIN = 5
"""Of so many looks, the last is at the files too: not all file systems report what is saved."""
SETTLED = 0.05
"""Seconds: the clock of a file system may be as coarse, so a younger file may change without a trace."""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """Each file with its time, size and number; those that were just written count as changed next time."""

    states: Mapping[str, tuple[int, int, int]] = field(default_factory=dict)
    fresh: frozenset[str] = frozenset()

    @property
    def digest(self) -> str:
        """The same only for moments between which no file changed."""
        written = sorted(self.states.items())
        return hashlib.sha256(repr(written).encode()).hexdigest()[:12]

    def changed_since(self, before: Snapshot, concerns: Callable[[Path], bool]) -> frozenset[Path]:
        """What was saved, added or removed, of the files that are of any concern."""
        different = {path for path, state in self.states.items() if before.states.get(path) != state}
        different |= (before.states.keys() - self.states.keys()) | before.fresh
        return frozenset(path for path in map(Path, different) if concerns(path))


def game_folders(folder: Path) -> tuple[Path, ...]:
    """Where the files of a game may lie, whether there are such folders by now or not."""
    found = [folder]
    around = folder.absolute().parent
    if around.name == "cards":
        beside = around.parent / "layouts"
        found += [beside / name_id(folder.absolute().resolve().name, "game"), beside / "shared"]
    return tuple(dict.fromkeys([*found, bundled_root() / "layouts" / "shared"]))


def take_snapshot(folders: Iterable[Path]) -> Snapshot:
    """The files in the folders now. What can't be looked at is as good as not there."""
    now = time.time_ns()
    states: dict[str, tuple[int, int, int]] = {}
    for folder in folders:
        for entry in _files(str(folder)):
            try:
                known = entry.stat()
            except OSError:
                continue
            states[entry.path] = (known.st_mtime_ns, known.st_size, known.st_ino)
            if len(states) >= MAX_FILES:
                break
    fresh = {path for path, state in states.items() if now - state[0] < SETTLED * 1e9}
    return Snapshot(states, frozenset(fresh))


def is_read(name: str) -> bool:
    """Whether a file or folder may be one of a game's, as its name has it."""
    # The names of scratch folders begin with a dot.
    return not (name.startswith(".") or name.endswith(UNREAD_SUFFIXES) or name in UNREAD_FOLDERS)


def _files(folder: str) -> Iterator[os.DirEntry[str]]:
    try:
        with os.scandir(folder) as entries:
            found = sorted(entries, key=lambda entry: entry.name)
    except OSError:
        return
    for entry in found:
        if not is_read(entry.name):
            continue
        try:
            is_folder = entry.is_dir(follow_symlinks=False)
        except OSError:
            continue
        if is_folder:
            yield from _files(entry.path)
        else:
            yield entry


Act = Callable[[], Awaitable[None]]


async def watch_files(
    folders: Callable[[], Iterable[Path]], changed: Act, compare: Act, stop: asyncio.Event
) -> None:
    """Calls ``changed`` whenever something may have been saved in the folders, until ``stop`` is set.

    ``compare`` is called now and then, although nothing was seen. A folder that goes, or that another takes
    the place of, counts as saved; the one that comes is watched.
    """
    from watchfiles import awatch

    is_polling: bool | None = None
    while not stop.is_set():
        there = _there(folders())
        # Nobody has reported what was saved before the watch began, or between one watch and the next.
        is_new, looks = True, 0
        try:
            async for changes in awatch(
                *there,
                watch_filter=lambda _, path: is_read(Path(path).name),
                debounce=LONGEST_MS,
                step=SETTLED_MS,
                stop_event=stop,
                rust_timeout=round(1000 * LOOKED_AGAIN),
                yield_on_timeout=True,
                force_polling=is_polling,
            ):
                paths = {Path(path) for _, path in changes}
                looks += 1
                if paths or is_new:
                    await changed()
                elif looks % COMPARED_AGAIN == 0:
                    await compare()
                is_new = False
                if _there(folders()) != there or not paths.isdisjoint(there):
                    break
        except OSError as error:
            # Unless a folder went just now, the system watches no more files; then they are looked at.
            is_polling = is_polling or not isinstance(error, FileNotFoundError) or None
            await asyncio.sleep(LOOKED_AGAIN)
        if not stop.is_set():
            await changed()


def _there(folders: Iterable[Path]) -> dict[Path, int]:
    """The folders that exist, each with the number that no other of its name has."""
    found = {}
    for folder in folders:
        with suppress(OSError):
            found[folder] = folder.stat().st_ino
    return found
