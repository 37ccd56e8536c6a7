"""Cards and tokens in the slots of a label sheet or sprue: which fit, how far their ink goes, and the marks.

The slots come from the sheet's file and are never moved; margins mean nothing to them. Marks and slug only
take room that is outside of all slots.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from generator.catalog.label_sheets import LabelSheet, Spot, neighbours
from generator.catalog.press_settings import PressOptions
from generator.catalog.problems import InputError
from generator.catalog.shapes import Shape
from generator.catalog.sizes import Size
from generator.layout.geometry import Outline
from generator.press.grid import MARK_OFFSET, SLUG_DEPTH, Band, Edges, Sides, Slot, Turn, mm, slug_band
from generator.press.impose import Copies, Layout, Plan, on_both_sides
from generator.press.marks import Line, cut_lines, cut_outlines, ticks_around

TOLERANCE = 0.5
"""Millimetres by which a card may be larger than its slot: makers round their figures."""
RECTANGLE = Shape()

_TURNS: dict[int, Turn] = {0: 0, 90: 270, 180: 180, 270: 90}
"""A slot's turn is clockwise, as in layouts; the press counts the other way."""
_QUARTER_ON: dict[Turn, Turn] = {0: 90, 90: 180, 180: 270, 270: 0}


class Filled(NamedTuple):
    """The sheet's slots with cards of one size in them, each in the middle of its slot."""

    slots: tuple[Slot, ...]
    trims: tuple[Edges, ...]
    """What the cards cover."""
    ink: Edges
    """The box around them and their bleeds."""
    band: Band | None


def plan_cards(
    deck: Copies, has_back: bool, size: Size, corner: float, sheet: LabelSheet, options: PressOptions
) -> Plan:
    """The pages for rectangular cards. Raises :class:`InputError` for a card that does not fit."""
    if not has_back:
        options = replace(options, backs="none")
    filled = fill(sheet, RECTANGLE, size, options)
    card = size.width, size.height
    return on_both_sides(deck, _layout(filled, card, corner or sheet.corner, options), options)


def fill(sheet: LabelSheet, shape: Shape, size: Size, options: PressOptions) -> Filled:
    """Puts a card of that shape and size into every slot. Raises :class:`InputError` if it does not fit."""
    if options.backs == "gutterfold":
        raise InputError(
            f"the label sheet {sheet.name} can't be folded: its slots are where they are",
            hint="use other --backs: duplex-long, duplex-short or none",
        )
    is_turned = _is_turned(sheet, shape, size)
    trims = tuple(_trim(spot, size, is_turned=is_turned) for spot in sheet.spots)
    bleeds = _bleeds(sheet, trims, options.bleed, is_round=shape.kind == "circle")
    if shape.kind != "rect":
        # The bleed follows the shape, which lies some way off its box.
        least = min(min(sides) for sides in bleeds)
        bleeds = [Sides(least, least, least, least)] * len(bleeds)
    slots = tuple(
        Slot(*spot.centre, _QUARTER_ON[_TURNS[spot.turn]] if is_turned else _TURNS[spot.turn], bleed)
        for spot, bleed in zip(sheet.spots, bleeds, strict=True)
    )
    ink = Edges.enclosing(trim.grown(bleed) for trim, bleed in zip(trims, bleeds, strict=True))
    return Filled(slots, trims, ink, _band(ink, options))


def _is_turned(sheet: LabelSheet, shape: Shape, size: Size) -> bool:
    """Whether the card must be turned a quarter; it stays upright where it can."""
    if sheet.is_round:
        _refuse_outside_circle(sheet, shape, size)
        return False
    slot = sheet.slot
    if _holds(slot, size.width, size.height):
        return False
    if _holds(slot, size.height, size.width):
        return True
    raise InputError(
        f"the {_noun(shape)} is {mm(size.width)} × {mm(size.height)} mm, too large for the slots of "
        f"{sheet.name}, which are {mm(slot.width)} × {mm(slot.height)} mm",
        hint="choose another sheet, or print only what fits it by --only",
    )


