"""The grid of cards on a sheet: as many as fit, centred, with room for marks and the slug.

Everything is in mm on the page; the origin is the paper's top left corner and y grows downwards.
The paper is never turned, only the cards: mixed page orientation breaks duplex printing.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Literal, NamedTuple

from generator.catalog.press_settings import PressOptions
from generator.catalog.problems import InputError
from generator.catalog.sizes import Size
from generator.catalog.units import EXACT
from generator.layout.geometry import Matrix, rotation


class Reserve(NamedTuple):
    """What the room outside the cards must still hold after their outer bleed, on either side (mm).

    ``depth`` counts from the printable edge inwards; below zero, the bleed may run past that edge.
    ``min_bleed`` is the outer bleed that should be left. A ``strict`` reserve is kept or the fit fails;
    any other gives way, marks before bleed.
    """

    depth: float
    min_bleed: float
    strict: bool


class Axis(NamedTuple):
    """Cards side by side in one direction, centred exactly on the paper (mm)."""

    cards: int
    size: float
    gap: float
    fold_gap: float | None
    """The gap across the fold in the middle, or None where nothing is folded."""
    start: float
    outer: float
    """Bleed beyond the first and the last card."""
    block: int = 0
    """So many cards lie in a block, with another gap to the next; 0: in none."""
    block_gap: float = 0.0

    def centre(self, index: int) -> float:
        """The middle of a card's trim, measured from the paper's left or top edge."""
        across = 0.0
        if self.block:
            across = index // self.block * (self.block_gap - self.gap)
        if self.fold_gap is not None and 2 * index >= self.cards:
            across += self.fold_gap - (self.block_gap if self.block else self.gap)
        return self.start + self.size / 2 + index * (self.size + self.gap) + across

    def bleeds(self, index: int, bleed: float) -> tuple[float, float]:
        """The bleed before and after a card: half of each gap at most, so that neighbours never mix."""
        return self._bleed_at(index, bleed), self._bleed_at(index + 1, bleed)

    def _bleed_at(self, border: int, bleed: float) -> float:
        if border in (0, self.cards):
            return self.outer
        if self.fold_gap is not None and 2 * border == self.cards:
            return min(bleed, self.fold_gap / 2)
        is_between = self.block and border % self.block == 0
        return min(bleed, (self.block_gap if is_between else self.gap) / 2)


def max_cards(paper: float, size: float, options: PressOptions, *, folded: bool, block: int = 0) -> int:
    """How many cards fit beside each other inside the margins; an even number if folded in the middle.

    Of ``block`` cards each, as many whole blocks.
    """
    gap, room = options.gap or 0.0, paper - 2 * options.margin
    if block:
        size, gap = _block_length(size, block, options), options.block_gap
    count = max(0, math.floor((room + gap) / (size + gap) + EXACT))
    return (count - count % 2 if folded else count) * (block or 1)


def _block_length(size: float, block: int, options: PressOptions) -> float:
    """So many cards side by side; unless it is said otherwise, they touch."""
    return block * size + (block - 1) * (options.gap or 0.0)


def place_axis(
    paper: float,
    size: float,
    count: int,
    options: PressOptions,
    reserve: Reserve,
    *,
    folded: bool,
    block: int = 0,
) -> Axis | None:
    """Places ``count`` cards, or returns None where a strict reserve leaves too little room.

    An automatic gap is the widest that leaves the reserve free and gives the outer edges no less
    bleed than the inner ones: a cutter slips at the edge of the grid as easily as within it.
    """
    free = (paper - count * size) / 2 - options.margin
    min_bleed = min(reserve.min_bleed, options.bleed)
    if options.gap is not None:
        gap = options.gap
    else:
        gap = 0.0 if block else _widest_gap(free, count, options.bleed, reserve, min_bleed)
    if count == 1:
        gap = 0.0
    room, between = free - (count - 1) * gap / 2, gap
    if block:
        between = options.block_gap
        room -= (count // block - 1) * (between - gap) / 2
    fold_gap = None
    if folded:
        is_widest = options.gap is None and not block
        widened = between if is_widest else _fold_gap(between, room, options.bleed, reserve, min_bleed)
        room -= (widened - between) / 2
        fold_gap = widened
    outer = room - reserve.depth
    if outer < min_bleed - EXACT:
        if reserve.strict:
            return None
        outer = min(min_bleed, room)
    outer = max(0.0, min(options.bleed, outer))
    return Axis(count, size, gap, fold_gap, options.margin + room, outer, block, between)


def _widest_gap(free: float, count: int, bleed: float, reserve: Reserve, min_bleed: float) -> float:
    if count == 1:
        return 0.0
    shared = free - reserve.depth
    # With half a gap of bleed on every edge, the count - 1 gaps and both outer edges use count gaps.
    limits = (2 * bleed, 2 * shared / count, 2 * (shared - min_bleed) / (count - 1), 2 * free / (count - 1))
    return _down(min(limits))


def _fold_gap(gap: float, room: float, bleed: float, reserve: Reserve, min_bleed: float) -> float:
    """A given gap holds between cards; across the fold it grows to both bleeds where there is room."""
    shared = room - reserve.depth
    limits = (2 * bleed, shared + gap / 2, gap + 2 * (shared - min_bleed), gap + 2 * room)
    return max(gap, _down(min(limits)))


def _down(length: float) -> float:
    """Rounded down to a tenth of a millimetre, never below zero: a figure that can be read off a ruler."""
    return max(0.0, math.floor(length * 10 + EXACT) / 10)


SLUG_DEPTH = 3.0
"""The slug's depth in mm: a ruler with legible figures."""
MIN_SLUG_DEPTH = 2.2
"""The smallest depth, used only where a full slug would cost a card."""
MARK_OFFSET = 0.5
"""From the end of the bleed to a crop mark or the slug, in mm."""
MIN_MARK = 1.5
"""Length in mm of a crop mark that a straightedge can still be laid on."""
MIN_BLEED = 0.5
"""Outer bleed in mm that the marks leave to the cards."""
MIN_CARD = 5.0
"""Side of the smallest trim in mm: nobody cuts less by hand, and a slip of units is an error."""

