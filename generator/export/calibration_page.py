"""The calibration page: scales on both sides of a sheet, and what to do with them in plain words."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Literal, NamedTuple

from generator.catalog.press_settings import Correction, Turned
from generator.catalog.printers import paper_in_file
from generator.catalog.problems import InputError, Problems
from generator.catalog.sizes import Size
from generator.catalog.wording import file_slug
from generator.catalog.words import ENGLISH, Words
from generator.catalog.writing import Finished, put_in_place, staging
from generator.export.own_pages import GREY, INK, OwnPages, Piece, TextColumn, press_words
from generator.layout.colour import Colour, Stroke
from generator.layout.geometry import Box, Matrix, polyline, rectangle
from generator.layout.text.words import WordMaker
from generator.press.build import report_odd_date, reporting
from generator.press.calibration import (
    BACK_PITCH,
    EXACT,
    FIRST_LINE,
    LAST_LINE,
    PITCH,
    TENTHS,
    Scale,
    behind,
    correcting,
    scales,
)
from generator.press.overlay import BLACK
from generator.press.pdf.document import Document
from generator.press.pdf.metadata import Metadata
from generator.press.rasterizer import Rasterizer
from generator.press.request import paper_name

FINE = 0.13
"""Millimetres: a line thinner than what is read by it."""
FRONT_LINES = (-5.5, 0.6)
"""From where to where the front's lines run across the scale's base line, and those of the back."""
BACK_LINES = (-0.6, 5.5)
POINTER = 8.0
"""Where the triangle of the back ends."""
DIGITS = 5.5
"""Points of the numbers at the lines."""
CROSS, CROSS_AT = 3.0, 12.0
"""Half a cross in a corner, and how far it stands from both edges of the paper."""
TEXT_AT = 40.0
"""From the paper's edges to the text."""
SIZES = (11.5, 11.0, 10.5, 10.0, 9.5, 9.0, 8.5, 8.0, 7.5, 7.0, 6.5, 6.0, 5.5)
"""Points of the text: the largest that fits is taken."""
SAMPLE = 5.3
"""The reading that the page explains by a picture."""
SAMPLE_WIDTH, SAMPLE_HEIGHT = 22.0, 18.5
"""Millimetres of the picture, as large as life."""
THROUGH = Colour(0.55, 0.55, 0.55)
"""The back as the picture shows it through the paper."""
EDGE_WORDS: Mapping[Turned, Literal["long", "short"]] = {"duplex-long": "long", "duplex-short": "short"}


class Sheet(NamedTuple):
    """A calibration page that is wanted."""

    paper: Size
    backs: Turned
    printer: str | None = None
    """Whose correction it is printed with, to see what is left; None: as the printer prints."""
    correction: Correction | None = None
    language: str = ENGLISH

    @property
    def say(self) -> Callable[..., str]:
        """Says the page's words in the language."""
        return Words(self.language).own

    @property
    def name(self) -> str:
        end = "" if self.printer is None else f"-{file_slug(self.printer, 'printer')}"
        return f"calibration-{paper_name(self.paper)}-{self.backs}{end}.pdf"

    @property
    def command(self) -> str:
        """What the user types, with room for the readings."""
        printer = "NAME" if self.printer is None else _typed(self.printer)
        refine = "" if self.printer is None else " --refine"
        paper = _typed(paper_in_file(self.paper))
        return f"gatepress calibrate --printer {printer}{refine} --paper {paper} --backs {self.backs}"


def _typed(word: str) -> str:
    """As every shell takes it for one word."""
    return f'"{word}"' if " " in word else word


def write_pages(sheets: Sequence[Sheet], out: Path, problems: Problems) -> list[Path]:
    """Writes each into the folder, all or none; ``problems`` says what is in the way."""
    report_odd_date(problems)
    if problems.has_errors:
        return []
    with reporting(out, problems), staging(out) as folder, Rasterizer() as rasterizer:
        finished = []
        for number, sheet in enumerate(sheets):
            _write(sheet, folder / f"{number}.pdf", rasterizer)
            finished.append(Finished(folder / f"{number}.pdf", out / sheet.name))
        return [one.path for one in finished] if put_in_place(finished, out, problems) else []
    return []


