"""Paints planned pages: faces into their slots, marks, the slug, and what lies over the art."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial

from generator.catalog.press_settings import BleedFrom, Marks
from generator.catalog.sizes import Size
from generator.catalog.units import POINT
from generator.layout.colour import Stroke
from generator.layout.faces import Face
from generator.layout.fonts import built_in_family
from generator.layout.geometry import Box, Matrix, Outline, polyline, rectangle, rotation
from generator.layout.text.fit import TextBox, fit
from generator.layout.text.lines import wrap
from generator.layout.text.words import Style, WordMaker
from generator.press.grid import Slot
from generator.press.impose import UNMOVED, SheetPage, Stamp
from generator.press.inks import number
from generator.press.marks import Line, Slug
from generator.press.overlay import BLACK, WHITE, Label, Overlay
from generator.press.pdf.canvas import PdfCanvas
from generator.press.pdf.document import Document, PageBoxes
from generator.press.pdf.resources import concat, path

HAIRLINE = 0.25 * POINT
HALO = 1.0 * POINT
"""A white line under a cut line, so that it shows on dark art."""
SLUG_SIZE = 6.0
MIN_SLUG_SIZE = 2.5
MIN_LINE_SIZE = 4.5
"""Points; where a single line would have to be smaller, the text stands in two."""
TWO_LINES = 0.5 / POINT
"""Points of type in each of two lines, for each mm that the band is deep."""
SPACE_BETWEEN = 3.0
"""Between the note and the number, in sizes."""


@dataclass(slots=True)
class SheetPainter:
    """Draws one document's pages. A face that comes several times is a form; one that comes once is not."""

    document: Document
    sizes: Sequence[Size]
    """The trim of each card."""
    bleed: float
    """Of all of them, in mm."""
    words: WordMaker
    marks: Marks
    uses: Mapping[Face, int]
    bleed_from: BleedFrom = "art"
    say: Callable[..., str] = str.format
    """Says a label's words in the game's language."""
    canvas: PdfCanvas = field(init=False)
    drawn: dict[Face, str] = field(default_factory=dict)
    kept: dict[int, tuple[object, str]] = field(default_factory=dict)
    """What pages share, as drawn, by identity: marks, slots."""
    headed: dict[tuple[int, str], tuple[Slug, str]] = field(default_factory=dict)
    """Slugs with their notes, as drawn, by the slug's identity and the note."""
    widths: dict[str, float] = field(default_factory=dict)
    """Of notes, in sizes."""

    def __post_init__(self) -> None:
        self.canvas = PdfCanvas(self.document.resources)

    def paint(self, page: SheetPage, faces: Sequence[Mapping[str, Face]], note: str, number: str) -> None:
        """Adds a page; ``faces`` by card and side, ``note`` and page ``number`` for the slug."""
        content = [self._stamped(stamp, faces) for stamp in page.stamps]
        if page.overlay is not None:
            content.append(self._overlay(page.overlay))
        if page.cuts:
            content.append(self._once(page.cuts, lambda: self._cuts(page.cuts)))
        if page.marks:
            content.append(self._once(page.marks, lambda: self._marks(page.marks)))
        if page.registration:
            content.append(self._once(page.registration, lambda: self._registration(page.registration)))
        if page.slug is not None:
            slug = page.slug
            content.append(self._headed(slug, note, number))
            content.append(self._number(slug, note, number))
        if page.moved != UNMOVED:
            content.insert(0, concat(page.moved))
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
        size = self.sizes[stamp.card]
        drawing = self.drawn.get(face)
        if drawing is None:
            drawing = self.canvas.drawing(face.root)
            if self.bleed_from != "art" and self.bleed > 0:
                drawing = self._edged(drawing, size)
            if self.uses[face] > 1:
                box = Box(0, 0, size.width, size.height).grown(self.bleed)
                drawing = f"/{self.document.resources.form(drawing, box)} Do"
                self.drawn[face] = drawing
        frame = (
            self._once(stamp.slot, lambda: self._frame(stamp)) if stamp.clip is None else self._frame(stamp)
        )
        if stamp.over is None:
            return f"q {frame}\n{drawing}\nQ"
        over = self._once(stamp.over, partial(self._overlay, stamp.over))
        if stamp.clip is not None:
            return f"q {frame}\n{drawing}\n{over}\nQ"
        # Where nothing else lies beside it, ticks reach beyond the bleed.
        return f"q {frame}\n{drawing}\nQ\nq {concat(stamp.slot.placing(size))}\n{over}\nQ"

    def _edged(self, drawing: str, size: Size) -> str:
        """A face, cut off at the trim, on mirrored ones that reach out of each side and corner.

        They reach a little under it as well, or a thin line would shine through along the trim where both
        cover only a part of a pixel.
        """
        card = Box(0, 0, size.width, size.height)
        stamp = f"/{self.document.resources.form(drawing, card)} Do"
        stretch = 1.0 if self.bleed_from == "mirror" else self.bleed / EDGE_STRIP
        columns = (_folded_at(UNDER, stretch), UNFOLDED, _folded_at(size.width - UNDER, stretch, size.width))
        rows = (_folded_at(UNDER, stretch), UNFOLDED, _folded_at(size.height - UNDER, stretch, size.height))
        around = card.grown(self.bleed)
        lines = [f"q {path(rectangle(around))} W n"]
        for across, x in columns:
            for down, y in rows:
                if (across, down) != (1.0, 1.0):
                    lines.append(f"q {concat(Matrix(across, 0, 0, down, x, y))} {stamp} Q")
        return "\n".join([*lines, stamp, "Q"])

    def _overlay(self, overlay: Overlay) -> str:
        draw_overlay(overlay, self.canvas, self.words, self.say)
        return self._taken()

    def _frame(self, stamp: Stamp) -> str:
        """Where the face goes, and what of it is shown."""
        slot, size = stamp.slot, self.sizes[stamp.card]
        if stamp.clip is None:
            return f"{_clip(slot, size)} {concat(slot.placing(size))}"
        cell = f"{path(polyline(stamp.cell, closed=True))} W n " if stamp.cell else ""
        return f"{cell}{concat(slot.placing(size))} {path(stamp.clip)} W n"

    def _marks(self, lines: Sequence[Line]) -> str:
        pens = [Stroke(BLACK, HAIRLINE)]
        if self.marks == "lines":
            pens.insert(0, Stroke(WHITE, HALO))
        for pen in pens:
            for line in lines:
                self._line(line, pen)
        return self._taken()

    def _cuts(self, outlines: Sequence[Outline]) -> str:
        for pen in (Stroke(WHITE, HALO), Stroke(BLACK, HAIRLINE)):
            for outline in outlines:
                self.canvas.shape(outline, None, pen)
        return self._taken()

    def _registration(self, outlines: Sequence[Outline]) -> str:
        for outline in outlines:
            self.canvas.shape(outline, BLACK, None)
        return self._taken()

    def _line(self, line: Line, pen: Stroke) -> None:
        dashes = (2.0, 1.5) if line.dashed else ()
        self.canvas.line(line.x1, line.y1, line.x2, line.y2, Stroke(pen.paint, pen.width, dashes))

    def _once(self, thing: object, draw: Callable[[], str]) -> str:
        known = self.kept.get(id(thing))
        if known is None:
            # The thing is kept with its drawing, so that no other gets its identity.
            known = self.kept[id(thing)] = (thing, draw())
        return known[1]

    def _headed(self, slug: Slug, note: str, number: str) -> str:
        """The slug with all but the page's number."""
        known = self.headed.get((id(slug), note))
        if known is None:
            drawn = self._rulers(slug) + self._note(slug, note, number)
            known = self.headed[id(slug), note] = (slug, drawn)
        return known[1]

    def _rulers(self, slug: Slug) -> str:
        pen = Stroke(BLACK, HAIRLINE)
        band = slug.band
        self.canvas.shape(rectangle(Box(band.x, band.y, band.width, band.height)), WHITE, None)
        for ruler in slug.rulers:
            for line in (ruler.base, *ruler.ticks):
                self._line(line, pen)
            for label in ruler.labels:
                self._words(label.text, (label.x, label.y), slug, slug.label_size / POINT, 20.0)
        return self._taken()

    def _note(self, slug: Slug, note: str, number: str) -> str:
        line = self._line_size(slug, note, number)
        up = 0.0 if line else slug.text_height / 2
        self._words(note, _foot(slug, up), slug, line or TWO_LINES * slug.text_height)
        return "\n" + self._taken()

    def _number(self, slug: Slug, note: str, number: str) -> str:
        """The page's number ends the band, so that the rest is the same on every page."""
        line = self._line_size(slug, note, number)
        align = "right" if line else "left"
        self._words(number, _foot(slug, 0), slug, line or TWO_LINES * slug.text_height, align=align)
        return self._taken()

    def _line_size(self, slug: Slug, note: str, number: str) -> float:
        """The size in points at which note and number share one line; 0 where that would be too small."""
        of_note = self.widths.get(note) or self.widths.setdefault(note, self._width(note))
        fitting = slug.text_width / ((of_note + self._width(number) + SPACE_BETWEEN) * POINT)
        size = min(SLUG_SIZE, slug.text_height / POINT, fitting)
        return size if size >= MIN_LINE_SIZE else 0.0

    def _width(self, text: str) -> float:
        """Of a line, in sizes."""
        return wrap(self.words.words([text], _style(), 1.0), None)[0].width

    def _words(
        self,
        text: str,
        foot: tuple[float, float],
        slug: Slug,
        size: float,
        width: float | None = None,
        align: str = "left",
    ) -> None:
        """A line of text whose box stands on ``foot``, its lower left corner as one reads."""
        style, height = _style(), slug.text_height
        width = slug.text_width if width is None else width
        smallest = min(size, MIN_SLUG_SIZE)
        box = TextBox(0, -height, width, height, size, smallest, None, align, "bottom", False)
        cap_height = style.family.file(bold=False, italic=False).cap_height
        row = self.words.words([text], style, size, is_rtl=False)
        fitted = fit(row, box, cap_height, self.words)
        self.canvas.open_group(rotation(-slug.band.turn).then(Matrix(e=foot[0], f=foot[1])), None, 1)
        self.canvas.text(fitted.block)
        self.canvas.close_group()

    def _taken(self) -> str:
        content = "\n".join(self.canvas.written)
        self.canvas.written = []
        return content


