"""Colours as they are seen: gradients at a point, one colour over another, contrast."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import NamedTuple

from generator.layout.colour import Colour, LinearGradient, Paint, RadialGradient, Stop
from generator.layout.geometry import Box

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
    share, (r0, g0, b0), (r1, g1, b1) = rest / alpha, upper.colour, lower.colour
    mixed = Colour(r0 + share * (r1 - r0), g0 + share * (g1 - g0), b0 + share * (b1 - b0))
    return Tone(mixed, alpha)


def paint_at(paint: Paint, box: Box, x: float, y: float) -> Colour:
    """The colour of a paint at a point of a shape with this bounding box."""
    if isinstance(paint, Colour):
        return paint
    along = _along_line if isinstance(paint, LinearGradient) else _along_radius
    return _blended(paint.stops, along(paint, box, x, y))  # type: ignore[arg-type]


@lru_cache(maxsize=4096)
def extremes(paint: Paint, line: Colour | None) -> tuple[Colour, Colour]:
    """Two colours between which, channel by channel, a paint lies with the line around it."""
    colours = [paint] if isinstance(paint, Colour) else [stop.colour for stop in paint.stops]
    if line is not None:
        colours.append(line)
    lowest, highest = (Colour(*map(end, zip(*colours, strict=True))) for end in (min, max))
    return lowest, highest


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
            return Colour(*(a + share * (b - a) for a, b in zip(before.colour, stop.colour, strict=True)))
        before = stop
    return before.colour


@lru_cache(maxsize=4096)
def luminance(colour: Colour) -> float:
    """How bright a colour looks, 0 to 1 (WCAG 2.2, relative luminance)."""
    red, green, blue = (
        channel / 12.92 if channel <= 0.04045 else ((channel + 0.055) / 1.055) ** 2.4 for channel in colour
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: Colour, other: Colour) -> float:
    """1 (no contrast) to 21 (black on white)."""
    darker, brighter = sorted((luminance(one), luminance(other)))
    return (brighter + 0.05) / (darker + 0.05)


def hexadecimal(colour: Colour) -> str:
    return "#" + "".join(f"{round(min(max(channel, 0.0), 1.0) * 255):02x}" for channel in colour)
