"""Items, each with a bullet or number in front of it and its lines one below the other. An item may hold
another list; lists are nested up to three deep.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from generator.catalog.problems import InputError
from generator.catalog.units import POINT
from generator.layout.attributes import COLOUR, OPTIONAL_SIZE, SIZE, TEXT, attribute, one_of, or_auto, whole
from generator.layout.colour import Colour
from generator.layout.elements.base import Building, Element
from generator.layout.flow.content import children
from generator.layout.flow.part import Laid, Look, Paragraph, TextPart, Widths
from generator.layout.flow.parts.item import Item
from generator.layout.xml import Node

DEEPEST = 3
"""Lists in one another."""
SIGNS = ("•", "–", "·")
"""Of bullets, by how deep the list is."""
INDENT = 1.0
"""Sizes from a bullet to its text."""
BEHIND_NUMBER = 0.4
"""Sizes from a number to its text."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class List(TextPart):
    TAG = "list"

    type_: str = attribute(one_of("bullet", "number"), "bullet", "What goes in front of each item.")
    sign: str = attribute(
        TEXT,
        "auto",
        "The bullet; `auto`: •, and – or · in lists inside lists. In a numbered list, what follows "
        "the number; `auto`: a full stop.",
    )
    icon: str = attribute(TEXT, "none", "The name of an icon to use as the bullet.")
    sign_fill: Colour | None = attribute(
        or_auto(COLOUR), "auto", "Colour of bullets and numbers; `auto`: `fill`."
    )
    start: int = attribute(whole(0, 9999), "1", "The first number.")
    indent: float | None = attribute(
        OPTIONAL_SIZE,
        "auto",
        "From the list's left edge to the text; `auto`: as much as the bullets or numbers need.",
    )
    gap: float = attribute(SIZE, "1", "Space between items.")
    items: Sequence[Item]
    signs: Sequence[Paragraph]

    @classmethod
    def content(cls, values: dict[str, Any], node: Node, look: Look, builder: Building) -> dict[str, Any]:
        if look.lists >= DEEPEST:
            raise InputError(f"lists are nested more than {DEEPEST} deep")
        if values["align"] is None and look.align != "justify":
            # Bullets at the side of centred lines would stand apart from them.
            look = look._replace(align="start")
        inner = look._replace(lists=look.lists + 1)
        parts = children(node, inner, builder, cls.TAG)
        found = [part for part in parts if isinstance(part, Item) and part.flow.things]
        return {"items": found, "signs": _signs(values, node, look, builder, len(found))}

    def lay(self, width: float, scale: float) -> Laid:
        indent = self._indent(scale)
        rows = [
            (sign, laid)
            for sign, item in zip(self.signs, self.items, strict=True)
            if (laid := item.lay(max(width - indent, 0.0), scale)).height
        ]
        gap = self.gap * scale

        def place(x: float, y: float) -> Iterator[Element]:
            for sign, laid in rows:
                yield from self._place_sign(sign, laid, x, y, scale)
                yield from laid.place(x + indent, y)
                y += laid.height + gap

        height = sum(laid.height for _, laid in rows) + max(len(rows) - 1, 0) * gap
        baseline = rows[0][1].baseline if rows else None
        return Laid(height, place, baseline, any(laid.is_wide for _, laid in rows))

    def widths(self, scale: float) -> Widths:
        indent = self._indent(scale)
        found = [item.widths(scale) for item in self.items]
        return Widths(
            indent + max([one.least for one in found], default=0.0),
            indent + max([one.best for one in found], default=0.0),
        )

    def _indent(self, scale: float) -> float:
        if self.indent is not None:
            return self.indent * scale
        unit = self.look.size_at(scale) * POINT
        widest = max([sign.widths(scale).best for sign in self.signs], default=0.0)
        return max(INDENT * unit, widest + BEHIND_NUMBER * unit)

    def _place_sign(self, sign: Paragraph, item: Laid, x: float, y: float, scale: float) -> Iterator[Element]:
        width = sign.widths(scale).best
        laid = sign.lay(width, scale)
        if self.type_ == "number":
            # Numbers end in the same place: 9. above 10.
            x += self._indent(scale) - BEHIND_NUMBER * self.look.size_at(scale) * POINT - width
        down = (item.baseline - laid.baseline) if item.baseline and laid.baseline else 0.0
        yield from laid.place(x, y + down)


def _signs(
    values: dict[str, Any], node: Node, look: Look, builder: Building, count: int
) -> Sequence[Paragraph]:
    """What stands in front of each item. Raises :class:`InputError` for an icon that there is not."""
    look = look._replace(fill=values["sign_fill"] or look.fill, align="start")
    sign = values["sign"]
    if values["type_"] == "number":
        behind = "." if sign == "auto" else sign
        texts: list[Node | str] = [f"{values['start'] + index}{behind}" for index in range(count)]
    elif values["icon"] != "none":
        texts = [Node("icon", {"name": values["icon"]}, node.mark)] * count
    else:
        texts = [SIGNS[look.lists] if sign == "auto" else sign] * count
    return [Paragraph.of([text], look, node, builder) for text in texts]
