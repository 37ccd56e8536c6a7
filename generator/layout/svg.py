"""Plain SVG art as vector shapes: what is only filled and stroked outlines stays sharp at any size.

Art with more than that (gradients, text, masks, filters, styles by class …) is not read here; the press
draws it into pixels instead.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from xml.etree.ElementTree import Element, fromstring

from generator.catalog.problems import InputError
from generator.layout.canvas import Stroke
from generator.layout.colour import Colour
from generator.layout.geometry import (
    FARTHEST,
    Box,
    Matrix,
    Outline,
    ellipse,
    parse_points,
    parse_transform,
    polyline,
    read_numbers,
    rectangle,
)
from generator.layout.path_data import parse_path

WIDTH = 1000.0
"""Drawings are scaled to this width, whatever units the file uses, so that rounding does no harm."""
SVG = "{http://www.w3.org/2000/svg}"
SILENT = frozenset({"title", "desc", "metadata"})
"""Elements that draw nothing."""
LOOKS = frozenset(
    {
        "fill",
        "fill-rule",
        "stroke",
        "stroke-width",
        "stroke-linecap",
        "stroke-linejoin",
        "stroke-dasharray",
        "stroke-miterlimit",
        "transform",
        "style",
        "display",
    }
)
HARMLESS = frozenset(
    {"id", "class", "version", "viewBox", "width", "height", "baseProfile", "preserveAspectRatio"}
)
RGB = re.compile(r"rgb\(\s*(\d+)\s*,\s*(\d+)\s*,\s*(\d+)\s*\)$")


class _NotPlainError(Exception):
    """The art uses something that is not read here."""


@dataclass(frozen=True, slots=True)
class VectorShape:
    """An outline in a drawing's units, with its paint."""

    outline: Outline
    fill: Colour | None
    stroke: Stroke | None
    even_odd: bool


@dataclass(frozen=True, slots=True)
class Drawing:
    """Plain SVG art: shapes in a box that is :data:`WIDTH` units wide and begins at the origin."""

    box: Box
    shapes: tuple[VectorShape, ...]


@dataclass(frozen=True, slots=True)
class _Look:
    """Presentation attributes as they are inherited."""

    values: Mapping[str, str]
    matrix: Matrix


@lru_cache(maxsize=256)
def read_drawing(path: Path) -> Drawing | None:
    """The shapes of an SVG file; None if it uses more than plain outlines."""
    root = fromstring(path.read_bytes())
    try:
        numbers = read_numbers(root.get("viewBox", ""), "0 0 100 100")
        if len(numbers) != 4:
            raise _NotPlainError
        x, y, width, height = numbers
        scale = WIDTH / width
        fit = Matrix(scale, 0, 0, scale, -x * scale, -y * scale)
        shapes = tuple(_shapes(root, _Look({}, fit)))
    except (_NotPlainError, InputError, ValueError):
        return None
    return Drawing(Box(0, 0, WIDTH, height * scale), shapes)


def _shapes(element: Element, outer: _Look) -> Iterator[VectorShape]:
    look = _look(element, outer)
    if look.values.get("display") == "none":
        return
    for child in element:
        # Comments have no tag, and other namespaces (an editor's notes) draw nothing.
        if not isinstance(child.tag, str) or not child.tag.startswith(SVG):
            continue
        tag = child.tag.removeprefix(SVG)
        if tag == "g":
            yield from _shapes(child, look)
        elif tag == "defs" and not len(child):
            continue
        elif tag not in SILENT:
            yield from _shape(tag, child, look)


def _shape(tag: str, element: Element, outer: _Look) -> Iterator[VectorShape]:
    read = OUTLINES.get(tag)
    if read is None:
        raise _NotPlainError
    look = _look(element, outer)
    if look.values.get("display") != "none":
        outline = read(element).moved(look.matrix)
        if any(not abs(value) <= FARTHEST for _, values in outline.segments for value in values):
            raise _NotPlainError
        even_odd = look.values.get("fill-rule") == "evenodd"
        fill = None if tag == "line" else _colour(look.values.get("fill", "black"))
        yield VectorShape(outline, fill, _stroke(look), even_odd)


