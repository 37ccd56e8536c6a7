"""Registration marks for cutting machines, and the cards that find room between them.

A machine's sensor looks for three marks on the page as it is loaded, its top edge first: a filled square at
the top left, and an angle at the top right and at the bottom left. It may not meet anything else there. All
lengths are in mm; the origin is the paper's top left corner, and y grows downwards.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from generator.catalog.press_settings import PressOptions
from generator.catalog.problems import InputError
from generator.catalog.sizes import Size
from generator.catalog.units import EXACT
from generator.layout.geometry import Box, Outline, polyline, rectangle
from generator.press.grid import MARK_OFFSET, SLUG_DEPTH, Band, Edges, Grid, Sides, Slot, Turn, mm
from generator.press.marks import Line

INSET = 10.0
"""From the paper's edges to the square's outer sides, and to the middle of the angles' lines."""
SQUARE = 5.0
"""The square's side."""
ARM = 20.0
"""The length of an angle's arms, which point inwards."""
THICKNESS = 0.3
"""Of the arms: the machine measures a thin line more exactly than a thick one."""
QUIET = INSET + ARM
"""From the paper's corner: how far the square reaches, at each mark, in which nothing else is printed."""
BESIDE_MARK = 2.0
"""From a quiet zone to the words that begin beside it."""
SHORTEST_SLUG = 25.0
"""Millimetres; in a shorter one nothing could be read."""
STEP = 0.1
"""Automatic gaps are whole tenths of a millimetre."""


def mark_outlines(paper: Size) -> tuple[Outline, ...]:
    """The three marks as areas that are filled: the square, and both angles."""
    right, bottom, half = paper.width - INSET, paper.height - INSET, THICKNESS / 2
    return (
        rectangle(Box(INSET, INSET, SQUARE, SQUARE)),
        _angle(right, INSET, -1, 1, half),
        _angle(INSET, bottom, 1, -1, half),
    )


def _angle(x: float, y: float, across: int, down: int, half: float) -> Outline:
    """Arms that meet at a point, to the right (``across`` 1) or left, and down (``down`` 1) or up."""
    outer_x, outer_y, inner_x, inner_y = (
        x - across * half,
        y - down * half,
        x + across * half,
        y + down * half,
    )
    end_x, end_y = x + across * ARM, y + down * ARM
    corners = (
        (outer_x, outer_y),
        (end_x, outer_y),
        (end_x, inner_y),
        (inner_x, inner_y),
        (inner_x, end_y),
        (outer_x, end_y),
    )
    return polyline(corners, closed=True)


def quiet_zones(paper: Size) -> tuple[Edges, ...]:
    """The squares at the three marks, out to the paper's corners, in which nothing else is printed."""
    width, height = paper.width, paper.height
    return (
        Edges(0.0, 0.0, QUIET, QUIET),
        Edges(width - QUIET, 0.0, width, QUIET),
        Edges(0.0, height - QUIET, QUIET, height),
    )


def cutting_area(options: PressOptions) -> Edges:
    """What the machine reaches and the printer too: the box between the marks, slug and margins excluded.

    The quiet zones are still to be taken from it.
    """
    paper, inset = options.paper, max(INSET, options.margin)
    foot = max(inset, options.margin + SLUG_DEPTH + MARK_OFFSET)
    return Edges(inset, inset, paper.width - inset, paper.height - foot)


def slug_band(options: PressOptions) -> Band | None:
    """The strip for the slug: at the foot, from the mark on; None on paper too narrow for one."""
    paper, margin = options.paper, options.margin
    start = max(QUIET + BESIDE_MARK, margin)
    width = paper.width - margin - start
    if width < SHORTEST_SLUG:
        return None
    return Band("bottom", start, paper.height - margin - SLUG_DEPTH, width, SLUG_DEPTH, 0)


def kept_from(options: PressOptions) -> tuple[Edges, ...]:
    """The boxes that no ink may enter: the quiet zones, and all that lies around the cutting area."""
    paper, area = options.paper, cutting_area(options)
    return (
        *quiet_zones(paper),
        Edges(0.0, 0.0, paper.width, area.top),
        Edges(0.0, area.bottom, paper.width, paper.height),
        Edges(0.0, 0.0, area.left, paper.height),
        Edges(area.right, 0.0, paper.width, paper.height),
    )


def rooms(options: PressOptions) -> tuple[Edges, Edges]:
    """The two largest boxes clear of all marks: as wide as can be, and as high."""
    area, paper = cutting_area(options), options.paper
    wide = Edges(area.left, max(area.top, QUIET), area.right, min(area.bottom, paper.height - QUIET))
    high = Edges(max(area.left, QUIET), area.top, min(area.right, paper.width - QUIET), area.bottom)
    return wide, high


def clear_lines(lines: Sequence[Line], paper: Size) -> tuple[Line, ...]:
    """Those of the lines that stay out of the quiet zones."""
    zones = quiet_zones(paper)
    return tuple(line for line in lines if not any(_touches(line, zone) for zone in zones))


