"""PNG files of finished pages: which of them are to be drawn, and the processes on all cores that draw them.

What is printed is what is drawn: every file comes from a PDF that the press has made. It is drawn again only
where something changed that it shows; notes in the cache say what each file shows that is there.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
import time
from collections.abc import Collection, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_EXCEPTION, ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from pathlib import Path
from queue import Empty, SimpleQueue
from subprocess import DEVNULL, PIPE, Popen
from typing import Any, NamedTuple, Protocol

from generator.catalog.problems import InputError, Problems
from generator.catalog.processes import cores
from generator.catalog.sizes import Size
from generator.catalog.units import INCH
from generator.catalog.writing import Finished, is_link
from generator.press import png_worker
from generator.press.cache import Cache
from generator.press.job import KEY_LENGTH, PagePng, Progress, Sheets, program_digest, sha256_of
from generator.press.png_worker import SOFTWARE, Order
from generator.press.rasterizer import import_folder

MAX_PIXELS = 100_000_000
"""Of one file: many programs refuse to open larger ones."""
SECONDS = 300
"""That a page may take: the largest take a few."""
PIXELS_EACH = 3_000_000
"""It takes about as long to start a process as to draw so many."""
MAX_PROCESSES = 16
DRAWING_PACKAGES = ("isal", "numpy", "pypdfium2", "pypdfium2_raw")
"""What the processes import that draw."""
HEAD = 100
"""Bytes, in which a file says what made it."""
Note = dict[str, list[str]]
"""By the name of a file in a folder: what it shows, and its digest."""


class Pictured(Protocol):
    """What is written as PNG files: a job of such a form, or something like it."""

    @property
    def dpi(self) -> int | None: ...

    @property
    def count(self) -> int: ...

    def pngs(self, sheets: Sheets) -> Sequence[PagePng]: ...


class Pages(NamedTuple):
    """A finished print whose pages are wanted as PNG files."""

    job: Pictured
    sheets: Sheets


class Drawn(NamedTuple):
    """The PNG files of a print, in the order of its pages."""

    paths: tuple[Path, ...]
    unchanged: bool
    """Whether all of them were there, and right."""


class _Wanted(NamedTuple):
    """A PNG file and what it shows: files that show the same are drawn once."""

    path: Path
    look: str
    order: Order
    is_counted: bool
    """Whether the progress knows of it."""


def pixels_of(size: Size, dpi: int) -> tuple[int, int]:
    """Width and height of a page in pixels."""
    return max(1, round(size.width / INCH * dpi)), max(1, round(size.height / INCH * dpi))


def check_pixels(size: Size, dpi: int) -> None:
    """Raises :class:`InputError` where a page has too many pixels."""
    width, height = pixels_of(size, dpi)
    if width * height > MAX_PIXELS:
        fitting = int((MAX_PIXELS / (size.width * size.height)) ** 0.5 * INCH)
        raise InputError(
            f"at {dpi} dpi it is {width:,} × {height:,} pixels large, more than the {MAX_PIXELS // 10**6} "
            "million that a PNG file may have here",
            hint=f"use --dpi {fitting} or less",
        )


@dataclass(slots=True)
class PngPress:
    """Draws the PNG files of a build in ``folder``; from there they are moved to their places in ``out``."""

    folder: Path
    out: Path
    progress: Progress
    cache: Cache | None
    processes: int = 0
    """How many draw at the same time; 0: as many as there are cores, where there is so much to do."""
    finished: list[Finished] = field(default_factory=list)
    """What was drawn, and where it is meant to go."""
    _notes: dict[Path, Note] = field(default_factory=dict)

    def draw(self, prints: Sequence[Pages], problems: Problems) -> list[Drawn]:
        """Draws what is not there yet. Raises OSError where a file can't be written."""
        missing: dict[str, list[_Wanted]] = {}
        drawn = []
        for pages in prints:
            wanted = list(_wanted(pages, self.out))
            new = [png for png in wanted if not self._is_there(png)]
            for png in new:
                missing.setdefault(png.look, []).append(png)
            self.progress(sum(png.is_counted for png in wanted) - sum(png.is_counted for png in new))
            drawn.append(Drawn(tuple(png.path for png in wanted), unchanged=not new))
        if missing:
            self._draw_all(missing, problems)
        return drawn

    def keep_notes(self) -> None:
        """Notes what the files show that are in their places now."""
        if self.cache is not None:
            for folder, note in self._notes.items():
                self.cache.keep_note(_note_name(folder), note)

    def _is_there(self, png: _Wanted) -> bool:
        if self.cache is None:
            return False
        folder = png.path.parent
        if folder not in self._notes:
            self._notes[folder] = self.cache.find_note(_note_name(folder)) or {}
        known = self._notes[folder].get(png.path.name)
        try:
            return known == [png.look, sha256_of(png.path)]
        except OSError:
            return False

    def _draw_all(self, missing: Mapping[str, Sequence[_Wanted]], problems: Problems) -> None:
        waiting: SimpleQueue[tuple[Order, Sequence[_Wanted]]] = SimpleQueue()
        # The largest first, so that no process is still at one when the others are done.
        for same in sorted(missing.values(), key=lambda same: -_pixels(same[0].order)):
            staged = [self.folder / f"{len(self.finished) + copy}.png" for copy in range(len(same))]
            self.finished += [Finished(file, png.path) for file, png in zip(staged, same, strict=True)]
            waiting.put((same[0].order._replace(files=[str(file) for file in staged]), same))
        workers: list[_Worker] = []
        count = self.processes or sensible_number([_pixels(same[0].order) for same in missing.values()])
        with ThreadPoolExecutor(count) as pool:
            try:
                workers += [_Worker() for _ in range(count)]
                running = [pool.submit(self._work, worker, waiting) for worker in workers]
                for one in wait(running, return_when=FIRST_EXCEPTION).done:
                    one.result()
            except InputError as error:
                problems.add(error)
            finally:
                # Whoever is still drawing has no more to say then.
                for worker in workers:
                    worker.kill()

    def _work(self, worker: _Worker, waiting: SimpleQueue[tuple[Order, Sequence[_Wanted]]]) -> None:
        while True:
            try:
                order, same = waiting.get_nowait()
            except Empty:
                return
            digest = worker.draw(order, same[0].path)
            for png in same:
                self._notes.setdefault(png.path.parent, {})[png.path.name] = [png.look, digest]
            self.progress(sum(png.is_counted for png in same))


