"""DriveThruCards: a PDF/X-1a file for each deck, in which backs and fronts alternate."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from generator.catalog.extras import require
from generator.catalog.units import INCH, POINT
from generator.catalog.wording import pluralize
from generator.export.print_house import (
    Intent,
    Made,
    Wanted,
    bounded,
    check_ink,
    icc_option,
    open_intent,
    page_names,
    print_x1a,
    reduced_pictures,
)
from generator.export.services.parts import Part, assign, check_faces, refuse_rulebook, restricted
from generator.export.services.product import PIXEL, PRODUCT, Fit, Product, Service
from generator.export.target import ExportedFile, ExportOrder, Target
from generator.layout.geometry import Box, Matrix
from generator.press.pdf.resources import concat
from generator.press.planning import plan_jobs
from generator.press.sheet_job import SheetJob

if TYPE_CHECKING:
    import pikepdf


BLEED = INCH / 8
"""On each side, in mm; the safe zone begins as far inside the trim."""
SAFE = 75
"""Pixels from the canvas's edge."""
INK_LIMIT = 2.4
CONDITION = "CGATS TR 001"
"""The printer is in North America, where SWOP is what is meant by nothing else."""

DRIVE_THRU_CARDS = Service(
    "DriveThruCards",
    (
        Product("us-poker", ("cards",), 2.5 * INCH, 3.5 * INCH, (825, 1125), SAFE),
        Product("euro-poker", ("cards",), round(2.48 * INCH, 3), round(3.46 * INCH, 3), (819, 1113), SAFE),
    ),
)
OVER = 0.05
"""Millimetres that what is mirrored reaches over the face, whose outermost pixels may let paper through."""


def lay_pages(pdf: pikepdf.Pdf, fit: Fit, *, has_back: bool) -> None:
    """Lays every page, which is a face with its bleed, on a page of the product's canvas.

    Backs and fronts alternate, the back first; cards without one get a white
    page. Where a card lies turned, the front is turned clockwise and the back against it.
    """
    import pikepdf

    across, down = (pixels * PIXEL for pixels in fit.product.canvas)
    size = [across / POINT, down / POINT]
    inset = [pixels * PIXEL / POINT for pixels in fit.product.cut]
    forms: dict[bytes, Any] = {}
    for number, page in enumerate(list(pdf.pages)):
        page.contents_coalesce()
        content = page.obj.Contents.read_bytes()
        form = forms.get(content)
        if form is None:
            form = forms[content] = _form(pdf, page, content)
        is_back = has_back and number % 2 == 0
        left, bottom, right, top = (float(edge) * POINT for edge in page.mediabox)
        drawn = _laid(Box(0, 0, right - left, top - bottom), across, down, _turn(fit, is_back=is_back))
        page.obj.Contents = pdf.make_stream(drawn.encode("ascii"))
        page.obj.Resources = pikepdf.Dictionary(XObject=pikepdf.Dictionary(Face=form))
        _set_boxes(page.obj, size, inset)
    if not has_back:
        _insert_white_backs(pdf, size, inset)


def _turn(fit: Fit, *, is_back: bool) -> int:
    """By how many quarters, counter-clockwise."""
    return 0 if not fit.turned else 1 if is_back else 3


def _form(pdf: pikepdf.Pdf, page: Any, content: bytes) -> Any:
    import pikepdf

    form = pdf.make_stream(content)
    form.Type, form.Subtype = pikepdf.Name.XObject, pikepdf.Name.Form
    form.BBox, form.Resources = list(page.mediabox), page.obj.Resources
    return form


def _laid(face: Box, across: float, down: float, quarters: int) -> str:
    """The operators that lay a face (mm, its bleed included) in the middle of a canvas."""
    # What turned faces see of the canvas.
    width, height = (down, across) if quarters % 2 else (across, down)
    beside, above = (width - face.width) / 2, (height - face.height) / 2
    turn = [Matrix(), Matrix(0, 1, -1, 0), Matrix(-1, 0, 0, -1), Matrix(0, -1, 1, 0)][quarters]
    middle = Matrix(e=-face.width / 2 / POINT, f=-face.height / 2 / POINT)
    place = middle.then(turn).then(Matrix(e=across / 2 / POINT, f=down / 2 / POINT))
    lines = ["q", concat(place), "/Face Do"]
    folds = product(_folds(face.width, beside), _folds(face.height, above))
    # The corners last: they lie on the ends of the edges.
    for x, y in sorted(folds, key=lambda pair: pair.count(UNFOLDED), reverse=True)[1:]:
        box = f"{x.start:.4f} {y.start:.4f} {x.end - x.start:.4f} {y.end - y.start:.4f} re W n"
        lines.append(f"q {box} {concat(Matrix(x.factor, 0, 0, y.factor, x.offset, y.offset))} /Face Do Q")
    return "\n".join([*lines, "Q"])


