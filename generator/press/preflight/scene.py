"""A face as it was drawn: every mark in the order of drawing, its colours, and where the letters are."""

from __future__ import annotations

import math
import struct
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Protocol

import uharfbuzz as hb

from generator.catalog.models import Component
from generator.catalog.problems import InputError, Problem
from generator.catalog.units import POINT
from generator.layout.colour import Colour, LinearGradient, Paint, RadialGradient, Stop, Stroke
from generator.layout.elements.base import Element
from generator.layout.faces import Side
from generator.layout.fonts import FontFile
from generator.layout.geometry import Box, Matrix
from generator.layout.text.block import Finish, Span, TextBlock
from generator.press.preflight.geometry import Area, Frame, Point, moved_box
from generator.press.rasterizer import Rasterizer, printed_width

if TYPE_CHECKING:
    from generator.layout.pictures import Picture

BLACK, WHITE = Colour(0.0, 0.0, 0.0), Colour(1.0, 1.0, 1.0)
PAPER = WHITE


class Tone(NamedTuple):
    """A colour and how solid it is, 0 to 1."""

    colour: Colour
    alpha: float

    def faded(self, opacity: float) -> Tone:
        return self if opacity == 1 else Tone(self.colour, self.alpha * opacity)


CLEAR = Tone(PAPER, 0.0)


def over(upper: Tone, lower: Tone) -> Tone:
    """What is seen where one tone lies on another."""
    if upper.alpha >= 1 or not lower.alpha:
        return upper
    if not upper.alpha:
        return lower
    rest = lower.alpha * (1 - upper.alpha)
    alpha = upper.alpha + rest
    share, (r0, g0, b0), (r1, g1, b1) = rest / alpha, upper.colour[:3], lower.colour[:3]
    mixed = Colour(r0 + share * (r1 - r0), g0 + share * (g1 - g0), b0 + share * (b1 - b0))
    return Tone(mixed, alpha)


def tone_at(paint: Paint, box: Box, x: float, y: float) -> Tone:
    """What a paint looks like at a point of a shape with this bounding box."""
    if isinstance(paint, Colour):
        return Tone(paint, paint.alpha)
    along = _along_line if isinstance(paint, LinearGradient) else _along_radius
    colour = _blended(paint.stops, along(paint, box, x, y))  # type: ignore[arg-type]
    return Tone(colour, colour.alpha)


@lru_cache(maxsize=4096)
def extremes(*paints: Paint | None) -> tuple[Colour, Colour]:
    """Two colours between which, channel by channel, a paint lies with the line around it."""
    colours = [colour for paint in paints if paint is not None for colour in colours_of(paint)]
    lowest, highest = (
        Colour.of(map(end, zip(*(colour[:4] for colour in colours), strict=True))) for end in (min, max)
    )
    return lowest, highest


def colours_of(paint: Paint) -> Sequence[Colour]:
    return [paint] if isinstance(paint, Colour) else [stop.colour for stop in paint.stops]


def is_solid(paint: Paint) -> bool:
    """Whether nothing is seen through it."""
    if isinstance(paint, Colour):
        return paint.alpha == 1
    return all(colour.alpha == 1 for colour in colours_of(paint))


def _along_line(gradient: LinearGradient, box: Box, x: float, y: float) -> float:
    angle = math.radians(gradient.angle)
    dx, dy = math.cos(angle), math.sin(angle)
    length = abs(dx) * box.width + abs(dy) * box.height
    from_middle = (x - box.x - box.width / 2) * dx + (y - box.y - box.height / 2) * dy
    return from_middle / length + 0.5 if length else 0.0


def _along_radius(gradient: RadialGradient, box: Box, x: float, y: float) -> float:
    cx, cy = box.x + gradient.cx * box.width, box.y + gradient.cy * box.height
    reach = math.hypot(max(cx - box.x, box.right - cx), max(cy - box.y, box.bottom - cy))
    return math.hypot(x - cx, y - cy) / reach if reach else 0.0


def _blended(stops: tuple[Stop, ...], at: float) -> Colour:
    before = stops[0]
    for stop in stops:
        if at < stop.offset:
            share = (at - before.offset) / (stop.offset - before.offset) if stop is not before else 0.0
            return Colour.of(
                a + share * (b - a) for a, b in zip(before.colour[:4], stop.colour[:4], strict=True)
            )
        before = stop
    return before.colour


@lru_cache(maxsize=4096)
def luminance(colour: Colour) -> float:
    """How bright a colour looks, 0 to 1 (WCAG 2.2, relative luminance)."""
    red, green, blue = (
        channel / 12.92 if channel <= 0.04045 else ((channel + 0.055) / 1.055) ** 2.4
        for channel in colour[:3]
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: Colour, other: Colour) -> float:
    """1 (no contrast) to 21 (black on white)."""
    darker, brighter = sorted((luminance(one), luminance(other)))
    return (brighter + 0.05) / (darker + 0.05)


