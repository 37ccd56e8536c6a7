"""``<icon>``: an icon in a box."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from generator.layout.attributes import COORDINATE, ICON, SIZE, attribute
from generator.layout.canvas import Canvas
from generator.layout.colour import Colour
from generator.layout.elements.base import Shape
from generator.layout.geometry import Box, Matrix, Outline
from generator.layout.icons import Icon


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class IconElement(Shape):
    TAG: ClassVar[str] = "icon"
    DOC: ClassVar[str] = "An icon as large as fits into a box, centred by its ink."

    name: Icon = attribute(ICON, None, "`sword` (own `icons/`, then the theme's pack) or `ph.sword-fill`.")
    x: float = attribute(COORDINATE, "0", "Left edge of the box.")
    y: float = attribute(COORDINATE, "0", "Top edge of the box.")
    width: float = attribute(SIZE, None, "Width of the box.")
    height: float = attribute(SIZE, None, "Height of the box.")

    def matrix(self) -> Matrix:
        """From the icon's own units to mm."""
        ink = self.name.outline.box()
        scale = min(self.width / (ink.width or 1), self.height / (ink.height or 1))
        x = self.x + (self.width - ink.width * scale) / 2 - ink.x * scale
        y = self.y + (self.height - ink.height * scale) / 2 - ink.y * scale
        return Matrix(scale, 0, 0, scale, x, y)

    def outline(self) -> Outline:
        return self.name.outline.moved(self.matrix())

    def own_box(self) -> Box:
        return Box(self.x, self.y, self.width, self.height)

    def draw(self, canvas: Canvas) -> None:
        if isinstance(self.fill, Colour) and self.pen() is None:
            canvas.icon(self.name, self.matrix(), self.fill)
        else:
            canvas.shape(self.outline(), self.fill, self.pen())
