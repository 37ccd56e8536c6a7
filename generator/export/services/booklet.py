"""The rulebook as a service's booklet: a picture for each page, if the pages have a booklet's size."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, NamedTuple

from generator.catalog.problems import Problem
from generator.catalog.sizes import sides_as_size
from generator.export.faces import Camera
from generator.export.pictures import save_png
from generator.export.services.parts import no_rulebook
from generator.export.services.product import CANVAS_DPI, Fit, Product, Service, fits, nearest
from generator.export.target import ExportedFile, ExportOrder
from generator.press.request import RULEBOOK
from generator.press.rulebook.job import BookJob, plan_book

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


def print_booklet(order: ExportOrder[Any], product: Product, shots: Camera) -> Iterator[ExportedFile]:
    """Writes a picture of each page. What is wrong with the rulebook is told in the order's problems."""
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
        save_png(shots.draw(path, page, window, *product.canvas), file.file, CANVAS_DPI)
        yield file