def _write(sheet: Sheet, path: Path, rasterizer: Rasterizer) -> None:
    paper = sheet.paper
    found = list(scales(paper))
    about = Metadata(
        sheet.say("Printer calibration"), "Gatepress", f"{paper.name}, {sheet.backs}", sheet.language
    )
    words, drawing = press_words(), OwnPages(Document(about, rasterizer))
    for scale in found:
        _Scale(drawing, words, scale).front()
        _draw_caption(drawing, words, scale, sheet.say)
    _draw_crosses(drawing, paper)
    _draw_text(drawing, words, sheet)
    drawing.end_page(paper.width, paper.height)
    if sheet.correction is not None:
        drawing.canvas.open_group(correcting(sheet.correction, paper), None, 1)
    drawing.canvas.open_group(behind(paper, sheet.backs), None, 1)
    for scale in found:
        _Scale(drawing, words, scale).back()
    _draw_crosses(drawing, paper)
    drawing.canvas.close_group()
    _draw_back_note(drawing, words, sheet)
    if sheet.correction is not None:
        drawing.canvas.close_group()
    drawing.end_page(paper.width, paper.height)
    drawing.document.save(path, [], duplex=EDGE_WORDS[sheet.backs])


# Scales


class _Scale(NamedTuple):
    """Draws one scale. Places on it are along it, from where an exact triangle points, and across it."""

    drawing: OwnPages
    words: WordMaker
    scale: Scale

    def at(self, along: float, off: float) -> tuple[float, float]:
        if self.scale.axis == "across":
            return self.scale.x + along, self.scale.y + off
        return self.scale.x + off, self.scale.y + along

    def line(self, along: float, reach: tuple[float, float], paint: Colour = BLACK) -> None:
        (x1, y1), (x2, y2) = (self.at(along, off) for off in reach)
        self.drawing.line(x1, y1, x2, y2, Stroke(paint, FINE))

    def number(self, number: int, along: float, off: float, paint: Colour = BLACK) -> None:
        column = TextColumn(self.words, 6.0).add([Piece(str(number), paint)], DIGITS, align="center")
        x, y = self.at(along, off)
        self.drawing.column(column, x - 3.0, y - column.height / 2)

    def front(self) -> None:
        """The lines that are read against, and the numbers of whole millimetres."""
        low, high = FRONT_LINES
        for number in range(FIRST_LINE, LAST_LINE + 1):
            along = (number - EXACT) * PITCH
            longer = 0.8 if number % 5 == 0 and number >= 0 else 0.0
            self.line(along, (low - longer if number >= 0 else low + 1.5, high))
            if number >= 0 and number % 2 == 0:
                self.number(number, along, low - 2.0)

    def back(self, fill: Colour = BLACK) -> None:
        """The triangle, and the lines of the tenths, which run against the numbers."""
        low, high = BACK_LINES
        for tenth in range(TENTHS):
            along = -tenth * BACK_PITCH
            self.line(along, (low, high if tenth else POINTER - 1.0), fill)
            if tenth and tenth % 2 == 0:
                self.number(tenth, along, high + 1.4, fill)
        corners = [self.at(*corner) for corner in ((0.0, 4.0), (-0.7, POINTER), (0.7, POINTER))]
        self.drawing.surface(polyline(corners, closed=True), fill)


def _draw_caption(drawing: OwnPages, words: WordMaker, scale: Scale, say: Callable[..., str]) -> None:
    """Which reading a scale gives, on the side of its numbers, between it and the other scale of its edge."""
    arrow = "→" if scale.axis == "across" else "↓"
    pieces = [Piece(say(scale.edge), INK, bold=True), Piece(f" {say(scale.axis)} {arrow}")]
    column = TextColumn(words, 20.0).add(pieces, 6.5, align="center")
    middle = (FIRST_LINE + LAST_LINE) / 2 - EXACT
    if scale.axis == "across":
        drawing.column(column, scale.x + middle - 10.0, scale.y - 11.0 - column.height)
    else:
        drawing.column(column, scale.x - 10.0, scale.y + FIRST_LINE - EXACT - 2.5 - column.height)


