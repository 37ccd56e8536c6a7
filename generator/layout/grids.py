"""Grids, tracks and wheels for boards: where each space lies, its corners and its label.

Templates call these functions; each gives a list of spaces in the order of their numbers. All lengths are mm.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from generator.catalog.problems import InputError
from generator.catalog.spaces import LABELS, MAX_RADIUS, SHIFTS, axial, hexagon, in_lines, letters, rows_of
from generator.catalog.suggest import did_you_mean
from generator.catalog.wording import join_words, quote

MAX_SPACES = 10_000
"""Of one grid: ten times as many as the largest boards that are sold have."""
MAX_BOARD = 10_000.0
"""Millimetres."""

Point = tuple[float, float]
Space = Mapping[str, Any]
"""What a template gets of a space: ``x`` and ``y`` of its middle, ``points`` (its corners, for a polygon),
``width`` and ``height`` of the box around it, ``column``, ``row`` and ``number`` (from 1), ``label``,
``shade`` (a number by which neighbours differ), ``angle``."""


class Spot(NamedTuple):
    """A space before it is numbered."""

    x: float
    y: float
    corners: Sequence[Point]
    column: int
    row: int
    shade: int = 0
    angle: float = 0.0
    """Degrees by which the space is turned, clockwise."""


def square_grid(
    columns: object,
    rows: object,
    side: object = 10,
    x: object = 0,
    y: object = 0,
    width: object = None,
    height: object = None,
    gap: object = 0,
    label: str = "A1",
    upward: bool = False,
) -> list[Space]:
    """Rectangles in rows from the top left corner at ``x``, ``y``; ``upward``: rows are counted from below.

    Raises :class:`InputError`, as all functions here do, for what is no number or out of bounds.
    """
    across, down = _count("columns", columns), _count("rows", rows)
    left, top, between = _length("x", x), _length("y", y), _size("gap", gap, least=0)
    w = _size("side", side) if width is None else _size("width", width)
    h = (w if width is not None else _size("side", side)) if height is None else _size("height", height)
    spots = []
    for row in range(down):
        for column in range(across):
            cx = left + column * (w + between) + w / 2
            cy = top + (down - 1 - row if upward else row) * (h + between) + h / 2
            corners = _box(cx, cy, w, h)
            spots.append(Spot(cx, cy, corners, column, row, (column + row) % 2))
    return _numbered(spots, label)


def hex_grid(
    columns: object = None,
    rows: object = None,
    side: object = 10,
    x: object = 0,
    y: object = 0,
    flat: bool = True,
    radius: object = None,
    shift: str = "even",
    label: str = "0101",
) -> list[Space]:
    """Hexagons with sides of ``side``, flat side up or (``flat=False``) pointed.

    In ``columns`` and ``rows``, where every second column (of pointed ones, row) is shifted by half a
    hexagon, the ``even`` or the ``odd`` ones; or, with ``radius``, so many rings around one in the middle.
    """
    s, left, top = _size("side", side), _length("x", x), _length("y", y)
    if shift not in SHIFTS:
        raise InputError(f"`shift` is even or odd, got {quote(shift)}")
    if radius is not None:
        if columns is not None or rows is not None:
            raise InputError("a grid of hexagons has `radius`, or `columns` and `rows`, not both")
        rings = _whole("radius", radius, least=0, most=MAX_RADIUS)
        places = list(hexagon(rings))
    elif columns is None or rows is None:
        raise InputError("a grid of hexagons needs `columns` and `rows`, or a `radius`")
    else:
        across, down = _count("columns", columns), _count("rows", rows)
        places = rows_of(across, down)
    half = math.sqrt(3) / 2
    centres = [_hex_centre(*place, radius is not None, flat, shift == "even") for place in places]
    # From hexagons to mm, the box around all of them beginning at x, y.
    wide, high = (1.0, half) if flat else (half, 1.0)
    least_x = min(cx for cx, _ in centres) - wide
    least_y = min(cy for _, cy in centres) - high
    named = in_lines(places, flat) if radius is not None else places
    spots = []
    for (column, row), (cx, cy), name in zip(places, centres, named, strict=True):
        mx, my = left + (cx - least_x) * s, top + (cy - least_y) * s
        shade = (column - row) % 3 if radius is not None else _hex_shade(column, row, flat, shift == "even")
        corners = _regular(mx, my, s, 6, 0 if flat else 30)
        spots.append(Spot(mx, my, corners, *name, shade))
    return _numbered(spots, label)


def diamond_grid(
    columns: object,
    rows: object,
    width: object = 20,
    height: object = 10,
    x: object = 0,
    y: object = 0,
    label: str = "A1",
) -> list[Space]:
    """Rhombuses of ``width`` by ``height``, each standing on its tip: a chessboard seen from a corner."""
    across, down = _count("columns", columns), _count("rows", rows)
    w, h = _size("width", width), _size("height", height)
    left, top = _length("x", x), _length("y", y)
    spots = []
    for row in range(down):
        for column in range(across):
            cx = left + (down + column - row) * w / 2
            cy = top + (column + row + 1) * h / 2
            corners = ((cx, cy - h / 2), (cx + w / 2, cy), (cx, cy + h / 2), (cx - w / 2, cy))
            spots.append(Spot(cx, cy, corners, column, row, (column + row) % 2))
    return _numbered(spots, label)


def triangle_grid(
    columns: object,
    rows: object,
    side: object = 10,
    x: object = 0,
    y: object = 0,
    pyramid: bool = False,
    label: str = "A1",
) -> list[Space]:
    """Triangles with sides of ``side``, by turns on their base and on their tip.

    ``pyramid``: all inside one large triangle of so many rows; ``columns`` then has no say.
    """
    down = _count("rows", rows)
    across = 0 if pyramid else _count("columns", columns)
    s, left, top = _size("side", side), _length("x", x), _length("y", y)
    h = s * math.sqrt(3) / 2
    spots = []
    for row in range(down):
        for column in range(2 * row + 1 if pyramid else across):
            offset = (down - 1 - row) * s / 2 if pyramid else 0.0
            upright = column % 2 == 0 if pyramid else (column + row) % 2 == 0
            cx = left + offset + (column + 1) * s / 2
            base, tip = (
                (top + (row + 1) * h, top + row * h) if upright else (top + row * h, top + (row + 1) * h)
            )
            corners = ((cx - s / 2, base), (cx, tip), (cx + s / 2, base))
            # The middle is where the label stands: a third of the height above the base.
            middle = base + (tip - base) / 3
            spots.append(Spot(cx, middle, corners, column, row, 0 if upright else 1))
    return _numbered(spots, label)


def straight_track(
    spaces: object,
    x1: object,
    y1: object,
    x2: object,
    y2: object,
    width: object = 10,
    gap: object = 0,
    label: str = "1",
    first: object = 1,
) -> list[Space]:
    """Spaces in a row from one point to another, ``width`` across; the points are the ends of the track."""
    count = _count("spaces", spaces)
    ax, ay, bx, by = _length("x1", x1), _length("y1", y1), _length("x2", x2), _length("y2", y2)
    across, between = _size("width", width), _size("gap", gap, least=0)
    whole = math.hypot(bx - ax, by - ay)
    long = (whole - between * (count - 1)) / count
    if long <= 0:
        raise InputError(
            f"a track of {whole:g} mm has no room for {count} spaces with gaps of {between:g} mm"
        )
    ux, uy = (bx - ax) / whole, (by - ay) / whole
    spots = []
    for index in range(count):
        at = index * (long + between) + long / 2
        cx, cy = ax + ux * at, ay + uy * at
        spots.append(_along(cx, cy, ux, uy, long, across, index))
    return _numbered(spots, label, _whole("first", first, least=-MAX_SPACES, most=MAX_SPACES))


def edge_track(
    columns: object,
    rows: object,
    width: object,
    height: object,
    x: object = 0,
    y: object = 0,
    depth: object = 10,
    start: str = "top left",
    label: str = "1",
    first: object = 1,
) -> list[Space]:
    """Spaces round the edge of a rectangle, clockwise: ``columns`` along the top, ``rows`` down each side.

    A corner is a space of its own, ``depth`` square, and counts for both of its sides. ``start``: the corner
    with the first space.
    """
    across, down = _count("columns", columns, least=2), _count("rows", rows, least=2)
    w, h, d = _size("width", width), _size("height", height), _size("depth", depth)
    left, top = _length("x", x), _length("y", y)
    if 2 * d >= min(w, h):
        raise InputError(f"a track {d:g} mm deep leaves nothing inside {w:g} × {h:g} mm")
    corners = ("top left", "top right", "bottom right", "bottom left")
    if start not in corners:
        raise InputError(
            f"`start` is {join_words(corners)}, got {quote(start)}", hint=did_you_mean(str(start), corners)
        )
    xs = [(0.0, d), *_shares(d, w - d, across - 2), (w - d, w)]
    ys = [(0.0, d), *_shares(d, h - d, down - 2), (h - d, h)]
    ring = [(column, 0) for column in range(across)]
    ring += [(across - 1, row) for row in range(1, down)]
    ring += [(column, down - 1) for column in range(across - 2, -1, -1)]
    ring += [(0, row) for row in range(down - 2, 0, -1)]
    begin = ring.index(
        {
            "top left": (0, 0),
            "top right": (across - 1, 0),
            "bottom right": (across - 1, down - 1),
            "bottom left": (0, down - 1),
        }[start]
    )
    spots = []
    for index, (column, row) in enumerate([*ring[begin:], *ring[:begin]]):
        (x1, x2), (y1, y2) = xs[column], ys[row]
        cx, cy = left + (x1 + x2) / 2, top + (y1 + y2) / 2
        angle = _side_angle(column, row, across, down)
        spots.append(Spot(cx, cy, _box(cx, cy, x2 - x1, y2 - y1), column, row, index, angle))
    return _numbered(spots, label, _whole("first", first, least=-MAX_SPACES, most=MAX_SPACES))


def spiral_track(
    spaces: object,
    cx: object,
    cy: object,
    r: object,
    turns: object = 3,
    inner: object = 5,
    start: object = 0,
    label: str = "1",
    first: object = 1,
) -> list[Space]:
    """Spaces of one length on a spiral, clockwise from the outside at ``r`` to ``inner``; its turns touch.

    ``start``: where it begins, in degrees clockwise from the top.
    """
    count = _count("spaces", spaces)
    mx, my, outer, hub = _length("cx", cx), _length("cy", cy), _size("r", r), _size("inner", inner, least=0)
    rounds = _number("turns", turns)
    if not 0 < rounds <= 50:
        raise InputError(f"`turns` is more than 0 and at most 50, got {quote(turns)}")
    if hub >= outer:
        raise InputError(f"a spiral from {outer:g} mm can't end at {hub:g} mm: `inner` is less than `r`")
    pitch = (outer - hub) / (rounds + 1)
    begin = math.radians(_number("start", start))
    angles = _even_angles(count, outer - pitch / 2, pitch, 2 * math.pi * rounds)
    spots = []
    for index, (a1, a2) in enumerate(pairwise(angles)):
        path = [*_spiral(mx, my, outer, pitch, begin, a1, a2)]
        path += reversed([*_spiral(mx, my, outer - pitch, pitch, begin, a1, a2)])
        middle = (a1 + a2) / 2
        at = outer - pitch / 2 - pitch * middle / (2 * math.pi)
        x, y = mx + at * math.sin(begin + middle), my - at * math.cos(begin + middle)
        turned = math.degrees(begin + middle) % 360
        spots.append(Spot(x, y, path, index, 0, index, turned))
    return _numbered(spots, label, _whole("first", first, least=-MAX_SPACES, most=MAX_SPACES))


def wheel(
    parts: object, cx: object, cy: object, r: object, inner: object = 0, start: object = 0, label: str = "1"
) -> list[Space]:
    """The pieces of a pie or ring, clockwise from ``start`` (degrees from the top).

    ``parts`` is how many there are, or a list of numbers, whose shares the pieces have.
    """
    mx, my, outer, hole = _length("cx", cx), _length("cy", cy), _size("r", r), _size("inner", inner, least=0)
    if hole >= outer:
        raise InputError(f"a wheel of {outer:g} mm has no hole of {hole:g} mm: `inner` is less than `r`")
    shares = _parts(parts)
    whole = sum(shares)
    begin = _number("start", start)
    at, spots = begin, []
    for index, share in enumerate(shares):
        end = at + 360 * share / whole
        outline = _arc(mx, my, outer, at, end)
        outline += reversed(_arc(mx, my, hole, at, end)) if hole else [(mx, my)] if len(shares) > 1 else []
        middle = (at + end) / 2
        reach = (outer + hole) / 2 if hole else outer * 0.64
        x, y = _round_point(mx, my, reach, middle)
        spots.append(Spot(x, y, outline, index, 0, index, middle % 360))
        at = end
    return _numbered(spots, label)


# Labels


def column_letters(column: object) -> str:
    """``A`` for 1, ``Z`` for 26, ``AA`` for 27, as in spreadsheets. Raises :class:`InputError`."""
    return letters(_whole("column", column, least=1, most=MAX_SPACES))


def _numbered(spots: Sequence[Spot], label: str, first: int = 1) -> list[Space]:
    write = LABELS.get(label)
    if write is None:
        hint = did_you_mean(str(label), LABELS) or "write " + join_words([f"`{one}`" for one in LABELS])
        raise InputError(f"no labels such as {quote(label)}", hint=hint)
    if len(spots) > MAX_SPACES:
        raise InputError(f"more than {MAX_SPACES:,} spaces")
    return [
        {
            "x": round(spot.x, 4),
            "y": round(spot.y, 4),
            "points": " ".join(f"{x:.4f},{y:.4f}" for x, y in spot.corners),
            "width": round(_extent([x for x, _ in spot.corners]), 4),
            "height": round(_extent([y for _, y in spot.corners]), 4),
            "column": spot.column + 1,
            "row": spot.row + 1,
            "number": number,
            "label": write(spot.column, spot.row, number),
            "shade": spot.shade,
            "angle": round(spot.angle, 4),
        }
        for number, spot in enumerate(spots, start=first)
    ]


def _extent(values: Sequence[float]) -> float:
    return max(values) - min(values)


# Numbers as templates give them


def _number(name: str, value: object) -> float:
    if isinstance(value, str):
        try:
            value = float(value)
        except ValueError:
            raise InputError(f"`{name}` is a number, got {quote(value)}") from None
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        raise InputError(f"`{name}` is a number, got {quote(value)}")
    return float(value)


def _length(name: str, value: object) -> float:
    number = _number(name, value)
    if abs(number) > MAX_BOARD:
        raise InputError(f"`{name}` is at most {MAX_BOARD:,.0f} mm, got {quote(value)}")
    return number


def _size(name: str, value: object, least: float = 0.1) -> float:
    number = _length(name, value)
    if number < least:
        raise InputError(f"`{name}` is {least:g} mm or more, got {quote(value)}")
    return number


def _whole(name: str, value: object, least: int, most: int) -> int:
    number = _number(name, value)
    if number % 1 or not least <= number <= most:
        raise InputError(f"`{name}` is a whole number from {least:,} to {most:,}, got {quote(value)}")
    return int(number)


def _count(name: str, value: object, least: int = 1) -> int:
    return _whole(name, value, least, 1000)


def _parts(parts: object) -> list[float]:
    if isinstance(parts, list | tuple):
        shares = [_number("parts", part) for part in parts]
    else:
        shares = [1.0] * _count("parts", parts)
    if not shares or min(shares) < 0 or not 0 < sum(shares) < math.inf:
        raise InputError("the parts of a wheel are a number of pieces, or a list of numbers above 0")
    return shares


# Geometry


def _box(cx: float, cy: float, width: float, height: float) -> Sequence[Point]:
    w, h = width / 2, height / 2
    return (cx - w, cy - h), (cx + w, cy - h), (cx + w, cy + h), (cx - w, cy + h)


def _regular(cx: float, cy: float, r: float, sides: int, turn: float) -> list[Point]:
    angles = [math.radians(turn + 360 / sides * corner) for corner in range(sides)]
    return [(cx + r * math.cos(angle), cy + r * math.sin(angle)) for angle in angles]


def _hex_centre(column: int, row: int, axial: bool, flat: bool, even: bool) -> Point:
    """In sides; see https://www.redblobgames.com/grids/hexagons for the layouts."""
    root = math.sqrt(3)
    if axial:
        return (1.5 * column, root * (row + column / 2)) if flat else (root * (column + row / 2), 1.5 * row)
    if flat:
        return 1.5 * column, root * (row + 0.5 * ((column + (0 if even else 1)) % 2))
    return root * (column + 0.5 * ((row + (0 if even else 1)) % 2)), 1.5 * row