def hexadecimal(colour: Colour) -> str:
    return "#" + "".join(f"{round(min(max(channel, 0.0), 1.0) * 255):02x}" for channel in colour[:3])


THUMBNAIL_SIDE = 240
"""Pixels of a thumbnail's longer side: on a card, a quarter of a millimetre each."""
MAX_THUMBNAILS = 64
"""Thumbnails that are kept."""


@dataclass(slots=True)
class Thumbnails:
    """Pictures are opened only when a text lies on them, and kept in small."""

    rasterizer: Rasterizer = field(default_factory=Rasterizer)
    known: OrderedDict[str, Any] = field(default_factory=OrderedDict)

    def tone(self, picture: Picture, across: float, down: float) -> Tone:
        """The colour at a share of the width and height."""
        pixels = self._pixels(picture)
        if pixels is None:
            return CLEAR
        x = min(int(across * pixels.width), pixels.width - 1)
        y = min(int(down * pixels.height), pixels.height - 1)
        red, green, blue, alpha = pixels.getpixel((max(x, 0), max(y, 0)))
        return Tone(Colour(red / 255, green / 255, blue / 255), alpha / 255)

    def _pixels(self, picture: Picture) -> Any:
        if picture.digest in self.known:
            self.known.move_to_end(picture.digest)
            return self.known[picture.digest]
        self.known[picture.digest] = pixels = _opened(picture, self.rasterizer)
        if len(self.known) > MAX_THUMBNAILS:
            self.known.popitem(last=False)
        return pixels


def _opened(picture: Picture, rasterizer: Rasterizer) -> Any:
    """A small Pillow image in RGBA.

    None for a file that can't be decoded, which the press reports, and for one that is too large.
    """
    from generator.layout.pixel_formats import MAX_DECODED_PIXELS
    from generator.press.pdf.pictures import open_pixels

    if picture.format != "svg" and picture.width * picture.height > MAX_DECODED_PIXELS:
        return None
    try:
        image = open_pixels(picture, printed_width(THUMBNAIL_SIDE), rasterizer).convert("RGBA")
    except InputError:
        return None
    image.thumbnail((THUMBNAIL_SIDE, THUMBNAIL_SIDE))
    return image


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
    element: Element

    def part(self, box: Box) -> Part | None:
        within = self.area.holds(box.grown(self.reach))
        line = self.stroke.paint if self.stroke is not None and not within else None
        if self.fill is None:
            return None if line is None else Part(self, *extremes(line), covers=False)
        within = within or self.area.holds(box)
        covers = within and self.frame.opacity == 1 and self.frame.holds(box) and is_solid(self.fill)
        return Part(self, *extremes(self.fill, line), covers)

    def tone(self, x: float, y: float) -> Tone:
        if self.area.back is None or not self.frame.shows(x, y):
            return CLEAR
        own = self.area.back.apply(x, y)
        flat, seen = self.area.flat, CLEAR
        if self.stroke is not None and self._is_stroked(self.stroke, *own):
            seen = tone_at(self.stroke.paint, flat.box.grown(self.stroke.width / 2), *own)
        if self.fill is not None and seen.alpha < 1 and flat.inside(*own, even_odd=self.area.even_odd):
            seen = over(seen, tone_at(self.fill, flat.box, *own))
        return seen.faded(self.frame.opacity)

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
class PlacedPicture:
    """A picture in its place."""

    picture: Picture
    area: Area
    """The whole picture's rectangle."""
    frame: Frame
    box: Box
    element: Element
    thumbnails: Thumbnails

    @property
    def attribute(self) -> str:
        """What names the picture."""
        return "<image href>" if self.element.TAG == "image" else "<icon name>"

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


class IconMark(NamedTuple):
    """An icon that stands by itself. ``reach`` is how far its stroke goes beyond its outline, in mm."""

    element: Element
    frame: Frame
    area: Area
    reach: float


class PlacedText(NamedTuple):
    """A text where it stands; ``beneath`` are the layers that it lies on, each with its marks so far."""

    element: Element
    frame: Frame
    block: TextBlock
    beneath: tuple[tuple[Layer, int], ...]
    around: Element | None = None
    """The element that it is part of, if any."""


Seam = tuple[Literal["x", "y"], float]
"""Where two tiles meet: so many mm from the left, or from the top."""


