"""The same for tokens that are no rectangles: how near texts and icons come to the shape's own edge."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from generator.catalog.problems import Place, Problem
from generator.catalog.shapes import Point
from generator.layout.elements.base import Element
from generator.press.preflight.findings.safe_zone import SLACK
from generator.press.preflight.frame import Frame, corners
from generator.press.preflight.letters import ink_boxes
from generator.press.preflight.scene import Scene, warning
from generator.press.tokens.shapes import distance, holds


def find(scene: Scene) -> Iterator[Problem]:
    """Texts and icons outside the safe zone, each place of the layout once with the farthest of it."""
    if scene.component.shape.kind == "rect":
        return
    worst: dict[tuple[str, Place, str], tuple[Element, float]] = {}
    for noun, element, excess in (*_texts(scene), *_icons(scene)):
        key = (noun, element.place, element.id)
        if key not in worst or excess > worst[key][1]:
            worst[key] = (element, excess)
    for (noun, _, _), (element, excess) in worst.items():
        yield _told(scene, noun, element, excess)


def _told(scene: Scene, noun: str, element: Element, excess: float) -> Problem:
    safe, kind = scene.component.safe, scene.component.shape.kind
    zone = "out of the safe zone" if safe else "over the trim"
    return warning(
        element,
        f"the {noun} reaches {excess:.1f} mm {zone} of the {kind}",
        f"keep it {f'{safe:g} mm ' if safe else ''}inside the shape: a cut may be a little off",
    )


def _texts(scene: Scene) -> Iterator[tuple[str, Element, float]]:
    for words in scene.texts:
        polygons = [
            tuple(words.frame.matrix.apply(x, y) for x, y in corners(box)) for box in ink_boxes(words.block)
        ]
        excess = _excess(scene, words.frame, polygons)
        if excess > SLACK:
            yield "text", words.element, excess


def _icons(scene: Scene) -> Iterator[tuple[str, Element, float]]:
    """Icons in the safe zone's margin. A pattern that runs out over the trim is meant to be cut."""
    outside: list[tuple[Element, float]] = []
    patterns: set[Place] = set()
    for sign in scene.signs:
        excess = _excess(scene, sign.frame, sign.area.polygons()) + sign.reach
        if excess > scene.component.safe + SLACK:
            patterns.add(sign.element.place)
        elif excess > SLACK:
            outside.append((sign.element, excess))
    for element, excess in outside:
        if element.place not in patterns:
            yield "icon", element, excess


def _excess(scene: Scene, frame: Frame, polygons: Sequence[Sequence[Point]]) -> float:
    """How far polygons on the card reach out of the safe zone; negative where they keep inside."""
    found = [_clearance(scene, polygon) for polygon in _seen(frame, polygons)]
    return scene.component.safe - min(found, default=math.inf)


def _seen(frame: Frame, polygons: Sequence[Sequence[Point]]) -> Iterator[Sequence[Point]]:
    for polygon in polygons:
        box = frame.seen([polygon])
        if box is not None:
            yield corners(box) if frame.clips else polygon


def _clearance(scene: Scene, polygon: Sequence[Point]) -> float:
    """From a polygon to the edge of the shape that it lies in; negative where it reaches beyond."""
    component = scene.component
    size, shape = component.size, component.shape
    if shape.kind == "circle":
        centre = size.width / 2, size.height / 2
        return size.width / 2 - max(math.dist(point, centre) for point in polygon)
    trim = shape.corners(size)
    if scene.side == "back":
        trim = tuple((size.width - x, y) for x, y in trim)
    beyond = [distance([point], trim) for point in polygon if not holds(trim, point)]
    # A corner of the shape may also cut into what has all its own corners inside.
    beyond += [distance([point], polygon) for point in trim if holds(polygon, point)]
    return -max(beyond) if beyond else distance(polygon, trim)
