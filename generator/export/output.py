"""The files of a comparison: what is new takes the place of an earlier comparison's files, all or none."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from generator.catalog.problems import InputError, Problems
from generator.catalog.sizes import Size
from generator.export.changes import Comparison
from generator.export.comparison import write_comparison
from generator.export.reprint import reprint_jobs
from generator.press.build import build, staging, tell_unwritable
from generator.press.job import Wishes

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
    wishes: Sequence[Wishes],
    out: Path,
    problems: Problems,
    *,
    pairs: bool,
    sheets: bool,
) -> Files:
    """Writes before and after (``pairs``) and ``sheets`` of what changed, for each paper.

    If anything is wrong, nothing is written and ``problems`` tells everything.
    """
    folder = out / comparison.new.game.id / FOLDER
    try:
        with staging(out) as unfinished:
            compared = _write_pairs(comparison, wishes, folder, unfinished) if pairs else []
            printed = _write_sheets(comparison, wishes, out, problems) if sheets else []
            if problems.has_errors:
                return Files()
            for path, file in compared:
                file.path.parent.mkdir(parents=True, exist_ok=True)
                path.replace(file.path)
            written = [*(file for _, file in compared), *printed]
            kinds = [prefix for prefix, is_asked in ((PAIRS, pairs), (SHEETS, sheets)) if is_asked]
            return Files(written, _remove_older(folder, kinds, {file.path for file in written}))
    except InputError as error:
        problems.extend([error.at(None)])
    except OSError as error:
        tell_unwritable(out, error, problems)
    return Files()


def _write_pairs(
    comparison: Comparison, wishes: Sequence[Wishes], folder: Path, unfinished: Path
) -> list[tuple[Path, ChangesFile]]:
    written: list[tuple[Path, ChangesFile]] = []
    if not comparison.changes:
        return written
    for number, wish in enumerate(wishes):
        path = unfinished / f"{PAIRS}{number}.pdf"
        pages = write_comparison(comparison, wish.paper, path)
        name = folder / f"{PAIRS}{_file_stem(wish.paper)}.pdf"
        written.append((path, ChangesFile(name, pages, len(comparison.changes), is_sheets=False)))
    return written


def _write_sheets(
    comparison: Comparison, wishes: Sequence[Wishes], out: Path, problems: Problems
) -> list[ChangesFile]:
    jobs = reprint_jobs(comparison, wishes, f"{FOLDER}/{SHEETS}", problems)
    written = build(jobs, out, problems, lambda _: None) if jobs else []
    return [ChangesFile(file.path, file.pages, file.cards, is_sheets=True) for file in written]


def _remove_older(folder: Path, kinds: Sequence[str], written: set[Path]) -> list[Path]:
    """Files of an earlier comparison would be taken for this one's."""
    found = sorted(path for kind in kinds for path in folder.glob(f"{kind}*.pdf") if path not in written)
    for path in found:
        path.unlink()
    if folder.is_dir() and not any(folder.iterdir()):
        folder.rmdir()
    return found


def _file_stem(paper: Size) -> str:
    return paper.name.lower().replace(" x ", "x").replace(" mm", "mm").replace(" ", "-")
