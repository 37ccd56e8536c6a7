"""``<item>``: one of a list."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from generator.layout.attributes import SIZE, attribute
from generator.layout.elements.base import Building
from generator.layout.flow.content import Flow, read_mixed
from generator.layout.flow.part import Laid, Look, TextPart, Widths
from generator.layout.xml import Node


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Item(TextPart):
    TAG: ClassVar[str] = "item"
    DOC: ClassVar[str] = "One item of a list: text, and parts below it."
    INSIDE: ClassVar[tuple[str, ...]] = ("list",)

    gap: float = attribute(SIZE, "1", "Between its text and the parts in it.")
    flow: Flow

    @classmethod
    def content(cls, values: dict[str, Any], node: Node, look: Look, builder: Building) -> dict[str, Any]:
        return {"flow": read_mixed(node, look, builder, values["gap"])}

    def lay(self, width: float, scale: float) -> Laid:
        return self.flow.lay(width, scale)

    def widths(self, scale: float) -> Widths:
        return self.flow.widths(scale)
