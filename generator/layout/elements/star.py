"""A star. Its first point is at the top, before it is turned."""

from __future__ import annotations

from dataclasses import dataclass

from generator.layout.attributes import ANGLE, COORDINATE, OPTIONAL_SIZE, SIZE, attribute, whole
from generator.layout.elements.base import Shape
from generator.layout.geometry import Outline, on_circle, polyline

DEPTH = 0.4
"""The inner corners' radius in outer ones, where nothing is said; the plain five-pointed star has 0.38."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Star(Shape):
    TAG = "star"

    cx: float = attribute(COORDINATE, "0", "Centre, from the left.")
    cy: float = attribute(COORDINATE, "0", "Centre, from the top.")
    r: float = attribute(SIZE, None, "Radius, from the centre to the points.")
    inner: float | None = attribute(
        OPTIONAL_SIZE, "auto", "Radius to the corners between the points; `auto`: 0.4 × `r`."
    )
    points: int = attribute(whole(2, 1000), "5", "How many points, 2 to 1000.")
    rotate: float = attribute(ANGLE, "0", "Turns it clockwise, in degrees.")

    def outline(self) -> Outline:
        radii = self.r, self.r * DEPTH if self.inner is None else self.inner
        # It begins between two points: some viewers blunt the first corner of a line with a gradient.
        corners = [
            on_circle(self.cx, self.cy, radii[corner % 2], self.rotate + 180 * corner / self.points)
            for corner in range(1, 2 * self.points + 1)
        ]
        return polyline(corners, closed=True)
