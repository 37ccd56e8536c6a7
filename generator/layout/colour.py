"""Colours and gradients as written in layouts and themes, and lines of a colour."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import NamedTuple

from generator.catalog.problems import CONSEQUENCE, InputError
from generator.catalog.suggest import did_you_mean
from generator.catalog.wording import quote

HEX = re.compile(r"#([0-9a-fA-F]{3,4}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})$")
NUMBER = re.compile(r"[-+]?\d{1,6}(\.\d{1,9})?$")
GRADIENT = re.compile(r"(linear|radial)\((.*)\)$", re.DOTALL)
FUNCTION = r"(rgb|hsl)a?\(([^()]*)\)$"
CMYK = re.compile(r"cmyk\(([^()]*)\)$", re.IGNORECASE)
_CSS_COLOURS = """
aliceblue f0f8ff antiquewhite faebd7 aqua 00ffff aquamarine 7fffd4 azure f0ffff beige f5f5dc bisque ffe4c4
black 000000 blanchedalmond ffebcd blue 0000ff blueviolet 8a2be2 brown a52a2a burlywood deb887 cadetblue
5f9ea0 chartreuse 7fff00 chocolate d2691e coral ff7f50 cornflowerblue 6495ed cornsilk fff8dc crimson
dc143c cyan 00ffff darkblue 00008b darkcyan 008b8b darkgoldenrod b8860b darkgray a9a9a9 darkgreen 006400
darkgrey a9a9a9 darkkhaki bdb76b darkmagenta 8b008b darkolivegreen 556b2f darkorange ff8c00 darkorchid
9932cc darkred 8b0000 darksalmon e9967a darkseagreen 8fbc8f darkslateblue 483d8b darkslategray 2f4f4f
darkslategrey 2f4f4f darkturquoise 00ced1 darkviolet 9400d3 deeppink ff1493 deepskyblue 00bfff dimgray
696969 dimgrey 696969 dodgerblue 1e90ff firebrick b22222 floralwhite fffaf0 forestgreen 228b22 fuchsia
ff00ff gainsboro dcdcdc ghostwhite f8f8ff gold ffd700 goldenrod daa520 gray 808080 green 008000
greenyellow adff2f grey 808080 honeydew f0fff0 hotpink ff69b4 indianred cd5c5c indigo 4b0082 ivory fffff0
khaki f0e68c lavender e6e6fa lavenderblush fff0f5 lawngreen 7cfc00 lemonchiffon fffacd lightblue add8e6
lightcoral f08080 lightcyan e0ffff lightgoldenrodyellow fafad2 lightgray d3d3d3 lightgreen 90ee90
lightgrey d3d3d3 lightpink ffb6c1 lightsalmon ffa07a lightseagreen 20b2aa lightskyblue 87cefa
lightslategray 778899 lightslategrey 778899 lightsteelblue b0c4de lightyellow ffffe0 lime 00ff00 limegreen
32cd32 linen faf0e6 magenta ff00ff maroon 800000 mediumaquamarine 66cdaa mediumblue 0000cd mediumorchid
ba55d3 mediumpurple 9370db mediumseagreen 3cb371 mediumslateblue 7b68ee mediumspringgreen 00fa9a
mediumturquoise 48d1cc mediumvioletred c71585 midnightblue 191970 mintcream f5fffa mistyrose ffe4e1
moccasin ffe4b5 navajowhite ffdead navy 000080 oldlace fdf5e6 olive 808000 olivedrab 6b8e23 orange ffa500
orangered ff4500 orchid da70d6 palegoldenrod eee8aa palegreen 98fb98 paleturquoise afeeee palevioletred
db7093 papayawhip ffefd5 peachpuff ffdab9 peru cd853f pink ffc0cb plum dda0dd powderblue b0e0e6 purple
800080 rebeccapurple 663399 red ff0000 rosybrown bc8f8f royalblue 4169e1 saddlebrown 8b4513 salmon fa8072
sandybrown f4a460 seagreen 2e8b57 seashell fff5ee sienna a0522d silver c0c0c0 skyblue 87ceeb slateblue
6a5acd slategray 708090 slategrey 708090 snow fffafa springgreen 00ff7f steelblue 4682b4 tan d2b48c teal
008080 thistle d8bfd8 tomato ff6347 turquoise 40e0d0 violet ee82ee wheat f5deb3 white ffffff whitesmoke
f5f5f5 yellow ffff00 yellowgreen 9acd32
"""
"""The names of CSS Color Module Level 4, each followed by its red, green and blue."""


@cache
def css_colours() -> Mapping[str, str]:
    """The colours that have a name in CSS, as ``#rrggbb``; and nothing at all, ``transparent``."""
    words = iter(_CSS_COLOURS.split())
    return {name: f"#{digits}" for name, digits in zip(words, words, strict=True)} | {"transparent": "#0000"}


