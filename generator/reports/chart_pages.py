"""Pages of charts, as PDF or as pictures: sections with charts side by side or across the page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from generator.catalog.problems import Problems
from generator.catalog.sizes import Size, paper
from generator.catalog.writing import Finished, put_in_place, staging
from generator.export.own_pages import GREY, HAIRLINE, PALE, OwnPages, press_words
from generator.layout.colour import Stroke
from generator.layout.geometry import Box
from generator.press.build import report_odd_date, reporting
from generator.press.job import PagePng, Sheets
from generator.press.pdf.document import Bookmark, Document
from generator.press.pdf.metadata import Metadata
from generator.press.png import Pages, PngPress
from generator.press.rasterizer import Rasterizer
from generator.reports.charts import GAP, LABEL, ROW, SMALL, Chart, Pen, draw

PAPER = "a4"
DPI = 200
"""Of pictures of the pages."""
SIDE, TOP, FOOT = 15.0, 27.0, 14.0
"""White beside, above and below the charts, in mm; titles stand in it."""
BETWEEN, BELOW = 10.0, 8.0
"""Between charts side by side, and below each other."""
HEAD, SECTION = 15.0, 12.0
"""Sizes of type in points."""
SECTION_HEIGHT = 13.0


@dataclass(frozen=True, slots=True)
class Section:
    """Charts that belong together, under a heading with a line of text below it."""

    title: str
    about: str
    charts: Sequence[Chart]


@dataclass(frozen=True, slots=True)
class ChartPages:
    """What the pages are about; sections without charts are left out."""

    title: str
    about: str
    sections: Sequence[Section]


class WrittenCharts(NamedTuple):
    """The files that were written: one PDF, or a picture for each page."""

    paths: tuple[Path, ...]
    pages: int


def write_charts(pages: ChartPages, path: Path, problems: Problems) -> WrittenCharts | None:
    """Writes the pages into ``path``, a ``.pdf`` or a ``.png``; several pictures end in ``-1``, ``-2`` ….

    None, and nothing written, where anything is wrong, which ``problems`` says. The same pages give the same
    bytes.
    """
    placed = list(_arranged(pages, paper(PAPER)))
    if not placed:
        problems.error(
            "there is nothing to draw: no field has numbers, and no words recur", hint="leave out --plots"
        )
        return None
    report_odd_date(problems)
    if problems.has_errors:
        return None
    out = path.parent
    with reporting(out, problems), staging(out) as folder, Rasterizer() as rasterizer:
        pdf = folder / "charts.pdf"
        _print(pages, placed, pdf, rasterizer)
        finished = [Finished(pdf, path)]
        if path.suffix.lower() == ".png":
            finished = _drawn(pdf, path, len(placed), folder, problems)
        if not problems.has_errors and put_in_place(finished, out, problems):
            return WrittenCharts(tuple(file.path for file in finished), len(placed))
    return None


class _Placed(NamedTuple):
    """A chart in its place, or the heading of a section; ``again``: one that goes on from the page before."""

    box: Box
    content: Chart | Section
    again: bool = False


def _arranged(pages: ChartPages, size: Size) -> Iterator[list[_Placed]]:
    """The pages one after the other. Charts that are not wide stand in pairs; none is cut."""
    width, bottom = size.width - 2 * SIDE, size.height - FOOT
    page: list[_Placed] = []
    y = TOP
    for section in pages.sections:
        is_begun = False
        for row in _rows(section.charts):
            needed = max(chart.height for chart in row)
            if page and y + needed + (0 if is_begun else SECTION_HEIGHT) > bottom:
                yield page
                page, y = [], TOP
            if not is_begun or not page:
                page.append(_Placed(Box(SIDE, y, width, SECTION_HEIGHT), section, is_begun))
                y += SECTION_HEIGHT
                is_begun = True
            each = width if row[0].is_wide else (width - BETWEEN) / 2
            for index, chart in enumerate(row):
                page.append(_Placed(Box(SIDE + index * (each + BETWEEN), y, each, chart.height), chart))
            y += needed + BELOW
    if page:
        yield page


def _rows(charts: Sequence[Chart]) -> Iterator[list[Chart]]:
    """Each wide chart by itself, the others in pairs, in their order."""
    waiting: list[Chart] = []
    for chart in charts:
        if chart.is_wide:
            if waiting:
                yield waiting
            yield [chart]
            waiting = []
            continue
        waiting.append(chart)
        if len(waiting) == 2:
            yield waiting
            waiting = []
    if waiting:
        yield waiting


def _print(
    pages: ChartPages, placed: Sequence[Sequence[_Placed]], path: Path, rasterizer: Rasterizer
) -> None:
    size = paper(PAPER)
    drawing = OwnPages(Document(Metadata(f"{pages.title}: charts", subject=pages.about), rasterizer))
    pen = Pen(drawing.canvas, press_words())
    bookmarks = []
    for number, page in enumerate(placed, 1):
        _titles(pen, pages, size, number, len(placed))
        for box, content, again in page:
            if isinstance(content, Section):
                _heading(pen, content, box, again=again)
                if not again:
                    bookmarks.append(Bookmark(content.title, number - 1, []))
            else:
                draw(content, pen, box)
        drawing.end_page(size.width, size.height)
    drawing.document.save(path, bookmarks, duplex=None)


def _titles(pen: Pen, pages: ChartPages, size: Size, number: int, count: int) -> None:
    width = size.width - 2 * SIDE
    pen.text(pages.title, Box(SIDE, 9, 0.75 * width, 8), HEAD, bold=True)
    pen.text(pages.about, Box(SIDE + 0.75 * width, 9, 0.25 * width, 8), LABEL, align="right", fill=GREY)
    pen.line(SIDE, 19, size.width - SIDE, 19, Stroke(PALE, 2 * HAIRLINE))
    if count > 1:
        foot = Box(SIDE, size.height - 11, width, ROW)
        pen.text(f"page {number} of {count}", foot, SMALL, align="right", fill=GREY)


def _heading(pen: Pen, section: Section, box: Box, *, again: bool) -> None:
    pen.text(section.title, Box(box.x, box.y - 2, box.width, ROW + GAP), SECTION, bold=True)
    about = "continued" if again else section.about
    pen.text(about, Box(box.x, box.y + ROW - 1, box.width, ROW), LABEL, fill=GREY)


@dataclass(frozen=True, slots=True)
class _Pictures:
    """The pages as pictures, in the form that the press asks for."""

    names: tuple[Path, ...]
    dpi: int = DPI
    count: int = 0

    def pngs(self, sheets: Sheets) -> list[PagePng]:
        del sheets
        return [PagePng(page, name) for page, name in enumerate(self.names)]


def _drawn(pdf: Path, path: Path, pages: int, folder: Path, problems: Problems) -> list[Finished]:
    """Draws the pages; where each file is, and where it is meant to go."""
    names = (
        [path.name] if pages == 1 else [f"{path.stem}-{page}{path.suffix}" for page in range(1, pages + 1)]
    )
    job = _Pictures(tuple(map(Path, names)))
    press = PngPress(folder, path.parent, lambda _: None, None)
    press.draw([Pages(job, Sheets(pdf, pages, 0, "", (), paper(PAPER)))], problems)
    return press.finished