def _refuse_outside_circle(sheet: LabelSheet, shape: Shape, size: Size) -> None:
    diameter = sheet.slot.width
    reach = size.width
    if shape.kind != "circle":
        middle = size.width / 2, size.height / 2
        reach = 2 * max(math.dist(middle, corner) for corner in shape.corners(size))
    if reach <= diameter + TOLERANCE:
        return
    across = f"{mm(size.width)} × {mm(size.height)} mm, too large for"
    hint = "choose another sheet, or print only what fits it by --only"
    if shape.kind != "circle" and max(size.width, size.height) <= diameter + TOLERANCE:
        across, hint = (
            "not round, and its corners are outside of",
            "for round ones: `kind: tokens`, `shape: circle`",
        )
    raise InputError(
        f"the {_noun(shape)} is {across} the slots of {sheet.name}, which are round, {mm(diameter)} mm",
        hint=hint,
    )


def _noun(shape: Shape) -> str:
    return "card" if shape.kind == "rect" else "token"


def _holds(slot: Size, width: float, height: float) -> bool:
    return width <= slot.width + TOLERANCE and height <= slot.height + TOLERANCE


def _trim(spot: Spot, size: Size, *, is_turned: bool) -> Edges:
    lies = (spot.turn in (90, 270)) != is_turned
    width, height = (size.height, size.width) if lies else (size.width, size.height)
    return Edges.centred(*spot.centre, width, height)


def _bleeds(sheet: LabelSheet, trims: Sequence[Edges], bleed: float, *, is_round: bool) -> list[Sides]:
    """How far each card's ink may go: to the middle of the gap to its neighbour, and to the paper's edge.

    Below zero where a card is a little larger than its slot and the next one touches it.
    """
    size = sheet.paper
    free = [
        [
            min(bleed, trim.left),
            min(bleed, trim.top),
            min(bleed, size.width - trim.right),
            min(bleed, size.height - trim.bottom),
        ]
        for trim in trims
    ]
    for one, other in neighbours(sheet.spots, 2 * bleed + TOLERANCE):
        a, b = trims[one], trims[other]
        if is_round:
            gap = math.dist(sheet.spots[one].centre, sheet.spots[other].centre) - (a.right - a.left)
            free[one] = [min(length, gap / 2) for length in free[one]]
            free[other] = [min(length, gap / 2) for length in free[other]]
            continue
        across = max(a.left - b.right, b.left - a.right)
        down = max(a.top - b.bottom, b.top - a.bottom)
        # Apart in one direction is enough: the one in which there is more room.
        if across >= down:
            first, second = (2, 0) if a.left < b.left else (0, 2)
        else:
            first, second = (3, 1) if a.top < b.top else (1, 3)
        half = max(across, down) / 2
        free[one][first] = min(free[one][first], half)
        free[other][second] = min(free[other][second], half)
    return [Sides(*sides) for sides in free]


def _band(ink: Edges, options: PressOptions) -> Band | None:
    """The strip for the slug: at the foot, at the left, or nowhere if the slots leave no room for it."""
    depth = SLUG_DEPTH + MARK_OFFSET
    if ink.bottom + depth <= options.paper.height - options.margin:
        return slug_band("bottom", SLUG_DEPTH, options)
    return slug_band("left", SLUG_DEPTH, options) if options.margin + depth <= ink.left else None


def _layout(filled: Filled, card: tuple[float, float], corner: float, options: PressOptions) -> Layout:
    is_rounded = corner > 0 and options.marks == "lines"

    def marks(used: Sequence[Slot]) -> tuple[Line, ...]:
        trims = filled.trims[: len(used)]
        if options.marks == "crop":
            return tuple(ticks_around(trims, filled.ink, options.paper, filled.band))
        return cut_lines(trims) if options.marks == "lines" and not is_rounded else ()

    def cuts(used: Sequence[Slot]) -> tuple[Outline, ...]:
        return cut_outlines(filled.trims[: len(used)], corner) if is_rounded else ()

    return Layout(filled.slots, filled.band, marks, cuts, card)