def _clip(slot: Slot, size: Size) -> str:
    width, height = (size.height, size.width) if slot.turn in (90, 270) else (size.width, size.height)
    sides = slot.bleed
    values = (
        slot.cx - width / 2 - sides.left,
        slot.cy - height / 2 - sides.top,
        width + sides.left + sides.right,
        height + sides.top + sides.bottom,
    )
    parts = [" ".join(number(value) for value in values) + " re"]
    parts += [path(polyline(part, closed=True)) for part in slot.spread]
    return " ".join([*parts, "W n"])


EDGE_STRIP = 0.1
"""Millimetres of a card's edge that are stretched over the bleed."""
UNDER = 0.05
"""Millimetres that a made bleed reaches under the card."""
UNFOLDED = (1.0, 0.0)


def _folded_at(fold: float, stretch: float, edge: float = 0.0) -> tuple[float, float]:
    """Factor and offset along one axis: what lies at the ``edge`` comes to lie at the ``fold``, reversed."""
    return -stretch, fold + stretch * edge


def _style() -> Style:
    return Style(built_in_family("source-sans"), False, False, 1.0, BLACK, 0.0)


def _foot(slug: Slug, up: float) -> tuple[float, float]:
    """Where a line of the slug's text begins, so far above its foot."""
    return (slug.text_x - up, slug.text_y) if slug.band.turn else (slug.text_x, slug.text_y - up)