Turn = Literal[0, 90, 180, 270]
"""Degrees counter-clockwise as seen on the page."""
Side = Literal["bottom", "top", "left", "right"]
Fold = Literal["vertical", "horizontal"]


class Sides(NamedTuple):
    """One length (mm) for each side, in page directions."""

    left: float
    top: float
    right: float
    bottom: float


class Edges(NamedTuple):
    """A rectangle on the page by its edges (mm from the left and from the top)."""

    left: float
    top: float
    right: float
    bottom: float

    @classmethod
    def centred(cls, x: float, y: float, width: float, height: float) -> Edges:
        return cls(x - width / 2, y - height / 2, x + width / 2, y + height / 2)

    @classmethod
    def of(cls, size: Size) -> Edges:
        """All of a page."""
        return cls(0.0, 0.0, size.width, size.height)

    @classmethod
    def enclosing(cls, boxes: Iterable[Edges]) -> Edges:
        lefts, tops, rights, bottoms = zip(*boxes, strict=True)
        return cls(min(lefts), min(tops), max(rights), max(bottoms))

    def grown(self, by: Sides) -> Edges:
        return Edges(self.left - by.left, self.top - by.top, self.right + by.right, self.bottom + by.bottom)

    def meets(self, other: Edges) -> bool:
        """Whether it shares more than an edge with another one."""
        return (
            self.left < other.right - EXACT
            and other.left < self.right - EXACT
            and self.top < other.bottom - EXACT
            and other.top < self.bottom - EXACT
        )


class Slot(NamedTuple):
    """The place of one card: the centre of its trim, its turn, and how far its ink may go beyond."""

    cx: float
    cy: float
    turn: Turn
    bleed: Sides
    spread: tuple[tuple[tuple[float, float], ...], ...] = ()
    """Polygons on the page that the ink takes besides, as they are empty; clockwise as one sees them."""

    def trim(self, width: float, height: float) -> Edges:
        """What a card of that size covers."""
        return Edges.centred(
            self.cx, self.cy, *((height, width) if self.turn in (90, 270) else (width, height))
        )

    def placing(self, size: Size) -> Matrix:
        """From card coordinates to the page; turns count counter-clockwise, y runs down."""
        centred = Matrix(e=-size.width / 2, f=-size.height / 2)
        return centred.then(rotation(-self.turn)).then(Matrix(e=self.cx, f=self.cy))


class Band(NamedTuple):
    """The strip kept clear for the slug. ``turn`` is the reading direction: 0, or 90 for upwards."""

    side: Side
    x: float
    y: float
    width: float
    height: float
    turn: Turn


