"""SVG path data as an outline (SVG 1.1, chapter 8.3; arcs by appendix F.6)."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, field
from functools import lru_cache

from generator.catalog.problems import InputError
from generator.catalog.wording import quote
from generator.layout.geometry import FARTHEST, NUMBER, Outline, Segment, raise_quadratic

MAX_PATH = 200_000
"""Characters of one path's data."""
SEPARATOR = re.compile(r"[\s,]*")
NEXT_NUMBER = re.compile(rf"({NUMBER.pattern}){SEPARATOR.pattern}")
COUNTS = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7, "Z": 0}
"""How many numbers a command takes; it may be repeated without its letter."""
SMALLEST = 1e-9
"""Arcs below this many millimetres are drawn as lines."""
FLAGS = (3, 4)
"""Which of an arc's numbers are flags: a single 0 or 1, perhaps with nothing behind it."""

Point = tuple[float, float]


@lru_cache(maxsize=1024)
def parse_path(data: str) -> Outline:
    """As :func:`read_path`, for what a layout says on every card."""
    return read_path(data)


def read_path(data: str) -> Outline:
    """SVG path data, arcs and short forms included. Raises :class:`InputError`."""
    if len(data) > MAX_PATH:
        raise InputError(f"path data of more than {MAX_PATH:,} characters", hint="use an image for it")
    pen = _Pen()
    position = SEPARATOR.match(data).end()  # type: ignore[union-attr]  # it matches nothing as well
    while position < len(data):
        letter = data[position]
        count = COUNTS.get(letter.upper())
        if count is None or (letter not in "Mm" and not pen.segments):
            raise _unreadable(data, position)
        position = SEPARATOR.match(data, position + 1).end()  # type: ignore[union-attr]
        while True:
            numbers, position = _numbers(data, position, letter.upper(), count)
            pen.draw(letter, numbers)
            # What follows a move without a letter of its own are lines.
            letter = {"M": "L", "m": "l"}.get(letter, letter)
            if not count or position >= len(data) or data[position].isalpha():
                break
    outline = Outline(tuple(pen.segments))
    if any(not abs(value) <= FARTHEST for _, values in outline.segments for value in values):
        raise _too_far()
    return outline


def _numbers(data: str, position: int, command: str, count: int) -> tuple[list[float], int]:
    found: list[float] = []
    for index in range(count):
        if command == "A" and index in FLAGS:
            if data[position : position + 1] not in ("0", "1"):
                raise _unreadable(data, position)
            found.append(float(data[position]))
            position = SEPARATOR.match(data, position + 1).end()  # type: ignore[union-attr]
        else:
            match = NEXT_NUMBER.match(data, position)
            if match is None:
                raise _unreadable(data, position)
            found.append(float(match[1]))
            if not abs(found[-1]) <= FARTHEST:
                raise _too_far()
            position = match.end()
    return found, position


def _too_far() -> InputError:
    return InputError("the path data reaches too far away")


def _unreadable(data: str, position: int) -> InputError:
    rest = data[position : position + 20] or "its end"
    return InputError(
        f"the path data can't be read at {quote(rest)}", hint="it is written as SVG's d: M0 0 L10 5 Z"
    )


