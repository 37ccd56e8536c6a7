"""DriveThruCards: a PDF/X-1a file for each deck, in which backs and fronts alternate."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from generator.catalog.extras import require
from generator.export.print_house import Intent, check_ink, icc_option, open_intent, page_names, print_x1a
from generator.export.services.check import check_faces
from generator.export.services.dtc import BLEED, CONDITION, DRIVE_THRU_CARDS, INK_LIMIT, lay_pages
from generator.export.services.options import PRODUCT
from generator.export.services.parts import Part, asks_for_rulebook, assign, no_rulebook, restricted
from generator.export.target import ExportedFile, ExportOrder, Target
from generator.press.planning import plan_jobs
from generator.press.sheet_job import SheetJob

if TYPE_CHECKING:
    import pikepdf


@dataclass(frozen=True, slots=True)
class DtcOptions:
    """What is ordered."""

    product: str = field(default="", metadata=PRODUCT)
    icc: Path | None = field(default=None, metadata=icc_option())


def _check(order: ExportOrder[DtcOptions]) -> None:
    require("exports", "PDF/X")
    parts = assign(order, DRIVE_THRU_CARDS, order.options.product)
    parts.report(order)
    if asks_for_rulebook(order):
        title = DRIVE_THRU_CARDS.title
        order.problems.extend(
            [no_rulebook(order, f"{title} prints no rulebooks here", "leave it out of --only")]
        )
    check_faces(order, parts.made, DRIVE_THRU_CARDS.title)
    open_intent(CONDITION, order.options.icc)
    if order.problems.has_errors:
        return
    for number, (_, job) in enumerate(_jobs(order, parts.made)):
        check_ink(job, order, order.scratch / f"ink-{number}.pdf", INK_LIMIT, page_names(job))


def _export(order: ExportOrder[DtcOptions]) -> list[ExportedFile]:
    parts = assign(order, DRIVE_THRU_CARDS, order.options.product).made
    opened = open_intent(CONDITION, order.options.icc)
    files = []
    for part, job in _jobs(order, parts):
        file = order.new_file(f"{job.lists[0].stem}.pdf")
        made = print_x1a(job, order, file.file, opened, INK_LIMIT, _names(job), _laying(part, job))
        if made is not None:
            files.append(file._replace(says=_says(part, job, opened)))
    return files


def _jobs(order: ExportOrder[DtcOptions], parts: tuple[Part, ...]) -> Iterator[tuple[Part, SheetJob]]:
    if not parts:
        return
    of = {part.component: part for part in parts}
    request = restricted(order, parts).request
    settings = {"bleed": BLEED, **request.settings, "form": "pod", "merge": False}
    for job in plan_jobs(order.game, request._replace(settings=settings)):
        yield of[job.of], job


def _laying(part: Part, job: SheetJob) -> Callable[[pikepdf.Pdf], None]:
    def finish(pdf: pikepdf.Pdf) -> None:
        lay_pages(pdf, part.fit, has_back=job.has_back)

    return finish


def _names(job: SheetJob) -> Callable[[int], str]:
    """Which card is on a page: each has two."""
    ids = page_names(job)
    faces = len(job.sides)
    return lambda page: ids(page // 2 * faces)


def _says(part: Part, job: SheetJob, intent: Intent) -> str:
    white = "" if job.has_back else ", white backs"
    cards = f"{job.copies:,} {'card' if job.copies == 1 else 'cards'}"
    return f"{cards} on {part.product.id}{white}, {intent.condition}"


TARGET = Target(
    title=DRIVE_THRU_CARDS.title,
    says="a PDF/X-1a file for each deck: back, front, back, front, at most 240 % ink",
    export=_export,
    options=DtcOptions,
    check=_check,
    purpose="sale",
    press=("bleed_from", "backs"),
)
