"""One sheet of tokens: where they lie, the gap between them, and what is kept clear for slug and fold."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, NamedTuple

from generator.catalog.problems import InputError
from generator.catalog.shapes import Shape
from generator.catalog.sizes import Size
from generator.press.axis import EXACT
from generator.press.grid import (
    MARK_OFFSET,
    SHALLOW_SLUG,
    SLUG_DEPTH,
    SMALLEST_CARD,
    Band,
    Fold,
    Sides,
    Slot,
)
from generator.press.marks import PAPER_EDGE, Line
from generator.press.options import PressOptions
from generator.press.tokens.packing import Packing, Room, pack

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


def fit_sheet(shape: Shape, size: Size, total: int, options: PressOptions) -> Sheet:
    """The sheet for ``total`` tokens that needs the least paper.

    An automatic gap is the widest that costs no sheet of paper, two bleeds at most. Raises
    :class:`InputError` for a token that is too small to cut or too large for the paper.
    """
    if min(size.width, size.height) < SMALLEST_CARD:
        raise InputError(
            f"the token is {size.width:g} × {size.height:g} mm, too small to cut out",
            hint=f"each side must be {SMALLEST_CARD:g} mm or more",
        )
    gap = options.gap
    if gap is None:
        gap = _widest_gap(shape, size, total, options)
    packing, field = _densest(shape, size, options, gap)
    if not packing:
        raise _too_large(size, options)
    bleed = min(options.bleed, gap / 2) if len(packing) > 1 or field.fold else options.bleed
    return Sheet(_slots(packing, size, field, bleed), bleed, gap, field.band, field.fold)


def fold_lines(sheet: Sheet, options: PressOptions) -> tuple[Line, ...]:
    """The dashed fold in the paper's middle, clear of the slug."""
    paper, band = options.paper, sheet.band
    if sheet.fold == "vertical":
        end = (band.y - MARK_OFFSET) if band else paper.height - PAPER_EDGE
        return (Line(paper.width / 2, PAPER_EDGE, paper.width / 2, end, dashed=True),)
    if sheet.fold == "horizontal":
        start = (band.x + band.width + MARK_OFFSET) if band else PAPER_EDGE
        return (Line(start, paper.height / 2, paper.width - PAPER_EDGE, paper.height / 2, dashed=True),)
    return ()


def _widest_gap(shape: Shape, size: Size, total: int, options: PressOptions) -> float:
    most = len(_densest(shape, size, options, 0.0)[0])
    if not most:
        return 0.0
    needed = math.ceil(total / math.ceil(total / most))
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
        for depth in (SLUG_DEPTH, SHALLOW_SLUG):
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
