"""The press's ink: what elements ask for, written as PDF operators."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache
from itertools import groupby, islice
from typing import TYPE_CHECKING, NamedTuple

from generator.catalog.units import POINT
from generator.layout.canvas import Drawable
from generator.layout.colour import Colour, LinearGradient, Paint, RadialGradient, Stroke
from generator.layout.fonts import FontFile, built_in_family
from generator.layout.geometry import Box, Matrix, Outline, Segment, polyline, rectangle
from generator.layout.icons import glyph_outline
from generator.layout.text.block import Blend, Finish, Span, TextBlock
from generator.press.inks import Inks, number
from generator.press.pdf.resources import PdfFont, Resources, concat, path

if TYPE_CHECKING:
    from generator.layout.icons import Icon
    from generator.layout.pictures import Picture
    from generator.layout.svg import VectorShape

UPRIGHT = f"{POINT:.6f} 0 0 -{POINT:.6f}"
"""Scale of a text matrix: sizes in points, letters upright on a y axis that runs down."""
UPRIGHT_IN_COLUMN = f"0 -{POINT:.6f} -{POINT:.6f} 0"
"""The same where lines are turned to columns: the letters are turned back."""
SAME_LINE = 0.001
"""Millimetres that letters may stand apart across their column."""
CAPS = {"butt": 0, "round": 1, "square": 2}
UNSEEN, CLIPPING = "3 Tr", "7 Tr"
"""Letters that are not seen; and those inside of which only is seen what is painted next."""
FINE = 100
"""Parts of a millimetre in which lines with gradients are drawn."""
JOINS = {"miter": 0, "round": 1, "bevel": 2}
MITER = 5.0
"""How far a sharp corner of a line may reach, in thicknesses: half of PDF's own limit, from the middle on."""
UNMOVED = Matrix()


HOLLOW_FILL, HOLLOW_INK = Colour(0.93, 0.93, 0.93), Colour(0.45, 0.45, 0.45)
HOLLOW = Stroke(HOLLOW_INK, 0.3, (1.5, 1.0))
HOLLOW_CROSS = Stroke(Colour(0.8, 0.8, 0.8), 0.2)
HOLLOW_PLATE = 0.6
"""How the box of a missing picture looks: nobody takes it for art, and no ink is spilt on it."""


@dataclass(slots=True)
class _Group:
    """An open group: what was written before it, if it is composed apart."""

    before: list[str] | None
    opacity: float
    solid: float
    """How solid the canvas painted before it."""
    matrix: Matrix


class Art(NamedTuple):
    """Plain SVG art as a form, in its own units."""

    form: str
    box: Box


