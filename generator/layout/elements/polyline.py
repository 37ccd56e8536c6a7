"""A line through several points."""

from __future__ import annotations

from dataclasses import dataclass

from generator.layout.attributes import CORNERS, DASHES, INHERITED, LINECAP, LINEJOIN, PAINT, SIZE, attribute
from generator.layout.canvas import Canvas
from generator.layout.colour import Paint, Stroke
from generator.layout.elements.base import Element
from generator.layout.geometry import Box, around, polyline


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Polyline(Element):
    TAG = "polyline"
    INHERITS = INHERITED.keys() - {"fill"}

    points: tuple[tuple[float, float], ...] = attribute(CORNERS, None, "The points: `0,0 10,0 5,8`.")
    stroke: Paint | None = attribute(PAINT, "black", "Colour of the line.")
    stroke_width: float = attribute(SIZE, "0.25", "Thickness.")
    stroke_dasharray: tuple[float, ...] = attribute(DASHES, "none", "Lengths of dashes and gaps.")
    stroke_linejoin: str = attribute(LINEJOIN, "miter", "How corners are drawn.")
    stroke_linecap: str = attribute(LINECAP, "butt", "How ends are drawn.")
    fill: Paint | None = attribute(
        PAINT, "none", "The fill of what the line encloses, with a straight line back to its start."
    )

    def draw(self, canvas: Canvas) -> None:
        canvas.shape(polyline(self.points, closed=False), self.fill, self.pen())

    def pen(self) -> Stroke | None:
        if self.stroke is None or not self.stroke_width:
            return None
        return Stroke(
            self.stroke, self.stroke_width, self.stroke_dasharray, self.stroke_linecap, self.stroke_linejoin
        )

    def own_box(self) -> Box:
        return around(self.points)
