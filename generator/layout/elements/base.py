"""What all elements have in common."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence, Set
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Protocol, Self, TypeVar

from generator.catalog.problems import InputError, Place
from generator.layout.attributes import (
    DASHES,
    INHERITED,
    LINECAP,
    LINEJOIN,
    PAINT,
    REFERENCE,
    SHARE,
    SIZE,
    TEXT,
    TRANSFORM,
    Scope,
    attribute,
    one_of,
)
from generator.layout.canvas import Canvas
from generator.layout.colour import Paint, Stroke
from generator.layout.geometry import Box, Matrix, Outline, rectangle
from generator.layout.lengths import Room
from generator.layout.text.fit import Fitted
from generator.layout.text.words import WordMaker
from generator.layout.xml import Node

if TYPE_CHECKING:
    from generator.layout.pictures import Picture


E = TypeVar("E", bound="Element")


class Building(Protocol):
    """What the builder offers to elements with content."""

    scope: Scope
    words: WordMaker
    is_mirrored: bool
    """Whether left and right are exchanged of what is built."""

    @property
    def room(self) -> Room:
        """The box that the element stands in."""

    def children(
        self, node: Node, room: Room | None = None, matrix: Matrix | None = None
    ) -> tuple[Element, ...]:
        """The elements inside a node: in a box of their own, moved by ``matrix``, where these are given."""

    def inside(self, node: Node, room: Room | None) -> AbstractContextManager[None]:
        """What is built meanwhile stands inside a node, and in the box ``room`` if it is one of its own."""

    def mirrored(self, is_mirrored: bool) -> AbstractContextManager[None]:
        """What is built meanwhile has left and right exchanged, or not."""

    def definition(self, name: str, node: Node) -> Element:
        """The element of this card with an id. Raises :class:`InputError`."""

    def values(self, cls: type[Any], node: Node) -> dict[str, Any] | None:
        """The fields of an element or part from a node's attributes; None if one is wrong (reported)."""

    def made(self, cls: type[E], node: Node, **values: Any) -> E:
        """An element that a node draws, with these fields; the others are as if they were not given."""

    def file_number(self, path: Path) -> int:
        """The number by which marks lead to a file that is no template."""

    def report(self, error: InputError, node: Node) -> None:
        """Reports what is wrong with a node."""

    def report_missing_glyphs(self, characters: str, node: Node, name: str) -> None:
        """Reports characters that no font has."""

    def report_overflow(self, fitted: Fitted, node: Node, name: str) -> None:
        """Reports text that is too large for its box."""


def refuse_content(node: Node) -> None:
    """Raises :class:`InputError` where something stands inside a node."""
    if any(not isinstance(child, str) or child.strip() for child in node.children):
        raise InputError(f"<{node.tag}> has no content", hint=f"close it with <{node.tag} …/>")


UPRIGHT = "give the id to an element that is only moved, scaled or turned by 90 degrees"
MAX_DRAWN = 100_000
MAX_DEPTH = 100


