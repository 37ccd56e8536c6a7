"""Elements that are moved, clipped, made translucent or reused together."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Self

from generator.layout.attributes import COORDINATE, OPTIONAL_SIZE, attribute
from generator.layout.canvas import Canvas
from generator.layout.elements.base import Building, Element, Extent, Parent
from generator.layout.geometry import Box, Matrix, around, mirroring
from generator.layout.xml import Node

BOX = frozenset({"x", "y", "width", "height"})


def mirrored(children: tuple[Element, ...], x: float) -> dict[str, Any]:
    """The fields of a group with these in it, left and right exchanged about a line at ``x``."""
    return {"children": children, "whole": Extent.around(children), "transform": mirroring(x)}


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Group(Parent):
    TAG = "g"

    x: float = attribute(COORDINATE, "0", "Moves the content's origin to the right.")
    y: float = attribute(COORDINATE, "0", "Moves it down.")
    width: float | None = attribute(
        OPTIONAL_SIZE,
        "auto",
        "Width of the box that the content is placed in; `auto`: that of the box around it.",
    )
    height: float | None = attribute(OPTIONAL_SIZE, "auto", "The box's height, likewise.")

    @classmethod
    def build(cls, values: dict[str, Any], node: Node, builder: Building) -> Self:
        room, matrix = None, values["transform"]
        if not BOX.isdisjoint(node.attributes):
            room = builder.room.inner(values["width"], values["height"])
            moved = Matrix(e=values["x"], f=values["y"])
            matrix = moved if matrix is None else moved.then(matrix)
        children = builder.children(node, room, matrix)
        return cls.of(children, **values)

    def own_box(self) -> Box:
        if self.width is not None and self.height is not None:
            return Box(self.x, self.y, self.width, self.height)
        boxes = [child.box() for child in self.children if child.display != "none"]
        inner = around([corner for box in boxes for corner in ((box.x, box.y), (box.right, box.bottom))])
        width = inner.width if self.width is None else self.width
        height = inner.height if self.height is None else self.height
        return Box(self.x + inner.x, self.y + inner.y, width, height)

    def draw(self, canvas: Canvas) -> None:
        moved = bool(self.x or self.y)
        if moved:
            canvas.open_group(Matrix(e=self.x, f=self.y), None, 1)
        # The zero-argument super() does not see through a class with slots.
        super(Group, self).draw(canvas)
        if moved:
            canvas.close_group()
