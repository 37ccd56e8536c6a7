"""A line as wide as the stack, of even thickness or tapering to a point."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from generator.layout.attributes import COLOUR, DASHES, SIZE, attribute, one_of, or_auto
from generator.layout.colour import Colour
from generator.layout.elements.base import Element
from generator.layout.elements.line import Line
from generator.layout.elements.polygon import Polygon
from generator.layout.flow.part import Laid, Part


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Rule(Part):
    TAG = "rule"

    stroke: Colour | None = attribute(or_auto(COLOUR), "auto", "Colour; `auto`: the stack's `fill`.")
    stroke_width: float = attribute(SIZE, "0.25", "Thickness, which does not shrink.")
    stroke_dasharray: tuple[float, ...] = attribute(
        DASHES, "none", "Lengths of dashes and gaps, in a line that does not taper."
    )
    taper: str = attribute(
        one_of("none", "right", "both"),
        "none",
        "`right`: tapers to a point at the right; `both`: at both ends.",
    )

    def lay(self, width: float, scale: float) -> Laid:
        del scale
        return Laid(self.stroke_width, lambda x, y: self._place(x, y, width))

    def _place(self, x: float, y: float, width: float) -> Iterator[Element]:
        colour, middle, right, bottom = (
            self.stroke or self.look.fill,
            y + self.stroke_width / 2,
            x + width,
            y + self.stroke_width,
        )
        if self.taper == "none":
            yield self.drawn(
                Line,
                x1=x,
                y1=middle,
                x2=right,
                y2=middle,
                stroke=colour,
                stroke_width=self.stroke_width,
                stroke_dasharray=self.stroke_dasharray,
            )
        elif self.taper == "right":
            yield self.drawn(Polygon, points=((x, y), (right, middle), (x, bottom)), fill=colour)
        else:
            half = x + width / 2
            points = ((x, middle), (half, y), (right, middle), (half, bottom))
            yield self.drawn(Polygon, points=points, fill=colour)
