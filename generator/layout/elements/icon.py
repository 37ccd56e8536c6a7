"""An icon or a small picture, as large as its box allows, centred by its ink."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from generator.catalog.problems import InputError
from generator.layout.attributes import COORDINATE, ICON, SIZE, attribute
from generator.layout.canvas import Canvas
from generator.layout.colour import Colour, Stroke
from generator.layout.elements.base import Shape
from generator.layout.geometry import Box, Matrix, Outline
from generator.layout.icons import Icon

if TYPE_CHECKING:
    from generator.layout.pictures import Picture

BLACK = Colour(0.0, 0.0, 0.0)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class IconElement(Shape):
    TAG = "icon"
    KEEPS_SIDES = True

    name: Icon = attribute(ICON, None, "`sword` (own `icons/`, then the theme's pack) or `ph.sword-fill`.")
    x: float = attribute(COORDINATE, "0", "Left edge of the box.")
    y: float = attribute(COORDINATE, "0", "Top edge of the box.")
    width: float = attribute(SIZE, None, "Width of the box.")
    height: float = attribute(SIZE, None, "Height of the box.")

    def __post_init__(self) -> None:
        """Raises :class:`InputError` for a fill that it can't take."""
        if self.fill is None or isinstance(self.fill, Colour):
            return
        if any(shape.stroke is not None for shape in self.name.shapes):
            raise InputError(
                f"the icon {self.name.name} is drawn in lines, which take no gradient",
                hint="give it one colour",
            )

    def matrix(self) -> Matrix:
        """From the icon's own units to mm."""
        ink = self.name.ink()
        scale = min(self.width / (ink.width or 1), self.height / (ink.height or 1))
        x = self.x + (self.width - ink.width * scale) / 2 - ink.x * scale
        y = self.y + (self.height - ink.height * scale) / 2 - ink.y * scale
        return Matrix(scale, 0, 0, scale, x, y)

    def outline(self) -> Outline:
        return self.name.outline.moved(self.matrix())

    def own_box(self) -> Box:
        return Box(self.x, self.y, self.width, self.height)

    def pictures(self) -> Sequence[Picture]:
        return () if self.name.picture is None else (self.name.picture,)

    def draw(self, canvas: Canvas) -> None:
        icon, pen = self.name, self.pen()
        if icon.picture is not None:
            canvas.icon(icon, self.matrix(), BLACK)
        elif isinstance(self.fill, Colour) and pen is None:
            canvas.icon(icon, self.matrix(), self.fill)
        elif not icon.shapes:
            canvas.shape(self.outline(), self.fill, pen)
        else:
            self._draw_shapes(canvas, pen)

    def _draw_shapes(self, canvas: Canvas, pen: Stroke | None) -> None:
        """Each shape with the line around it; a line gets one on both of its sides."""
        matrix = self.matrix()
        for shape in self.name.shapes:
            outline = shape.outline.moved(matrix)
            fill = None if shape.fill is None else self.fill
            own = shape.stroke and shape.stroke.scaled(matrix.a)
            if shape.opacity < 1:
                canvas.open_group(None, None, shape.opacity)
            if own is None:
                canvas.shape(outline, fill, pen, even_odd=shape.even_odd)
            else:
                edge = pen.width if pen is not None else 0.0
                if pen is not None:
                    around = own._replace(paint=pen.paint, width=own.width + edge)
                    canvas.shape(outline, None, around)
                if shape.fill is not None:
                    canvas.shape(outline, fill, None, even_odd=shape.even_odd)
                if isinstance(self.fill, Colour) and own.width > edge:
                    canvas.shape(outline, None, own._replace(paint=self.fill, width=own.width - edge))
            if shape.opacity < 1:
                canvas.close_group()
