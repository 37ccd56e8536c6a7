"""Measures a finished PDF: follows its content streams and tells where ink falls on the page.

It knows nothing of how the press works. Points are in mm from the page's top left corner, y down, worked
out from the operators alone (``q Q cm``, paths, clips, forms, images), so that a wrong matrix anywhere
between the page and the drawing shows.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import pairwise
from pathlib import Path
from typing import Any, Literal

import pikepdf

POINT = 25.4 / 72
"""A point in mm."""
PAINTING = {
    "f": "fill",
    "F": "fill",
    "f*": "fill",
    "S": "stroke",
    "s": "stroke",
    "B": "both",
    "B*": "both",
    "b": "both",
    "b*": "both",
    "n": "none",
}
EVERYWHERE = (-1e9, -1e9, 1e9, 1e9)

Point = tuple[float, float]
Edges = tuple[float, float, float, float]
"""Left, top, right, bottom."""
Matrix = tuple[float, float, float, float, float, float]


def times(inner: Matrix, outer: Matrix) -> Matrix:
    """What ``inner cm`` makes of the matrix ``outer`` (ISO 32000-1, 8.3.4)."""
    a, b, c, d, e, f = inner
    p, q, r, s, t, u = outer
    return (a * p + b * r, a * q + b * s, c * p + d * r, c * q + d * s, e * p + f * r + t, e * q + f * s + u)


def moved(point: Point, matrix: Matrix) -> Point:
    a, b, c, d, e, f = matrix
    x, y = point
    return a * x + c * y + e, b * x + d * y + f


@dataclass(frozen=True, slots=True)
class Ink:
    """Something painted. ``corners`` are its points in the order of drawing; ``width`` is a line's, in mm."""

    kind: Literal["fill", "stroke", "image", "text"]
    colour: tuple[float, ...]
    corners: tuple[Point, ...]
    clip: Edges
    width: float
    dashed: bool
    forms: tuple[str, ...]
    """The forms it is drawn in, from the page inwards."""
    name: str = ""
    """An image's name in the resources."""
    parts: tuple[Edges, ...] = ()
    """The boxes of the clip's parts, as the page itself draws it; none if it is a single one."""

    @property
    def box(self) -> Edges:
        return edges(self.corners)

    @property
    def seen(self) -> Edges:
        """What the clip leaves of the box."""
        left, top, right, bottom = self.box
        return (
            max(left, self.clip[0]),
            max(top, self.clip[1]),
            min(right, self.clip[2]),
            min(bottom, self.clip[3]),
        )

    @property
    def seen_parts(self) -> list[Edges]:
        """What each part of the clip leaves of the box."""
        if not self.parts:
            return [self.seen]
        boxes = [_common(self.seen, part) for part in self.parts]
        return [box for box in boxes if box[0] < box[2] and box[1] < box[3]]


def edges(points: Sequence[Point]) -> Edges:
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return min(xs), min(ys), max(xs), max(ys)


@dataclass(frozen=True, slots=True)
class _State:
    matrix: Matrix
    clip: Edges = EVERYWHERE
    fill: tuple[float, ...] = (0.0, 0.0, 0.0)
    stroke: tuple[float, ...] = (0.0, 0.0, 0.0)
    width: float = 1.0
    dashed: bool = False
    parts: tuple[Edges, ...] = ()


@dataclass(slots=True)
class _Reader:
    """Runs one content stream after another; forms are followed."""

    height: float
    found: list[Ink] = field(default_factory=list)

    def run(self, stream: Any, resources: Any, state: _State, forms: tuple[str, ...]) -> None:
        stack: list[_State] = []
        path: list[Point] = []
        begun: list[int] = []
        clipping = False
        for operands, operator in pikepdf.parse_content_stream(stream):
            name = str(operator)
            if name == "q":
                stack.append(state)
            elif name == "Q":
                state = stack.pop()
            elif name == "cm":
                state = replace(state, matrix=times(_numbers(operands), state.matrix))
            elif name in ("m", "l", "c"):
                values = _numbers(operands)
                if name == "m":
                    begun.append(len(path))
                path += [self._on_page(pair, state) for pair in zip(values[::2], values[1::2], strict=True)]
            elif name == "re":
                x, y, width, height = _numbers(operands)
                corners = ((x, y), (x + width, y), (x + width, y + height), (x, y + height))
                begun.append(len(path))
                path += [self._on_page(corner, state) for corner in corners]
            elif name in ("W", "W*"):
                clipping = True
            elif name in PAINTING:
                self._paint(PAINTING[name], path, state, forms)
                if clipping and path:
                    state = replace(state, clip=_common(state.clip, edges(path)))
                    if not forms and len(begun) > 1:
                        parts = (path[a:b] for a, b in pairwise((*begun, len(path))))
                        state = replace(state, parts=tuple(edges(part) for part in parts))
                path, begun, clipping = [], [], False
            elif name in ("g", "rg", "k"):
                state = replace(state, fill=_rgb(operands))
            elif name in ("G", "RG", "K"):
                state = replace(state, stroke=_rgb(operands))
            elif name == "w":
                state = replace(state, width=float(operands[0]))
            elif name == "d":
                state = replace(state, dashed=len(operands[0]) > 0)
            elif name == "Tm":
                self._add("text", state.fill, [self._on_page(_numbers(operands)[4:6], state)], state, forms)
            elif name == "Do":
                self._stamp(str(operands[0]), resources, state, forms)
        assert not stack, "q without Q"

    def _stamp(self, name: str, resources: Any, state: _State, forms: tuple[str, ...]) -> None:
        thing = resources.XObject[name]
        if thing.Subtype == "/Image":
            square = [self._on_page(corner, state) for corner in ((0, 0), (1, 0), (1, 1), (0, 1))]
            self._add("image", (), square, state, forms, name)
            return
        matrix = _numbers(thing.get("/Matrix", [1, 0, 0, 1, 0, 0]))
        inside = replace(state, matrix=times(matrix, state.matrix))
        x1, y1, x2, y2 = _numbers(thing.BBox)
        box = edges([self._on_page(corner, inside) for corner in ((x1, y1), (x2, y1), (x2, y2), (x1, y2))])
        inside = replace(inside, clip=_common(state.clip, box))
        self.run(thing, thing.get("/Resources", resources), inside, (*forms, name))

    def _paint(self, how: str, path: Sequence[Point], state: _State, forms: tuple[str, ...]) -> None:
        if how in ("fill", "both"):
            self._add("fill", state.fill, path, state, forms)
        if how in ("stroke", "both"):
            self._add("stroke", state.stroke, path, state, forms)

    def _add(
        self,
        kind: Any,
        colour: tuple[float, ...],
        points: Sequence[Point],
        state: _State,
        forms: tuple[str, ...],
        name: str = "",
    ) -> None:
        a, b, *_ = state.matrix
        width = state.width * (a * a + b * b) ** 0.5 * POINT
        self.found.append(
            Ink(kind, colour, tuple(points), state.clip, width, state.dashed, forms, name, state.parts)
        )

    def _on_page(self, point: Sequence[float], state: _State) -> Point:
        x, y = moved((point[0], point[1]), state.matrix)
        return x * POINT, self.height - y * POINT


