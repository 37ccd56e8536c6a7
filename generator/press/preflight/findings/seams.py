"""Texts and icons of a board that a seam between two tiles runs through."""

from __future__ import annotations

from collections.abc import Iterator

from generator.catalog.problems import Problem
from generator.layout.geometry import Box
from generator.press.preflight.geometry import moved_box
from generator.press.preflight.scene import Scene, ink_boxes, warning

WAYS = {"x": "from the left", "y": "from the top"}


def find(scene: Scene) -> Iterator[Problem]:
    """A warning for each element and seam."""
    reported: set[object] = set()
    for axis, at in scene.seams:
        for words in scene.texts:
            boxes = (moved_box(box, words.frame.matrix) for box in ink_boxes(words.block))
            if id(words.element) not in reported and any(_is_parted(box, axis, at) for box in boxes):
                reported.add(id(words.element))
                yield warning(
                    words.element,
                    f"a seam between two tiles runs through the text, {at:.1f} mm {WAYS[axis]}",
                    "say where seams may fall: `press: {seams: {x: [120 mm], y: [90 mm]}}`",
                )


def _is_parted(ink: Box, axis: str, at: float) -> bool:
    start, end = (ink.x, ink.right) if axis == "x" else (ink.y, ink.bottom)
    return start < at < end
