"""Tokens: how many of a shape lie on a sheet and where, and the pages with their lines to cut along."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import TYPE_CHECKING, Literal, NamedTuple

from generator.catalog.models import Component
from generator.catalog.press_settings import PressOptions
from generator.catalog.problems import InputError
from generator.catalog.shapes import Point, Shape, ShapeKind
from generator.catalog.sizes import Size
from generator.layout.geometry import (
    Matrix,
    Outline,
    distance,
    from_behind,
    grown_shape,
    rotation,
    shape_outline,
)
from generator.press.bleed import Corners, cells
from generator.press.grid import (
    EXACT,
    MARK_OFFSET,
    MIN_CARD,
    MIN_SLUG_DEPTH,
    SLUG_DEPTH,
    Band,
    Edges,
    Fold,
    Sides,
    Slot,
    Turn,
)
from generator.press.impose import Copies, Pages, Plan, SheetPage, Stamp, impose, sheet_page
from generator.press.kinds import ComponentKind
from generator.press.kinds.cards import plan as plan_as_cards
from generator.press.marks import (
    PAPER_EDGE,
    FlipAxis,
    Line,
    Slug,
    flip_axis,
    lay_slug,
    mirror_band,
    mirror_points,
    mirror_slot,
)

if TYPE_CHECKING:
    from generator.catalog.label_sheets import LabelSheet

MAX_STEPS = 64
NEAR = 1e-3
"""Millimetres by which a polygon may stay farther from its neighbour than it must."""


class Room(NamedTuple):
    """The millimetres that the trims may fill."""

    width: float
    height: float

    def turned(self) -> Room:
        return Room(self.height, self.width)


class Place(NamedTuple):
    """The middle of a token's box, in mm from the room's top left corner."""

    x: float
    y: float
    turn: Turn


Packing = list[Place]


def pack(shape: Shape, size: Size, room: Room, gap: float) -> Packing:
    """The most tokens, ``gap`` mm or more apart; the room may be left unfilled at its right and foot."""
    if min(room) <= 0:
        return []
    ways = WAYS[shape.kind]
    upright = [way(shape, size, room, gap) for way in ways]
    turned = [_turned(way(shape, size, room.turned(), gap), room) for way in ways]
    if shape.kind == "circle":
        # Turning a circle gains nothing, and its picture had better stay upright.
        turned = [[place._replace(turn=0) for place in packing] for packing in turned]
    return max([*upright, *turned], key=len)


def _turned(packing: Packing, room: Room) -> Packing:
    """A packing of the room on its side, a quarter turned back anticlockwise."""
    turn: Mapping[Turn, Turn] = {0: 90, 90: 180, 180: 270, 270: 0}
    return [Place(place.y, room.height - place.x, turn[place.turn]) for place in packing]


def _grid(shape: Shape, size: Size, room: Room, gap: float) -> Packing:
    del shape
    xs = list(_steps(room.width, size.width, size.width + gap))
    return [Place(x, y, 0) for y in _steps(room.height, size.height, size.height + gap) for x in xs]


def _rows_of_circles(shape: Shape, size: Size, room: Room, gap: float) -> Packing:
    """Rows in which each circle lies between two of the row before.

    The closer the rows, the wider apart the circles in each; every number of rows is tried, since an even
    spread may let in a row that the regular honeycomb has no room for.
    """
    del shape
    across, free = size.width + gap, room.height - size.height
    if free < -EXACT:
        return []
    most, best, rows, pitch = 0, (1, across), 1, across
    while pitch >= across / 2:
        even, odd = (_count(room.width, size.width, *_spread(across, pitch, row)) for row in (0, 1))
        count = -(-rows // 2) * even + rows // 2 * odd
        if count > most:
            most, best = count, (rows, pitch)
        pitch = min(free / rows + EXACT, across)
        rows += 1
    rows, pitch = best
    return [
        Place(x, size.height / 2 + row * pitch, 0)
        for row in range(rows)
        for x in _steps(room.width, size.width, *_spread(across, pitch, row))
    ]


def _spread(across: float, pitch: float, row: int) -> tuple[float, float]:
    """From one circle of a row to the next, and how far to the right the row begins."""
    step = max(across, 2 * math.sqrt(max(0.0, across * across - pitch * pitch)))
    return step, step / 2 if row % 2 and pitch < across else 0.0


def _honeycomb(shape: Shape, size: Size, room: Room, gap: float) -> Packing:
    """Columns of hexagons; neighbours, also of two columns, have parallel sides that far apart."""
    del shape
    width, height = size.width, size.height
    slant = math.hypot(width / 4, height / 2)
    pitch = 0.75 * width + gap * (2 * slant - width / 4) / height
    step = height + gap
    columns = enumerate(_steps(room.width, width, pitch))
    return [
        Place(x, y, 0)
        for column, x in columns
        for y in _steps(room.height, height, step, step / 2 * (column % 2))
    ]


def _rows_of_polygons(shape: Shape, size: Size, room: Room, gap: float) -> Packing:
    return _row_by_row(shape, size, room, gap, (0,))


def _rows_head_to_foot(shape: Shape, size: Size, room: Room, gap: float) -> Packing:
    """Every other polygon is turned upside down, as suits triangles."""
    return _row_by_row(shape, size, room, gap, (0, 180))


def _row_by_row(shape: Shape, size: Size, room: Room, gap: float, turns: tuple[Turn, ...]) -> Packing:
    row: list[tuple[float, Turn]] = []
    while True:
        turn = turns[len(row) % len(turns)]
        beside = (x + _shift(shape, size, before, turn, gap) for x, before in row)
        x = max(beside, default=size.width / 2)
        if x + size.width / 2 > room.width + EXACT:
            break
        row.append((x, turn))
    rows = _steps(room.height, size.height, size.height + gap)
    return [Place(x, y, turn) for y in rows for x, turn in row]


@cache
def _shift(shape: Shape, size: Size, before: Turn, after: Turn, gap: float) -> float:
    """How far to the right of a polygon the next one must lie, so that nothing comes nearer than the gap.

    The next one comes from where their boxes are apart, each time by as much as there is room.
    """
    one, other = _corners(shape, size, before), _corners(shape, size, after)
    shift = size.width + gap
    for _ in range(MAX_STEPS):
        room = distance(one, [(x + shift, y) for x, y in other]) - gap
        if room < NEAR:
            break
        shift = max(0.0, shift - room)
        if not shift:
            break
    return shift


def _corners(shape: Shape, size: Size, turn: Turn) -> tuple[Point, ...]:
    corners = shape.corners(size)
    return tuple((size.width - x, size.height - y) for x, y in corners) if turn else corners


def _count(room: float, size: float, step: float, shift: float = 0.0) -> int:
    """As many things as there is room for side by side, ``step`` from middle to middle."""
    return max(0, math.floor((room - size - shift) / step + EXACT) + 1)


def _steps(room: float, size: float, step: float, shift: float = 0.0) -> Iterator[float]:
    """The middles of these things."""
    yield from (shift + size / 2 + index * step for index in range(_count(room, size, step, shift)))


Way = Callable[[Shape, Size, Room, float], Packing]

WAYS: Mapping[ShapeKind, tuple[Way, ...]] = {
    "rect": (_grid,),
    "circle": (_rows_of_circles,),
    "hex": (_honeycomb, _grid),
    "polygon": (_rows_of_polygons, _rows_head_to_foot),
}
"""The ways to pack each shape; the first of equals is taken."""


FOLD_CLEARANCE = 1.0
"""From the fold to the nearest trim, in mm."""
STEP = 0.1
"""Automatic gaps are whole tenths of a millimetre."""


class Field(NamedTuple):
    """The part of the paper that tokens may fill, and the slug and fold beside it."""

    left: float
    top: float
    room: Room
    band: Band | None
    fold: Fold | None


@dataclass(frozen=True, slots=True)
class Sheet:
    """The slots of the fronts, row by row, and the bleed around each (mm)."""

    slots: tuple[Slot, ...]
    bleed: float
    gap: float
    band: Band | None
    fold: Fold | None


def fit_sheet(shape: Shape, size: Size, groups: Sequence[int], options: PressOptions) -> Sheet:
    """The sheet that needs the least paper for groups of so many tokens.

    An automatic gap is the widest that costs no sheet of paper, two bleeds at most. Raises
    :class:`InputError` for a token that is too small to cut or too large for the paper.
    """
    if min(size.width, size.height) < MIN_CARD:
        raise InputError(
            f"the token is {size.width:g} × {size.height:g} mm, too small to cut out",
            hint=f"each side must be {MIN_CARD:g} mm or more",
        )
    gap = options.gap
    if gap is None:
        gap = _widest_gap(shape, size, groups, options)
    packing, field = _densest(shape, size, options, gap)
    if not packing:
        raise _too_large(size, options)
    bleed = min(options.bleed, gap / 2) if len(packing) > 1 or field.fold else options.bleed
    return Sheet(_slots(packing, size, field, bleed), bleed, gap, field.band, field.fold)


def _fold_lines(sheet: Sheet, options: PressOptions) -> tuple[Line, ...]:
    """The dashed fold in the paper's middle, clear of the slug."""
    paper, band = options.paper, sheet.band
    if sheet.fold == "vertical":
        end = (band.y - MARK_OFFSET) if band else paper.height - PAPER_EDGE
        return (Line(paper.width / 2, PAPER_EDGE, paper.width / 2, end, dashed=True),)
    if sheet.fold == "horizontal":
        start = (band.x + band.width + MARK_OFFSET) if band else PAPER_EDGE
        return (Line(start, paper.height / 2, paper.width - PAPER_EDGE, paper.height / 2, dashed=True),)
    return ()


