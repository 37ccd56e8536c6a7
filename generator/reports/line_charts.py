"""Charts of what runs: lines through estimates with their bands, spreads, shares that grow by steps.

Lines are told apart by the colour-blind (colours after Okabe and Ito, "Color Universal Design", 2008) and on
grey paper, by dashes, the shape of their points and their names. A chart without data is not to be drawn:
each needs a point or a bin at least.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from generator.export.own_pages import GREY
from generator.layout.colour import Colour, Stroke
from generator.layout.geometry import Box, ellipse, polyline
from generator.reports.charts import (
    AXIS,
    GAP,
    GRID,
    LABEL,
    ROW,
    SMALL,
    WHITE,
    Chart,
    Pen,
    Scale,
    axis_title,
    horizontals,
    thinned,
    tick_label,
    upright,
    verticals,
)
from generator.reports.interval_charts import (
    BLUE,
    PERCENT,
    REFERENCE,
    TARGET,
    Band,
    NumberForm,
    Reference,
    key_of,
    scale_around,
)

COLOURS = (BLUE, Colour(0.75, 0.31, 0.0), Colour(0.0, 0.48, 0.36), Colour(0.58, 0.27, 0.5))
MIDDLE_BLUE = Colour(0.42, 0.62, 0.79)
"""Of bars, so that lines over them are seen."""
SHADE = 0.17
"""How solid the band of an interval is."""
DASHES: Sequence[tuple[float, ...]] = ((), (2.2, 0.9), (0.6, 0.7), (2.6, 0.7, 0.6, 0.7))


class Estimate(NamedTuple):
    """A point of a line with the interval of its value."""

    x: float
    value: float
    low: float
    high: float


class Line(NamedTuple):
    """Estimates by rising ``x``; the name may be empty where there is one line only."""

    name: str
    points: Sequence[Estimate]


@dataclass(frozen=True, slots=True)
class LineChart(Chart):
    """Lines through estimates, each with the band of its intervals: what a number does as another one grows.

    Lines differ in colour, dashes and the shape of their points, and have their names at their ends.
    ``is_doubling``: each step to the right is a factor, as with budgets that are doubled; ``x`` is above 0.
    """

    across: str
    up: str
    lines: Sequence[Line]
    form: NumberForm = PERCENT
    reference: Reference | None = None
    band: Band | None = None
    is_doubling: bool = False
    height = 66.0

    def plot(self, pen: Pen, box: Box) -> None:
        values = [y for line in self.lines for point in line.points for y in point[1:]]
        up = scale_around(values, self.form, self.reference, self.band)
        names = [line.name for line in self.lines]
        right = min(0.3 * box.width, pen.widest(names, LABEL) + 2 * GAP) if any(names) else 2 * GAP
        plot = upright(pen, box, up, self.form.axis(self.up), right=right)
        if self.band is not None:
            top, bottom = (
                up.place(edge * self.form.factor, plot.bottom, plot.y)
                for edge in (self.band.high, self.band.low)
            )
            pen.bar(Box(plot.x, top, plot.width, bottom - top), TARGET)
        horizontals(pen, plot, up)
        place = self._axis(pen, plot, box)
        drawn = [
            [_Spot(place(at), *(up.place(y * self.form.factor, plot.bottom, plot.y) for y in rest))
             for at, *rest in line.points]
            for line in self.lines
        ]  # fmt: skip
        for number, spots in enumerate(drawn):
            edge = [(spot.x, spot.high) for spot in spots] + [(spot.x, spot.low) for spot in reversed(spots)]
            pen.canvas.shape(polyline(edge, closed=True), _of(number)._replace(alpha=SHADE), None)
        self._held_against(pen, plot, up)
        for number, spots in enumerate(drawn):
            pen.path([(spot.x, spot.value) for spot in spots], Stroke(_of(number), 0.5, DASHES[number % 4]))
            for spot in spots:
                _marker(pen, spot.x, spot.value, number)
        if len(self.lines) == 1:
            self._values(pen, plot, drawn[0])
        self._name_lines(pen, Box(plot.right + GAP, plot.y, right - GAP, plot.height), drawn)

    def _axis(self, pen: Pen, plot: Box, box: Box) -> _Across:
        """Draws the axis below; where a number stands on it."""
        places = sorted({point.x for line in self.lines for point in line.points})
        if not self.is_doubling:
            scale = Scale.around(places)
            verticals(pen, plot, scale, self.across, box)
            return _Across(scale, plot, is_doubling=False)
        steps = [math.log2(place) for place in places]
        across = _Across(Scale.around(steps), plot, is_doubling=True)
        labels = [f"{place:,.6g}" for place in places]
        every = thinned(pen.widest(labels, LABEL) + 1.2, plot.width / len(places))
        for number, (place, label) in enumerate(zip(places, labels, strict=True)):
            x = across(place)
            pen.line(x, plot.y, x, plot.bottom, GRID)
            if number % every == 0:
                tick_label(pen, label, x, plot.bottom, box)
        pen.line(plot.x, plot.bottom, plot.right, plot.bottom, AXIS)
        axis_title(pen, plot, self.across, box)
        return across

    def _held_against(self, pen: Pen, plot: Box, up: Scale) -> None:
        """The reference, and above the plot what it and the band are."""
        if self.reference is not None:
            y = up.place(self.reference.value * self.form.factor, plot.bottom, plot.y)
            pen.line(plot.x, y, plot.right, y, REFERENCE)
        key = key_of(self.reference, self.band)
        if key:
            start = plot.x + pen.width(self.form.axis(self.up), SMALL)
            pen.text(
                key, Box(start, plot.y - ROW - 0.6, plot.right - start, ROW), SMALL, align="right", fill=GREY
            )

    def _values(self, pen: Pen, plot: Box, spots: Sequence[_Spot]) -> None:
        """The numbers of a single line, above their intervals, as many as have room; the last one always."""
        shown = [self.form.bare(point.value) for point in self.lines[0].points]
        widest = pen.widest(shown, SMALL) + 0.8
        free = plot.right + 2 * GAP
        for spot, text in zip(reversed(spots), reversed(shown), strict=True):
            if spot.x + widest / 2 <= free:
                y = max(spot.high - 3.4, plot.y)
                pen.label(text, Box(spot.x - widest / 2, y, widest, 3.0))
                free = spot.x - widest / 2

    def _name_lines(self, pen: Pen, box: Box, drawn: Sequence[Sequence[_Spot]]) -> None:
        """Each at the height of its line's end, or as near as those above leave room."""
        order = sorted(range(len(drawn)), key=lambda number: drawn[number][-1].value)
        heights = _apart([drawn[number][-1].value for number in order], 3.4, box.y, box.bottom)
        for number, y in zip(order, heights, strict=True):
            name = Box(box.x, y - ROW / 2, box.width, ROW)
            if self.lines[number].name:
                pen.text(self.lines[number].name, name, fill=_of(number), bold=True)

    def facts(self) -> Iterable[str]:
        return (
            f"{line.name or self.up} at {point.x:,.6g}: {self.form.text(point.value)}"
            f" ({self.form.range(point.low, point.high)})"
            for line in self.lines
            for point in line.points
        )


