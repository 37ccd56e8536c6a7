"""A report as one HTML file with all that it shows inside: no script, and nothing to be fetched.

Charts are drawn twice, for a page and for a phone, and a style sheet shows the one that fits. The type of the
press is embedded with those letters that come in the report.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from html import escape
from pathlib import Path
from typing import NamedTuple

from markupsafe import Markup

from generator.catalog.units import POINT
from generator.export.own_pages import press_words
from generator.export.web_page import WebFont, render_page
from generator.layout.colour import Colour, Paint, Stroke
from generator.layout.fonts import built_in_family
from generator.layout.geometry import Box, Matrix, Outline
from generator.layout.text.block import Span, TextBlock
from generator.layout.text.words import WordMaker, plain_colour
from generator.reports.charts import NARROW, Chart, Pen
from generator.reports.document import Block, Figure, Report, Verdict, runs

UNITS = 10.0
"""Of the picture to a millimetre: browsers set type badly whose size is a few units."""
MARGIN = 0.5
"""Around a chart, in mm, for lines that lie on its edge."""
DARK, LIGHT = 0.11, 0.93
"""How light the page and its ink are in the dark: white becomes the one, black the other."""


@dataclass(slots=True)
class SvgCanvas:
    """Collects elements in mm, y down. ``name`` keeps the ids of this picture apart from other pictures'."""

    name: str
    written: list[str] = field(default_factory=list)
    fills: set[str] = field(default_factory=set)
    strokes: set[str] = field(default_factory=set)
    clips: int = 0

    def shape(
        self, outline: Outline, fill: Paint | None, stroke: Stroke | None, *, even_odd: bool = False
    ) -> None:
        looks = [f'd="{_path(outline)}"']
        classes = []
        if fill is None:
            looks.append('fill="none"')
        else:
            colour = plain_colour(fill)
            classes.append(self._fill(colour))
            looks += [f'fill-opacity="{colour.alpha:g}"'] if colour.alpha < 1 else []
            looks += ['fill-rule="evenodd"'] if even_odd else []
        if stroke is not None:
            digits = _digits(plain_colour(stroke.paint))
            self.strokes.add(digits)
            classes.append(f"s{digits}")
            looks.append(f'stroke-width="{_number(stroke.width)}"')
            if stroke.dashes:
                looks.append(f'stroke-dasharray="{" ".join(map(_number, stroke.dashes))}"')
        if classes:
            looks.append(f'class="{" ".join(classes)}"')
        self.written.append(f"<path {' '.join(looks)}/>")

    def text(self, block: TextBlock) -> None:
        self.written += [self._span(span) for span in block.spans]

    def _span(self, span: Span) -> str:
        """As wide as it was measured, whatever font a browser takes."""
        text = "".join(piece.text for piece in span.pieces)
        weight = ' font-weight="700"' if "Bold" in span.font.name else ""
        length = (
            f' textLength="{_number(span.width)}" lengthAdjust="spacingAndGlyphs"' if text.strip() else ""
        )
        size = _number(span.size * POINT)
        return (
            f'<text x="{_number(span.x)}" y="{_number(span.baseline)}" font-size="{size}"'
            f'{weight}{length} class="{self._fill(span.fill)}">{escape(text)}</text>'
        )

    def _fill(self, colour: Colour) -> str:
        digits = _digits(colour)
        self.fills.add(digits)
        return f"f{digits}"

    def open_group(
        self, matrix: Matrix | None, clip: Outline | None, opacity: float, *, apart: bool = False
    ) -> None:
        del apart
        looks = ""
        if matrix is not None:
            a, b, c, d, e, f = matrix
            looks += f' transform="matrix({a:g} {b:g} {c:g} {d:g} {_number(e)} {_number(f)})"'
        if clip is not None:
            self.clips += 1
            name = f"{self.name}-clip{self.clips}"
            self.written.append(f'<clipPath id="{name}"><path d="{_path(clip)}"/></clipPath>')
            looks += f' clip-path="url(#{name})"'
        if opacity < 1:
            looks += f' opacity="{opacity:g}"'
        self.written.append(f"<g{looks}>")

    def close_group(self) -> None:
        self.written.append("</g>")


def svg_of(chart: Chart, canvas: SvgCanvas, words: WordMaker, width: float, words_id: str) -> str:
    """A chart ``width`` mm wide, without its title and note, as an element.

    ``words_id`` is the id of the element that says what it shows.
    """
    height = chart.plot_height
    chart.plot(Pen(canvas, words), Box(MARGIN, MARGIN, width - 2 * MARGIN, height))
    size = f"0 0 {_number(width)} {_number(height + 2 * MARGIN)}"
    return f'<svg viewBox="{size}" role="img" aria-labelledby="{words_id}">{"".join(canvas.written)}</svg>'


