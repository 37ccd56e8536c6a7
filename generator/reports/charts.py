"""Charts: bars, a scatter with a fitted line, a table of counts; plain data, and how it is drawn.

A chart knows nothing of where its numbers come from. It is drawn in a box of its own, in greys that any
printer has, with the type of the press.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol

from generator.catalog.units import POINT
from generator.export.own_pages import GREY, INK, PALE
from generator.layout.colour import Colour, Paint, Stroke
from generator.layout.fonts import built_in_family
from generator.layout.geometry import Box, Matrix, Outline, ellipse, polyline, rectangle
from generator.layout.text.block import TextBlock
from generator.layout.text.fit import TextBox, fit
from generator.layout.text.words import Style, WordMaker

TITLE, LABEL, SMALL = 10.0, 7.5, 6.5
"""Sizes of type in points."""
WHITE = Colour(1.0, 1.0, 1.0)
BAR = Colour(0.38, 0.38, 0.38)
GRID = Stroke(Colour(0.86, 0.86, 0.86), 0.12)
AXIS = Stroke(GREY, 0.2)
LINE = Stroke(INK, 0.45)
LEADER = Stroke(GREY, 0.12)
CROSS = Stroke(INK, 0.3)
ROW = 4.6
"""Height of a line of text with its white, in mm."""
GAP = 1.4
HEAD = TITLE * POINT + GAP
"""Height of a title of one line."""
TICKS = 6
"""On an axis, at most about so many."""
MAX_TITLE_LINES = 3
NARROW = 78.0
"""Most charts can be read at this width, in mm."""
MAX_BAR = 12.0
"""Of a bar that stands, in mm: a few wide ones are hard to compare."""
DARKEST = 0.62
"""How far the fullest cell of a table is from white."""


class ChartCanvas(Protocol):
    """What charts are drawn on: a page of the press, or a picture."""

    def shape(
        self, outline: Outline, fill: Paint | None, stroke: Stroke | None, *, even_odd: bool = False
    ) -> None: ...

    def text(self, block: TextBlock) -> None: ...

    def open_group(
        self, matrix: Matrix | None, clip: Outline | None, opacity: float, *, apart: bool = False
    ) -> None: ...

    def close_group(self) -> None: ...


@dataclass(slots=True)
class Pen:
    """Draws on a page and sets type: single lines end in an ellipsis where there is no room."""

    canvas: ChartCanvas
    words: WordMaker

    def text(
        self,
        text: str,
        box: Box,
        size: float = LABEL,
        *,
        align: str = "left",
        fill: Colour = INK,
        bold: bool = False,
    ) -> None:
        self.block(self.set(text, box, size, align=align, fill=fill, bold=bold))

    def block(self, block: TextBlock) -> None:
        self.canvas.text(block)

    def label(self, text: str, box: Box) -> None:
        """A number in the middle of a box, on white where a line runs through it."""
        block = self.set(text, box, SMALL, align="center")
        self.bar(block.ink.grown(0.1), WHITE)
        self.block(block)

    def set(
        self,
        text: str,
        box: Box,
        size: float,
        *,
        align: str = "left",
        fill: Colour = INK,
        bold: bool = False,
        lines: int = 1,
    ) -> TextBlock:
        """The text in a box: one line in the middle of its height, several from its top."""
        family = built_in_family("source-sans")
        words = self.words.words([text], Style(family, bold, False, 1.0, fill, 0.0), size)
        valign = "middle" if lines == 1 else "top"
        asked = TextBox(*box, size, size, None, align, valign, wrap=lines > 1, ellipsis=True)
        return fit(words, asked, family.file(bold=bold, italic=False).cap_height, self.words).block

    def width(self, text: str, size: float, *, bold: bool = False) -> float:
        """How wide a line of text is, in mm."""
        return self.set(text, Box(0, 0, 1e4, ROW), size, bold=bold).ink.width

    def widest(self, texts: Iterable[str], size: float) -> float:
        return max((self.width(text, size) for text in texts), default=0.0)

    def line(self, x1: float, y1: float, x2: float, y2: float, stroke: Stroke) -> None:
        self.path(((x1, y1), (x2, y2)), stroke)

    def path(self, points: Sequence[tuple[float, float]], stroke: Stroke) -> None:
        self.canvas.shape(polyline(points, closed=False), None, stroke)

    def frame(self, box: Box, stroke: Stroke) -> None:
        self.canvas.shape(rectangle(box), None, stroke)

    def bar(self, box: Box, fill: Colour) -> None:
        if box.width > 0 and box.height > 0:
            self.canvas.shape(rectangle(box), fill, None)

    def dot(self, x: float, y: float, r: float, fill: Colour) -> None:
        self.canvas.shape(ellipse(x, y, r, r), fill, Stroke(WHITE, 0.15))


@dataclass(frozen=True, slots=True)
class Chart(ABC):
    """What all charts have. ``note`` stands in small below."""

    title: str
    note: str = field(default="", kw_only=True)

    @property
    @abstractmethod
    def height(self) -> float:
        """Of the whole with a title of one line, in mm."""

    @property
    def is_wide(self) -> bool:
        """Whether it takes the whole width of a page."""
        return True

    @property
    def narrowest(self) -> float:
        """The least width at which it can be read, in mm."""
        return NARROW

    @property
    def plot_height(self) -> float:
        """The height without the title and the note, in mm."""
        return self.height - HEAD - (ROW if self.note else 0)

    @abstractmethod
    def plot(self, pen: Pen, box: Box) -> None:
        """Draws all but the title and the note."""

    @abstractmethod
    def facts(self) -> Iterable[str]:
        """What is drawn, in words, for those who can't see it."""


