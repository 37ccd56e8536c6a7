"""Where things on the front of a sheet lie on its back, seen from behind."""

from __future__ import annotations

from typing import Literal

from generator.catalog.sizes import Size
from generator.press.grid import Band, Side, Sides, Slot, Turn
from generator.press.options import Backs

FlipAxis = Literal["vertical", "horizontal"]

_TURNED: dict[FlipAxis, dict[Turn, Turn]] = {
    "vertical": {0: 0, 90: 270, 180: 180, 270: 90},
    "horizontal": {0: 180, 90: 90, 180: 0, 270: 270},
}
_OPPOSITE: dict[FlipAxis, dict[Side, Side]] = {
    "vertical": {"left": "right", "right": "left", "top": "top", "bottom": "bottom"},
    "horizontal": {"left": "left", "right": "right", "top": "bottom", "bottom": "top"},
}


def flip_axis(paper: Size, backs: Backs) -> FlipAxis:
    """The axis a duplex printer turns the paper about: a portrait's long edges are the vertical ones."""
    if backs not in ("duplex-long", "duplex-short"):
        raise ValueError(f"{backs} turns no paper over")
    portrait = paper.height >= paper.width
    return "vertical" if portrait == (backs == "duplex-long") else "horizontal"


def mirror(slot: Slot, paper: Size, backs: Backs) -> Slot:
    """The slot on the back page that lies behind a front's slot after the flip."""
    return mirror_slot(slot, paper, flip_axis(paper, backs))


def mirror_slot(slot: Slot, paper: Size, axis: FlipAxis) -> Slot:
    """The slot mirrored in the page's middle line; also the back of a front across a fold there.

    The card's upward direction is mirrored with it, so the back reads the right way up once the cut
    card is turned over: upright about a vertical axis, upside down about a horizontal one.
    """
    b = slot.bleed
    turn = _TURNED[axis][slot.turn]
    if axis == "vertical":
        return Slot(paper.width - slot.cx, slot.cy, turn, Sides(b.right, b.top, b.left, b.bottom))
    return Slot(slot.cx, paper.height - slot.cy, turn, Sides(b.left, b.bottom, b.right, b.top))


def mirror_band(band: Band, paper: Size, axis: FlipAxis) -> Band:
    """The band behind a front's band. Its reading direction stays: nobody compares the two sides."""
    x, y = band.x, band.y
    if axis == "vertical":
        x = paper.width - band.x - band.width
    else:
        y = paper.height - band.y - band.height
    return Band(_OPPOSITE[axis][band.side], x, y, band.width, band.height, band.turn)
