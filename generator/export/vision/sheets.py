"""The sheets: each front five times, as it is and as other eyes see it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from generator.catalog.models import Game
from generator.catalog.sizes import Size
from generator.export.chart_pages import press_words
from generator.export.drawing import GREY, Column, Drawing, Piece
from generator.layout.colour_vision import SIGHTS, seen
from generator.layout.geometry import Box
from generator.layout.pictures import read_picture
from generator.layout.text.words import WordMaker
from generator.press.pdf.canvas import PdfCanvas
from generator.press.pdf.document import Bookmark, Document, PageBoxes
from generator.press.pdf.metadata import metadata_of
from generator.press.rasterizer import Rasterizer

if TYPE_CHECKING:
    from generator.layout.colour_vision import Pixels

SIDE, TOP, FOOT = 10.0, 26.0, 9.0
"""White around the fronts, in mm; titles stand in it."""
STRIPS = 2
"""Fronts side by side."""
BETWEEN, GAP, ROW_GAP, SECTION_GAP = 9.0, 1.6, 2.8, 2.0
"""Between strips, between the pictures of one, between rows and above a section, in mm."""
EDGE = 7.0
"""From the paper's edge to the titles."""
TITLE, HEADING, CAPTION, SMALL = 16.0, 9.0, 6.5, 7.0
"""Points."""
CAPTION_GAP, HEADING_GAP = 0.8, 1.2
TALLEST = 44.0
"""The highest picture, in mm."""
QUALITY = 80
"""Of the JPEG pictures, of 100."""
NORMAL = "Normal"
SOURCES = "Simulated after Viénot, Brettel and Mollon (1999) and, for tritans, Brettel (1997)"


@dataclass(frozen=True, slots=True, eq=False)
class Front:
    """A front in pixels; its trim in mm."""

    name: str
    width: float
    height: float
    pixels: Pixels


class Section(NamedTuple):
    """The fronts of a card list."""

    title: str
    fronts: list[Front]


class _Cell(NamedTuple):
    """A front on its page; ``x``, ``y`` of its first picture."""

    front: Front
    x: float
    y: float
    width: float
    height: float
    caption: Column


@dataclass(slots=True)
class _Page:
    """What stands on a page, and the sections that begin on it."""

    cells: list[_Cell]
    headings: list[tuple[Column, float]]
    begun: list[str]


def write_sheets(
    game: Game, sections: Sequence[Section], paper: Size, folder: Path, rasterizer: Rasterizer
) -> int:
    """``sheets.pdf`` in the folder, which may hold pictures too; gives its number of pages."""
    words = press_words()
    pages = list(_pages(sections, paper, words))
    about = metadata_of(game, f"{game.title}: as other eyes see it", f"version {game.version}")
    document = Document(about, rasterizer)
    drawing = Drawing(PdfCanvas(document.resources))
    number = 0
    for count, page in enumerate(pages, 1):
        _paint_titles(drawing, game, words, paper, f"page {count} of {len(pages)}")
        for heading, y in page.headings:
            drawing.column(heading, SIDE, y)
        for cell in page.cells:
            number += 1
            _paint(drawing, cell, folder / f"{number}.jpg", paper)
        edges = (0.0, 0.0, paper.width, paper.height)
        document.add_page([drawing.taken()], PageBoxes(paper.width, paper.height, edges, edges))
    marks = [Bookmark(title, at, []) for at, page in enumerate(pages) for title in page.begun]
    document.save(folder / "sheets.pdf", marks, duplex=None)
    return len(pages)


def _strip(paper: Size) -> tuple[float, float]:
    """The width of a strip, and of a picture in it."""
    whole = (paper.width - 2 * SIDE - (STRIPS - 1) * BETWEEN) / STRIPS
    return whole, (whole - len(SIGHTS) * GAP) / (len(SIGHTS) + 1)