class _Spot(NamedTuple):
    """An estimate in its place on the page, in mm."""

    x: float
    value: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class _Across:
    """Where numbers stand across a plot."""

    scale: Scale
    plot: Box
    is_doubling: bool

    def __call__(self, value: float) -> float:
        value = math.log2(value) if self.is_doubling else value
        return self.scale.place(value, self.plot.x, self.plot.right)


def _of(number: int) -> Colour:
    return COLOURS[number % len(COLOURS)]


def _marker(pen: Pen, x: float, y: float, number: int, r: float = 0.9) -> None:
    """A circle, square, diamond or triangle."""
    corners = {
        1: ((-r, -r), (r, -r), (r, r), (-r, r)),
        2: ((0, -1.3 * r), (1.3 * r, 0), (0, 1.3 * r), (-1.3 * r, 0)),
        3: ((0, -1.2 * r), (1.2 * r, r), (-1.2 * r, r)),
    }.get(number % 4)
    outline = (
        ellipse(x, y, r, r)
        if corners is None
        else polyline([(x + dx, y + dy) for dx, dy in corners], closed=True)
    )
    pen.canvas.shape(outline, _of(number), Stroke(WHITE, 0.2))


def _apart(places: Sequence[float], distance: float, low: float, high: float) -> list[float]:
    """Rising places moved so that neighbours keep their distance, inside of the bounds if they can."""
    moved: list[float] = []
    for place in places:
        moved.append(max(place, moved[-1] + distance if moved else low))
    limit = high
    for number in range(len(moved) - 1, -1, -1):
        moved[number] = min(moved[number], limit)
        limit = moved[number] - distance
    return moved