def _draw_crosses(drawing: OwnPages, paper: Size) -> None:
    """At the corners, on both sides: a needle through one shows how far the other is off."""
    pen = Stroke(BLACK, FINE)
    for x in (CROSS_AT, paper.width - CROSS_AT):
        for y in (CROSS_AT, paper.height - CROSS_AT):
            drawing.line(x - CROSS, y, x + CROSS, y, pen)
            drawing.line(x, y - CROSS, x, y + CROSS, pen)


# Words

PRINT = "Print both pages on one sheet of paper: at 100 %, two-sided, flipped on the {edge} edge."
HOLD = (
    "Hold the sheet against a window or a lamp, with this side towards you. Each scale has numbers "
    "on this side, and a triangle with lines and numbers that shines through from behind."
)
READ = (
    "Read all eight scales. The number that the triangle has reached or passed is the whole. For the "
    "tenths, look at the lines behind: one of them runs straight into a line of this side, and its "
    "number is the tenth. If that is the line of the triangle itself, take the number that it points "
    "at, and 0. A scale that reads {exact} is exact."
)
TYPE = "Type this on one line, with your readings, across x down:"
TYPE_NAMED = "Type this on one line, with your readings, across x down, and a name for your printer:"
MEANING = (
    "What it means, seen from this side: more than 5 across, and the back lies too far to the right "
    "at that edge; more than 5 down, too low. If left and right differ across, or top and bottom "
    "differ down, the back is too large or too small. If left and right differ down, it is turned."
)
AFTERWARDS = (
    "From then on Gatepress corrects the backs of sheets on this paper. To see what is left, print "
    "this page corrected, with gatepress calibrate --printer {printer}: all "
    "scales should read {exact}, and a needle through the cross in a corner should come out at "
    "the cross behind it."
)


def _draw_text(drawing: OwnPages, words: WordMaker, sheet: Sheet) -> None:
    """As large as there is room for between the scales. Raises :class:`InputError` where there is none."""
    paper = sheet.paper
    box = Box(TEXT_AT, TEXT_AT, paper.width - 2 * TEXT_AT, paper.height - 2 * TEXT_AT - BACK_NOTE)
    for size in SIZES:
        text = _Text(words, sheet, box.width, size)
        if text.height <= box.height:
            text.draw(drawing, box.x, box.y)
            return
    raise InputError(
        f"paper of {paper.width:g} x {paper.height:g} mm has no room for the instructions",
        hint="calibrate with --paper a4 or --paper letter",
    )


