"""``<g>``: elements that are moved, clipped or shown together."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Self

from generator.layout.canvas import Canvas
from generator.layout.elements.base import Building, Element, Extent
from generator.layout.xml import Node

if TYPE_CHECKING:
    from generator.layout.pictures import Picture


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Group(Element):
    TAG: ClassVar[str] = "g"
    DOC: ClassVar[str] = "Elements that are moved, clipped, made translucent or reused together."
    LEAF: ClassVar[bool] = False

    children: tuple[Element, ...]
    whole: Extent

    @classmethod
    def build(cls, values: dict[str, Any], node: Node, builder: Building) -> Self:
        children = builder.children(node)
        return cls(**values, children=children, whole=Extent.around(children))

    def extent(self) -> Extent:
        return self.whole

    def pictures(self) -> Iterator[Picture]:
        for child in self.children:
            yield from child.pictures()

    def draw(self, canvas: Canvas) -> None:
        for child in self.children:
            canvas.element(child)
