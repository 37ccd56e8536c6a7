"""A name in bold and the text that belongs to it; further lines are indented."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from generator.catalog.units import POINT
from generator.layout.attributes import COLOUR, OPTIONAL_SIZE, TEXT, attribute, or_auto
from generator.layout.colour import Colour
from generator.layout.elements.base import Building
from generator.layout.flow.part import Look, Paragraph, ParagraphPart
from generator.layout.xml import Node

INDENT = 1.0
"""Sizes."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Property(ParagraphPart):
    TAG = "property"

    name: str = attribute(TEXT, None, "The name in bold, in front of the text.")
    name_fill: Colour | None = attribute(or_auto(COLOUR), "auto", "Colour of the name; `auto`: `fill`.")
    indent: float | None = attribute(
        OPTIONAL_SIZE, "auto", "How far further lines are indented; `auto`: by the size of the type."
    )

    @classmethod
    def content(cls, values: dict[str, Any], node: Node, look: Look, builder: Building) -> dict[str, Any]:
        indent = values["indent"]
        hang = INDENT if indent is None else indent / (look.size * POINT)
        label = Node("b", {}, node.mark, [values["name"]])
        if values["name_fill"] is not None:
            label = Node("span", {"fill": node.attributes["name-fill"]}, node.mark, [label])
        return {"paragraph": Paragraph.of([label, " ", *node.children], look, node, builder, hang=hang)}
