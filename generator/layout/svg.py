"""Plain SVG art as vector shapes: what is only filled and stroked outlines stays sharp at any size.

Art with more than that (gradients, text, masks, filters …) is not read here; the press draws it into pixels
instead.
"""

from __future__ import annotations

import math
import re
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, NamedTuple
from xml.etree.ElementTree import Element, fromstring

from generator.catalog.problems import InputError
from generator.layout.colour import Colour, Stroke
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
from generator.layout.svg_file import (
    DRAWN,
    NAMESPACE,
    NOTHING,
    REFERRING,
    StyleSheet,
    declarations,
    read_style_sheet,
    read_view_box,
    word_set,
)

if TYPE_CHECKING:
    from generator.layout.pictures import Picture

MAX_BYTES = 5 * 1024 * 1024
"""Of a file that is read here, which takes a second or two; larger ones are drawn into pixels in less."""
MAX_TAGS = 100_000
MAX_MATCHES = 2_000_000
"""Rules of a style sheet that are compared with elements."""
MAX_USES, MAX_USED = 10, 100_000
"""How deep a ``<use>`` of a ``<use>`` goes, and how many segments all of them draw."""
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
SLACK = 1e-3
UNREADABLE = "numbers or colours that can't be read"
XLINK = "{http://www.w3.org/1999/xlink}href"
BLACK = Colour(0.0, 0.0, 0.0)
SILENT = word_set("defs style symbol clipPath mask marker pattern filter linearGradient radialGradient")
"""Elements that draw nothing where they stand, among those that are drawn."""
LOOKS = word_set(
    "color display fill fill-opacity fill-rule paint-order stroke stroke-dasharray stroke-linecap "
    "stroke-linejoin stroke-miterlimit stroke-opacity stroke-width"
)
"""What is handed down to the elements inside."""
HARMLESS = word_set(
    "id class version viewBox baseProfile preserveAspectRatio role focusable tabindex lang href clip-rule "
    "overflow cursor pointer-events direction writing-mode white-space line-height letter-spacing "
    "word-spacing color-interpolation color-interpolation-filters color-rendering shape-rendering "
    "image-rendering enable-background stop-color stop-opacity flood-color flood-opacity solid-color "
    "solid-opacity block-progression baseline-shift dominant-baseline"
)
"""What has no say in how plain shapes look."""
HARMLESS_BEGINNINGS = ("aria-", "data-", "font", "text-", "on")
DEFAULTS: Mapping[str, frozenset[str]] = {
    "visibility": frozenset({"visible", "inherit"}),
    "mix-blend-mode": frozenset({"normal"}),
    "isolation": frozenset({"auto", "isolate"}),
    "vector-effect": frozenset({"none"}),
    "stroke-dashoffset": frozenset({"0", "0px", "none"}),
}
"""What changes nothing with these values, and can't be read here with others. What refers to elements
changes nothing either where it names none: that is left out of account, as browsers do."""
HEX = re.compile(r"#(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6})$")
RGB = re.compile(r"rgb\(\s*(\d+)\s*,\s*(\d+)\s*,\s*(\d+)\s*\)$")
URL = re.compile(r"url\(\s*['\"]?#([^'\")]+)['\"]?\s*\)$")


class _NotPlainError(Exception):
    """The art uses something that is not read here, which the text names."""


class VectorShape(NamedTuple):
    """An outline in a drawing's units, with its paint."""

    outline: Outline
    fill: Colour | None
    stroke: Stroke | None
    even_odd: bool
    opacity: float = 1.0


class Drawing(NamedTuple):
    """Plain SVG art: shapes in a box that is :data:`WIDTH` units wide and begins at the origin."""

    box: Box
    shapes: tuple[VectorShape, ...]

    @property
    def is_black(self) -> bool:
        """Whether it has no colour of its own."""
        return all(
            shape.fill in (None, BLACK) and (shape.stroke is None or shape.stroke.paint == BLACK)
            for shape in self.shapes
        )


