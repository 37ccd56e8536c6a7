"""How far a printer's backs are off, read from scales on both sides of a sheet, and what makes up for it.

Each edge of the calibration page has two scales: one shows how far the back lies to the side there, one how
far up or down. Lines on the front are 1 mm apart, lines on the back 1.1 mm. Against the light, the triangle
of the back shows whole millimetres, and the line of the back that runs straight into one of the front tenths.

All places are in mm as one looks at the front, from its top left corner, y down.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import Literal, NamedTuple

from generator.catalog.press_settings import MAX_SHIFT, TURNED, Correction, PressOptions, Turned
from generator.catalog.printers import MAX_SCALE, MAX_TURN, MIN_SCALE
from generator.catalog.problems import InputError
from generator.catalog.sizes import Size
from generator.catalog.units import parse_pair
from generator.catalog.wording import quote
from generator.layout.geometry import Matrix, rotation
from generator.press.marks import FlipAxis, flip_axis

Edge = Literal["left", "right", "top", "bottom"]
EDGES: tuple[Edge, ...] = ("left", "right", "top", "bottom")
Axis = Literal["across", "down"]

PITCH, BACK_PITCH = 1.0, 1.1
"""Millimetres between two lines of a scale."""
TENTHS = 10
EXACT = 5.0
"""Where the triangle points if nothing is off."""
LOWEST, HIGHEST = 1.0, 9.0
"""Readings between which the lines of the front reach behind all of the back's."""
FIRST_LINE, LAST_LINE = -9, 10
"""Numbers of the front's lines; only those from 0 on are written."""
DEEP = 22.0
"""From an edge of the paper to the middle of the scales there."""
BESIDE = 18.0
"""From the middle of an edge to each of its two scales."""
MIN_PAPER = 148.0
"""The narrower side of the smallest paper that the page has room on: A5."""
DISAGREEMENT = 0.15
"""Millimetres that readings may be off what they have in common: a slip by one whole makes more."""


class Scale(NamedTuple):
    """One scale: where the triangle points if nothing is off, and which way it is read."""

    edge: Edge
    axis: Axis
    x: float
    y: float


Readings = Mapping[Edge, tuple[float, float]]
"""What is read at each edge: across, and down."""


def scales(paper: Size) -> Iterator[Scale]:
    """Both scales of each edge. Raises :class:`InputError` for paper without room for them."""
    width, height = paper.width, paper.height
    if min(width, height) < MIN_PAPER:
        raise InputError(
            f"paper of {width:g} x {height:g} mm has no room for the scales",
            hint=f"each side must be {MIN_PAPER:g} mm or more",
        )
    # The triangle of an exact print is this far from the middle of its scale.
    off = EXACT - (FIRST_LINE + LAST_LINE) / 2
    for edge, x in (("left", DEEP), ("right", width - DEEP)):
        yield Scale(_edge(edge), "across", x + off, height / 2 + BESIDE)
        yield Scale(_edge(edge), "down", x, height / 2 - BESIDE + off)
    for edge, y in (("top", DEEP), ("bottom", height - DEEP)):
        yield Scale(_edge(edge), "across", width / 2 - BESIDE + off, y)
        yield Scale(_edge(edge), "down", width / 2 + BESIDE, y + off)


def _edge(name: str) -> Edge:
    return next(edge for edge in EDGES if edge == name)


def parse_reading(value: object) -> tuple[float, float]:
    """``5.3 x 4.9``: what is read at one edge, across and down. Raises :class:`InputError`."""
    try:
        across, down = parse_pair(value)
    except InputError:
        raise InputError(
            f"expected two readings, across x down, got {quote(value)}",
            hint="write for example `5.3 x 4.9`",
        ) from None
    for reading in (across, down):
        if not LOWEST <= reading <= HIGHEST:
            raise InputError(
                f"a reading of {reading:g} is beyond the scale: {EXACT:g} is exact",
                hint=f"readings are from {LOWEST:g} to {HIGHEST:g}; "
                "was the page printed at 100 %, and turned over the right edge?",
            )
    return across, down


def fit(readings: Readings, paper: Size, backs: Turned) -> Correction:
    """The correction that follows from the readings of a page that was printed without any.

    Raises :class:`InputError` for readings that contradict each other, and for what no printer does.
    """
    misprint = _misprint(readings, paper)
    _refuse_contradiction(misprint, readings, paper)
    mirror = _mirror(flip_axis(paper, backs))
    # Seen from behind, what lies too far to the right lies too far to the left.
    back = mirror.then(misprint).then(mirror)
    inverse = back.inverse()
    assert inverse is not None, "these readings are close to no change at all"
    return checked(_as_correction(inverse))


def refined(before: Correction, more: Correction) -> Correction:
    """The two as one, ``more`` having been found from a page that was printed with the one ``before``."""
    return checked(_as_correction(_around_centre(more).then(_around_centre(before))))


