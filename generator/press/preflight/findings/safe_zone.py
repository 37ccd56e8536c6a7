"""Texts and icons so near the trim that a cut which is a little off would clip them."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from generator.catalog.models import Component
from generator.catalog.problems import Place, Problem
from generator.layout.elements.base import Element
from generator.layout.geometry import Box, Matrix, around, contains, distance
from generator.press.preflight.geometry import Frame, Point, common, corners, moved_box
from generator.press.preflight.scene import IconMark, PlacedText, Scene, ink_boxes, room, warning

SLACK = 0.05
"""Millimetres; a tenth is the least that is told."""
SIDES = ("left", "top", "right", "bottom")


class Excess(NamedTuple):
    """How far something reaches out of a box, in mm, at each of :data:`SIDES`; negative: not at all."""

    left: float
    top: float
    right: float
    bottom: float

    @classmethod
    def of(cls, inner: Box, outer: Box) -> Excess:
        return cls(
            outer.x - inner.x, outer.y - inner.y, inner.right - outer.right, inner.bottom - outer.bottom
        )


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
    if scene.component.shape.kind != "rect":
        # What lies inside the box may lie outside the shape: that is measured by itself.
        yield from _outside_in_shape(scene, zone)
        return
    worst: dict[tuple[str, Place, str], tuple[Element, Excess]] = {}
    for noun, element, excess in (*_texts(scene, zone), *_icons(scene, zone)):
        key = (noun, element.place, element.id)
        if key not in worst or max(excess) > max(worst[key][1]):
            worst[key] = (element, excess)
    for (noun, _, _), (element, excess) in worst.items():
        yield _warn(noun, element, excess, zone)


def _warn(noun: str, element: Element, excess: Excess, zone: Zone) -> Problem:
    sides = " and ".join(side for side, beyond in zip(SIDES, excess, strict=True) if beyond > SLACK)
    return warning(
        element,
        f"the {noun} reaches {max(excess):.1f} mm {zone.left} at the {sides}",
        f"keep it {zone.inside('trim')}: a cut may be a little off",
    )


def _trim(component: Component) -> Box:
    return Box(0, 0, component.size.width, component.size.height)


def _safe_box(component: Component, zone: Zone) -> Box:
    size = component.size
    return Box(zone.across, zone.down, size.width - 2 * zone.across, size.height - 2 * zone.down)


def _texts(scene: Scene, zone: Zone) -> Iterator[tuple[str, Element, Excess]]:
    safe = _safe_box(scene.component, zone)
    for words in scene.texts:
        box = moved_box(room(words.block), words.frame.matrix)
        if max(Excess.of(box, safe)) <= SLACK:
            continue
        ink = _seen_ink(words)
        if ink is not None and max(excess := Excess.of(ink, safe)) > SLACK:
            yield "text", words.element, excess


def _icons(scene: Scene, zone: Zone) -> Iterator[tuple[str, Element, Excess]]:
    """Icons in the safe zone's margin. A pattern that runs out over the trim is meant to be cut."""
    trim = _trim(scene.component)
    safe = _safe_box(scene.component, zone)
    outside: list[tuple[IconMark, Excess]] = []
    patterns: set[Place] = set()
    for icon in scene.icons:
        if max(Excess.of(icon.area.box.grown(icon.reach), safe)) <= SLACK:
            continue
        ink = _seen_icon(icon)
        if ink is None or max(excess := Excess.of(ink, safe)) <= SLACK:
            continue
        if max(Excess.of(ink, trim)) > SLACK:
            patterns.add(icon.element.place)
        else:
            outside.append((icon, excess))
    for icon, excess in outside:
        if icon.element.place not in patterns:
            yield "icon", icon.element, excess


def _seen_ink(words: PlacedText) -> Box | None:
    """The ink of a text's letters on the card, as far as clips show it."""
    frame, boxes = words.frame, list(ink_boxes(words.block))
    if boxes and not frame.clips and frame.matrix.is_upright:
        # Most texts are of many letters, lie straight and are not clipped: one box does for all.
        ends = [(box.x, box.y) for box in boxes] + [(box.right, box.bottom) for box in boxes]
        return moved_box(around(ends), frame.matrix)
    return frame.seen([_moved(box, frame.matrix) for box in boxes])


def _moved(box: Box, matrix: Matrix) -> tuple[Point, ...]:
    return tuple(matrix.apply(x, y) for x, y in corners(box))


def _seen_icon(icon: IconMark) -> Box | None:
    ink = icon.frame.seen(icon.area.polygons())
    if ink is None or not icon.reach:
        return ink
    return common(ink.grown(icon.reach), icon.frame.shown) if icon.frame.shown else None


def _outside_in_shape(scene: Scene, zone: Zone) -> Iterator[Problem]:
    """The same for tokens that are no rectangles: how near things come to the shape's own edge."""
    worst: dict[tuple[str, Place, str], tuple[Element, float]] = {}
    for noun, element, excess in (*_shape_texts(scene, zone), *_shape_icons(scene, zone)):
        key = (noun, element.place, element.id)
        if key not in worst or excess > worst[key][1]:
            worst[key] = (element, excess)
    for (noun, _, _), (element, excess) in worst.items():
        yield warning(
            element,
            f"the {noun} reaches {excess:.1f} mm {zone.left} of the {scene.component.shape.kind}",
            f"keep it {zone.inside('shape')}: a cut may be a little off",
        )


def _shape_texts(scene: Scene, zone: Zone) -> Iterator[tuple[str, Element, float]]:
    for words in scene.texts:
        polygons = [
            tuple(words.frame.matrix.apply(x, y) for x, y in corners(box)) for box in ink_boxes(words.block)
        ]
        excess = _shape_excess(scene, zone, words.frame, polygons)
        if excess > SLACK:
            yield "text", words.element, excess


def _shape_icons(scene: Scene, zone: Zone) -> Iterator[tuple[str, Element, float]]:
    """Icons in the safe zone's margin. A pattern that runs out over the trim is meant to be cut."""
    outside: list[tuple[Element, float]] = []
    patterns: set[Place] = set()
    for icon in scene.icons:
        excess = _shape_excess(scene, zone, icon.frame, icon.area.polygons()) + icon.reach
        if excess > zone.margin + SLACK:
            patterns.add(icon.element.place)
        elif excess > SLACK:
            outside.append((icon.element, excess))
    for element, excess in outside:
        if element.place not in patterns:
            yield "icon", element, excess


def _shape_excess(scene: Scene, zone: Zone, frame: Frame, polygons: Sequence[Sequence[Point]]) -> float:
    """How far polygons on the card reach out of the safe zone; negative where they keep inside."""
    found = [_clearance(scene, polygon) for polygon in _seen_polygons(frame, polygons)]
    return zone.margin - min(found, default=math.inf)


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
