"""The size of a tuck box and its net: numbers only, in mm.

The net lies with its printed side up: glue tab, back, left side, front, right side; the lid above the back,
the bottom below the front. What is left of the flat sheet around these is cut away.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from generator.catalog.sizes import BOX_ROOM, BOX_WALL, STOCK, Size, sides_as_size

SLEEVE_SIDE = 3.0
"""What a sleeve adds to a card's width and height."""
SLEEVE_THICKNESS = 0.2
"""What a sleeve adds to a card's thickness: two sheets of 0.1 mm."""
MIN_DEPTH = 5.0
"""A shallower box can't be folded."""
FLAP_SHARE = 0.8
"""Of the depth, for the glue tab and the tongue …"""
MAX_FLAP = 15.0
"""… which need be no wider than this."""
DUST_SHARE = 0.45
"""Of the width: two flaps never meet …"""
DUST_SHORT = 1.5
"""… and are so much shorter than the box is deep, so that none butts against a wall."""
LAYERS_ACROSS, LAYERS_DOWN, LAYERS_DEEP = 2, 4, 2
"""Thicknesses of the box's own card that a wall is wider, higher and deeper than the room inside: one for the
two folds, as each takes half of it, and one for each layer that lies within. These are the tab; the flaps
under the lid, and two layers of flaps on the bottom; the tongue behind the front."""
NOTCH_RADIUS = 9.0
"""Half a thumb …"""
NOTCH_PART = 5
"""… but of a small front no more than a fifth."""


@dataclass(frozen=True, slots=True)
class BoxContents:
    """What a box is made for. Lengths in mm."""

    cards: int
    card: Size
    stock: float = STOCK
    is_sleeved: bool = False
    room: float = BOX_ROOM
    wall: float = BOX_WALL
    """How thick the card is that the box is folded from."""
    parts: tuple[tuple[str, int], ...] = ()
    """The titles of the components whose cards it holds, each with its number of cards."""

    @property
    def flat(self) -> Size:
        """The sheet that it is cut from."""
        return Net(self).flat


class Panel(NamedTuple):
    """A panel of the net; ``turn`` is how its art is to be turned to stand upright on the folded box."""

    x: float
    y: float
    width: float
    height: float
    turn: int = 0

    @property
    def right(self) -> float:
        return self.x + self.width

    @property
    def bottom(self) -> float:
        return self.y + self.height


@dataclass(frozen=True)
class Net:
    """A box spread out flat; its corner is 0, 0."""

    contents: BoxContents

    @property
    def width(self) -> float:
        """Inside, as the depth and the height are."""
        return self._side(self.contents.card.width)

    @property
    def height(self) -> float:
        return self._side(self.contents.card.height)

    def _side(self, card: float) -> float:
        return card + (SLEEVE_SIDE if self.contents.is_sleeved else 0.0) + self.contents.room

    @property
    def depth(self) -> float:
        thickness = self.contents.stock + (SLEEVE_THICKNESS if self.contents.is_sleeved else 0.0)
        return max(MIN_DEPTH, self.contents.cards * thickness + self.contents.room)

    @property
    def flap(self) -> float:
        """Width of the glue tab and of the flap that the bottom is glued to, length of the tongue."""
        return min(FLAP_SHARE * self.depth, MAX_FLAP)

    @property
    def dust(self) -> float:
        """Length of the flaps beside lid and bottom."""
        return min(DUST_SHARE * self.width, self.depth - DUST_SHORT)

    @property
    def notch(self) -> float:
        """Radius of the thumb's notch in the front's upper edge."""
        return min(NOTCH_RADIUS, self.width / NOTCH_PART, self.height / NOTCH_PART)

    @property
    def flat(self) -> Size:
        right, bottom = self.panels["right"], self.panels["bottom"]
        return sides_as_size(round(right.right, 3), round(bottom.bottom, 3))

    @cached_property
    def panels(self) -> Mapping[str, Panel]:
        """What is seen of the folded box, and the tongue, which is seen when it is open."""
        wall, flap = self.contents.wall, self.flap
        width, height = self.width + LAYERS_ACROSS * wall, self.height + LAYERS_DOWN * wall
        depth = self.depth + LAYERS_DEEP * wall
        top = flap + depth
        back = Panel(flap, top, width, height)
        left = Panel(back.right, top, depth, height)
        front = Panel(left.right, top, width, height)
        right = Panel(front.right, top, depth, height)
        return {
            "front": front,
            "back": back,
            "left": left,
            "right": right,
            # It folds over towards whoever looks at the front.
            "lid": Panel(back.x, flap, width, depth, 180),
            "tongue": Panel(back.x, 0.0, width, flap, 180),
            "bottom": Panel(front.x, front.bottom, width, depth),
        }

    @property
    def dust_flaps(self) -> tuple[Panel, Panel]:
        """The two that the lid closes over: their boxes, for their sides slant."""
        left, right = (
            Panel(side.x, side.y - self.dust, side.width, self.dust)
            for side in (self.panels["left"], self.panels["right"])
        )
        return left, right