def draw(chart: Chart, pen: Pen, box: Box) -> None:
    """Draws a chart with its title above and its note below."""
    room = box._replace(height=ROW * MAX_TITLE_LINES)
    head = pen.set(chart.title, room, TITLE, bold=True, lines=MAX_TITLE_LINES)
    pen.block(head)
    foot = ROW if chart.note else 0.0
    if chart.note:
        pen.text(chart.note, Box(box.x, box.bottom - ROW, box.width, ROW), SMALL, fill=GREY)
    top = head.ink.height + GAP
    chart.plot(pen, Box(box.x, box.y + top, box.width, box.height - top - foot))


class Bar(NamedTuple):
    """What is counted, and how much of it there is: never below 0."""

    label: str
    value: float


@dataclass(frozen=True, slots=True)
class ColumnChart(Chart):
    """Upright bars in their own order: the curve of a number. ``across`` and ``up`` name the axes."""

    across: str
    up: str
    bars: Sequence[Bar]
    height = 62.0
    is_wide = False

    def plot(self, pen: Pen, box: Box) -> None:
        top = max((bar.value for bar in self.bars), default=0) or 1
        scale = Scale.of(0, top, whole=all(bar.value == int(bar.value) for bar in self.bars))
        plot = upright(pen, box, scale, self.up)
        horizontals(pen, plot, scale)
        slot = plot.width / max(len(self.bars), 1)
        values = [scale.label(bar.value) if bar.value else "" for bar in self.bars]
        has_values = pen.widest(values, SMALL) <= slot - 0.3
        every = thinned(pen.widest((bar.label for bar in self.bars), LABEL) + 1.2, slot)
        for index, bar in enumerate(self.bars):
            x, y = plot.x + index * slot, scale.place(bar.value, plot.bottom, plot.y)
            thick = min(MAX_BAR, 0.76 * slot)
            pen.bar(Box(x + (slot - thick) / 2, y, thick, plot.bottom - y), BAR)
            if has_values and bar.value:
                pen.label(values[index], Box(x - slot, y - 3.2, 3 * slot, 3.0))
            if index % every == 0:
                wide = Box(x + slot / 2 - every * slot / 2, plot.bottom + 0.4, every * slot, ROW)
                pen.text(bar.label, wide, align="center")
        pen.line(plot.x, plot.bottom, plot.right, plot.bottom, AXIS)
        below = Box(plot.x, plot.bottom + ROW - 0.2, plot.width, ROW)
        pen.text(self.across, below, SMALL, align="center", fill=GREY)

    def facts(self) -> Iterable[str]:
        return (f"{bar.label}: {_number(bar.value)}" for bar in self.bars)