def colour_rules(fills: Iterable[str], strokes: Iterable[str], *, dark: bool) -> str:
    """The style rules of all colours that pictures use."""
    rules = [f".f{digits}{{fill:{_shown(digits, dark=dark)}}}" for digits in sorted(fills)]
    rules += [f".s{digits}{{stroke:{_shown(digits, dark=dark)}}}" for digits in sorted(strokes)]
    return "".join(rules)


def darkened(colour: Colour) -> Colour:
    """A colour as a dark page has it: light where it was dark, as far from grey as it was."""
    grey = 0.299 * colour.red + 0.587 * colour.green + 0.114 * colour.blue
    change = LIGHT + grey * (DARK - LIGHT) - grey
    return Colour.of(min(max(channel + change, 0.0), 1.0) for channel in colour[:3])


def _shown(digits: str, *, dark: bool) -> str:
    red, green, blue = (int(digits[at : at + 2], 16) / 255 for at in (0, 2, 4))
    colour = Colour(red, green, blue)
    return f"#{_digits(darkened(colour) if dark else colour)}"


def _digits(colour: Colour) -> str:
    return "".join(f"{round(255 * channel):02x}" for channel in colour[:3])


def _number(mm: float) -> str:
    return f"{round(mm * UNITS, 1):g}"


def _path(outline: Outline) -> str:
    return "".join(f"{letter}{' '.join(map(_number, numbers))}" for letter, numbers in outline.segments)


WIDE = 160.0
"""Width of a chart on a page, in mm; on a phone it is :data:`NARROW`."""
PIXELS_PER_MM = 4.4
"""Of a chart that is wider than its place and scrolled."""
SIGNS = {
    Verdict.GOOD: "M5.5 10.5l3 3 6-7",
    Verdict.WARN: "M10 5v6M10 14.6v.1",
    Verdict.BAD: "M6.5 6.5l7 7M13.5 6.5l-7 7",
    Verdict.OPEN: "M7.3 8a2.8 2.8 0 1 1 4.3 2.3q-1.6 1-1.6 2.1M10 14.8v.1",
}
"""Lines in a circle of 20 units: a tick, an exclamation mark, a cross, a question mark."""


class _Picture(NamedTuple):
    """A chart at one width; ``kind`` is the class of the place that it is shown in."""

    kind: str
    svg: Markup
    scrolls: bool
    pixels: int


class _Drawn(NamedTuple):
    """A figure with its pictures, and what these show in words."""

    figure: Figure
    words_id: str
    words: str
    pictures: Sequence[_Picture]


@dataclass(slots=True)
class _Artist:
    """Draws the figures of a report one after the other, and keeps what they need of the style sheet."""

    words: WordMaker
    canvases: list[SvgCanvas]

    def block(self, block: Block) -> tuple[str, Block | _Drawn]:
        """A block with the name of its kind."""
        return type(block).__name__, self._figure(block) if isinstance(block, Figure) else block

    def _figure(self, figure: Figure) -> _Drawn:
        chart, words_id = figure.chart, f"told-{len(self.canvases) + 1}"
        pictures = []
        for kind, usual in (("wide", WIDE), ("narrow", NARROW)):
            width = max(usual, chart.narrowest)
            canvas = SvgCanvas(f"picture-{len(self.canvases) + 1}")
            self.canvases.append(canvas)
            svg = Markup(svg_of(chart, canvas, self.words, width, words_id))
            pictures.append(_Picture(kind, svg, width > usual, round(width * PIXELS_PER_MM)))
        return _Drawn(figure, words_id, "; ".join(chart.facts()), pictures)


def html_of(report: Report) -> str:
    """The whole file. The same report gives the same text."""
    artist = _Artist(press_words(), [])
    sections = [(one.heading, [artist.block(block) for block in one.blocks]) for one in report.sections]
    fills = set().union(*(canvas.fills for canvas in artist.canvases))
    strokes = set().union(*(canvas.strokes for canvas in artist.canvases))
    page = {
        "report": report,
        "sections": sections,
        "parts": {heading: number for number, (heading, _) in enumerate(sections, 1)},
        "colours": Markup(colour_rules(fills, strokes, dark=False)),
        "dark_colours": Markup(colour_rules(fills, strokes, dark=True)),
        "questions": {finding.question for finding in report.findings},
        "runs": runs,
        "signs": SIGNS,
    }
    families = {name: built_in_family(f"source-{name}") for name in ("sans", "serif")}
    fonts = [
        WebFont(f"Report {name.title()}", family.file(bold=bold, italic=False), bold)
        for name, family in families.items()
        for bold in (False, True)
    ]
    return render_page(Path(__file__).parent, "page", page, fonts)
