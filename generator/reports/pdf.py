"""A report as PDF, in the type of the press: text and tables flow over the pages, figures stay whole."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import NamedTuple

from generator.catalog.sizes import Size
from generator.catalog.units import POINT
from generator.export.own_pages import GREY, INK, PALE, OwnPages, press_words
from generator.layout.colour import Colour, Stroke
from generator.layout.fonts import Family, built_in_family
from generator.layout.geometry import Box, Matrix, ellipse, polyline, rectangle
from generator.layout.text.fit import TextBox, fit
from generator.layout.text.lines import broken, wrap
from generator.layout.text.words import Style, Word, WordMaker
from generator.layout.xml import Node
from generator.press.pdf.canvas import PdfCanvas
from generator.press.pdf.document import Bookmark, Document
from generator.press.pdf.metadata import Metadata
from generator.press.rasterizer import Rasterizer
from generator.press.rulebook.pages import (
    Area,
    Drawing,
    Heading,
    Moved,
    Page,
    Patch,
    Piece,
    TextDrawing,
    kept_together,
    merged,
    paginate,
    spaced,
    without_orphans,
)
from generator.reports.charts import Chart, Pen
from generator.reports.document import (
    Align,
    Block,
    Callout,
    Column,
    Fact,
    Figure,
    Note,
    Paragraph,
    Report,
    Run,
    Table,
    Verdict,
    runs,
)

SIDE, TOP, FOOT = 19.0, 17.0, 19.0
"""White beside, above and below the text, in mm; the footer stands in the lowest."""
TITLE, HEADING, LEAD, BODY, SMALL, FOOTER = 21.0, 14.0, 10.5, 9.6, 8.0, 7.5
"""Sizes of type in points: of the report's title, of headings, titles of tables, text, small print."""
CELL_SIZES = (8.5, 7.5, 6.5, 5.5)
"""Of a table: the largest at which no word of its cells is cut, if there is one."""
LEADING = 1.38
CELL_GAP = 4.0
"""Between columns, in mm."""
CELL_WHITE = 0.75
"""Above and below the text of a row, in mm."""
MOST_EXTRA = 7.0
"""How much wider than it must be a column is made, in mm."""
LABEL_WIDTH = 25.0
"""Of the names of facts, in mm."""
TWO_LINES = 0.6
"""How wide a heading is that is broken into two lines, at most, in its whole width."""
LEAD_IN = 3
"""Lines of a paragraph that leads to a figure or a table, and is not parted from it."""
HEADING_ROOM = 16.0
"""What a section's heading may take above a figure, in mm."""
MARKED = Colour(0.89, 0.93, 0.96)
TINT = Colour(0.95, 0.955, 0.965)
WHITE = Colour(1.0, 1.0, 1.0)
SIGN = Stroke(WHITE, 0.5, cap="round", join="round")


class _Tone(NamedTuple):
    """The colours of a finding, and the lines of its sign in a circle of radius 1."""

    strong: Colour
    ground: Colour
    sign: Sequence[Sequence[tuple[float, float]]]


TONES = {
    Verdict.GOOD: _Tone(
        Colour(0.0, 0.41, 0.31), Colour(0.9, 0.955, 0.935), [[(-0.45, 0.05), (-0.12, 0.38), (0.48, -0.35)]]
    ),
    Verdict.WARN: _Tone(
        Colour(0.54, 0.33, 0.0), Colour(0.985, 0.945, 0.87), [[(0, -0.5), (0, 0.12)], [(0, 0.48), (0, 0.5)]]
    ),
    Verdict.BAD: _Tone(
        Colour(0.66, 0.13, 0.1),
        Colour(0.985, 0.915, 0.905),
        [[(-0.36, -0.36), (0.36, 0.36)], [(0.36, -0.36), (-0.36, 0.36)]],
    ),
    Verdict.OPEN: _Tone(
        GREY,
        TINT,
        [
            [(-0.3, -0.2), (-0.2, -0.45), (0.1, -0.5), (0.3, -0.25), (0.02, 0.02), (0, 0.2)],
            [(0, 0.5), (0, 0.52)],
        ],
    ),
}


