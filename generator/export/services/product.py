"""What a print service makes, and which of it a component is printed on.

A product's canvas is what the service's templates say, in pixels at 300 dpi; it does not follow from the
trim, for some products have odd bleeds. The trim lies in the middle of it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

from generator.catalog.keys import simple
from generator.catalog.models import Component
from generator.catalog.press_settings import about
from generator.catalog.problems import InputError
from generator.catalog.shapes import ShapeKind
from generator.catalog.suggest import did_you_mean
from generator.catalog.units import INCH
from generator.catalog.wording import clipped, join_words, listed
from generator.layout.geometry import Box


def _name(value: object) -> str:
    name = str(value).strip()
    if not name:
        raise InputError("expected a product's name, got ''")
    return name


PRODUCT = about(
    "The product for components of its size, by the service's name.",
    default_help="the usual one of the size",
    kind=simple(_name, type="string"),
)
"""The metadata of a field ``product``: a product's name, which only the service can judge."""


CANVAS_DPI = 300
"""What a pixel of a canvas is a part of."""
PIXEL = INCH / CANVAS_DPI
"""Millimetres."""
EXACT = 0.06
"""Millimetres by which an edge may be off and the size is still the same: sizes are in mm and inches."""
NEAR = 1.0
"""Millimetres by which each edge may be off: the card comes out a little larger or smaller than it is."""
MAX_NEAREST = 3


class Product(NamedTuple):
    """Something that a service makes."""

    id: str
    """What the service calls it."""
    kinds: tuple[str, ...]
    """The kinds of components that it can be: ``cards``, ``tokens``, ``board`` or ``rulebook``."""
    width: float
    height: float
    """Of the trim, in mm."""
    canvas: tuple[int, int]
    """Width and height of the picture in pixels, bleed included."""
    safe: int
    """Pixels from the canvas's edge, inside of which texts and icons are safe."""
    shape: ShapeKind = "rect"

    @property
    def cut(self) -> tuple[float, float]:
        """How far the cut is from the canvas's left edge, and from its top, in pixels."""
        across, down = self.canvas
        return (across - self.width / PIXEL) / 2, (down - self.height / PIXEL) / 2

    @property
    def size(self) -> str:
        return f"{self.width:g} × {self.height:g} mm"


class Service(NamedTuple):
    """A print service. Of products of one size, the first is the usual one."""

    title: str
    products: Sequence[Product]

    def named(self, name: str) -> Product | None:
        """The product of that name, in whatever case."""
        return next((one for one in self.products if one.id.lower() == name.strip().lower()), None)

    def unknown(self, name: str) -> tuple[str, str]:
        """What to say of a name that no product has, and a hint."""
        names = [one.id for one in self.products]
        hint = did_you_mean(name, names) or f"there are {listed(names, longest=60)}"
        return f"{self.title} has no product {clipped(name)}", hint


class Fit(NamedTuple):
    """How a component lies on a product."""

    product: Product
    turned: bool
    """Whether by a quarter, clockwise."""
    off: float
    """By how much the edge that is farthest off misses the product's trim, in mm."""

    @property
    def is_exact(self) -> bool:
        return self.off <= EXACT

    def window(self, width: float, height: float) -> Box:
        """The canvas around a face of this trim: in mm from the trim's corner, as the face is drawn."""
        across, down = self._canvas
        return Box((width - across) / 2, (height - down) / 2, across, down)

    def bleed(self, width: float, height: float) -> tuple[float, float]:
        """How far the canvas reaches beyond a trim to each side, and above and below, in mm."""
        window = self.window(width, height)
        return -window.x, -window.y

    def safe(self, width: float, height: float) -> tuple[float, float]:
        """How far inside a trim the service's safe zone begins at each side, and above and below, in mm."""
        across, down = self.bleed(width, height)
        margin = self.product.safe * PIXEL
        return max(0.0, margin - across), max(0.0, margin - down)

    @property
    def _canvas(self) -> tuple[float, float]:
        across, down = (pixels * PIXEL for pixels in self.product.canvas)
        return (down, across) if self.turned else (across, down)


def fits(width: float, height: float, kind: str, shape: ShapeKind, products: Iterable[Product]) -> list[Fit]:
    """How a trim (mm) lies on each product of its kind and shape, the nearest first."""
    found = []
    for product in products:
        if kind in product.kinds and product.shape == shape:
            upright = _off(width, height, product)
            lying = _off(height, width, product)
            # Only what is no rectangle has a side that it must stand on.
            turned = shape == "rect" and lying < upright
            found.append(Fit(product, turned, lying if turned else upright))
    return sorted(found, key=lambda fit: (not fit.is_exact, 0.0 if fit.is_exact else fit.off))


def fits_of(component: Component, products: Iterable[Product]) -> list[Fit]:
    """The same for a component."""
    size = component.size
    return fits(size.width, size.height, component.kind, component.shape.kind, products)


def _off(width: float, height: float, product: Product) -> float:
    return max(abs(width - product.width), abs(height - product.height)) / 2


def nearest(found: Collection[Fit]) -> str:
    """What comes nearest, in words: ``the nearest are PokerDeck (63.5 × 88.9 mm) and …``; else nothing."""
    named = [f"{fit.product.id} ({fit.product.size})" for fit in list(found)[:MAX_NEAREST]]
    if not named:
        return ""
    return f"the nearest {'is' if len(named) == 1 else 'are'} {join_words(named, 'and')}"
