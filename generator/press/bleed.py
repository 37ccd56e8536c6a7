"""How far ink goes beyond the trims: into all that stays empty around a card, and what that comes to."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from generator.catalog.shapes import Shape
from generator.catalog.sizes import Size
from generator.catalog.units import EXACT
from generator.press.grid import MARK_OFFSET, Band, Edges, Sides, Slot
from generator.press.job import BleedExtent
from generator.press.marks import Line

Point = tuple[float, float]
Corners = tuple[Point, ...]

UNDER = 1.0
"""Millimetres that a strip reaches under the card it belongs to, so that no seam shows between them."""
MIN_STRIP = 1.0
"""Millimetres of a side that are worth a strip."""
ROUNDING, TINY = 1 + 1e-9, 1e-18
"""What the square of a distance may be off by, as a factor and in square millimetres."""
TOUCHING = 1e-3
"""Millimetres between tokens that are cut apart by one cut."""
CIRCLE = 24
"""Corners that stand for a circle beside a token of another shape."""
SIDES = range(4)
"""Left, top, right, bottom, as in :class:`Sides`."""


class _Beside(NamedTuple):
    """A box as one side of a card sees it: ``start`` to ``end`` along it, ``near`` to ``far`` off."""

    start: float
    end: float
    near: float
    far: float


def bled(
    pages: Sequence[Sequence[Slot]],
    size: Size,
    full: float,
    wider: Callable[[float], Sequence[Sequence[Slot]]],
    *,
    is_meant: bool,
) -> BleedExtent:
    """The bleed of cards on pages, and what the widest gap that is of any use would make of it.

    ``wider`` lays the pages anew for a gap.
    """
    found = BleedExtent(least_bleed(pages, size), full, is_meant)
    if not found.is_little:
        return found
    gap = 2 * full
    then = wider(gap)
    least = least_bleed(then, size)
    return (
        found._replace(gap=gap, then=least, more_pages=len(then) - len(pages))
        if least > found.least
        else found
    )


def least_bleed(pages: Iterable[Sequence[Slot]], card: Size) -> float:
    """The least bleed that any side of a card has on the pages, which are given by their slots."""
    most, least = 0, math.inf
    for slots in pages:
        # Where more cards lie, none has more room.
        if len(slots) > most:
            most = len(slots)
            least = min(min(_reach(slot, slot.trim(card.width, card.height))) for slot in slots)
    return max(0.0, round(least, 2))


def _reach(slot: Slot, trim: Edges) -> Sides:
    """How far the ink goes on each side, but for what marks keep clear at the ends."""
    points = [point for part in slot.spread for point in part]
    xs, ys = [x for x, _ in points] or [slot.cx], [y for _, y in points] or [slot.cy]
    left, top, right, bottom = slot.bleed
    return Sides(
        max(left, trim.left - min(xs)),
        max(top, trim.top - min(ys)),
        max(right, max(xs) - trim.right),
        max(bottom, max(ys) - trim.bottom),
    )


def spread(
    slots: Sequence[Slot], card: tuple[float, float], bleed: float, paper: Size, clear: Iterable[Edges]
) -> tuple[Slot, ...]:
    """The slots of a page's cards, with strips into what stays empty beside them: up to ``bleed`` in all.

    None reaches a neighbour's half of a gap, the boxes that are kept ``clear``, or what is off the paper.
    Where two cards meet at a corner of the same empty place, it is parted between them at a slant.
    """
    trims = [slot.trim(*card) for slot in slots]
    inks = [trim.grown(slot.bleed) for trim, slot in zip(trims, slots, strict=True)]
    blocked = tuple(clear)
    found = []
    for index, (slot, trim) in enumerate(zip(slots, trims, strict=True)):
        if min(slot.bleed) >= bleed - EXACT:
            found.append(slot)
            continue
        around = trim.grown(Sides(*[2 * bleed] * 4))
        near = [other for other, box in enumerate(trims) if other != index and around.meets(box)]
        room = _Room(
            trim,
            slot.bleed,
            bleed,
            tuple(trims[other] for other in near),
            (*(inks[other] for other in near), *(box for box in blocked if around.meets(box))),
            Edges.of(paper),
        )
        found.append(slot._replace(spread=tuple(room.strips())))
    return tuple(found)


def kept_clear(lines: Iterable[Line], band: Band | None) -> Iterator[Edges]:
    """The boxes that marks and the slug keep free of ink."""
    for x1, y1, x2, y2, _ in lines:
        off = MARK_OFFSET
        yield Edges(min(x1, x2) - off, min(y1, y2) - off, max(x1, x2) + off, max(y1, y2) + off)
    if band is not None:
        off = MARK_OFFSET
        yield Edges(band.x - off, band.y - off, band.x + band.width + off, band.y + band.height + off)


class _Room(NamedTuple):
    """What is around one card (mm on the page)."""

    trim: Edges
    base: Sides
    bleed: float
    others: tuple[Edges, ...]
    blocked: tuple[Edges, ...]
    paper: Edges

    def strips(self) -> Iterator[Corners]:
        depths = []
        for side in SIDES:
            depth, strip = self._strip(side)
            depths.append(depth)
            if strip:
                yield self._polygon(side, strip)
        yield from self._corners(depths)

    def _strip(self, side: int) -> tuple[float, Corners]:
        """How far a side's ink goes, and the strip that it takes for it beyond its half of the gap."""
        base = self.base[side]
        trim = self._seen(side, self.trim)
        start, end = trim.start, trim.end
        depth = min(self.bleed, self._seen(side, self.paper).far)
        first = last = depth
        for other in self.others:
            box = self._seen(side, other)
            if box.near < -EXACT:
                continue
            if box.end <= start + EXACT:
                first = min(first, start - box.end) if box.near < depth else first
            elif box.start >= end - EXACT:
                last = min(last, box.start - end) if box.near < depth else last
            else:
                depth = min(depth, box.near / 2)
        for other in self.blocked:
            box = self._seen(side, other)
            if box.near >= depth - EXACT or box.far <= base + EXACT:
                continue
            if box.end <= start + EXACT or box.start >= end - EXACT:
                continue
            is_at_start, is_at_end = box.start <= start + EXACT, box.end >= end - EXACT
            if is_at_start == is_at_end:
                depth = max(min(depth, box.near), 0.0)
            elif is_at_start:
                start = box.end
            else:
                end = box.start
        if depth <= base + EXACT or end - start < MIN_STRIP:
            return base, ()
        first, last = min(depth, max(first, 0.0)), min(depth, max(last, 0.0))
        if (depth - first) + (depth - last) > end - start:
            return base, ()
        points = [(start, -UNDER), (start, first)]
        if first < depth:
            points.append((start + depth - first, depth))
        if last < depth:
            points.append((end - (depth - last), depth))
        return depth, (*points, (end, last), (end, -UNDER))

    def _corners(self, depths: Sequence[float]) -> Iterator[Corners]:
        """What the strips of two sides leave between them: all of it, or as far as a neighbour's half."""
        for across, down in ((0, 1), (2, 1), (2, 3), (0, 3)):
            base = self.base[across], self.base[down]
            whole = depths[across], depths[down]
            for wide, high in (whole, (whole[0], base[1]), (base[0], whole[1])):
                if min(wide, high) <= EXACT or (wide, high) == base:
                    continue
                box = self._corner(across, down, wide, high)
                if any(box.meets(other) for other in self.blocked):
                    continue
                if all(self._leaves(other, box, (across, down)) for other in self.others):
                    corners = ((box.left, box.top), (box.right, box.top))
                    yield (*corners, (box.right, box.bottom), (box.left, box.bottom))
                    break

    def _leaves(self, other: Edges, box: Edges, sides: tuple[int, int]) -> bool:
        """Whether a neighbour leaves this card a box at one of its corners: it is far off, or level."""
        if not other.grown(Sides(*[self.bleed] * 4)).meets(box):
            return True
        across, down = (self._seen(side, other) for side in sides)
        if down.far <= EXACT:
            return box.right - box.left <= across.near / 2 + EXACT
        return across.far <= EXACT and box.bottom - box.top <= down.near / 2 + EXACT

    def _corner(self, across: int, down: int, wide: float, high: float) -> Edges:
        x, y = self.trim[across], self.trim[down]
        left, right = (x - wide, x) if across == 0 else (x, x + wide)
        top, bottom = (y - high, y) if down == 1 else (y, y + high)
        return Edges(left, top, right, bottom)

    def _seen(self, side: int, box: Edges) -> _Beside:
        start, end = (box.top, box.bottom) if side in (0, 2) else (box.left, box.right)
        edge = self.trim[side]
        near, far = box[(side + 2) % 4], box[side]
        if side < 2:
            return _Beside(start, end, edge - near, edge - far)
        return _Beside(start, end, near - edge, far - edge)

    def _polygon(self, side: int, strip: Sequence[Point]) -> Corners:
        """On the page; all go round the same way as rectangles do, or one would cut a hole into another."""
        edge, out = self.trim[side], -1.0 if side < 2 else 1.0
        if side in (0, 2):
            points = [(edge + out * off, along) for along, off in strip]
        else:
            points = [(along, edge + out * off) for along, off in strip]
        return clockwise(points)


