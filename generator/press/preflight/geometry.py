"""Outlines as straight lines, where they stand on the card, what clips them, and questions about them."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import NamedTuple

from generator.layout.geometry import Box, Matrix, Outline, around

Point = tuple[float, float]

FINENESS = 500
"""A curve strays from its straight lines by less than this fraction of the outline's size."""
MAX_STEPS = 32
"""Straight lines for one curve."""
MANY = 400
"""Outlines of more edges than this are not tried for holding a box: the answer is not worth the time."""
HALVINGS = 7


class Ring(NamedTuple):
    """One line of an outline without a lift of the pen; ``closed`` matters to its stroke alone."""

    points: Sequence[Point]
    closed: bool

    def edges(self) -> Iterator[tuple[Point, Point]]:
        """Its straight lines; without the last one where the pen does not come back."""
        yield from pairwise(self.points)
        if self.closed:
            yield self.points[-1], self.points[0]


@dataclass(slots=True, eq=False)
class Flat:
    """An outline as straight lines, in its own coordinates; they are drawn only when somebody asks."""

    outline: Outline
    box: Box
    """Around its points and the curves' handles: what gradients are measured by."""
    cores: dict[bool, Box | None] = field(default_factory=dict)
    drawn: Sequence[Ring] = ()

    @property
    def rings(self) -> Sequence[Ring]:
        if not self.drawn:
            tolerance = max(self.box.width, self.box.height) / FINENESS
            self.drawn = [ring for ring in rings(self.outline, tolerance) if ring.points]
        return self.drawn

    def inside(self, x: float, y: float, *, even_odd: bool) -> bool:
        """Whether a point lies in the filled shape. Open lines count as closed."""
        box = self.box
        if not (box.x <= x <= box.right and box.y <= y <= box.bottom):
            return False
        return self._is_in_core(x, y, 0.0, even_odd) or self._inside(x, y, even_odd)

    def _inside(self, x: float, y: float, even_odd: bool) -> bool:
        winding = crossings = 0
        for ring in self.rings:
            x0, y0 = ring.points[-1]
            for x1, y1 in ring.points:
                if (y0 <= y) != (y1 <= y) and (x1 - x0) * (y - y0) / (y1 - y0) + x0 > x:
                    crossings += 1
                    winding += 1 if y1 > y0 else -1
                x0, y0 = x1, y1
        return bool(crossings % 2) if even_odd else winding != 0

    def near(self, x: float, y: float, reach: float) -> float | None:
        """How far along its line a point lies that is within ``reach`` of it; None if none of it is."""
        if self._is_in_core(x, y, reach, even_odd=False):
            return None
        for ring in self.rings:
            along = 0.0
            for (x0, y0), (x1, y1) in ring.edges():
                dx, dy = x1 - x0, y1 - y0
                square = dx * dx + dy * dy
                share = min(max(((x - x0) * dx + (y - y0) * dy) / square, 0.0), 1.0) if square else 0.0
                length = math.sqrt(square)
                if math.hypot(x0 + share * dx - x, y0 + share * dy - y) <= reach:
                    return along + share * length
                along += length
        return None

    def holds(self, box: Box, *, even_odd: bool) -> bool:
        """Whether all of a box lies in the filled shape."""
        mine = self.box
        if box.x < mine.x or box.y < mine.y or box.right > mine.right or box.bottom > mine.bottom:
            return False
        core = self.core(even_odd)
        if core is not None and (
            box.x >= core.x and box.y >= core.y and box.right <= core.right and box.bottom <= core.bottom
        ):
            return True
        return self._holds(box, even_odd)

    def _is_in_core(self, x: float, y: float, reach: float, even_odd: bool) -> bool:
        """Whether a point is inside and farther than ``reach`` from any edge, as far as the core shows."""
        core = self.core(even_odd)
        return core is not None and (
            core.x + reach < x < core.x + core.width - reach
            and core.y + reach < y < core.y + core.height - reach
        )

    def core(self, even_odd: bool) -> Box | None:
        """A large box inside the shape, found once, so that most boxes need no look at the edges."""
        if even_odd not in self.cores:
            self.cores[even_odd] = self._find_core(even_odd)
        return self.cores[even_odd]

    def _find_core(self, even_odd: bool) -> Box | None:
        whole = self.box
        if self._holds(whole, even_odd):
            return whole
        found, low, high = None, 0.0, 1.0
        for _ in range(HALVINGS):
            middle = (low + high) / 2
            width, height = whole.width * middle, whole.height * middle
            tried = Box(
                whole.x + (whole.width - width) / 2, whole.y + (whole.height - height) / 2, width, height
            )
            if self._holds(tried, even_odd):
                found, low = tried, middle
            else:
                high = middle
        return found

    def _holds(self, box: Box, even_odd: bool) -> bool:
        if sum(len(ring.points) for ring in self.rings) > MANY:
            return False
        for ring in self.rings:
            previous = ring.points[-1]
            for point in ring.points:
                if _enters(previous, point, box):
                    return False
                previous = point
        return self._inside(box.x + box.width / 2, box.y + box.height / 2, even_odd)