@dataclass(slots=True, eq=False)
class Scene:
    """All that a face shows."""

    component: Component
    side: Side = "front"
    texts: list[PlacedText] = field(default_factory=list)
    icons: list[IconMark] = field(default_factory=list)
    pictures: list[PlacedPicture] = field(default_factory=list)
    marks: Sequence[Mark] = ()
    """All that is drawn but texts, in the order of drawing."""
    seams: Sequence[Seam] = ()
    """Where it is parted: the tiles of a board meet so far from its left, or from its top."""


def warning(element: Element, message: str, hint: str, subject: str | None = None) -> Problem:
    """A finding about an element; which card it is on is added by whoever inspects."""
    return Problem(message, element.place, "warning", None, element.id or None, hint, subject=subject)


BOLD = 700
"""The weight from which a font counts as bold (OpenType's usWeightClass)."""
WEIGHT_AT = 4
"""Where the table OS/2 has the weight."""
OVERHANG = 0.4
"""Accents and swashes reach beyond the lines' box by less than this many sizes."""
SAMPLE = 0.4
"""Points on a line of text are so many sizes apart: about one for each letter."""


@lru_cache(maxsize=256)
def weight(font: FontFile) -> int:
    """100 to 900; 400 where the font does not say."""
    table = font.face.reference_table("OS/2").data
    return int(struct.unpack_from(">H", table, WEIGHT_AT)[0]) if len(table) > WEIGHT_AT + 1 else 400


@lru_cache(maxsize=256)
def x_height(font: FontFile) -> float:
    """Height of an ``x`` in sizes."""
    height = font.font.get_metric_position(hb.OTMetricsTag.X_HEIGHT)
    return float(height) / font.face.upem if height else 0.48


@lru_cache(maxsize=8192)
def _glyph_ink(font: FontFile, index: int) -> tuple[float, float, float, float] | None:
    """Left, top, right and bottom of a glyph's ink in sizes, y down from the baseline."""
    extents = font.font.get_glyph_extents(index)
    if extents is None or not extents.width or not extents.height:
        return None
    upem = font.face.upem
    left, top = extents.x_bearing / upem, -extents.y_bearing / upem
    return left, top, left + extents.width / upem, top - extents.height / upem


def height_scale(matrix: Matrix) -> float:
    """How many times as high letters come out in a frame."""
    along = math.hypot(matrix.a, matrix.b)
    return abs(matrix.a * matrix.d - matrix.b * matrix.c) / along if along else 0.0


def extent(block: TextBlock) -> Box:
    """The box that the lines take, in the text's own coordinates."""
    ink = block.ink
    # A justified line is wider than its words.
    ends = [(span.x, span.x + span.width) for span in block.spans if span.gap]
    if not ends:
        return ink
    left, right = min([ink.x, *(start for start, _ in ends)]), max([ink.right, *(end for _, end in ends)])
    return Box(left, ink.y, right - left, ink.height)


def room(block: TextBlock) -> Box:
    """A box in the text's own coordinates that all its ink lies in, and some air around it."""
    sizes = [span.size for span in block.spans]
    around = outline_reach(block) if block.is_finished else 0.0
    return extent(block).grown(OVERHANG * max([block.size, *sizes]) * POINT + around)


def outline_reach(block: TextBlock) -> float:
    """How far the widest outline goes beyond its letters, in mm."""
    return max([_reach(mark.finish) for mark in block.marks])


def _reach(finish: Finish | None) -> float:
    return finish.edge.width / 2 if finish is not None and finish.edge is not None else 0.0


def ink_boxes(block: TextBlock) -> Iterator[Box]:
    """The ink of each glyph, icon and line with its outline, in the text's own coordinates.

    Shadows are left out: of them a cut takes nothing that is missed.
    """
    for span in block.spans:
        unit, reach = span.size * POINT, _reach(span.finish)
        for glyph, x, y in span.glyphs():
            ink = _glyph_ink(span.font, glyph.glyph_id)
            if ink is not None:
                left, top, right, bottom = ink
                if span.font.is_upright:
                    # What is to the right and down on paper is up and to the right in a line that is turned.
                    left, top, right, bottom = top, -right, bottom, -left
                box = Box(x + left * unit, y + top * unit, (right - left) * unit, (bottom - top) * unit)
                yield box.grown(reach) if reach else box
    for placed in block.icons:
        yield moved_box(placed.icon.ink(), placed.matrix).grown(_reach(placed.finish))
    for rule in block.rules:
        yield rule.box.grown(_reach(rule.finish))


def points_along(span: Span) -> list[Point]:
    """Points in the middle of the small letters, evenly spread, in the text's own coordinates."""
    width = span.width
    count = max(math.ceil(width / (SAMPLE * span.size * POINT)), 1)
    up = 0.0 if span.font.is_upright else x_height(span.font) / 2
    y = span.baseline - up * span.size * POINT
    return [(span.x + (number + 0.5) / count * width, y) for number in range(count)]
