"""Body text that does not stand out from what it lies on."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from generator.catalog.problems import Place, Problem
from generator.layout.colour import Colour
from generator.layout.elements.base import Element
from generator.layout.geometry import Box
from generator.layout.text.block import Finish, Span
from generator.press.preflight.geometry import UNMOVED, Point, moved_box
from generator.press.preflight.scene import (
    BOLD,
    CLEAR,
    PAPER,
    Mark,
    Part,
    PlacedText,
    Scene,
    Tone,
    contrast,
    extent,
    height_scale,
    hexadecimal,
    luminance,
    over,
    parts,
    points_along,
    tone_at,
    tone_of,
    warning,
    weight,
    widest,
)

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
    def of(cls, words: PlacedText, box: Box) -> Ground:
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

    def min_contrast(self, fill: Colour) -> float:
        """What a solid text has at least, wherever it lies; 1 where one has to look at points."""
        if self.solid < 1 or fill.alpha < 1 or len(self.beds) > 1:
            return 1.0
        # Between its extremes a ground may have the text's own brightness.
        if luminance(self.lowest) <= luminance(fill) <= luminance(self.highest):
            return 1.0
        return min(contrast(fill, self.lowest), contrast(fill, self.highest))

    def at(self, x: float, y: float, fill: Colour) -> Seen:
        """A letter of the colour ``fill`` at a point, and what it lies on."""
        paper = Tone(PAPER, 1.0)
        if self.solid == fill.alpha == 1 and len(self.beds) == 1:
            return Seen(fill, over(tone_of(self.beds[0].marks, x, y), paper).colour)
        letter, ground = Tone(fill, self.solid * fill.alpha), CLEAR
        for bed in reversed(self.beds):
            below = tone_of(bed.marks, x, y)
            letter = over(letter, below).faded(bed.opacity)
            ground = over(ground, below).faded(bed.opacity)
        return Seen(over(letter, paper).colour, over(ground, paper).colour)


MIN_CONTRAST = 4.5
"""What WCAG 2.2 (1.4.3) asks of body text."""
SHARE = 5
"""One in so many points of a text may fall short: a line that crosses it does no harm."""
MAX_MARKS = 5_000_000
"""Marks looked at beneath all texts of a face: a bound on time that only a runaway layout reaches."""
LARGE, LARGE_BOLD = 18.0, 14.0
"""Points from which a text is no body text, in a regular and in a bold font (WCAG 2.2)."""
MIN_EDGE = 0.1
"""Millimetres of an outline or shadow beside the letters from which it makes them stand out."""
SLACK = 1e-6


class Faint(NamedTuple):
    """How a text's letters and their ground look where a fifth of it is no clearer."""

    ratio: float
    seen: Seen


def find(scene: Scene) -> Iterator[Problem]:
    """Texts of too little contrast, each place of the layout once with the faintest of it."""
    worst: dict[tuple[Place, str], tuple[Element, Faint]] = {}
    looked_at = 0
    for words in scene.texts:
        spans = _body(words)
        if not spans:
            continue
        ground = Ground.of(words, moved_box(extent(words.block), words.frame.matrix))
        looked_at += ground.effort
        if looked_at > MAX_MARKS:
            break
        faint = _faintest(words, spans, ground)
        if faint is not None:
            key = (words.element.place, words.element.id)
            if key not in worst or faint.ratio < worst[key][1].ratio:
                worst[key] = (words.element, faint)
    for element, faint in worst.values():
        yield _warn(element, faint)


def _warn(element: Element, faint: Faint) -> Problem:
    letter, ground = faint.seen
    darker = luminance(letter) <= luminance(ground)
    text, back = ("darker", "lighter") if darker else ("lighter", "darker")
    return warning(
        element,
        # Cut off, not rounded: 4.46 is not 4.5.
        f"the text's contrast is {math.floor(faint.ratio * 10 + SLACK) / 10:.1f} : 1 "
        f"({hexadecimal(letter)} on {hexadecimal(ground)}), under {MIN_CONTRAST} : 1",
        f"make the text {text} or its background {back}",
    )


