"""A small heading in bold, with a line under it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from generator.catalog.units import POINT
from generator.layout.attributes import COLOUR, OPTIONAL_POINTS, SIZE, attribute, one_of, or_auto
from generator.layout.colour import Colour
from generator.layout.elements.base import Building, Element
from generator.layout.elements.rect import Rect
from generator.layout.flow.part import Laid, Look, Paragraph, ParagraphPart
from generator.layout.xml import Node

SIZE_OF_HEADING = 1.2
"""Sizes of the text around it."""
ABOVE_HEADING = 0.25
"""Sizes of the heading, in addition to the gap: it belongs to what follows."""
ABOVE_LINE = 0.25
"""Sizes of the heading between its last line and the line under it."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Section(ParagraphPart):
    TAG = "section"

    size: float | None = attribute(
        OPTIONAL_POINTS, "auto", "Size in points; `auto`: 1.2 × that of the stack."
    )
    rule: str = attribute(one_of("below", "none"), "below", "`none`: no line under it.")
    stroke: Colour | None = attribute(or_auto(COLOUR), "auto", "Colour of the line; `auto`: `fill`.")
    stroke_width: float = attribute(SIZE, "0.2", "Thickness of the line.")

    @classmethod
    def content(cls, values: dict[str, Any], node: Node, look: Look, builder: Building) -> dict[str, Any]:
        size = look.size * (SIZE_OF_HEADING if values["size"] is None else 1)
        look = look._replace(size=size, bold=True)
        return {"paragraph": Paragraph.of(node.children, look, node, builder)}

    def lay(self, width: float, scale: float) -> Laid:
        heading = self.paragraph.lay(width, scale)
        if not heading.height:
            return heading
        heading = heading._replace(above=ABOVE_HEADING * self.look.size * scale * POINT)
        if self.rule == "none":
            return heading
        # The box of a line of text reaches below its capitals; letters with tails need little more.
        under = heading.height + ABOVE_LINE * self.look.size * scale * POINT

        def place(x: float, y: float) -> Iterator[Element]:
            yield from heading.place(x, y)
            yield self.drawn(
                Rect,
                x=x,
                y=y + under,
                width=width,
                height=self.stroke_width,
                fill=self.stroke or self.look.fill,
            )

        return heading._replace(height=under + self.stroke_width, place=place)
