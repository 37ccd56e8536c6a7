"""Words in a box. They wrap, shrink in quarter points until they fit, and may hold
[tags](#tags-inside-a-text): `<b>`, `<i>`, `<u>`, `<s>`, `<sub>`, `<sup>`, `<sc>`, `<br/>`, `<icon/>`,
`<span>`, `<ruby>` and `<tcy>`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Self

from generator.catalog.units import POINT
from generator.layout.attributes import (
    ALIGNMENT,
    COORDINATE,
    DIRECTION,
    FONT,
    LANGUAGE,
    LETTER_FILL,
    OPTIONAL_COLOUR,
    OPTIONAL_POINTS,
    OPTIONAL_SIZE,
    OUTLINE_WIDTH,
    POINTS,
    SHADOW,
    SIGNED_POINTS,
    SIZE,
    attribute,
    one_of,
)
from generator.layout.canvas import Canvas
from generator.layout.colour import Colour, Paint
from generator.layout.elements.base import Building, Element
from generator.layout.fonts import Family
from generator.layout.geometry import Box, Matrix
from generator.layout.text.block import Shadow, TextBlock
from generator.layout.text.fit import Fitted, TextBox, fit
from generator.layout.text.lines import wrap
from generator.layout.text.words import STROKE_WIDTH, Effects, Style, Word, plain_colour
from generator.layout.xml import Node

if TYPE_CHECKING:
    from generator.layout.pictures import Picture

VERTICAL = "vertical"
SMALLEST = 5.5
"""Points; below this, print on a home printer can hardly be read."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Text(Element):
    TAG = "text"
    LEAF = False
    KEEPS_SIDES = True
    INHERITS = frozenset({"fill", "font", "size", "align", "direction", "lang"})

    block: TextBlock
    x: float = attribute(COORDINATE, "0", "Left edge of the box.")
    y: float = attribute(COORDINATE, "0", "Top edge of the box.")
    width: float = attribute(SIZE, None, "Width of the box.")
    height: float | None = attribute(OPTIONAL_SIZE, "auto", "Height of the box; `auto`: as high as the text.")
    font: Family = attribute(FONT, "body", "A font role of the theme.")
    size: float = attribute(POINTS, "8", "Size in points to start with.")
    min_size: float | None = attribute(
        OPTIONAL_POINTS, "auto", "The smallest it shrinks to; `auto`: 5.5, or `size` if that is less."
    )
    leading: float | None = attribute(
        OPTIONAL_POINTS, "auto", "Distance of baselines in points; `auto`: 1.2 × size. Shrinks with the text."
    )
    align: str = attribute(
        ALIGNMENT, "start", "Horizontal alignment in the box; `start`: where its lines begin."
    )
    direction: str = attribute(
        DIRECTION,
        "auto",
        "Which way its lines run; `auto`: the way of its first letter, or else of the game's language.",
    )
    valign: str = attribute(one_of("top", "middle", "bottom"), "top", "Vertical alignment in the box.")
    writing: str = attribute(
        one_of("horizontal", "vertical"),
        "horizontal",
        "`vertical`: columns from right to left; `align` is then along the column, `valign` across them.",
    )
    wrap: str = attribute(one_of("words", "none"), "words", "`none`: one line, which only shrinks.")
    lang: str = attribute(
        LANGUAGE,
        "auto",
        "The language that words are hyphenated in before they shrink; `auto`: the game's, if it names one.",
    )
    hanging_punctuation: str = attribute(
        one_of("none", "allow-end"),
        "none",
        "`allow-end`: Chinese and Japanese full stops and commas may hang over the end of a line.",
    )
    text_overflow: str = attribute(
        one_of("visible", "ellipsis"),
        "visible",
        "What does not fit at `min-size`: `visible` prints it and warns; `ellipsis` leaves it out, with … "
        "after the rest.",
    )
    letter_spacing: float = attribute(SIGNED_POINTS, "0", "Space added after each letter, in points.")
    fill: Paint = attribute(LETTER_FILL, "black", "Colour of the text; a gradient runs over all its lines.")
    stroke: Colour | None = attribute(OPTIONAL_COLOUR, "none", "Colour of an outline behind the letters.")
    stroke_width: float = attribute(
        OUTLINE_WIDTH, str(STROKE_WIDTH), "Thickness of the outline, centred on the letters' edge."
    )
    shadow: tuple[Shadow, ...] = attribute(
        SHADOW,
        "none",
        "A copy of the letters behind them, moved this far to the right and down; commas separate several.",
    )

    @classmethod
    def build(cls, values: dict[str, Any], node: Node, builder: Building) -> Self:
        fitted = _fit(values, node, builder)
        if fitted.missing:
            builder.report_missing_glyphs(fitted.missing, node, values["id"])
        if fitted.too_high or fitted.too_wide:
            builder.report_overflow(fitted, node, values["id"])
        return cls(**values, block=fitted.block)

    def own_box(self) -> Box:
        ink = self.block.ink
        height = ink.width if self.writing == VERTICAL else ink.height
        return Box(self.x, self.y, self.width, height if self.height is None else self.height)

    def pictures(self) -> Sequence[Picture]:
        return self.block.pictures() if self.block.icons else ()

    def draw(self, canvas: Canvas) -> None:
        if self.writing != VERTICAL:
            canvas.text(self.block)
            return
        # A quarter to the right: the first line is the column at the right edge.
        canvas.open_group(Matrix(0, 1, -1, 0, self.x + self.width, self.y), None, 1)
        canvas.text(self.block)
        canvas.close_group()


