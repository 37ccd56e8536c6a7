"""A surface with straight edges."""

from __future__ import annotations

from dataclasses import dataclass

from generator.layout.attributes import CORNERS, attribute
from generator.layout.elements.base import Shape
from generator.layout.geometry import Outline, polyline


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Polygon(Shape):
    TAG = "polygon"

    points: tuple[tuple[float, float], ...] = attribute(CORNERS, None, "The corners: `0,0 10,0 5,8`.")

    def outline(self) -> Outline:
        return polyline(self.points, closed=True)