BEYOND_ANY_PAGE = 5000.0
"""Beyond any page, in mm."""
MIN_LABEL_SIZE = 4.0
"""Points of type; where there is room for less, the words are left out."""
PLATE = 0.4
"""White around words that stand on art, in mm."""


def draw_overlay(overlay: Overlay, canvas: PdfCanvas, words: WordMaker, say: Callable[..., str]) -> None:
    """Draws it in the coordinates that hold just now."""
    canvas.open_group(None, None if overlay.spared is None else _around(overlay.spared), 1)
    for shape in overlay.shapes:
        canvas.shape(*shape)
    for label in overlay.labels:
        _draw_label(label, say(label.text, **label.values), canvas, words)
    canvas.close_group()


def _around(box: Box) -> Outline:
    """Everything but a box: the inner edge runs the other way round, and so counts as outside."""
    outer = rectangle(Box(-BEYOND_ANY_PAGE, -BEYOND_ANY_PAGE, 2 * BEYOND_ANY_PAGE, 2 * BEYOND_ANY_PAGE))
    inner = ((box.x, box.y), (box.x, box.bottom), (box.right, box.bottom), (box.right, box.y))
    return Outline(outer.segments + polyline(inner, closed=True).segments)


def _draw_label(label: Label, text: str, canvas: PdfCanvas, words: WordMaker) -> None:
    style = Style(built_in_family("source-sans"), label.is_bold, False, 1.0, BLACK, 0.0)
    height = 1.2 * label.size * POINT
    left = -label.width / 2 if label.align == "center" else 0.0
    box = TextBox(
        left,
        -height / 2,
        label.width,
        height,
        label.size,
        min(MIN_LABEL_SIZE, label.size),
        None,
        label.align,
        "middle",
        False,
    )
    cap_height = style.family.file(bold=label.is_bold, italic=False).cap_height
    fitted = fit(words.words([text], style, label.size), box, cap_height, words)
    if fitted.too_wide > 0:
        return
    canvas.open_group(rotation(label.turn).then(Matrix(e=label.x, f=label.y)), None, 1)
    canvas.shape(rectangle(fitted.block.ink.grown(PLATE)), WHITE, None)
    canvas.text(fitted.block)
    canvas.close_group()
