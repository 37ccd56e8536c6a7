"""Tokens: how many of a shape lie on a sheet and where, and the pages with their lines to cut along."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import TYPE_CHECKING, Literal, NamedTuple

from generator.catalog.models import Component
from generator.catalog.press_settings import TURNS, Packed, PressOptions, Turning
from generator.catalog.problems import InputError
from generator.catalog.shapes import Shape
from generator.catalog.sizes import Size
from generator.catalog.units import EXACT
from generator.layout.geometry import Outline, from_behind, grown_shape
from generator.press.bleed import Corners, cells
from generator.press.grid import (
    MARK_OFFSET,
    MIN_CARD,
    MIN_MARK,
    MIN_SLUG_DEPTH,
    SLUG_DEPTH,
    Band,
    Edges,
    Fold,
    Sides,
    Slot,
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
    mirror_points,
    mirror_slot,
    ticks_around,
)
from generator.press.packing import Packing, Place, Room, Trim, pack
from generator.press.registration import (
    cutting_area,
    quiet_zones,
    refused_fold,
    rooms,
    slug_band,
    too_large,
)

if TYPE_CHECKING:
    from generator.catalog.label_sheets import LabelSheet

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
    bounds: Edges | None = None
    """What the ink may cover beside registration marks; None where there are none."""
    zones: tuple[Edges, ...] = ()
    """What no ink may enter inside the bounds. Tokens that would are left out; the others lie fast."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """The slots of the fronts, row by row, and the bleed around each (mm)."""

    slots: tuple[Slot, ...]
    bleed: float
    gap: float
    band: Band | None
    fold: Fold | None
    bounds: Edges | None = None
    """What the ink may cover beside registration marks; None where there are none."""


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
    is_alone = len(packing) == 1 and not field.fold and not field.bounds
    bleed = options.bleed if is_alone else min(options.bleed, gap / 2)
    slots = _slots(packing, Trim(shape, size), field, bleed)
    return Sheet(slots, bleed, gap, field.band, field.fold, field.bounds)


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
    tried = [(_packed(shape, size, options, field, gap), field) for field in _fields(options, gap)]
    # Of equals the first is taken; a sheet with a slug goes before any without.
    return max(tried, key=lambda each: (bool(each[0]) and each[1].band is not None, len(each[0])))


def _packed(shape: Shape, size: Size, options: PressOptions, field: Field, gap: float) -> Packing:
    """As many as the field has room for: where it has zones, in its middle and clear of them."""
    packing = pack(shape, size, field.room, gap, options.turns, options.tokens)
    if not field.zones or not packing:
        return packing
    trim, bleed = Trim(shape, size), options.bleed
    placed = _in_field([Spot(trim, place) for place in packing], field._replace(zones=()), bleed)
    return [
        place._replace(x=slot.cx - field.left, y=slot.cy - field.top)
        for place, slot in zip(packing, placed, strict=True)
        if not any(_enters(trim, slot, bleed, zone) for zone in field.zones)
    ]


def _enters(trim: Trim, slot: Slot, bleed: float, zone: Edges) -> bool:
    """Whether a token with its whole bleed has ink in a zone at the paper's corner."""
    half = _reach(trim, Place(slot.cx, slot.cy, slot.turn))
    off_x = max(zone.left - slot.cx, slot.cx - zone.right, 0.0)
    off_y = max(zone.top - slot.cy, slot.cy - zone.bottom, 0.0)
    if trim.shape.kind == "circle":
        return math.hypot(off_x, off_y) < half.width + bleed - EXACT
    return off_x < half.width + bleed - EXACT and off_y < half.height + bleed - EXACT


def _fields(options: PressOptions, gap: float) -> Iterator[Field]:
    bleed = min(options.bleed, gap / 2)
    if options.has_registration:
        yield from _marked_fields(options, bleed)
        return
    folds: tuple[Fold | None, ...] = ("vertical", "horizontal") if options.backs == "gutterfold" else (None,)
    for fold in folds:
        for depth in (SLUG_DEPTH, MIN_SLUG_DEPTH):
            # The slug lies across the fold, so that both halves spare it.
            if fold != "horizontal":
                yield _field(options, fold, "bottom", depth, bleed)
            if fold != "vertical":
                yield _field(options, fold, "left", depth, bleed)
        yield _field(options, fold, None, 0.0, bleed)