class _Text:
    """The instructions in one size of type: steps, a picture, and what to type."""

    def __init__(self, words: WordMaker, sheet: Sheet, width: float, size: float) -> None:
        self.words, self.sheet, self.width, self.size = words, sheet, width, size
        self.gap = 0.3 * size
        self.enlarged = 0.32 * size
        """How much larger than life the picture is."""
        self.caption_width = width - SAMPLE_WIDTH * self.enlarged
        self.steps, self.caption = self._steps(), self._caption()
        self.order, self.meaning = self._order(), self._meaning()
        edges = (("left", "right"), ("top", "bottom"))
        self.readings = [[self._reading(edge) for edge in row] for row in edges]

    @property
    def sample_height(self) -> float:
        return SAMPLE_HEIGHT * self.enlarged

    @property
    def row_height(self) -> float:
        return 0.9 * self.size

    @property
    def height(self) -> float:
        parts = (self.steps.height, self.sample_height, self.order.height, self.meaning.height)
        return sum(parts) + len(self.readings) * self.row_height + 4 * self.gap

    def draw(self, drawing: OwnPages, x: float, y: float) -> None:
        drawing.column(self.steps, x, y)
        y += self.steps.height + self.gap
        _draw_sample(drawing, self.words, x, y, self.enlarged)
        caption_y = y + (self.sample_height - self.caption.height) / 2
        drawing.column(self.caption, x + self.width - self.caption_width, caption_y)
        y += self.sample_height + self.gap
        drawing.column(self.order, x, y)
        y += self.order.height + self.gap
        for row in self.readings:
            for number, reading in enumerate(row):
                drawing.column(reading, x + number * self.width / 2, y)
            y += self.row_height
        drawing.column(self.meaning, x, y + self.gap)

    def _steps(self) -> TextColumn:
        sheet, size, say = self.sheet, self.size, self.sheet.say
        edge = say(EDGE_WORDS[sheet.backs])
        column = TextColumn(self.words, self.width)
        column.add([Piece(say("Calibrate your printer"), INK, bold=True)], size * 1.9)
        what = say("For {paper} paper, turned over its {edge} edge", paper=sheet.paper.name, edge=edge)
        if sheet.printer is not None:
            what += f". {say('The back is corrected for the printer {printer}.', printer=sheet.printer)}"
        column.add([Piece(what, GREY)], size, 0.5 * self.gap)
        steps = (say(PRINT, edge=edge), say(HOLD), say(READ, exact=f"{EXACT:.1f}"))
        for number, step in enumerate(steps, 1):
            column.add([Piece(f"{number}.", INK, bold=True), Piece(f" {step}")], size, self.gap)
        return column

    def _caption(self) -> TextColumn:
        say, tenth = self.sheet.say, round(SAMPLE * TENTHS) % TENTHS
        rest = say(
            "the triangle is past {whole}, and line {tenth} behind runs straight into a line.",
            whole=f"{SAMPLE:.0f}",
            tenth=tenth,
        )
        pieces = [Piece(say("This one reads {reading}:", reading=SAMPLE), INK, bold=True), Piece(f" {rest}")]
        return TextColumn(self.words, self.caption_width).add(pieces, 0.85 * self.size)

    def _order(self) -> TextColumn:
        step = self.sheet.say(TYPE_NAMED if self.sheet.printer is None else TYPE)
        column = TextColumn(self.words, self.width).add(
            [Piece("4.", INK, bold=True), Piece(f" {step}")], self.size
        )
        return column.add([Piece(self.sheet.command, INK, bold=True)], 0.92 * self.size, 0.8 * self.gap)

    def _reading(self, edge: str) -> TextColumn:
        pieces = [Piece(f'--{edge} "______ x ______"', INK, bold=True)]
        if (said := self.sheet.say(edge)) != edge:
            pieces.append(Piece(f" {said}", GREY))
        return TextColumn(self.words, self.width / 2).add(pieces, 0.92 * self.size)

    def _meaning(self) -> TextColumn:
        say = self.sheet.say
        means = say(MEANING)
        after = say(AFTERWARDS, printer=self.sheet.printer or "NAME", exact=f"{EXACT:.1f}")
        column = TextColumn(self.words, self.width).add([Piece(means, GREY)], 0.85 * self.size)
        return column.add([Piece(after, GREY)], 0.85 * self.size, 0.6 * self.gap)


def _draw_sample(drawing: OwnPages, words: WordMaker, x: float, y: float, enlarged: float) -> None:
    """A scale as it looks against the light, larger than life."""
    scale = _Scale(drawing, words, Scale("top", "across", 0.0, 0.0))
    left, top = EXACT - FIRST_LINE + 1.0, 10.0
    place = Matrix(enlarged, 0, 0, enlarged, x + left * enlarged, y + top * enlarged)
    drawing.canvas.open_group(place, None, 1)
    drawing.canvas.open_group(Matrix(e=SAMPLE - EXACT), None, 1)
    scale.back(THROUGH)
    drawing.canvas.close_group()
    scale.front()
    meeting = SAMPLE - EXACT - BACK_PITCH * (round(SAMPLE * TENTHS) % TENTHS)
    ring = rectangle(Box(meeting - 0.75, -2.2, 1.5, 4.4), 0.75, 0.75)
    drawing.canvas.shape(ring, None, Stroke(INK, 0.08))
    drawing.canvas.close_group()


BACK_NOTE = 8.0
"""Millimetres below the front's text that the back's words have for themselves."""


def _draw_back_note(drawing: OwnPages, words: WordMaker, sheet: Sheet) -> None:
    """Where the front has no words, so that it does not shine through them."""
    paper = sheet.paper
    pieces = [Piece(sheet.say("This is the back: read the other side."), GREY)]
    column = TextColumn(words, paper.width - 2 * TEXT_AT).add(pieces, 8.0, align="center")
    free = paper.height - TEXT_AT - column.height
    _, y = behind(paper, sheet.backs).apply(0.0, free)
    drawing.column(column, TEXT_AT, y)
