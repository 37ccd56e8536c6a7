"""Where something is drawn: its transform to the card, and what clips it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

from generator.layout.geometry import Box, Matrix
from generator.press.preflight.flat import Flat, Point, around

UNMOVED = Matrix()
SLACK = 1e-6
"""Radians; a straight line bends by less."""
EVERYWHERE = Box(-1e9, -1e9, 2e9, 2e9)


def corners(box: Box) -> tuple[Point, Point, Point, Point]:
    """A box as a polygon."""
    return (box.x, box.y), (box.right, box.y), (box.right, box.bottom), (box.x, box.bottom)


def moved_box(box: Box, matrix: Matrix) -> Box:
    """The smallest upright box around a box that was moved."""
    if matrix == UNMOVED:
        return box
    return around([matrix.apply(x, y) for x, y in corners(box)])


def common(one: Box, other: Box) -> Box | None:
    """What two boxes share; None if nothing."""
    left, top = max(one.x, other.x), max(one.y, other.y)
    width, height = min(one.right, other.right) - left, min(one.bottom, other.bottom) - top
    return Box(left, top, width, height) if width > 0 and height > 0 else None


def is_upright(matrix: Matrix) -> bool:
    """Whether boxes stay boxes."""
    return (matrix.b == 0 and matrix.c == 0) or (matrix.a == 0 and matrix.d == 0)


def inverse(matrix: Matrix) -> Matrix | None:
    """The way back; None where a transform flattens everything."""
    a, b, c, d, e, f = matrix
    area = a * d - b * c
    if not area:
        return None
    return Matrix(d / area, -b / area, -c / area, a / area, (c * f - d * e) / area, (b * e - a * f) / area)


@dataclass(slots=True, eq=False)
class Area:
    """A filled outline at its place on the card."""

    flat: Flat
    matrix: Matrix
    even_odd: bool = False
    box: Box = field(init=False)
    """Around it, on the card."""
    back: Matrix | None = field(init=False)
    """From the card to the outline's own coordinates."""

    def __post_init__(self) -> None:
        self.box = moved_box(self.flat.box, self.matrix)
        self.back = inverse(self.matrix)

    def has(self, x: float, y: float) -> bool:
        """Whether a point of the card lies inside."""
        return self.back is not None and self.flat.inside(*self.back.apply(x, y), even_odd=self.even_odd)

    def holds(self, box: Box) -> bool:
        """Whether a box of the card lies inside for certain."""
        mine = self.box
        if box.x < mine.x or box.y < mine.y or box.right > mine.right or box.bottom > mine.bottom:
            return False
        if self.back is None or not is_upright(self.matrix):
            return False
        return self.flat.holds(moved_box(box, self.back), even_odd=self.even_odd)

    def polygons(self) -> list[Sequence[Point]]:
        """Its rings on the card."""
        return [[self.matrix.apply(x, y) for x, y in ring.points] for ring in self.flat.rings]


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """What holds for all that is drawn in it."""

    matrix: Matrix = UNMOVED
    clips: tuple[Area, ...] = ()
    opacity: float = 1.0
    shown: Box | None = EVERYWHERE
    """What the boxes of all clips leave; None: nothing."""

    def inside(self, matrix: Matrix | None, clip: Flat | None, opacity: float) -> Frame:
        """The frame of a group inside this one."""
        moved = self.matrix if matrix is None else matrix.then(self.matrix)
        if clip is None:
            return Frame(moved, self.clips, self.opacity * opacity, self.shown)
        area = Area(clip, moved)
        shown = common(self.shown, area.box) if self.shown else None
        return Frame(moved, (*self.clips, area), self.opacity * opacity, shown)

    def shows(self, x: float, y: float) -> bool:
        """Whether the clips leave a point of the card."""
        return all(clip.has(x, y) for clip in self.clips)

    def holds(self, box: Box) -> bool:
        """Whether the clips leave all of a box of the card, for certain."""
        return all(clip.holds(box) for clip in self.clips)

    def seen(self, polygons: Sequence[Sequence[Point]]) -> Box | None:
        """The box around what the clips leave of polygons on the card; None if nothing."""
        for clip in self.clips:
            rings = clip.polygons()
            # A clip that is not one convex ring is taken by its box: too much is seen, never too little.
            cutter = rings[0] if len(rings) == 1 and _is_convex(rings[0]) else corners(clip.box)
            polygons = [cut for polygon in polygons if (cut := _cut(polygon, cutter))]
        points = [point for polygon in polygons for point in polygon]
        return around(points) if points else None


def _turns(polygon: Sequence[Point]) -> list[float]:
    """The angle by which the way round turns at each corner, in radians."""
    points = [
        point for point, before in zip(polygon, [polygon[-1], *polygon], strict=False) if point != before
    ]
    turns = []
    for index, (x1, y1) in enumerate(points):
        (x0, y0), (x2, y2) = points[index - 1], points[(index + 1) % len(points)]
        dx, dy, ex, ey = x1 - x0, y1 - y0, x2 - x1, y2 - y1
        turns.append(math.atan2(dx * ey - dy * ex, dx * ex + dy * ey))
    return turns


def _is_convex(polygon: Sequence[Point]) -> bool:
    """Whether the way round bends to one side only, and goes round once."""
    turns = _turns(polygon)
    return (min(turns, default=0) >= -SLACK or max(turns) <= SLACK) and abs(sum(turns)) < 2 * math.pi + 0.1


def _cut(polygon: Sequence[Point], cutter: Sequence[Point]) -> list[Point]:
    """What of a polygon lies in a convex one (Sutherland and Hodgman's way)."""
    sense = 1.0 if sum(_turns(cutter)) > 0 else -1.0
    found = list(polygon)
    for (x0, y0), (x1, y1) in zip(cutter, [*cutter[1:], cutter[0]], strict=True):
        dx, dy = (x1 - x0) * sense, (y1 - y0) * sense
        sides = [dx * (y - y0) - dy * (x - x0) for x, y in found]
        kept: list[Point] = []
        for index, point in enumerate(found):
            before, side = sides[index - 1], sides[index]
            if (before < 0) != (side < 0):
                share = before / (before - side)
                px, py = found[index - 1]
                kept.append((px + share * (point[0] - px), py + share * (point[1] - py)))
            if side >= 0:
                kept.append(point)
        found = kept
    return found
