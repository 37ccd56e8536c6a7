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
    Box,
    Matrix,
    Outline,
    distance,
    from_behind,
    grown_shape,
    rectangle,
    rotation,
    shape_outline,
)
from generator.press.grid import (
    EXACT,
    MARK_OFFSET,
    MIN_CARD,
    MIN_SLUG_DEPTH,
    SLUG_DEPTH,
    Band,
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
    Line,
    Slug,
    flip_axis,
    lay_slug,
    mirror_band,
    mirror_slot,
)

if TYPE_CHECKING:
    from generator.catalog.label_sheets import LabelSheet

MAX_STEPS = 64
NEAR = 1e-3
"""Millimetres by which a polygon may stay farther from its neighbour than it must."""


class Trim(NamedTuple):
    """What a token is cut to."""

    shape: Shape
    size: Size
    corner: float = 0.0
    """The radius of a rectangle's corners."""

    def outline(self) -> Outline:
        if self.shape.kind == "rect" and self.corner > 0:
            return rectangle(Box(0, 0, self.size.width, self.size.height), self.corner, self.corner)
        return shape_outline(self.shape, self.size)


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
    return Sheet(_slots(packing, Trim(shape, size), field, bleed), bleed, gap, field.band, field.fold)


def _fold_lines(sheet: Sheet, options: PressOptions) -> tuple[Line, ...] | None:
    """The dashed fold in the paper's middle, clear of the slug; None where nothing is folded."""
    paper, band = options.paper, sheet.band
    if sheet.fold is not None and options.marks == "none":
        return ()
    if sheet.fold == "vertical":
        end = (band.y - MARK_OFFSET) if band else paper.height - PAPER_EDGE
        return (Line(paper.width / 2, PAPER_EDGE, paper.width / 2, end, dashed=True),)
    if sheet.fold == "horizontal":
        start = (band.x + band.width + MARK_OFFSET) if band else PAPER_EDGE
        return (Line(start, paper.height / 2, paper.width - PAPER_EDGE, paper.height / 2, dashed=True),)
    return None


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


def _slots(packing: Packing, trim: Trim, field: Field, bleed: float) -> tuple[Slot, ...]:
    """The packing in the middle of its field, row by row."""
    return _in_field([Spot(trim, place) for place in _row_after_row(packing)], field, bleed)


def _row_after_row(packing: Packing) -> Packing:
    return sorted(packing, key=lambda place: (round(place.y, 3), place.x))


def _in_field(spots: Sequence[Spot], field: Field, bleed: float) -> tuple[Slot, ...]:
    """All of them together in the middle of the field."""
    boxes = [(place, _reach(trim, place)) for trim, place in spots]
    left, right = (
        min(place.x - reach.width for place, reach in boxes),
        max(place.x + reach.width for place, reach in boxes),
    )
    top, bottom = (
        min(place.y - reach.height for place, reach in boxes),
        max(place.y + reach.height for place, reach in boxes),
    )
    move_x = field.left + (field.room.width - (right - left)) / 2 - left
    move_y = field.top + (field.room.height - (bottom - top)) / 2 - top
    sides = Sides(bleed, bleed, bleed, bleed)
    return tuple(Slot(place.x + move_x, place.y + move_y, place.turn, sides) for _, place in spots)


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
    per_sheet = len(sheet.slots)
    halves = _halves(sheet, [Trim(shape, size)] * per_sheet, options)

    def laid(number: int) -> _Laid:
        return _Laid(deck.sheet(number, per_sheet), *halves)

    return Plan(_pages(deck.sheets(per_sheet), laid, _fold_lines(sheet, options), options), None, per_sheet)


def _on_label_sheet(sheet: LabelSheet, shape: Shape, size: Size, options: PressOptions) -> Sheet:
    from generator.press.label_sheet import fill

    filled = fill(sheet, shape, size, options)
    return Sheet(filled.slots, filled.slots[0].bleed.left, 0.0, filled.band, None)


@dataclass(frozen=True, slots=True)
class _Half:
    """One side of all tokens on a sheet, and what stands around them."""

    side: Literal["front", "back"]
    slots: tuple[Slot, ...]
    clips: tuple[Outline, ...]
    """For each slot, in card coordinates: what is shown of the face."""
    cuts: tuple[Outline, ...]
    """On the page, the line to cut along for each slot; none on backs: one cuts by the front."""
    slug: Slug | None

    def stamps(self, cards: Sequence[int]) -> tuple[Stamp, ...]:
        placed = zip(cards, self.slots, self.clips, strict=False)
        return tuple(Stamp(card, self.side, slot, clip) for card, slot, clip in placed)