def _enters(start: Point, end: Point, box: Box) -> bool:
    """Whether a straight line runs through the inside of a box; along its edge it does not."""
    (x0, y0), (x1, y1) = start, end
    if max(x0, x1) <= box.x or min(x0, x1) >= box.right or max(y0, y1) <= box.y or min(y0, y1) >= box.bottom:
        return False
    dx, dy = x1 - x0, y1 - y0
    sides = [dx * (y - y0) - dy * (x - x0) for x in (box.x, box.right) for y in (box.y, box.bottom)]
    return min(sides) < 0 < max(sides)


def flatten(outline: Outline) -> Flat | None:
    """The outline in straight lines; None if there is nothing of it."""
    return Flat(outline, outline.box()) if outline.segments else None


def rings(outline: Outline, tolerance: float) -> Iterator[Ring]:
    """The outline in straight lines that miss its curves by the ``tolerance`` at most; 0: chords only."""
    points: list[Point] = []
    for kind, values in outline.segments:
        if kind == "M":
            yield Ring(points, closed=False)
            points = [(values[0], values[1])]
        elif kind == "L":
            points.append((values[0], values[1]))
        elif kind == "C":
            points.extend(_curve(points[-1], values, tolerance))
        elif points:
            yield Ring(points, closed=True)
            # What is drawn on without a new start begins where the ring began.
            points = [points[0]]
    if len(points) > 1 or not outline.segments or outline.segments[-1][0] != "Z":
        yield Ring(points, closed=False)


def _curve(start: Point, values: Sequence[float], tolerance: float) -> Iterator[Point]:
    """The points of a cubic curve behind its start."""
    x0, y0 = start
    x1, y1, x2, y2, x3, y3 = values
    bend = max(
        math.hypot(x0 - 2 * x1 + x2, y0 - 2 * y1 + y2),
        math.hypot(x1 - 2 * x2 + x3, y1 - 2 * y2 + y3),
    )
    steps = min(max(math.ceil(math.sqrt(0.75 * bend / tolerance)), 1), MAX_STEPS) if tolerance else 1
    for step in range(1, steps + 1):
        t = step / steps
        u = 1 - t
        a, b, c, d = u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t
        yield a * x0 + b * x1 + c * x2 + d * x3, a * y0 + b * y1 + c * y2 + d * y3


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
        self.back = self.matrix.inverse()

    def has(self, x: float, y: float) -> bool:
        """Whether a point of the card lies inside."""
        return self.back is not None and self.flat.inside(*self.back.apply(x, y), even_odd=self.even_odd)

    def holds(self, box: Box) -> bool:
        """Whether a box of the card lies inside for certain."""
        mine = self.box
        if box.x < mine.x or box.y < mine.y or box.right > mine.right or box.bottom > mine.bottom:
            return False
        if self.back is None or not self.matrix.is_upright:
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