def _hex_shade(column: int, row: int, flat: bool, even: bool) -> int:
    """One of three, none beside its like."""
    q, r = axial(column, row, flat, even)
    return (q - r) % 3


def _along(cx: float, cy: float, ux: float, uy: float, long: float, across: float, index: int) -> Spot:
    """A rectangle that lies along a direction."""
    lx, ly, wx, wy = ux * long / 2, uy * long / 2, -uy * across / 2, ux * across / 2
    corners = (
        (cx - lx - wx, cy - ly - wy),
        (cx + lx - wx, cy + ly - wy),
        (cx + lx + wx, cy + ly + wy),
        (cx - lx + wx, cy - ly + wy),
    )
    return Spot(cx, cy, corners, index, 0, index, math.degrees(math.atan2(uy, ux)))


def _shares(begin: float, end: float, count: int) -> list[tuple[float, float]]:
    step = (end - begin) / count if count else 0.0
    return [(begin + step * index, begin + step * (index + 1)) for index in range(count)]


def _side_angle(column: int, row: int, columns: int, rows: int) -> float:
    """How a text is turned that is to be read from outside."""
    if row == rows - 1:
        return 0.0
    if column == 0 and row > 0:
        return 90.0
    if column == columns - 1 and row > 0:
        return -90.0
    return 180.0


