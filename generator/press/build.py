"""The build: lays out the cards of print jobs and writes their files, all or none."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from generator.catalog.models import Card
from generator.catalog.problems import Problems, Refused
from generator.layout.faces import Face, Side, Studio
from generator.press.content import content_hash
from generator.press.impose import Plan, impose
from generator.press.job import Job
from generator.press.pdf.document import Bookmark, Document
from generator.press.sheets import SheetPainter

MAX_COPIES = 100_000
SIDES: Mapping[str, str] = {"front": "fronts", "back": "backs", "fold": "fronts and backs", "card": "card"}
Progress = Callable[[int], None]
"""Called with the number of cards done since the last call."""


@dataclass(frozen=True, slots=True)
class Written:
    """A file that was written. ``cards`` counts copies; ``content`` is the hash printed on its sheets."""

    path: Path
    game: str
    component: str
    pages: int
    cards: int
    content: str


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


def build(jobs: Sequence[Job], out: Path, problems: Problems, progress: Progress) -> list[Written]:
    """Writes each job to ``out/GAME/NAME.pdf``.

    If anything is wrong in any of them, nothing is written and ``problems`` tells everything.
    Raises :class:`Refused` where the output folder can't be written to.
    """
    _refuse_same_files(jobs, problems)
    try:
        with staging(out) as folder:
            finished: list[tuple[Path, Written]] = []
            for studio, own in _by_game(jobs, problems):
                for job in own:
                    written = _print(job, studio, folder / f"{len(finished)}.pdf", out, problems, progress)
                    if written is not None:
                        finished.append((folder / f"{len(finished)}.pdf", written))
            if problems.has_errors:
                return []
            for path, written in finished:
                written.path.parent.mkdir(exist_ok=True)
                path.replace(written.path)
            return [written for _, written in finished]
    except OSError as error:
        raise Refused(f"can't write to {out}: {error.strerror or error}") from None


def _refuse_same_files(jobs: Sequence[Job], problems: Problems) -> None:
    """Two folders of one name must not print over each other."""
    folders: dict[str, Path] = {}
    for job in jobs:
        other = folders.setdefault(job.game.id, job.game.folder)
        if other.resolve() != job.game.folder.resolve():
            problems.error(
                f"the folders {other} and {job.game.folder} have the same name, so their files would too",
                hint="build them one after the other, each with its own --out",
            )


def _by_game(jobs: Sequence[Job], problems: Problems) -> Iterator[tuple[Studio, list[Job]]]:
    games: dict[Path, list[Job]] = {}
    for job in jobs:
        games.setdefault(job.game.folder, []).append(job)
    for own in games.values():
        yield Studio.of(own[0].game, problems), own


def _print(
    job: Job, studio: Studio, path: Path, out: Path, problems: Problems, progress: Progress
) -> Written | None:
    """Lays out and paints one job into the file ``path``; None if something is wrong."""
    copies = [card.copies for _, card in job.printed]
    place = job.printed[0].card.place
    if sum(copies) > MAX_COPIES:
        problems.error(f"{job.cards.name}: more than {MAX_COPIES:,} cards in one file", place)
        return None
    plan = _plan(job, copies, problems)
    faces = [_faces(job, studio, card, number, progress) for number, card in job.printed]
    if plan is None or problems.has_errors:
        return None
    content = content_hash(job, studio, faces)
    try:
        document, bookmarks = _paint(job, plan, faces, studio, content)
        document.save(path, bookmarks, duplex=_turned_edge(job.options.backs))
    except Refused as refused:
        problems.extend([refused.at(place)])
        return None
    return Written(
        out / job.game.id / job.name, job.game.id, job.component.id, len(plan.pages), sum(copies), content
    )


def _plan(job: Job, copies: Sequence[int], problems: Problems) -> Plan | None:
    size = job.component.size
    try:
        return impose(copies, job.has_back, size.width, size.height, job.options)
    except Refused as refused:
        problems.extend([refused.at(job.component.place_of("size"), field=f"components.{job.component.id}")])
        return None


def _faces(job: Job, studio: Studio, card: Card, number: int, progress: Progress) -> dict[str, Face]:
    sides: tuple[Side, ...] = ("front", "back") if job.has_back else ("front",)
    found = {side: studio.face(job.component, job.cards, card, side, number) for side in sides}
    progress(1)
    return {side: face for side, face in found.items() if face is not None}


def _paint(
    job: Job, plan: Plan, faces: Sequence[Mapping[str, Face]], studio: Studio, content: str
) -> tuple[Document, list[Bookmark]]:
    """The document with all pages, and a bookmark for each card at the first page that shows it."""
    game, size = job.game, job.component.size
    document = Document(
        f"{game.title}: {job.cards.name}", game.designer or "", f"version {game.version}, content {content}"
    )
    painter = SheetPainter(
        document,
        size.width,
        size.height,
        job.component.bleed,
        studio.words,
        job.options.marks,
        _uses(job, faces),
    )
    note = " · ".join((f"{game.title} {game.version}", job.cards.name, content, "print at 100 %"))
    first: dict[int, int] = {}
    for index, page in enumerate(plan.pages):
        painter.paint(page, faces, note, _number(job, page.side, page.number, len(plan.pages)))
        for stamp in page.stamps:
            first.setdefault(stamp.card, index)
    return document, [Bookmark(_title(job.printed[card].card), page) for card, page in sorted(first.items())]


def _number(job: Job, side: str, number: int, pages: int) -> str:
    """Which page this is; which side only where there are two."""
    return f"{SIDES[side]} · page {number} of {pages}" if job.has_back else f"page {number} of {pages}"


def _title(card: Card) -> str:
    return str(card.values.get("name") or card.values.get("title") or card.id)


def _uses(job: Job, faces: Sequence[Mapping[str, Face]]) -> dict[Face, int]:
    uses: dict[Face, int] = {}
    for (_, card), sides in zip(job.printed, faces, strict=True):
        for face in sides.values():
            uses[face] = uses.get(face, 0) + card.copies
    return uses


def _turned_edge(backs: str) -> str | None:
    return {"duplex-long": "long", "duplex-short": "short"}.get(backs)
