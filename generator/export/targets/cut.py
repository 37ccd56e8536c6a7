"""Files for cutting machines: every cut and fold of the sheets that ``gatepress build`` prints."""

from __future__ import annotations

import io
import math
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from itertools import pairwise
from pathlib import PurePath
from typing import TYPE_CHECKING, Literal, get_args
from xml.sax.saxutils import escape

from generator.catalog.extras import require
from generator.catalog.press_settings import about
from generator.catalog.problems import InputError
from generator.catalog.wording import one_line, pluralize
from generator.export.target import CORNER, ExportedFile, ExportOrder, Target
from generator.layout.geometry import Outline
from generator.press.contours import STRAIGHT, Circle, Contour, Vertex, Way, shared_once, ways_along
from generator.press.cut_plan import CutPage, cut_pages
from generator.press.planning import plan_jobs
from generator.press.sheet_job import SheetJob

if TYPE_CHECKING:
    from ezdxf.document import Drawing
    from ezdxf.layouts.layout import Modelspace


PEN = 0.1
"""Width of the lines in an SVG file in mm: laser cutters take hairlines for cuts."""
CUT_COLOUR, FOLD_COLOUR = "#ff0000", "#0000ff"
RED, BLUE, BLACK = 1, 5, 7
"""Of AutoCAD's colours."""
DIGITS = 4
"""Decimals of a millimetre."""
DASHES = (2.0, 1.5)
FIXED_DATE = "2000-01-01T00:00:00.000000+00:00"
"""What ezdxf writes where it is to write no date of its own."""
HEADER_DATES = re.compile(r"(  9\n\$TDU?(?:CREATE|UPDATE)\n 40\n)2451545\.0\n")
"""The same in a header, in Julian days; entries there may be missing."""
UNIX_DAY = 2440587.5
"""The Julian day on which Unix time begins."""
INKSCAPE = "http://www.inkscape.org/namespaces/inkscape"


def as_svg(page: CutPage, title: str) -> str:
    """An SVG file of the page's size with a group for each layer: what is to be done first comes first."""
    width, height = _number(page.width), _number(page.height)
    dashes = " ".join(_number(dash) for dash in DASHES)
    layers = [
        _svg_layer("registration", 'fill="#000000" stroke="none"', map(_svg_area, page.registration)),
        _svg_layer(
            "fold",
            f'fill="none" stroke="{FOLD_COLOUR}" stroke-width="{PEN}" stroke-dasharray="{dashes}"',
            map(_svg_way, page.folds),
        ),
        _svg_layer(
            "cut", f'fill="none" stroke="{CUT_COLOUR}" stroke-width="{PEN}"', map(_svg_way, page.cuts)
        ),
    ]
    return "\n".join(
        [
            '<?xml version="1.0" encoding="UTF-8"?>',
            f'<svg xmlns="http://www.w3.org/2000/svg" xmlns:inkscape="{INKSCAPE}"'
            f' width="{width}mm" height="{height}mm" viewBox="0 0 {width} {height}">',
            f"  <title>{escape(one_line(title))}</title>",
            *(line for layer in layers for line in layer),
            "</svg>\n",
        ]
    )


def _svg_layer(name: str, style: str, shapes: Iterable[str]) -> list[str]:
    """The group of a layer, which Inkscape knows for one; nothing where there is nothing on it."""
    drawn = [f"    {shape}" for shape in shapes]
    if not drawn:
        return []
    return [f'  <g id="{name}" inkscape:groupmode="layer" inkscape:label="{name}" {style}>', *drawn, "  </g>"]


def _svg_area(outline: Outline) -> str:
    return "".join(_svg_way(way) for way in ways_along(outline))


def _svg_way(way: Way) -> str:
    if isinstance(way, Circle):
        return f'<circle cx="{_number(way.x)}" cy="{_number(way.y)}" r="{_number(way.radius)}"/>'
    first = way.vertices[0]
    steps = [f"M {_number(first.x)} {_number(first.y)}"]
    pieces = list(way.pieces())
    for start, end in pieces:
        if way.closed and end is first and abs(start.bulge) <= STRAIGHT:
            # The end of the path draws it.
            continue
        steps.append(_svg_piece(start, end))
    return f'<path d="{" ".join([*steps, *(["Z"] if way.closed else [])])}"/>'


def _svg_piece(start: Vertex, end: Vertex) -> str:
    where = f"{_number(end.x)} {_number(end.y)}"
    if abs(start.bulge) <= STRAIGHT:
        return f"L {where}"
    angle = 4 * math.atan(abs(start.bulge))
    radius = _number(math.dist(start[:2], end[:2]) / 2 / math.sin(angle / 2))
    large, clockwise = int(angle > math.pi), int(start.bulge > 0)
    return f"A {radius} {radius} 0 {large} {clockwise} {where}"


