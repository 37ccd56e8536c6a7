"""PDF/A-2b: sheets and rulebooks for archives, with all that they need inside."""

from __future__ import annotations

from collections.abc import Iterator

from generator.catalog.press_settings import SETTINGS
from generator.catalog.wording import pluralize
from generator.export.archive import archive
from generator.export.target import ExportedFile, ExportOrder, NoOptions, Target
from generator.press.job import PrintJob
from generator.press.planning import plan_jobs
from generator.press.rulebook.job import plan_book

PICTURES = ("png", "png-sheets")


def _check(order: ExportOrder[NoOptions]) -> None:
    form = order.request.settings.get("form")
    if form in PICTURES:
        order.problems.error(
            f"--form {form} writes pictures, no PDF files", hint="leave it out, or write pod"
        )


def _export(order: ExportOrder[NoOptions]) -> list[ExportedFile]:
    files = []
    for job in _jobs(order):
        file = order.new_file(job.path.name)
        raw = file.file.with_suffix(".raw.pdf")
        printed = job.print(order.context, raw)
        if printed is None:
            continue
        archive(raw, file.file)
        raw.unlink()
        files.append(file._replace(says=pluralize(printed.sheets.pages, "page")))
    return files


def _jobs(order: ExportOrder[NoOptions]) -> Iterator[PrintJob]:
    yield from plan_jobs(order.game, order.request)
    book = plan_book(order.game, order.request)
    if book is not None:
        yield book


TARGET = Target(
    title="Archive (PDF/A-2b)",
    says="sheets and rulebook as PDF files that hold all they need, for libraries and archives",
    export=_export,
    check=_check,
    options=NoOptions,
    purpose="share",
    press=tuple(name for name, setting in SETTINGS.items() if setting.is_option and name != "dpi"),
    has_paper=True,
    takes_rulebook=True,
)
