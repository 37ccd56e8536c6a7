"""A picture file from the game's folder, in a box: PNG, JPEG, SVG, WebP, GIF, BMP or TIFF."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from generator.layout.attributes import COORDINATE, PICTURE, SHARE, SIZE, attribute, one_of
from generator.layout.canvas import Canvas
from generator.layout.colour import Colour
from generator.layout.elements.base import Building, Element
from generator.layout.fonts import built_in_family
from generator.layout.geometry import Box, Outline, rectangle
from generator.layout.text.block import TextBlock
from generator.layout.text.fit import TextBox, fit
from generator.layout.text.words import Style
from generator.layout.xml import Node

if TYPE_CHECKING:
    from generator.layout.pictures import Picture


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Image(Element):
    TAG = "image"
    KEEPS_SIDES = True

    href: Picture = attribute(PICTURE, None, "The file, from the game's folder or its `art/`.")
    x: float = attribute(COORDINATE, "0", "Left edge of the box.")
    y: float = attribute(COORDINATE, "0", "Top edge of the box.")
    width: float = attribute(SIZE, None, "Width of the box.")
    height: float = attribute(SIZE, None, "Height of the box.")
    fit: str = attribute(
        one_of("contain", "cover", "fill"),
        "contain",
        "`contain`: all of the picture; `cover`: all of the box; `fill`: stretched.",
    )
    focus_x: float = attribute(
        SHARE, "0.5", "Which part stays in view (or where it is placed): 0 left, 1 right."
    )
    focus_y: float = attribute(SHARE, "0.5", "The same from top (0) to bottom (1).")

    name: TextBlock | None = None
    """Of a picture that is missing: what its box says."""

    @classmethod
    def build(cls, values: dict[str, Any], node: Node, builder: Building) -> Image:
        if values["href"].is_missing:
            box = Box(values["x"], values["y"], values["width"], values["height"])
            values["name"] = missing_name(values["href"], box, builder)
        return super(Image, cls).build(values, node, builder)

    def own_box(self) -> Box:
        return Box(self.x, self.y, self.width, self.height)

    def outline(self) -> Outline:
        return rectangle(self.own_box())

    def drawn_box(self) -> Box:
        """Where the whole picture lies; with ``cover`` it is larger than the element's box."""
        if self.fit == "fill":
            return self.own_box()
        scales = self.width / self.href.width, self.height / self.href.height
        scale = max(scales) if self.fit == "cover" else min(scales)
        width, height = self.href.width * scale, self.href.height * scale
        return Box(
            self.x + (self.width - width) * self.focus_x,
            self.y + (self.height - height) * self.focus_y,
            width,
            height,
        )

    def pictures(self) -> tuple[Picture]:
        return (self.href,)

    def draw(self, canvas: Canvas) -> None:
        if self.name is not None:
            canvas.placeholder(self.own_box(), self.name)
            return
        if self.fit == "cover":
            canvas.open_group(None, self.outline(), 1)
        canvas.picture(self.href, self.drawn_box())
        if self.fit == "cover":
            canvas.close_group()


LARGEST, SMALLEST = 9.0, 3.0
"""Points of type, between which the name of a missing file is made to fit."""
AIR = 1.0
"""Millimetres beside it."""
INK = Colour(0.3, 0.3, 0.3)


def missing_name(picture: Picture, whole: Box, builder: Building) -> TextBlock:
    """What a box says in which a missing picture would be shown."""
    family = built_in_family("source-sans")
    style = Style(family, False, False, 1.0, INK, 0.0)
    box = whole.grown(-AIR)
    if box.width <= 0 or box.height <= 0:
        return TextBlock((), (), SMALLEST, box)
    name = picture.name or str(picture.path)
    asked = TextBox(*box, LARGEST, SMALLEST, None, "center", "middle", wrap=True, ellipsis=True)
    words = builder.words.words([name], style, LARGEST)
    fitted = fit(words, asked, family.file(bold=False, italic=False).cap_height, builder.words)
    if fitted.too_high or fitted.too_wide:
        return TextBlock((), (), SMALLEST, box)
    return fitted.block
