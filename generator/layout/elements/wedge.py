"""A slice of a pie or, with `inner`, of a ring. Angles are as on a clock: 0 is up, 90 to the right."""

from __future__ import annotations

from dataclasses import dataclass

from generator.catalog.problems import InputError
from generator.layout.attributes import ANGLE, COORDINATE, SIZE, attribute
from generator.layout.elements.base import Shape
from generator.layout.geometry import Outline, ring


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Wedge(Shape):
    TAG = "wedge"

    cx: float = attribute(COORDINATE, "0", "Centre, from the left.")
    cy: float = attribute(COORDINATE, "0", "Centre, from the top.")
    r: float = attribute(SIZE, None, "Radius.")
    from_: float = attribute(ANGLE, "0", "Angle where it begins, in degrees.")
    to: float = attribute(
        ANGLE,
        None,
        "Angle where it ends, clockwise: from 300 to 60 it goes across the top; 0 to 360 is the whole "
        "circle.",
    )
    inner: float = attribute(SIZE, "0", "Radius of the hole.")

    def __post_init__(self) -> None:
        if self.inner > self.r:
            raise InputError(f"the hole's radius, {self.inner:g} mm, is more than the wedge's, {self.r:g} mm")

    def outline(self) -> Outline:
        sweep = self.to - self.from_
        return ring(self.cx, self.cy, self.r, self.inner, self.from_, sweep if sweep >= 0 else sweep % 360)
