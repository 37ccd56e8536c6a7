"""What all parts of a stack have in common, and the paragraphs in them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence, Set
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple, Protocol, Self

from generator.catalog.problems import Place
from generator.catalog.units import POINT
from generator.layout.attributes import ALIGNMENT, COLOUR, FONT, OPTIONAL_POINTS, TEXT, attribute, or_auto
from generator.layout.colour import Colour
from generator.layout.elements.base import Building, E, Element, refuse_content
from generator.layout.elements.text import Text, side_of
from generator.layout.fonts import Family
from generator.layout.text.fit import SHIFTS, Fitted, TextBox, fit
from generator.layout.text.lines import hyphenated, width_of, wrap
from generator.layout.text.words import Style, Word
from generator.layout.xml import Node

BODY = "stack"
"""Where most parts may stand: in a stack, and wherever there is room for parts as in a stack."""


class Look(NamedTuple):
    """How text looks, as a part takes it over from what it stands in. Sizes in points, at full scale."""

    font: Family
    size: float
    smallest: float
    """No text is made smaller than this, unless it was to begin with."""
    leading: float | None
    """Distance of baselines in sizes; None: that of every text."""
    align: str
    """`start`, `center`, `end` or `justify`, from where lines begin."""
    fill: Colour
    bold: bool = False
    aligns: Sequence[str] = ()
    """Horizontal alignment of a table's columns."""
    inside: str = BODY
    """The tag of what it stands in; :data:`BODY` for cells and items too."""
    lists: int = 0
    """How many lists it stands in."""
    parts: int = 0
    """How many parts it stands in."""
    is_rtl: bool = False
    """Whether lines and rows begin at the right; parts are placed as if at the left, and mirrored then."""
    swaps_sides: bool = False
    """Whether what is at the left is seen at the right for that reason alone."""

    def side(self, align: str) -> str:
        """An alignment from where lines begin."""
        if align in ("left", "right"):
            return "end" if (align == "right") != self.swaps_sides else "start"
        return align

    def shift(self, own: str | None) -> float:
        """Which share of the free space lies before something with an alignment of its own, or None."""
        return SHIFTS[self.side(own) if own else self.align]

    def size_at(self, scale: float) -> float:
        """Points at a scale."""
        return max(self.size * scale, min(self.size, self.smallest))


class Laid(NamedTuple):
    """Something at a width and a scale: how high it comes out, and what it draws."""

    height: float
    place: Callable[[float, float], Iterable[Element]]
    """Makes the elements, with the top left corner of it all at a point."""
    baseline: float | None = None
    """Of its first line, from the top; None if it does not begin with a line of text."""
    is_wide: bool = False
    """Whether a word in it had to be broken."""
    share: float = 0.0
    """Which share it takes of the height that is left; 0: none."""
    above: float = 0.0
    """Room that it asks for in addition to the gap, where something stands above it."""


def no_elements(x: float, y: float) -> Iterable[Element]:
    """Draws nothing, wherever it stands."""
    del x, y
    return ()


NOTHING = Laid(0.0, no_elements)


class Widths(NamedTuple):
    """How wide something has to be, and how wide it would be best, in mm."""

    least: float
    best: float


class Flowing(Protocol):
    """What a flow is made of: parts, and the lines of text between them."""

    IS_SPACE: ClassVar[bool]

    def lay(self, width: float, scale: float) -> Laid:
        """Sets it at a width."""

    def widths(self, scale: float) -> Widths:
        """What a column asks of its contents."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Part(ABC):
    """Something that a stack shows, with attributes like an element's. It is gone when the stack is set."""

    TAG: ClassVar[str]
    INSIDE: ClassVar[tuple[str, ...]] = (BODY,)
    """The tags that it may stand in."""
    IS_SPACE: ClassVar[bool] = False
    """Whether it only keeps others apart."""
    INHERITS: ClassVar[Set[str]] = frozenset()
    """A part goes by what it stands in, and not by the groups around the stack."""
    PASSES_ON: ClassVar[bool] = False

    place: Place
    node: Node
    builder: Building
    look: Look
    id: str = attribute(TEXT, "", "Name in messages.")

    @classmethod
    def build(cls, values: dict[str, Any], node: Node, look: Look, builder: Building) -> Self:
        """Makes the part from its attributes' values; parts with content read it from ``node``."""
        refuse_content(node)
        return cls(**values, node=node, builder=builder, look=look)

    @abstractmethod
    def lay(self, width: float, scale: float) -> Laid:
        """Sets the part at a width; all its lengths but that of lines count ``scale`` times."""

    def widths(self, scale: float) -> Widths:
        del scale
        return Widths(0.0, 0.0)

    def drawn(self, cls: type[E], **values: Any) -> E:
        """An element that shows the part or something of it."""
        return self.builder.made(cls, self.node, id=self.id, **values)


