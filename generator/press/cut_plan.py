"""What is cut and folded on the sheets of a job, from the plan that they are printed by."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from generator.catalog.boxes import Net
from generator.catalog.models import Component
from generator.layout.geometry import Outline
from generator.press.contours import Contour, Vertex, Way, way_around, ways_along
from generator.press.impose import SheetPage, Stamp
from generator.press.packing import Trim
from generator.press.sheet_job import SheetJob

DIGITS = 4
"""Decimals of a millimetre to which ways are the same."""


class CutPage(NamedTuple):
    """All cuts and folds of one or more pages, in mm from the page's top left corner."""

    pages: tuple[int, ...]
    """The numbers of the pages that are cut like this, in their file."""
    width: float
    height: float
    cuts: tuple[Way, ...]
    folds: tuple[Contour, ...]
    registration: tuple[Outline, ...]
    items: int
    """How many things are cut out of each page."""
    is_tile: bool
    """Whether it is a part of a board or box that is larger than the page."""


def cut_pages(job: SheetJob, corner: float = 0.0) -> list[CutPage]:
    """The front pages of a job, those that are cut alike as one. One cuts by the fronts.

    ``corner``: the radius (mm) for cards and square tokens that have none of their own.

    Raises :class:`~generator.catalog.problems.InputError` for what fits no page.
    """
    runs, plan = job.laid_out()
    of = [run.of.component for run in runs]
    if job.options.sheet is not None:
        corner = job.options.sheet.corner or corner
    lines = {component: _lines_of(component, corner) for component in dict.fromkeys(of)}
    found: dict[object, CutPage] = {}
    for page in plan.pages:
        if page.side == "back":
            continue
        cut = _cut_page(page, of, lines)
        key = (_rounded(cut.cuts), _rounded(cut.folds))
        known = found.get(key)
        found[key] = cut if known is None else known._replace(pages=(*known.pages, page.number))
    return list(found.values())


Lines = tuple[tuple[Way, ...], tuple[Contour, ...]]
"""The cuts and the folds of a thing, in its own coordinates."""


def _cut_page(page: SheetPage, of: Sequence[Component], lines: Mapping[Component, Lines]) -> CutPage:
    fronts = [stamp for stamp in page.stamps if stamp.side == "front"]
    cuts: list[Way] = []
    folds: list[Contour] = list(_page_fold(page))
    if page.tile is not None:
        cuts += ways_along(page.tile)
    else:
        for stamp in fronts:
            component = of[stamp.card]
            move = stamp.slot.placing(component.size)
            knife, creases = lines[component]
            cuts += [way.moved(move) for way in knife]
            folds += [way.moved(move) for way in creases]
    return CutPage(
        (page.number,),
        page.width,
        page.height,
        tuple(cuts),
        tuple(folds),
        page.registration,
        len(fronts),
        is_tile=page.tile is not None,
    )


def _lines_of(component: Component, corner: float) -> Lines:
    if component.box_contents is not None:
        from generator.press.kinds.box import BoxLines

        lines = BoxLines(Net(component.box_contents))
        creases = tuple(Contour((Vertex(*start), Vertex(*end)), closed=False) for start, end in lines.folds())
        return tuple(ways_along(lines.outline())), creases
    radius = component.corner or (0.0 if component.kind == "board" else corner)
    return (way_around(Trim(component.shape, component.size, radius)),), ()


def _page_fold(page: SheetPage) -> Iterator[Contour]:
    """The fold between fronts and backs on one page, from edge to edge."""
    if page.side != "fold":
        return
    front, back = _first(page.stamps, "front"), _first(page.stamps, "back")
    if abs(front.slot.cy - back.slot.cy) < abs(front.slot.cx - back.slot.cx):
        middle = page.width / 2
        yield Contour((Vertex(middle, 0.0), Vertex(middle, page.height)), closed=False)
    else:
        middle = page.height / 2
        yield Contour((Vertex(0.0, middle), Vertex(page.width, middle)), closed=False)


def _first(stamps: Iterable[Stamp], side: str) -> Stamp:
    return next(stamp for stamp in stamps if stamp.side == side)


def _rounded(ways: Iterable[Way]) -> tuple[object, ...]:
    """What ways are compared by."""
    return tuple(
        tuple(tuple(round(value, DIGITS) for value in vertex) for vertex in way.vertices)
        if isinstance(way, Contour)
        else tuple(round(value, DIGITS) for value in way)
        for way in ways
    )