@dataclass(frozen=True, slots=True)
class BarChart(Chart):
    """Lying bars below each other, each with a name: words by how often. ``along`` says what is counted."""

    along: str
    bars: Sequence[Bar]
    is_wide = False

    @property
    def height(self) -> float:
        return 13.0 + ROW * len(self.bars) + (ROW if self.note else 0)

    def plot(self, pen: Pen, box: Box) -> None:
        pen.text(self.along, Box(box.x, box.y - 0.6, box.width, ROW), SMALL, align="right", fill=GREY)
        names = min(0.45 * box.width, pen.widest((bar.label for bar in self.bars), LABEL) + GAP)
        values = [_number(bar.value) for bar in self.bars]
        room = box.width - names - pen.widest(values, SMALL) - 2 * GAP
        most = max((bar.value for bar in self.bars), default=0) or 1
        for index, (bar, value) in enumerate(zip(self.bars, values, strict=True)):
            y = box.y + ROW * (index + 1)
            length = room * bar.value / most
            pen.text(bar.label, Box(box.x, y, names - GAP, ROW), align="right")
            pen.bar(Box(box.x + names, y + 0.6, length, ROW - 1.2), BAR)
            after = box.x + names + length + 0.8
            pen.text(value, Box(after, y, box.right - after, ROW), SMALL)
        x = box.x + names
        pen.line(x, box.y + ROW, x, box.y + ROW * (len(self.bars) + 1), AXIS)

    def facts(self) -> Iterable[str]:
        return (f"{bar.label}: {_number(bar.value)}" for bar in self.bars)


class Dot(NamedTuple):
    """A point of a scatter; ``weight``: how many lie there, which its area shows."""

    x: float
    y: float
    weight: float = 1.0


class Mark(NamedTuple):
    """A point with a name, which stands beside the scatter under the mark's number, with a note behind it."""

    x: float
    y: float
    name: str
    note: str


class MarkGroup(NamedTuple):
    """Marks that are listed together."""

    title: str
    marks: Sequence[Mark]


