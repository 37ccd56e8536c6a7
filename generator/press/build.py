"""The build: prints jobs, or takes them from the cache, and writes all their files or none."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from generator.catalog.models import Game
from generator.catalog.problems import Problems
from generator.press.cache import Cache
from generator.press.job import PrintContext, PrintJob, Progress, Sheets


class Written(NamedTuple):
    """A file that was written. ``cards`` counts copies; ``content`` is the hash printed on its sheets."""

    path: Path
    game: str
    component: str
    pages: int
    cards: int
    content: str
    kept: bool
    """Whether it was taken from the cache, as none of its dependencies changed."""
    unchanged: bool = False
    """Whether the file that was there before was right, and left as it is."""


@contextmanager
def staging(out: Path) -> Iterator[Path]:
    """A temporary folder inside the output folder for unfinished files; removed at the end."""
    is_new = not out.exists()
    out.mkdir(parents=True, exist_ok=True)
    folder = Path(tempfile.mkdtemp(prefix=".gatepress-", dir=out))
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)
        if is_new and not any(out.iterdir()):
            out.rmdir()


def build(
    jobs: Sequence[PrintJob],
    out: Path,
    problems: Problems,
    progress: Progress,
    cache: Cache | None = None,
) -> list[Written]:
    """Writes each job to its path inside ``out``; what is in the ``cache`` is not printed again.

    If anything is wrong with any of them, or with the output folder, nothing is written, and ``problems``
    has every error.
    """
    report_same_folders([job.game for job in jobs], problems)
    try:
        with staging(out) as folder:
            press = _Press(folder, out, problems, progress, cache)
            # All keys first: a file that is read for one job may be needed by another too.
            keys = [job.cache_key() if cache is not None else "" for job in jobs]
            done = [press.finish(job, key) for job, key in zip(jobs, keys, strict=True)]
            finished = [one for one in done if one is not None]
            if problems.has_errors:
                return []
            for sheets, written in finished:
                if sheets.path != written.path:
                    written.path.parent.mkdir(parents=True, exist_ok=True)
                    sheets.path.replace(written.path)
        if cache is not None:
            cache.shrink()
        return [written for _, written in finished]
    except OSError as error:
        report_unwritable(out, error, problems)
        return []


def report_unwritable(out: Path, error: OSError, problems: Problems) -> None:
    problems.error(f"can't write to {out}: {error.strerror or error}")


def report_same_folders(games: Iterable[Game], problems: Problems) -> None:
    """Reports folders of the same name, whose files would overwrite each other."""
    folders: dict[str, Path] = {}
    for game in games:
        other = folders.setdefault(game.id, game.folder)
        if other.resolve() != game.folder.resolve():
            problems.error(
                f"the folders {other} and {game.folder} have the same name, so their files would too",
                hint="build them one after the other, each with its own --out",
            )


class _Press:
    """Finishes jobs one by one; what the jobs of a game share is made once, when it is first needed."""

    def __init__(
        self, folder: Path, out: Path, problems: Problems, progress: Progress, cache: Cache | None
    ) -> None:
        self._folder = folder
        self._out = out
        self._problems = problems
        self._progress = progress
        self._cache = cache
        self._contexts: dict[tuple[Path, Path | None, bool], PrintContext] = {}
        self._files = 0

    def finish(self, job: PrintJob, key: str) -> tuple[Sheets, Written] | None:
        """The job's sheets, and the report about them; None if something is wrong."""
        kept = None if self._cache is None else self._fetch(job, self._cache.find(job, key))
        sheets = kept or self._print(job, key)
        if sheets is None:
            return None
        path = self._out / job.path
        told = (job.game.id, job.component, sheets.pages, sheets.cards, sheets.content)
        return sheets, Written(path, *told, kept=kept is not None, unchanged=sheets.path == path)

    def _fetch(self, job: PrintJob, kept: Sheets | None) -> Sheets | None:
        """Sheets from the cache, ready to be moved into place; a file that is right is left as it is."""
        if kept is None:
            return None
        there = self._out / job.path
        try:
            is_right = there.is_file() and _is_same(kept.path, there)
            path = there if is_right else Path(shutil.copyfile(kept.path, self._new_file()))
        except FileNotFoundError:
            # Another run has removed it from the cache in the meantime.
            return None
        self._problems.extend(kept.problems)
        self._progress(job.count)
        return kept._replace(path=path)

    def _new_file(self) -> Path:
        self._files += 1
        return self._folder / f"{self._files}.pdf"

    def _print(self, job: PrintJob, key: str) -> Sheets | None:
        printed = job.print(self._context(job), self._new_file())
        if printed is None:
            return None
        if self._cache is not None:
            self._cache.keep(job, key, printed)
        return printed.sheets

    def _context(self, job: PrintJob) -> PrintContext:
        from generator.layout.faces import FaceRenderer
        from generator.press.preflight.inspector import Preflight

        key = job.game.folder, job.beside, job.low_ink
        if key not in self._contexts:
            renderer = FaceRenderer.of(job.game, self._problems, job.beside, low_ink=job.low_ink)
            self._contexts[key] = PrintContext(renderer, Preflight(), self._problems, self._progress)
        return self._contexts[key]


def _is_same(one: Path, other: Path) -> bool:
    return one.stat().st_size == other.stat().st_size and one.read_bytes() == other.read_bytes()
