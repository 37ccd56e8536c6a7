"""The build: prints jobs, or takes them from the cache, and writes each file whole or not at all."""

from __future__ import annotations

import os
import shutil
import signal
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, NoReturn

from generator.catalog.models import Game
from generator.catalog.paths import DATE_VARIABLE, shown_path
from generator.catalog.problems import InputError, Problem, Problems
from generator.catalog.processes import die_with_parent
from generator.catalog.wording import pluralize, quote
from generator.catalog.writing import Finished, check_places, is_scratch, put_in_place, reason_of, staging
from generator.press.cache import Cache
from generator.press.job import (
    BleedExtent,
    Dependencies,
    Digests,
    PrintContext,
    Printed,
    PrintJob,
    Progress,
    Sheets,
)
from generator.press.rasterizer import Rasterizer

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

    from generator.layout.faces import FaceRenderer
    from generator.press.preflight.inspector import Preflight
    from generator.press.renewal import Before

MAX_PROCESSES = 16
ENOUGH = 100
"""What a process of its own must have to do, in cards that are laid out, to be worth beginning."""
CARDS_OF_BOOK = 60
"""About as many take as long as a file that counts none."""
MAX_DATE = 32_503_679_999
"""Seconds since 1970: the end of the year 2999, the last that all platforms know."""


class Written(NamedTuple):
    """A file that was written, or a folder with PNG files.

    ``cards`` counts copies; ``content`` is the hash printed on its sheets.
    """

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
    pngs: tuple[Path, ...] = ()
    """The files in the folder, in the order of the pages."""
    removed: tuple[Path, ...] = ()
    """Files in the folder that an earlier build had written, and this one has not."""
    bled: BleedExtent | None = None
    """The bleed of its cards, where several of them share a sheet."""
    noun: str = "card"
    """What one of its cards is called."""


def count_cards(written: Iterable[Written]) -> list[str]:
    """``16 cards``, ``1 box``: how many there are of each, cards first."""
    counts: dict[str, int] = {"card": 0}
    for file in written:
        counts[file.noun] = counts.get(file.noun, 0) + file.cards
    return [pluralize(count, noun) for noun, count in counts.items() if count]


def _noun(job: PrintJob) -> str:
    ids = job.component.split("+")
    nouns = {component.noun for component in job.game.components if component.id in ids}
    return nouns.pop() if len(nouns) == 1 else "card"


class _Done(NamedTuple):
    """A job that is done: a PDF, which may be the one that is in its place already."""

    job: PrintJob
    sheets: Sheets
    written: Written


def build(
    jobs: Sequence[PrintJob],
    out: Path,
    problems: Problems,
    progress: Progress,
    cache: Cache | None = None,
    *,
    strict: bool = False,
    processes: int = 1,
    before: Before | None = None,
) -> list[Written]:
    """Writes each job to its path inside ``out``; what is in the ``cache`` is not printed again.

    Up to so many ``processes`` print, where there is enough to do and the platform lets them be forked; more
    than one only where no other threads are at work. If anything was wrong before, or is wrong with any of
    the jobs or with the output folder, nothing is written; ``problems`` has every error. If ``strict``, a
    warning keeps all from being written too. ``before``: what builds of the same run have left.
    """
    report_same_folders([job.game for job in jobs], problems)
    report_odd_date(problems)
    try:
        with staging(out) as folder:
            # Reported before the printing, which may take long.
            check_places([out / path for job in jobs for path in job.places], out, problems)
            # All keys first: a file that is read for one job may be needed by another too.
            keys = [cache.key(job) if cache is not None else "" for job in jobs]
            with Rasterizer() as rasterizer:
                press = _Press(folder, out, problems, progress, cache, rasterizer, before)
                finished = press.finish_all(jobs, keys, processes)
            written = [] if strict and problems else press.put_in_place(finished)
        if written and cache is not None:
            cache.shrink()
        return written
    except OSError as error:
        report_unwritable(out, error, problems)
        return []