def _number(value: float) -> str:
    text = f"{value:.{DIGITS}f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def as_dxf(page: CutPage) -> bytes:
    """A DXF file (AutoCAD 2000) with the origin at the page's lower left corner and a layer for each use.

    It has neither chance nor any time but the environment's, so that the same page gives the same bytes.
    """
    from ezdxf import options  # type: ignore[attr-defined]

    before = options.write_fixed_meta_data_for_testing
    options.write_fixed_meta_data_for_testing = True
    try:
        document = _dxf(page)
        text = io.StringIO()
        document.write(text)
    finally:
        options.write_fixed_meta_data_for_testing = before
    return document.encode(_dated(text.getvalue()))


def _dated(text: str) -> str:
    """A DXF file with the date that the environment gives, or with none."""
    from generator.press.pdf import document_date

    date = document_date()
    if date is None:
        return HEADER_DATES.sub("", text).replace(f" @ {FIXED_DATE}", "")
    days = UNIX_DAY + date.timestamp() / timedelta(days=1).total_seconds()
    dated = HEADER_DATES.sub(lambda entry: f"{entry[1]}{days:.8f}\n", text)
    return dated.replace(FIXED_DATE, date.isoformat(timespec="microseconds"))


def _dxf(page: CutPage) -> Drawing:
    from ezdxf import units
    from ezdxf.filemanagement import new

    document = new("R2000", units=units.MM)
    document.header["$MEASUREMENT"] = 1
    document.linetypes.add("FOLD", [sum(DASHES), DASHES[0], -DASHES[1]], description="_ _ _ _")
    drawing = document.modelspace()
    lower_left, upper_right = (0.0, 0.0, 0.0), (page.width, page.height, 0.0)
    drawing.reset_extents(lower_left, upper_right)
    # Not taken from the drawing where a corner is at zero.
    document.header["$EXTMIN"], document.header["$EXTMAX"] = lower_left, upper_right
    drawing.reset_limits((0.0, 0.0), (page.width, page.height))
    marks = [way for outline in page.registration for way in ways_along(outline)]
    if marks:
        document.layers.add("REGISTRATION", color=BLACK)
        _draw(drawing, marks, "REGISTRATION", page.height)
    if page.folds:
        document.layers.add("FOLD", color=BLUE, linetype="FOLD")
        _draw(drawing, page.folds, "FOLD", page.height)
    document.layers.add("CUT", color=RED)
    _draw(drawing, page.cuts, "CUT", page.height)
    return document


def _draw(drawing: Modelspace, ways: Iterable[Way], layer: str, height: float) -> None:
    for way in ways:
        if isinstance(way, Circle):
            centre = round(way.x, DIGITS), round(height - way.y, DIGITS)
            drawing.add_circle(centre, round(way.radius, DIGITS), dxfattribs={"layer": layer})
        else:
            drawing.add_lwpolyline(
                list(_points(way, height)), format="xyb", close=way.closed, dxfattribs={"layer": layer}
            )


def _points(way: Contour, height: float) -> Iterator[tuple[float, float, float]]:
    """Upside down, what runs clockwise on the page still does; DXF counts bulges the other way."""
    for x, y, bulge in way.vertices:
        yield round(x, DIGITS) + 0.0, round(height - y, DIGITS) + 0.0, -round(bulge, 9) + 0.0


Format = Literal["svg", "dxf", "both"]
SharedEdges = Literal["twice", "once"]
"""Edges of two cards that touch are cut with either, or in one go."""
MAX_RANGES = 3
"""Ranges of pages that a file's name has."""
THINGS = {"cards": "card", "tokens": "token", "board": "board", "box": "box"}


@dataclass(frozen=True, slots=True)
class CutOptions:
    """What is written, and how."""

    format: Format = field(default="both", metadata=about("Which files are written.", get_args(Format)))
    corner: float | None = field(default=None, metadata=CORNER)
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
    """Whether there is something to cut on a job's pages; what is left out is reported."""
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
        order.problems.add(error, job.of.place_of("size"), field=f"components.{job.of.id}")
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
    """What the file's name says of the pages it is for: nothing where they are all there are."""
    if len(pages) == len(fronts):
        return ""
    ranges = _ranges(pages, fronts)
    numbers = "+".join(
        str(first) if first == last else f"{first}-{last}" for first, last in ranges[:MAX_RANGES]
    )
    more = "+more" if len(ranges) > MAX_RANGES else ""
    return f"-page{'s' if len(pages) > 1 else ''}-{numbers}{more}"


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
