"""A paragraph as wide as the stack, with the tags of any text inside."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from generator.layout.elements.base import Building
from generator.layout.flow.part import Look, Paragraph, ParagraphPart
from generator.layout.xml import Node


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class TextInFlow(ParagraphPart):
    TAG = "text"

    @classmethod
    def content(cls, values: dict[str, Any], node: Node, look: Look, builder: Building) -> dict[str, Any]:
        del values
        return {"paragraph": Paragraph.of(node.children, look, node, builder)}
