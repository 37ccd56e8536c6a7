"""Paints planned pages: faces into their slots, marks, and the slug."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from generator.layout.colour import Colour
from generator.layout.faces import Face
from generator.layout.fonts import built_in_family
from generator.layout.geometry import Box, Matrix, polyline, rectangle, rotation
from generator.layout.ink import Stroke
from generator.layout.text.fit import TextBox, fit
from generator.layout.text.words import Style, WordMaker
from generator.press.grid import Slot
from generator.press.impose import SheetPage, Stamp
from generator.press.marks import Line
from generator.press.options import Marks
from generator.press.pdf.document import Document, PageBoxes
from generator.press.pdf.ink import PdfInk
from generator.press.pdf.numbers import concat, number
from generator.press.slug import Slug

BLACK = Colour(0, 0, 0)
WHITE = Colour(1, 1, 1)
POINT = 25.4 / 72
HAIRLINE = 0.25 * POINT
HALO = 1.0 * POINT
"""A white line under a cut line, so that it shows on dark art."""
SLUG_SIZE = 6.0
SMALLEST_SLUG_SIZE = 2.5
SHORT_BAND = 90.0
"""Where less than this (mm) is left for text, it stands in two lines."""
NUMBER_WIDTH = 36.0
"""What "fronts and backs · page 123 of 456" takes, in mm."""


@dataclass(slots=True)
class SheetPainter:
    """Draws one document's pages. A face that comes several times is a form; one that comes once is not."""

    document: Document
    width: float
    height: float
    bleed: float
    """The card's trim and bleed in mm."""
    words: WordMaker
    marks: Marks
    uses: Mapping[Face, int]
    ink: PdfInk = field(init=False)
    drawn: dict[Face, str] = field(default_factory=dict)
    kept: dict[int, tuple[object, str]] = field(default_factory=dict)
    """What pages share, as drawn, by identity: marks, rulers, slots."""

    def __post_init__(self) -> None:
        self.ink = PdfInk(self.document.resources)

    def paint(self, page: SheetPage, faces: Sequence[Mapping[str, Face]], note: str, number: str) -> None:
        """Adds a page; ``faces`` by card and side, ``note`` and page ``number`` for the slug."""
        content = [self._stamped(stamp, faces) for stamp in page.stamps]
        if page.marks:
            content.append(self._once(page.marks, lambda: self._marks(page.marks)))
        if page.slug is not None:
            slug = page.slug
            content.append(self._once(slug, lambda: self._rulers(slug) + self._note(slug, note)))
            content.append(self._number(slug, number))
        trim, bleed = page.trim, page.bleed
        boxes = PageBoxes(
            page.width,
            page.height,
            (trim.left, trim.top, trim.right, trim.bottom),
            (bleed.left, bleed.top, bleed.right, bleed.bottom),
        )
        self.document.add_page(content, boxes)

    def _stamped(self, stamp: Stamp, faces: Sequence[Mapping[str, Face]]) -> str:
        face = faces[stamp.card][stamp.side]
        drawing = self.drawn.get(face)
        if drawing is None:
            drawing = self.ink.drawing(face.root)
            if self.uses[face] > 1:
                box = Box(0, 0, self.width, self.height).grown(self.bleed)
                drawing = f"/{self.document.resources.form(drawing, box)} Do"
                self.drawn[face] = drawing
        slot = stamp.slot
        return f"q {self._once(slot, lambda: f'{self._clip(slot)} {self._place(slot)}')}\n{drawing}\nQ"

    def _clip(self, slot: Slot) -> str:
        width, height = (self.height, self.width) if slot.turn in (90, 270) else (self.width, self.height)
        sides = slot.bleed
        values = (
            slot.cx - width / 2 - sides.left,
            slot.cy - height / 2 - sides.top,
            width + sides.left + sides.right,
            height + sides.top + sides.bottom,
        )
        return " ".join(number(value) for value in values) + " re W n"

    def _place(self, slot: Slot) -> str:
        """From card coordinates to the page; slots count turns counter-clockwise, y runs down."""
        centred = Matrix(e=-self.width / 2, f=-self.height / 2)
        return concat(centred.then(rotation(-slot.turn)).then(Matrix(e=slot.cx, f=slot.cy)))

    def _marks(self, lines: Sequence[Line]) -> str:
        pens = [Stroke(BLACK, HAIRLINE)]
        if self.marks == "lines":
            pens.insert(0, Stroke(WHITE, HALO))
        for pen in pens:
            for line in lines:
                self._line(line, pen)
        return self._taken()

    def _line(self, line: Line, pen: Stroke) -> None:
        dashes = (2.0, 1.5) if line.dashed else ()
        outline = polyline(((line.x1, line.y1), (line.x2, line.y2)), closed=False)
        self.ink.shape(outline, None, Stroke(pen.paint, pen.width, dashes))

    def _once(self, thing: object, draw: Callable[[], str]) -> str:
        known = self.kept.get(id(thing))
        if known is None:
            # The thing is kept with its drawing, so that no other gets its identity.
            known = self.kept[id(thing)] = (thing, draw())
        return known[1]

    def _rulers(self, slug: Slug) -> str:
        pen = Stroke(BLACK, HAIRLINE)
        band = slug.band
        self.ink.shape(rectangle(Box(band.x, band.y, band.width, band.height)), WHITE, None)
        for ruler in slug.rulers:
            for line in (ruler.base, *ruler.ticks):
                self._line(line, pen)
            for label in ruler.labels:
                self._words(label.text, (label.x, label.y), slug, slug.label_size / POINT, 20.0)
        return self._taken()

    def _note(self, slug: Slug, note: str) -> str:
        if slug.text_width < SHORT_BAND:
            self._words(note, _foot(slug, 0, slug.text_height / 2), slug, SLUG_SIZE / 2, slug.text_width)
        else:
            self._words(note, _foot(slug, 0, 0), slug, SLUG_SIZE, slug.text_width - NUMBER_WIDTH)
        return "\n" + self._taken()

    def _number(self, slug: Slug, number: str) -> str:
        """The page's number ends the band, so that the rest is the same on every page."""
        if slug.text_width < SHORT_BAND:
            self._words(number, _foot(slug, 0, 0), slug, SLUG_SIZE / 2, slug.text_width)
        else:
            foot = _foot(slug, slug.text_width - NUMBER_WIDTH, 0)
            self._words(number, foot, slug, SLUG_SIZE, NUMBER_WIDTH, align="right")
        return self._taken()

    def _words(
        self,
        text: str,
        foot: tuple[float, float],
        slug: Slug,
        size: float,
        width: float,
        align: str = "left",
    ) -> None:
        """A line of text whose box stands on ``foot``, its lower left corner as one reads."""
        family = built_in_family("source-sans")
        size = min(size, slug.text_height / POINT)
        style = Style(family, False, False, 1.0, BLACK, 0.0)
        height = slug.text_height
        smallest = min(size, SMALLEST_SLUG_SIZE)
        box = TextBox(0, -height, width, height, size, smallest, None, align, "bottom", False)
        cap_height = family.file(bold=False, italic=False).cap_height
        fitted = fit(self.words.words([text], style, size), box, cap_height, self.words)
        self.ink.open_group(rotation(-slug.band.turn).then(Matrix(e=foot[0], f=foot[1])), None, 1)
        self.ink.text(fitted.block)
        self.ink.close_group()

    def _taken(self) -> str:
        content = "\n".join(self.ink.written)
        self.ink.written = []
        return content


def _foot(slug: Slug, along: float, up: float) -> tuple[float, float]:
    """A point of the slug's text area: so far along its line, so far above its foot."""
    if slug.band.turn:
        return slug.text_x - up, slug.text_y - along
    return slug.text_x + along, slug.text_y - up
