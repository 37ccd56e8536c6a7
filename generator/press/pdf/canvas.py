"""The press's ink: what elements ask for, written as PDF operators."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import groupby
from typing import TYPE_CHECKING

from generator.catalog.units import POINT
from generator.layout.canvas import Drawable, Stroke
from generator.layout.colour import Colour, LinearGradient, Paint, RadialGradient
from generator.layout.geometry import Box, Matrix, Outline, Segment, polyline, rectangle
from generator.layout.icons import glyph_outline
from generator.layout.text.block import Blend, Finish, Span, TextBlock
from generator.press.pdf.resources import PdfFont, Resources, concat, fill_colour, number, path, stroke_colour

if TYPE_CHECKING:
    from generator.layout.icons import Icon
    from generator.layout.pictures import Picture

UPRIGHT = f"{POINT:.6f} 0 0 -{POINT:.6f}"
"""Scale of a text matrix: sizes in points, letters upright on a y axis that runs down."""
CAPS = {"butt": 0, "round": 1, "square": 2}
CLIPPING = "7 Tr"
"""What is painted next is only seen inside of the letters."""
JOINS = {"miter": 0, "round": 1, "bevel": 2}


@dataclass(slots=True)
class _Group:
    """An open group: what was written before it, if it is composed apart."""

    before: list[str] | None
    opacity: float


@dataclass(slots=True)
class PdfCanvas:
    """Collects operators in card coordinates (mm, y down); what was drawn before is not worked out again."""

    resources: Resources
    written: list[str] = field(default_factory=list)
    groups: list[_Group] = field(default_factory=list)
    leaves: dict[Drawable, str] = field(default_factory=dict)
    icons: dict[Icon, str] = field(default_factory=dict)

    def drawing(self, element: Drawable) -> str:
        """The operators of a whole element."""
        outside, self.written = self.written, []
        self.element(element)
        content, self.written = "\n".join(self.written), outside
        return content

    def element(self, element: Drawable) -> None:
        if not element.LEAF:
            element.paint(self)
            return
        content = self.leaves.get(element)
        if content is None:
            outside, self.written = self.written, []
            element.paint(self)
            content, self.written = "\n".join(self.written), outside
            self.leaves[element] = content
        if content:
            self.written.append(content)

    def stamp(self, element: Drawable) -> None:
        """A form that inherits nothing but the place: its drawing is the same wherever it is used."""
        outside, self.written = self.written, []
        element.compose(self)
        content, self.written = "\n".join(self.written), outside
        self.written.append(f"/{self.resources.form(content)} Do")

    def shape(
        self, outline: Outline, fill: Paint | None, stroke: Stroke | None, *, even_odd: bool = False
    ) -> None:
        if not outline.segments or (fill is None and stroke is None):
            return
        operators = path(outline)
        star = "*" if even_odd else ""
        if isinstance(fill, LinearGradient | RadialGradient):
            self._shade(f"{operators}\nW{star} n", Blend(fill, outline.box()))
            fill = None
        if fill is not None and stroke is not None:
            self.written.append(f"{fill_colour(fill)} {_pen(stroke)}\n{operators}\nB{star}")
        elif fill is not None:
            self.written.append(f"{fill_colour(fill)}\n{operators}\nf{star}")
        elif stroke is not None:
            self.written.append(_stroked(operators, stroke))

    def line(self, x1: float, y1: float, x2: float, y2: float, stroke: Stroke) -> None:
        """A straight line. Every sheet of a size has the same, so they are remembered."""
        self.written.append(_line(x1, y1, x2, y2, stroke))

    def picture(self, picture: Picture, box: Box) -> None:
        if box.width <= 0 or box.height <= 0:
            return
        if picture.format == "svg" and self._vector_art(picture, box):
            return
        name = self.resources.image(picture, box.width)
        # PDF images stand upright on a y axis that points up.
        place = concat(Matrix(box.width, 0, 0, -box.height, box.x, box.bottom))
        self.written.append(f"q {place} /{name} Do Q")

    def _vector_art(self, picture: Picture, box: Box) -> bool:
        """Draws plain SVG art as a form, clipped to its frame; False if it is not plain."""
        from generator.layout.svg import read_drawing

        drawing = read_drawing(picture.path)
        if drawing is None:
            return False
        outside, self.written = self.written, []
        for shape in drawing.shapes:
            self.shape(shape.outline, shape.fill, shape.stroke, even_odd=shape.even_odd)
        content, self.written = "\n".join(self.written), outside
        place = Matrix(box.width / drawing.box.width, 0, 0, box.height / drawing.box.height, box.x, box.y)
        self.written.append(f"q {concat(place)} /{self.resources.form(content, drawing.box)} Do Q")
        return True

    def icon(self, icon: Icon, matrix: Matrix, fill: Colour) -> None:
        name = self.icons.get(icon)
        if name is None:
            # The form sets no colour: it takes the one that is set where it is stamped.
            name = self.icons[icon] = self.resources.form(
                f"{path(icon.outline)}\nf", icon.outline.box().grown(1)
            )
        self.written.append(f"q {fill_colour(fill)} {concat(matrix)} /{name} Do Q")

    def text(self, block: TextBlock) -> None:
        if block.is_finished:
            self._finished_text(block)
            return
        if block.spans:
            self.written.append(self._letters(block.spans))
        for placed in block.icons:
            self.icon(placed.icon, placed.matrix, placed.fill)
        for rule in block.rules:
            self.shape(rectangle(rule.box), rule.fill, None)

    def _letters(self, spans: Iterable[Span], mode: str = "") -> str:
        """A text object; ``mode`` is what is to be done with its letters, if they are not simply filled."""
        lines = ["BT", mode] if mode else ["BT"]
        fill, font, tracking = None, None, 0.0
        for span in spans:
            if span.fill != fill:
                fill = span.fill
                lines.append(fill_colour(fill))
            if span.tracking != tracking:
                tracking = span.tracking
                lines.append(f"{number(tracking)} Tc")
            pdf_font = self.resources.font(span.font)
            if (pdf_font, span.size) != font:
                font = (pdf_font, span.size)
                lines.append(f"/{pdf_font.resource} {number(span.size)} Tf")
            lines.append(f"{UPRIGHT} {round(span.x, 3):.8g} {round(span.baseline, 3):.8g} Tm")
            lines.append(f"[{_pieces(pdf_font, span)}] TJ")
        if tracking:
            lines.append("0 Tc")
        lines.append("ET")
        return "\n".join(lines)

    def _finished_text(self, block: TextBlock) -> None:
        """Shadows first, then outlines, and the letters on top of all of them.

        What lies behind is drawn as shapes: only the letters on top are text, so that it is copied once.
        """
        backs = _backs(block)
        for finish, outlines in backs.items():
            for shadow in reversed(finish.shadows):
                pen = finish.edge and _round_pen(shadow.colour, finish.edge.width)
                self._behind(outlines, shadow.colour, pen, Matrix(e=shadow.dx, f=shadow.dy))
        for finish, outlines in backs.items():
            if finish.edge is not None:
                self._behind(outlines, None, _round_pen(*finish.edge), None)
        for blend, spans in groupby(block.spans, lambda span: _blend(span.finish)):
            if blend is None:
                self.written.append(self._letters(spans))
            else:
                self._shade(self._letters(spans, CLIPPING), blend)
        for placed in block.icons:
            blend = _blend(placed.finish)
            if blend is None or not placed.icon.outline.segments:
                self.icon(placed.icon, placed.matrix, placed.fill)
            else:
                self._shade(f"{path(placed.icon.outline.moved(placed.matrix))}\nW n", blend)
        for rule in block.rules:
            blend = _blend(rule.finish)
            if blend is None:
                self.shape(rectangle(rule.box), rule.fill, None)
            else:
                self._shade(f"{path(rectangle(rule.box))}\nW n", blend)

    def _behind(
        self, outlines: Iterable[Outline], fill: Colour | None, stroke: Stroke | None, matrix: Matrix | None
    ) -> None:
        self.open_group(matrix, None, 1, apart=True)
        for outline in outlines:
            self.shape(outline, fill, stroke)
        self.close_group()

    def _shade(self, clip: str, blend: Blend) -> None:
        """Paints a gradient where the operators clip to."""
        assert blend.area is not None
        shading = self.resources.shading(blend.gradient, _coordinates(blend.gradient, blend.area))
        self.written.append(f"q\n{clip} /{shading} sh\nQ")

    def open_group(
        self, matrix: Matrix | None, clip: Outline | None, opacity: float, *, apart: bool = False
    ) -> None:
        apart = apart and opacity < 1
        if apart:
            self.groups.append(_Group(self.written, opacity))
            self.written = []
        else:
            self.groups.append(_Group(None, opacity))
            self.written.append("q")
            if opacity < 1:
                self.written.append(f"/{self.resources.opacity(opacity)} gs")
        if matrix is not None:
            self.written.append(concat(matrix))
        if clip is not None:
            self.written.append(f"{path(clip)}\nW n")

    def close_group(self) -> None:
        group = self.groups.pop()
        if group.before is None:
            self.written.append("Q")
            return
        form = self.resources.form("\n".join(self.written), isolated=True)
        self.written = group.before
        self.written.append(f"q /{self.resources.opacity(group.opacity)} gs /{form} Do Q")


def _round_pen(colour: Colour, width: float) -> Stroke:
    return Stroke(colour, width, join="round")


def _blend(finish: Finish | None) -> Blend | None:
    return None if finish is None else finish.blend


def _backs(block: TextBlock) -> dict[Finish, list[Outline]]:
    """What has outlines or shadows, in shapes of which each is one with what it overlaps."""
    found: dict[Finish, list[Outline]] = {}
    for finish, spans in groupby(block.spans, lambda span: span.finish):
        if finish is not None:
            letters = Outline(tuple([segment for span in spans for segment in _glyph_segments(span)]))
            found.setdefault(finish._replace(blend=None), []).append(letters)
    for placed in block.icons:
        if placed.finish is not None:
            outline = placed.icon.outline.moved(placed.matrix)
            found.setdefault(placed.finish._replace(blend=None), []).append(outline)
    for rule in block.rules:
        if rule.finish is not None:
            found.setdefault(rule.finish._replace(blend=None), []).append(rectangle(rule.box))
    return found


def _glyph_segments(span: Span) -> Iterator[Segment]:
    """The outlines of a span's letters, in mm."""
    scale = span.size * POINT / span.font.face.upem
    for glyph, x, y in span.glyphs():
        outline = glyph_outline(span.font.font, glyph.glyph_id)
        yield from outline.moved(Matrix(scale, 0, 0, scale, x, y)).segments


