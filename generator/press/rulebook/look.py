"""How a rulebook looks: fonts, colours and sizes, from the game's theme."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from generator.layout.colour import Colour
from generator.layout.fonts import Family
from generator.layout.text.words import Style
from generator.layout.theme import Theme
from generator.press.preflight.tones import contrast

POINT = 25.4 / 72
WHITE = Colour(1, 1, 1)
NEARLY_BLACK = Colour(0.12, 0.11, 0.1)
LEAST_CONTRAST = 3.0
"""Of headings on the page, and of the numerals on their discs: large type."""
LEADING = 1.3
NOTE = 0.86
"""Size of captions and footers in sizes of the body text."""


@dataclass(frozen=True, slots=True)
class Look:
    """Colours, fonts and the body's size in points."""

    ink: Colour
    accent: Colour
    paper: Colour
    tint: Colour
    """The ground of boxes and of every second row."""
    rule: Colour
    quiet: Colour
    """Captions and page numbers."""
    title: Family
    heading: Family
    body: Family
    size: float
    low_ink: bool

    def text(self, *, bold: bool = False, italic: bool = False, fill: Colour | None = None) -> Style:
        return Style(self.body, bold, italic, 1.0, fill or self.ink, 0.0)

    def headline(self, family: Family, fill: Colour) -> Style:
        return Style(family, False, False, 1.0, fill, 0.0)

    @property
    def em(self) -> float:
        """The body's size in mm."""
        return self.size * POINT

    @property
    def line(self) -> float:
        """The distance of the body's lines in mm."""
        return LEADING * self.em

    @property
    def palette(self) -> Mapping[str, Colour]:
        """The names that diagrams use for the rulebook's colours."""
        return {
            "rulebook-ink": self.ink,
            "rulebook-accent": self.accent,
            "rulebook-paper": self.paper,
            "rulebook-tint": self.tint,
        }


def look_of(theme: Theme, size: float, *, low_ink: bool) -> Look:
    """The look of the game whose theme this is; what the theme does not name is chosen to go with it."""
    colours = theme.palette
    paper = WHITE if low_ink else colours.get("rulebook-paper", WHITE)
    ink = colours.get("rulebook-ink") or _readable(colours.get("ink"), paper, 7.0) or NEARLY_BLACK
    accent = colours.get("rulebook-accent") or _readable(colours.get("accent"), paper, LEAST_CONTRAST) or ink
    fonts = theme.fonts.roles
    return Look(
        ink,
        accent,
        paper,
        WHITE if low_ink else colours.get("rulebook-tint") or mixed(paper, accent, 0.1),
        mixed(paper, accent, 0.45),
        mixed(ink, paper, 0.22),
        fonts.get("rulebook-title", fonts["title"]),
        fonts.get("rulebook-heading", fonts["title"]),
        fonts["body"],
        size,
        low_ink,
    )


def mixed(one: Colour, other: Colour, share: float) -> Colour:
    """``one`` with so much of ``other`` in it."""
    return Colour(*(a + share * (b - a) for a, b in zip(one, other, strict=True)))


def _readable(colour: Colour | None, paper: Colour, least: float) -> Colour | None:
    return colour if colour is not None and contrast(colour, paper) >= least else None