def _marked_fields(options: PressOptions, bleed: float) -> Iterator[Field]:
    """Between registration marks: boxes clear of them, and all of the paper but what lies at the marks."""
    if options.backs == "gutterfold":
        raise refused_fold()
    area, band = cutting_area(options), slug_band(options)
    whole = (area, quiet_zones(options.paper))
    for bounds, zones in (*((room, ()) for room in rooms(options)), whole):
        left, top, right, bottom = bounds
        room = Room(right - left - 2 * bleed, bottom - top - 2 * bleed)
        yield Field(left + bleed, top + bleed, room, band, None, bounds, zones)


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
    """All of them together in the middle of the field, or where they are in one with zones."""
    sides = Sides(bleed, bleed, bleed, bleed)
    if field.zones:
        return tuple(Slot(place.x + field.left, place.y + field.top, place.turn, sides) for _, place in spots)
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
    return tuple(Slot(place.x + move_x, place.y + move_y, place.turn, sides) for _, place in spots)


def _too_large(size: Size, options: PressOptions) -> InputError:
    if options.has_registration:
        return too_large("token", size, options)
    paper, margin = options.paper, options.margin
    folded = ", too little for a front and its back" if options.backs == "gutterfold" else ""
    upright = "" if options.turn == "auto" else ", or `turn: auto`"
    return InputError(
        f"the token is {size.width:g} × {size.height:g} mm, but {paper.name[:1].upper()}{paper.name[1:]} has "
        f"only {max(0.0, paper.width - 2 * margin):g} × {max(0.0, paper.height - 2 * margin):g} mm "
        f"inside its {margin:g} mm margins{folded}",
        hint=f"use a larger --paper or a smaller --margin{upright}",
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
    cells: Callable[[int], tuple[Corners, ...]]
    """For so many tokens, where each has to stay; empty ones if its clip says enough."""
    ticks: Callable[[int], tuple[Line, ...]]
    """For so many tokens, where straight cuts part their rows and columns; none on backs."""

    def stamps(self, cards: Sequence[int]) -> tuple[Stamp, ...]:
        held = zip(cards, self.slots, self.clips, self.cells(len(cards)), strict=False)
        return tuple(Stamp(card, self.side, slot, clip, cell=cell) for card, slot, clip, cell in held)


class _Laid(NamedTuple):
    """The cards of one sheet, and where their fronts and backs lie; no backs if they have none."""

    cards: Sequence[int]
    fronts: _Half
    backs: _Half | None


def _halves(sheet: Sheet, trims: Sequence[Trim], options: PressOptions) -> tuple[_Half, _Half | None]:
    """Both sides of a sheet with something of such a trim in each slot."""
    is_narrow = sheet.bleed < options.bleed - EXACT
    # Marks in rows and columns cost bleed before they cost a token.
    has_ticks = options.tokens == "grid" and options.has_ticks and not options.has_registration
    bounds = _bounds(sheet, options)
    if has_ticks:
        bounds = _beside_ticks(bounds, options.paper)

    @cache
    def within(used: int) -> tuple[Corners, ...]:
        if not is_narrow and not has_ticks:
            return ((),) * used
        return cells([trim[:2] for trim in trims[:used]], sheet.slots[:used], options.bleed, bounds)

    # Into what stays empty the whole bleed; between two tokens each has its half.
    reach = options.bleed if is_narrow else sheet.bleed
    shown = {trim: grown_shape(trim.shape, trim.size, reach) for trim in set(trims)}
    edges = {trim: trim.outline() for trim in shown}
    placed = list(zip(sheet.slots, trims, strict=True))
    # Crop marks at the paper's edge lead no scissors round a circle.
    has_cuts = options.marks != "none"
    cuts = tuple(edges[trim].moved(slot.placing(trim.size)) for slot, trim in placed if has_cuts)
    slug = lay_slug(sheet.band) if sheet.band else None

    @cache
    def ticks(used: int) -> tuple[Line, ...]:
        if not has_ticks:
            return ()
        return _ticks(sheet, list(zip(sheet.slots, trims, strict=True))[:used], bounds, options)

    fronts = _Half("front", sheet.slots, tuple(shown[trim] for trim in trims), cuts, slug, within, ticks)
    if options.backs == "none":
        return fronts, None
    # The backs lie on the page behind, or across the fold.
    axis = sheet.fold or flip_axis(options.paper, options.backs)
    behind = {trim: from_behind(outline, trim.size) for trim, outline in shown.items()}
    slots = tuple(mirror_slot(slot, options.paper, axis) for slot in sheet.slots)
    slug = lay_slug(mirror_band(sheet.band, options.paper, axis)) if sheet.band else None

    @cache
    def within_behind(used: int) -> tuple[Corners, ...]:
        return tuple(mirror_points(cell, options.paper, axis) for cell in within(used))

    clips = tuple(behind[trim] for trim in trims)
    return fronts, _Half("back", slots, clips, (), slug, within_behind, lambda _used: ())


def _beside_ticks(bounds: Edges, paper: Size) -> Edges:
    """What the ink may cover where marks stand between it and the paper's edge."""
    least = PAPER_EDGE + MIN_MARK + MARK_OFFSET
    return Edges(
        max(bounds.left, least),
        max(bounds.top, least),
        min(bounds.right, paper.width - least),
        min(bounds.bottom, paper.height - least),
    )


def _ticks(
    sheet: Sheet, placed: Sequence[tuple[Slot, Trim]], bounds: Edges, options: PressOptions
) -> tuple[Line, ...]:
    """For a guillotine: ticks at the edges of all rows and columns, beside the ink of the whole sheet.

    Where several sizes lie below one another, no column goes through from top to bottom: the rows
    alone have them.
    """
    boxes = []
    for slot, trim in placed:
        half = _reach(trim, Place(slot.cx, slot.cy, slot.turn))
        boxes.append(Edges.centred(slot.cx, slot.cy, 2 * half.width, 2 * half.height))
    paper, bleed = options.paper, options.bleed
    around = Edges.enclosing(boxes)
    ink = Edges(
        max(around.left - bleed, min(around.left, bounds.left)),
        max(around.top - bleed, min(around.top, bounds.top)),
        min(around.right + bleed, max(around.right, bounds.right)),
        min(around.bottom + bleed, max(around.bottom, bounds.bottom)),
    )
    if sheet.fold == "vertical":
        ink = ink._replace(right=paper.width - ink.left)
    elif sheet.fold == "horizontal":
        ink = ink._replace(bottom=paper.height - ink.top)
    lines = ticks_around(boxes, ink, paper, sheet.band)
    is_mixed = len({trim for _, trim in placed}) > 1
    return tuple(line for line in lines if not is_mixed or line.y1 == line.y2)


def _bounds(sheet: Sheet, options: PressOptions) -> Edges:
    """What of the paper the ink of fronts may cover: not the slug, and no more than up to the fold."""
    if sheet.bounds is not None:
        return sheet.bounds
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
    marks += half.ticks(len(cards))
    page = sheet_page(index + 1, side, half.stamps(cards), options, marks, half.slug)
    return page._replace(cuts=half.cuts[: len(cards)])


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
        sheet = Sheet(_in_field(spots, field, bleed), bleed, gap, field.band, field.fold, field.bounds)
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
    fields = [field for field in _fields(options, gap) if not field.zones]
    tried = [(_filled(groups, field.room, gap, options), field) for field in fields]
    fitting = [(mixture, field) for mixture, field in tried if mixture is not None]
    if not fitting:
        raise InputError(
            f"the tokens do not fit with a gap of {gap:g} mm",
            hint="use a larger --paper or a smaller --margin",
        )
    return min(fitting, key=lambda each: (each[1].band is None, len(each[0])))


def _filled(
    groups: Sequence[Sequence[Block]], room: Room, gap: float, options: PressOptions
) -> Mixture | None:
    """Sheet after sheet, from the top; None if a token fits none."""
    sheets: Mixture = []
    for blocks in groups:
        sheets.append([])
        top = 0.0
        for trim, copies in blocks:
            left = copies
            while left:
                below = Room(room.width, room.height - top)
                places = _lowest(trim, left, below, gap, options.turn, options.tokens)
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
def _lowest(
    trim: Trim, count: int, room: Room, gap: float, turn: Turning, packed: Packed
) -> tuple[Place, ...]:
    """As many as there is room for, up to ``count``: row by row in as little height as they need, centred."""
    found: list[Place] = []
    for _ in range(FEWER_ROWS):
        packing = _row_after_row(pack(trim.shape, trim.size, room, gap, TURNS[turn], packed))
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