class Extent(NamedTuple):
    """How many elements are drawn for an element, and how deeply nested, following each `use`."""

    elements: int = 1
    depth: int = 1

    @classmethod
    def around(cls, inner: Iterable[Element]) -> Extent:
        """The extent of an element with these inside. Raises :class:`InputError` if it is too large:

        a `use` of two `use` of two `use` … doubles with each line of a layout.
        """
        extents = [element.extent() for element in inner]
        elements = 1 + sum(extent.elements for extent in extents)
        depth = 1 + max((extent.depth for extent in extents), default=0)
        if elements > MAX_DRAWN:
            raise InputError(f"more than {MAX_DRAWN:,} elements are drawn, those of `use` counted each time")
        if depth > MAX_DEPTH:
            raise InputError(f"elements with `use` are nested more than {MAX_DEPTH} deep")
        return cls(elements, depth)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Element(ABC):
    """Something that a layout draws. Immutable, so that it can be drawn on many cards."""

    TAG: ClassVar[str]
    LEAF: ClassVar[bool] = True
    """Whether what it draws depends on its attributes alone."""
    INHERITS: ClassVar[Set[str]] = INHERITED.keys()
    """Of the attributes that elements inherit, those that this one does, if it has them."""
    PASSES_ON: ClassVar[bool] = False
    """Whether all attributes that elements inherit may be given to it, for what is inside."""
    KEEPS_SIDES: ClassVar[bool] = False
    """Whether it looks the same in a mirrored layout, only at another place."""

    place: Place
    clip: Outline | None
    id: str = attribute(TEXT, "", "Name for `use` and `clip-path`, and in messages.")
    transform: Matrix | None = attribute(TRANSFORM, "none", "SVG's `rotate`, `translate`, `scale`, `matrix`.")
    opacity: float = attribute(SHARE, "1", "1 is solid, 0 is invisible.")
    clip_path: str = attribute(REFERENCE, "none", "Shows only what is inside the shape with that id.")
    display: str = attribute(one_of("inline", "none"), "inline", "`none`: not drawn here, only defined.")

    @classmethod
    def build(cls, values: dict[str, Any], node: Node, builder: Building) -> Self:
        """Makes the element from its attributes' values; elements with content read it from ``node``."""
        del builder
        refuse_content(node)
        return cls(**values)

    def extent(self) -> Extent:
        return Extent()

    def pictures(self) -> Iterable[Picture]:
        """Every picture inside it, in the order of drawing."""
        return ()

    def digests(self) -> Iterator[str]:
        """Of all files that it shows."""
        for picture in self.pictures():
            yield picture.digest

    def paint(self, canvas: Canvas) -> None:
        """Draws the element unless it is only defined."""
        if self.display != "none":
            self.compose(canvas)

    def compose(self, canvas: Canvas) -> None:
        """Draws the element with its transform, clipping and opacity."""
        if self.transform is None and self.clip is None and self.opacity == 1:
            self.draw(canvas)
            return
        canvas.open_group(self.transform, self.clip, self.opacity, apart=not self.LEAF)
        self.draw(canvas)
        canvas.close_group()

    @abstractmethod
    def draw(self, canvas: Canvas) -> None:
        """Draws the element in its own coordinates."""

    def box(self) -> Box:
        """Its box in the coordinates around it, for what stands beside it. Raises :class:`InputError`."""
        if self.transform is None:
            return self.own_box()
        if not self.transform.is_upright:
            raise InputError(f"the <{self.TAG}> is turned, so that it has no edges", hint=UPRIGHT)
        return rectangle(self.own_box()).moved(self.transform).box()

    def own_box(self) -> Box:
        """The same before its transform."""
        return self.outline().exact_box()

    def outline(self) -> Outline:
        """The shape for `clip-path`. Raises :class:`InputError` for elements that have none."""
        raise InputError(f"<{self.TAG}> can't clip", hint="the shapes, <icon> and <image> can")


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Shape(Element):
    """An element that is an outline, filled and stroked."""

    fill: Paint | None = attribute(PAINT, "black", "The fill of the inside.")
    stroke: Paint | None = attribute(PAINT, "none", "Colour of the line around it.")
    stroke_width: float = attribute(SIZE, "0.25", "Thickness of the line, centred on the edge.")
    stroke_dasharray: Sequence[float] = attribute(DASHES, "none", "Lengths of dashes and gaps.")
    stroke_linejoin: str = attribute(LINEJOIN, "miter", "How corners are drawn.")
    stroke_linecap: str = attribute(LINECAP, "butt", "How ends are drawn.")

    def pen(self) -> Stroke | None:
        if self.stroke is None or not self.stroke_width:
            return None
        return Stroke(
            self.stroke,
            self.stroke_width,
            tuple(self.stroke_dasharray),
            self.stroke_linecap,
            self.stroke_linejoin,
        )

    def draw(self, canvas: Canvas) -> None:
        canvas.shape(self.outline(), self.fill, self.pen())


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Parent(Element):
    """An element with others inside."""

    LEAF = False
    PASSES_ON = True

    children: tuple[Element, ...]
    whole: Extent

    @classmethod
    def of(cls, children: tuple[Element, ...], **values: Any) -> Self:
        return cls(**values, children=children, whole=Extent.around(children))

    def draw(self, canvas: Canvas) -> None:
        for child in self.children:
            canvas.element(child)

    def extent(self) -> Extent:
        return self.whole

    def pictures(self) -> Iterator[Picture]:
        for child in self.children:
            yield from child.pictures()

    def digests(self) -> Iterator[str]:
        for child in self.children:
            yield from child.digests()
