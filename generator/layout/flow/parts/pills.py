"""Rounded labels, such as traits, side by side in as many rows as they need."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Self

from generator.layout.attributes import COLOUR, OPTIONAL_SIZE, SIZE, attribute, or_auto
from generator.layout.colour import Colour
from generator.layout.elements.base import Building, Element
from generator.layout.flow.content import children
from generator.layout.flow.part import NOTHING, Laid, Look, TextPart, Widths
from generator.layout.flow.parts.pill import Pill
from generator.layout.geometry import Box
from generator.layout.xml import Node


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Pills(TextPart):
    TAG = "pills"

    fill: Colour | None = attribute(or_auto(COLOUR), "white", "Colour of the labels' text.")
    background: Colour | None = attribute(
        or_auto(COLOUR), "auto", "Background colour of the labels; `auto`: the stack's `fill`."
    )
    padding: float = attribute(SIZE, "1.2", "Space between a label's text and its ends.")
    rx: float | None = attribute(OPTIONAL_SIZE, "auto", "Corner radius; `auto`: fully round.")
    gap: float = attribute(SIZE, "1", "Space between labels, in both directions.")
    pills: Sequence[Pill]

    @classmethod
    def build(cls, values: dict[str, Any], node: Node, look: Look, builder: Building) -> Self:
        values["background"] = values["background"] or look.fill
        # The zero-argument super() does not see through a class with slots.
        return super(Pills, cls).build(values, node, look, builder)

    @classmethod
    def content(cls, values: dict[str, Any], node: Node, look: Look, builder: Building) -> dict[str, Any]:
        del values
        found = children(node, look, builder, cls.TAG)
        return {"pills": [pill for pill in found if isinstance(pill, Pill)]}

    def lay(self, width: float, scale: float) -> Laid:
        padding, gap = self.padding * scale, self.gap * scale
        wide = [min(pill.widths(scale).best + 2 * padding, width) for pill in self.pills]
        laid = [
            pill.lay(max(own - 2 * padding, 0.0), scale) for pill, own in zip(self.pills, wide, strict=True)
        ]
        rows = _rows(wide, width, gap)
        if not rows:
            return NOTHING
        highs = [max(laid[index].height for index in row) for row in rows]

        def place(x: float, y: float) -> Iterator[Element]:
            for row, high in zip(rows, highs, strict=True):
                taken = sum(wide[index] for index in row) + (len(row) - 1) * gap
                left = x + self.look.shift(None) * (width - taken)
                for index in row:
                    pill = self.pills[index]
                    yield pill.ground(Box(left, y, wide[index], high), self.background, self.rx)
                    yield from laid[index].place(left + padding, y + (high - laid[index].height) / 2)
                    left += wide[index] + gap
                y += high + gap

        height = sum(highs) + (len(rows) - 1) * gap
        return Laid(height, place, laid[0].baseline, any(one.is_wide for one in laid))

    def widths(self, scale: float) -> Widths:
        found = [pill.widths(scale) for pill in self.pills]
        edges = 2 * self.padding * scale
        least = max([one.least for one in found], default=0.0) + edges
        best = sum(one.best + edges for one in found) + max(len(found) - 1, 0) * self.gap * scale
        return Widths(least, best)


def _rows(widths: Sequence[float], limit: float, gap: float) -> list[range]:
    """Which of some labels side by side, with gaps between them, stand in each row."""
    rows: list[range] = []
    start, taken = 0, 0.0
    for index, width in enumerate(widths):
        if index > start and taken + gap + width > limit + 0.01:
            rows.append(range(start, index))
            start, taken = index, width
        else:
            taken += width if index == start else gap + width
    return [*rows, range(start, len(widths))] if widths else []
