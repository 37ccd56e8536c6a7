"""Prints one job: lays out its cards, imposes them and paints the pages into a file."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from generator.catalog.models import Card
from generator.catalog.problems import InputError, Problem, Problems
from generator.layout.faces import Face, FaceRenderer, Side
from generator.press.content import content_hash
from generator.press.impose import Plan
from generator.press.job import Job
from generator.press.pdf.document import Bookmark, Document
from generator.press.plans import plan_pages
from generator.press.preflight.components import inspect_component
from generator.press.preflight.inspector import Preflight
from generator.press.sheets import SheetPainter

MAX_COPIES = 100_000
LONGEST_NAME = 36
"""Letters of a deck's name in the slug."""
SIDES: Mapping[str, str] = {"front": "fronts", "back": "backs", "fold": "fronts and backs", "card": "card"}
Progress = Callable[[int], None]
"""Called with the number of cards done since the last call."""
Faces = Sequence[Mapping[str, Face]]
"""The faces of a job's cards, by side."""


@dataclass(frozen=True, slots=True)
class Sheets:
    """A finished PDF and what is told about it. ``cards`` counts copies."""

    path: Path
    pages: int
    cards: int
    content: str
    """The hash printed on the sheets."""
    problems: tuple[Problem, ...]
    """Warnings; what has errors is not finished."""


def print_job(
    job: Job, renderer: FaceRenderer, preflight: Preflight, path: Path, problems: Problems, progress: Progress
) -> tuple[Sheets, Faces] | None:
    """Lays out and paints a job into the file ``path``; None if something is wrong, here or before."""
    copies = [card.copies for _, card in job.printed]
    place = job.printed[0].card.place
    if sum(copies) > MAX_COPIES:
        problems.error(f"{job.cards.name}: more than {MAX_COPIES:,} cards in one file", place)
        return None
    plan = _plan(job, copies, problems)
    faces = [_faces(job, renderer, card, number, progress) for number, card in job.printed]
    found = _findings(job, faces, preflight)
    problems.extend(found)
    if plan is None or problems.has_errors:
        return None
    content = content_hash(job, renderer, faces)
    try:
        document, bookmarks = _paint(job, plan, faces, renderer, content)
        document.save(path, bookmarks, duplex=_turned_edge(job.options.backs) if plan.parts == 1 else None)
    except InputError as error:
        problems.extend([error.at(place)])
        return None
    return Sheets(path, len(plan.pages), sum(copies), content, found), faces


def _findings(job: Job, faces: Faces, preflight: Preflight) -> tuple[Problem, ...]:
    """All there is to warn of; a face's findings belong to every job that prints it."""
    found = dict.fromkeys(inspect_component(job.component))
    for (_, card), sides in zip(job.printed, faces, strict=True):
        for face in sides.values():
            laid_out = [problem._replace(card=card.id) for problem in face.problems]
            found |= dict.fromkeys((*laid_out, *preflight.face(job.component, face, card)))
    return tuple(found)


def _plan(job: Job, copies: Sequence[int], problems: Problems) -> Plan | None:
    try:
        return plan_pages(job, copies)
    except InputError as error:
        problems.extend([error.at(job.component.place_of("size"), field=f"components.{job.component.id}")])
        return None


def _faces(job: Job, renderer: FaceRenderer, card: Card, number: int, progress: Progress) -> dict[str, Face]:
    sides: tuple[Side, ...] = ("front", "back") if job.has_back else ("front",)
    found = {side: renderer.face(job.component, job.cards, card, side, number) for side in sides}
    progress(1)
    return {side: face for side, face in found.items() if face is not None}


def _paint(
    job: Job, plan: Plan, faces: Sequence[Mapping[str, Face]], renderer: FaceRenderer, content: str
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
        renderer.words,
        job.options.marks,
        _uses(job, faces, plan.parts),
    )
    parts = (f"{game.title} {game.version}", _shortened(job.cards.name), job.note, content, "print at 100 %")
    note = " · ".join(part for part in parts if part)
    first: dict[int, int] = {}
    for index, page in enumerate(plan.pages):
        painter.paint(page, faces, note, _number(job, page.side, page.number, len(plan.pages)))
        for stamp in page.stamps:
            first.setdefault(stamp.card, index)
    return document, [Bookmark(_title(job.printed[card].card), page) for card, page in sorted(first.items())]


def _shortened(name: str) -> str:
    """As much of a long name as leaves room for what the sheet must say."""
    return name if len(name) <= LONGEST_NAME else name[: LONGEST_NAME - 1].rstrip() + "…"


def _number(job: Job, side: str, number: int, pages: int) -> str:
    """Which page this is; which side only where there are two."""
    return f"{SIDES[side]} · page {number} of {pages}" if job.has_back else f"page {number} of {pages}"


def _title(card: Card) -> str:
    return str(card.values.get("name") or card.values.get("title") or card.id)


def _uses(job: Job, faces: Sequence[Mapping[str, Face]], parts: int) -> dict[Face, int]:
    uses: dict[Face, int] = {}
    for (_, card), sides in zip(job.printed, faces, strict=True):
        for face in sides.values():
            uses[face] = uses.get(face, 0) + card.copies * parts
    return uses


def _turned_edge(backs: str) -> str | None:
    return {"duplex-long": "long", "duplex-short": "short"}.get(backs)