# Spreads and steps


class Milestone(NamedTuple):
    """A place across a plot that has a name, such as the median."""

    x: float
    label: str


class Bin(NamedTuple):
    """How many cases lie from ``low`` to ``high``."""

    low: float
    high: float
    cases: float


@dataclass(frozen=True, slots=True)
class Histogram(Chart):
    """How often values come, in bins that touch, with marks such as the median; ``up`` is what is counted."""

    across: str
    up: str
    bins: Sequence[Bin]
    marks: Sequence[Milestone] = ()
    height = 60.0

    def plot(self, pen: Pen, box: Box) -> None:
        up = Scale.of(0, 1.04 * max((one.cases for one in self.bins), default=0) or 1, whole=True)
        plot = upright(pen, box, up, self.up, above=MARK_ROW * len(self.marks))
        horizontals(pen, plot, up)
        low, most = min(one.low for one in self.bins), max(one.high for one in self.bins)
        across = Scale.of(low, most)
        verticals(pen, plot, across, self.across, box)
        for one in self.bins:
            x, right = (across.place(edge, plot.x, plot.right) for edge in (one.low, one.high))
            y = up.place(one.cases, plot.bottom, plot.y)
            white = min(0.15 * (right - x), 0.3)
            pen.bar(Box(x + white / 2, y, right - x - white, plot.bottom - y), MIDDLE_BLUE)
        _draw_marks(pen, plot, across, self.marks)

    def facts(self) -> Iterable[str]:
        marks = (f"{mark.label}: {mark.x:,.6g}" for mark in self.marks)
        bins = (f"{one.low:,.6g} to {one.high:,.6g}: {one.cases:,.6g}" for one in self.bins)
        return [*marks, *bins]


class Step(NamedTuple):
    """From ``x`` on the share has this value."""

    x: float
    share: float


@dataclass(frozen=True, slots=True)
class StepCurve(Chart):
    """How a share grows by steps up to all: of games that were decided by a turn, say. Shares from 0 to 1."""

    across: str
    up: str
    steps: Sequence[Step]
    marks: Sequence[Milestone] = ()
    height = 60.0

    def plot(self, pen: Pen, box: Box) -> None:
        up = Scale.of(0, 100)
        title = PERCENT.axis(self.up)
        plot = upright(pen, box, up, title, right=GAP, above=MARK_ROW * len(self.marks))
        horizontals(pen, plot, up)
        first, last = self.steps[0].x, self.steps[-1].x
        across = Scale.of(first, last) if last > first else Scale.around([first])
        verticals(pen, plot, across, self.across, box)
        stairs = [(plot.x, plot.bottom)]
        for step in self.steps:
            x = across.place(step.x, plot.x, plot.right)
            y = up.place(100 * step.share, plot.bottom, plot.y)
            stairs += [(x, stairs[-1][1]), (x, y)]
        stairs.append((plot.right, stairs[-1][1]))
        under = [*stairs, (plot.right, plot.bottom)]
        pen.canvas.shape(polyline(under, closed=True), BLUE._replace(alpha=SHADE), None)
        pen.path(stairs, Stroke(BLUE, 0.5))
        _draw_marks(pen, plot, across, self.marks)

    def facts(self) -> Iterable[str]:
        marks = (f"{mark.label}: {mark.x:,.6g}" for mark in self.marks)
        return [*marks, *(f"{step.x:,.6g}: {PERCENT.text(step.share)}" for step in self.steps)]


MARK_ROW = 3.6
"""The height of the line above a plot that each mark's name has, in mm."""


def _draw_marks(pen: Pen, plot: Box, across: Scale, marks: Sequence[Milestone]) -> None:
    """Upright lines with their names above, beside the line on the side that has more room."""
    for number, (place, label) in enumerate(sorted(marks)):
        x = across.place(place, plot.x, plot.right)
        y = plot.y - MARK_ROW * (len(marks) - number)
        pen.line(x, y + 0.4, x, plot.bottom, REFERENCE)
        is_left = x > plot.x + plot.width / 2
        room = x - plot.x if is_left else plot.right - x
        box = Box(x - room if is_left else x, y, room, MARK_ROW)
        shifted = box._replace(x=box.x - 0.8 if is_left else box.x + 0.8)
        pen.text(label, shifted, SMALL, align="right" if is_left else "left")