def cells(
    trims: Sequence[tuple[Shape, Size]], slots: Sequence[Slot], bleed: float, bounds: Edges
) -> tuple[Corners, ...]:
    """For each token, all of the page that is nearer to it than to any other, as far as its bleed goes.

    A token that has dents is taken for what a rubber band around it would hold; where that leaves too little
    between two, the line between them is drawn in the middle all the same.
    """
    outlines = [_corners_on_page(shape, size, slot) for (shape, size), slot in zip(trims, slots, strict=True)]
    found = []
    for index, ((shape, size), slot) in enumerate(zip(trims, slots, strict=True)):
        across, down = size.width / 2 + bleed + UNDER, size.height / 2 + bleed + UNDER
        wide, high = (down, across) if slot.turn in (90, 270) else (across, down)
        left, right = max(slot.cx - wide, bounds.left), min(slot.cx + wide, bounds.right)
        top, bottom = max(slot.cy - high, bounds.top), min(slot.cy + high, bounds.bottom)
        cell: Corners = ((left, top), (right, top), (right, bottom), (left, bottom))
        for other, ((beside, room), neighbour) in enumerate(zip(trims, slots, strict=True)):
            middle, its = (slot.cx, slot.cy), (neighbour.cx, neighbour.cy)
            reach = (
                math.hypot(size.width, size.height) + math.hypot(room.width, room.height)
            ) / 2 + 2 * bleed
            if other == index or math.dist(middle, its) > reach:
                continue
            if shape.kind == beside.kind == "circle" and size == room:
                point, out = _between(middle, its)
            else:
                point, out = _parting(outlines[index], outlines[other])
            cell = _behind(cell, point, out)
        found.append(cell)
    return tuple(found)


