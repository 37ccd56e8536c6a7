"""Circles or boxes to tick off, side by side in as many rows as they need."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Self

from generator.catalog.problems import InputError
from generator.layout.attributes import COLOUR, SIZE, attribute, one_of, or_auto, whole
from generator.layout.colour import Colour
from generator.layout.elements.base import Building, Element
from generator.layout.elements.circle import Circle
from generator.layout.elements.rect import Rect
from generator.layout.flow.part import ALIGN, NOTHING, Laid, Look, Part, Widths
from generator.layout.geometry import Box
from generator.layout.xml import Node

MOST = 500
SLACK = 0.01
"""Millimetres that are rounding."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Dots(Part):
    TAG = "dots"

    count: int = attribute(whole(0, MOST), None, "How many; at most 500.")
    filled: int = attribute(whole(0, MOST), "0", "How many of them are filled, beginning with the first.")
    shape: str = attribute(one_of("circle", "square"), "circle", "Their shape.")
    size: float = attribute(SIZE, "3", "How high and wide each is, which shrinks with the type.")
    gap: float = attribute(SIZE, "1", "Space between them, in both directions.")
    align: str | None = attribute(ALIGN, "auto", "Where a row is placed.")
    fill: Colour | None = attribute(or_auto(COLOUR), "auto", "Colour; `auto`: the stack's `fill`.")
    stroke_width: float = attribute(SIZE, "0.25", "Thickness of the line, which does not shrink.")

    @classmethod
    def build(cls, values: dict[str, Any], node: Node, look: Look, builder: Building) -> Self:
        if values["filled"] > values["count"]:
            raise InputError(f"{values['filled']} dots are filled, but there are only {values['count']}")
        # The zero-argument super() does not see through a class with slots.
        return super(Dots, cls).build(values, node, look, builder)

    def lay(self, width: float, scale: float) -> Laid:
        if not self.count or not self.size:
            return NOTHING
        side, gap = self.size * scale, self.gap * scale
        row = max(int((width + gap + SLACK) / (side + gap)), 1)
        rows = -(-self.count // row)
        return Laid(rows * (side + gap) - gap, lambda x, y: self._place(x, y, width, scale, row))

    def widths(self, scale: float) -> Widths:
        if not self.count:
            return Widths(0.0, 0.0)
        return Widths(self.size * scale, (self.count * (self.size + self.gap) - self.gap) * scale)

    def _place(self, x: float, y: float, width: float, scale: float, row: int) -> Iterator[Element]:
        """The dots, so many in a row."""
        side, gap = self.size * scale, self.gap * scale
        shift = self.look.shift(self.align)
        for index in range(self.count):
            above, place = divmod(index, row)
            taken = min(row, self.count - above * row) * (side + gap) - gap
            left = x + shift * (width - taken) + place * (side + gap)
            yield self._dot(Box(left, y + above * (side + gap), side, side), is_full=index < self.filled)

    def _dot(self, box: Box, *, is_full: bool) -> Element:
        """A dot whose line stays inside its box."""
        colour = self.fill or self.look.fill
        look = {"fill": colour if is_full else None, "stroke": colour, "stroke_width": self.stroke_width}
        inner = box.grown(-min(self.stroke_width, box.width) / 2)
        if self.shape == "square":
            return self.drawn(Rect, **inner._asdict(), **look)
        radius = inner.width / 2
        return self.drawn(Circle, cx=inner.x + radius, cy=inner.y + radius, r=radius, **look)