class Grid(NamedTuple):
    """Slots row by row from the top left; in blocks, one block after the other.

    ``slot_width`` and ``slot_height`` are the trim in page directions (exchanged for turned cards).
    With a fold in the page's middle, columns, rows and slots are those of the fronts: the left half
    beside a vertical fold, the upper half above a horizontal one.
    """

    columns: int
    rows: int
    turn: Turn
    left: float
    top: float
    slot_width: float
    slot_height: float
    slots: tuple[Slot, ...]
    band: Band | None
    fold: Fold | None = None


class _Shape(NamedTuple):
    """A way to fill the sheet. Columns and rows count the whole sheet, backs across a fold too."""

    turn: Turn
    fold: Fold | None
    columns: int
    rows: int
    block: tuple[int, int] = (1, 1)
    """Columns and rows that stay together."""

    @property
    def cards(self) -> int:
        return self.columns * self.rows

    def fewer(self) -> Iterator[_Shape]:
        """The shape itself and those with fewer rows or fewer columns, either of which frees a side."""
        column, row = self.block
        row, column = (
            (2 * row if self.fold == "horizontal" else row),
            (2 * column if self.fold == "vertical" else column),
        )
        for rows in range(self.rows, 0, -row):
            yield self._replace(rows=rows)
        for columns in range(self.columns - column, 0, -column):
            yield self._replace(columns=columns)


class _BandNeed(NamedTuple):
    depth: float
    marks: bool
    """Whether the marks on the band's side stand between the bleed and the band, or beyond the band."""
    min_bleed: float


# From comfortable to tight; each is tried on every side before the next.
_BAND_NEEDS = (
    _BandNeed(SLUG_DEPTH, True, MIN_BLEED),
    _BandNeed(SLUG_DEPTH, False, MIN_BLEED),
    _BandNeed(MIN_SLUG_DEPTH, False, 0.0),
)


@lru_cache(maxsize=64)
def fit_grid(card_width: float, card_height: float, options: PressOptions) -> Grid:
    """The grid with the most cards of the given trim (mm) that leaves a band for the slug.

    Upright wins over turned on a tie, a vertical fold over a horizontal one. The slug takes bleed and
    automatic gap before it takes a card; a sheet of a single card does without. The grid is the same
    from either side of the paper, so bottom and top (left and right) always have the same room: a
    front's band lies at the bottom or the left, its mirror image on the back page.

    Raises :class:`InputError` if the card does not fit inside the margins or is too small to cut.
    """
    if min(card_width, card_height) < MIN_CARD:
        raise _too_small(card_width, card_height)
    shapes = _shapes(card_width, card_height, options)
    if not shapes:
        raise _too_large(card_width, card_height, options)
    candidates = sorted((f for s in shapes for f in s.fewer()), key=lambda shape: -shape.cards)
    for shape in candidates:
        grid = _with_band(shape, card_width, card_height, options)
        if grid:
            return grid
    return _without_band(candidates[0], card_width, card_height, options)


def _shapes(width: float, height: float, options: PressOptions) -> list[_Shape]:
    folds: tuple[Fold | None, ...] = ("vertical", "horizontal") if options.backs == "gutterfold" else (None,)
    paper, (wide, high) = options.paper, options.blocks or (0, 0)
    shapes = []
    for turn in options.turns:
        across, down = (height, width) if turn else (width, height)
        for fold in folds:
            columns = max_cards(paper.width, across, options, folded=fold == "vertical", block=wide)
            rows = max_cards(paper.height, down, options, folded=fold == "horizontal", block=high)
            if columns and rows:
                shapes.append(_Shape(turn, fold, columns, rows, options.blocks or (1, 1)))
    return shapes


def _too_small(width: float, height: float) -> InputError:
    message = f"the card is {mm(width)} × {mm(height)} mm, too small to cut out"
    return InputError(message, hint=f"each side must be {mm(MIN_CARD)} mm or more")


def _too_large(width: float, height: float, options: PressOptions) -> InputError:
    paper, margin = options.paper, options.margin
    inside = f"{mm(max(0, paper.width - 2 * margin))} × {mm(max(0, paper.height - 2 * margin))} mm"
    noun, hint = "card", "use a larger --paper or a smaller --margin"
    if options.blocks:
        wide, high = options.blocks
        noun, hint = f"block of {wide} × {high}", "use smaller blocks or a larger --paper"
        width, height = _block_length(width, wide, options), _block_length(height, high, options)
    message = (
        f"the {noun} is {mm(width)} × {mm(height)} mm, "
        f"but {paper.name[:1].upper()}{paper.name[1:]} has only {inside} inside its {mm(margin)} mm margins"
    )
    if options.turn != "auto":
        hint += ", or `turn: auto`"
    if options.backs == "gutterfold":
        message += ", too little for a front and its back"
        hint += ", or other --backs"
    return InputError(message, hint=hint)