def _corners_on_page(shape: Shape, size: Size, slot: Slot) -> Corners:
    placed = slot.placing(size)
    if shape.kind == "circle":
        turns = (math.tau * step / CIRCLE for step in range(CIRCLE))
        corners = [(size.width / 2 * (1 + math.cos(t)), size.height / 2 * (1 + math.sin(t))) for t in turns]
    else:
        corners = list(shape.corners(size))
    return tuple(placed.apply(x, y) for x, y in corners)


def _between(one: Point, other: Point) -> tuple[Point, Point]:
    """The middle between two points, and the direction from the first to the second."""
    return ((one[0] + other[0]) / 2, (one[1] + other[1]) / 2), (other[0] - one[0], other[1] - one[1])


def _parting(one: Corners, other: Corners) -> tuple[Point, Point]:
    """A point of the line that parts two polygons in the middle, and the direction from the first to it."""
    length, near, far = min(_nearest(one, other), _nearest(other, one, is_turned=True))
    if length > TOUCHING:
        return _between(near, far)
    # They touch, or nearly so: the side of either that leaves the most between them parts them.
    sides = [*_sides(one), *((point, (-x, -y)) for point, (x, y) in _sides(other))]
    middle, out, _ = max(
        (_along(one, other, out) for _, out in sides),
        key=lambda found: found[2],
    )
    return middle, out


