"""Pictures with too few pixels for the size they are printed at."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING

from generator.catalog.problems import Place, Problem
from generator.catalog.units import INCH
from generator.press.preflight.scene import PlacedPicture, Scene, warning

if TYPE_CHECKING:
    from generator.layout.pictures import Picture

MIN_DPI = 200
"""Dots per inch; below this, pixels begin to show."""
SLACK = 1e-6


def find(scene: Scene) -> Iterator[Problem]:
    """Pictures in which pixels would show."""
    yield from coarser_than(scene, MIN_DPI, str(MIN_DPI))


def coarser_than(scene: Scene, least: int, named: str) -> Iterator[Problem]:
    """Pictures of fewer dots per inch than ``least``, each place of the layout once with the fewest.

    ``named`` is what the warning calls that number.
    """
    coarsest: dict[tuple[Picture, Place], tuple[float, PlacedPicture]] = {}
    for shown in scene.pictures:
        if shown.picture.format == "svg" or not shown.frame.opacity:
            continue
        dots = _dots_per_inch(shown)
        key = shown.picture, shown.element.place
        if dots < least * (1 - SLACK) and (key not in coarsest or dots < coarsest[key][0]):
            coarsest[key] = dots, shown
    for dots, shown in coarsest.values():
        picture = shown.picture
        if not picture.is_broken:
            width, height = (math.ceil(side * least / dots) for side in (picture.width, picture.height))
            yield warning(
                shown.element,
                f"the picture {picture.path.name} is printed at {int(dots)} dpi, under {named}",
                f"at this size it needs {width} × {height} pixels",
                picture.path.name,
            )


def _dots_per_inch(shown: PlacedPicture) -> float:
    """The coarser of its two directions, after all transforms."""
    box, matrix = shown.area.flat.box, shown.area.matrix
    width = box.width * math.hypot(matrix.a, matrix.b)
    height = box.height * math.hypot(matrix.c, matrix.d)
    if not width or not height:
        return math.inf
    return min(shown.picture.width / width, shown.picture.height / height) * INCH