class _Look(NamedTuple):
    """Presentation attributes as they are inherited; ``opacity`` is the element's own."""

    values: Mapping[str, str]
    matrix: Matrix
    opacity: float = 1.0


@dataclass(slots=True)
class DrawingReader:
    """Reads drawings, and keeps those asked for last; what is kept is bounded by its segments."""

    kept: OrderedDict[str, Drawing | str] = field(default_factory=OrderedDict)
    size: int = 0

    def __call__(self, picture: Picture) -> Drawing | None:
        """The shapes of a sound SVG; None if it uses more than plain outlines, or very many."""
        found = self._read(picture)
        return None if isinstance(found, str) else found

    def beyond(self, picture: Picture) -> str:
        """What a sound SVG uses that is more than plain outlines; empty if nothing."""
        found = self._read(picture)
        return found if isinstance(found, str) else ""

    def _read(self, picture: Picture) -> Drawing | str:
        digest = picture.digest
        if digest in self.kept:
            self.kept.move_to_end(digest)
            return self.kept[digest]
        drawing = self.kept[digest] = _drawing(picture.svg())
        self.size += _size(drawing)
        while self.size > MAX_KEPT and len(self.kept) > 1:
            self.size -= _size(self.kept.popitem(last=False)[1])
        return drawing

    def cache_clear(self) -> None:
        self.kept.clear()
        self.size = 0


read_drawing = DrawingReader()


def _size(drawing: Drawing | str) -> int:
    if isinstance(drawing, str):
        return 1
    return 1 + sum(len(shape.outline.segments) for shape in drawing.shapes)


def _drawing(data: bytes) -> Drawing | str:
    """The drawing, or what in it is more than that."""
    tags = data.count(b"<")
    if len(data) > MAX_BYTES or tags > MAX_TAGS:
        return "very many elements"
    root = fromstring(data)
    try:
        box = _view_box(root)
        scale = WIDTH / box.width
        fit = Matrix(scale, 0, 0, scale, -box.x * scale, -box.y * scale)
        frame = Box(0, 0, WIDTH, box.height * scale)
        art = _Art.of(root, frame, tags)
        shapes = tuple(art.group(root, _Look({}, fit)))
    except _NotPlainError as error:
        return str(error)
    except (InputError, ValueError):
        return UNREADABLE
    if sum(_dash_count(shape) for shape in shapes) > MAX_DASH_COUNT:
        return "very many dashes"
    return Drawing(frame, shapes)


def _view_box(root: Element) -> Box:
    box = read_view_box(root.get("viewBox", ""), "the picture")
    if box is not None:
        return box
    width, height = _values(root, "width height", _length)
    if not width or not height:
        raise _NotPlainError("no `viewBox`")
    return Box(0, 0, width, height)


def _dash_count(shape: VectorShape) -> float:
    dashes = () if shape.stroke is None else shape.stroke.dashes
    return shape.outline.length() / sum(dashes) * len(dashes) if dashes else 0