def checked(correction: Correction) -> Correction:
    """The correction, rounded. Raises :class:`InputError` for one that no printer needs."""
    is_far = max(abs(correction.dx), abs(correction.dy)) > MAX_SHIFT
    is_turned = max(abs(correction.rotate), abs(correction.skew)) > MAX_TURN
    if is_far or is_turned or not all(MIN_SCALE <= factor <= MAX_SCALE for factor in correction.scale):
        raise InputError(
            "the readings make a correction that no printer needs",
            hint="look whether the page was printed at 100 % and turned over the right edge, and read again",
        )
    return correction.rounded()


def _misprint(readings: Readings, paper: Size) -> Matrix:
    """Where the printer puts what lies at a place around the paper's centre: the best fit of all readings."""
    import numpy as np

    rows, moved = [], []
    for scale, (x, y), by in _observed(readings, paper):
        # Unknown: to the right, down, wider, higher, and how upright and level lines lean.
        rows.append([1, 0, x, 0, y, 0] if scale.axis == "across" else [0, 1, 0, y, 0, x])
        moved.append(by)
    best, *_ = np.linalg.lstsq(np.array(rows, dtype=float), np.array(moved), rcond=None)
    right, down, wider, higher, upright, level = map(float, best)
    return Matrix(1 + wider, level, upright, 1 + higher, right, down)


def _observed(readings: Readings, paper: Size) -> Iterator[tuple[Scale, tuple[float, float], float]]:
    """For each reading the place on the page whose move it shows, from the centre, and that move in mm."""
    for scale in scales(paper):
        reading = readings[scale.edge][0 if scale.axis == "across" else 1]
        x, y = scale.x - paper.width / 2, scale.y - paper.height / 2
        # Read is not the triangle, but the line that runs into one of the front.
        back = BACK_PITCH * (round(reading * TENTHS, 6) % TENTHS)
        place = (x - back, y) if scale.axis == "across" else (x, y - back)
        yield scale, place, reading - EXACT


def _refuse_contradiction(misprint: Matrix, readings: Readings, paper: Size) -> None:
    worst = 0.0
    for scale, (x, y), by in _observed(readings, paper):
        there = misprint.apply(x, y)
        fitted = there[0] - x if scale.axis == "across" else there[1] - y
        worst = max(worst, abs(fitted - by))
    if worst <= DISAGREEMENT:
        return
    sums = [
        f"{word}, left and right make {_sum(readings, 'left', 'right', axis):g}, "
        f"top and bottom {_sum(readings, 'top', 'bottom', axis):g}"
        for axis, word in enumerate(("across", "down"))
    ]
    raise InputError(
        f"the readings contradict each other by {worst:.1f} mm: {'; '.join(sums)}",
        hint="these sums should be nearly the same; read the scales again",
    )


def _sum(readings: Readings, one: Edge, other: Edge, axis: int) -> float:
    return round(readings[one][axis] + readings[other][axis], 2)


def _mirror(axis: FlipAxis) -> Matrix:
    """From the front's side to the back's, around the paper's centre."""
    return Matrix(a=-1.0) if axis == "vertical" else Matrix(d=-1.0)


def _as_correction(matrix: Matrix) -> Correction:
    turned = math.degrees(math.atan2(matrix.b, matrix.a))
    upright = matrix.then(rotation(-turned))
    scale = upright.a, upright.d
    skew = math.degrees(math.atan2(-upright.c, upright.d))
    return Correction(matrix.e, matrix.f, turned, scale, skew)


def _around_centre(correction: Correction) -> Matrix:
    across, down = correction.scale
    # Down is positive, so that what leans to the right goes against it.
    skewed = Matrix(across, 0.0, 0.0, down).then(Matrix(c=-math.tan(math.radians(correction.skew))))
    turned = skewed.then(rotation(correction.rotate))
    return turned.then(Matrix(e=correction.dx, f=correction.dy))


def correcting(correction: Correction, paper: Size) -> Matrix:
    """What all of a back page is drawn under."""
    x, y = paper.width / 2, paper.height / 2
    return Matrix(e=-x, f=-y).then(_around_centre(correction)).then(Matrix(e=x, f=y))


def behind(paper: Size, backs: Turned) -> Matrix:
    """From the front page to the back page: what is drawn under it lies behind what is drawn on the front."""
    if flip_axis(paper, backs) == "vertical":
        return Matrix(a=-1.0, e=paper.width)
    return Matrix(d=-1.0, f=paper.height)


def back_matrix(options: PressOptions) -> Matrix:
    """What a back page of these options is drawn under: the printer's correction, then the offset."""
    right, down = options.back_offset
    offset = Matrix(e=right, f=down)
    if options.correction is None or options.backs not in TURNED:
        return offset
    return correcting(options.correction, options.paper).then(offset)
