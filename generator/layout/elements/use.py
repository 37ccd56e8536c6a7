"""Draws an earlier element of this card again, moved by x and y."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Self

from generator.layout.attributes import COORDINATE, TARGET, attribute
from generator.layout.canvas import Canvas
from generator.layout.elements.base import Building, Element, Extent, refuse_content
from generator.layout.geometry import Box, Matrix
from generator.layout.xml import Node


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Use(Element):
    TAG = "use"
    LEAF = False

    target: Element
    whole: Extent
    href: str = attribute(TARGET, None, "The id of the element: `#star`.")
    x: float = attribute(COORDINATE, "0", "Moves it to the right.")
    y: float = attribute(COORDINATE, "0", "Moves it down.")

    @classmethod
    def build(cls, values: dict[str, Any], node: Node, builder: Building) -> Self:
        refuse_content(node)
        target = builder.definition(values["href"], node)
        return cls(**values, target=target, whole=Extent.around([target]))

    def extent(self) -> Extent:
        return self.whole

    def own_box(self) -> Box:
        box = self.target.box()
        return box._replace(x=box.x + self.x, y=box.y + self.y)

    def draw(self, canvas: Canvas) -> None:
        moved = bool(self.x or self.y)
        if moved:
            canvas.open_group(Matrix(e=self.x, f=self.y), None, 1)
        canvas.stamp(self.target)
        if moved:
            canvas.close_group()
