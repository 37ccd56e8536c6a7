"""Parts one below the other, each as high as it needs to be. What is too high for the box shrinks as a
whole, in quarter points of `size`: type, gaps, spacers and pictures alike.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, NamedTuple, Self

from generator.layout.attributes import (
    ALIGNMENT,
    COLOUR,
    COORDINATE,
    DIRECTION,
    FONT,
    OPTIONAL_POINTS,
    OPTIONAL_SIZE,
    POINTS,
    SIZE,
    attribute,
    one_of,
)
from generator.layout.colour import Colour
from generator.layout.elements.base import Building, Parent
from generator.layout.elements.g import Group, mirrored
from generator.layout.elements.text import SMALLEST
from generator.layout.flow.content import Flow, SetFlow, read_body
from generator.layout.flow.part import Look
from generator.layout.fonts import Family
from generator.layout.geometry import Box
from generator.layout.lengths import Room
from generator.layout.text.block import TextBlock
from generator.layout.text.fit import SHIFTS, STEP, Fitted
from generator.layout.xml import Node

SLACK = 0.01
"""Millimetres that are rounding, not overflow."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Stack(Parent):
    TAG = "stack"
    PASSES_ON = False

    used: Box
    """What the parts really take, in mm: the stack's `bottom` is that of this box."""
    printed_size: float
    """The points that its `size` came out at."""
    x: float = attribute(COORDINATE, "0", "Left edge of the box.")
    y: float = attribute(COORDINATE, "0", "Top edge of the box.")
    width: float = attribute(SIZE, None, "Width of the box.")
    height: float | None = attribute(
        OPTIONAL_SIZE, "auto", "Height of the box; `auto`: as high as the parts are."
    )
    gap: float = attribute(SIZE, "1", "Space between parts.")
    font: Family = attribute(FONT, "body", "A font role of the theme.")
    size: float = attribute(POINTS, "8", "Size in points to start with.")
    min_size: float | None = attribute(
        OPTIONAL_POINTS,
        "auto",
        "The smallest that `size` shrinks to, and all text in it; `auto`: 5.5, or `size` if that is less.",
    )
    leading: float | None = attribute(
        OPTIONAL_POINTS, "auto", "Distance of baselines in points; `auto`: 1.2 × size. Shrinks with the text."
    )
    align: str = attribute(
        ALIGNMENT, "start", "Horizontal alignment of the parts; `start`: where lines begin."
    )
    direction: str = attribute(
        DIRECTION,
        "auto",
        "Which way its lines and rows run; `auto`: the way of its first letter, or else of the "
        "game's language.",
    )
    valign: str = attribute(
        one_of("top", "middle", "bottom"), "top", "Vertical alignment of the whole in the box."
    )
    fill: Colour = attribute(COLOUR, "black", "Colour of text, lines and signs.")

    @classmethod
    def build(cls, values: dict[str, Any], node: Node, builder: Building) -> Self:
        is_rtl = builder.words.is_rtl(node.children, values["direction"])
        look = _look(values, is_rtl=is_rtl, swaps=is_rtl != builder.is_mirrored)
        width, height = values["width"], values["height"]
        with (
            builder.inside(node, Room(width, builder.room.height if height is None else height)),
            builder.mirrored(is_rtl),
        ):
            body = read_body(node, look, builder, values["gap"])
        trial = _best(body, values, look)
        needed = trial.flow.height
        free = 0.0 if height is None else height - needed
        if free < -SLACK:
            over = Fitted(TextBlock((), (), trial.size, Box(0, 0, 0, 0)), -free, 0.0, "")
            builder.report_overflow(over, node, values["id"])
        x, top = values["x"], values["y"]
        if not trial.flow.shares:
            top += SHIFTS[values["valign"]] * free
        elif free > 0:
            needed = height
        with builder.mirrored(is_rtl):
            children = tuple(trial.flow.place(x, top, free))
        if is_rtl != builder.is_mirrored:
            children = (builder.made(Group, node, **mirrored(children, x + width / 2)),)
        used = Box(x, top, width, needed)
        return cls.of(children, **values, used=used, printed_size=trial.size)

    def own_box(self) -> Box:
        return self.used

    @property
    def is_at_its_smallest(self) -> bool:
        """Whether it shrank as far as it may and fits: one more word may be too much."""
        if self.printed_size >= self.size or self.printed_size > _smallest(self.size, self.min_size):
            return False
        return self.height is None or self.used.height <= self.height + SLACK


def _smallest(size: float, asked: float | None) -> float:
    return min(size, SMALLEST if asked is None else asked)


def _look(values: dict[str, Any], *, is_rtl: bool, swaps: bool) -> Look:
    size, leading = values["size"], values["leading"]
    look = Look(
        values["font"],
        size,
        _smallest(size, values["min_size"]),
        None if leading is None else leading / size,
        "start",
        values["fill"],
        is_rtl=is_rtl,
        swaps_sides=swaps,
    )
    return look._replace(align=look.side(values["align"]))


class _Trial(NamedTuple):
    """The parts as they come out where the stack's own type has a size."""

    size: float
    flow: SetFlow

    def fits(self, height: float | None) -> bool:
        return not self.flow.is_wide and (height is None or self.flow.height <= height + SLACK)


def _best(flow: Flow, values: dict[str, Any], look: Look) -> _Trial:
    """The parts at the largest of quarter-point steps at which they fit, or at the smallest."""
    height, steps = values["height"], math.ceil((look.size - look.smallest) / STEP)

    def trial(step: int) -> _Trial:
        size = max(look.size - step * STEP, look.smallest)
        return _Trial(size, flow.set(values["width"], size / look.size))

    best = trial(0)
    if not steps or best.fits(height):
        return best
    low, high, best = 0, steps, trial(steps)
    # What fits at one size fits at all smaller ones (nearly always), so halving finds the largest.
    while low + 1 < high and best.fits(height):
        middle = (low + high) // 2
        tried = trial(middle)
        if tried.fits(height):
            high, best = middle, tried
        else:
            low = middle
    return best