def write_pdf(report: Report, path: Path, paper: Size) -> int:
    """Writes the report into the file ``path``; how many pages it has.

    The same report gives the same bytes. Raises OSError, and InputError for a damaged font.
    """
    words = press_words()
    area = Area(SIDE, TOP, paper.width - 2 * SIDE, paper.height - TOP - FOOT, 1, 0.0)
    pages = paginate(list(_Setter(words, area).report(report)), area)
    with Rasterizer() as rasterizer:
        ours = OwnPages(Document(Metadata(report.title, subject=report.subtitle), rasterizer))
        canvas = ours.canvas
        for number, page in enumerate(pages, 1):
            for placed in page:
                for drawing in placed.piece.drawings:
                    canvas.open_group(Matrix(e=placed.x, f=placed.y + placed.piece.pad), None, 1)
                    drawing.draw(canvas)
                    canvas.close_group()
            _paint_footer(Pen(canvas, words), report.title, number, len(pages), paper)
            ours.end_page(paper.width, paper.height)
        ours.document.save(path, list(_bookmarks(pages)), duplex=None)
    return len(pages)


def _bookmarks(pages: Sequence[Page]) -> Iterator[Bookmark]:
    for number, page in enumerate(pages):
        for placed in page:
            if placed.piece.heading is not None:
                yield Bookmark(placed.piece.heading.title, number, [])


def _paint_footer(pen: Pen, title: str, number: int, count: int, paper: Size) -> None:
    width, y = paper.width - 2 * SIDE, paper.height - 12.5
    pen.line(SIDE, y, paper.width - SIDE, y, Stroke(PALE, 0.15))
    pen.text(title, Box(SIDE, y + 0.8, 0.75 * width, 4), FOOTER, fill=GREY)
    last = Box(SIDE + 0.75 * width, y + 0.8, 0.25 * width, 4)
    pen.text(f"page {number} of {count}", last, FOOTER, align="right", fill=GREY)


class _Drawn(NamedTuple):
    """A chart without its title and note; smaller where it would be higher than the page."""

    chart: Chart
    words: WordMaker
    box: Box
    scale: float

    def draw(self, canvas: PdfCanvas) -> None:
        canvas.open_group(Matrix(self.scale, 0, 0, self.scale, 0, 0), None, 1)
        self.chart.plot(Pen(canvas, self.words), self.box)
        canvas.close_group()


