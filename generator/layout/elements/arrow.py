"""A straight arrow with a filled shaft and head, from one point to another."""

from __future__ import annotations

import math
from dataclasses import dataclass

from generator.layout.attributes import COORDINATE, OPTIONAL_SIZE, SIZE, attribute, one_of
from generator.layout.elements.base import Shape
from generator.layout.geometry import Matrix, Outline, polyline

HEAD = 3.0
"""Length and width of a head in thicknesses of the shaft, where nothing is said."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Arrow(Shape):
    TAG = "arrow"

    x1: float = attribute(COORDINATE, "0", "Start, from the left.")
    y1: float = attribute(COORDINATE, "0", "Start, from the top.")
    x2: float = attribute(COORDINATE, "0", "End, from the left: where the tip is.")
    y2: float = attribute(COORDINATE, "0", "End, from the top.")
    width: float = attribute(SIZE, "1", "Thickness of the shaft.")
    head: float | None = attribute(OPTIONAL_SIZE, "auto", "Length of a head; `auto`: 3 × `width`.")
    head_width: float | None = attribute(OPTIONAL_SIZE, "auto", "Width of a head; `auto`: 3 × `width`.")
    heads: str = attribute(one_of("end", "start", "both"), "end", "Where it has a head.")

    def outline(self) -> Outline:
        length = math.hypot(self.x2 - self.x1, self.y2 - self.y1)
        if not length:
            return Outline(())
        shaft = self.width / 2
        half = (HEAD * self.width if self.head_width is None else self.head_width) / 2
        heads = 2 if self.heads == "both" else 1
        # An arrow that is too short for its heads consists of them alone.
        head = min(HEAD * self.width if self.head is None else self.head, length / heads)
        upper = [(0.0, -shaft), (length, -shaft)]
        if self.heads != "end":
            upper[:1] = [(0.0, 0.0), (head, -half), (head, -shaft)]
        if self.heads != "start":
            upper[-1:] = [(length - head, -shaft), (length - head, -half), (length, 0.0)]
        lower = [(x, -y) for x, y in reversed(upper) if y]
        dx, dy = (self.x2 - self.x1) / length, (self.y2 - self.y1) / length
        return polyline([*upper, *lower], closed=True).moved(Matrix(dx, dy, -dy, dx, self.x1, self.y1))
