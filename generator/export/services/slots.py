"""A deck as a service takes it, each card once with its number and its faces on the canvas; and booklets."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

from generator.catalog.models import Card
from generator.catalog.problems import Problem
from generator.catalog.sizes import sides_as_size
from generator.export.printed_faces import FaceList, PrintedFace, Shot, print_faces
from generator.export.services.parts import Part, no_rulebook, restricted
from generator.export.services.product import CANVAS_DPI, Fit, Product, Service, fits, nearest
from generator.export.target import ExportedFile, ExportOrder
from generator.press.card_text import card_name
from generator.press.request import RULEBOOK
from generator.press.rulebook.job import BookJob, plan_book


class Slot(NamedTuple):
    """A card with both its faces, and how many of it there are."""

    front: PrintedFace
    back: PrintedFace | None
    quantity: int

    @property
    def card(self) -> Card:
        return self.front.card

    @property
    def name(self) -> str:
        """What the card is called; its id, if it has no name."""
        return card_name(self.card)


class PartList(NamedTuple):
    """A list of a component, printed for the product that it is made as."""

    part: Part
    faces: FaceList
    slots: tuple[Slot, ...]


def print_parts(order: ExportOrder[Any], parts: Sequence[Part]) -> list[PartList]:
    """Prints the faces of the parts, with as much bleed as their canvases show and their layouts draw.

    What is wrong is reported in the order's problems; then there may be fewer lists.
    """
    found = print_faces(restricted(order, parts), max(part.bleed for part in parts))
    of = {part.component: part for part in parts}
    return [PartList(of[faces.component], faces, tuple(_slots(faces))) for faces in found]


def _slots(faces: FaceList) -> Iterator[Slot]:
    """Cards of which both faces are the same are one."""
    quantities: dict[tuple[PrintedFace, str], int] = {}
    backs: dict[tuple[PrintedFace, str], PrintedFace | None] = {}
    for copy in faces.copies:
        key = copy.front, "" if copy.back is None else copy.back.look
        quantities[key] = quantities.get(key, 0) + 1
        backs.setdefault(key, copy.back)
    for key, quantity in quantities.items():
        yield Slot(key[0], backs[key], quantity)


def shot_of(faces: FaceList, face: PrintedFace, fit: Fit, file: Path, dpi: int = CANVAS_DPI) -> Shot:
    """A picture of a face on its product's canvas.

    Where it lies turned, the front is turned clockwise and the back against it, so that one edge of the card
    is the top of both.
    """
    window = fit.window(faces.trim.width, faces.trim.height)
    across, down = (pixels * dpi // CANVAS_DPI for pixels in fit.product.canvas)
    if not fit.turned:
        return faces.shot(face, window, (across, down), file, dpi)
    turned = faces.shot(face, window, (down, across), file, dpi)
    return turned._replace(turned="right" if face.side == "front" else "left")


LARGE = sides_as_size(1000.0, 1000.0)


class Booklet(NamedTuple):
    """The product that a rulebook is made as; None: there is none, and the problems say why."""

    product: Product | None = None
    problems: tuple[Problem, ...] = ()


def find_booklet(order: ExportOrder[Any], service: Service) -> Booklet:
    """The service's booklet for the game's rulebook, if it is asked for."""
    rulebook = order.game.rulebook
    if rulebook is None or not order.request.has_rulebook:
        return Booklet()
    page = rulebook.page
    if page is None:
        sizes = ", ".join(f"{one.id} {one.size}" for one in service.products if RULEBOOK in one.kinds)
        return _left_out(
            order, "the rulebook has no page size that a booklet has", f"give it `page:`; {sizes}"
        )
    found = fits(page.width, page.height, RULEBOOK, "rect", service.products)
    exact = next((fit for fit in found if fit.is_exact and not fit.turned), None)
    if exact is None:
        size = f"{page.width:g} × {page.height:g} mm"
        return _left_out(order, f"{service.title} has no booklet of {size}", nearest(found))
    return Booklet(exact.product)


def _left_out(order: ExportOrder[Any], why: str, hint: str) -> Booklet:
    return Booklet(None, (no_rulebook(order, why, hint),))


def print_booklet(order: ExportOrder[Any], product: Product, shots: list[Shot]) -> Iterator[ExportedFile]:
    """Pictures of all pages, which go among the shots.

    What is wrong with the rulebook is reported in the order's problems.
    """
    job = plan_book(order.game, order.request)
    assert isinstance(job, BookJob), "a rulebook has a booklet only where it is asked for"
    path = order.scratch / "rulebook.pdf"
    # Whatever paper the page would fit at home, the service has it.
    printed = replace(job, is_apart=True, paper=LARGE).print(order.context, path)
    if printed is None:
        return
    pages, size = printed.sheets.pages, printed.sheets.size
    window = Fit(product, turned=False, off=0.0).window(size.width, size.height)
    for page in range(pages):
        file = order.new_file(
            f"{RULEBOOK}/page-{page + 1:0{len(str(pages))}}.png",
            says=f"{product.id}, page {page + 1} of {pages}",
        )
        shots.append(Shot(file.file, path, page, window, product.canvas, CANVAS_DPI))
        yield file