class Cmyk(NamedTuple):
    """How much ink of each kind covers the paper, 0 to 1."""

    cyan: float
    magenta: float
    yellow: float
    black: float

    @property
    def total(self) -> float:
        """All inks together, 0 to 4."""
        return sum(self)

    def __str__(self) -> str:
        return f"cmyk({' '.join(f'{100 * ink:.4g}' for ink in self)})"


class Colour(NamedTuple):
    """An RGB colour; each channel 0 to 1. ``alpha``: how solid it is, 0 to 1."""

    red: float
    green: float
    blue: float
    alpha: float = 1.0
    cmyk: tuple[float, ...] = ()
    """The four inks that a print house is to use for it; none: they follow from red, green and blue."""

    @staticmethod
    def of(channels: Iterable[float]) -> Colour:
        """The colour of three channels, or of four with alpha."""
        red, green, blue, *alpha = channels
        return Colour(red, green, blue, alpha[0] if alpha else 1.0)


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

    paint: Paint
    width: float
    dashes: tuple[float, ...] = ()
    cap: str = "butt"
    join: str = "miter"
    miter_limit: float | None = None
    """How far a sharp corner may reach, in widths of the line; None: as far as viewers let it."""

    def scaled(self, by: float) -> Stroke:
        return self._replace(width=self.width * by, dashes=tuple(dash * by for dash in self.dashes))


Palette = Mapping[str, Colour | None]
"""Colours by name; None for one that is wrong in the theme, which is reported."""
UNREAD = "*"
"""Stands, with None, for all names of a palette that could not be read."""


def parse_colour(text: str, palette: Palette) -> Colour:
    """A name of the palette, ``#rgb[a]``, ``#rrggbb[aa]``, ``rgb(…)``, ``hsl(…)``, ``cmyk(…)`` or one of CSS.

    Raises :class:`InputError` for anything else.
    """
    text = text.strip()
    known = palette.get(text)
    if known is not None:
        return known
    if text in palette:
        raise InputError(f"the colour {quote(text)} is wrong in the theme", code=CONSEQUENCE)
    match = HEX.match(text if text.startswith("#") else css_colours().get(text.casefold(), text))
    if match is None:
        function = re.match(FUNCTION, text, re.IGNORECASE)
        if function is not None:
            return _of_function(function[1].lower(), function[2], text)
        inks = CMYK.match(text)
        if inks is not None:
            return _of_inks(inks[1], text)
        raise _unknown(text, palette)
    return _of_digits(match[1])


def _of_digits(digits: str) -> Colour:
    if len(digits) < 6:
        digits = "".join(digit * 2 for digit in digits)
    digits = digits if len(digits) == 8 else f"{digits}ff"
    red, green, blue, alpha = (int(digits[i : i + 2], 16) / 255 for i in (0, 2, 4, 6))
    return Colour(red, green, blue, alpha)


def _unknown(text: str, palette: Palette) -> InputError:
    if UNREAD in palette:
        return InputError("the palette could not be read", code=CONSEQUENCE)
    names = [name for name in palette if name != UNREAD]
    return InputError(
        f"no colour {quote(text)}",
        hint=_bare_digits(text)
        or did_you_mean(text, names)
        or did_you_mean(text, css_colours())
        or "write #rrggbb or a colour of CSS, or add this name to the theme's palette",
    )


def _bare_digits(text: str) -> str | None:
    return f"write `#{text}`" if re.fullmatch(r"(?=.*[0-9])[0-9a-fA-F]{6}", text) else None


_ARGUMENT = r"([-+]?(?:\d{1,9}(?:\.\d{0,9})?|\.\d{1,9}))(%|deg)?$"
_LONGEST_FUNCTION = 100
"""Letters inside the brackets of a colour; with more it is none."""


def _arguments(inside: str, between: str) -> list[tuple[float, str]]:
    """The numbers inside the brackets of a colour, with their units; none if any is wrong."""
    if not inside or len(inside) > _LONGEST_FUNCTION:
        return []
    matches = [re.match(_ARGUMENT, part) for part in re.split(between, inside.strip())]
    return [(float(match[1]), match[2] or "") for match in matches if match] if all(matches) else []


def _of_function(name: str, inside: str, whole: str) -> Colour:
    """``rgb(…)`` and ``hsl(…)``, with a fourth value or ``/ …`` for alpha; commas or spaces between."""
    example = {"rgb": "rgb(90, 120, 60) or rgb(90 120 60 / 50%)", "hsl": "hsl(100, 30%, 40%)"}[name]
    wrong = InputError(f"expected a colour such as {example}, got {quote(whole)}")
    found = _arguments(inside, r"\s*[,/]\s*|\s+")
    if len(found) not in (3, 4):
        raise wrong
    if name == "rgb":
        red, green, blue = (_share(value, unit, 255, whole) for value, unit in found[:3])
    else:
        (turn, unit), (saturation, second), (lightness, third) = found[:3]
        if unit == "%":
            raise wrong
        red, green, blue = _of_hsl(
            turn, _share(saturation, second, 100, whole), _share(lightness, third, 100, whole)
        )
    alpha = _share(*found[3], 1, whole) if len(found) == 4 else 1.0
    return Colour(red, green, blue, alpha)