@dataclass(frozen=True, slots=True)
class ScatterChart(Chart):
    """Points by two numbers, some with names, and maybe a line through them: its intercept and slope."""

    across: str
    up: str
    dots: Sequence[Dot]
    line: tuple[float, float] | None = None
    groups: Sequence[MarkGroup] = ()
    height = 104.0

    def plot(self, pen: Pen, box: Box) -> None:
        beside = 0.34 * box.width if self.groups else 0.0
        across = Scale.around([dot.x for dot in self.dots])
        up = Scale.around([dot.y for dot in self.dots])
        plot = upright(pen, box._replace(width=box.width - beside), up, self.up)
        horizontals(pen, plot, up)
        verticals(pen, plot, across, self.across, box)
        pen.canvas.open_group(None, rectangle(plot), 1)
        if self.line is not None:
            start, slope = self.line
            ends = [
                (across.place(x, plot.x, plot.right), up.place(start + slope * x, plot.bottom, plot.y))
                for x in (across.low, across.high)
            ]
            pen.path(ends, LINE)
        pen.canvas.close_group()
        placed = self._dots(pen, plot, across, up)
        self._marks(pen, plot, placed, across, up)
        if beside:
            self._legend(pen, Box(plot.right + 5, plot.y - 2, beside - 5, plot.height))

    def _dots(self, pen: Pen, plot: Box, across: Scale, up: Scale) -> list[tuple[float, float, float]]:
        """Draws the points, those at the same place as one; the middle and radius of each."""
        weights: dict[tuple[float, float], float] = {}
        for dot in self.dots:
            weights[dot.x, dot.y] = weights.get((dot.x, dot.y), 0.0) + dot.weight
        most = max(weights.values(), default=1.0)
        marked = {(mark.x, mark.y) for group in self.groups for mark in group.marks}
        placed = []
        for (x, y), weight in sorted(weights.items(), key=lambda one: -one[1]):
            r = max(0.7, 2.6 * math.sqrt(weight / most)) if most > 1 else 1.0
            place = (across.place(x, plot.x, plot.right), up.place(y, plot.bottom, plot.y), r)
            pen.dot(*place, INK if (x, y) in marked else BAR)
            placed.append(place)
        return placed

    def _numbers(self) -> dict[tuple[float, float], int]:
        """The number of each marked place: several marks at one place share it."""
        numbers: dict[tuple[float, float], int] = {}
        for group in self.groups:
            for mark in group.marks:
                numbers.setdefault((mark.x, mark.y), len(numbers) + 1)
        return numbers

    def _marks(
        self, pen: Pen, plot: Box, dots: Sequence[tuple[float, float, float]], across: Scale, up: Scale
    ) -> None:
        """Numbers beside the marked points, where they cover least."""
        taken = [Box(x - r, y - r, 2 * r, 2 * r) for x, y, r in dots]
        for (x, y), number in self._numbers().items():
            middle = across.place(x, plot.x, plot.right), up.place(y, plot.bottom, plot.y)
            r = next(r for dot_x, dot_y, r in dots if (dot_x, dot_y) == middle)
            width = pen.width(str(number), LABEL, bold=True) + 0.8
            tag = _free_place(middle, r, width, taken, plot)
            taken.append(tag)
            centre = tag.x + tag.width / 2, tag.y + tag.height / 2
            if math.dist(centre, middle) > r + 3:
                pen.line(*middle, *centre, LEADER)
            pen.bar(tag, WHITE)
            pen.text(str(number), tag.grown(1), bold=True, align="center")

    def facts(self) -> Iterable[str]:
        marks = [f"{mark.name} {mark.note}" for group in self.groups for mark in group.marks]
        points = f"{len(self.dots):,} points of {self.up} by {self.across}"
        return [points, *marks]

    def _legend(self, pen: Pen, box: Box) -> None:
        numbers = self._numbers()
        y = box.y
        for group in self.groups:
            if not group.marks:
                continue
            pen.text(group.title, Box(box.x, y, box.width, ROW), bold=True)
            y += ROW
            for mark in group.marks:
                note = pen.width(mark.note, LABEL) + GAP
                pen.text(str(numbers[mark.x, mark.y]), Box(box.x, y, 4, ROW), bold=True, align="right")
                pen.text(mark.name, Box(box.x + 5.5, y, box.width - 5.5 - note, ROW))
                pen.text(mark.note, Box(box.right - note, y, note, ROW), align="right", fill=GREY)
                y += ROW
            y += ROW / 2