def _widest_gap(shape: Shape, size: Size, groups: Sequence[int], options: PressOptions) -> float:
    most = len(_densest(shape, size, options, 0.0)[0])
    if not most:
        return 0.0
    needed = max(math.ceil(count / max(1, math.ceil(count / most))) for count in groups)
    low, high = 0, math.floor(2 * options.bleed / STEP + EXACT)
    while low < high:
        middle = (low + high + 1) // 2
        if len(_densest(shape, size, options, middle * STEP)[0]) >= needed:
            low = middle
        else:
            high = middle - 1
    return low * STEP


def _densest(shape: Shape, size: Size, options: PressOptions, gap: float) -> tuple[Packing, Field]:
    """The most tokens, with the slug where it costs none; without one if it leaves room for none."""
    tried = [(pack(shape, size, field.room, gap), field) for field in _fields(options, gap)]
    # Of equals the first is taken; a sheet with a slug goes before any without.
    return max(tried, key=lambda each: (bool(each[0]) and each[1].band is not None, len(each[0])))


def _fields(options: PressOptions, gap: float) -> Iterator[Field]:
    bleed = min(options.bleed, gap / 2)
    folds: tuple[Fold | None, ...] = ("vertical", "horizontal") if options.backs == "gutterfold" else (None,)
    for fold in folds:
        for depth in (SLUG_DEPTH, MIN_SLUG_DEPTH):
            # The slug lies across the fold, so that both halves spare it.
            if fold != "horizontal":
                yield _field(options, fold, "bottom", depth, bleed)
            if fold != "vertical":
                yield _field(options, fold, "left", depth, bleed)
        yield _field(options, fold, None, 0.0, bleed)