@dataclass(slots=True)
class _Art:
    """One file while it is read."""

    root: Element
    namespace: str
    """What its tags begin with; empty in a file that names none."""
    frame: Box
    sheet: StyleSheet
    named: dict[str, Element] | None = None
    uses: int = 0
    """How many ``<use>`` the elements are inside of."""
    used: int = 0

    @classmethod
    def of(cls, root: Element, frame: Box, tags: int) -> _Art:
        namespace = f"{{{NAMESPACE}}}" if root.tag.startswith("{") else ""
        sheet = StyleSheet()
        texts = ["".join(style.itertext()) for style in root.iter(f"{namespace}style")]
        if texts:
            sheet = read_style_sheet("\n".join(texts))
            if sheet.at_rules or sheet.selectors or len(sheet.rules) * tags > MAX_MATCHES:
                raise _NotPlainError("<style>")
        return cls(root, namespace, frame, sheet)

    def tag(self, element: Element) -> str:
        """Empty for comments, which have none, and for other namespaces: an editor's notes draw nothing."""
        tag = element.tag
        if not isinstance(tag, str) or not tag.startswith(self.namespace):
            return ""
        tag = tag[len(self.namespace) :]
        return "" if tag.startswith("{") else tag

    def group(self, element: Element, outer: _Look) -> list[VectorShape]:
        """The shapes of an element with others inside."""
        look = self._look(element, outer)
        if look.values.get("display") == "none":
            return []
        return _faded([shape for child in element for shape in self._shapes(child, look)], look.opacity)

    def _shapes(self, element: Element, outer: _Look) -> list[VectorShape]:
        tag = self.tag(element)
        if tag in ("g", "a"):
            return self.group(element, outer)
        if tag == "use":
            return self._used(element, outer)
        if tag in OUTLINES:
            return self._shape(tag, element, outer)
        if tag in DRAWN and tag not in SILENT:
            raise _NotPlainError(f"<{tag}>")
        return []

    def _shape(self, tag: str, element: Element, outer: _Look) -> list[VectorShape]:
        look = self._look(element, outer)
        if look.values.get("display") == "none":
            return []
        outline = OUTLINES[tag](element)
        box = outline.box()
        if tag in ("rect", "circle", "ellipse") and not (box.width and box.height):
            return []
        outline = outline.moved(look.matrix)
        _refuse_far(value for _, values in outline.segments for value in values)
        if self.uses:
            self.used += 1 + len(outline.segments)
            if self.used > MAX_USED:
                raise _NotPlainError("<use>")
        return _faded(_painted(outline, look, is_filled=tag != "line"), look.opacity)

    def _used(self, element: Element, outer: _Look) -> list[VectorShape]:
        look = self._look(element, outer)
        target = self._named((element.get("href") or element.get(XLINK) or "").removeprefix("#"))
        if target is None or look.values.get("display") == "none":
            return []
        x, y = _values(element, "x y", _coordinate)
        inner = _Look(look.values, Matrix(e=x, f=y).then(look.matrix))
        self.uses += 1
        self.used += 1
        is_plain = self.tag(target) != "symbol" or "viewBox" not in target.attrib
        if self.uses > MAX_USES or self.used > MAX_USED or not is_plain:
            raise _NotPlainError("<use>")
        read = self.group if self.tag(target) == "symbol" else self._shapes
        found = read(target, inner)
        self.uses -= 1
        return _faded(found, look.opacity)

    def _named(self, name: str) -> Element | None:
        if self.named is None:
            self.named = {part.attrib["id"]: part for part in self.root.iter() if "id" in part.attrib}
        return self.named.get(name)

    def _look(self, element: Element, outer: _Look) -> _Look:
        own = {
            name: value.strip()
            for name, value in element.attrib.items()
            if name[0] != "{" and value not in NOTHING
        }
        if self.sheet.rules:
            own |= self.sheet.of(self.tag(element), own.get("class", ""), own.get("id", ""))
        style = own.pop("style", "")
        if style:
            own |= declarations(style)
        transform = own.pop("transform", "")
        matrix = parse_transform(transform).then(outer.matrix) if transform else outer.matrix
        opacity = _share(own.pop("opacity", "1"))
        values = {**outer.values}
        for name, value in own.items():
            if name in LOOKS:
                if value != "inherit":
                    values[name] = value
            elif not self._is_harmless(name, value, matrix):
                raise _NotPlainError(f"`{name}`")
        return _Look(values, matrix, opacity)

    def _is_harmless(self, name: str, value: str, matrix: Matrix) -> bool:
        if name in HARMLESS or name in GEOMETRY or name.startswith(HARMLESS_BEGINNINGS):
            return True
        if value in DEFAULTS.get(name, ()) or (name in REFERRING and "(" not in value):
            return True
        return name == "clip-path" and self._clips_nothing(value, matrix)

    def _clips_nothing(self, value: str, matrix: Matrix) -> bool:
        """Whether a clip is one rectangle around the whole frame, as some editors export every drawing."""
        match = URL.match(value)
        clip = None if match is None else self._named(match[1])
        if clip is None or self.tag(clip) != "clipPath" or len(clip) != 1 or matrix.b or matrix.c:
            return False
        (shape,) = clip
        has_more = {"transform", "style", "clip-path", "clipPathUnits"} & {*clip.attrib, *shape.attrib}
        if self.tag(shape) != "rect" or shape.get("rx") or shape.get("ry") or has_more:
            return False
        left, top, width, height = _rect(shape).moved(matrix).box().grown(SLACK)
        frame = self.frame
        return left <= 0 and top <= 0 and left + width >= frame.width and top + height >= frame.height