def report_unwritable(out: Path, error: OSError, problems: Problems) -> None:
    """Reports that nothing can be written to the output folder, or to a scratch folder inside it."""
    shown = next((folder for folder in (out, *out.parents) if not is_scratch(folder)), out)
    problems.error(f"can't write to {shown}: {reason_of(error)}")


@contextmanager
def reporting(out: Path, problems: Problems) -> Iterator[None]:
    """Reports what stops the work inside: wrong input, or an output folder that can't be written to."""
    try:
        yield
    except InputError as error:
        problems.add(error)
    except OSError as error:
        report_unwritable(out, error, problems)


def report_same_folders(games: Iterable[Game], problems: Problems) -> None:
    """Reports folders of the same name, whose files would overwrite each other."""
    folders: dict[str, Path] = {}
    for game in games:
        other = folders.setdefault(game.id, game.folder)
        if other is not game.folder and other.resolve() != game.folder.resolve():
            problems.error(
                f"the folders {shown_path(other)} and {shown_path(game.folder)} have the same name, "
                "so their files would too",
                hint="build them one after the other, each with its own --out",
            )


def report_odd_date(problems: Problems) -> None:
    """Reports a date in the environment that no file can bear.

    Its name and form: https://reproducible-builds.org/specs/source-date-epoch/
    """
    given = os.environ.get(DATE_VARIABLE, "").strip()
    is_number = given.isascii() and given.isdigit() and len(given) <= len(str(MAX_DATE))
    if given and not (is_number and int(given) <= MAX_DATE):
        problems.error(
            f"{DATE_VARIABLE}: expected the seconds since 1970, 0 to {MAX_DATE}, got {quote(given)}",
            hint="unset the variable, or set it to a date such as 1700000000",
        )


_NUMBER = 4
"""Bytes of a group's number."""


def _weight(job: PrintJob) -> int:
    """About how long it takes to print, in cards that are laid out."""
    return job.count or CARDS_OF_BOOK


def _groups(jobs: Mapping[int, PrintJob], processes: int) -> list[Mapping[int, PrintJob]]:
    """Jobs that one process prints, for they have much in common; what takes longest comes first."""
    are_many = len({job.game.folder for job in jobs.values()}) >= 2 * processes
    groups: dict[object, dict[int, PrintJob]] = {}
    for index, job in jobs.items():
        key = (job.game.folder, None if are_many else job.subject)
        groups.setdefault(key, {})[index] = job
    return sorted(groups.values(), key=lambda group: -sum(map(_weight, group.values())))