def _share(value: float, unit: str, most: float, whole: str) -> float:
    """Which share of the most a value is, 0 to 1."""
    top = 100 if unit == "%" else most
    if unit == "deg" or not 0 <= value <= top:
        raise InputError(f"expected a number from 0 to {top:g}, got {value:g}{unit} in {quote(whole)}")
    return value / top


def _of_inks(inside: str, whole: str) -> Colour:
    """``cmyk(C M Y K)`` in percent; after a ``/`` its alpha, or the RGB colour that screens show for it."""
    example = "cmyk(0 25 80 10), cmyk(0 25 80 10 / 50%) or cmyk(0 25 80 10 / #cc9900)"
    wrong = InputError(f"expected a colour such as {example}, got {quote(whole)}")
    inks, slash, end = (part.strip() for part in inside.partition("/"))
    found = _arguments(inks, r"\s*,\s*|\s+")
    if len(found) != 4 or bool(slash) != bool(end):
        raise wrong
    cmyk = Cmyk(*(_share(*ink, 100, whole) for ink in found))
    shown = HEX.match(end)
    if shown is not None:
        return _of_digits(shown[1])._replace(cmyk=cmyk)
    alpha = _arguments(end, r"\s+")
    if end and len(alpha) != 1:
        raise wrong
    return Colour(*seen(cmyk), _share(*alpha[0], 1, whole) if alpha else 1.0, cmyk)


def seen(cmyk: Cmyk) -> tuple[float, float, float]:
    """The red, green and blue that a screen shows for inks: each takes its share of what black leaves."""
    red, green, blue = ((1 - ink) * (1 - cmyk.black) for ink in cmyk[:3])
    return red, green, blue


def inks_of(colour: Colour) -> Cmyk:
    """The inks that were given for a colour; of others as much black as there is grey in them.

    ``K = 1 - max(R, G, B)``, and each of the others takes its share of what black leaves, as in
    ``C = 1 - R / (1 - K)``. No colour can be had with less ink, and every grey is black alone.
    """
    if colour.cmyk:
        return Cmyk(*colour.cmyk)
    most = max(colour[:3])
    if most <= 0:
        return Cmyk(0.0, 0.0, 0.0, 1.0)
    cyan, magenta, yellow = (1 - channel / most for channel in colour[:3])
    return Cmyk(cyan, magenta, yellow, 1 - most)


def _of_hsl(turn: float, saturation: float, lightness: float) -> tuple[float, float, float]:
    from colorsys import hls_to_rgb

    red, green, blue = hls_to_rgb(turn / 360 % 1, lightness, saturation)
    return red, green, blue


def parse_paint(text: str, palette: Palette) -> Paint | None:
    """A colour, ``none``, ``linear(ANGLE, COLOUR [AT%], …)`` or ``radial([X% Y%,] COLOUR [AT%], …)``."""
    text = text.strip()
    if text == "none":
        return None
    match = GRADIENT.match(text)
    if match is None:
        colour = parse_colour(text, palette)
        return colour if colour.alpha else None
    parts = list(_parts(match[2]))
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


def _parts(inside: str) -> Iterator[str]:
    """What stands between commas, those within brackets left alone."""
    start = depth = 0
    for match in re.finditer(r"[,()]", inside):
        if match[0] == ",":
            if depth <= 0:
                yield inside[start : match.start()].strip()
                start = match.end()
        else:
            depth += 1 if match[0] == "(" else -1
    yield inside[start:].strip()


_STOP = r"([^()\s]+(?:\([^()]*\))?)(?:\s+(.+))?$"


def _stops(parts: list[str], palette: Palette, whole: str) -> tuple[Stop, ...]:
    if len(parts) < 2:
        raise InputError(f"a gradient needs two colours or more, got {quote(whole)}")
    stops: list[Stop] = []
    for index, part in enumerate(parts):
        match = re.match(_STOP, part, re.DOTALL)
        name, offset = (match[1], match[2]) if match else (part, None)
        at = index / (len(parts) - 1)
        if offset:
            at = _number(offset.strip().removesuffix("%"), whole) / 100
        if not 0 <= at <= 1 or (stops and at < stops[-1].offset):
            raise InputError(
                f"a gradient's places rise from 0% to 100%, got {quote(offset or part)} in {quote(whole)}"
            )
        stops.append(Stop(at, parse_colour(name, palette)))
    return tuple(_without_fringes(stops))


def _without_fringes(stops: Sequence[Stop]) -> Iterator[Stop]:
    """Where nothing is seen, the colour is that of the neighbours: white fades to nothing, not to grey."""
    for index, stop in enumerate(stops):
        if stop.colour.alpha:
            yield stop
            continue
        near = [stops[at].colour for at in (index - 1, index + 1) if 0 <= at < len(stops)]
        for colour in dict.fromkeys(colour._replace(alpha=0.0) for colour in near):
            yield Stop(stop.offset, colour)