class Fold(NamedTuple):
    """What becomes of a face along one axis, and from where to where it is shown, in points."""

    factor: float
    offset: float
    start: float
    end: float


FAR = 10_000.0
UNFOLDED = Fold(1.0, 0.0, -FAR, FAR)


def _folds(length: float, gap: float) -> list[Fold]:
    """What lies before, on and behind a face of a length (mm), where it leaves gaps: its mirror images."""
    if gap <= 0:
        return [UNFOLDED]
    length, gap, over = length / POINT, gap / POINT, OVER / POINT
    before = Fold(-1.0, 2 * over, -gap, over)
    behind = Fold(-1.0, 2 * (length - over), length - over, length + gap)
    return [before, behind, UNFOLDED]


def _set_boxes(page: Any, size: list[float], inset: list[float]) -> None:
    whole = [0, 0, round(size[0], 5), round(size[1], 5)]
    page.MediaBox, page.BleedBox = whole, whole
    edges = [inset[0], inset[1], size[0] - inset[0], size[1] - inset[1]]
    page.TrimBox = [round(edge, 5) for edge in edges]


def _insert_white_backs(pdf: pikepdf.Pdf, size: list[float], inset: list[float]) -> None:
    import pikepdf

    # To put pages in one by one takes as long again for each as there are pages.
    tree, kids = pdf.Root.Pages, []
    for front in list(pdf.pages):
        back = pikepdf.Dictionary(
            Type=pikepdf.Name.Page, Resources=pikepdf.Dictionary(), Contents=pdf.make_stream(b""), Parent=tree
        )
        _set_boxes(back, size, inset)
        front.obj.Parent = tree
        kids += [pdf.make_indirect(back), front.obj]
    tree.Kids, tree.Count = pikepdf.Array(kids), len(kids)


@dataclass(frozen=True, slots=True)
class DtcOptions:
    product: str = field(default="", metadata=PRODUCT)
    icc: Path | None = field(default=None, metadata=icc_option())


def _check(order: ExportOrder[DtcOptions]) -> None:
    require("exports", "PDF/X")
    parts = assign(order, DRIVE_THRU_CARDS, order.options.product)
    parts.report(order)
    refuse_rulebook(order, DRIVE_THRU_CARDS)
    check_faces(order, parts.made, DRIVE_THRU_CARDS.title)
    open_intent(CONDITION, order.options.icc)
    if order.problems.has_errors:
        return
    for number, (_, job) in enumerate(_jobs(order, parts.made)):
        check_ink(job, order, order.scratch / f"ink-{number}.pdf", INK_LIMIT, page_names(job))


def _export(order: ExportOrder[DtcOptions]) -> list[ExportedFile]:
    parts = assign(order, DRIVE_THRU_CARDS, order.options.product).made
    opened = open_intent(CONDITION, order.options.icc)
    jobs = list(_jobs(order, parts))
    files = [order.new_file(f"{job.lists[0].stem}.pdf") for _, job in jobs]
    wanted = [
        Wanted(job, file.file, _names(job), partial(lay_pages, fit=part.fit, has_back=job.has_back))
        for (part, job), file in zip(jobs, files, strict=True)
    ]
    made = print_x1a(wanted, order, opened, INK_LIMIT)
    return [
        file._replace(says=_says(part, job, opened, one))
        for file, (part, job), one in zip(files, jobs, made, strict=True)
        if one is not None
    ]


def _jobs(order: ExportOrder[DtcOptions], parts: tuple[Part, ...]) -> Iterator[tuple[Part, SheetJob]]:
    if not parts:
        return
    of = {part.component: part for part in parts}
    request = restricted(order, parts).request
    settings = {"bleed": BLEED, **request.settings, "form": "pod", "merge": False}
    for job in plan_jobs(order.game, request._replace(settings=settings)):
        yield of[job.of], bounded(job)


def _names(job: SheetJob) -> Callable[[int], str]:
    """Which card is on a page: each has two."""
    ids = page_names(job)
    faces = len(job.sides)
    return lambda page: ids(page // 2 * faces)


def _says(part: Part, job: SheetJob, intent: Intent, made: Made) -> str:
    cards = f"{pluralize(job.copies, 'card')} on {part.product.id}"
    white = "" if job.has_back else "white backs"
    return ", ".join(filter(None, (cards, white, intent.condition, reduced_pictures(made))))


TARGET = Target(
    title=DRIVE_THRU_CARDS.title,
    says="a PDF/X-1a file for each deck: back, front, back, front, at most 240 % ink",
    export=_export,
    options=DtcOptions,
    check=_check,
    purpose="sale",
    press=("bleed_from", "backs", "max_dpi"),
)
