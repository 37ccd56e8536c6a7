"""Text in a stack: words that were measured once, set at any width and scale."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar

from generator.catalog.units import POINT
from generator.layout.elements.base import Building, Element
from generator.layout.elements.text import Text
from generator.layout.flow.part import NOTHING, Laid, Look, Widths
from generator.layout.text.fit import Fitted, TextBox, fit, wrap
from generator.layout.text.words import Style, Word
from generator.layout.xml import Node


@dataclass(frozen=True, slots=True, eq=False)
class Paragraph:
    """The inline content of a node; problems with it are told at that node."""

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
        cls,
        content: Iterable[Node | str],
        look: Look,
        node: Node,
        builder: Building,
        *,
        hang: float = 0.0,
    ) -> Paragraph:
        """Raises :class:`InputError` for tags that text can't hold."""
        style = Style(look.font, look.bold, False, 1.0, look.fill, 0.0)
        words = builder.words.words(content, style, look.size)
        hang = hang if look.align in ("left", "justify") else 0.0
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
            self.widths(scale).least > width + 0.01,
        )

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
        box = TextBox(x, y, width, None, size, size, leading, look.align, "top", wrap=True, hang=self.hang)
        return fit(self.words, box, look.font.file(bold=False, italic=False).cap_height, self.builder.words)
