"""Text as lines that can flow from column to column."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from generator.catalog.problems import InputError, Place, Problems
from generator.layout.builder import Builder
from generator.layout.faces import FaceRenderer
from generator.layout.geometry import Box
from generator.layout.text.block import TextBlock
from generator.layout.text.fit import TextBox, broken, fit, wrap
from generator.layout.text.words import Style, Word, WordMaker
from generator.press.preflight.inspector import Preflight
from generator.press.rulebook.database import Database
from generator.press.rulebook.inline import Content, content_of
from generator.press.rulebook.look import LEADING, POINT, Look
from generator.press.rulebook.manuscript import Manuscript
from generator.press.rulebook.pages import Area
from generator.press.rulebook.pieces import Piece, Words

if TYPE_CHECKING:
    from markdown_it import MarkdownIt

NO_WIDTH = 1.0
"""The narrowest measure in mm; what is narrower breaks every letter."""


@dataclass(slots=True)
class Setter:
    """Sets text; what it needs to know of the book and the game."""

    renderer: FaceRenderer
    preflight: Preflight
    database: Database
    manuscript: Manuscript
    markdown: MarkdownIt
    look: Look
    words: WordMaker
    builder: Builder
    area: Area
    problems: Problems
    digests: list[str] = field(default_factory=list)
    """Of the faces that are drawn in place."""
    frames: int = 0
    """Boxes so far."""

    def row(self, content: Content, style: Style, size: float, place: Place) -> list[Word]:
        """Content as words; letters that no font has are told."""
        try:
            row = self.words.words(content, style, size)
        except InputError as error:
            self.problems.extend([error.at(place)])
            return []
        # Icons are a little larger than letters; lines keep their distance all the same.
        return [word._replace(scale=1.0) for word in row]

    def content(self, text: str, place: Place) -> Content:
        """A line of Markdown from inside a block."""
        tokens = self.markdown.parseInline(text)[0].children or []
        try:
            return content_of(tokens)
        except InputError as error:
            self.problems.extend([error.at(place)])
            return []

    def lines(
        self,
        row: Sequence[Word],
        size: float,
        width: float,
        place: Place,
        *,
        align: str = "left",
        x: float = 0.0,
        leading: float = LEADING,
    ) -> list[Piece]:
        """Each line a piece of the height of its leading."""
        high = leading * size * POINT
        top = (high - size * POINT) / 2
        blocks = self.blocks(row, size, width, place, align=align)
        return [Piece(high, (Words(x, top, block),), place=place) for block in blocks]

    def blocks(
        self, row: Sequence[Word], size: float, width: float, place: Place, *, align: str = "left"
    ) -> list[TextBlock]:
        """The lines of a row of words, each by itself; a word wider than a line is cut."""
        measure = max(width, NO_WIDTH) / (size * POINT)
        found: list[TextBlock] = []
        for line in wrap(list(broken(row, measure, self.words)), measure):
            words = [
                word._replace(breaks=0) if not number else word for number, word in enumerate(line.words)
            ]
            if not words:
                found.append(TextBlock((), (), size, Box(0, 0, 0, 0)))
                continue
            box = TextBox(0, 0, max(width, NO_WIDTH), None, size, size, None, align, "top", False)
            font = words[0].atoms[0].style.family.file(bold=False, italic=False)
            fitted = fit(words, box, font.cap_height, self.words)
            self._tell_missing(fitted.missing, place)
            found.append(fitted.block)
        return found

    def natural_width(self, row: Sequence[Word], size: float) -> float:
        """How wide the words are in lines that only break where they must."""
        return max([line.width for line in wrap(row, None)], default=0.0) * size * POINT

    def _tell_missing(self, missing: str, place: Place) -> None:
        if missing:
            told = ", ".join(f"{letter!r} (U+{ord(letter):04X})" for letter in missing[:5])
            self.problems.warning(
                f"no font has {told}; a box is printed instead",
                place,
                hint="give the theme a font that has it",
            )