def _wanted(pages: Pages, out: Path) -> Iterator[_Wanted]:
    job, sheets = pages
    assert job.dpi is not None, "it is written as PDF"
    size = sheets.size
    width, height = pixels_of(size, job.dpi)
    whole = "" if sheets.faces else sha256_of(sheets.path)
    for png in job.pngs(sheets):
        cut = None if png.cut is None else [list(segment) for segment in png.cut.segments]
        measures = (size.width, size.height, width, height, job.dpi, cut)
        order = Order(str(sheets.path), png.page, *measures, files=[])
        seen = json.dumps((program_digest(), png.look or f"{whole} {png.page}", measures))
        look = hashlib.sha256(seen.encode()).hexdigest()
        yield _Wanted(out / png.path, look, order, is_counted=job.count > 0)


def _pixels(order: Order) -> int:
    return order.width * order.height


def sensible_number(pixels: Collection[int]) -> int:
    """Of processes that draw pages of so many pixels."""
    enough = -(-sum(pixels) // PIXELS_EACH)
    return min(cores(), enough, len(pixels), MAX_PROCESSES)


def remove_older(drawn: Collection[Drawn], folders: Collection[Path]) -> list[Path]:
    """Removes what an earlier build has drawn into the folders, and this one has not.

    It would be taken for a part of what is there now. Other programs' files stay. Raises OSError.
    """
    wanted = {path for one in drawn for path in one.paths}
    found = [
        path
        for folder in sorted(folders)
        for path in ([] if is_link(folder) else sorted(folder.glob("*.png")))
        if path not in wanted
    ]
    older = [path for path in found if _is_own(path)]
    for path in older:
        path.unlink()
    return older


def _is_own(path: Path) -> bool:
    if is_link(path) or not path.is_file():
        return False
    with path.open("rb") as file:
        return SOFTWARE in file.read(HEAD)


def _note_name(folder: Path) -> str:
    return hashlib.sha256(os.fsencode(folder.absolute())).hexdigest()[:KEY_LENGTH]


class _Worker:
    """A process that draws."""

    def __init__(self) -> None:
        folders = dict.fromkeys(import_folder(name) for name in DRAWING_PACKAGES)
        # Isolated, so that nothing in the working folder or the environment is taken for a module.
        command = [sys.executable, "-I", "-S", png_worker.__file__, str(SECONDS), *folders]
        try:
            self._process = Popen(command, stdin=PIPE, stdout=PIPE, stderr=DEVNULL)
        except OSError as error:
            raise InputError(
                f"no process can be started that draws PNG files: {error.strerror or error}"
            ) from None

    def draw(self, order: Order, path: Path) -> str:
        """The digest of what was drawn, and is meant for ``path``.

        Raises OSError for what can't be written, :class:`InputError` for what can't be drawn.
        """
        requests: Any = self._process.stdin
        replies: Any = self._process.stdout
        start = time.monotonic()
        try:
            requests.write(json.dumps(order._asdict()).encode() + b"\n")
            requests.flush()
            line = replies.readline()
        except (OSError, ValueError):
            # It ended before it read everything, or was ended.
            line = b""
        reply: dict[str, str] = json.loads(line) if line.endswith(b"\n") else {}
        if "digest" in reply:
            return reply["digest"]
        if "unwritten" in reply:
            raise OSError(None, reply["unwritten"])
        is_overdue = time.monotonic() - start >= SECONDS
        reason = f"it takes more than {SECONDS} seconds" if is_overdue else "the process that draws has ended"
        raise InputError(f"{path.as_posix()} can't be drawn: {reply.get('undrawn', reason)}")

    def kill(self) -> None:
        """Ends the process, in the middle of a page if need be."""
        self._process.kill()
        self._process.wait()