@dataclass(slots=True)
class _Pen:
    """Draws command after command; knows where it is and where the last curve's handle lay."""

    segments: list[Segment] = field(default_factory=list)
    at: Point = (0.0, 0.0)
    start: Point = (0.0, 0.0)
    cubic_handle: Point | None = None
    quadratic_handle: Point | None = None

    def draw(self, letter: str, numbers: list[float]) -> None:
        command = letter.upper()
        if letter.islower():
            numbers = self._absolute(command, numbers)
        cubic, quadratic = self.cubic_handle, self.quadratic_handle
        self.cubic_handle = self.quadratic_handle = None
        match command:
            case "M":
                self.start = (numbers[0], numbers[1])
                self._add("M", self.start)
            case "L":
                self._add("L", (numbers[0], numbers[1]))
            case "H":
                self._add("L", (numbers[0], self.at[1]))
            case "V":
                self._add("L", (self.at[0], numbers[0]))
            case "C":
                self._curve(*numbers)
            case "S":
                self._curve(*self._mirrored(cubic), *numbers)
            case "Q":
                self._quadratic((numbers[0], numbers[1]), (numbers[2], numbers[3]))
            case "T":
                self._quadratic(self._mirrored(quadratic), (numbers[0], numbers[1]))
            case "A":
                self._arc(*numbers)
            case _:
                self.segments.append(("Z", ()))
                self.at = self.start

    def _absolute(self, command: str, numbers: list[float]) -> list[float]:
        x, y = self.at
        match command:
            case "H":
                return [numbers[0] + x]
            case "V":
                return [numbers[0] + y]
            case "A":
                return [*numbers[:5], numbers[5] + x, numbers[6] + y]
            case _:
                return [number + (y if index % 2 else x) for index, number in enumerate(numbers)]

    def _add(self, kind: str, point: Point) -> None:
        if self.segments and self.segments[-1][0] == "Z" and kind != "M":
            self.segments.append(("M", self.at))
        self.segments.append((kind, point))
        self.at = point

    def _curve(self, x1: float, y1: float, x2: float, y2: float, x: float, y: float) -> None:
        if self.segments[-1][0] == "Z":
            self.segments.append(("M", self.at))
        self.segments.append(("C", (x1, y1, x2, y2, x, y)))
        self.at, self.cubic_handle = (x, y), (x2, y2)

    def _quadratic(self, handle: Point, end: Point) -> None:
        x1, y1, x2, y2, x, y = raise_quadratic(self.at, handle, end)
        self._curve(x1, y1, x2, y2, x, y)
        self.cubic_handle, self.quadratic_handle = None, handle

    def _mirrored(self, handle: Point | None) -> Point:
        """A smooth curve goes on as the one before it ended; without one, from the point itself."""
        if handle is None:
            return self.at
        return 2 * self.at[0] - handle[0], 2 * self.at[1] - handle[1]

    def _arc(
        self, rx: float, ry: float, turned: float, large: float, clockwise: float, x: float, y: float
    ) -> None:
        rx, ry = abs(rx), abs(ry)
        if (x, y) == self.at:
            return
        if min(rx, ry, math.dist(self.at, (x, y))) < SMALLEST:
            # Too small to differ from a line, and for the sums below.
            self._add("L", (x, y))
            return
        for handles in _arc_curves(
            self.at, (x, y), rx, ry, math.radians(turned), bool(large), bool(clockwise)
        ):
            self._curve(*handles)
        # The sums above end beside the point by a rounding error.
        self.segments[-1] = ("C", (*self.segments[-1][1][:4], x, y))
        self.at, self.cubic_handle = (x, y), None


def _arc_curves(
    start: Point, end: Point, rx: float, ry: float, turn: float, large: bool, clockwise: bool
) -> list[tuple[float, float, float, float, float, float]]:
    """An elliptical arc as cubic curves of a quarter turn at most."""
    cosine, sine = math.cos(turn), math.sin(turn)
    # The half chord in the ellipse's own axes; radii that can't reach are enlarged.
    hx, hy = (start[0] - end[0]) / 2, (start[1] - end[1]) / 2
    ux, uy = cosine * hx + sine * hy, cosine * hy - sine * hx
    reach = math.hypot(ux / rx, uy / ry)
    if reach > 1:
        rx, ry = rx * reach, ry * reach
    spread = (rx * ry) ** 2 - (rx * uy) ** 2 - (ry * ux) ** 2
    length = (rx * uy) ** 2 + (ry * ux) ** 2
    factor = math.sqrt(max(spread, 0.0) / length) * (-1 if large == clockwise else 1)
    cx, cy = factor * rx * uy / ry, -factor * ry * ux / rx
    first = math.atan2((uy - cy) / ry, (ux - cx) / rx)
    sweep = math.atan2((-uy - cy) / ry, (-ux - cx) / rx) - first
    if clockwise and sweep < 0:
        sweep += 2 * math.pi
    elif not clockwise and sweep > 0:
        sweep -= 2 * math.pi
    middle = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2

    def point(x: float, y: float) -> Point:
        """From the unit circle to the page."""
        x, y = cx + rx * x, cy + ry * y
        return middle[0] + cosine * x - sine * y, middle[1] + sine * x + cosine * y

    pieces = max(1, math.ceil(abs(sweep) / (math.pi / 2) - 1e-9))
    step = sweep / pieces
    reach = 4 / 3 * math.tan(step / 4)
    curves = []
    for number in range(pieces):
        a, b = first + number * step, first + (number + 1) * step
        ax, ay, bx, by = math.cos(a), math.sin(a), math.cos(b), math.sin(b)
        curves.append(
            (
                *point(ax - reach * ay, ay + reach * ax),
                *point(bx + reach * by, by - reach * bx),
                *point(bx, by),
            )
        )
    return curves
