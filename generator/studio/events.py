"""What open pages are told: server-sent events, and the watch over files that were saved."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from generator.studio.files import is_read

KEEP_ALIVE = 20.0
"""Seconds without an event, after which a comment shows whether anybody still listens."""
WAITING = 100
"""Events that a page may be behind; one that is farther behind loads itself anew."""
SETTLED_MS = 20
"""How long nothing more is saved before the files are read."""
LONGEST_MS = 400
"""How long they wait for that at most."""
LOOKED_AGAIN = 1.0
"""Seconds after which it is looked whether the folders are still the same."""
COMPARED_AGAIN = 5
"""Of so many looks, the last is at the files too: not all file systems tell what is saved."""


@dataclass(slots=True)
class Hub:
    """Passes events on to all pages that listen."""

    listeners: set[asyncio.Queue[str | None]] = field(default_factory=set)
    is_closed: bool = False

    def tell(self, kind: str, values: Mapping[str, object]) -> None:
        """Tells every page; called in the thread of the loop."""
        self._pass_on(_event(kind, values))

    def close(self) -> None:
        """Lets all pages go; called in the thread of the loop."""
        self.is_closed = True
        self._pass_on(None)

    def _pass_on(self, message: str | None) -> None:
        for queue in self.listeners:
            if queue.full():
                queue.get_nowait()
            queue.put_nowait(message)

    async def listen(self, kind: str, values: Mapping[str, object]) -> AsyncIterator[str]:
        """The events from now on, for one page; the first of them is the one given."""
        queue: asyncio.Queue[str | None] = asyncio.Queue(WAITING)
        self.listeners.add(queue)
        try:
            yield f"retry: 500\n{_event(kind, values)}"
            while not self.is_closed:
                try:
                    message = await asyncio.wait_for(queue.get(), KEEP_ALIVE)
                except TimeoutError:
                    message = ": still here\n\n"
                if message is not None:
                    yield message
        finally:
            self.listeners.discard(queue)


def _event(kind: str, values: Mapping[str, object]) -> str:
    return f"event: {kind}\ndata: {json.dumps(values)}\n\n"


class Watched(Protocol):
    """What is watched, and what is to be done when it has changed."""

    @property
    def folders(self) -> Iterable[Path]: ...

    async def changed(self) -> None:
        """Told whenever something may have been saved."""

    async def compare(self) -> None:
        """Told now and then, although nothing was seen."""


async def watch_files(watched: Watched, stop: asyncio.Event) -> None:
    """Tells what is watched of all that is saved in its folders, until ``stop`` is set.

    A folder that goes, or that another takes the place of, counts as saved; the one that comes is watched.
    """
    from watchfiles import awatch

    is_polling: bool | None = None
    while not stop.is_set():
        there = _there(watched.folders)
        # Nobody has told what was saved before the watch began, or between one watch and the next.
        is_new, looks = True, 0
        try:
            async for changes in awatch(
                *there,
                watch_filter=lambda _, path: is_read(Path(path)),
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
                    await watched.changed()
                elif looks % COMPARED_AGAIN == 0:
                    await watched.compare()
                is_new = False
                if _there(watched.folders) != there or not paths.isdisjoint(there):
                    break
        except OSError as error:
            # Unless a folder went just now, the system watches no more files; then they are looked at.
            is_polling = is_polling or not isinstance(error, FileNotFoundError) or None
            await asyncio.sleep(LOOKED_AGAIN)
        if not stop.is_set():
            await watched.changed()


def _there(folders: Iterable[Path]) -> dict[Path, int]:
    """The folders that exist, each with what tells it from another of its name."""
    found = {}
    for folder in folders:
        with suppress(OSError):
            found[folder] = folder.stat().st_ino
    return found