def _look(element: Element, outer: _Look) -> _Look:
    own = {name: value.strip() for name, value in element.attrib.items() if not name.startswith("{")}
    own |= _declarations(own.pop("style", ""))
    if own.keys() - LOOKS - HARMLESS - GEOMETRY:
        raise _NotPlainError
    matrix = parse_transform(own.pop("transform", "")).then(outer.matrix)
    inherited = {name: value for name, value in own.items() if name in LOOKS and value != "inherit"}
    return replace(outer, values={**outer.values, **inherited}, matrix=matrix)


def _declarations(style: str) -> dict[str, str]:
    """``fill:red; stroke:none`` as attributes, without what an editor notes for itself (``-inkscape-…``)."""
    pairs = [part.partition(":") for part in style.split(";") if part.strip()]
    return {name.strip(): value.strip() for name, _, value in pairs if not name.strip().startswith("-")}


def _colour(text: str) -> Colour | None:
    if text == "none":
        return None
    match = RGB.match(text)
    if match:
        red, green, blue = (min(int(part), 255) / 255 for part in match.groups())
        return Colour(red, green, blue)
    from PIL import ImageColor

    channels = ImageColor.getrgb("black" if text == "currentColor" else text)
    if len(channels) != 3:
        raise _NotPlainError
    return Colour(channels[0] / 255, channels[1] / 255, channels[2] / 255)


def _stroke(look: _Look) -> Stroke | None:
    colour = _colour(look.values.get("stroke", "none"))
    if colour is None:
        return None
    matrix = look.matrix
    across, down = math.hypot(matrix.a, matrix.b), math.hypot(matrix.c, matrix.d)
    if abs(across - down) > 1e-6 * across:
        raise _NotPlainError
    dashes = look.values.get("stroke-dasharray", "none")
    return Stroke(
        colour,
        _length(look.values.get("stroke-width", "1")) * across,
        () if dashes == "none" else tuple(dash * across for dash in read_numbers(dashes, "2 1")),
        _one_of(look.values.get("stroke-linecap", "butt"), "butt", "round", "square"),
        _one_of(look.values.get("stroke-linejoin", "miter"), "miter", "round", "bevel"),
    )


def _one_of(value: str, *known: str) -> str:
    if value not in known:
        raise _NotPlainError
    return value


def _length(text: str) -> float:
    numbers = read_numbers(text.removesuffix("px"), "10")
    if len(numbers) != 1:
        raise _NotPlainError
    return numbers[0]


def _rect(element: Element) -> Outline:
    box = Box(*(_length(element.get(name, "0")) for name in ("x", "y", "width", "height")))
    rx, ry = element.get("rx"), element.get("ry")
    return rectangle(box, _length(rx or ry or "0"), _length(ry or rx or "0"))


def _circle(element: Element) -> Outline:
    cx, cy, r = (_length(element.get(name, "0")) for name in ("cx", "cy", "r"))
    return ellipse(cx, cy, r, r)


def _ellipse(element: Element) -> Outline:
    return ellipse(*(_length(element.get(name, "0")) for name in ("cx", "cy", "rx", "ry")))


def _line(element: Element) -> Outline:
    x1, y1, x2, y2 = (_length(element.get(name, "0")) for name in ("x1", "y1", "x2", "y2"))
    return polyline(((x1, y1), (x2, y2)), closed=False)


def _polygon(element: Element) -> Outline:
    return polyline(parse_points(element.get("points", "")), closed=True)


def _polyline(element: Element) -> Outline:
    return polyline(parse_points(element.get("points", "")), closed=False)


def _path(element: Element) -> Outline:
    return parse_path(element.get("d", ""))


OUTLINES: Mapping[str, Callable[[Element], Outline]] = {
    "rect": _rect,
    "circle": _circle,
    "ellipse": _ellipse,
    "line": _line,
    "polygon": _polygon,
    "polyline": _polyline,
    "path": _path,
}
GEOMETRY = frozenset({"x", "y", "rx", "ry", "cx", "cy", "r", "x1", "y1", "x2", "y2", "points", "d"})
