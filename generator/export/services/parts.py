"""The components of a game on a service's products, and those that the service can't make."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from generator.catalog.models import CardSet, Component
from generator.catalog.problems import Problem
from generator.catalog.shapes import ShapeKind
from generator.catalog.wording import join_words
from generator.export.services.product import CANVAS_DPI, NEAR, Fit, Product, Service, fits_of, nearest
from generator.export.target import ExportOrder
from generator.press.planning import plan_jobs
from generator.press.preflight.findings import resolution, safe_zone
from generator.press.preflight.findings.safe_zone import Zone
from generator.press.preflight.inspector import Preflight
from generator.press.preflight.scene import Scene
from generator.press.request import RULEBOOK, chosen_cards, chosen_sets

STRETCHED = 1.0
"""Millimetres of bleed that may be missing unreported: the outermost colour is stretched over them."""


class Part(NamedTuple):
    """A component that a service makes, with the lists of it that are wanted."""

    component: Component
    sets: tuple[CardSet, ...]
    fit: Fit

    @property
    def product(self) -> Product:
        return self.fit.product

    @property
    def bleed(self) -> float:
        """The most that the canvas reaches beyond the component's trim, in mm."""
        size = self.component.size
        return max(self.fit.bleed(size.width, size.height))


class LeftOut(NamedTuple):
    """A component that a service does not make: the error, and what becomes of it where that is none."""

    problem: Problem
    so: str

    def as_warning(self) -> Problem:
        message = f"{self.problem.message}; {self.so}"
        return self.problem._replace(message=message, severity="warning")


class Parts(NamedTuple):
    """What a service makes of a game. Problems are reported by :meth:`report`."""

    service: Service
    made: tuple[Part, ...]
    left_out: tuple[LeftOut, ...]
    """The components that the service does not make."""
    notes: tuple[Problem, ...]
    """What else there is to report."""

    def report(self, order: ExportOrder[Any], *, nothing_else: bool = True) -> None:
        """Tells what is left out: errors where it was asked for, or where nothing is left to make.

        ``nothing_else``: whether the service is asked for nothing but these components.
        """
        is_error = bool(order.request.only) or (not self.made and nothing_else)
        order.problems.extend(one.problem if is_error else one.as_warning() for one in self.left_out)
        order.problems.extend(self.notes)


def assign(order: ExportOrder[Any], service: Service, wanted: str = "") -> Parts:
    """Finds a product for each component that the order asks for.

    ``wanted``: the name of a product that is to be taken where it fits; otherwise the one whose trim is the
    component's, or the nearest within a millimetre at each edge.
    """
    product = service.named(wanted) if wanted else None
    if wanted and product is None:
        message, hint = service.unknown(wanted)
        return Parts(service, (), (), (Problem(message, hint=hint),))
    made: list[Part] = []
    left_out: list[LeftOut] = []
    notes: list[Problem] = []
    for component, sets in _wanted(order):
        found = fits_of(component, service.products)
        chosen = _chosen(found, product)
        if chosen is None:
            left_out.append(_left_out(component, service, found))
        else:
            made.append(Part(component, sets, chosen))
            notes += _notes(component, chosen, order, service)
    if product is not None and not any(part.product is product for part in made):
        notes.append(_unused(order, service, product))
    return Parts(service, tuple(made), tuple(left_out), tuple(notes))


def _wanted(order: ExportOrder[Any]) -> Iterator[tuple[Component, tuple[CardSet, ...]]]:
    lists: dict[Component, list[CardSet]] = {}
    for component, cards in chosen_sets(order.game, order.request.only):
        if chosen_cards(cards, order.request.select):
            lists.setdefault(component, []).append(cards)
    for component, sets in lists.items():
        yield component, tuple(sets)


def _chosen(found: Sequence[Fit], wanted: Product | None) -> Fit | None:
    near = [fit for fit in found if fit.off <= NEAR]
    return next((fit for fit in near if fit.product is wanted), near[0] if near else None)


WORDS: Mapping[ShapeKind, tuple[str, str]] = {
    "rect": ("", "rectangles"),
    "circle": ("round ", "circles"),
    "hex": ("hexagonal ", "hexagons"),
    "polygon": ("many-sided ", "polygons"),
}
"""What shapes are called: before what has them, and by themselves."""
ONE_IS, SEVERAL_ARE = "it is left out", "they are left out"


def _left_out(component: Component, service: Service, found: Sequence[Fit]) -> LeftOut:
    field = f"components.{component.id}"
    if component.kind == "box":
        message = f"{service.title} can't make this box, for its templates have another net"
        hint = "print it with `gatepress build`, or draw one on the service's template"
        return LeftOut(Problem(message, component.place, field=field, hint=hint), ONE_IS)
    size = component.size
    message = (
        f"{service.title} has no {WORDS[component.shape.kind][0]}{component.kind} of "
        f"{size.width:g} × {size.height:g} mm"
    )
    hint = nearest(found) or _made(component, service)
    problem = Problem(message, component.place_of("size"), field=field, hint=hint)
    return LeftOut(problem, ONE_IS if component.kind == "board" else SEVERAL_ARE)