ALIGN = or_auto(ALIGNMENT)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class TextPart(Part):
    """A part with text. What it does not say of its look is that of what it stands in."""

    font: Family | None = attribute(or_auto(FONT), "auto", "A font role of the theme.")
    size: float | None = attribute(OPTIONAL_POINTS, "auto", "Size in points, where the stack has its own.")
    leading: float | None = attribute(OPTIONAL_POINTS, "auto", "Distance of baselines in points.")
    align: str | None = attribute(ALIGN, "auto", "Horizontal alignment.")
    fill: Colour | None = attribute(or_auto(COLOUR), "auto", "Colour of the text.")

    @classmethod
    def build(cls, values: dict[str, Any], node: Node, look: Look, builder: Building) -> Self:
        own = changed(look, values)
        return cls(**values, **cls.content(values, node, own, builder), node=node, builder=builder, look=own)

    @classmethod
    @abstractmethod
    def content(cls, values: dict[str, Any], node: Node, look: Look, builder: Building) -> dict[str, Any]:
        """The fields that come from what is inside the part. Raises :class:`InputError`."""


@dataclass(frozen=True, slots=True, eq=False)
class Paragraph:
    """The inline content of a node; problems with it are reported at that node."""

    IS_SPACE: ClassVar[bool] = False

    words: Sequence[Word]
    look: Look
    node: Node
    id: str
    builder: Building
    hang: float
    """How far its lines but the first are moved in, in sizes."""
    in_sizes: Widths
    """Its widest word, and all of it on one line, in sizes."""

    @classmethod
    def of(
        cls, content: Sequence[Node | str], look: Look, node: Node, builder: Building, *, hang: float = 0.0
    ) -> Paragraph:
        """Raises :class:`InputError` for tags that text can't hold."""
        style = Style(look.font, look.bold, False, 1.0, look.fill, 0.0)
        words = builder.words.words(content, style, look.size, is_rtl=look.is_rtl)
        hang = hang if look.align in ("start", "justify") else 0.0
        least = max([word.width for word in words], default=0.0) + hang
        best = max([line.width for line in wrap(words, None)], default=0.0)
        in_sizes = Widths(least, max(least, best))
        return cls(words, look, node, node.attributes.get("id", ""), builder, hang, in_sizes)

    def widths(self, scale: float) -> Widths:
        unit = self.look.size_at(scale) * POINT
        return Widths(self.in_sizes.least * unit, self.in_sizes.best * unit)

    def lay(self, width: float, scale: float) -> Laid:
        if not self.words:
            return NOTHING
        size = self.look.size_at(scale)
        fitted = self._fitted(0.0, 0.0, width, size)
        spans = fitted.block.spans
        return Laid(
            fitted.block.ink.height,
            lambda x, y: self._place(x, y, width, size),
            min([span.baseline for span in spans]) if spans else None,
            self._is_wide(width, size),
        )

    def _is_wide(self, width: float, size: float) -> bool:
        """Whether a word has to be broken at this size that can't be hyphenated."""
        limit = (width + 0.01) / (size * POINT)
        words, language = self.builder.words, self.builder.words.language
        if self.in_sizes.least <= limit or not language:
            return self.in_sizes.least > limit
        pieces = hyphenated(self.words, words, language)
        return max(piece.width + width_of(piece.hyphen) for piece in pieces) + self.hang > limit

    def _place(self, x: float, y: float, width: float, size: float) -> Iterator[Element]:
        fitted = self._fitted(x, y, width, size)
        if fitted.missing:
            self.builder.report_missing_glyphs(fitted.missing, self.node, self.id)
        if fitted.too_wide:
            self.builder.report_overflow(fitted, self.node, self.id)
        yield self.builder.made(
            Text,
            self.node,
            id=self.id,
            block=fitted.block,
            x=x,
            y=y,
            width=width,
            size=size,
            min_size=size,
            font=self.look.font,
            align=self.look.align,
            fill=self.look.fill,
        )

    def _fitted(self, x: float, y: float, width: float, size: float) -> Fitted:
        look = self.look
        leading = None if look.leading is None else look.leading * size
        align = side_of(look.align, is_rtl=look.is_rtl)
        box = TextBox(
            x,
            y,
            width,
            None,
            size,
            size,
            leading,
            align,
            "top",
            wrap=True,
            hang=self.hang,
            is_rtl=look.is_rtl,
        )
        words = self.builder.words
        cap_height = look.font.file(bold=False, italic=False).cap_height
        return fit(self.words, box, cap_height, words, words.language)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ParagraphPart(TextPart):
    """A part that is a paragraph."""

    paragraph: Paragraph

    def lay(self, width: float, scale: float) -> Laid:
        return self.paragraph.lay(width, scale)

    def widths(self, scale: float) -> Widths:
        return self.paragraph.widths(scale)


def changed(look: Look, values: dict[str, Any]) -> Look:
    """A look with what a part's own attributes say of it."""
    size = look.size if values["size"] is None else values["size"]
    return look._replace(
        font=values["font"] or look.font,
        size=size,
        leading=look.leading if values["leading"] is None else values["leading"] / size,
        align=look.side(values["align"]) if values["align"] else look.align,
        fill=values["fill"] or look.fill,
    )