@dataclass(slots=True)
class PdfCanvas:
    """Collects operators in card coordinates (mm, y down); what was drawn before is not worked out again."""

    resources: Resources
    written: list[str] = field(default_factory=list)
    groups: list[_Group] = field(default_factory=list)
    leaves: dict[Drawable, str] = field(default_factory=dict)
    icons: dict[Icon, str] = field(default_factory=dict)
    solid: float = 1.0
    """How solid the canvas paints: what is translucent by its own colour is that much of it."""
    matrix: Matrix = UNMOVED
    """Where the canvas paints on the page; it is followed where pictures are reduced."""
    art: dict[str, Art | None] = field(default_factory=dict)
    """The plain SVG art that was drawn before; None for art that is more than plain."""

    @property
    def inks(self) -> Inks:
        return self.resources.inks

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
            shown = self.resources.shown
            element.paint(self)
            content, self.written = "\n".join(self.written), outside
            # How large a picture is printed is to be seen each time.
            if self.resources.max_dpi is None or self.resources.shown == shown:
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
        colour = fill if isinstance(fill, Colour) and fill.alpha == 1 else None
        line = stroke if stroke is None or _is_plain(stroke) else None
        if colour is not None and line is not None:
            self.written.append(f"{self.inks.fill(colour)} {_pen(line, self.inks)}\n{operators}\nB{star}")
            return
        if colour is not None:
            self.written.append(f"{self.inks.fill(colour)}\n{operators}\nf{star}")
        elif fill is not None:
            self.written.append(self._special_fill(operators, outline.box(), fill, star))
        if line is not None:
            self.written.append(_stroked(operators, line, self.inks))
        elif stroke is not None:
            self.written.append(self._special_stroke(outline, stroke))

    def _special_fill(self, operators: str, box: Box, fill: Paint, star: str) -> str:
        """The inside of an outline in a gradient or a translucent colour."""
        if isinstance(fill, Colour):
            return f"q {self._ink(fill)}\n{operators}\nf{star} Q"
        coordinates = _coordinates(fill, box)
        state = self._state(fill, coordinates, box.grown(1))
        return f"q {state}\n{operators}\nW{star} n /{self.resources.shading(fill, coordinates)} sh\nQ"

    def _special_stroke(self, outline: Outline, stroke: Stroke) -> str:
        """The line around an outline in a gradient, which runs across all of it, or a translucent colour."""
        if isinstance(stroke.paint, Colour):
            state = f"/{self.resources.opacity(stroke.paint.alpha * self.solid)} gs"
            return f"q {state} {_stroked(path(outline), stroke, self.inks)} Q"
        box = outline.box()
        coordinates = _coordinates(stroke.paint, box.grown(stroke.width / 2))
        state = self._state(stroke.paint, coordinates, box.grown(stroke.width * MITER))
        pattern = self.resources.pattern(stroke.paint, coordinates)
        # A pattern lies in the coordinates of the form it is used in, whatever has been moved on the page.
        # Viewers that clip to such a line turn its curves into corners a unit apart: they get finer units.
        fine = Matrix(1 / FINE, 0, 0, 1 / FINE)
        operators = path(outline.moved(Matrix(FINE, 0, 0, FINE)))
        pen = _nib(
            stroke._replace(width=stroke.width * FINE, dashes=tuple(dash * FINE for dash in stroke.dashes))
        )
        line = f"{state}\n{concat(fine)} /Pattern CS /{pattern} SCN {pen}\n{operators}\nS"
        return f"/{self.resources.form(line)} Do"

    def _state(self, paint: LinearGradient | RadialGradient, coordinates: tuple[float, ...], box: Box) -> str:
        """What makes a gradient as translucent as its colours are; nothing for one that is solid."""
        alphas = {stop.colour.alpha for stop in paint.stops}
        if alphas == {1.0}:
            return ""
        if len(alphas) == 1:
            return f"/{self.resources.opacity(alphas.pop() * self.solid)} gs"
        return f"/{self.resources.mask(paint, coordinates, box)} gs"

    def _ink(self, colour: Colour, before: Colour | None = None) -> str:
        """Sets a colour to fill with, where that of another one may be set."""
        operator = self.inks.fill(colour)
        if colour.alpha == (1 if before is None else before.alpha):
            return operator
        return f"/{self.resources.opacity(colour.alpha * self.solid)} gs {operator}"

    def line(self, x1: float, y1: float, x2: float, y2: float, stroke: Stroke) -> None:
        """A straight line. Every sheet of a size has the same, so they are remembered."""
        self.written.append(_line(x1, y1, x2, y2, stroke, self.inks))

    def picture(self, picture: Picture, box: Box) -> None:
        if box.width <= 0 or box.height <= 0:
            return
        if picture.format == "svg" and self._vector_art(picture, box):
            return
        across, down = math.hypot(self.matrix.a, self.matrix.b), math.hypot(self.matrix.c, self.matrix.d)
        name = self.resources.image(picture, box.width, (box.width * across, box.height * down))
        # PDF images stand upright on a y axis that points up.
        place = concat(Matrix(box.width, 0, 0, -box.height, box.x, box.bottom))
        self.written.append(f"q {place} /{name} Do Q")

    def placeholder(self, box: Box, name: TextBlock) -> None:
        if box.width <= 0 or box.height <= 0:
            return
        inset = min(HOLLOW.width, box.width / 2, box.height / 2)
        frame = box.grown(-inset / 2)
        self.shape(rectangle(box), HOLLOW_FILL, None)
        for start, end in (
            ((box.x, box.y), (box.right, box.bottom)),
            ((box.right, box.y), (box.x, box.bottom)),
        ):
            self.shape(polyline((start, end), closed=False), None, HOLLOW_CROSS)
        self.shape(rectangle(frame), None, HOLLOW)
        if name.spans:
            self.shape(rectangle(name.ink.grown(HOLLOW_PLATE)), HOLLOW_FILL, None)
            self.text(name)

    def _vector_art(self, picture: Picture, box: Box) -> bool:
        """Draws plain SVG art as a form, clipped to its frame; False if it is not plain."""
        if picture.digest not in self.art:
            self.art[picture.digest] = self._art(picture)
        art = self.art[picture.digest]
        if art is None:
            return False
        place = Matrix(box.width / art.box.width, 0, 0, box.height / art.box.height, box.x, box.y)
        self.written.append(f"q {concat(place)} /{art.form} Do Q")
        return True

    def _art(self, picture: Picture) -> Art | None:
        from generator.layout.svg import read_drawing

        drawing = read_drawing(picture)
        if drawing is None:
            return None
        outside, self.written = self.written, []
        for shape in drawing.shapes:
            if shape.opacity < 1:
                self.open_group(None, None, shape.opacity)
            self.shape(shape.outline, shape.fill, shape.stroke, even_odd=shape.even_odd)
            if shape.opacity < 1:
                self.close_group()
        content, self.written = "\n".join(self.written), outside
        return Art(self.resources.form(content, drawing.box), drawing.box)

    def icon(self, icon: Icon, matrix: Matrix, fill: Colour) -> None:
        if icon.picture is not None:
            if icon.font is not None:
                self._copied(icon.name, icon.placed(matrix))
            if matrix.b:
                self.open_group(matrix, None, 1)
                self.picture(icon.picture, icon.frame)
                self.close_group()
            else:
                self.picture(icon.picture, icon.placed(matrix))
            return
        name = self.icons.get(icon)
        if name is None:
            # The form sets no colour: it takes the one that is set where it is stamped.
            content = self._uncoloured(icon.shapes) if icon.shapes else f"{path(icon.outline)}\nf"
            name = self.icons[icon] = self.resources.form(content, icon.ink().grown(1))
        colours = f"{self._ink(fill)} {self.inks.stroke(fill)}" if icon.shapes else self._ink(fill)
        self.written.append(f"q {colours} {concat(matrix)} /{name} Do Q")

    def _copied(self, text: str, box: Box) -> None:
        """A letter that nobody sees, as wide as the picture that it lies under: it is copied as ``text``."""
        file = _unseen_letters()
        font = self.resources.font(file)
        glyph = font.glyph_of(text)
        if glyph is None:
            return
        size = box.width / POINT * file.face.upem / file.font.get_glyph_h_advance(glyph)
        place = f"{UPRIGHT} {round(box.x, 3):.8g} {round(box.bottom, 3):.8g} Tm"
        self.written.append(f"q BT {UNSEEN} /{font.resource} {number(size)} Tf {place} <{glyph:04X}> Tj ET Q")

    def _uncoloured(self, shapes: Sequence[VectorShape]) -> str:
        parts = []
        for shape in shapes:
            star = "*" if shape.even_odd else ""
            operator = f"f{star}" if shape.stroke is None else "S" if shape.fill is None else f"B{star}"
            line = f"{_nib(shape.stroke)}\n" if shape.stroke is not None else ""
            drawn = f"{line}{path(shape.outline)}\n{operator}"
            if shape.opacity < 1:
                drawn = f"q /{self.resources.opacity(shape.opacity)} gs\n{drawn}\nQ"
            parts.append(drawn)
        return "\n".join(parts)

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
                lines.append(self._ink(span.fill, fill))
                fill = span.fill
            # Letters in columns stand where they are put, one by one.
            between = 0.0 if span.font.is_upright else span.tracking
            if between != tracking:
                tracking = between
                lines.append(f"{number(tracking)} Tc")
            pdf_font = self.resources.font(span.font)
            if (pdf_font, span.size) != font:
                font = (pdf_font, span.size)
                lines.append(f"/{pdf_font.resource} {number(span.size)} Tf")
            if span.font.is_upright:
                lines += _column(pdf_font, span)
                continue
            lines.append(f"{UPRIGHT} {round(span.x, 3):.8g} {round(span.baseline, 3):.8g} Tm")
            lines.append(f"[{_pieces(pdf_font, span)}] TJ")
        if tracking:
            lines.append("0 Tc")
        if fill is not None and fill.alpha != 1:
            lines.append(f"/{self.resources.opacity(self.solid)} gs")
        lines.append("ET")
        return "\n".join(lines)

    def _finished_text(self, block: TextBlock) -> None:
        """Shadows first, then outlines, and the letters on top of all of them.

        What lies behind is drawn as shapes: only the letters on top are text, so that it is copied once.
        """
        backs = _backs(block)
        for finish, outlines in backs.items():
            for shadow in reversed(finish.shadows):
                width = finish.edge.width if finish.edge is not None else None
                self._behind(outlines, shadow.colour, width, Matrix(e=shadow.dx, f=shadow.dy))
        for finish, outlines in backs.items():
            if finish.edge is not None:
                self._behind(outlines, finish.edge.colour, finish.edge.width)
        for blend, spans in groupby(block.spans, lambda span: _blend(span.finish)):
            if blend is None:
                self.written.append(self._letters(spans))
            else:
                self._shade(self._letters(spans, CLIPPING), blend)
        for placed in block.icons:
            blend = _blend(placed.finish)
            if blend is None or placed.icon.picture is not None or not placed.icon.outline.segments:
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
        self, outlines: Iterable[Outline], colour: Colour, width: float | None, shift: Matrix | None = None
    ) -> None:
        """Letters' outlines in one colour, with lines around them; those of a shadow are filled and moved."""
        opaque = colour._replace(alpha=1.0)
        pen = None if width is None else Stroke(opaque, width, join="round")
        # What overlaps is one shape first, and then translucent.
        self.open_group(shift, None, colour.alpha, apart=True)
        for outline in outlines:
            self.shape(outline, opaque if shift is not None else None, pen)
        self.close_group()

    def _shade(self, clip: str, blend: Blend) -> None:
        """Paints a gradient where the operators clip to."""
        assert blend.area is not None
        coordinates = _coordinates(blend.gradient, blend.area)
        state = self._state(blend.gradient, coordinates, blend.area.grown(1))
        shading = self.resources.shading(blend.gradient, coordinates)
        self.written.append(f"q {state}\n{clip} /{shading} sh\nQ")

    def open_group(
        self, matrix: Matrix | None, clip: Outline | None, opacity: float, *, apart: bool = False
    ) -> None:
        apart = apart and opacity < 1
        if apart:
            self.groups.append(_Group(self.written, opacity, self.solid, self.matrix))
            self.written, self.solid = [], 1.0
        else:
            self.groups.append(_Group(None, opacity, self.solid, self.matrix))
            self.written.append("q")
            if opacity < 1:
                self.solid = opacity
                self.written.append(f"/{self.resources.opacity(opacity)} gs")
        if matrix is not None:
            self.written.append(concat(matrix))
            if self.resources.max_dpi is not None:
                self.matrix = matrix.then(self.matrix)
        if clip is not None:
            self.written.append(f"{path(clip)}\nW n")

    def close_group(self) -> None:
        group = self.groups.pop()
        self.solid, self.matrix = group.solid, group.matrix
        if group.before is None:
            self.written.append("Q")
            return
        form = self.resources.form("\n".join(self.written), isolated=True)
        self.written = group.before
        self.written.append(f"q /{self.resources.opacity(group.opacity)} gs /{form} Do Q")


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
        if placed.finish is not None and placed.icon.picture is None:
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
        yield from outline.moved(span.outline_matrix(x, y, scale)).segments