def _even_angles(count: int, r: float, pitch: float, whole: float) -> list[float]:
    """Angles from 0 to ``whole`` that part a spiral of radius ``r`` into pieces of one length."""
    shrink = pitch / (2 * math.pi)
    length = r * whole - shrink * whole**2 / 2
    angles = []
    for index in range(count + 1):
        rest = length * index / count
        # The length up to an angle a is r·a − shrink·a²/2.
        angles.append((r - math.sqrt(max(r * r - 2 * shrink * rest, 0.0))) / shrink)
    return angles


def _spiral(
    cx: float, cy: float, r: float, pitch: float, begin: float, a1: float, a2: float
) -> Iterator[Point]:
    steps = max(2, math.ceil((a2 - a1) / math.radians(6)))
    for step in range(steps + 1):
        angle = a1 + (a2 - a1) * step / steps
        at = r - pitch * angle / (2 * math.pi)
        yield cx + at * math.sin(begin + angle), cy - at * math.cos(begin + angle)


def _arc(cx: float, cy: float, r: float, begin: float, end: float) -> list[Point]:
    steps = max(2, math.ceil(abs(end - begin) / 3))
    return [_round_point(cx, cy, r, begin + (end - begin) * step / steps) for step in range(steps + 1)]


def _round_point(cx: float, cy: float, r: float, degrees: float) -> Point:
    angle = math.radians(degrees)
    return cx + r * math.sin(angle), cy - r * math.cos(angle)