def _pieces(font: PdfFont, span: Span) -> str:
    """The inside of a span's ``TJ`` array."""
    if not span.gap:
        return "".join([font.encode(piece, span.size) for piece in span.pieces])
    stretch = number(-span.gap)
    return "".join(
        [font.encode(piece, span.size) + (stretch if piece.text == " " else "") for piece in span.pieces]
    )


@lru_cache(maxsize=8192)
def _line(x1: float, y1: float, x2: float, y2: float, stroke: Stroke) -> str:
    return _stroked(path(polyline(((x1, y1), (x2, y2)), closed=False)), stroke)


def _stroked(operators: str, stroke: Stroke) -> str:
    return f"{_pen(stroke)}\n{operators}\nS"


@lru_cache(maxsize=1024)
def _pen(stroke: Stroke) -> str:
    parts = [stroke_colour(stroke.paint), f"{number(stroke.width)} w"]
    parts.append(f"{CAPS[stroke.cap]} J {JOINS[stroke.join]} j")
    parts.append(f"[{' '.join(number(dash) for dash in stroke.dashes)}] 0 d")
    return " ".join(parts)


def _coordinates(gradient: LinearGradient | RadialGradient, box: Box) -> tuple[float, ...]:
    """Where a gradient begins and ends in the shape's bounding box."""
    if isinstance(gradient, LinearGradient):
        angle = math.radians(gradient.angle)
        dx, dy = math.cos(angle), math.sin(angle)
        half = abs(dx) * box.width / 2 + abs(dy) * box.height / 2
        cx, cy = box.x + box.width / 2, box.y + box.height / 2
        return (cx - dx * half, cy - dy * half, cx + dx * half, cy + dy * half)
    cx, cy = box.x + gradient.cx * box.width, box.y + gradient.cy * box.height
    reach = math.hypot(max(cx - box.x, box.right - cx), max(cy - box.y, box.bottom - cy))
    return (cx, cy, 0.0, cx, cy, reach)