def _field(
    options: PressOptions,
    fold: Fold | None,
    side: Literal["bottom", "left"] | None,
    depth: float,
    bleed: float,
) -> Field:
    paper, margin = options.paper, options.margin
    left = top = margin
    right, bottom = paper.width - margin, paper.height - margin
    band = None
    if side == "bottom":
        band = Band(side, left, bottom - depth, right - left, depth, 0)
        bottom -= depth + MARK_OFFSET + bleed
    elif side == "left":
        band = Band(side, left, top, depth, bottom - top, 90)
        left += depth + MARK_OFFSET + bleed
    clearance = max(bleed, FOLD_CLEARANCE)
    if fold == "vertical":
        right = paper.width / 2 - clearance
    elif fold == "horizontal":
        bottom = paper.height / 2 - clearance
    return Field(left, top, Room(right - left, bottom - top), band, fold)


def _slots(packing: Packing, size: Size, field: Field, bleed: float) -> tuple[Slot, ...]:
    """The packing in the middle of its field, row by row."""
    turned = packing[0].turn in (90, 270)
    width, height = (size.height, size.width) if turned else (size.width, size.height)
    xs, ys = [place.x for place in packing], [place.y for place in packing]
    free_x = field.room.width - (max(xs) - min(xs) + width)
    free_y = field.room.height - (max(ys) - min(ys) + height)
    move_x = field.left + free_x / 2 - (min(xs) - width / 2)
    move_y = field.top + free_y / 2 - (min(ys) - height / 2)
    sides = Sides(bleed, bleed, bleed, bleed)
    ordered = sorted(packing, key=lambda place: (round(place.y, 3), place.x))
    return tuple(Slot(place.x + move_x, place.y + move_y, place.turn, sides) for place in ordered)


