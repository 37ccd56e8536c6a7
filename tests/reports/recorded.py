"""What charts draw, kept as it was asked for."""

from __future__ import annotations

from dataclasses import dataclass, field

from generator.export.own_pages import press_words
from generator.layout.colour import Paint, Stroke
from generator.layout.geometry import Box, Matrix, Outline
from generator.layout.text.block import TextBlock
from generator.reports.charts import Chart, Pen


@dataclass
class Recorder:
    """A canvas that keeps what is drawn on it."""

    shapes: list[tuple[Outline, Paint | None]] = field(default_factory=list)
    """Outlines, and what fills them."""
    texts: list[tuple[str, Box]] = field(default_factory=list)
    """Words, and where their ink is."""

    def shape(
        self, outline: Outline, fill: Paint | None, stroke: Stroke | None, *, even_odd: bool = False
    ) -> None:
        del stroke, even_odd
        self.shapes.append((outline, fill))

    def text(self, block: TextBlock) -> None:
        self.texts.append((words_of(block), block.ink))

    def open_group(
        self, matrix: Matrix | None, clip: Outline | None, opacity: float, *, apart: bool = False
    ) -> None:
        """Nothing is drawn by it."""

    def close_group(self) -> None:
        """Nothing is drawn by it."""

    @property
    def pen(self) -> Pen:
        return Pen(self, press_words())


def words_of(block: TextBlock) -> str:
    return "".join(piece.text for span in block.spans for piece in span.pieces)


def recorded(chart: Chart, box: Box) -> Recorder:
    """What a chart draws, without its title."""
    found = Recorder()
    chart.plot(found.pen, box)
    return found
