"""A report as one HTML file with all that it shows inside: no script, and nothing to be fetched.

Charts are drawn twice, for a page and for a phone, and a style sheet shows the one that fits. The type of the
press is embedded with those letters that come in the report.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from generator.export.chart_pages import press_words
from generator.export.charts import NARROW
from generator.export.report.document import Block, Figure, Report, Verdict, runs
from generator.export.report.svg import SvgCanvas, colour_rules, svg_of
from generator.export.web_fonts import font_rule
from generator.layout.fonts import built_in_family
from generator.layout.text.words import WordMaker

WIDE = 160.0
"""Width of a chart on a page, in mm; on a phone it is :data:`NARROW`."""
PIXELS_PER_MM = 4.4
"""Of a chart that is wider than its place and scrolled."""
SIGNS = {
    Verdict.GOOD: "M5.5 10.5l3 3 6-7",
    Verdict.WARN: "M10 5v6M10 14.6v.1",
    Verdict.BAD: "M6.5 6.5l7 7M13.5 6.5l-7 7",
}
"""Lines in a circle of 20 units: a tick, an exclamation mark, a cross."""
FACES = (
    ("Report Sans", "source-sans", False),
    ("Report Sans", "source-sans", True),
    ("Report Serif", "source-serif", False),
    ("Report Serif", "source-serif", True),
)


class _Picture(NamedTuple):
    """A chart at one width; ``kind`` is the class of the place that it is shown in."""

    kind: str
    svg: Markup
    scrolls: bool
    pixels: int


class _Drawn(NamedTuple):
    """A figure with its pictures."""

    title: str
    told_id: str
    told: str
    pictures: Sequence[_Picture]
    note: str
    caption: str


class _Part(NamedTuple):
    """A section whose blocks have the names of their kinds."""

    heading: str
    blocks: Sequence[tuple[str, Block | _Drawn]]


@dataclass(slots=True)
class _Artist:
    """Draws the figures of a report one after the other, and keeps what they need of the style sheet."""

    words: WordMaker
    canvases: list[SvgCanvas]

    def block(self, block: Block) -> tuple[str, Block | _Drawn]:
        return type(block).__name__, self._figure(block) if isinstance(block, Figure) else block

    def _figure(self, figure: Figure) -> _Drawn:
        chart, told = figure.chart, f"told-{len(self.canvases) + 1}"
        pictures = []
        for kind, usual in (("wide", WIDE), ("narrow", NARROW)):
            width = max(usual, chart.narrowest)
            canvas = SvgCanvas(f"picture-{len(self.canvases) + 1}")
            self.canvases.append(canvas)
            svg = Markup(svg_of(chart, canvas, self.words, width, told))
            pictures.append(_Picture(kind, svg, width > usual, round(width * PIXELS_PER_MM)))
        return _Drawn(chart.title, told, chart.told(), pictures, chart.note, figure.caption)


def html_of(report: Report) -> str:
    """The whole file. The same report gives the same text."""
    artist = _Artist(press_words(), [])
    parts = [_Part(one.heading, [artist.block(block) for block in one.blocks]) for one in report.sections]
    folder = Path(__file__).parent
    environment = Environment(
        autoescape=True,
        undefined=StrictUndefined,
        loader=FileSystemLoader(folder),
        keep_trailing_newline=True,
    )
    environment.globals.update(runs=runs, signs=SIGNS)
    fills = set().union(*(canvas.fills for canvas in artist.canvases))
    strokes = set().union(*(canvas.strokes for canvas in artist.canvases))
    page = {
        "report": report,
        "sections": parts,
        "style": Markup((folder / "page.css").read_text("utf-8")),
        "colours": Markup(colour_rules(fills, strokes, dark=False)),
        "dark_colours": Markup(colour_rules(fills, strokes, dark=True)),
    }
    template = environment.get_template("page.html.j2")
    # What letters the fonts need is known from the page itself.
    letters = set(template.render(page, fonts=""))
    return template.render(page, fonts=Markup("\n".join(_font_rules(letters))))


def _font_rules(letters: set[str]) -> Iterator[str]:
    for name, family, is_bold in FACES:
        file = built_in_family(family).file(bold=is_bold, italic=False)
        yield font_rule(name, file, letters, bold=is_bold, italic=False)
