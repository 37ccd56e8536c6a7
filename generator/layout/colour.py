"""Colours and gradients as written in layouts and themes, and lines of a colour."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

from generator.catalog.problems import CONSEQUENCE, InputError
from generator.catalog.suggest import did_you_mean
from generator.catalog.wording import quote

HEX = re.compile(r"#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$")
NUMBER = re.compile(r"[-+]?\d{1,6}(\.\d{1,9})?$")
GRADIENT = re.compile(r"(linear|radial)\((.*)\)$", re.DOTALL)
BASIC_COLOURS: Mapping[str, str] = {"black": "#000000", "white": "#ffffff"}


class Colour(NamedTuple):
    """An RGB colour; each channel 0 to 1."""

    red: float
    green: float
    blue: float


class Stop(NamedTuple):
    """A colour at an offset (0 to 1) along a gradient."""

    offset: float
    colour: Colour


class LinearGradient(NamedTuple):
    """Colours along a line through the shape's bounding box.

    ``angle`` in degrees, clockwise from "left to right": 0 runs to the right, 90 runs down.
    """

    angle: float
    stops: tuple[Stop, ...]


class RadialGradient(NamedTuple):
    """Colours from a centre (fractions of the bounding box) out to its farthest corner."""

    cx: float
    cy: float
    stops: tuple[Stop, ...]


Paint = Colour | LinearGradient | RadialGradient


class Stroke(NamedTuple):
    """A line's look; lengths in mm."""

    paint: Colour
    width: float
    dashes: tuple[float, ...] = ()
    cap: str = "butt"
    join: str = "miter"
    miter_limit: float | None = None
    """How far a sharp corner may reach, in widths of the line; None: as far as viewers let it."""

    def scaled(self, by: float) -> Stroke:
        return self._replace(width=self.width * by, dashes=tuple(dash * by for dash in self.dashes))


Palette = Mapping[str, Colour | None]
"""Colours by name; None for one that is wrong in the theme, which was told."""
UNREAD = "*"
"""Stands, with None, for all names of a palette that could not be read."""


def parse_colour(text: str, palette: Palette) -> Colour:
    """``#rgb``, ``#rrggbb``, ``black``, ``white`` or a name of the theme's palette.

    Raises :class:`InputError` for anything else.
    """
    text = text.strip()
    known = palette.get(text)
    if known is not None:
        return known
    if text in palette:
        raise InputError(f"the colour {quote(text)} is wrong in the theme", code=CONSEQUENCE)
    match = HEX.match(BASIC_COLOURS.get(text, text))
    if match is None and UNREAD in palette:
        raise InputError("the palette could not be read", code=CONSEQUENCE)
    if match is None:
        raise InputError(
            f"no colour {quote(text)}",
            hint=_as_hex(text)
            or did_you_mean(text, [name for name in (*palette, *BASIC_COLOURS) if name != UNREAD])
            or "write #rrggbb or a name of the palette",
        )
    digits = match[1]
    if len(digits) == 3:
        digits = "".join(digit * 2 for digit in digits)
    red, green, blue = (int(digits[i : i + 2], 16) / 255 for i in (0, 2, 4))
    return Colour(red, green, blue)


_LONGEST_COLOUR = 60
"""Letters of a colour as CSS writes it."""


def _as_hex(text: str) -> str | None:
    """The hint for a colour as CSS has it, by its name or as ``rgb(…)``, ``hsl(…)`` or with opacity."""
    if text.casefold() == "transparent":
        return "write `none`"
    if len(text) > _LONGEST_COLOUR:
        return None
    # Pillow knows CSS's names; only a wrong colour pays for the import.
    from PIL.ImageColor import getrgb

    try:
        red, green, blue, *alpha = getrgb(text)
    except ValueError:
        return None
    return f"write #{red:02x}{green:02x}{blue:02x}" + (", and `opacity` beside it" if alpha else "")


def parse_paint(text: str, palette: Palette) -> Paint | None:
    """A colour, ``none``, ``linear(ANGLE, COLOUR [AT%], …)`` or ``radial([X% Y%,] COLOUR [AT%], …)``."""
    text = text.strip()
    if text == "none":
        return None
    match = GRADIENT.match(text)
    if match is None:
        return parse_colour(text, palette)
    parts = [part.strip() for part in match[2].split(",")]
    if match[1] == "linear":
        angle = _number(parts[0].removesuffix("deg"), text)
        return LinearGradient(angle, _stops(parts[1:], palette, text))
    centre = re.match(r"(-?\d+(?:\.\d+)?)%\s+(-?\d+(?:\.\d+)?)%$", parts[0])
    if centre is None:
        return RadialGradient(0.5, 0.5, _stops(parts, palette, text))
    return RadialGradient(float(centre[1]) / 100, float(centre[2]) / 100, _stops(parts[1:], palette, text))


def _number(text: str, whole: str) -> float:
    if not NUMBER.match(text):
        raise InputError(f"expected a number, got {quote(text)} in {quote(whole)}")
    return float(text)


def _stops(parts: list[str], palette: Palette, whole: str) -> tuple[Stop, ...]:
    if len(parts) < 2:
        raise InputError(f"a gradient needs two colours or more, got {quote(whole)}")
    stops: list[Stop] = []
    for index, part in enumerate(parts):
        name, _, offset = part.partition(" ")
        at = index / (len(parts) - 1)
        if offset:
            at = _number(offset.strip().removesuffix("%"), whole) / 100
        if not 0 <= at <= 1 or (stops and at < stops[-1].offset):
            raise InputError(
                f"a gradient's places rise from 0% to 100%, got {quote(offset.strip())} in {quote(whole)}"
            )
        stops.append(Stop(at, parse_colour(name, palette)))
    return tuple(stops)