def _column(font: PdfFont, span: Span) -> Iterator[str]:
    """The operators of letters that stand upright, in a line that is turned to a column."""
    from generator.layout.text.vertical import UprightFont

    assert isinstance(span.font, UprightFont)
    unit = span.size * POINT / 1000
    places = span.glyphs(spaces=True)
    parts: list[str] = []
    pen, side = 0.0, math.inf
    for piece in span.pieces:
        font.use(piece)
        # Letters side by side in one square: those who copy them find them by their places below each other.
        is_square = len(piece.glyphs) > 1 and not piece.glyphs[0].advance
        if is_square:
            if parts:
                yield f"[{''.join(parts)}] TJ"
                parts = []
            yield f"/Span <</ActualText <FEFF{piece.text.encode('utf-16-be').hex().upper()}>>> BDC"
            side = math.inf
        for glyph, x, y in islice(places, len(piece.glyphs)):
            advance, right, up = span.font.measures(glyph.glyph_id)
            down, across = x - up * unit, y - right * unit
            if abs(across - side) > SAME_LINE:
                if parts:
                    yield f"[{''.join(parts)}] TJ"
                yield f"{UPRIGHT_IN_COLUMN} {round(down, 3):.8g} {round(across, 3):.8g} Tm"
                parts, pen, side = [], down, across
            shift = round((down - pen) / unit)
            parts.append(f"{shift or ''}<{glyph.glyph_id:04X}>")
            pen += (shift + advance) * unit
        if is_square:
            yield f"[{''.join(parts)}] TJ EMC"
            parts, side = [], math.inf
    if parts:
        yield f"[{''.join(parts)}] TJ"


