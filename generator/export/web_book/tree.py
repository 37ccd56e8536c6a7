"""What a rulebook consists of, read from its tags: headings, paragraphs, lists, tables, pictures.

The press tags what it sets, so that a PDF can be read aloud. A web page follows from the same tags: whatever
a rulebook can hold in print, now or later, comes on the page too.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import NamedTuple

from generator.catalog.units import POINT
from generator.layout.fonts import Family, FontFile
from generator.layout.geometry import Box, around
from generator.layout.text.block import PlacedIcon, Span, TextBlock
from generator.press.pdf.structure import FIGURE, Tag
from generator.press.reading import in_order
from generator.press.rulebook.pages import Drawing, Moved, Piece, Tagged, TextDrawing

WORD_SPACE = 0.12
"""In sizes of the text: what stands farther apart are two words."""


class Run(NamedTuple):
    """Words that look alike."""

    text: str
    bold: bool = False
    italic: bool = False


Inline = Run | PlacedIcon
"""What stands in a line."""


class Drawn(NamedTuple):
    """A part of a picture, and where it stands in its piece (mm)."""

    x: float
    y: float
    drawing: Drawing

    @property
    def box(self) -> Box:
        box = self.drawing.box
        return Box(box.x + self.x, box.y + self.y, box.width, box.height)


@dataclass(slots=True)
class Part:
    """A tag with what it holds, in the order in which it is read."""

    tag: Tag
    inside: list[Part] = field(default_factory=list)
    words: list[Inline] = field(default_factory=list)
    """Of what is text."""
    drawn: list[Drawn] = field(default_factory=list)
    """Of a picture."""

    @property
    def kind(self) -> str:
        return self.tag.kind

    def box(self) -> Box:
        boxes = [one.box for one in self.drawn]
        return around([corner for box in boxes for corner in ((box.x, box.y), (box.right, box.bottom))])

    def find(self, kind: str) -> Part | None:
        """The first part of that kind inside of it."""
        return next((part for part in self.inside if part.kind == kind), None)


def read_parts(pieces: Iterable[Piece], body: Family) -> list[Part]:
    """The parts of the whole book; ``body`` is the family whose bold and italics are such in the text."""
    reader = _Reader(body)
    for piece in pieces:
        reader.piece(piece)
    return reader.top


@dataclass(slots=True)
class _Reader:
    body: Family
    top: list[Part] = field(default_factory=list)
    parts: dict[Tag, Part] = field(default_factory=dict)
    looks: dict[FontFile, tuple[bool, bool]] = field(default_factory=dict)

    def piece(self, piece: Piece) -> None:
        for drawing in piece.drawings:
            self._drawing(drawing, 0.0, 0.0, None)

    def _drawing(self, drawing: Drawing, x: float, y: float, tag: Tag | None) -> None:
        if isinstance(drawing, Moved):
            self._drawing(drawing.drawing, x + drawing.x, y + drawing.y, tag)
        elif isinstance(drawing, Tagged):
            self._drawing(drawing.drawing, x, y, drawing.tag)
        elif tag is not None and tag.kind == FIGURE:
            self._part(tag).drawn.append(Drawn(x, y, drawing))
        elif tag is not None and isinstance(drawing, TextDrawing):
            part = self._part(tag)
            part.words = _joined(part.words, list(self._line(drawing.block)))

    def _part(self, tag: Tag) -> Part:
        if tag in self.parts:
            return self.parts[tag]
        siblings = self.top if tag.parent is None else self._part(tag.parent).inside
        if tag not in self.parts:
            self.parts[tag] = Part(tag)
            siblings.append(self.parts[tag])
            # A cell counts also where nothing stands in it, and before those behind it.
            for cell in tag.cells:
                self._part(cell)
        return self.parts[tag]

    def _line(self, block: TextBlock) -> Iterator[Inline]:
        marks = in_order(block)
        for number, mark in enumerate(marks):
            gap = _between(marks[number - 1], mark) if number else 0.0
            space = " " if gap > WORD_SPACE * block.size * POINT else ""
            if isinstance(mark, PlacedIcon):
                if space:
                    yield Run(space)
                yield mark
            else:
                bold, italic = self._look(mark.font)
                yield Run(space + mark.words, bold, italic)

    def _look(self, font: FontFile) -> tuple[bool, bool]:
        """Whether it is the bold or the italic of the text; another family is neither."""
        if font not in self.looks:
            every = [(bold, italic) for bold in (False, True) for italic in (False, True)]
            same = [look for look in every if self.body.file(bold=look[0], italic=look[1]) is font]
            self.looks[font] = same[0] if same else (False, False)
        return self.looks[font]


def _between(one: Span | PlacedIcon, other: Span | PlacedIcon) -> float:
    """The space between two neighbours, whichever of them stands at the left."""
    return max(_start(other) - _end(one), _start(one) - _end(other))


def _start(mark: Span | PlacedIcon) -> float:
    return mark.x if isinstance(mark, Span) else mark.icon.placed(mark.matrix).x


def _end(mark: Span | PlacedIcon) -> float:
    return mark.x + mark.width if isinstance(mark, Span) else mark.icon.placed(mark.matrix).right


def _joined(before: Sequence[Inline], line: Sequence[Inline]) -> list[Inline]:
    """A line set behind those above it; what was parted at a hyphen is one word again."""
    if not before or not line:
        return [*before, *line]
    last = before[-1]
    is_parted = isinstance(last, Run) and len(last.text) > 1 and last.text[-1] == "-" and last.text[-2] != " "
    return [*before, *line] if is_parted else [*before, Run(" "), *line]


def merged(words: Iterable[Inline]) -> list[Inline]:
    """Words with neighbours of one look as one run, and no more than one space between two."""
    found: list[Inline] = []
    for word in words:
        last = found[-1] if found else None
        if isinstance(word, Run) and isinstance(last, Run) and (not word.text.strip() or _alike(word, last)):
            found[-1] = last._replace(text=last.text + word.text)
        else:
            found.append(word)
    return [
        word._replace(text=" ".join(word.text.split(" "))) if isinstance(word, Run) else word
        for word in found
    ]


def _alike(one: Run, other: Run) -> bool:
    return (one.bold, one.italic) == (other.bold, other.italic)


def plain(words: Iterable[Inline]) -> str:
    return " ".join("".join(word.text for word in words if isinstance(word, Run)).split())


def rows_of_pictures(parts: Sequence[Part]) -> Iterator[list[Part]]:
    """Parts one by one, but pictures that follow one another together, with the caption behind them."""
    group: list[Part] = []
    for part, after in pairwise([*parts, Part(Tag(""))]):
        group.append(part)
        is_row = part.kind == FIGURE and after.kind in (FIGURE, "Caption")
        if not is_row:
            yield group
            group = []
