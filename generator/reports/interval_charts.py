"""Charts of what was measured: estimates with their intervals in rows, and matrices.

Colours never stand alone: shapes and numbers say the same, so that a page can be printed grey. A chart needs
a row at least.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from generator.catalog.units import POINT
from generator.export.own_pages import GREY, INK, PALE
from generator.layout.colour import Colour, Stroke
from generator.layout.geometry import Box, ellipse, polyline, rotation
from generator.reports.charts import (
    AXIS,
    GAP,
    GRID,
    HEAD,
    LABEL,
    NARROW,
    ROW,
    SMALL,
    WHITE,
    Chart,
    Pen,
    Scale,
    verticals,
)

if TYPE_CHECKING:
    from generator.sim.statistics.intervals import Interval

BLUE = Colour(0.0, 0.36, 0.62)
TARGET = Colour(0.89, 0.94, 0.87)
REFERENCE = Stroke(INK, 0.25, (1.4, 0.9))


class NumberForm(NamedTuple):
    """How numbers are written: ``factor`` times the value, with so many decimals and the unit behind."""

    decimals: int = 0
    unit: str = ""
    factor: float = 1.0
    is_signed: bool = False

    def bare(self, value: float) -> str:
        """The number without its unit; a minus, and a plus of differences."""
        shown = f"{value * self.factor:{'+' if self.is_signed else ''},.{self.decimals}f}"
        if not any(digit in shown for digit in "123456789"):
            shown = shown.lstrip("+-")
        return shown.replace("-", "−")

    def text(self, value: float) -> str:
        """The number with its unit, which no line parts from it."""
        return f"{self.bare(value)}\N{NO-BREAK SPACE}{self.unit}" if self.unit else self.bare(value)

    def range(self, low: float, high: float) -> str:
        """``45.1 – 55.0``: from one number to another, without the unit; with signs ``−1.0 to +0.5``."""
        between = "to" if self.is_signed else "–"
        return f"{self.bare(low)}\N{NO-BREAK SPACE}{between}\N{NO-BREAK SPACE}{self.bare(high)}"

    def axis(self, name: str) -> str:
        """What is written along an axis: its name, and the unit of its ticks."""
        return f"{name}, in {self.unit}" if self.unit else name


PERCENT = NumberForm(1, "%", 100.0)
"""Of a share from 0 to 1."""
PERCENT_POINTS = NumberForm(1, "points", 100.0, is_signed=True)
"""Of a difference of shares."""


class Reference(NamedTuple):
    """A value that others are held against, such as an even share."""

    value: float
    label: str


class Band(NamedTuple):
    """Where values are meant to lie."""

    low: float
    high: float
    label: str


class IntervalRow(NamedTuple):
    """An estimate with its interval; ``is_marked``: one that differs from the reference."""

    label: str
    value: float
    low: float
    high: float
    is_marked: bool = False

    @classmethod
    def of(cls, label: str, interval: Interval, *, is_marked: bool) -> IntervalRow:
        return cls(label, interval.value, interval.low, interval.high, is_marked)


@dataclass(frozen=True, slots=True)
class IntervalPlot(Chart):
    """A row for each estimate: its point and interval on a common axis, and both in numbers.

    Marked rows have full points and bold numbers, the others hollow points. ``interval`` names what the
    whiskers are, such as ``95 % interval``.
    """

    along: str
    interval: str
    rows: Sequence[IntervalRow]
    form: NumberForm = PERCENT
    reference: Reference | None = None
    band: Band | None = None

    @property
    def height(self) -> float:
        return HEAD + 3.4 * ROW + _pitch(len(self.rows)) * len(self.rows) + (ROW if self.note else 0)

    def plot(self, pen: Pen, box: Box) -> None:
        widest = max(pen.width(row.label, LABEL, bold=row.is_marked) for row in self.rows)
        names = min(0.34 * box.width, widest + 2 * GAP)
        values = [self.form.bare(row.value) for row in self.rows]
        ranges = [self.form.range(row.low, row.high) for row in self.rows]
        wide = max(pen.width(value, LABEL, bold=True) for value in values) + 2 * GAP
        far = max(pen.widest(ranges, SMALL), pen.width(self.interval, SMALL)) + GAP
        plot = Box(
            box.x + names, box.y + 1.2 * ROW, box.width - names - wide - far, box.height - 3.4 * ROW + 0.2
        )
        edges = [edge for row in self.rows for edge in (row.low, row.value, row.high)]
        scale = scale_around(edges, self.form, self.reference, self.band)
        self._grounds(pen, plot, scale, box)
        pen.text(self.interval, Box(plot.right + wide, box.y, far, ROW), SMALL, align="right", fill=GREY)
        pitch = plot.height / len(self.rows)
        for number, row in enumerate(self.rows):
            y = plot.y + number * pitch
            line = Box(box.x, y, names - 2 * GAP, pitch)
            pen.text(row.label, line, align="right", bold=row.is_marked)
            pen.line(plot.x, y + pitch / 2, plot.right, y + pitch / 2, GRID)
            _whiskers(pen, row, self._places(row, scale, plot), y + pitch / 2, min(1.1, 0.3 * pitch))
            value = Box(plot.right, y, wide, pitch)
            pen.text(values[number], value, align="right", bold=row.is_marked)
            pen.text(ranges[number], Box(value.right, y, far, pitch), SMALL, align="right", fill=GREY)

    def _places(self, row: IntervalRow, scale: Scale, plot: Box) -> tuple[float, float, float]:
        low, middle, high = (
            scale.place(value * self.form.factor, plot.x, plot.right)
            for value in (row.low, row.value, row.high)
        )
        return low, middle, high

    def _grounds(self, pen: Pen, plot: Box, scale: Scale, box: Box) -> None:
        """The band, the axis and the reference, and above what these two are."""
        if self.band is not None:
            low, high = (
                scale.place(edge * self.form.factor, plot.x, plot.right)
                for edge in (self.band.low, self.band.high)
            )
            pen.bar(Box(low, plot.y, high - low, plot.height), TARGET)
        verticals(pen, plot, scale, self.form.axis(self.along), box)
        if self.reference is not None:
            x = scale.place(self.reference.value * self.form.factor, plot.x, plot.right)
            pen.line(x, plot.y, x, plot.bottom, REFERENCE)
        key = key_of(self.reference, self.band)
        start = plot.x if pen.width(key, SMALL) <= plot.width else box.x
        pen.text(key, Box(start, box.y, plot.right - start, ROW), SMALL, align="right", fill=GREY)

    def facts(self) -> Iterable[str]:
        held = [f"{self.reference.label}: {self.form.text(self.reference.value)}"] if self.reference else []
        held += [f"{self.band.label}: {self.form.range(*self.band[:2])}"] if self.band else []
        rows = (
            f"{row.label}: {self.form.text(row.value)} ({self.form.range(row.low, row.high)})"
            for row in self.rows
        )
        return [*held, *rows]


def _pitch(rows: int) -> float:
    """The height of a row in mm: so many rows stand on one page."""
    return ROW if rows <= 32 else max(3.0, 32 * ROW / rows)


def _whiskers(pen: Pen, row: IntervalRow, places: tuple[float, float, float], y: float, r: float) -> None:
    low, middle, high = places
    pen.line(low, y, high, y, Stroke(BLUE, 0.5))
    for end in (low, high):
        pen.line(end, y - 0.7 * r, end, y + 0.7 * r, Stroke(BLUE, 0.3))
    fill = BLUE if row.is_marked else WHITE
    pen.canvas.shape(ellipse(middle, y, r, r), fill, Stroke(BLUE, 0.35))


def scale_around(
    values: Sequence[float], form: NumberForm, reference: Reference | None, band: Band | None
) -> Scale:
    """An axis with room for all values, and for what they are held against."""
    shown = [*values, *([reference.value] if reference else []), *(band[:2] if band else ())]
    return Scale.around([value * form.factor for value in shown])


def key_of(reference: Reference | None, band: Band | None) -> str:
    """What a dashed line and a band across a plot are."""
    parts = [f"dashed: {reference.label}"] if reference is not None else []
    parts += [f"band: {band.label}"] if band is not None else []
    return " · ".join(parts)


# A matrix


class Cell(NamedTuple):
    """A value of a matrix; ``is_marked``: one that differs from the middle."""

    value: float
    is_marked: bool = False


@dataclass(frozen=True, slots=True)
class HeatMatrix(Chart):
    """A number in each cell, coloured by how far it lies from ``middle``: blue above, orange below.

    Blue is the darker: printed grey, dark cells lie above and the numbers say the rest. At ``reach`` from
    the middle a colour is full. ``cells`` has a row for each of ``rows``; None stands for what was not
    measured. ``marked`` says what the corner of marked cells means.
    """

    down: str
    across: str
    rows: Sequence[str]
    columns: Sequence[str]
    cells: Sequence[Sequence[Cell | None]]
    form: NumberForm = NumberForm(0, "%", 100.0)  # noqa: RUF009 - a tuple is never changed
    middle: float = 0.5
    reach: float = 0.2
    marked: str = ""

    @property
    def height(self) -> float:
        rows = self._pitch * len(self.rows)
        return HEAD + self._around + rows + (ROW if self.note else 0)

    @property
    def _around(self) -> float:
        """The height of all that is above and below the cells."""
        return (3.6 if self.marked else 2.6) * ROW + self._headings

    @property
    def _pitch(self) -> float:
        return 6.4 if len(self.rows) <= 14 else _pitch(len(self.rows))

    @property
    def _headings(self) -> float:
        """Room for the names of columns that stand upright, by their letters."""
        return min(26.0, 1.3 * max(map(len, self.columns)) + GAP)

    @property
    def narrowest(self) -> float:
        return max(NARROW, 28 + 6.0 * len(self.columns))

    def plot(self, pen: Pen, box: Box) -> None:
        names = min(
            0.34 * box.width, max(pen.widest(self.rows, LABEL), pen.width(self.down, SMALL)) + 2 * GAP
        )
        cell = min(18.0, (box.width - names) / len(self.columns))
        pitch = (box.height - self._around) / len(self.rows)
        grid = Box(
            box.x + names, box.y + ROW + self._headings, cell * len(self.columns), pitch * len(self.rows)
        )
        self._name_columns(pen, grid, cell)
        pen.text(self.across, Box(grid.x, box.y, box.right - grid.x, ROW), SMALL, fill=GREY)
        pen.text(self.down, Box(box.x, grid.y - ROW, names - 2 * GAP, ROW), SMALL, align="right", fill=GREY)
        form, size = self._type(pen, cell, pitch)
        for row, (name, cells) in enumerate(zip(self.rows, self.cells, strict=True)):
            y = grid.y + row * pitch
            pen.text(name, Box(box.x, y, names - 2 * GAP, pitch), align="right")
            for column, one in enumerate(cells):
                place = Box(grid.x + column * cell, y, cell, pitch)
                self._draw(pen, place, one, form, size)
        wide = (
            grid.x if not self.marked or pen.width(self.marked, SMALL) < box.right - grid.x - ROW else box.x
        )
        self._legend(pen, Box(wide, grid.bottom + 0.5 * ROW, box.right - wide, ROW))

    def _name_columns(self, pen: Pen, grid: Box, cell: float) -> None:
        lies = pen.widest(self.columns, LABEL) <= cell - 1
        for column, name in enumerate(self.columns):
            x = grid.x + column * cell
            if lies:
                pen.text(name, Box(x, grid.y - ROW, cell, ROW), align="center")
            else:
                upright = Box(0, -cell / 2, self._headings - GAP / 2, cell)
                turn = rotation(-90)._replace(e=x + cell / 2, f=grid.y - GAP / 2)
                pen.canvas.open_group(turn, None, 1)
                pen.canvas.text(pen.set(name, upright, min(LABEL, 0.8 * cell / POINT)))
                pen.canvas.close_group()

    def _type(self, pen: Pen, cell: float, pitch: float) -> tuple[NumberForm, float]:
        """How the numbers are written so that all have room; 0 points where they have none."""
        values = [one.value for cells in self.cells for one in cells if one is not None]
        for form in (self.form, self.form._replace(decimals=0)):
            widest = max((pen.width(form.bare(value), 10, bold=True) for value in values), default=1.0)
            size = min(LABEL, 10 * (cell - 0.5) / widest, 0.8 * pitch / POINT)
            if size >= SMALLEST:
                return form, size
        return self.form, 0.0

    def _draw(self, pen: Pen, box: Box, cell: Cell | None, form: NumberForm, size: float) -> None:
        if cell is None:
            pen.bar(box, Colour(0.95, 0.95, 0.95))
            pen.line(box.x + box.width / 2 - 0.6, box.y + box.height / 2, box.x + box.width / 2 + 0.6,
                     box.y + box.height / 2, AXIS)  # fmt: skip
        else:
            pen.bar(box, diverging((cell.value - self.middle) / self.reach))
            if size:
                shown = form.bare(cell.value)
                pen.text(shown, box.grown(0.5), size, align="center", fill=NUMBERS, bold=cell.is_marked)
            if cell.is_marked:
                _corner(pen, box)
        pen.frame(box, Stroke(WHITE, 0.2))

    def _legend(self, pen: Pen, box: Box) -> None:
        """What the colours mean, and in a line below the marked corner."""
        low, high = (self.form.text(self.middle + side * self.reach) for side in (-1, 1))
        x = box.x + pen.width(f"≤ {low}", SMALL) + GAP
        pen.text(f"≤ {low}", Box(box.x, box.y, x - box.x, ROW), SMALL, fill=GREY)
        for step in range(9):
            swatch = Box(x, box.y + 1.2, 3.4, ROW - 2.4)
            pen.bar(swatch, diverging((step - 4) / 4))
            pen.frame(swatch, Stroke(PALE, 0.1))
            x += swatch.width
        pen.text(f"≥ {high}", Box(x + GAP / 2, box.y, box.right - x - GAP / 2, ROW), SMALL, fill=GREY)
        if self.marked:
            sample = Box(box.x, box.y + ROW + 0.9, 3.4, ROW - 1.8)
            pen.frame(sample, Stroke(PALE, 0.15))
            _corner(pen, sample)
            rest = Box(sample.right + GAP / 2, box.y + ROW, box.right - sample.right - GAP / 2, ROW)
            pen.text(self.marked, rest, SMALL, fill=GREY)

    def facts(self) -> Iterable[str]:
        return (
            f"{row} {self.across} {column}: {'not measured' if cell is None else self.form.text(cell.value)}"
            for row, cells in zip(self.rows, self.cells, strict=True)
            for column, cell in zip(self.columns, cells, strict=True)
        )


SMALLEST = 4.2
"""Points of a number in a cell."""
FULL_BLUE, FULL_ORANGE = Colour(0.52, 0.71, 0.88), Colour(0.99, 0.75, 0.48)
"""Light enough for black numbers, and for light ones where a page turns them dark."""
NUMBERS = Colour(0.0, 0.0, 0.0)


def diverging(share: float) -> Colour:
    """From full orange at -1 over white to full blue at 1; what lies beyond is full."""
    end = FULL_BLUE if share > 0 else FULL_ORANGE
    share = min(abs(share), 1.0)
    return Colour.of(1 - share * (1 - channel) for channel in end[:3])


def _corner(pen: Pen, box: Box) -> None:
    """A filled corner at the top right."""
    size = min(1.3, 0.3 * box.width, 0.4 * box.height)
    x, y = box.right - 0.2, box.y + 0.2
    pen.canvas.shape(polyline(((x - size, y), (x, y), (x, y + size)), closed=True), NUMBERS, None)
