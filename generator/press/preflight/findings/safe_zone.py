"""Texts and icons so near the trim that a cut which is a little off would clip them."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from generator.catalog.models import Component
from generator.catalog.problems import Place, Problem
from generator.layout.elements.base import Element
from generator.layout.geometry import Box, contains, distance
from generator.press.preflight.geometry import Frame, Point, common, corners, moved_box
from generator.press.preflight.scene import PlacedText, Scene, ink_boxes, room, warning

SLACK = 0.05
"""Millimetres; a tenth is the least that is reported."""
SIDES = ("left", "top", "right", "bottom")


class Excess(NamedTuple):
    """How far something reaches out of a safe zone, and over the trim, in mm; negative: not at all."""

    length: float
    over_trim: float
    where: str
    """Where it leaves the zone, in words."""


def _beyond(inner: Box, outer: Box) -> tuple[float, ...]:
    """How far a box reaches out of another one at each of :data:`SIDES`."""
    return outer.x - inner.x, outer.y - inner.y, inner.right - outer.right, inner.bottom - outer.bottom


class Zone(NamedTuple):
    """A safe zone: what lies at least so far inside the trim, in mm."""

    across: float
    """From the left and the right."""
    down: float
    """From the top and the bottom."""
    name: str = "the safe zone"

    @property
    def margin(self) -> float:
        """The larger one: shapes that are no rectangles have it all around."""
        return max(self.across, self.down)

    @property
    def left(self) -> str:
        """Where something reaches that leaves it: ``out of the safe zone``."""
        return f"out of {self.name}" if self.margin else "over the trim"

    def inside(self, of: str) -> str:
        """Where to keep: ``3 mm inside the trim``."""
        same = abs(self.across - self.down) < SLACK
        sides = f"{_mm(self.across)} × {_mm(self.down)}" if not same else _mm(self.margin)
        return f"{f'{sides} mm ' if self.margin else ''}inside the {of}"


def _mm(length: float) -> str:
    return f"{round(length, 3):g}"


def find(scene: Scene) -> Iterator[Problem]:
    """Texts and icons outside the component's own safe zone."""
    safe = scene.component.safe
    yield from outside(scene, Zone(safe, safe))


def outside(scene: Scene, zone: Zone) -> Iterator[Problem]:
    """Texts and icons outside a safe zone, each place of the layout once with the farthest of it."""
    is_rectangle = scene.component.shape.kind == "rect"
    worst: dict[tuple[str, Place, str], tuple[Element, Excess]] = {}
    for noun, element, excess in (*_texts(scene, zone), *_icons(scene, zone)):
        key = (noun, element.place, element.id)
        if key not in worst or excess.length > worst[key][1].length:
            worst[key] = (element, excess)
    for (noun, _, _), (element, excess) in worst.items():
        yield warning(
            element,
            f"the {noun} reaches {excess.length:.1f} mm {zone.left} {excess.where}",
            f"keep it {zone.inside('trim' if is_rectangle else 'shape')}: a cut may be a little off",
        )


def _texts(scene: Scene, zone: Zone) -> Iterator[tuple[str, Element, Excess]]:
    for words in scene.texts:
        matrix = words.frame.matrix
        if not _is_clear(scene, zone, moved_box(room(words.block), matrix)):
            excess = _excess(scene, zone, words.frame, list(_ink_polygons(words)))
            if excess is not None:
                yield "text", words.element, excess


def _icons(scene: Scene, zone: Zone) -> Iterator[tuple[str, Element, Excess]]:
    """Icons in the safe zone's margin. A pattern that runs out over the trim is meant to be cut."""
    outside: list[tuple[Element, Excess]] = []
    patterns: set[Place] = set()
    for icon in scene.icons:
        if _is_clear(scene, zone, icon.area.box.grown(icon.reach)):
            continue
        excess = _excess(scene, zone, icon.frame, icon.area.polygons(), icon.reach)
        if excess is not None and excess.over_trim > SLACK:
            patterns.add(icon.element.place)
        elif excess is not None:
            outside.append((icon.element, excess))
    for element, excess in outside:
        if element.place not in patterns:
            yield "icon", element, excess


def _ink_polygons(words: PlacedText) -> Iterator[Sequence[Point]]:
    """Around each letter of a text on the card."""
    matrix = words.frame.matrix
    for box in ink_boxes(words.block):
        yield tuple(matrix.apply(x, y) for x, y in corners(box))


def _safe_box(component: Component, zone: Zone) -> Box:
    size = component.size
    return Box(zone.across, zone.down, size.width - 2 * zone.across, size.height - 2 * zone.down)


def _is_clear(scene: Scene, zone: Zone, box: Box) -> bool:
    """Whether all that is in a box keeps inside for certain; shapes that are no rectangles are measured."""
    is_rectangle = scene.component.shape.kind == "rect"
    return is_rectangle and max(_beyond(box, _safe_box(scene.component, zone))) <= SLACK


def _excess(
    scene: Scene, zone: Zone, frame: Frame, polygons: Sequence[Sequence[Point]], reach: float = 0.0
) -> Excess | None:
    """How far polygons on the card, with a stroke of such a ``reach``, are outside; None if they are not."""
    shape, size = scene.component.shape, scene.component.size
    if shape.kind != "rect":
        # What lies inside the box may lie outside the shape.
        clear = min((_clearance(scene, one) for one in _seen_polygons(frame, polygons)), default=math.inf)
        found = Excess(zone.margin - clear + reach, reach - clear, f"of the {shape.kind}")
        return found if found.length > SLACK else None
    ink = frame.seen(polygons)
    if ink is not None and reach:
        ink = common(ink.grown(reach), frame.shown) if frame.shown else None
    if ink is None:
        return None
    beyond = _beyond(ink, _safe_box(scene.component, zone))
    sides = " and ".join(side for side, length in zip(SIDES, beyond, strict=True) if length > SLACK)
    over_trim = max(_beyond(ink, Box(0, 0, size.width, size.height)))
    return Excess(max(beyond), over_trim, f"at the {sides}") if sides else None


def _seen_polygons(frame: Frame, polygons: Sequence[Sequence[Point]]) -> Iterator[Sequence[Point]]:
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
    beyond = [distance([point], trim) for point in polygon if not contains(trim, point)]
    # A corner of the shape may also cut into what has all its own corners inside.
    beyond += [distance([point], polygon) for point in trim if contains(polygon, point)]
    return -max(beyond) if beyond else distance(polygon, trim)
