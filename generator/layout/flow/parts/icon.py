"""An icon by itself; to have one in a line of text, put it inside the text."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from generator.layout.attributes import COLOUR, ICON, SIZE, attribute, or_auto
from generator.layout.colour import Colour
from generator.layout.elements.base import Element
from generator.layout.elements.icon import IconElement
from generator.layout.flow.part import ALIGN, Laid, Part, Widths
from generator.layout.icons import Icon


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class IconInFlow(Part):
    TAG = "icon"

    name: Icon = attribute(ICON, None, "`sword` (own `icons/`, then the theme's pack) or `ph.sword-fill`.")
    height: float = attribute(SIZE, "6", "Height, which shrinks with the type.")
    align: str | None = attribute(ALIGN, "auto", "Where it is placed.")
    fill: Colour | None = attribute(or_auto(COLOUR), "auto", "Colour; `auto`: the stack's `fill`.")

    def lay(self, width: float, scale: float) -> Laid:
        high = self.height * scale
        return Laid(high, lambda x, y: self._place(x, y, width, high, self.widths(scale).best))

    def widths(self, scale: float) -> Widths:
        ink = self.name.outline.box()
        wide = self.height * scale * (ink.width / ink.height if ink.height else 1.0)
        return Widths(wide, wide)

    def _place(self, x: float, y: float, width: float, high: float, wide: float) -> Iterator[Element]:
        x += self.look.shift(self.align) * (width - min(wide, width))
        yield self.drawn(
            IconElement,
            name=self.name,
            x=x,
            y=y,
            width=min(wide, width),
            height=high,
            fill=self.fill or self.look.fill,
        )