def _numbers(values: Any) -> Any:
    return tuple(float(value) for value in values)


def _rgb(operands: Any) -> tuple[float, ...]:
    values = tuple(round(float(value), 3) for value in operands)
    return values * 3 if len(values) == 1 else values


def _common(one: Edges, other: Edges) -> Edges:
    return (
        max(one[0], other[0]),
        max(one[1], other[1]),
        min(one[2], other[2]),
        min(one[3], other[3]),
    )


class Page:
    """A page of a PDF: its boxes (mm from the top left) and its ink."""

    def __init__(self, page: Any, pdf: Any) -> None:
        self.raw = page
        # A page is of no use once its file is closed.
        self.pdf = pdf
        self.media = tuple(float(value) * POINT for value in page.MediaBox)
        self.width, self.height = self.media[2] - self.media[0], self.media[3] - self.media[1]

    def box(self, name: str) -> Edges:
        """``TrimBox``, ``BleedBox`` …; must be given on the page itself."""
        left, bottom, right, top = (float(value) * POINT for value in self.raw.obj[f"/{name}"])
        return left, self.height - top, right, self.height - bottom

    @cached_property
    def ink(self) -> tuple[Ink, ...]:
        reader = _Reader(self.height)
        reader.run(self.raw, self.raw.resources, _State((1, 0, 0, 1, 0, 0)), ())
        return tuple(reader.found)

    def fills(self, colour: Sequence[float]) -> list[Ink]:
        """Surfaces of a colour (0…1 for red, green, blue), in the order of drawing."""
        return [ink for ink in self.ink if ink.kind == "fill" and ink.colour == tuple(colour)]

    def lines(self, *, dashed: bool = False, colour: Sequence[float] = (0, 0, 0)) -> list[Ink]:
        """Strokes drawn on the page itself, in no form: marks and rulers."""
        return [
            ink
            for ink in self.ink
            if ink.kind == "stroke" and not ink.forms and ink.dashed == dashed and ink.colour == tuple(colour)
        ]

    def images(self) -> list[Ink]:
        return [ink for ink in self.ink if ink.kind == "image"]

    @property
    def operators(self) -> list[str]:
        """The page's own operators, without those of its forms."""
        return [str(operator) for _, operator in pikepdf.parse_content_stream(self.raw)]

    @property
    def stamped(self) -> list[str]:
        """The names of the forms and images drawn on the page itself, each as often as it is drawn."""
        return [
            str(operands[0])
            for operands, operator in pikepdf.parse_content_stream(self.raw)
            if str(operator) == "Do"
        ]


class Pdf:
    """An open PDF file."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.raw = pikepdf.open(path)
        self.pages = [Page(page, self.raw) for page in self.raw.pages]

    def xobjects(self, subtype: str) -> dict[str, Any]:
        """The forms (``/Form``) or images (``/Image``) that the first page's resources hold, by name."""
        held = self.pages[0].raw.resources.get("/XObject", {})
        return {name: thing for name, thing in held.items() if thing.Subtype == subtype}

    def texts(self) -> list[str]:
        """The text of each page, as a reader would copy it."""
        return [page.get_textpage().get_text_range() for page in self._pdfium()]

    def rasters(self, dpi: float) -> list[Any]:
        """Each page as a Pillow image in RGB."""
        return [page.render(scale=dpi / 72).to_pil().convert("RGB") for page in self._pdfium()]

    def raster(self, page: int, dpi: float) -> Any:
        """One page (from 0) alone."""
        import pypdfium2

        return pypdfium2.PdfDocument(self.path)[page].render(scale=dpi / 72).to_pil().convert("RGB")

    def _pdfium(self) -> Iterator[Any]:
        import pypdfium2

        document = pypdfium2.PdfDocument(self.path)
        yield from document


def trims(page: Page, colour: Sequence[float]) -> list[Edges]:
    """Where the cards' trims lie: the boxes of a surface that covers the trim exactly."""
    return [ink.box for ink in page.fills(colour)]


def near(one: Sequence[float], other: Sequence[float], slack: float = 0.01) -> bool:
    """Whether all figures agree within ``slack`` mm."""
    return len(one) == len(other) and all(abs(a - b) <= slack for a, b in zip(one, other, strict=True))