def mm(length: float) -> str:
    return f"{round(length, 2):g}"


def _with_band(shape: _Shape, width: float, height: float, options: PressOptions) -> Grid | None:
    for need in _BAND_NEEDS:
        depth = need.depth + MARK_OFFSET
        if need.marks and options.has_ticks:
            depth += MIN_MARK + MARK_OFFSET
        reserve = Reserve(depth, need.min_bleed, strict=True)
        plain = _plain_reserve(options)
        below = _axes(shape, width, height, options, plain, reserve)
        beside = _axes(shape, width, height, options, reserve, plain)
        # The side where the slug costs the least bleed; the bottom where it makes no difference.
        if below and (not beside or _bleeds(below, options) >= _bleeds(beside, options)):
            return _grid(shape, below, options, slug_band("bottom", need.depth, options))
        if beside:
            return _grid(shape, beside, options, slug_band("left", need.depth, options))
    return None


def _without_band(shape: _Shape, width: float, height: float, options: PressOptions) -> Grid:
    plain = _plain_reserve(options)
    axes = _axes(shape, width, height, options, plain, plain)
    assert axes is not None, "a reserve that gives way always fits"
    return _grid(shape, axes, options, None)


def _plain_reserve(options: PressOptions) -> Reserve:
    """Room for crop marks; without them the bleed may run on to the paper's edge."""
    if options.has_ticks:
        return Reserve(MARK_OFFSET + MIN_MARK, MIN_BLEED, strict=False)
    return Reserve(-options.margin, 0.0, strict=False)


def _axes(
    shape: _Shape,
    width: float,
    height: float,
    options: PressOptions,
    reserve_x: Reserve,
    reserve_y: Reserve,
) -> tuple[Axis, Axis] | None:
    across, down = (height, width) if shape.turn else (width, height)
    paper, fold = options.paper, shape.fold
    wide, high = options.blocks or (0, 0)
    folded_x, folded_y = fold == "vertical", fold == "horizontal"
    x = place_axis(paper.width, across, shape.columns, options, reserve_x, folded=folded_x, block=wide)
    y = place_axis(paper.height, down, shape.rows, options, reserve_y, folded=folded_y, block=high)
    return (x, y) if x and y else None


def _bleeds(axes: tuple[Axis, Axis], options: PressOptions) -> tuple[float, float]:
    """The smallest bleed of all edges and their sum, rounded so that equal arrangements compare equal."""
    bleeds = [axis.outer for axis in axes]
    bleeds += [min(options.bleed, axis.gap / 2) for axis in axes if axis.cards > 1]
    return round(min(bleeds), 6), round(sum(bleeds), 6)


def slug_band(side: Literal["bottom", "left"], depth: float, options: PressOptions) -> Band:
    """The strip for the slug along that side, inside the margins."""
    paper, margin = options.paper, options.margin
    if side == "bottom":
        return Band(side, margin, paper.height - margin - depth, paper.width - 2 * margin, depth, 0)
    return Band(side, margin, margin, depth, paper.height - 2 * margin, 90)


def _grid(shape: _Shape, axes: tuple[Axis, Axis], options: PressOptions, band: Band | None) -> Grid:
    x, y = axes
    columns = x.cards // 2 if shape.fold == "vertical" else x.cards
    rows = y.cards // 2 if shape.fold == "horizontal" else y.cards
    slots = tuple(
        _slot(x, y, column, row, shape.turn, options.bleed)
        for column, row in _places(columns, rows, options.blocks or (columns, rows))
    )
    return Grid(columns, rows, shape.turn, x.start, y.start, x.size, y.size, slots, band, shape.fold)


def _places(columns: int, rows: int, block: tuple[int, int]) -> Iterator[tuple[int, int]]:
    """Columns and rows, block by block: copies of a card lie together, and so they are cut."""
    wide, high = block
    for top in range(0, rows, high):
        for left in range(0, columns, wide):
            yield from ((left + column, top + row) for row in range(high) for column in range(wide))


def _slot(x: Axis, y: Axis, column: int, row: int, turn: Turn, bleed: float) -> Slot:
    left, right = x.bleeds(column, bleed)
    top, bottom = y.bleeds(row, bleed)
    return Slot(x.centre(column), y.centre(row), turn, Sides(left, top, right, bottom))
