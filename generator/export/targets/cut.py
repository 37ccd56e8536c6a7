"""Files for cutting machines: every cut and fold of the sheets that ``gatepress build`` prints."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import PurePath
from typing import Literal, get_args

from generator.catalog.extras import require
from generator.catalog.press_settings import about
from generator.catalog.problems import InputError
from generator.catalog.wording import pluralize
from generator.export.target import ExportedFile, ExportOrder, Target
from generator.press.contours import shared_once
from generator.press.cut_plan import CutPage, cut_pages
from generator.press.planning import plan_jobs
from generator.press.sheet_job import SheetJob

Format = Literal["svg", "dxf", "both"]
SharedEdges = Literal["twice", "once"]
"""Edges of two cards that touch are cut with either, or in one go."""
MAX_RANGES = 3
"""Ranges of pages that a file's name tells."""
THINGS = {"cards": "card", "tokens": "token", "board": "board", "box": "box"}


@dataclass(frozen=True, slots=True)
class CutOptions:
    """What is written, and how."""

    format: Format = field(default="both", metadata=about("Which files are written.", get_args(Format)))
    corner: float | None = field(
        default=None,
        metadata=about("Radius of the corners: a length.", default_help="as the component says"),
    )
    shared_edges: SharedEdges = field(
        default="twice",
        metadata=about(
            "Edges that two touching cards share: cut around each card, or once.", get_args(SharedEdges)
        ),
    )


def _export(order: ExportOrder[CutOptions]) -> list[ExportedFile]:
    if order.options.format != "svg":
        require("exports", "DXF", "export with `--format svg`")
    files: list[ExportedFile] = []
    for job in plan_jobs(order.game, order.request):
        if _is_cut(job, order):
            files += _files(job, order)
    return files


def _is_cut(job: SheetJob, order: ExportOrder[CutOptions]) -> bool:
    """Whether there is something to cut on a job's pages; what is left out is told."""
    if job.options.is_apart:
        order.problems.warning(
            f"no cut file: {job.title} is printed as `form: {job.options.form}`, not on sheets",
            job.of.place_of("press"),
        )
        return False
    # Of some things their author says that they are not cut.
    return bool(job.of.press.get("registration") != "none")


def _files(job: SheetJob, order: ExportOrder[CutOptions]) -> Iterator[ExportedFile]:
    try:
        pages = cut_pages(job, order.options.corner or 0.0)
    except InputError as error:
        order.problems.extend([error.at(job.of.place_of("size"), field=f"components.{job.of.id}")])
        return
    order.context.progress(job.count)
    if pages[0].is_tile and job.of.kind == "box":
        order.problems.warning(
            f"{job.title}: the net takes {sum(len(page.pages) for page in pages)} pages, so that its cut "
            "files have the edges at which these are glued together, and not those of the box",
            job.of.place_of("size"),
            hint="cut the box by the lines printed on it, or use a larger --paper",
        )
    stem = PurePath(job.name).stem if job.name.endswith(".pdf") else job.name
    fronts = [number for page in pages for number in page.pages]
    for page in pages:
        yield from _drawings(page, f"{stem}{_which(page.pages, sorted(fronts))}", job, order)


def _drawings(
    page: CutPage, name: str, job: SheetJob, order: ExportOrder[CutOptions]
) -> Iterator[ExportedFile]:
    from generator.export.cut_drawing import as_dxf, as_svg

    if order.options.shared_edges == "once":
        page = page._replace(cuts=tuple(shared_once(page.cuts)))
    says = f"{_things(page, job)}, {_in_words(page.pages)}"
    if order.options.format in ("svg", "both"):
        file = order.new_file(f"{name}.svg", says=says)
        file.file.write_text(as_svg(page, f"{order.game.title}: {job.title}, {says}"), "utf-8", newline="\n")
        yield file
    if order.options.format in ("dxf", "both"):
        file = order.new_file(f"{name}.dxf", says=says)
        file.file.write_bytes(as_dxf(page))
        yield file


def _things(page: CutPage, job: SheetJob) -> str:
    return "a tile" if page.is_tile else pluralize(page.items, THINGS[job.of.kind])


def _ranges(pages: Sequence[int], fronts: Sequence[int]) -> list[tuple[int, int]]:
    """The first and last page of each row of fronts that follow one another."""
    at = {number: index for index, number in enumerate(fronts)}
    found = [[pages[0]]]
    for before, number in pairwise(pages):
        if at[number] == at[before] + 1:
            found[-1].append(number)
        else:
            found.append([number])
    return [(row[0], row[-1]) for row in found]


def _which(pages: Sequence[int], fronts: Sequence[int]) -> str:
    """What the file's name tells of the pages it is for: nothing where they are all there are."""
    if len(pages) == len(fronts):
        return ""
    ranges = _ranges(pages, fronts)
    told = "+".join(str(first) if first == last else f"{first}-{last}" for first, last in ranges[:MAX_RANGES])
    more = "+more" if len(ranges) > MAX_RANGES else ""
    return f"-page{'s' if len(pages) > 1 else ''}-{told}{more}"


def _in_words(pages: Sequence[int]) -> str:
    if len(pages) == 1:
        return f"for page {pages[0]}"
    if len(pages) > 2 * MAX_RANGES:
        return f"for {len(pages)} pages, {pages[0]} to {pages[-1]}"
    return f"for pages {', '.join(map(str, pages[:-1]))} and {pages[-1]}"


TARGET = Target(
    title="Cutting machines",
    says="every cut and fold of the sheets as SVG and DXF in mm, on the pages that gatepress build prints",
    export=_export,
    options=CutOptions,
    press=("backs", "gap", "bleed", "bleed_from", "marks", "margin", "merge", "sheet", "registration"),
    has_paper=True,
)