def _faintest(words: PlacedText, spans: Sequence[Span], ground: Ground) -> Faint | None:
    """The faintest colour of a text's body letters; None if all stand out."""
    found = [_faint_fifth(words, ground, alike) for alike in _doubtful(words, spans, ground)]
    return min((faint for faint in found if faint and faint.ratio < MIN_CONTRAST - SLACK), default=None)


def _doubtful(words: PlacedText, spans: Sequence[Span], ground: Ground) -> Iterator[Sequence[Span]]:
    """The letters that may not stand out, each time those that look alike."""
    if words.block.is_finished:
        for look in dict.fromkeys((span.fill, span.finish) for span in spans):
            yield [span for span in spans if (span.fill, span.finish) == look]
        return
    for fill in {span.fill for span in spans}:
        if fill.alpha and ground.min_contrast(fill) < MIN_CONTRAST - SLACK:
            yield [span for span in spans if span.fill == fill]


def _body(words: PlacedText) -> Sequence[Span]:
    """The lines that are neither large nor large and bold."""
    spans = words.block.spans
    matrix = words.frame.matrix
    scale = 1.0 if matrix == UNMOVED else height_scale(matrix)
    # Nearly all text is small, and then there is no need to ask the fonts.
    if not spans or max([span.size for span in spans]) * scale < LARGE_BOLD:
        return spans
    return [
        span
        for span in spans
        if span.size / span.share * scale < (LARGE_BOLD if weight(span.font) >= BOLD else LARGE)
    ]


def _faint_fifth(words: PlacedText, ground: Ground, spans: Sequence[Span]) -> Faint | None:
    """What the faintest fifth of lines in one look reaches at most; None where nothing of them is seen."""
    frame = words.frame
    places = [place for span in spans for place in points_along(span)]
    places = places[:: -(-len(places) // POINTS)]
    points = [frame.matrix.apply(x, y) for x, y in places]
    finish, fill = spans[0].finish, spans[0].fill
    if finish is None:
        found = [
            Faint(contrast(*seen), seen)
            for seen in (ground.at(x, y, fill) for x, y in points if frame.shows(x, y))
        ]
    else:
        neighbours = _neighbours(finish, height_scale(frame.matrix))
        found = [
            _clearest(ground, point, _fill_at(place, finish, fill), neighbours)
            for place, point in zip(places, points, strict=True)
            if frame.shows(*point)
        ]
    if not found:
        return None
    found.sort()
    return found[math.ceil(len(found) / SHARE) - 1]


# Letters with more than a plain colour


class Neighbour(NamedTuple):
    """What lies along the letters, and which share of their surroundings it takes."""

    colour: Colour
    share: float


def _neighbours(finish: Finish, scale: float) -> Sequence[Neighbour]:
    """An outline goes all around the letters, a shadow only along one side."""
    found = [
        Neighbour(shadow.colour, 0.5)
        for shadow in finish.shadows
        if math.hypot(shadow.dx, shadow.dy) * scale >= MIN_EDGE
    ]
    if finish.edge is not None and finish.edge.width / 2 * scale >= MIN_EDGE:
        found.append(Neighbour(finish.edge.colour, 1.0))
    return found


def _fill_at(place: Point, finish: Finish, fill: Colour) -> Colour:
    blend = finish.blend
    if blend is None or blend.area is None:
        return fill
    return tone_at(blend.gradient, blend.area, *place).colour


def _clearest(ground: Ground, point: Point, fill: Colour, neighbours: Sequence[Neighbour]) -> Faint:
    """A letter at a point of the card, beside what it stands out from most: its ground or an edge."""
    seen = ground.at(*point, fill)
    beside = [seen.ground]
    for near in neighbours:
        mixed = over(Tone(ground.at(*point, near.colour).letter, near.share), Tone(seen.ground, 1.0))
        beside.append(mixed.colour)
    return max(Faint(contrast(seen.letter, around), Seen(seen.letter, around)) for around in beside)