def side_of(align: str, *, is_rtl: bool, is_mirrored: bool = False) -> str:
    """An alignment as it is seen; in a mirrored layout left and right are exchanged."""
    if align in ("start", "end"):
        return "right" if (align == "end") != is_rtl else "left"
    if is_mirrored:
        return {"left": "right", "right": "left"}.get(align, align)
    return align


def _fit(values: dict[str, Any], node: Node, builder: Building) -> Fitted:
    size = values["size"]
    is_rtl = builder.words.is_rtl(node.children, values["direction"])
    smallest = values["min_size"]
    fill = values["fill"]
    style = Style(
        values["font"],
        False,
        False,
        1.0,
        plain_colour(fill),
        values["letter_spacing"] / size if size else 0.0,
        Effects.of(fill, values["stroke"], values["stroke_width"], values["shadow"], size),
        0,
        values["writing"] == VERTICAL,
    )
    box = TextBox(
        values["x"],
        values["y"],
        values["width"],
        values["height"],
        size,
        min(size, SMALLEST if smallest is None else smallest),
        values["leading"],
        side_of(values["align"], is_rtl=is_rtl, is_mirrored=builder.is_mirrored),
        values["valign"],
        values["wrap"] == "words",
        values["text_overflow"] == "ellipsis",
        0.0,
        is_rtl,
        values["hanging_punctuation"] == "allow-end",
    )
    words = builder.words.words(node.children, style, size, is_rtl=is_rtl)
    cap_height = values["font"].file(bold=False, italic=False).cap_height
    language = builder.words.language_of(values["lang"])
    if not style.is_vertical:
        return fit(words, box, cap_height, builder.words, language)
    return _columns(words, box, cap_height, builder, language)


def _columns(
    words: Sequence[Word], box: TextBox, cap_height: float, builder: Building, language: str | None
) -> Fitted:
    """Words set in lines as long as the box is high, which are to be turned to the right."""
    from generator.layout.text.vertical import in_columns

    longest = max([line.width for line in wrap(words, None)], default=0.0) * box.size * POINT
    length = longest if box.height is None else box.height
    turned = box._replace(x=0.0, y=0.0, width=length, height=box.width)
    lines = fit(words, turned, cap_height, builder.words, language)
    block = in_columns(lines.block, cap_height)
    return lines._replace(block=block, too_high=lines.too_wide, too_wide=lines.too_high)