class _Laid(NamedTuple):
    """The cards of one sheet, and where their fronts and backs lie; no backs if they have none."""

    cards: Sequence[int]
    fronts: _Half
    backs: _Half | None


def _halves(sheet: Sheet, trims: Sequence[Trim], options: PressOptions) -> tuple[_Half, _Half | None]:
    """Both sides of a sheet with something of such a trim in each slot."""
    shown = {trim: grown_shape(trim.shape, trim.size, sheet.bleed) for trim in set(trims)}
    edges = {trim: trim.outline() for trim in shown}
    placed = list(zip(sheet.slots, trims, strict=True))
    # Crop marks at the paper's edge lead no scissors round a circle.
    has_cuts = options.marks != "none"
    cuts = tuple(edges[trim].moved(_placed(slot, trim.size)) for slot, trim in placed if has_cuts)
    slug = lay_slug(sheet.band) if sheet.band else None
    fronts = _Half("front", sheet.slots, tuple(shown[trim] for trim in trims), cuts, slug)
    if options.backs == "none":
        return fronts, None
    # The backs lie on the page behind, or across the fold.
    axis = sheet.fold or flip_axis(options.paper, options.backs)
    behind = {trim: from_behind(outline, trim.size) for trim, outline in shown.items()}
    slots = tuple(mirror_slot(slot, options.paper, axis) for slot in sheet.slots)
    slug = lay_slug(mirror_band(sheet.band, options.paper, axis)) if sheet.band else None
    return fronts, _Half("back", slots, tuple(behind[trim] for trim in trims), (), slug)


def _pages(
    count: int, laid: Callable[[int], _Laid], fold: tuple[Line, ...] | None, options: PressOptions
) -> Pages:
    """So many sheets, each of one page, or of two with its backs behind unless there is a ``fold``."""
    is_duplex = options.backs != "none" and fold is None

    def page(index: int) -> SheetPage:
        number, is_back = divmod(index, 2) if is_duplex else (index, 0)
        cards, fronts, backs = laid(number)
        if backs is None:
            return _page(index, "front", fronts, cards, options)
        if fold is None:
            half = backs if is_back else fronts
            return _page(index, half.side, half, cards, options)
        front = _page(index, "fold", fronts, cards, options, fold)
        return front._replace(stamps=front.stamps + backs.stamps(cards))

    return Pages(count * (2 if is_duplex else 1), page)


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


class Block(NamedTuple):
    """Tokens of one trim that follow one another, before they have a place."""

    trim: Trim
    copies: int


class Spot(NamedTuple):
    """A token's place in the room of a sheet."""

    trim: Trim
    place: Place


Mixture = list[list[Spot]]
"""The tokens of each sheet in the order of the cards."""
FEWER_ROWS = 3
"""How often a block that does not fill its sheet is laid anew in the height that it took."""


def plan_mixed(of: Sequence[Component], deck: Copies, has_back: bool, options: PressOptions) -> Plan:
    """The pages for tokens of several trims: blocks below one another, each as dense as it can be.

    ``of`` is the component of each card. The gap is the widest that costs no sheet. Raises
    :class:`~generator.catalog.problems.InputError` for a token that fits no page.
    """
    if not has_back:
        options = replace(options, backs="none")
    trims = [Trim(component.shape, component.size, component.corner) for component in of]
    groups = _blocks(trims, deck)
    for trim in set(trims):
        # Refuses what is too small or too large in the words for a sheet of its own.
        fit_sheet(trim.shape, trim.size, [1], options)
    if options.gap is None:
        low, high = 0, math.floor(2 * options.bleed / STEP + EXACT)
        fewest = len(_mixture(groups, options, 0.0)[0])
        while low < high:
            middle = (low + high + 1) // 2
            if len(_mixture(groups, options, middle * STEP)[0]) <= fewest:
                low = middle
            else:
                high = middle - 1
        gap = low * STEP
    else:
        gap = options.gap
    mixture, field = _mixture(groups, options, gap)
    bleed = min(options.bleed, gap / 2)
    sheets, begins = [], [0]
    for spots in mixture:
        sheet = Sheet(_in_field(spots, field, bleed), bleed, gap, field.band, field.fold)
        sheets.append(_halves(sheet, [spot.trim for spot in spots], options))
        begins.append(begins[-1] + len(spots))

    def laid(number: int) -> _Laid:
        cards = [deck.card(position) for position in range(begins[number], begins[number + 1])]
        return _Laid(cards, *sheets[number])

    fold = _fold_lines(Sheet((), bleed, gap, field.band, field.fold), options)
    most = max(map(len, mixture))
    return Plan(_pages(len(sheets), laid, fold, options), None, most)


