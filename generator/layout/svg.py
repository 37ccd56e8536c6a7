"""Plain SVG art as vector shapes: what is only filled and stroked outlines stays sharp at any size.

Art with more than that (gradients, text, masks, filters, styles by class …) is not read here; the press
draws it into pixels instead.
"""

from __future__ import annotations

import math
import re
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
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
from generator.layout.path_data import read_path
from generator.layout.svg_file import NAMESPACE, read_view_box

MAX_BYTES = 5 * 1024 * 1024
"""Of a file that is read here, which takes a second or two; larger ones are drawn into pixels in less."""
MAX_TAGS = 100_000
MAX_DASHES = 32
"""Numbers in a list of dashes: each shape that inherits it writes all of them."""
MIN_PERIOD = 0.01
"""Of dashes and gaps in a drawing's units: smaller ones would be rounded to nothing."""
MAX_DASH_COUNT = 100_000
"""Dashes along all outlines, so that no viewer of the finished file labours."""
MAX_KEPT = 400_000
"""Segments of the drawings that are kept; each takes some 350 bytes."""
WIDTH = 1000.0
"""Drawings are scaled to this width, whatever units the file uses, so that rounding does no harm."""
SVG = f"{{{NAMESPACE}}}"
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


@dataclass(slots=True)
class DrawingReader:
    """Reads drawings, and keeps those asked for last; what is kept is bounded by its segments."""

    kept: OrderedDict[Path, Drawing | None] = field(default_factory=OrderedDict)
    size: int = 0

    def __call__(self, path: Path) -> Drawing | None:
        """The shapes of a sound SVG file; None if it uses more than plain outlines, or very many."""
        if path in self.kept:
            self.kept.move_to_end(path)
            return self.kept[path]
        drawing = self.kept[path] = _drawing(path.read_bytes())
        self.size += _size(drawing)
        while self.size > MAX_KEPT and len(self.kept) > 1:
            self.size -= _size(self.kept.popitem(last=False)[1])
        return drawing

    def cache_clear(self) -> None:
        self.kept.clear()
        self.size = 0


read_drawing = DrawingReader()


def _size(drawing: Drawing | None) -> int:
    return 1 + sum(len(shape.outline.segments) for shape in drawing.shapes) if drawing else 1


def _drawing(data: bytes) -> Drawing | None:
    if len(data) > MAX_BYTES or data.count(b"<") > MAX_TAGS:
        return None
    root = fromstring(data)
    try:
        box = read_view_box(root.get("viewBox", ""), "the picture")
        if box is None:
            return None
        scale = WIDTH / box.width
        fit = Matrix(scale, 0, 0, scale, -box.x * scale, -box.y * scale)
        shapes = tuple(_shapes(root, _Look({}, fit)))
    except (_NotPlainError, InputError, ValueError):
        return None
    if sum(_dash_count(shape) for shape in shapes) > MAX_DASH_COUNT:
        return None
    return Drawing(Box(0, 0, WIDTH, box.height * scale), shapes)


def _dash_count(shape: VectorShape) -> float:
    dashes = () if shape.stroke is None else shape.stroke.dashes
    return shape.outline.length() / sum(dashes) * len(dashes) if dashes else 0


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
        _refuse_far(value for _, values in outline.segments for value in values)
        even_odd = look.values.get("fill-rule") == "evenodd"
        fill = None if tag == "line" else _colour(look.values.get("fill", "black"))
        yield VectorShape(outline, fill, _stroke(look), even_odd)


def _refuse_far(values: Iterable[float]) -> None:
    if any(not abs(value) <= FARTHEST for value in values):
        raise _NotPlainError


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
    width = _length(look.values.get("stroke-width", "1")) * across
    _refuse_far([width])
    return Stroke(
        colour,
        width,
        _dashes(look.values.get("stroke-dasharray", "none"), across),
        _one_of(look.values.get("stroke-linecap", "butt"), "butt", "round", "square"),
        _one_of(look.values.get("stroke-linejoin", "miter"), "miter", "round", "bevel"),
    )


def _dashes(text: str, scale: float) -> tuple[float, ...]:
    """Dashes and gaps in the drawing's units; none where all of them are 0, which is a solid line."""
    if text == "none":
        return ()
    dashes = tuple(dash * scale for dash in read_numbers(text, "2 1"))
    _refuse_far(dashes)
    if len(dashes) > MAX_DASHES or any(dash < 0 for dash in dashes):
        raise _NotPlainError
    if 0 < sum(dashes) < MIN_PERIOD:
        raise _NotPlainError
    return dashes if sum(dashes) else ()


def _one_of(value: str, *known: str) -> str:
    if value not in known:
        raise _NotPlainError
    return value


def _coordinate(text: str) -> float:
    numbers = read_numbers(text.removesuffix("px"), "10")
    if len(numbers) != 1:
        raise _NotPlainError
    return numbers[0]


def _length(text: str) -> float:
    length = _coordinate(text)
    if length < 0:
        raise _NotPlainError
    return length


def _rect(element: Element) -> Outline:
    x, y = (_coordinate(element.get(name, "0")) for name in ("x", "y"))
    width, height = (_length(element.get(name, "0")) for name in ("width", "height"))
    rx, ry = element.get("rx"), element.get("ry")
    return rectangle(Box(x, y, width, height), _length(rx or ry or "0"), _length(ry or rx or "0"))


def _circle(element: Element) -> Outline:
    cx, cy = (_coordinate(element.get(name, "0")) for name in ("cx", "cy"))
    r = _length(element.get("r", "0"))
    return ellipse(cx, cy, r, r)


def _ellipse(element: Element) -> Outline:
    cx, cy = (_coordinate(element.get(name, "0")) for name in ("cx", "cy"))
    return ellipse(cx, cy, *(_length(element.get(name, "0")) for name in ("rx", "ry")))


def _line(element: Element) -> Outline:
    x1, y1, x2, y2 = (_coordinate(element.get(name, "0")) for name in ("x1", "y1", "x2", "y2"))
    return polyline(((x1, y1), (x2, y2)), closed=False)


def _polygon(element: Element) -> Outline:
    return polyline(parse_points(element.get("points", "")), closed=True)


def _polyline(element: Element) -> Outline:
    return polyline(parse_points(element.get("points", "")), closed=False)


def _path(element: Element) -> Outline:
    return read_path(element.get("d", ""))


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
