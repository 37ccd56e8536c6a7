"""Colours as they are seen without one kind of cones, or without colour; and how far apart colours are.

What a dichromat sees is computed on linear red, green and blue. For protans and deutans: Viénot, Brettel and
Mollon, "Digital video colourmaps for checking the legibility of displays by dichromats", Color Research and
Application 24 (1999). For tritans one plane does not do, and there are two: Brettel, Viénot and Mollon,
"Computerized simulation of color appearance for dichromats", Journal of the Optical Society of America A 14
(1997). Differences are CIEDE2000: Sharma, Wu and Dalal, "The CIEDE2000 color-difference formula", Color
Research and Application 30 (2005).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from numpy import ndarray

    Pixels = ndarray[Any, Any]
    """Any number of colours; the last axis is red, green and blue, or L*, a* and b*."""

Matrix3 = tuple[tuple[float, float, float], tuple[float, float, float], tuple[float, float, float]]
LUMINANCE = (0.2126, 0.7152, 0.0722)


class Sight(NamedTuple):
    """A kind of sight. ``beyond`` is for the colours on the far side of the plane ``normal``."""

    name: str
    title: str
    matrix: Matrix3
    beyond: Matrix3 | None = None
    normal: tuple[float, float, float] | None = None


PROTAN = Sight(
    "protan",
    "Protan: no red cones",
    ((0.11238, 0.88762, 0.0), (0.11238, 0.88762, 0.0), (0.00401, -0.00401, 1.0)),
)
DEUTAN = Sight(
    "deutan",
    "Deutan: no green cones",
    ((0.29275, 0.70725, 0.0), (0.29275, 0.70725, 0.0), (-0.02234, 0.02234, 1.0)),
)
TRITAN = Sight(
    "tritan",
    "Tritan: no blue cones",
    ((1.01277, 0.13548, -0.14826), (-0.01243, 0.86812, 0.14431), (0.07589, 0.80500, 0.11911)),
    ((0.93678, 0.18979, -0.12657), (0.06154, 0.81526, 0.12320), (-0.37562, 1.12767, 0.24796)),
    (0.03901, -0.02788, -0.01113),
)
GREY = Sight("grey", "Greyscale", (LUMINANCE, LUMINANCE, LUMINANCE))
SIGHTS: Mapping[str, Sight] = {sight.name: sight for sight in (PROTAN, DEUTAN, TRITAN, GREY)}


def seen(colours: Pixels, sight: Sight) -> Pixels:
    """Colours (0 to 255) as this sight has them."""
    import numpy

    linear = _linear(colours)
    other = linear @ numpy.array(sight.matrix).T
    if sight.beyond is not None and sight.normal is not None:
        beyond = linear @ numpy.array(sight.normal) < 0
        other[beyond] = linear[beyond] @ numpy.array(sight.beyond).T
    other = numpy.clip(other, 0, 1)
    again = numpy.where(other <= 0.0031308, other * 12.92, 1.055 * other ** (1 / 2.4) - 0.055)
    rounded: Pixels = (again * 255).round().astype(numpy.uint8)
    return rounded


def lab(colours: Pixels) -> Pixels:
    """Colours (0 to 255, sRGB) as L*, a* and b* under D65."""
    import numpy

    to_xyz = (
        (0.4124564, 0.3575761, 0.1804375),
        (0.2126729, 0.7151522, 0.0721750),
        (0.0193339, 0.1191920, 0.9503041),
    )
    matrix = numpy.array(to_xyz)
    # A grey has no a* and b*: the white is what the matrix makes of it.
    xyz = _linear(colours) @ (matrix / matrix.sum(axis=1, keepdims=True)).T
    root = numpy.where(xyz > (6 / 29) ** 3, numpy.cbrt(xyz), xyz / (3 * (6 / 29) ** 2) + 4 / 29)
    x, y, z = root[..., 0], root[..., 1], root[..., 2]
    return numpy.stack([116 * y - 16, 500 * (x - y), 200 * (y - z)], axis=-1)


def difference(one: Pixels, other: Pixels) -> Pixels:
    """CIEDE2000 between colours in L*a*b*; below 1 nobody sees it, 10 is seen at a glance."""
    import numpy

    l1, a1, b1 = (one[..., axis] for axis in range(3))
    l2, a2, b2 = (other[..., axis] for axis in range(3))
    chroma = (numpy.hypot(a1, b1) + numpy.hypot(a2, b2)) / 2
    stretch = 1 + 0.5 * (1 - _toward_blue(chroma))
    a1, a2 = a1 * stretch, a2 * stretch
    c1, c2 = numpy.hypot(a1, b1), numpy.hypot(a2, b2)
    h1, h2 = (numpy.degrees(numpy.arctan2(b, a)) % 360 for a, b in ((a1, b1), (a2, b2)))
    is_grey = c1 * c2 == 0
    turn = numpy.where(is_grey, 0, (h2 - h1 + 180) % 360 - 180)
    # Opposite hues: the formula goes up.
    turn = numpy.where((turn == -180) & (h2 > h1), 180, turn)
    hue_step = 2 * numpy.sqrt(c1 * c2) * numpy.sin(numpy.radians(turn / 2))
    hue = numpy.where(
        is_grey, h1 + h2, numpy.where(numpy.abs(h1 - h2) <= 180, (h1 + h2) / 2, ((h1 + h2 + 360) / 2) % 360)
    )
    light, chroma = (l1 + l2) / 2, (c1 + c2) / 2
    weight = (
        1
        - 0.17 * _cos(hue - 30)
        + 0.24 * _cos(2 * hue)
        + 0.32 * _cos(3 * hue + 6)
        - 0.20 * _cos(4 * hue - 63)
    )
    s_l = 1 + 0.015 * (light - 50) ** 2 / numpy.sqrt(20 + (light - 50) ** 2)
    s_c, s_h = 1 + 0.045 * chroma, 1 + 0.015 * chroma * weight
    rotation = (
        -2 * _toward_blue(chroma) * numpy.sin(numpy.radians(60 * numpy.exp(-(((hue - 275) / 25) ** 2))))
    )
    step_l, step_c, step_h = (l2 - l1) / s_l, (c2 - c1) / s_c, hue_step / s_h
    squared = step_l**2 + step_c**2 + step_h**2 + rotation * step_c * step_h
    found: Pixels = numpy.sqrt(numpy.maximum(0, squared))
    return found


def _toward_blue(chroma: Pixels) -> Pixels:
    import numpy

    return numpy.sqrt(chroma**7 / (chroma**7 + 25.0**7))


def _cos(degrees: Pixels) -> Pixels:
    import numpy

    return numpy.cos(numpy.radians(degrees))


def _linear(colours: Pixels) -> Pixels:
    import numpy

    parts = numpy.asarray(colours, dtype=float) / 255
    return numpy.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)
