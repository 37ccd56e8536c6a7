"""Where the pages of a job are cut: the trims of all that lies on them, in mm from the top left corner."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from generator.catalog.boxes import Net
from generator.catalog.models import Component
from generator.layout.geometry import Box, Matrix, Outline, rectangle, rotation
from generator.press.sheet_job import SheetJob, cut_faces

if TYPE_CHECKING:
    from generator.layout.faces import Side
    from generator.press.impose import Stamp

Outlines = Callable[[int], Sequence[Outline]]


def page_outlines(job: SheetJob) -> Outlines:
    """The outlines to cut along for each of a job's pages, from 0; the backs of sheets are cut by the fronts.

    Raises :class:`~generator.catalog.problems.InputError` for what fits no page.
    """
    runs, plan = job.laid_out()

    def outlines(number: int) -> list[Outline]:
        page = plan.pages[number]
        stamps = () if page.side == "back" else page.stamps
        return [_placed(stamp, runs[stamp.card].of.component) for stamp in stamps]

    return outlines


def _placed(stamp: Stamp, component: Component) -> Outline:
    size, slot = component.size, stamp.slot
    to_middle = Matrix(e=-size.width / 2, f=-size.height / 2)
    place = to_middle.then(rotation(-slot.turn)).then(Matrix(e=slot.cx, f=slot.cy))
    return cut_outline(component, stamp.side).moved(place)


def cut_outline(component: Component, side: Side) -> Outline:
    """What a face is cut to, in mm from its own top left corner, as one looks at it."""
    if component.box_contents is not None:
        from generator.press.kinds.box import BoxLines

        return BoxLines(Net(component.box_contents)).outline()
    size = component.size
    return cut_faces(component).get(side) or rectangle(Box(0, 0, size.width, size.height))
