"""A circle."""

from __future__ import annotations

from dataclasses import dataclass

from generator.layout.attributes import COORDINATE, SIZE, attribute
from generator.layout.elements.base import Shape
from generator.layout.geometry import Outline, ellipse


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Circle(Shape):
    TAG = "circle"

    cx: float = attribute(COORDINATE, "0", "Centre, from the left.")
    cy: float = attribute(COORDINATE, "0", "Centre, from the top.")
    r: float = attribute(SIZE, None, "Radius.")

    def outline(self) -> Outline:
        return ellipse(self.cx, self.cy, self.r, self.r)
