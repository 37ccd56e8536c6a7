"""PDF/X-1a:2003 for print houses: four inks, no transparency, boxes, an output intent, little enough ink."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from generator.catalog.extras import require
from generator.catalog.press_settings import about, flag, key_of, whole_number
from generator.catalog.wording import pluralize
from generator.export.print_house import (
    CONDITION,
    DEFAULT,
    Finish,
    Intent,
    Made,
    Wanted,
    bounded,
    check_ink,
    draw_cut_lines,
    icc_option,
    open_intent,
    page_names,
    print_x1a,
    reduced_pictures,
)
from generator.export.printed_faces import page_outlines
from generator.export.target import ExportedFile, ExportOrder, Target
from generator.press.inks import INK_LIMIT
from generator.press.planning import plan_jobs
from generator.press.rulebook.job import plan_book
from generator.press.sheet_job import SheetJob

if TYPE_CHECKING:
    from generator.press.job import PrintJob

ONLY_ON_SHEETS = ("gap", "marks", "margin", "merge", "sheet", "back_offset")
"""Press settings that mean nothing where each face has a page of its own."""


@dataclass(frozen=True, slots=True)
class PdfxOptions:
    """``ink_limit`` in percent of the paper."""

    intent: str | None = field(
        default=None,
        metadata=about(
            "The printing condition the file is made for, by its name in the ICC registry.",
            kind=CONDITION,
            default_help=DEFAULT,
        ),
    )
    icc: Path | None = field(default=None, metadata=icc_option())
    ink_limit: int = field(
        default=round(100 * INK_LIMIT),
        metadata=about("The most ink of all four together, in percent.", kind=whole_number(100, 400)),
    )
    whole_sheets: bool = field(
        default=False, metadata=flag("Whole sheets of the paper instead of a page for each face.")
    )
    cut_lines: bool = field(
        default=False, metadata=flag("Lines to cut along, in a spot colour called CutContour.")
    )


def _export(order: ExportOrder[PdfxOptions]) -> list[ExportedFile]:
    options = order.options
    intent = open_intent(options.intent or ("" if options.icc else DEFAULT), options.icc)
    jobs = list(_jobs(order))
    files = [order.new_file(job.name) for job in jobs]
    wanted = [
        Wanted(job, file.file, page_names(job), _finish(job) if options.cut_lines else None)
        for job, file in zip(jobs, files, strict=True)
    ]
    made = print_x1a(wanted, order, intent, options.ink_limit / 100)
    return [
        file._replace(says=_says(one, intent))
        for file, one in zip(files, made, strict=True)
        if one is not None
    ]


def _jobs(order: ExportOrder[PdfxOptions]) -> Iterator[Any]:
    request = order.request
    form = "sheets" if order.options.whole_sheets else "pod"
    settings = {**request.settings, "form": form}
    if form == "pod":
        settings["merge"] = False
    asked = request._replace(settings=settings)
    yield from map(bounded, plan_jobs(order.game, asked))
    book = plan_book(order.game, asked)
    if book is not None:
        yield bounded(book)


def _check(order: ExportOrder[PdfxOptions]) -> None:
    require("exports", "PDF/X")
    options = order.options
    idle = () if options.whole_sheets else ONLY_ON_SHEETS
    for name in idle:
        if name in order.request.settings:
            order.problems.error(
                f"--{key_of(name)} does nothing where each face has a page of its own",
                hint="leave it out, or ask for --whole-sheets",
            )
    open_intent("", options.icc)
    if order.problems.has_errors:
        return
    for number, job in enumerate(_jobs(order)):
        file = order.scratch / f"ink-{number}.pdf"
        check_ink(job, order, file, options.ink_limit / 100, page_names(job))


def _finish(job: PrintJob) -> Finish | None:
    """Draws the lines along which a job's cards are cut; a rulebook has none."""
    return partial(draw_cut_lines, outlines=page_outlines(job)) if isinstance(job, SheetJob) else None


def _says(made: Made, intent: Intent) -> str:
    """What a file is, in a few words."""
    pages, flattened = pluralize(made.sheets.pages, "page"), made.flattened.pages
    parts: Sequence[str] = (
        pages,
        intent.condition or (intent.profile.name if intent.profile else ""),
        f"{flattened} with something translucent as pixels" if flattened else "",
        reduced_pictures(made),
    )
    return ", ".join(part for part in parts if part)


TARGET = Target(
    title="Print house (PDF/X-1a)",
    says="CMYK files with bleed, a page for each face or whole sheets, as print houses ask for them",
    export=_export,
    check=_check,
    options=PdfxOptions,
    purpose="share",
    press=("bleed", "bleed_from", "backs", "max_dpi", *ONLY_ON_SHEETS),
    has_paper=True,
    takes_rulebook=True,
)