def _blocks(trims: Sequence[Trim], deck: Copies) -> list[list[Block]]:
    """What each group of cards needs, in their order."""
    groups: list[list[Block]] = []
    begins = 0
    for count in deck.groups:
        blocks: list[Block] = []
        for position in range(begins, begins + count):
            trim = trims[deck.card(position)]
            if blocks and blocks[-1].trim == trim:
                blocks[-1] = Block(trim, blocks[-1].copies + 1)
            else:
                blocks.append(Block(trim, 1))
        groups.append(blocks)
        begins += count
    return groups


def _mixture(groups: Sequence[Sequence[Block]], options: PressOptions, gap: float) -> tuple[Mixture, Field]:
    """The fewest sheets, with the slug where there is room for any token beside it."""
    tried = [(_filled(groups, field.room, gap), field) for field in _fields(options, gap)]
    fitting = [(mixture, field) for mixture, field in tried if mixture is not None]
    if not fitting:
        raise InputError(
            f"the tokens do not fit with a gap of {gap:g} mm",
            hint="use a larger --paper or a smaller --margin",
        )
    return min(fitting, key=lambda each: (each[1].band is None, len(each[0])))


def _filled(groups: Sequence[Sequence[Block]], room: Room, gap: float) -> Mixture | None:
    """Sheet after sheet, from the top; None if a token fits none."""
    sheets: Mixture = []
    for blocks in groups:
        sheets.append([])
        top = 0.0
        for trim, copies in blocks:
            left = copies
            while left:
                places = _lowest(trim, left, Room(room.width, room.height - top), gap)
                if places:
                    bottom = top + max(place.y + _reach(trim, place).height for place in places)
                    sheets[-1] += [Spot(trim, place._replace(y=place.y + top)) for place in places]
                    top, left = bottom + gap, left - len(places)
                elif top:
                    sheets.append([])
                    top = 0.0
                else:
                    return None
    return sheets


@cache
def _lowest(trim: Trim, count: int, room: Room, gap: float) -> tuple[Place, ...]:
    """As many as there is room for, up to ``count``: row by row in as little height as they need, centred."""
    found: list[Place] = []
    for _ in range(FEWER_ROWS):
        packing = _row_after_row(pack(trim.shape, trim.size, room, gap))
        if found and len(packing) < count:
            break
        found = packing[:count]
        if not found:
            break
        top = min(place.y - _reach(trim, place).height for place in found)
        height = max(place.y + _reach(trim, place).height for place in found) - top
        if height >= room.height - STEP:
            break
        room = Room(room.width, height)
    if not found:
        return ()
    top = min(place.y - _reach(trim, place).height for place in found)
    left = min(place.x - _reach(trim, place).width for place in found)
    right = max(place.x + _reach(trim, place).width for place in found)
    aside = (room.width - (right - left)) / 2 - left
    return tuple(place._replace(x=place.x + aside, y=place.y - top) for place in found)


def _reach(trim: Trim, place: Place) -> Room:
    """From a token's middle to the edges of the box that it lies in."""
    half = Room(trim.size.width / 2, trim.size.height / 2)
    return half.turned() if place.turn in (90, 270) else half


def _plan(component: Component, deck: Copies, has_back: bool, options: PressOptions) -> Plan:
    if component.shape.kind == "rect":
        # Laid like cards.
        return plan_as_cards(component, deck, has_back, options)
    return plan_tokens(deck, has_back, component.shape, component.size, options)


KIND = ComponentKind(_plan, settings={"marks": "lines"}, shares_sheets=True, mix=plan_mixed)
"""Tokens are cut with scissors: crop marks at the paper's edge would be of no use."""
