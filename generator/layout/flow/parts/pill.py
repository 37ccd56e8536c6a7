"""One label."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from generator.catalog.units import POINT
from generator.layout.attributes import COLOUR, attribute, or_auto
from generator.layout.colour import Colour
from generator.layout.elements.base import Building, Element
from generator.layout.elements.rect import Rect
from generator.layout.flow.part import NOTHING, Laid, Look, Paragraph, ParagraphPart
from generator.layout.geometry import Box
from generator.layout.xml import Node

MARGIN = 0.15
"""Sizes above and below its text."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Pill(ParagraphPart):
    TAG = "pill"
    INSIDE = ("pills",)

    background: Colour | None = attribute(
        or_auto(COLOUR), "auto", "Its background colour; `auto`: the same as the others."
    )

    @classmethod
    def content(cls, values: dict[str, Any], node: Node, look: Look, builder: Building) -> dict[str, Any]:
        centred = look._replace(align=look.side(values["align"] or "center"))
        return {"paragraph": Paragraph.of(node.children, centred, node, builder)}

    def lay(self, width: float, scale: float) -> Laid:
        text = self.paragraph.lay(width, scale)
        if not text.height:
            return NOTHING
        margin = MARGIN * self.look.size_at(scale) * POINT
        baseline = None if text.baseline is None else text.baseline + margin
        return Laid(text.height + 2 * margin, lambda x, y: text.place(x, y + margin), baseline, text.is_wide)

    def ground(self, box: Box, background: Colour | None, radius: float | None) -> Element:
        """What the label stands on."""
        rx = box.height / 2 if radius is None else radius
        return self.drawn(Rect, **box._asdict(), rx=rx, fill=self.background or background)
