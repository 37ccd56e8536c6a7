"""Texts and icons so near the trim that a cut which is a little off would clip them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from generator.catalog.models import Component
from generator.catalog.problems import Place, Problem
from generator.layout.elements.base import Element
from generator.layout.geometry import Box, Matrix
from generator.press.preflight.flat import Point
from generator.press.preflight.frame import common, corners, moved_box
from generator.press.preflight.letters import ink_boxes, room
from generator.press.preflight.scene import Scene, Sign, Words, warning

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


def find(scene: Scene) -> Iterator[Problem]:
    """Texts and icons outside the safe zone, each place of the layout once with the farthest of it."""
    component = scene.component
    if component.shape.kind != "rect":
        # What lies inside the box may lie outside the shape: that is measured by itself.
        return
    worst: dict[tuple[str, Place, str], tuple[Element, Excess]] = {}
    for noun, element, excess in (*_texts(scene), *_icons(scene)):
        key = (noun, element.place, element.id)
        if key not in worst or max(excess) > max(worst[key][1]):
            worst[key] = (element, excess)
    for (noun, _, _), (element, excess) in worst.items():
        yield _told(noun, element, excess, component)


def _told(noun: str, element: Element, excess: Excess, component: Component) -> Problem:
    safe = component.safe
    zone = "out of the safe zone" if safe else "over the trim"
    sides = " and ".join(side for side, beyond in zip(SIDES, excess, strict=True) if beyond > SLACK)
    return warning(
        element,
        f"the {noun} reaches {max(excess):.1f} mm {zone} at the {sides}",
        f"keep it {f'{safe:g} mm ' if safe else ''}inside the trim: a cut may be a little off",
    )


def _trim(component: Component) -> Box:
    return Box(0, 0, component.size.width, component.size.height)


def _texts(scene: Scene) -> Iterator[tuple[str, Element, Excess]]:
    safe = _trim(scene.component).grown(-scene.component.safe)
    for words in scene.texts:
        box = moved_box(room(words.block), words.frame.matrix)
        if max(Excess.of(box, safe)) <= SLACK:
            continue
        ink = _seen_ink(words)
        if ink is not None and max(excess := Excess.of(ink, safe)) > SLACK:
            yield "text", words.element, excess


def _icons(scene: Scene) -> Iterator[tuple[str, Element, Excess]]:
    """Icons in the safe zone's margin. A pattern that runs out over the trim is meant to be cut."""
    trim = _trim(scene.component)
    safe = trim.grown(-scene.component.safe)
    outside: list[tuple[Sign, Excess]] = []
    patterns: set[Place] = set()
    for sign in scene.signs:
        if max(Excess.of(sign.area.box.grown(sign.reach), safe)) <= SLACK:
            continue
        ink = _seen_icon(sign)
        if ink is None or max(excess := Excess.of(ink, safe)) <= SLACK:
            continue
        if max(Excess.of(ink, trim)) > SLACK:
            patterns.add(sign.element.place)
        else:
            outside.append((sign, excess))
    for sign, excess in outside:
        if sign.element.place not in patterns:
            yield "icon", sign.element, excess


def _seen_ink(words: Words) -> Box | None:
    """The ink of a text's letters on the card, as far as clips show it."""
    polygons = [_moved(box, words.frame.matrix) for box in ink_boxes(words.block)]
    return words.frame.seen(polygons)


def _moved(box: Box, matrix: Matrix) -> tuple[Point, ...]:
    return tuple(matrix.apply(x, y) for x, y in corners(box))


def _seen_icon(sign: Sign) -> Box | None:
    ink = sign.frame.seen(sign.area.polygons())
    if ink is None or not sign.reach:
        return ink
    return common(ink.grown(sign.reach), sign.frame.shown) if sign.frame.shown else None
