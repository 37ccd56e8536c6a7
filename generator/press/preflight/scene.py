"""A face as it was drawn: every mark on the card, in the order of drawing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol

from generator.catalog.models import Component
from generator.catalog.problems import Problem
from generator.layout.canvas import Stroke
from generator.layout.colour import Colour, Paint
from generator.layout.elements.base import Element
from generator.layout.faces import Side
from generator.layout.geometry import Box
from generator.layout.pictures import Picture
from generator.layout.text.block import TextBlock
from generator.press.preflight.frame import Area, Frame
from generator.press.preflight.thumbnails import Thumbnails
from generator.press.preflight.tones import BLACK, CLEAR, WHITE, Tone, extremes, over, paint_at

NO_BOX = Box(0, 0, 0, 0)


class Part(NamedTuple):
    """What a box on the card gets of a mark: all its colours lie, channel by channel, between two."""

    mark: Mark
    lowest: Colour
    highest: Colour
    covers: bool
    """Whether nothing beneath it is seen anywhere in the box."""


class Mark(Protocol):
    """Something that lies on the card, as what is drawn on top of it sees it."""

    box: Box
    """Around all of it that is seen."""

    def part(self, box: Box) -> Part | None:
        """What a box gets of it; None if nothing for certain."""

    def tone(self, x: float, y: float) -> Tone:
        """What it adds at a point."""


@dataclass(slots=True, eq=False)
class Shape:
    """A filled or stroked outline. ``reach`` is how far its stroke goes beyond the outline, in mm."""

    area: Area
    fill: Paint | None
    stroke: Stroke | None
    reach: float
    frame: Frame
    box: Box

    def part(self, box: Box) -> Part | None:
        within = self.area.holds(box.grown(self.reach))
        line = self.stroke.paint if self.stroke is not None and not within else None
        if self.fill is None:
            return None if line is None else Part(self, line, line, covers=False)
        within = within or self.area.holds(box)
        covers = within and self.frame.opacity == 1 and self.frame.holds(box)
        return Part(self, *extremes(self.fill, line), covers)

    def tone(self, x: float, y: float) -> Tone:
        if self.area.back is None or not self.frame.shows(x, y):
            return CLEAR
        own = self.area.back.apply(x, y)
        if self.stroke is not None and self._is_stroked(self.stroke, *own):
            return Tone(self.stroke.paint, self.frame.opacity)
        flat = self.area.flat
        if self.fill is not None and flat.inside(*own, even_odd=self.area.even_odd):
            return Tone(paint_at(self.fill, flat.box, *own), self.frame.opacity)
        return CLEAR

    def _is_stroked(self, stroke: Stroke, x: float, y: float) -> bool:
        along = self.area.flat.near(x, y, stroke.width / 2)
        if along is None or not sum(stroke.dashes):
            return along is not None
        # An odd list of dashes is run through twice: what was a gap is then a dash.
        dashes = stroke.dashes if len(stroke.dashes) % 2 == 0 else stroke.dashes * 2
        cap = 0.0 if stroke.cap == "butt" else stroke.width / 2
        rest = along % sum(dashes)
        for dash, gap in zip(dashes[::2], dashes[1::2], strict=True):
            if rest <= dash + cap:
                return True
            rest -= dash + gap
            if rest < 0:
                # In the gap, where the next dash's cap may reach back to.
                return rest >= -cap
        return False


@dataclass(slots=True, eq=False)
class Print:
    """A picture in its place."""

    picture: Picture
    area: Area
    """The whole picture's rectangle."""
    frame: Frame
    box: Box
    element: Element
    thumbnails: Thumbnails

    def part(self, box: Box) -> Part | None:
        solid = self.picture.format == "jpeg" and self.frame.opacity == 1
        return Part(self, BLACK, WHITE, solid and self.area.holds(box) and self.frame.holds(box))

    def tone(self, x: float, y: float) -> Tone:
        if not self.area.has(x, y) or self.area.back is None or not self.frame.shows(x, y):
            return CLEAR
        own_x, own_y = self.area.back.apply(x, y)
        whole = self.area.flat.box
        across, down = (own_x - whole.x) / whole.width, (own_y - whole.y) / whole.height
        return self.thumbnails.tone(self.picture, across, down).faded(self.frame.opacity)


@dataclass(slots=True, eq=False)
class Layer:
    """Marks that are composed by themselves and then laid on what is beneath, ``opacity`` solid."""

    opacity: float = 1.0
    marks: list[Mark] = field(default_factory=list)
    box: Box = NO_BOX

    def enclose(self) -> None:
        """Measures the box around all marks, when there are no more to come."""
        boxes = [mark.box for mark in self.marks]
        left, top = min(box.x for box in boxes), min(box.y for box in boxes)
        right, bottom = max(box.right for box in boxes), max(box.bottom for box in boxes)
        self.box = Box(left, top, right - left, bottom - top)

    def part(self, box: Box) -> Part | None:
        found = parts(self.marks, len(self.marks), box)
        if not found:
            return None
        return Part(self, *widest(found), covers=False)

    def tone(self, x: float, y: float) -> Tone:
        return tone_of(self.marks, x, y).faded(self.opacity)


def parts(marks: Sequence[Mark], count: int, box: Box) -> list[Part]:
    """What a box gets of the first ``count`` marks, the topmost first, down to one that covers it."""
    left, top, right, bottom = box.x, box.y, box.x + box.width, box.y + box.height
    found = []
    for index in range(count - 1, -1, -1):
        mark = marks[index]
        x, y, width, height = mark.box
        if x < right and y < bottom and x + width > left and y + height > top:
            part = mark.part(box)
            if part is not None:
                found.append(part)
                if part.covers:
                    break
    return found


def widest(found: Sequence[Part]) -> tuple[Colour, Colour]:
    """Two colours between which all of these lie, however they are mixed."""
    if len(found) == 1:
        return found[0].lowest, found[0].highest
    lowest = Colour(*map(min, zip(*[part.lowest for part in found], strict=True)))
    highest = Colour(*map(max, zip(*[part.highest for part in found], strict=True)))
    return lowest, highest


def tone_of(marks: Sequence[Mark], x: float, y: float) -> Tone:
    """What marks look like together at a point, without what they lie on."""
    seen = CLEAR
    for mark in reversed(marks):
        box = mark.box
        if box.x <= x <= box.right and box.y <= y <= box.bottom:
            seen = over(seen, mark.tone(x, y))
            if seen.alpha >= 0.999:
                break
    return seen


class Sign(NamedTuple):
    """An icon that stands by itself. ``reach`` is how far its stroke goes beyond its outline, in mm."""

    element: Element
    frame: Frame
    area: Area
    reach: float


class Words(NamedTuple):
    """A text where it stands; ``beneath`` are the layers that it lies on, each with its marks so far."""

    element: Element
    frame: Frame
    block: TextBlock
    beneath: tuple[tuple[Layer, int], ...]


@dataclass(slots=True, eq=False)
class Scene:
    """All that a face shows."""

    component: Component
    side: Side = "front"
    texts: list[Words] = field(default_factory=list)
    signs: list[Sign] = field(default_factory=list)
    prints: list[Print] = field(default_factory=list)


def warning(element: Element, message: str, hint: str) -> Problem:
    """A finding about an element; which card it is on is added by whoever inspects."""
    return Problem(message, element.place, "warning", None, element.id or None, hint)