def _faded(shapes: list[VectorShape], opacity: float) -> list[VectorShape]:
    """Shapes that are made translucent as one."""
    if opacity == 1:
        return shapes
    if not opacity:
        return []
    if len(shapes) > 1 or any(shape.fill is not None and shape.stroke is not None for shape in shapes):
        raise _NotPlainError("`opacity`")
    return [shape._replace(opacity=shape.opacity * opacity) for shape in shapes]


def _painted(outline: Outline, look: _Look, *, is_filled: bool) -> list[VectorShape]:
    """The outline with its fill and its stroke; what has neither draws nothing."""
    values = look.values
    even_odd = values.get("fill-rule") == "evenodd"
    fill = _colour(values.get("fill", "black"), values) if is_filled else None
    stroke = _colour(values.get("stroke", "none"), values)
    pen = None if stroke is None else _pen(stroke.colour, look)
    inside = 0.0 if fill is None else fill.alpha * _share(values.get("fill-opacity", "1"))
    around = 0.0 if stroke is None else stroke.alpha * _share(values.get("stroke-opacity", "1"))
    ink = fill.colour if fill is not None and inside else None
    line = pen if around else None
    order = values.get("paint-order", "normal")
    is_below = "stroke" in order and ("fill" not in order or order.index("stroke") < order.index("fill"))
    if ink is None or line is None or (inside == around == 1 and not is_below):
        alpha = inside if ink is not None else around
        return [VectorShape(outline, ink, line, even_odd, alpha)] if ink or line else []
    parts = [
        VectorShape(outline, ink, None, even_odd, inside),
        VectorShape(outline, None, line, even_odd, around),
    ]
    return parts[::-1] if is_below else parts


def _refuse_far(values: Iterable[float]) -> None:
    if any(not abs(value) <= FARTHEST for value in values):
        raise _NotPlainError("numbers beyond a million")


class _Tone(NamedTuple):
    colour: Colour
    alpha: float


def _colour(text: str, values: Mapping[str, str]) -> _Tone | None:
    if text.lower() == "currentcolor":
        text = values.get("color", "black")
    if text in ("none", "transparent"):
        return None
    if text in ("black", "currentColor"):
        return _Tone(BLACK, 1.0)
    match = RGB.match(text)
    if match:
        red, green, blue = (min(int(part), 255) / 255 for part in match.groups())
        return _Tone(Colour(red, green, blue), 1.0)
    if HEX.match(text):
        digits = text[1:] if len(text) == 7 else "".join(digit * 2 for digit in text[1:])
        return _Tone(Colour.of(int(digits[i : i + 2], 16) / 255 for i in (0, 2, 4)), 1.0)
    if text.startswith("url("):
        raise _NotPlainError("a gradient or pattern")
    from PIL import ImageColor

    red, green, blue, *alpha = ImageColor.getrgb(text)
    return _Tone(Colour(red / 255, green / 255, blue / 255), alpha[0] / 255 if alpha else 1.0)


