"""The rulebook as a web page: one file, for a phone at the table, a web shop, or a printer."""

from __future__ import annotations

from generator.export.printed_faces import camera
from generator.export.target import ExportedFile, ExportOrder, NoOptions, Target
from generator.export.web_book.page import web_book
from generator.press.request import RULEBOOK
from generator.press.rulebook.job import BookJob

KIB = 1024


def _check(order: ExportOrder[NoOptions]) -> None:
    if order.game.rulebook is None:
        order.problems.error(
            "the game has no rulebook, and only that becomes a web page",
            order.game.file.place,
            hint="add `rulebook: {text: rulebook.md}`; docs/rulebooks.md describes it",
        )


def _export(order: ExportOrder[NoOptions]) -> list[ExportedFile]:
    game, request = order.game, order.request
    assert game.rulebook is not None, "it was checked"
    job = BookJob(game, game.rulebook, request.paper, request.low_ink, is_apart=True)
    with camera() as shots:
        page = web_book(job, order.context, order.scratch / "pictures.pdf", shots)
    if page is None:
        return []
    file = order.new_file(f"{RULEBOOK}.html")
    file.file.write_text(page, "utf-8", newline="\n")
    size = file.file.stat().st_size / KIB
    return [file._replace(says=f"{size:,.0f} KiB with all pictures and fonts")]


TARGET = Target(
    title="Web page",
    says="the rulebook as one HTML file with its cards and fonts inside, to read on a phone or to print",
    export=_export,
    options=NoOptions,
    check=_check,
    purpose="share",
    has_paper=True,
    takes_rulebook=True,
)