def _pages(sections: Sequence[Section], paper: Size, words: WordMaker) -> Iterator[_Page]:
    """Rows of strips, one section after the other; a heading never stands alone."""
    whole, _ = _strip(paper)
    page, y = _Page([], [], []), TOP
    for section in sections:
        rows = [
            [_cell(front, paper, words, SIDE + place * (whole + BETWEEN)) for place, front in enumerate(row)]
            for row in _in_rows(section.fronts)
        ]
        for number, row in enumerate(rows):
            heading = Column(words, paper.width - 2 * SIDE)
            heading.add(
                [Piece(section.title, bold=True), Piece(" continued" if number else "", GREY)], HEADING
            )
            high = max(cell.height + CAPTION_GAP + cell.caption.height for cell in row)
            above = heading.height + HEADING_GAP + (SECTION_GAP if y > TOP else 0)
            if y > TOP and y + (0 if number else above) + high > paper.height - FOOT:
                yield page
                page, y = _Page([], [], []), TOP
                above = heading.height + HEADING_GAP
            if not number or y == TOP:
                page.headings.append((heading, y + above - heading.height - HEADING_GAP))
                y += above
            if not number:
                page.begun.append(section.title)
            page.cells += [cell._replace(y=y) for cell in row]
            y += high + ROW_GAP
    yield page


def _in_rows(fronts: Sequence[Front]) -> Iterator[Sequence[Front]]:
    for start in range(0, len(fronts), STRIPS):
        yield fronts[start : start + STRIPS]


def _cell(front: Front, paper: Size, words: WordMaker, x: float) -> _Cell:
    whole, width = _strip(paper)
    scale = min(1.0, width / front.width, TALLEST / front.height)
    caption = Column(words, whole)
    caption.add([Piece(front.name, GREY)], CAPTION)
    return _Cell(front, x, 0.0, scale * front.width, scale * front.height, caption)


def _paint(drawing: Drawing, cell: _Cell, path: Path, paper: Size) -> None:
    """The front as it is and as others see it, each below the name of its sight: one picture."""
    import numpy
    from PIL import Image

    front = cell.front
    whole, column = _strip(paper)
    high, wide = front.pixels.shape[:2]
    unit = wide / cell.width
    strip = numpy.full((high, round(whole * unit), 3), 255, dtype=numpy.uint8)
    looks = [front.pixels, *(seen(front.pixels, sight) for sight in SIGHTS.values())]
    for place, look in enumerate(looks):
        left = round((place * (column + GAP) + (column - cell.width) / 2) * unit)
        strip[:, left : left + wide] = look[:, : strip.shape[1] - left]
    Image.fromarray(strip).save(path, quality=QUALITY)
    drawing.canvas.picture(read_picture(path), Box(cell.x, cell.y, whole, cell.height))
    drawing.column(cell.caption, cell.x, cell.y + cell.height + CAPTION_GAP)


def _paint_titles(drawing: Drawing, game: Game, words: WordMaker, paper: Size, note: str) -> None:
    width = paper.width - 2 * SIDE
    head = Column(words, width)
    head.add([Piece(game.title, bold=True), Piece(" as other eyes see it", GREY)], TITLE)
    drawing.column(head, SIDE, EDGE)
    whole, column = _strip(paper)
    for strip in range(STRIPS):
        for place, title in enumerate((NORMAL, *(sight.title for sight in SIGHTS.values()))):
            name, _, meaning = title.partition(": ")
            label = Column(words, column)
            label.add([Piece(name, bold=True)], SMALL, align="center")
            if meaning:
                label.add([Piece(meaning, GREY)], SMALL * 0.86, 0.2, align="center")
            x = SIDE + strip * (whole + BETWEEN) + place * (column + GAP)
            drawing.column(label, x, TOP - 3.0 - label.height)
    foot = Column(words, width)
    foot.add([Piece(f"{SOURCES} · {note}", GREY)], SMALL, align="right")
    drawing.column(foot, SIDE, paper.height - FOOT + 1.5)