def _touches(line: Line, zone: Edges) -> bool:
    return (
        min(line.x1, line.x2) < zone.right
        and max(line.x1, line.x2) > zone.left
        and min(line.y1, line.y2) < zone.bottom
        and max(line.y1, line.y2) > zone.top
    )


class _Place(NamedTuple):
    column: int
    row: int
    trim: Edges


class _Shape(NamedTuple):
    """So many columns and rows, of cards that are turned or not."""

    turn: Turn
    columns: int
    rows: int
    width: float
    """Of a card as it lies."""
    height: float

    def whole(self, area: Edges, gap_x: float, gap_y: float) -> Edges:
        """The box around all trims, in the middle of the area."""
        width = self.columns * self.width + (self.columns - 1) * gap_x
        height = self.rows * self.height + (self.rows - 1) * gap_y
        left, top = (area.left + area.right - width) / 2, (area.top + area.bottom - height) / 2
        return Edges(left, top, left + width, top + height)

    def places(self, options: PressOptions, gap_x: float, gap_y: float, ink: Sides) -> Iterator[_Place]:
        """Those clear of the marks, with so much ink around each; none if the area is too small."""
        area, zones = cutting_area(options), quiet_zones(options.paper)
        whole = self.whole(area, gap_x, gap_y)
        if not _holds(area, whole.grown(ink)):
            return
        for row in range(self.rows):
            for column in range(self.columns):
                x, y = whole.left + column * (self.width + gap_x), whole.top + row * (self.height + gap_y)
                trim = Edges(x, y, x + self.width, y + self.height)
                if not any(trim.grown(ink).meets(zone) for zone in zones):
                    yield _Place(column, row, trim)

    def bled(self, options: PressOptions, gap_x: float, gap_y: float) -> int:
        """How many cards have room with half of each gap around them for their bleed."""
        across, down = min(options.bleed, gap_x / 2), min(options.bleed, gap_y / 2)
        return self.cards(options, gap_x, gap_y, Sides(across, down, across, down))

    def cards(self, options: PressOptions, gap_x: float, gap_y: float, ink: Sides) -> int:
        """How many :meth:`places` there are, without a look at each: small cards are thousands."""
        area, zones = cutting_area(options), quiet_zones(options.paper)
        whole = self.whole(area, gap_x, gap_y)
        if not _holds(area, whole.grown(ink)):
            return 0
        across = [(zone.left, zone.right) for zone in zones]
        down = [(zone.top, zone.bottom) for zone in zones]
        lefts = (whole.left + number * (self.width + gap_x) - ink.left for number in range(self.columns))
        tops = (whole.top + number * (self.height + gap_y) - ink.top for number in range(self.rows))
        columns = _reached(lefts, ink.left + self.width + ink.right, across)
        rows = _reached(tops, ink.top + self.height + ink.bottom, down)
        return sum(
            many * times
            for by_column, many in columns.items()
            for by_row, times in rows.items()
            if not by_column & by_row
        )


def _reached(
    starts: Iterable[float], length: float, zones: Sequence[tuple[float, float]]
) -> Counter[frozenset[int]]:
    """How many columns, or rows, reach which of the zones in their own direction."""
    return Counter(
        frozenset(
            index
            for index, (begin, end) in enumerate(zones)
            if start < end - EXACT and begin < start + length - EXACT
        )
        for start in starts
    )


NO_INK = Sides(0.0, 0.0, 0.0, 0.0)


@lru_cache(maxsize=64)
def fit_marked_grid(card_width: float, card_height: float, options: PressOptions) -> Grid:
    """The grid with the most cards of the given trim (mm) between the marks; places at the marks stay empty.

    An automatic gap is the widest that costs no card. Raises :class:`InputError` if no card has room.
    """
    if options.backs == "gutterfold":
        raise refused_fold()
    gap = options.gap or 0.0
    shapes = list(_shapes(card_width, card_height, options, gap))
    counts = [shape.cards(options, gap, gap, NO_INK) for shape in shapes]
    most = max(counts, default=0)
    if not most:
        raise too_large("card", Size("", card_width, card_height), options)
    best = [shape for shape, count in zip(shapes, counts, strict=True) if count == most]
    grids = [_grid(shape, most, options) for shape in best]
    return max(grids, key=_generosity)


def has_room(width: float, height: float, options: PressOptions) -> bool:
    """Whether there is a place for a single card of that trim, upright or on its side."""
    shapes = (_Shape(turn, 1, 1, *((height, width) if turn else (width, height))) for turn in options.turns)
    return any(shape.bled(options, 0.0, 0.0) for shape in shapes)


