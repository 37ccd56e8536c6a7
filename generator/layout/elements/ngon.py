"""A regular polygon. Its first corner is at the top, before it is turned."""

from __future__ import annotations

from dataclasses import dataclass

from generator.layout.attributes import ANGLE, COORDINATE, SIZE, attribute, whole
from generator.layout.elements.base import Shape
from generator.layout.geometry import Outline, on_circle, polyline


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Ngon(Shape):
    TAG = "ngon"

    cx: float = attribute(COORDINATE, "0", "Centre, from the left.")
    cy: float = attribute(COORDINATE, "0", "Centre, from the top.")
    r: float = attribute(SIZE, None, "Radius, from the centre to the corners.")
    sides: int = attribute(whole(3, 1000), "6", "How many sides, 3 to 1000.")
    rotate: float = attribute(ANGLE, "0", "Turns it clockwise: `30` lays a hexagon on its side.")

    def outline(self) -> Outline:
        turns = [self.rotate + 360 * corner / self.sides for corner in range(self.sides)]
        return polyline([on_circle(self.cx, self.cy, self.r, turn) for turn in turns], closed=True)