def _along(one: Corners, other: Corners, out: Point) -> tuple[Point, Point, float]:
    """The middle of what is between two polygons in a direction (of length 1), and how much that is."""
    end = max(x * out[0] + y * out[1] for x, y in one)
    start = min(x * out[0] + y * out[1] for x, y in other)
    half = (end + start) / 2
    return (out[0] * half, out[1] * half), out, start - end


def _sides(corners: Corners) -> Iterator[tuple[Point, Point]]:
    """A point of each side, and the direction out of it."""
    for (x0, y0), (x1, y1) in zip(corners, (*corners[1:], corners[0]), strict=True):
        length = math.dist((x0, y0), (x1, y1))
        yield (x0, y0), ((y1 - y0) / length, (x0 - x1) / length)


def _nearest(points: Corners, corners: Corners, *, is_turned: bool = False) -> tuple[float, Point, Point]:
    """How near the points come to a polygon's sides: the distance, the point, and the one on the side.

    Of several that are as near the one that comes first in order. ``is_turned``: the one on the side comes
    before the point.
    """
    best: tuple[float, Point, Point] = (math.inf, (0.0, 0.0), (0.0, 0.0))
    limit = math.inf
    for (x0, y0), (x1, y1) in zip(corners, (*corners[1:], corners[0]), strict=True):
        dx, dy = x1 - x0, y1 - y0
        square = dx * dx + dy * dy
        for x, y in points:
            share = ((x - x0) * dx + (y - y0) * dy) / square
            share = 0.0 if share < 0.0 else 1.0 if share > 1.0 else share
            at_x, at_y = x0 + share * dx, y0 + share * dy
            # Most are farther off than the nearest so far, by more than what rounding makes of a square.
            if (at_x - x) * (at_x - x) + (at_y - y) * (at_y - y) > limit:
                continue
            point, foot = (x, y), (at_x, at_y)
            near, far = (foot, point) if is_turned else (point, foot)
            best = min(best, (math.dist(near, far), near, far))
            limit = best[0] * best[0] * ROUNDING + TINY
    return best


def _behind(cell: Corners, middle: Point, out: Point) -> Corners:
    """What of a polygon without dents lies behind the line through a point, across to a direction."""
    off = [(x - middle[0]) * out[0] + (y - middle[1]) * out[1] for x, y in cell]
    kept: list[Point] = []
    for at, (x, y) in enumerate(cell):
        before = at - 1
        if (off[before] > 0) != (off[at] > 0):
            share = off[before] / (off[before] - off[at])
            x0, y0 = cell[before]
            kept.append((x0 + share * (x - x0), y0 + share * (y - y0)))
        if off[at] <= 0:
            kept.append((x, y))
    return tuple(kept)


def clockwise(points: Sequence[Point]) -> Corners:
    """The corners in the order in which rectangles are drawn: to the right, down, to the left, up."""
    area = sum(x0 * y1 - x1 * y0 for (x0, y0), (x1, y1) in zip(points, (*points[1:], points[0]), strict=True))
    return tuple(points) if area > 0 else tuple(reversed(points))