def _sensible(processes: int, groups: Sequence[Mapping[int, PrintJob]]) -> int:
    """How many of the processes help: all wait for the one that has the group which takes longest."""
    others = sum(_weight(job) for group in groups[1:] for job in group.values())
    return min(processes, 1 + others // ENOUGH, len(groups), MAX_PROCESSES)


class _Printed(NamedTuple):
    """What another process printed, and all that it had to report of it."""

    printed: Printed
    reported: Sequence[Problem]


def _known(dependencies: Dependencies | None, digests: Digests) -> Dependencies:
    """What another process found. Raises OSError where a file was gone."""
    del digests
    if dependencies is None:
        raise FileNotFoundError
    return dependencies


class _Press:
    """Finishes jobs one by one; what the jobs of a game share is made once, when it is first needed."""

    def __init__(
        self,
        folder: Path,
        out: Path,
        problems: Problems,
        progress: Progress,
        cache: Cache | None,
        rasterizer: Rasterizer,
        before: Before | None = None,
    ) -> None:
        self._folder = folder
        self._out = out
        self._problems = problems
        self._progress = progress
        self._cache = cache
        self._rasterizer = rasterizer
        self._before = before
        self._contexts: dict[tuple[Path, Path | None, bool], PrintContext] = {}
        self._files = 0

    def finish_all(self, jobs: Sequence[PrintJob], keys: Sequence[str], processes: int) -> list[_Done]:
        """What may be written: all jobs, or none."""
        kept = [self._fetch(job, key) for job, key in zip(jobs, keys, strict=True)]
        missing = {index: job for index, job in enumerate(jobs) if kept[index] is None}
        printed: dict[int, _Printed] = {}
        if processes > 1 and len(missing) > 1 and sys.platform == "linux" and not self._problems.has_errors:
            groups = _groups(missing, processes)
            processes = _sensible(processes, groups)
            if processes > 1:
                printed = self._print_apart(groups, processes)
        finished = [
            self._finish(job, keys[index], kept[index], printed.get(index)) for index, job in enumerate(jobs)
        ]
        return [] if self._problems.has_errors else [one for one in finished if one is not None]

    def _finish(self, job: PrintJob, key: str, kept: Sheets | None, apart: _Printed | None) -> _Done | None:
        """The job's sheets, and the report about them; None if something is wrong.

        ``kept``: the sheets in the cache; ``apart``: those of another process.
        """
        printed = None
        if kept is not None:
            self._progress(job.count)
            self._problems.extend(kept.problems)
        elif apart is not None:
            printed = apart.printed
            self._problems.extend(apart.reported)
        else:
            printed = job.print(self._context(job), self._new_file())
        sheets = kept if printed is None else printed.sheets
        if printed is not None and self._cache is not None:
            self._cache.keep(job, key, printed)
        if sheets is None or not self._can_be_drawn(job, sheets):
            return None
        path = self._out / job.path
        about = (job.game.id, job.component, sheets.pages, sheets.cards, sheets.content)
        return _Done(
            job,
            sheets,
            Written(path, *about, kept is not None, sheets.path == path, bled=sheets.bled, noun=_noun(job)),
        )

    # Other processes

    def _print_apart(self, groups: Sequence[Mapping[int, PrintJob]], processes: int) -> dict[int, _Printed]:
        """Prints what it can of these jobs, in their order, in other processes.

        What is wrong, or did not come back, is left to this process.
        """
        from multiprocessing.connection import Connection, Pipe, wait

        found: dict[int, _Printed] = {}
        counts = {index: job.count for group in groups for index, job in group.items()}
        workers: dict[Connection, int] = {}
        with (self._folder / "order").open("w+b", buffering=0) as waiting:
            waiting.write(b"".join(number.to_bytes(_NUMBER, "big") for number in range(len(groups))))
            waiting.seek(0)
            try:
                for _ in range(processes):
                    here, there = Pipe(duplex=False)
                    parent = os.getpid()
                    try:
                        pid = os.fork()
                    except (OSError, RuntimeError):
                        # No more are to be had, or none by a run with code of the user's own in it.
                        break
                    if not pid:
                        self._work(groups, waiting.fileno(), there, parent)
                    there.close()
                    workers[here] = pid
                while workers:
                    for connection in wait(list(workers)):
                        assert isinstance(connection, Connection)
                        try:
                            index, sheets, reported, dependencies, recall = connection.recv()
                        except (EOFError, OSError):
                            os.waitpid(workers.pop(connection), 0)
                            connection.close()
                            continue
                        printed = Printed(sheets, partial(_known, dependencies), recall)
                        found[index] = _Printed(printed, reported)
                        self._progress(counts[index])
            finally:
                for pid in workers.values():
                    os.kill(pid, signal.SIGKILL)
                    os.waitpid(pid, 0)
        return found

    def _work(
        self, groups: Sequence[Mapping[int, PrintJob]], waiting: int, there: Connection, parent: int
    ) -> NoReturn:
        """Prints in this process, which was forked for it, as long as groups of jobs are waiting."""
        try:
            die_with_parent(parent)
            problems = Problems()
            with Rasterizer() as rasterizer:
                press = _Press(self._folder, self._out, problems, lambda _: None, self._cache, rasterizer)
                while number := os.read(waiting, _NUMBER):
                    for index, job in groups[int.from_bytes(number, "big")].items():
                        before = len(problems.found)
                        printed = job.print(press._context(job), self._folder / f"apart-{index}.pdf")
                        if printed is None:
                            continue
                        dependencies = None
                        if self._cache is not None:
                            with suppress(OSError, InputError):
                                dependencies = printed.dependencies(self._cache.digests)
                        reported = problems.found[before:]
                        there.send((index, printed.sheets, reported, dependencies, printed.recall))
        except BaseException:
            # The process that waits for it comes upon the same, and reports it.
            os._exit(1)
        os._exit(0)

    def _can_be_drawn(self, job: PrintJob, sheets: Sheets) -> bool:
        if job.dpi is None:
            return True
        from generator.press.png import check_pixels

        try:
            check_pixels(sheets.size, job.dpi)
        except InputError as error:
            made_of = [one for one in job.game.components if one.id in job.component.split("+")]
            place = made_of[0].place_of("size") if made_of else job.game.place_of(job.component)
            self._problems.add(error, place)
            return False
        return True

    def put_in_place(self, finished: Sequence[_Done]) -> list[Written]:
        """Moves all files to their places, or none; pages that are wanted as PNG files are drawn first."""
        pdfs = [one for one in finished if one.job.dpi is None and one.sheets.path != one.written.path]
        files = [Finished(one.sheets.path, one.written.path) for one in pdfs]
        pages = [one for one in finished if one.job.dpi is not None]
        if pages:
            return self._put_with_pngs(files, finished, pages)
        return [one.written for one in finished] if put_in_place(files, self._out, self._problems) else []

    def _put_with_pngs(
        self, files: Sequence[Finished], finished: Sequence[_Done], pages: Sequence[_Done]
    ) -> list[Written]:
        from generator.press.png import Pages, PngPress, remove_older

        before = len(self._problems.found)
        press = PngPress(self._folder, self._out, self._progress, self._cache)
        drawn = press.draw([Pages(one.job, one.sheets) for one in pages], self._problems)
        if self._problems.has_errors_since(before):
            return []
        if not put_in_place([*files, *press.finished], self._out, self._problems):
            return []
        press.keep_notes()
        # A selection leaves the others as they are.
        older = remove_older(drawn, {one.written.path for one in pages if one.job.is_whole})
        written = {one.job.path: one.written for one in finished}
        for (job, _, file), pngs in zip(pages, drawn, strict=True):
            removed = tuple(path for path in older if path.parent == file.path)
            written[job.path] = file._replace(pngs=pngs.paths, unchanged=pngs.unchanged, removed=removed)
        return list(written.values())

    def _fetch(self, job: PrintJob, key: str) -> Sheets | None:
        """Sheets from the cache, ready to be moved into place; a file that is right is left as it is."""
        there = self._out / job.path if job.dpi is None else None
        kept = None if self._cache is None else self._cache.find(job, key, there)
        if kept is None:
            return None
        path = kept.path
        try:
            # Pages are drawn from what is kept, which stays where it is.
            if there not in (None, path):
                path = Path(shutil.copyfile(path, self._new_file()))
        except FileNotFoundError:
            # Another run has removed it from the cache in the meantime.
            return None
        return kept._replace(path=path)

    def _new_file(self) -> Path:
        self._files += 1
        return self._folder / f"{self._files}.pdf"

    def _context(self, job: PrintJob) -> PrintContext:
        key = job.game.folder, job.beside, job.low_ink
        if key not in self._contexts:
            make = _new if self._before is None else self._before.renewed
            # A build in which nothing has changed paints nothing.
            from generator.press.inks import SCREEN

            renderer, preflight = make(job, self._problems, self._rasterizer, self._cache)
            self._contexts[key] = PrintContext(
                renderer, preflight, self._problems, self._progress, SCREEN, self._cache
            )
        return self._contexts[key]


def _new(
    job: PrintJob, problems: Problems, rasterizer: Rasterizer, cache: Cache | None
) -> tuple[FaceRenderer, Preflight]:
    """What lays out and inspects the faces of a job's game."""
    from generator.layout.faces import FaceRenderer
    from generator.press.preflight.inspector import Preflight

    renderer = FaceRenderer.of(job.game, problems, job.beside, low_ink=job.low_ink, kept=cache)
    return renderer, Preflight.of(rasterizer)
