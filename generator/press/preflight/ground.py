"""What a text lies on: between which colours, and its colour at a point."""

from __future__ import annotations

from typing import NamedTuple

from generator.layout.colour import Colour
from generator.layout.geometry import Box
from generator.press.preflight.scene import Mark, Part, Words, parts, tone_of, widest
from generator.press.preflight.tones import CLEAR, PAPER, Tone, contrast, luminance, over

POINTS = 64
"""Of one colour in one text that are looked at; a paragraph is judged no better by more."""


class Seen(NamedTuple):
    """A letter's colour and the one around it, as they come out of all layers."""

    letter: Colour
    ground: Colour


class Bed(NamedTuple):
    """A layer that a text lies on: how solid it is, and its marks under the text, the lowest first."""

    opacity: float
    marks: tuple[Mark, ...]


class Ground(NamedTuple):
    """All that can be seen beneath a text, the outermost layer first."""

    beds: tuple[Bed, ...]
    solid: float
    """How solid the text itself is."""
    lowest: Colour
    highest: Colour
    """The colours between which, channel by channel, all of it lies."""

    effort: int
    """How many marks were and may have to be looked at."""

    @classmethod
    def of(cls, words: Words, box: Box) -> Ground:
        """What lies under a text that takes up ``box`` on the card."""
        found: list[Part] = []
        beds, effort = [], 0
        for layer, count in words.beneath:
            own = parts(layer.marks, count, box)
            found += own
            effort += count + POINTS * len(own)
            beds.append(Bed(layer.opacity, tuple([part.mark for part in reversed(own)])))
        lowest, highest = widest(found) if found else (PAPER, PAPER)
        # Whatever is not covered lets the paper through.
        if not any(part.covers for part in found):
            highest = PAPER
        return cls(tuple(beds), words.frame.opacity, lowest, highest, effort)

    def least_contrast(self, fill: Colour) -> float:
        """What a solid text has at least, wherever it lies; 1 where one has to look at points."""
        if self.solid < 1 or len(self.beds) > 1:
            return 1.0
        # Between its extremes a ground may have the text's own brightness.
        if luminance(self.lowest) <= luminance(fill) <= luminance(self.highest):
            return 1.0
        return min(contrast(fill, self.lowest), contrast(fill, self.highest))

    def at(self, x: float, y: float, fill: Colour) -> Seen:
        """A letter of the colour ``fill`` at a point, and what it lies on."""
        paper = Tone(PAPER, 1.0)
        if self.solid == 1 and len(self.beds) == 1:
            return Seen(fill, over(tone_of(self.beds[0].marks, x, y), paper).colour)
        letter, ground = Tone(fill, self.solid), CLEAR
        for bed in reversed(self.beds):
            below = tone_of(bed.marks, x, y)
            letter = over(letter, below).faded(bed.opacity)
            ground = over(ground, below).faded(bed.opacity)
        return Seen(over(letter, paper).colour, over(ground, paper).colour)