def _made(component: Component, service: Service) -> str:
    """What the service makes instead of a component whose kind or shape it does not make at all."""
    shapes = dict.fromkeys(one.shape for one in service.products if component.kind in one.kinds)
    if shapes:
        return f"of {component.kind} it makes {join_words([WORDS[shape][1] for shape in shapes], 'and')}"
    kinds = dict.fromkeys(kind for one in service.products for kind in one.kinds)
    return f"it makes {join_words(list(kinds), 'and')}"


def _notes(component: Component, fit: Fit, order: ExportOrder[Any], service: Service) -> Iterator[Problem]:
    size, field = component.size, f"components.{component.id}"
    if not fit.is_exact:
        yield Problem(
            f"{size.width:g} × {size.height:g} mm is printed on {fit.product.id} of {fit.product.size}: "
            "in its true size, in the middle",
            component.place_of("size"),
            "warning",
            field=field,
            hint=f"its edges are up to {fit.off:.1f} mm off; {service.title} has nothing of this size itself",
        )
    settings = {**component.press, **order.request.settings}
    needed = max(fit.bleed(size.width, size.height))
    if settings.get("bleed_from", "art") == "art" and component.bleed < needed - STRETCHED:
        yield Problem(
            f"the bleed of {component.bleed:g} mm is short of the {needed:.1f} mm of {fit.product.id}: "
            "the edge is stretched",
            component.place_of("bleed"),
            "warning",
            field=field,
            hint=f"draw {needed:.1f} mm beyond the trim, and write `bleed: {needed:.1f} mm`",
        )


def _unused(order: ExportOrder[Any], service: Service, product: Product) -> Problem:
    kind = " or ".join(product.kinds)
    return Problem(
        f"nothing that is asked for fits {product.id} of {service.title}: {product.size}",
        order.game.file.place,
        hint=f"it is for {kind} of that size, {NEAR:g} mm more or less at each edge",
    )


def restricted(order: ExportOrder[Any], parts: Sequence[Part]) -> ExportOrder[Any]:
    """The order for just these lists; there is one at least."""
    assert parts, "an order without names is for everything"
    names = tuple(f"{part.component.id}/{cards.id}" for part in parts for cards in part.sets)
    return replace(order, request=order.request._replace(only=names))


def asks_for_rulebook(order: ExportOrder[Any]) -> bool:
    """Whether the game has a rulebook and the order names it, and not just everything."""
    request = order.request
    return order.game.rulebook is not None and bool(request.only) and request.has_rulebook


def refuse_rulebook(order: ExportOrder[Any], service: Service) -> None:
    """Reports that a rulebook was asked for by its name of a service that makes none."""
    if asks_for_rulebook(order):
        message, hint = f"{service.title} prints no rulebooks here", "leave it out of --only"
        order.problems.extend([no_rulebook(order, message, hint)])


def no_rulebook(order: ExportOrder[Any], message: str, hint: str) -> Problem:
    """That the service prints no rulebook, which is an error where it was asked for."""
    place = order.game.place_of("rulebook")
    left_out = LeftOut(Problem(message, place, field=RULEBOOK, hint=hint), ONE_IS)
    return left_out.problem if asks_for_rulebook(order) else left_out.as_warning()


@dataclass(frozen=True, slots=True)
class ServiceFindings:
    """What a service finds wrong with a face: a finding like those of the preflight."""

    service: str
    zones: Mapping[Component, Zone]

    def find(self, scene: Scene) -> Iterator[Problem]:
        """Texts and icons outside the service's safe zone, and pictures that are too coarse for it."""
        zone = self.zones.get(scene.component)
        if zone is not None:
            yield from safe_zone.outside(scene, zone)
            yield from resolution.coarser_than(scene, CANVAS_DPI, f"the {CANVAS_DPI} of {self.service}")


def check_faces(order: ExportOrder[Any], parts: Sequence[Part], service: str) -> None:
    """Tells, as warnings, what a service called ``service`` would find wrong with the faces of the parts.

    Nothing is painted. What is wrong with the layouts themselves is reported too.
    """
    if not parts:
        return
    zones = {part.component: _zone(part, service) for part in parts}
    preflight = Preflight(order.context.preflight.memory, (ServiceFindings(service, zones),))
    # The faces are counted when they are printed.
    context = order.context._replace(preflight=preflight, progress=lambda _: None)
    request = restricted(order, parts).request
    settings = {**request.settings, "form": "png", "merge": False}
    for job in plan_jobs(order.game, request._replace(settings=settings)):
        job.check(context)


def _zone(part: Part, service: str) -> Zone:
    size = part.component.size
    across, down = part.fit.safe(size.width, size.height)
    whose = f"{service}'" if service.endswith("s") else f"{service}'s"
    return Zone(across, down, f"{whose} safe zone")