def _too_large(size: Size, options: PressOptions) -> InputError:
    paper, margin = options.paper, options.margin
    folded = ", too little for a front and its back" if options.backs == "gutterfold" else ""
    return InputError(
        f"the token is {size.width:g} × {size.height:g} mm, but {paper.name[:1].upper()}{paper.name[1:]} has "
        f"only {max(0.0, paper.width - 2 * margin):g} × {max(0.0, paper.height - 2 * margin):g} mm "
        f"inside its {margin:g} mm margins{folded}",
        hint="use a larger --paper or a smaller --margin",
    )


def plan_tokens(deck: Copies, has_back: bool, shape: Shape, size: Size, options: PressOptions) -> Plan:
    """The pages for tokens of any shape but a rectangle.

    Pages for print on demand show the whole face: the services cut by
    a form of their own. Raises :class:`~generator.catalog.problems.InputError` as :func:`impose` does.
    """
    if options.is_apart:
        return impose(deck, has_back, size.width, size.height, options)
    if not has_back:
        options = replace(options, backs="none")
    if options.sheet is None:
        sheet = fit_sheet(shape, size, deck.groups, options)
    else:
        sheet = _on_label_sheet(options.sheet, shape, size, options)
    fronts = _front_half(shape, size, sheet, options)
    if options.backs == "gutterfold":
        return _folded(deck, fronts, sheet, size, options)
    if options.backs == "none":
        return _single_sided(deck, fronts, options)
    return _two_sided(deck, fronts, sheet, size, options)


def _on_label_sheet(sheet: LabelSheet, shape: Shape, size: Size, options: PressOptions) -> Sheet:
    from generator.press.label_sheet import fill

    filled = fill(sheet, shape, size, options)
    return Sheet(filled.slots, filled.slots[0].bleed.left, 0.0, filled.band, None)


@dataclass(frozen=True, slots=True)
class _Half:
    """One side of all tokens on a sheet, and what stands around them."""

    side: Literal["front", "back"]
    slots: tuple[Slot, ...]
    clip: Outline
    """In card coordinates, what is shown of each face."""
    cuts: tuple[Outline, ...]
    """On the page, the line to cut along for each slot; none on backs: one cuts by the front."""
    slug: Slug | None
    cells: Callable[[int], tuple[Corners, ...]]
    """For so many tokens, where each has to stay; empty ones if its clip says enough."""

    def stamps(self, cards: Sequence[int]) -> tuple[Stamp, ...]:
        cells = self.cells(len(cards))
        return tuple(
            Stamp(card, self.side, slot, self.clip, cell=cell)
            for card, slot, cell in zip(cards, self.slots, cells, strict=False)
        )


def _front_half(shape: Shape, size: Size, sheet: Sheet, options: PressOptions) -> _Half:
    is_narrow = sheet.bleed < options.bleed - EXACT
    bounds = _bounds(sheet, options)

    @cache
    def within(used: int) -> tuple[Corners, ...]:
        if not is_narrow:
            return ((),) * used
        return cells(shape, size, sheet.slots[:used], options.bleed, bounds)

    trim = shape_outline(shape, size)
    # Crop marks at the paper's edge lead no scissors round a circle.
    cuts = () if options.marks == "none" else tuple(trim.moved(_placed(slot, size)) for slot in sheet.slots)
    slug = lay_slug(sheet.band) if sheet.band else None
    # Into what stays empty the whole bleed; between two tokens each has its half.
    clip = grown_shape(shape, size, options.bleed if is_narrow else sheet.bleed)
    return _Half("front", sheet.slots, clip, cuts, slug, within)


