"""The build: prints jobs, or takes what is kept of them, and writes their files, all or none."""

from __future__ import annotations

import filecmp
import shutil
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from generator.catalog.models import Game
from generator.catalog.problems import Problems
from generator.layout.faces import FaceRenderer
from generator.press.cache.book import book_key
from generator.press.cache.store import Cache
from generator.press.choice import RULEBOOK
from generator.press.job import Job
from generator.press.preflight.inspector import Preflight
from generator.press.printing import Progress, Sheets, print_job
from generator.press.rulebook.job import BookJob


@dataclass(frozen=True, slots=True)
class Written:
    """A file that was written. ``cards`` counts copies; ``content`` is the hash printed on its sheets."""

    path: Path
    game: str
    component: str
    pages: int
    cards: int
    content: str
    kept: bool
    """Whether it was taken from the cache: nothing that it follows from has changed."""


@contextmanager
def staging(out: Path) -> Iterator[Path]:
    """A folder beside the output for files that are not finished; removed at the end."""
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
    jobs: Sequence[Job | BookJob],
    out: Path,
    problems: Problems,
    progress: Progress,
    cache: Cache | None = None,
) -> list[Written]:
    """Writes each job to its path inside ``out``; what ``cache`` has is not printed again.

    If anything is wrong in any of them, or with the output folder, nothing is written and ``problems``
    tells everything.
    """
    refuse_same_files([job.game for job in jobs], problems)
    try:
        with staging(out) as folder:
            press = _Press(folder, out, problems, progress, cache)
            press.look_at_books(jobs)
            finished = [done for done in map(press.finish, jobs) if done is not None]
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
        tell_unwritable(out, error, problems)
        return []


def tell_unwritable(out: Path, error: OSError, problems: Problems) -> None:
    problems.error(f"can't write to {out}: {error.strerror or error}")


def refuse_same_files(games: Iterable[Game], problems: Problems) -> None:
    """Two folders of one name must not print over each other."""
    folders: dict[str, Path] = {}
    for game in games:
        other = folders.setdefault(game.id, game.folder)
        if other.resolve() != game.folder.resolve():
            problems.error(
                f"the folders {other} and {game.folder} have the same name, so their files would too",
                hint="build them one after the other, each with its own --out",
            )


class _Press:
    """Finishes jobs one after the other; what the jobs of a game share is made once, when it is needed."""

    def __init__(
        self, folder: Path, out: Path, problems: Problems, progress: Progress, cache: Cache | None
    ) -> None:
        self._folder = folder
        self._out = out
        self._problems = problems
        self._progress = progress
        self._cache = cache
        self._renderers: dict[tuple[Path, Path | None, bool], tuple[FaceRenderer, Preflight]] = {}
        self._book_keys: dict[BookJob, str] = {}
        self._files = 0

    def look_at_books(self, jobs: Sequence[Job | BookJob]) -> None:
        """Must come first: what is read for the sheets is read for the rulebooks too."""
        if self._cache is not None:
            self._book_keys = {job: book_key(job) for job in jobs if isinstance(job, BookJob)}

    def finish(self, job: Job | BookJob) -> tuple[Sheets, Written] | None:
        """The job's sheets, and what there is to tell of them; None if something is wrong."""
        if isinstance(job, BookJob):
            return self._finish_book(job)
        kept = None if self._cache is None else self._fetch(job, self._cache)
        sheets = kept or self._print(job)
        if sheets is None:
            return None
        path, game, component = self._out / job.path, job.game.id, job.component.id
        is_kept = kept is not None
        return sheets, Written(path, game, component, sheets.pages, sheets.cards, sheets.content, is_kept)

    def _finish_book(self, job: BookJob) -> tuple[Sheets, Written] | None:
        from generator.press.rulebook.printing import print_book

        key = self._book_keys.get(job, "")
        found = None if self._cache is None else self._moved(job, self._cache.find_book(key))
        sheets = found or print_book(job, *self._renderer(job, None), self._new_file(), self._problems)
        if sheets is None:
            return None
        if self._cache is not None and found is None and book_key(job) == key:
            # Saved while it was printed, it would have another key.
            self._cache.keep_book(key, sheets)
        path, is_kept = self._out / job.path, found is not None
        return sheets, Written(path, job.game.id, RULEBOOK, sheets.pages, 0, sheets.content, is_kept)

    def _fetch(self, job: Job, cache: Cache) -> Sheets | None:
        kept = self._moved(job, cache.find(job))
        if kept is not None:
            self._progress(len(job.printed))
        return kept

    def _moved(self, job: Job | BookJob, kept: Sheets | None) -> Sheets | None:
        """Kept sheets, where they can be moved from; a file that is right already stays untouched."""
        if kept is None:
            return None
        there = self._out / job.path
        try:
            is_right = there.is_file() and filecmp.cmp(kept.path, there, shallow=False)
            path = there if is_right else Path(shutil.copyfile(kept.path, self._new_file()))
        except FileNotFoundError:
            # Another run has made room in the cache meanwhile.
            return None
        self._problems.extend(kept.problems)
        return replace(kept, path=path)

    def _new_file(self) -> Path:
        self._files += 1
        return self._folder / f"{self._files}.pdf"

    def _print(self, job: Job) -> Sheets | None:
        renderer, preflight = self._renderer(job, job.beside)
        done = print_job(job, renderer, preflight, self._new_file(), self._problems, self._progress)
        if done is None:
            return None
        sheets, faces = done
        if self._cache is not None:
            self._cache.keep(job, renderer, faces, sheets)
        return sheets

    def _renderer(self, job: Job | BookJob, beside: Path | None) -> tuple[FaceRenderer, Preflight]:
        key = job.game.folder, beside, job.low_ink
        if key not in self._renderers:
            renderer = FaceRenderer.of(job.game, self._problems, beside, low_ink=job.low_ink)
            self._renderers[key] = renderer, Preflight()
        return self._renderers[key]
