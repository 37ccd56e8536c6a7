"""Any outline, written as in SVG; lengths in mm."""

from __future__ import annotations

from dataclasses import dataclass

from generator.layout.attributes import PATH, attribute, one_of
from generator.layout.canvas import Canvas
from generator.layout.elements.base import Shape
from generator.layout.geometry import Outline


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class PathElement(Shape):
    TAG = "path"

    d: Outline = attribute(PATH, None, "SVG path data: `M0 0 H10 A5 5 0 0 1 20 0 Z`.")
    fill_rule: str = attribute(
        one_of("nonzero", "evenodd"), "nonzero", "What counts as inside where the outline crosses itself."
    )

    def outline(self) -> Outline:
        return self.d

    def draw(self, canvas: Canvas) -> None:
        canvas.shape(self.d, self.fill, self.pen(), even_odd=self.fill_rule == "evenodd")