@cache
def _unseen_letters() -> FontFile:
    """A font of its own, whose letters stand for whatever they are copied as."""
    return replace(built_in_family("source-sans").file(bold=False, italic=False))


def _pieces(font: PdfFont, span: Span) -> str:
    """The inside of a span's ``TJ`` array."""
    if not span.gap:
        known, size = font.written, span.size
        # Nearly all of it was written before.
        return "".join([known.get(piece) or font.encode(piece, size) for piece in span.pieces])
    stretch = number(-span.gap)
    return "".join(
        [font.encode(piece, span.size) + (stretch if piece.text == " " else "") for piece in span.pieces]
    )


@lru_cache(maxsize=8192)
def _line(x1: float, y1: float, x2: float, y2: float, stroke: Stroke, inks: Inks) -> str:
    return _stroked(path(polyline(((x1, y1), (x2, y2)), closed=False)), stroke, inks)


def _stroked(operators: str, stroke: Stroke, inks: Inks) -> str:
    return f"{_pen(stroke, inks)}\n{operators}\nS"


@lru_cache(maxsize=1024)
def _pen(stroke: Stroke, inks: Inks) -> str:
    assert isinstance(stroke.paint, Colour)
    return f"{inks.stroke(stroke.paint)} {_nib(stroke)}"


def _nib(stroke: Stroke) -> str:
    """A line's look but for its colour."""
    parts = [f"{number(stroke.width)} w", f"{CAPS[stroke.cap]} J {JOINS[stroke.join]} j"]
    if stroke.miter_limit is not None:
        parts.append(f"{number(stroke.miter_limit)} M")
    parts.append(f"[{' '.join(number(dash) for dash in stroke.dashes)}] 0 d")
    return " ".join(parts)


def _is_plain(stroke: Stroke) -> bool:
    """Whether it is of one solid colour."""
    return isinstance(stroke.paint, Colour) and stroke.paint.alpha == 1


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