@dataclass(slots=True)
class _Setter:
    """Sets the blocks of a report as pieces that flow over the pages."""

    words: WordMaker
    area: Area
    sans: Family = field(default_factory=lambda: built_in_family("source-sans"))
    serif: Family = field(default_factory=lambda: built_in_family("source-serif"))

    def report(self, report: Report) -> Iterator[Piece]:
        yield from self._lines(report.title, TITLE, self.sans, bold=True, leading=1.15)
        if report.subtitle:
            yield from spaced(self._lines(report.subtitle, LEAD + 1, self.sans, fill=GREY), 1.5)
        for number, finding in enumerate(report.findings):
            yield replace(self._callout(finding), gap=1.6 if number else 6.0)
        for section in report.sections:
            heading = self._lines(section.heading, HEADING, self.sans, bold=True, leading=1.2)
            line = Patch(
                polyline(((0, -2.5), (self.area.width, -2.5)), closed=False), None, Stroke(PALE, 0.2)
            )
            first = replace(
                heading[0],
                gap=10.0,
                heading=Heading(section.heading, 1),
                drawings=(*heading[0].drawings, line),
            )
            # A heading stays with what follows.
            yield from (replace(piece, stays=True) for piece in [first, *heading[1:]])
            for number, block in enumerate(section.blocks):
                pieces = self._block(block, after_heading=not number)
                after = section.blocks[number + 1] if number + 1 < len(section.blocks) else None
                if (
                    isinstance(block, Paragraph)
                    and isinstance(after, Figure | Table)
                    and len(pieces) <= LEAD_IN
                ):
                    pieces = [replace(piece, stays=True) for piece in pieces]
                yield from pieces
        if report.facts:
            yield from self._facts(report.facts)

    def _block(self, block: Block, *, after_heading: bool) -> Sequence[Piece]:
        if isinstance(block, Paragraph):
            return spaced(without_orphans(self._lines(block.text, BODY, self.serif)), 3.0)
        if isinstance(block, Note):
            return spaced(without_orphans(self._lines(block.text, SMALL, self.sans, fill=GREY)), 2.6)
        if isinstance(block, Callout):
            return [replace(self._callout(block), gap=3.5)]
        gap = 4.0 if after_heading else 8.0
        return self._table(block, gap) if isinstance(block, Table) else self._figure(block, gap)

    # Text

    def _row(self, text: str, size: float, family: Family, fill: Colour, *, bold: bool) -> list[Word]:
        content: list[Node | str] = [
            Node("b", {}, "", [run.text]) if run.is_bold else run.text for run in runs(text)
        ]
        return self.words.words(content, Style(family, bold, False, 1.0, fill, 0.0), size)

    def _lines(
        self,
        text: str,
        size: float,
        family: Family,
        *,
        fill: Colour = INK,
        bold: bool = False,
        width: float | None = None,
        x: float = 0.0,
        align: Align = "left",
        leading: float = LEADING,
    ) -> list[Piece]:
        """Each line a piece as high as its leading; a word wider than the line is cut."""
        row = self._row(text, size, family, fill, bold=bold)
        width = self.area.width if width is None else width
        measure = width / (size * POINT)
        high = leading * size * POINT
        pieces = []
        for line in wrap(list(broken(row, measure, self.words)), measure):
            box = TextBox(0, 0, width, None, size, size, None, align, "top", False)
            block = fit(line.words, box, family.file(bold=False, italic=False).cap_height, self.words).block
            pieces.append(Piece(high, (TextDrawing(x, (high - size * POINT) / 2, block),)))
        return pieces or [Piece(0.0)]

    def _natural(self, text: str, size: float, *, bold: bool) -> tuple[float, float]:
        """How wide a text is, and how wide its longest word, in mm."""
        row = self._row(text, size, self.sans, INK, bold=bold)
        whole = sum(word.width + (word.space if number else 0.0) for number, word in enumerate(row))
        return whole * size * POINT, max((word.width for word in row), default=0.0) * size * POINT

    # Findings and facts

    def _callout(self, callout: Callout) -> Piece:
        tone = TONES[callout.verdict]
        inside, above, r = 10.5, 2.3, 2.0
        width = self.area.width - inside - 4
        question = (
            self._lines(callout.question, BODY + 0.4, self.sans, bold=True, width=width, x=inside)
            if callout.question
            else []
        )
        answer = self._lines(callout.text, BODY + 0.4, self.sans, width=width, x=inside)
        text = merged([*question, *answer])
        high = text.height + 2 * above
        box = Box(0, 0, self.area.width, high)
        x, y = 5.6, above + LEADING * (BODY + 0.4) * POINT / 2
        sign = [
            Patch(polyline([(x + r * dx, y + r * dy) for dx, dy in line], closed=False), None, SIGN)
            for line in tone.sign
        ]
        grounds: list[Drawing] = [
            Patch(rectangle(box, 0.8, 0.8), tone.ground),
            Patch(rectangle(Box(0, 0, 1.1, high)), tone.strong),
            Patch(ellipse(x, y, r, r), tone.strong),
            *sign,
        ]
        return Piece(high, (*grounds, *_moved(text.drawings, above)))

    def _facts(self, facts: Sequence[Fact]) -> Iterator[Piece]:
        """A box of names and values, that may go on over the page."""
        inside = 4.0
        width = self.area.width - 2 * inside - LABEL_WIDTH
        for number, fact in enumerate(facts):
            name = merged(
                self._lines(fact.label, SMALL + 0.5, self.sans, fill=GREY, width=LABEL_WIDTH - 2, x=inside)
            )
            value = merged(
                self._lines(fact.value, SMALL + 0.5, self.sans, width=width, x=inside + LABEL_WIDTH)
            )
            above = 2.2 if not number else 0.5
            below = 2.2 if number == len(facts) - 1 else 0.0
            high = above + max(name.height, value.height) + below
            # Neighbours overlap a little: viewers show a seam where two patches only touch.
            ground = Patch(rectangle(Box(0, 0, self.area.width, high + (0.05 if not below else 0))), TINT)
            drawings = _moved((*name.drawings, *value.drawings), above)
            yield Piece(high, (ground, *drawings), gap=0.0 if number else 6.0)

    # Tables

    def _table(self, table: Table, gap: float) -> list[Piece]:
        title = self._lines(table.title, LEAD, self.sans, bold=True)
        size, widths = self._columns(table)
        headings = [Run(column.title, True) for column in table.columns]
        head = self._cells(headings, table.columns, widths, size, at_foot=True)
        total = sum(widths) + CELL_GAP * len(widths)
        rule = Patch(polyline(((0, head.height), (total, head.height)), closed=False), None, Stroke(INK, 0.3))
        head = replace(head, drawings=(*head.drawings, rule))
        rows = []
        for number, row in enumerate(table.rows):
            is_marked = number in table.emphasised
            piece = self._cells([Run(cell, is_marked) for cell in row], table.columns, widths, size)
            ground = [Patch(rectangle(Box(0, 0.15, total, piece.height - 0.15)), MARKED)] if is_marked else []
            line = polyline(((0, piece.height), (total, piece.height)), closed=False)
            below = Patch(line, None, Stroke(PALE, 0.12))
            rows.append(replace(piece, drawings=(*ground, *piece.drawings, below), head=head))
        pieces = [*kept_together([*title, replace(head, gap=1.2, stays=True)]), *without_orphans(rows)]
        if table.note:
            note = spaced(self._lines(table.note, SMALL, self.sans, fill=GREY), 1.4)
            pieces = [*pieces[:-1], replace(pieces[-1], stays=True), *kept_together(note)]
        return spaced(pieces, gap)

    def _columns(self, table: Table) -> tuple[float, list[float]]:
        """The size of type and the widths of the columns, so that all have room."""
        room = self.area.width - CELL_GAP * len(table.columns)
        for size in CELL_SIZES:
            wholes, longest = self._measured(table, size)
            if sum(longest) <= room:
                break
        if sum(wholes) <= room:
            extra = min(MOST_EXTRA, (room - sum(wholes)) / len(wholes))
            return size, [whole + extra for whole in wholes]
        if sum(longest) > room:
            most = _most(longest, room)
            return size, [min(word, most) for word in longest]
        share = (room - sum(longest)) / (sum(wholes) - sum(longest))
        return size, [word + share * (whole - word) for whole, word in zip(wholes, longest, strict=True)]

    def _measured(self, table: Table, size: float) -> tuple[list[float], list[float]]:
        """Of each column, how wide its widest cell is, and its longest word, in mm.

        A heading may stand in two lines.
        """
        wholes, longest = [], []
        for number, column in enumerate(table.columns):
            cells = [
                self._natural(row[number], size, bold=at in table.emphasised)
                for at, row in enumerate(table.rows)
            ]
            title, word = self._natural(column.title, size, bold=True)
            # Rounding must not part a cell from its last word.
            wholes.append(max([word, TWO_LINES * title, *(cell[0] for cell in cells)]) + 0.05)
            longest.append(max([word, *(cell[1] for cell in cells)]) + 0.05)
        return wholes, longest

    def _cells(
        self,
        texts: Sequence[Run],
        columns: Sequence[Column],
        widths: Sequence[float],
        size: float,
        *,
        at_foot: bool = False,
    ) -> Piece:
        """A row as high as its highest cell; the others stand at its top, or ``at_foot``."""
        cells = []
        x = CELL_GAP / 2
        for run, column, width in zip(texts, columns, widths, strict=True):
            lines = self._lines(
                run.text,
                size,
                self.sans,
                bold=run.is_bold,
                width=width,
                x=x,
                align=column.align,
                leading=1.22,
            )
            cells.append(merged(lines))
            x += width + CELL_GAP
        high = max(cell.height for cell in cells)
        at = [CELL_WHITE + (high - cell.height if at_foot else 0.0) for cell in cells]
        drawings = [moved for cell, y in zip(cells, at, strict=True) for moved in _moved(cell.drawings, y)]
        return Piece(high + 2 * CELL_WHITE, tuple(drawings))

    # Figures

    def _figure(self, figure: Figure, gap: float) -> list[Piece]:
        chart = figure.chart
        title = self._lines(chart.title, LEAD, self.sans, bold=True, leading=1.25)
        note = spaced(self._lines(chart.note, SMALL, self.sans, fill=GREY), 1.0) if chart.note else []
        caption = spaced(self._lines(figure.caption, BODY, self.serif), 1.6) if figure.caption else []
        words = sum(piece.height + piece.gap for piece in (*title, *note, *caption))
        whole = chart.plot_height
        room = self.area.height - words - HEADING_ROOM
        scale = min(1.0, room / whole)
        width = self.area.width / scale
        drawn = _Drawn(chart, self.words, Box(0, 0, width, whole), scale)
        return spaced(kept_together([*title, Piece(whole * scale, (drawn,), gap=1.6), *note, *caption]), gap)


def _most(widths: Sequence[float], room: float) -> float:
    """The width that the widest are cut down to so that all together have room: narrow ones keep theirs."""
    for number, width in enumerate(sorted(widths)):
        share = room / (len(widths) - number)
        if width > share:
            return share
        room -= width
    return max(widths)


def _moved(drawings: Sequence[Drawing], y: float) -> tuple[Drawing, ...]:
    return tuple(Moved(0.0, y, drawing) for drawing in drawings)
