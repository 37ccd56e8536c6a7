"""``<dots>``: circles or boxes to tick off."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, ClassVar, Self

from generator.catalog.problems import InputError
from generator.layout.attributes import COLOUR, SIZE, attribute, one_of, or_auto, whole
from generator.layout.colour import Colour
from generator.layout.elements.base import Building, Element
from generator.layout.elements.path import PathElement
from generator.layout.flow.part import ALIGN, NOTHING, Laid, Look, Part, Widths, rows_of
from generator.layout.geometry import Box, Outline, ellipse, rectangle
from generator.layout.text.fit import SHIFTS
from generator.layout.xml import Node

MOST = 500


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Dots(Part):
    TAG: ClassVar[str] = "dots"
    DOC: ClassVar[str] = "Circles or boxes to tick off, side by side and in as many rows as they need."

    count: int = attribute(whole(0, MOST), None, "How many; 500 at most.")
    filled: int = attribute(whole(0, MOST), "0", "How many of them, from the first, are filled.")
    shape: str = attribute(one_of("circle", "square"), "circle", "What they are.")
    size: float = attribute(SIZE, "3", "How high and wide each is, which shrinks with the type.")
    gap: float = attribute(SIZE, "1", "Between them, in both directions.")
    align: str | None = attribute(ALIGN, "auto", "Where a row stands.")
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
        rows = rows_of([side] * self.count, width, gap)
        height = len(rows) * side + (len(rows) - 1) * gap
        return Laid(height, lambda x, y: self._place(x, y, width, scale, rows))

    def widths(self, scale: float) -> Widths:
        if not self.count:
            return Widths(0.0, 0.0)
        return Widths(self.size * scale, (self.count * (self.size + self.gap) - self.gap) * scale)

    def _place(self, x: float, y: float, width: float, scale: float, rows: list[range]) -> Iterator[Element]:
        side, gap = self.size * scale, self.gap * scale
        shift = SHIFTS[self.align or self.look.align]
        full: list[Outline] = []
        empty: list[Outline] = []
        for number, row in enumerate(rows):
            left = x + shift * (width - len(row) * (side + gap) + gap)
            for place, index in enumerate(row):
                box = Box(left + place * (side + gap), y + number * (side + gap), side, side)
                (full if index < self.filled else empty).append(self._outline(box))
        colour = self.fill or self.look.fill
        for outlines, ground in ((full, colour), (empty, None)):
            if outlines:
                segments = tuple(segment for outline in outlines for segment in outline.segments)
                yield self.drawn(
                    PathElement,
                    d=Outline(segments),
                    fill=ground,
                    stroke=colour,
                    stroke_width=self.stroke_width,
                )

    def _outline(self, box: Box) -> Outline:
        """A dot whose line stays inside its box."""
        inner = box.grown(-min(self.stroke_width, box.width) / 2)
        if self.shape == "square":
            return rectangle(inner)
        radius = inner.width / 2
        return ellipse(inner.x + radius, inner.y + radius, radius, radius)
