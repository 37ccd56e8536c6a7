"""A printer that puts backs in the wrong place, and a user who reads the scales of its calibration page."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from PIL import Image

from generator.catalog.press_settings import Turned
from generator.catalog.sizes import Size

Point = tuple[float, float]
Pixels = np.ndarray[Any, Any]


@dataclass(frozen=True, slots=True)
class Misprint:
    """Where the printer puts what lies at a place of the back page: scaled, skewed, turned, then moved.

    Written out here once more, so that nothing of it is taken from what is tested.
    """

    dx: float = 0.0
    dy: float = 0.0
    degrees: float = 0.0
    across: float = 1.0
    down: float = 1.0
    skew: float = 0.0
    """Degrees by which what is upright leans to the right."""

    def put(self, point: Point, paper: Size) -> Point:
        """In mm from the top left of the back page, as one looks at it."""
        x = (point[0] - paper.width / 2) * self.across
        y = (point[1] - paper.height / 2) * self.down
        x -= math.tan(math.radians(self.skew)) * y
        sine, cosine = math.sin(math.radians(self.degrees)), math.cos(math.radians(self.degrees))
        return (
            paper.width / 2 + cosine * x - sine * y + self.dx,
            paper.height / 2 + sine * x + cosine * y + self.dy,
        )


def seen_from_the_front(point: Point, paper: Size, backs: Turned) -> Point:
    """Where the front page has what lies at a place of the back page, and the other way round."""
    is_upright = paper.height >= paper.width
    if is_upright == (backs == "duplex-long"):
        return paper.width - point[0], point[1]
    return point[0], paper.height - point[1]


FIRST_NUMBER, LAST_NUMBER = -9, 10
"""Of the lines on the front, 1 mm apart."""


def read(exact: float, axis: int, other: float, printer: Misprint, paper: Size, backs: Turned) -> float:
    """What a user reads of a scale: the triangle and the best of the lines behind it, to a tenth.

    ``exact`` is where the triangle of an exact print points, along axis 0 (across) or 1 (down); ``other`` is
    the scale's place along the other axis.
    """
    found = []
    for tenth in range(10):
        along = exact - 1.1 * tenth
        drawn = (along, other) if axis == 0 else (other, along)
        back = printer.put(seen_from_the_front(drawn, paper, backs), paper)
        number = seen_from_the_front(back, paper, backs)[axis] - exact + 5
        found.append(number)
        assert FIRST_NUMBER - 0.5 < number < LAST_NUMBER + 0.5, "beyond the lines of the front"
    best = min(range(10), key=lambda tenth: abs(found[tenth] - round(found[tenth])))
    return round(round(found[0] - best / 10) + best / 10, 1)


def to_pixels(page: Pixels, paper: Size) -> Pixels:
    """From mm to pixels, of which a page has whole ones: it is a fraction larger than the paper."""
    return np.diag([page.shape[1] / paper.width, page.shape[0] / paper.height, 1.0])


def misprinted(page: Pixels, printer: Misprint, paper: Size) -> Pixels:
    """The page as this printer puts it on the paper."""
    (x, y), right, below = (printer.put(corner, paper) for corner in ((0.0, 0.0), (1.0, 0.0), (0.0, 1.0)))
    put = np.array([[right[0] - x, below[0] - x, x], [right[1] - y, below[1] - y, y], [0, 0, 1]])
    scale = to_pixels(page, paper)
    # Pillow asks for each pixel of the outcome where it comes from.
    back = scale @ np.linalg.inv(put) @ np.linalg.inv(scale)
    moved = Image.fromarray(page).transform(
        page.shape[::-1],
        Image.Transform.AFFINE,
        tuple(back[:2].flatten()),
        Image.Resampling.BICUBIC,
        fillcolor=255,
    )
    return np.asarray(moved)
