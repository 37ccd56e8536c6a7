"""Shares the free room of one direction of a sheet between gaps, outer bleed, marks and slug."""

from __future__ import annotations

import math
from dataclasses import dataclass

from generator.press.options import PressOptions

EXACT = 1e-9
"""Lengths in mm nearer than this are the same: it only absorbs the rounding of binary fractions."""


@dataclass(frozen=True, slots=True)
class Reserve:
    """What the room outside the cards must still hold after their outer bleed, on either side (mm).

    ``depth`` counts from the printable edge inwards; below zero, the bleed may run past that edge.
    ``least`` is the outer bleed that should be left. A ``strict`` reserve is kept or the fit fails;
    any other gives way, marks before bleed.
    """

    depth: float
    least: float
    strict: bool


@dataclass(frozen=True, slots=True)
class Axis:
    """Cards side by side in one direction, centred exactly on the paper (mm)."""

    count: int
    size: float
    gap: float
    fold_gap: float | None
    """The gap across the fold in the middle, or None where nothing is folded."""
    start: float
    outer: float
    """Bleed beyond the first and the last card."""

    def centre(self, index: int) -> float:
        """The middle of a card's trim, measured from the paper's left or top edge."""
        across = 0.0
        if self.fold_gap is not None and 2 * index >= self.count:
            across = self.fold_gap - self.gap
        return self.start + self.size / 2 + index * (self.size + self.gap) + across

    def bleeds(self, index: int, bleed: float) -> tuple[float, float]:
        """The bleed before and after a card: half of each gap at most, so that neighbours never mix."""
        return self._bleed_at(index, bleed), self._bleed_at(index + 1, bleed)

    def _bleed_at(self, border: int, bleed: float) -> float:
        if border in (0, self.count):
            return self.outer
        if self.fold_gap is not None and 2 * border == self.count:
            return min(bleed, self.fold_gap / 2)
        return min(bleed, self.gap / 2)


def most(paper: float, size: float, options: PressOptions, *, folded: bool) -> int:
    """How many cards fit beside each other inside the margins; an even number if folded in the middle."""
    gap = options.gap or 0.0
    count = max(0, math.floor((paper - 2 * options.margin + gap) / (size + gap) + EXACT))
    return count - count % 2 if folded else count


def share(
    paper: float, size: float, count: int, options: PressOptions, reserve: Reserve, *, folded: bool
) -> Axis | None:
    """Places ``count`` cards, or returns None where a strict reserve leaves too little room.

    An automatic gap is the widest that leaves the reserve free and gives the outer edges no less
    bleed than the inner ones: a cutter slips at the edge of the grid as easily as within it.
    """
    free = (paper - count * size) / 2 - options.margin
    least = min(reserve.least, options.bleed)
    gap = options.gap if options.gap is not None else _widest_gap(free, count, options.bleed, reserve, least)
    if count == 1:
        gap = 0.0
    room = free - (count - 1) * gap / 2
    fold_gap = None
    if folded:
        widened = gap if options.gap is None else _fold_gap(gap, room, options.bleed, reserve, least)
        room -= (widened - gap) / 2
        fold_gap = widened
    outer = room - reserve.depth
    if outer < least - EXACT:
        if reserve.strict:
            return None
        outer = min(least, room)
    outer = max(0.0, min(options.bleed, outer))
    return Axis(count, size, gap, fold_gap, options.margin + room, outer)


def _widest_gap(free: float, count: int, bleed: float, reserve: Reserve, least: float) -> float:
    if count == 1:
        return 0.0
    shared = free - reserve.depth
    # With half a gap of bleed on every edge, the count - 1 gaps and both outer edges use count gaps.
    limits = (2 * bleed, 2 * shared / count, 2 * (shared - least) / (count - 1), 2 * free / (count - 1))
    return _down(min(limits))


def _fold_gap(gap: float, room: float, bleed: float, reserve: Reserve, least: float) -> float:
    """A given gap holds between cards; across the fold it grows to both bleeds where there is room."""
    shared = room - reserve.depth
    limits = (2 * bleed, shared + gap / 2, gap + 2 * (shared - least), gap + 2 * room)
    return max(gap, _down(min(limits)))


def _down(length: float) -> float:
    """Rounded down to a tenth of a millimetre, never below zero: a figure that can be read off a ruler."""
    return max(0.0, math.floor(length * 10 + EXACT) / 10)
