"""The files of a comparison: before and after, and sheets of the cards that the older print lacks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from generator.catalog.problems import InputError, Problems
from generator.catalog.writing import Finished, check_places, is_link, put_in_place, staging
from generator.export.changes import Change, Comparison
from generator.export.comparison import write_comparison
from generator.export.version import Key
from generator.press.build import build, report_odd_date, report_unwritable
from generator.press.planning import plan_jobs
from generator.press.preflight.inspector import Preflight
from generator.press.rasterizer import Rasterizer
from generator.press.request import NumberedCard, PrintedList, PrintRequest, paper_name
from generator.press.sheet_job import SheetJob

MAX_LABEL_LENGTH = 40


def reprint_jobs(comparison: Comparison, requests: Iterable[PrintRequest], prefix: str) -> list[SheetJob]:
    """A job for each card list in which there is something to print; its name begins with ``prefix``."""
    changes = {change.shown.key: change for change in comparison.changes if change.new is not None}
    jobs: dict[str, SheetJob] = {}
    for job in (job for request in requests for job in plan_jobs(comparison.new.game, request)):
        note = f"changed since {_shortened(comparison.old.label)}"
        lists = [replace(part, printed=_printed(job, part, changes), note=note) for part in job.lists]
        lists = [part for part in lists if part.printed]
        if lists:
            # Pages for print on demand are the same whatever the papers, and made once.
            jobs.setdefault(job.name, replace(job, lists=tuple(lists), name=f"{prefix}{job.name}"))
    return list(jobs.values())


def sheet_jobs(comparison: Comparison, requests: Iterable[PrintRequest]) -> list[SheetJob]:
    """The jobs of the sheets that :func:`write_files` writes."""
    return reprint_jobs(comparison, requests, f"{FOLDER}/{SHEETS}")


def missing_copies(change: Change, sides: Sequence[str]) -> int:
    """How many copies somebody who has the older cards must print, of whom only ``sides`` are printed.

    All of a card that is new or looks different; of one that looks as before, those that came on top.
    """
    before, now = change.copies
    if change.old is None or change.resized or any(side in change.looks for side in sides):
        return now
    return max(0, now - before)


def _printed(job: SheetJob, part: PrintedList, changes: Mapping[Key, Change]) -> tuple[NumberedCard, ...]:
    printed = []
    for number, card, _ in part.printed:
        change = changes.get(Key(part.component.id, card.id))
        copies = missing_copies(change, job.sides) if change else 0
        if copies:
            # Those that come on top are the last.
            printed.append(NumberedCard(number, replace(card, copies=copies), card.copies - copies + 1))
    return tuple(printed)


def _shortened(label: str) -> str:
    return label if len(label) <= MAX_LABEL_LENGTH else f"{label[: MAX_LABEL_LENGTH - 1]}…"


FOLDER = "changes"
"""Inside the game's output folder, so that no card list's own file can have the same name."""
PAIRS, SHEETS = "before-after-", "sheets-"
"""How the names of the two kinds of files begin."""


@dataclass(frozen=True, slots=True)
class ChangesFile:
    """A file that was written. ``cards`` counts the copies on sheets, or the cards that are compared."""

    path: Path
    pages: int
    cards: int
    is_sheets: bool


@dataclass(frozen=True, slots=True)
class Files:
    """What was written, and what was removed because it showed an earlier comparison."""

    written: Sequence[ChangesFile] = ()
    removed: Sequence[Path] = ()


def write_files(
    comparison: Comparison,
    requests: Sequence[PrintRequest],
    out: Path,
    problems: Problems,
    *,
    pairs: bool,
    sheets: bool,
) -> Files:
    """Writes before and after (``pairs``) and ``sheets`` of what changed, for each paper.

    If anything is wrong, nothing is written and ``problems`` tells everything.
    """
    report_odd_date(problems)
    if problems.has_errors:
        return Files()
    folder = out / comparison.new.game.id / FOLDER
    try:
        with staging(out) as unfinished:
            compared = _write_pairs(comparison, requests, folder, unfinished, problems) if pairs else []
            check_places([file.path for _, file in compared], out, problems)
            printed = _write_sheets(comparison, requests, out, problems) if sheets else []
            if problems.has_errors:
                return Files()
            if not put_in_place([Finished(path, file.path) for path, file in compared], out, problems):
                return Files()
            written = [*(file for _, file in compared), *printed]
            kinds = [prefix for prefix, is_asked in ((PAIRS, pairs), (SHEETS, sheets)) if is_asked]
            return Files(written, _remove_older(folder, kinds, {file.path for file in written}))
    except InputError as error:
        problems.extend([error.at(None)])
    except OSError as error:
        report_unwritable(out, error, problems)
    return Files()


def _write_pairs(
    comparison: Comparison,
    requests: Sequence[PrintRequest],
    folder: Path,
    unfinished: Path,
    problems: Problems,
) -> list[tuple[Path, ChangesFile]]:
    written: list[tuple[Path, ChangesFile]] = []
    if not comparison.changes:
        return written
    with Rasterizer() as rasterizer:
        _inspect_art(comparison, Preflight.of_art(rasterizer), problems)
        if problems.has_errors:
            return written
        for number, request in enumerate(requests):
            path = unfinished / f"{PAIRS}{number}.pdf"
            pages = write_comparison(comparison, request.paper, path, rasterizer)
            name = folder / f"{PAIRS}{paper_name(request.paper)}.pdf"
            written.append((path, ChangesFile(name, pages, len(comparison.changes), is_sheets=False)))
    return written


def _inspect_art(comparison: Comparison, preflight: Preflight, problems: Problems) -> None:
    """Reports SVG art of either version that can't be drawn."""
    shown = [laid for change in comparison.changes for laid in (change.old, change.new) if laid is not None]
    for laid in shown:
        for face in laid.faces.values():
            problems.extend(preflight.face(laid.component, face, laid.card))


def _write_sheets(
    comparison: Comparison, requests: Sequence[PrintRequest], out: Path, problems: Problems
) -> list[ChangesFile]:
    jobs = sheet_jobs(comparison, requests)
    written = build(jobs, out, problems, lambda _: None) if jobs else []
    return [ChangesFile(file.path, file.pages, file.cards, is_sheets=True) for file in written]


def _remove_older(folder: Path, kinds: Sequence[str], written: set[Path]) -> list[Path]:
    """Files of an earlier comparison would be taken for this one's."""
    if is_link(folder) or is_link(folder.parent):
        return []
    found = sorted(path for kind in kinds for path in folder.glob(f"{kind}*.pdf") if path not in written)
    for path in found:
        path.unlink()
    if folder.is_dir() and not any(folder.iterdir()):
        folder.rmdir()
    return found