@dataclass(frozen=True, slots=True)
class CountTable(Chart):
    """How many there are of each kind (``rows``) and value (``columns``), the darker the more.

    ``counts`` has a row for each kind; ``crossed`` are cells, by row and column, that are marked as gaps.
    """

    down: str
    across: str
    rows: Sequence[str]
    columns: Sequence[str]
    counts: Sequence[Sequence[int]]
    crossed: frozenset[tuple[int, int]] = frozenset()

    @property
    def is_wide(self) -> bool:
        return len(self.columns) > 9 or max(map(len, self.columns), default=0) > 5

    @property
    def height(self) -> float:
        return 17.0 + ROW * 1.25 * len(self.rows) + (1.5 * ROW if self.note else 0)

    @property
    def narrowest(self) -> float:
        return max(NARROW, 28 + 6.0 * len(self.columns))

    def plot(self, pen: Pen, box: Box) -> None:
        names = min(0.32 * box.width, max(pen.widest(self.rows, LABEL), pen.width(self.down, SMALL)) + GAP)
        cell = min(14.0, (box.width - names) / max(len(self.columns), 1))
        high = ROW * 1.25
        top = box.y + 2 * ROW
        across = Box(box.x + names, box.y - 0.4, max(cell * len(self.columns), 30), ROW)
        pen.text(self.across, across, SMALL, fill=GREY)
        pen.text(self.down, Box(box.x, top - ROW, names - GAP, ROW), SMALL, align="right", fill=GREY)
        every = thinned(pen.widest(self.columns, LABEL) + 0.8, cell)
        for column, label in enumerate(self.columns):
            if column % every == 0:
                x = box.x + names + column * cell
                wide = Box(x + cell / 2 - every * cell / 2, top - ROW, every * cell, ROW)
                pen.text(label, wide, align="center")
        most = max((count for row in self.counts for count in row), default=0) or 1
        for row, label in enumerate(self.rows):
            y = top + row * high
            pen.text(label, Box(box.x, y, names - GAP, high), align="right")
            for column, count in enumerate(self.counts[row]):
                place = Box(box.x + names + column * cell, y, cell, high)
                _cell(pen, place, count, most, is_crossed=(row, column) in self.crossed)

    def facts(self) -> Iterable[str]:
        return (
            f"{row}, {column}: {count}"
            for row, counts in zip(self.rows, self.counts, strict=True)
            for column, count in zip(self.columns, counts, strict=True)
        )


def _cell(pen: Pen, box: Box, count: int, most: int, *, is_crossed: bool) -> None:
    shade = 1 - DARKEST * count / most
    if count:
        pen.bar(box, Colour(shade, shade, shade))
        fill = INK if shade > 0.55 else WHITE
        pen.text(_number(count), box, align="center", fill=fill)
    pen.frame(box, Stroke(PALE, 0.12))
    if is_crossed:
        inner = box.grown(-0.22 * min(box.width, box.height))
        half = min(inner.width, inner.height) / 2
        x, y = box.x + box.width / 2, box.y + box.height / 2
        pen.line(x - half, y - half, x + half, y + half, CROSS)
        pen.line(x - half, y + half, x + half, y - half, CROSS)


# What charts have in common


class Scale(NamedTuple):
    """An axis from ``low`` to ``high`` with its ticks, which are 1, 2 or 5 times a power of ten apart."""

    low: float
    high: float
    ticks: tuple[float, ...]
    step: float

    @classmethod
    def of(cls, low: float, high: float, *, whole: bool = False) -> Scale:
        """From a value to another, ``high`` above ``low``; ticks of whole numbers only, if ``whole``."""
        step = _step((high - low) / TICKS)
        step = max(1.0, step) if whole else step
        first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
        return cls(low, high, tuple(tick * step for tick in range(first, last + 1)), step)

    @classmethod
    def around(cls, values: Sequence[float]) -> Scale:
        """With some white on either side of all values."""
        low, high = min(values, default=0.0), max(values, default=0.0)
        white = 0.06 * (high - low) or max(0.5, 0.1 * abs(high))
        whole = all(value == int(value) for value in values)
        return cls.of(low - white, high + white, whole=whole)

    def place(self, value: float, start: float, end: float) -> float:
        """Where a value stands between two places in mm."""
        return start + (value - self.low) / (self.high - self.low) * (end - start)

    def label(self, value: float) -> str:
        decimals = max(0, -math.floor(math.log10(self.step) + 1e-9))
        return _number(value, decimals)


def _step(least: float) -> float:
    """The least of 1, 2, 5, 10, … that is not below."""
    power = 10.0 ** math.floor(math.log10(least))
    return next(power * factor for factor in (1, 2, 5, 10) if power * factor >= least * (1 - 1e-9))


def _number(value: float, decimals: int = 0) -> str:
    if abs(value) >= 1e7:
        return f"{value:.3g}"
    return f"{value:,.{decimals if value != int(value) or decimals else 0}f}".replace("-", "−")


