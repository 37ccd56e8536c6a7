"""Exports games: targets write into a scratch folder, and all files are moved to their places, or none."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from generator.catalog.models import Game
from generator.catalog.paths import read_bytes, shown_path
from generator.catalog.problems import InputError, Problems
from generator.catalog.writing import Finished, is_link, put_in_place, reason_of, staging
from generator.export.file_formats import sha256_of
from generator.export.licences import check_purpose
from generator.export.target import ExportedFile, ExportOrder, Target
from generator.layout.faces import FaceRenderer
from generator.press.build import report_odd_date, report_same_folders, reporting
from generator.press.inks import SCREEN
from generator.press.job import PrintContext, Progress
from generator.press.preflight.inspector import Preflight
from generator.press.rasterizer import Rasterizer
from generator.press.request import PrintRequest

LEDGER = ".gatepress.json"
"""In a target's folder: the files of the last export, so that the next removes what it does not write."""


class Export(NamedTuple):
    game: str
    path: Path
    says: str


class Exports(NamedTuple):
    """What was written, and what an earlier export had written and this one has not."""

    written: Sequence[Export] = ()
    removed: Sequence[Path] = ()


def export_games(
    name: str,
    target: Target[Any],
    games: Sequence[Game],
    request: PrintRequest,
    options: object,
    out: Path,
    problems: Problems,
    progress: Progress,
    *,
    strict: bool = False,
) -> Exports:
    """Writes ``OUT/GAME/NAME/…`` for each game, all or nothing; ``problems`` has what is wrong.

    If ``strict``, a warning keeps all from being written too.
    """
    report_same_folders(games, problems)
    report_odd_date(problems)
    with reporting(out, problems), staging(out) as folder, Rasterizer() as rasterizer:
        found: list[tuple[ExportOrder[Any], Sequence[ExportedFile]]] = []
        for number, game in enumerate(games):
            context = _context(game, request, rasterizer, problems, progress)
            scratch, own = folder / str(number), out / game.output / name
            scratch.mkdir()
            order = ExportOrder(game, request, options, scratch, own, context)
            with _reporting_in(problems, game):
                placed = order if target.placed is None else target.placed(order)
                found.append((placed, _exported(target, placed)) if placed is not None else (order, ()))
        if not problems.has_errors and not (strict and problems):
            return _put_in_place(found, out, problems)
    return Exports()


def check_game_for(
    target: Target[Any],
    game: Game,
    request: PrintRequest,
    options: object,
    scratch: Path,
    problems: Problems,
    progress: Progress,
) -> None:
    """Reports all that a target can't take of a game. Raises OSError where nothing can be written."""
    with Rasterizer() as rasterizer, _reporting_in(problems, game):
        context = _context(game, request, rasterizer, problems, progress)
        _check(target, ExportOrder(game, request, options, scratch, scratch, context))


def _context(
    game: Game, request: PrintRequest, rasterizer: Rasterizer, problems: Problems, progress: Progress
) -> PrintContext:
    renderer = FaceRenderer.of(game, problems, low_ink=request.low_ink)
    return PrintContext(renderer, Preflight.of(rasterizer), problems, progress, SCREEN)


def _exported(target: Target[Any], order: ExportOrder[Any]) -> Sequence[ExportedFile]:
    """The files of a game; what the target can't take is reported before anything is drawn."""
    if not order.problems.has_errors:
        _check(target, order)
    return () if order.problems.has_errors else target.export(order)


def _check(target: Target[Any], order: ExportOrder[Any]) -> None:
    if target.check is not None:
        target.check(order)
    check_purpose(order, target)


@contextmanager
def _reporting_in(problems: Problems, game: Game) -> Iterator[None]:
    with problems.reporting(game.file.place):
        yield


def _put_in_place(
    found: Iterable[tuple[ExportOrder[Any], Sequence[ExportedFile]]], out: Path, problems: Problems
) -> Exports:
    exports = [(order, files) for order, files in found if files]
    ledgers = [_ledger(order, files) for order, files in exports]
    finished = [Finished(one.file, one.path, one.below) for _, files in exports for one in files]
    older = [
        path for order, files in exports if not order.request.select for path in _older(order.out, files)
    ]
    if not put_in_place([*finished, *ledgers], out, problems):
        return Exports()
    removed = [path for path in older if _is_removed(path, problems)]
    written = [Export(order.game.id, one.path, one.says) for order, files in exports for one in files]
    return Exports(written, removed)


def _is_removed(path: Path, problems: Problems) -> bool:
    """Removes what an earlier export has left; where it can't be, the new files stay, with a warning."""
    try:
        path.unlink(missing_ok=True)
    except OSError as error:
        problems.warning(
            f"the file {shown_path(path)} of an earlier export can't be removed: {reason_of(error)}"
        )
        return False
    return True


def _ledger(order: ExportOrder[Any], files: Sequence[ExportedFile]) -> Finished:
    """The list of the files in the target's folder; a selection adds to the one that is there."""
    listed = dict(_listed(order.out)) if order.request.select else {}
    for one in files:
        if one.path.is_relative_to(order.out):
            listed[one.path.relative_to(order.out).as_posix()] = sha256_of(one.file)
    ledger = order.new_file(LEDGER)
    ledger.file.write_text(json.dumps({"files": dict(sorted(listed.items()))}, indent=1) + "\n", "utf-8")
    return Finished(ledger.file, ledger.path, ledger.below)


def _older(folder: Path, files: Sequence[ExportedFile]) -> Iterator[Path]:
    """What an earlier export has left in its folder, as it was written."""
    kept = {one.path for one in files}
    for name, digest in _listed(folder):
        path = folder / name
        is_own = path not in kept and path.resolve().is_relative_to(folder.resolve())
        if is_own and path.is_file() and not is_link(path) and sha256_of(path) == digest:
            yield path


def _listed(folder: Path) -> list[tuple[str, str]]:
    """The names and digests in a folder's ledger; none where it has none that can be read."""
    try:
        files = json.loads(read_bytes(folder / LEDGER, None))["files"]
        return [(str(name), str(digest)) for name, digest in files.items()]
    except (InputError, ValueError, LookupError, TypeError, AttributeError, RecursionError):
        return []
