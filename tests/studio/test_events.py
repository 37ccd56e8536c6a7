"""Whatever is saved, and whenever, is told: also while one watch over a folder gives way to another."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

import pytest

from generator.studio import files
from generator.studio.files import watch_files

T = TypeVar("T")
PATIENCE = 30
"""Seconds until what is not told is missed."""


def run(watching: Coroutine[Any, Any, T]) -> T:
    """In a thread: where a browser is open, this one counts as having an event loop already."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, watching).result()


class Watched:
    """Reads a file whenever it is told to, and then takes the next step; done when it has read ``last``."""

    def __init__(self, file: Path, last: str, *steps: Callable[[], object]) -> None:
        self.file = file
        self.folders = (file.parent,)
        self.last = last
        self.steps = list(steps)
        self.compared = 0
        self.is_compared = False
        self.stop = asyncio.Event()

    async def changed(self) -> None:
        text = self.file.read_text("utf-8") if self.file.exists() else ""
        if text == self.last:
            self.stop.set()
        elif self.steps:
            self.steps.pop(0)()

    async def compare(self) -> None:
        self.compared += 1
        if self.is_compared:
            await self.changed()

    async def watch(self) -> None:
        await asyncio.wait_for(
            watch_files(lambda: self.folders, self.changed, self.compare, self.stop), PATIENCE
        )


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "LOOKED_AGAIN", 0.05)


def test_what_is_saved_between_two_watches_is_read(tmp_path: Path) -> None:
    """The folder comes back, the same as before, while those who were told that it went are still at work."""
    folder, aside = tmp_path / "game", tmp_path / "aside"
    folder.mkdir()
    (folder / "cards.yaml").write_text("first", "utf-8")

    def come_back() -> None:
        (aside / "cards.yaml").write_text("last", "utf-8")
        aside.rename(folder)

    async def watch() -> None:
        await Watched(folder / "cards.yaml", "last", lambda: folder.rename(aside), come_back).watch()

    run(watch())


def test_what_was_saved_before_the_watch_began_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "cards.yaml"
    file.write_text("first", "utf-8")
    there = files._there

    def save(_: object) -> dict[Path, int]:
        monkeypatch.setattr(files, "_there", there)
        found = there((tmp_path,))
        file.write_text("last", "utf-8")
        return found

    monkeypatch.setattr(files, "_there", save)

    async def watch() -> None:
        await Watched(file, "last").watch()

    run(watch())


def test_files_are_compared_where_the_system_tells_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def silent(*_: object, **__: object) -> AsyncIterator[set[object]]:
        while True:
            await asyncio.sleep(0)
            yield set()

    monkeypatch.setattr("watchfiles.awatch", silent)
    file = tmp_path / "cards.yaml"
    file.write_text("first", "utf-8")

    async def watch() -> Watched:
        watched = Watched(file, "last", lambda: file.write_text("last", "utf-8"))
        watched.is_compared = True
        task = asyncio.ensure_future(watched.watch())
        await asyncio.wait_for(watched.stop.wait(), PATIENCE)
        task.cancel()
        return watched

    assert run(watch()).compared == 1


def test_where_nothing_can_be_watched_files_are_looked_at(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def unable(*_: object, **__: object) -> AsyncIterator[set[object]]:
        raise OSError("no more watches")

    monkeypatch.setattr("watchfiles.awatch", unable)
    file = tmp_path / "cards.yaml"
    file.write_text("first", "utf-8")

    async def watch() -> None:
        await Watched(file, "last", lambda: file.write_text("last", "utf-8")).watch()

    run(watch())