def thinned(needed: float, room: float) -> int:
    """Each label if they have room, else every second, third …"""
    return max(1, math.ceil(needed / room)) if room > 0 else 1


def upright(pen: Pen, box: Box, up: Scale, title: str, *, right: float = 0.0, above: float = 0.0) -> Box:
    """The plot inside of a chart's box beside its upright axis, whose title is written above it.

    ``right`` and ``above`` of it are left free.
    """
    left = pen.widest(map(up.label, up.ticks), SMALL) + GAP
    pen.text(title, Box(box.x, box.y - 0.6, box.width, ROW), SMALL, fill=GREY)
    return Box(box.x + left, box.y + ROW + above, box.width - left - right, box.height - 3 * ROW - above)


def horizontals(pen: Pen, plot: Box, scale: Scale) -> None:
    for tick in scale.ticks:
        y = scale.place(tick, plot.bottom, plot.y)
        pen.line(plot.x, y, plot.right, y, GRID)
        label = Box(plot.x - 30 - 0.8, y - ROW / 2, 30, ROW)
        pen.text(scale.label(tick), label, SMALL, align="right", fill=GREY)


def verticals(pen: Pen, plot: Box, across: Scale, title: str, box: Box) -> None:
    """The axis below a plot inside of a chart's box, with its ticks, and the lines that stand on them."""
    room = plot.width / max(len(across.ticks), 1)
    every = thinned(pen.widest(map(across.label, across.ticks), LABEL) + 1.2, room)
    for index, tick in enumerate(across.ticks):
        x = across.place(tick, plot.x, plot.right)
        pen.line(x, plot.y, x, plot.bottom, GRID)
        if index % every == 0:
            tick_label(pen, across.label(tick), x, plot.bottom, box)
    pen.line(plot.x, plot.bottom, plot.right, plot.bottom, AXIS)
    pen.line(plot.x, plot.y, plot.x, plot.bottom, AXIS)
    axis_title(pen, plot, title, box)


def tick_label(pen: Pen, text: str, x: float, y: float, box: Box) -> None:
    """A number below a tick at the foot of a plot, inside of the chart's box."""
    width = pen.width(text, LABEL) + 0.2
    left = max(box.x, min(x - width / 2, box.right - width))
    pen.text(text, Box(left, y + 0.4, width, ROW), align="center")


def axis_title(pen: Pen, plot: Box, title: str, box: Box) -> None:
    """In the middle below a plot, or of the chart's whole box where the plot is too narrow."""
    room = plot if pen.width(title, SMALL) <= plot.width else box
    below = Box(room.x, plot.bottom + ROW - 0.2, room.width, ROW)
    pen.text(title, below, SMALL, align="center", fill=GREY)


def _free_place(middle: tuple[float, float], r: float, width: float, taken: Sequence[Box], plot: Box) -> Box:
    """A place for a tag near a point: the nearest that covers nothing, or the one that covers least."""
    height = 3.0
    best: tuple[float, Box] | None = None
    for far in (0.3, 1.5, 3.0, 5.0, 7.5):
        for turn in (0, 180, 45, 135, 315, 225, 90, 270):
            reach = r + far
            dx, dy = math.cos(math.radians(turn)), -math.sin(math.radians(turn))
            x = middle[0] + dx * (reach + width / 2) - width / 2
            y = middle[1] + dy * (reach + height / 2) - height / 2
            tag = Box(x, y, width, height)
            if x < plot.x or y < plot.y or tag.right > plot.right or tag.bottom > plot.bottom:
                continue
            covered = sum(_overlap(tag, other) for other in taken)
            if best is None or covered < best[0] - 1e-9:
                best = covered, tag
        if best is not None and best[0] == 0:
            break
    return best[1] if best is not None else Box(middle[0] + r, middle[1] - height / 2, width, height)


def _overlap(one: Box, other: Box) -> float:
    width = min(one.right, other.right) - max(one.x, other.x)
    height = min(one.bottom, other.bottom) - max(one.y, other.y)
    return width * height if width > 0 and height > 0 else 0.0
