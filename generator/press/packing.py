"""The most tokens of a shape that a room has room for, and where they lie in it."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from typing import NamedTuple

from generator.catalog.press_settings import Packed
from generator.catalog.shapes import Point, Shape, ShapeKind
from generator.catalog.sizes import Size
from generator.catalog.units import EXACT
from generator.layout.geometry import Box, Outline, distance, rectangle, shape_outline
from generator.press.grid import Turn

MAX_STEPS = 64
NEAR = 1e-3
"""Millimetres by which a polygon may stay farther from its neighbour than it must."""


class Trim(NamedTuple):
    """What a token is cut to."""

    shape: Shape
    size: Size
    corner: float = 0.0
    """The radius of a rectangle's corners."""

    def outline(self) -> Outline:
        if self.shape.kind == "rect" and self.corner > 0:
            return rectangle(Box(0, 0, self.size.width, self.size.height), self.corner, self.corner)
        return shape_outline(self.shape, self.size)


class Room(NamedTuple):
    """The millimetres that the trims may fill."""

    width: float
    height: float

    def turned(self) -> Room:
        return Room(self.height, self.width)


class Place(NamedTuple):
    """The middle of a token's box, in mm from the room's top left corner."""

    x: float
    y: float
    turn: Turn


Packing = list[Place]


def pack(
    shape: Shape,
    size: Size,
    room: Room,
    gap: float,
    turns: Sequence[Turn] = (0, 90),
    packed: Packed = "dense",
) -> Packing:
    """The most tokens, ``gap`` mm or more apart; the room may be left unfilled at its right and foot.

    ``turns``: whether they may stand upright (0) and lie on their side (90).
    """
    if min(room) <= 0:
        return []
    ways = (_grid,) if packed == "grid" else WAYS[shape.kind]
    is_round = shape.kind == "circle"
    upright = [way(shape, size, room, gap) for way in ways if 0 in turns or is_round]
    turned = [_turned(way(shape, size, room.turned(), gap), room) for way in ways if 90 in turns or is_round]
    if is_round:
        # Turning a circle gains nothing, and its picture had better stay upright.
        turned = [[place._replace(turn=0) for place in packing] for packing in turned]
    return max([*upright, *turned], key=len)


def _turned(packing: Packing, room: Room) -> Packing:
    """A packing of the room on its side, a quarter turned back anticlockwise."""
    turn: Mapping[Turn, Turn] = {0: 90, 90: 180, 180: 270, 270: 0}
    return [Place(place.y, room.height - place.x, turn[place.turn]) for place in packing]


def _grid(shape: Shape, size: Size, room: Room, gap: float) -> Packing:
    del shape
    xs = list(_steps(room.width, size.width, size.width + gap))
    return [Place(x, y, 0) for y in _steps(room.height, size.height, size.height + gap) for x in xs]


def _rows_of_circles(shape: Shape, size: Size, room: Room, gap: float) -> Packing:
    """Rows in which each circle lies between two of the row before.

    The closer the rows, the wider apart the circles in each; every number of rows is tried, since an even
    spread may let in a row that the regular honeycomb has no room for.
    """
    del shape
    across, free = size.width + gap, room.height - size.height
    if free < -EXACT:
        return []
    most, best, rows, pitch = 0, (1, across), 1, across
    while pitch >= across / 2:
        even, odd = (_count(room.width, size.width, *_spread(across, pitch, row)) for row in (0, 1))
        count = -(-rows // 2) * even + rows // 2 * odd
        if count > most:
            most, best = count, (rows, pitch)
        pitch = min(free / rows + EXACT, across)
        rows += 1
    rows, pitch = best
    return [
        Place(x, size.height / 2 + row * pitch, 0)
        for row in range(rows)
        for x in _steps(room.width, size.width, *_spread(across, pitch, row))
    ]


def _spread(across: float, pitch: float, row: int) -> tuple[float, float]:
    """From one circle of a row to the next, and how far to the right the row begins."""
    step = max(across, 2 * math.sqrt(max(0.0, across * across - pitch * pitch)))
    return step, step / 2 if row % 2 and pitch < across else 0.0


def _honeycomb(shape: Shape, size: Size, room: Room, gap: float) -> Packing:
    """Columns of hexagons; neighbours, also of two columns, have parallel sides that far apart."""
    del shape
    width, height = size.width, size.height
    slant = math.hypot(width / 4, height / 2)
    pitch = 0.75 * width + gap * (2 * slant - width / 4) / height
    step = height + gap
    columns = enumerate(_steps(room.width, width, pitch))
    return [
        Place(x, y, 0)
        for column, x in columns
        for y in _steps(room.height, height, step, step / 2 * (column % 2))
    ]


def _rows_of_polygons(shape: Shape, size: Size, room: Room, gap: float) -> Packing:
    return _row_by_row(shape, size, room, gap, (0,))


def _rows_head_to_foot(shape: Shape, size: Size, room: Room, gap: float) -> Packing:
    """Every other polygon is turned upside down, as suits triangles."""
    return _row_by_row(shape, size, room, gap, (0, 180))


def _row_by_row(shape: Shape, size: Size, room: Room, gap: float, turns: tuple[Turn, ...]) -> Packing:
    row: list[tuple[float, Turn]] = []
    while True:
        turn = turns[len(row) % len(turns)]
        beside = (x + _shift(shape, size, before, turn, gap) for x, before in row)
        x = max(beside, default=size.width / 2)
        if x + size.width / 2 > room.width + EXACT:
            break
        row.append((x, turn))
    rows = _steps(room.height, size.height, size.height + gap)
    return [Place(x, y, turn) for y in rows for x, turn in row]


@cache
def _shift(shape: Shape, size: Size, before: Turn, after: Turn, gap: float) -> float:
    """How far to the right of a polygon the next one must lie, so that nothing comes nearer than the gap.

    The next one comes from where their boxes are apart, each time by as much as there is room.
    """
    one, other = _corners(shape, size, before), _corners(shape, size, after)
    shift = size.width + gap
    for _ in range(MAX_STEPS):
        room = distance(one, [(x + shift, y) for x, y in other]) - gap
        if room < NEAR:
            break
        shift = max(0.0, shift - room)
        if not shift:
            break
    return shift


def _corners(shape: Shape, size: Size, turn: Turn) -> tuple[Point, ...]:
    corners = shape.corners(size)
    return tuple((size.width - x, size.height - y) for x, y in corners) if turn else corners


def _count(room: float, size: float, step: float, shift: float = 0.0) -> int:
    """As many things as there is room for side by side, ``step`` from middle to middle."""
    return max(0, math.floor((room - size - shift) / step + EXACT) + 1)


def _steps(room: float, size: float, step: float, shift: float = 0.0) -> Iterator[float]:
    """The middles of these things."""
    yield from (shift + size / 2 + index * step for index in range(_count(room, size, step, shift)))


Way = Callable[[Shape, Size, Room, float], Packing]

WAYS: Mapping[ShapeKind, tuple[Way, ...]] = {
    "rect": (_grid,),
    "circle": (_rows_of_circles,),
    "hex": (_honeycomb, _grid),
    "polygon": (_rows_of_polygons, _rows_head_to_foot),
}
"""The ways to pack each shape; the first of equals is taken."""