def _share(text: str) -> float:
    number = float(text.removesuffix("%")) / (100 if text.endswith("%") else 1)
    if math.isnan(number):
        raise _NotPlainError("`opacity`")
    return min(max(number, 0.0), 1.0)


def _pen(colour: Colour, look: _Look) -> Stroke | None:
    matrix = look.matrix
    across, down = math.hypot(matrix.a, matrix.b), math.hypot(matrix.c, matrix.d)
    skew = abs(matrix.a * matrix.c + matrix.b * matrix.d)
    if abs(across - down) > 1e-6 * across or skew > 1e-6 * across * across:
        raise _NotPlainError("a line that is stretched")
    width = _length(look.values.get("stroke-width", "1")) * across
    _refuse_far([width])
    if not width:
        return None
    limit = _length(look.values.get("stroke-miterlimit", "4"))
    return Stroke(
        colour,
        width,
        _dashes(look.values.get("stroke-dasharray", "none"), across),
        _one_of(look.values.get("stroke-linecap", "butt"), "butt", "round", "square"),
        _one_of(look.values.get("stroke-linejoin", "miter"), "miter", "round", "bevel"),
        max(limit, 1.0),
    )


def _dashes(text: str, scale: float) -> tuple[float, ...]:
    """Dashes and gaps in the drawing's units; none where all of them are 0, which is a solid line."""
    if text == "none":
        return ()
    dashes = tuple(dash * scale for dash in read_numbers(text, "2 1"))
    _refuse_far(dashes)
    if len(dashes) > MAX_DASHES or any(dash < 0 for dash in dashes) or 0 < sum(dashes) < MIN_PERIOD:
        raise _NotPlainError("`stroke-dasharray`")
    return dashes if sum(dashes) else ()


def _one_of(value: str, *known: str) -> str:
    if value not in known:
        raise _NotPlainError("a line that ends or bends otherwise")
    return value


def _coordinate(text: str) -> float:
    numbers = read_numbers(text.removesuffix("px"), "10")
    if len(numbers) != 1:
        raise _NotPlainError("a length with a unit, or below 0")
    return numbers[0]


def _length(text: str) -> float:
    length = _coordinate(text)
    if length < 0:
        raise _NotPlainError("a length with a unit, or below 0")
    return length


def _values(element: Element, names: str, read: Callable[[str], float]) -> list[float]:
    return [read(element.get(name, "0")) for name in names.split()]


def _rect(element: Element) -> Outline:
    x, y = _values(element, "x y", _coordinate)
    width, height = _values(element, "width height", _length)
    rx, ry = element.get("rx"), element.get("ry")
    return rectangle(Box(x, y, width, height), _length(rx or ry or "0"), _length(ry or rx or "0"))


def _circle(element: Element) -> Outline:
    cx, cy = _values(element, "cx cy", _coordinate)
    (r,) = _values(element, "r", _length)
    return ellipse(cx, cy, r, r)


def _ellipse(element: Element) -> Outline:
    return ellipse(*_values(element, "cx cy", _coordinate), *_values(element, "rx ry", _length))


def _line(element: Element) -> Outline:
    x1, y1, x2, y2 = _values(element, "x1 y1 x2 y2", _coordinate)
    return polyline(((x1, y1), (x2, y2)), closed=False)


def _corners(element: Element, *, closed: bool) -> Outline:
    return polyline(parse_points(element.get("points", "")), closed=closed)


def _path(element: Element) -> Outline:
    return read_path(element.get("d", ""))


OUTLINES: Mapping[str, Callable[[Element], Outline]] = {
    "rect": _rect,
    "circle": _circle,
    "ellipse": _ellipse,
    "line": _line,
    "polygon": partial(_corners, closed=True),
    "polyline": partial(_corners, closed=False),
    "path": _path,
}
GEOMETRY = word_set("x y width height rx ry cx cy r x1 y1 x2 y2 points d")
