"""A straight line."""

from __future__ import annotations

from dataclasses import dataclass

from generator.layout.attributes import COORDINATE, DASHES, LINECAP, PAINT, SIZE, attribute
from generator.layout.canvas import Canvas
from generator.layout.colour import Paint, Stroke
from generator.layout.elements.base import Element
from generator.layout.geometry import Box, around, polyline


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Line(Element):
    TAG = "line"

    x1: float = attribute(COORDINATE, "0", "Start, from the left.")
    y1: float = attribute(COORDINATE, "0", "Start, from the top.")
    x2: float = attribute(COORDINATE, "0", "End, from the left.")
    y2: float = attribute(COORDINATE, "0", "End, from the top.")
    stroke: Paint | None = attribute(PAINT, "black", "Colour.")
    stroke_width: float = attribute(SIZE, "0.25", "Thickness.")
    stroke_dasharray: tuple[float, ...] = attribute(DASHES, "none", "Lengths of dashes and gaps.")
    stroke_linecap: str = attribute(LINECAP, "butt", "How ends are drawn.")

    def draw(self, canvas: Canvas) -> None:
        points = ((self.x1, self.y1), (self.x2, self.y2))
        if self.stroke is not None and self.stroke_width:
            stroke = Stroke(self.stroke, self.stroke_width, self.stroke_dasharray, self.stroke_linecap)
            canvas.shape(polyline(points, closed=False), None, stroke)

    def own_box(self) -> Box:
        return around(((self.x1, self.y1), (self.x2, self.y2)))