def _bounds(sheet: Sheet, options: PressOptions) -> Edges:
    """What of the paper the ink of fronts may cover: not the slug, and no more than up to the fold."""
    left, top, right, bottom = 0.0, 0.0, options.paper.width, options.paper.height
    if sheet.fold == "vertical":
        right /= 2
    elif sheet.fold == "horizontal":
        bottom /= 2
    band = sheet.band
    if band is not None and band.side == "left":
        left = band.x + band.width + MARK_OFFSET
    elif band is not None:
        bottom = min(bottom, band.y - MARK_OFFSET)
    return Edges(left, top, right, bottom)


def _behind(fronts: _Half, sheet: Sheet, size: Size, options: PressOptions, axis: FlipAxis) -> _Half:
    """The backs as they lie on the page behind, or across a fold along that axis."""
    slots = tuple(mirror_slot(slot, options.paper, axis) for slot in fronts.slots)
    slug = lay_slug(mirror_band(sheet.band, options.paper, axis)) if sheet.band else None

    @cache
    def within(used: int) -> tuple[Corners, ...]:
        return tuple(mirror_points(cell, options.paper, axis) for cell in fronts.cells(used))

    return _Half("back", slots, from_behind(fronts.clip, size), (), slug, within)


def _single_sided(deck: Copies, fronts: _Half, options: PressOptions) -> Plan:
    per_sheet = len(fronts.slots)

    def page(index: int) -> SheetPage:
        return _page(index, "front", fronts, deck.sheet(index, per_sheet), options)

    return Plan(Pages(deck.sheets(per_sheet), page), None, per_sheet)


def _two_sided(deck: Copies, fronts: _Half, sheet: Sheet, size: Size, options: PressOptions) -> Plan:
    per_sheet = len(fronts.slots)
    backs = _behind(fronts, sheet, size, options, flip_axis(options.paper, options.backs))

    def page(index: int) -> SheetPage:
        number, is_back = divmod(index, 2)
        half = backs if is_back else fronts
        return _page(index, half.side, half, deck.sheet(number, per_sheet), options)

    return Plan(Pages(2 * deck.sheets(per_sheet), page), None, per_sheet)


def _folded(deck: Copies, fronts: _Half, sheet: Sheet, size: Size, options: PressOptions) -> Plan:
    assert sheet.fold is not None, "fit_sheet folds every gutterfold sheet"
    per_sheet = len(fronts.slots)
    backs = _behind(fronts, sheet, size, options, sheet.fold)
    fold = () if options.marks == "none" else _fold_lines(sheet, options)

    def page(index: int) -> SheetPage:
        cards = deck.sheet(index, per_sheet)
        front = _page(index, "fold", fronts, cards, options, fold)
        return front._replace(stamps=front.stamps + backs.stamps(cards))

    return Plan(Pages(deck.sheets(per_sheet), page), None, per_sheet)


def _page(
    index: int,
    side: Literal["front", "back", "fold"],
    half: _Half,
    cards: Sequence[int],
    options: PressOptions,
    marks: tuple[Line, ...] = (),
) -> SheetPage:
    page = sheet_page(index + 1, side, half.stamps(cards), options, marks, half.slug)
    return page._replace(cuts=half.cuts[: len(cards)])


def _placed(slot: Slot, size: Size) -> Matrix:
    """From card coordinates to the page."""
    centred = Matrix(e=-size.width / 2, f=-size.height / 2)
    return centred.then(rotation(-slot.turn)).then(Matrix(e=slot.cx, f=slot.cy))


def _plan(component: Component, deck: Copies, has_back: bool, options: PressOptions) -> Plan:
    if component.shape.kind == "rect":
        # Laid like cards.
        return plan_as_cards(component, deck, has_back, options)
    return plan_tokens(deck, has_back, component.shape, component.size, options)


KIND = ComponentKind(_plan, settings={"marks": "lines"}, shares_sheets=True)
"""Tokens are cut with scissors: crop marks at the paper's edge would be of no use."""