def _shapes(width: float, height: float, options: PressOptions, gap: float) -> Iterator[_Shape]:
    area = cutting_area(options)
    for turn in options.turns:
        across, down = (height, width) if turn else (width, height)
        columns, rows = (
            max(0, math.floor((room + gap) / (size + gap) + EXACT))
            for room, size in ((area.right - area.left, across), (area.bottom - area.top, down))
        )
        # Fewer of them may keep clear of the marks.
        for row in range(rows, 0, -1):
            for column in range(columns, 0, -1):
                yield _Shape(turn, column, row, across, down)


def _grid(shape: _Shape, cards: int, options: PressOptions) -> Grid:
    if options.gap is None:
        gap_x, gap_y = _widest_gaps(shape, cards, options)
    else:
        gap_x = gap_y = options.gap
    whole = shape.whole(cutting_area(options), gap_x, gap_y)
    slots = tuple(
        _slot(place, shape, gap_x, gap_y, options) for place in shape.places(options, gap_x, gap_y, NO_INK)
    )
    return Grid(
        shape.columns,
        shape.rows,
        shape.turn,
        whole.left,
        whole.top,
        shape.width,
        shape.height,
        slots,
        slug_band(options),
    )


def _widest_gaps(shape: _Shape, cards: int, options: PressOptions) -> tuple[float, float]:
    """The widest gaps, across and down, that leave room for as many cards and for bleed around them."""
    most = math.floor(2 * options.bleed / STEP + EXACT)

    def widest(least: float, fits: Callable[[float], bool]) -> float:
        low, high = round(least / STEP), most
        while low < high:
            middle = (low + high + 1) // 2
            low, high = (middle, high) if fits(middle * STEP) else (low, middle - 1)
        return low * STEP

    both = widest(0.0, lambda gap: shape.bled(options, gap, gap) == cards)
    across = widest(both, lambda gap: shape.bled(options, gap, both) == cards)
    down = widest(both, lambda gap: shape.bled(options, across, gap) == cards)
    return across, down


def _slot(place: _Place, shape: _Shape, gap_x: float, gap_y: float, options: PressOptions) -> Slot:
    """With half of each gap for its bleed, and outside of all cards what the area and the marks leave."""
    trim, area, bleed = place.trim, cutting_area(options), options.bleed
    across, down = min(bleed, gap_x / 2), min(bleed, gap_y / 2)
    outside = [max(0.0, min(bleed, room)) for room in _room_around(trim, area)]
    ink = Sides(
        across if place.column else outside[0],
        down if place.row else outside[1],
        across if place.column < shape.columns - 1 else outside[2],
        down if place.row < shape.rows - 1 else outside[3],
    )
    for zone in quiet_zones(options.paper):
        ink = _kept_off(ink, trim, zone)
    return Slot((trim.left + trim.right) / 2, (trim.top + trim.bottom) / 2, shape.turn, ink)


def _room_around(trim: Edges, area: Edges) -> Sides:
    return Sides(
        trim.left - area.left, trim.top - area.top, area.right - trim.right, area.bottom - trim.bottom
    )


def _kept_off(ink: Sides, trim: Edges, zone: Edges) -> Sides:
    """No ink in the zone; of one that lies off the corner, the side gives way that loses least."""
    if not trim.grown(ink).meets(zone):
        return ink
    ways = (trim.left - zone.right, trim.top - zone.bottom, zone.left - trim.right, zone.top - trim.bottom)
    side = max(range(4), key=lambda index: ways[index])
    kept = list(ink)
    kept[side] = max(0.0, min(kept[side], ways[side]))
    return Sides(*kept)


def _holds(outer: Edges, inner: Edges) -> bool:
    return (
        inner.left >= outer.left - EXACT
        and inner.top >= outer.top - EXACT
        and inner.right <= outer.right + EXACT
        and inner.bottom <= outer.bottom + EXACT
    )


def _generosity(grid: Grid) -> tuple[float, float, bool]:
    """The least bleed of all sides, their sum, and whether the cards stand upright."""
    sides = [side for slot in grid.slots for side in slot.bleed]
    return round(min(sides), 6), round(sum(sides), 6), not grid.turn


def refused_fold() -> InputError:
    """For fronts and backs across a fold."""
    return InputError(
        "a folded sheet can't have registration marks: once it is glued together, they are on both its sides",
        hint="use other --backs (duplex-long, duplex-short or none)",
    )


def too_large(noun: str, size: Size, options: PressOptions) -> InputError:
    """For a component that the paper could hold but for the marks."""
    paper = options.paper
    named = f"{paper.name[:1].upper()}{paper.name[1:]}"
    inside = " or ".join(
        f"{mm(max(0.0, room.right - room.left))} × {mm(max(0.0, room.bottom - room.top))}"
        for room in rooms(options)
    )
    return InputError(
        f"the {noun} is {mm(size.width)} × {mm(size.height)} mm, but {named} has only {inside} mm "
        "between its registration marks",
        hint="use a larger --paper or no --registration; what is not cut has `press: {registration: none}`",
    )
