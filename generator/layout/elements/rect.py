"""A rectangle, with square or round corners."""

from __future__ import annotations

from dataclasses import dataclass

from generator.layout.attributes import COORDINATE, OPTIONAL_SIZE, SIZE, attribute
from generator.layout.elements.base import Shape
from generator.layout.geometry import Box, Outline, rectangle


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Rect(Shape):
    TAG = "rect"

    x: float = attribute(COORDINATE, "0", "Left edge.")
    y: float = attribute(COORDINATE, "0", "Top edge.")
    width: float = attribute(SIZE, None, "Width.")
    height: float = attribute(SIZE, None, "Height.")
    rx: float = attribute(SIZE, "0", "Corner radius.")
    ry: float | None = attribute(OPTIONAL_SIZE, "auto", "Vertical corner radius; `auto`: the same as `rx`.")

    def outline(self) -> Outline:
        return rectangle(
            Box(self.x, self.y, self.width, self.height), self.rx, self.rx if self.ry is None else self.ry
        )
