"""Colour and pictures that end at the trim: a cut that slips a little leaves a white edge beside them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from generator.catalog.models import Component
from generator.catalog.problems import NO_BLEED, Problem
from generator.catalog.wording import join_words
from generator.layout.geometry import Box
from generator.press.preflight.geometry import Point
from generator.press.preflight.scene import (
    PAPER,
    Layer,
    Mark,
    PlacedPicture,
    Scene,
    Shape,
    Tone,
    contrast,
    over,
    tone_of,
    warning,
)

NEAR = 0.1
"""Millimetres: what ends so near the trim is meant to end there; and so little less bleed will do."""
MOST = 0.5
"""The share of a side along which something must reach it to count."""
POINTS = 12
"""Looked at along each side."""
INSIDE = 0.3
"""How far inside the trim it is looked at, in mm: beyond a line around it."""
VISIBLE = 1.1
"""Contrast to white paper from which a white edge is seen."""
SIDES = ("left", "top", "right", "bottom")


class End(NamedTuple):
    """Something that ends at a side, or a little beyond."""

    mark: Shape | PlacedPicture
    side: int
    """Of :data:`SIDES`."""
    beyond: float
    """Millimetres beyond the trim."""


def find(scene: Scene) -> Iterator[Problem]:
    """The lowest of what ends at each side, where nothing else is printed beyond it."""
    component = scene.component
    if component.bleed <= NEAR or component.shape.kind != "rect" or component.box_contents is not None:
        return
    lowest: dict[int, End] = {}
    for end in _ends(scene.marks, component):
        if end.side not in lowest and _is_bare(scene, end):
            lowest[end.side] = end
    by_mark: dict[int, list[End]] = {}
    for side in sorted(lowest):
        by_mark.setdefault(id(lowest[side].mark), []).append(lowest[side])
    for ends in by_mark.values():
        yield _warn(ends, component)


def _warn(ends: list[End], component: Component) -> Problem:
    mark, bleed = ends[0].mark, component.bleed
    beyond = min(end.beyond for end in ends)
    noun = "picture" if isinstance(mark, PlacedPicture) else f"<{mark.element.TAG}>"
    where = "at the trim" if beyond < NEAR else f"{beyond:.1f} mm beyond the trim"
    return warning(
        mark.element,
        f"the {noun} ends {where} {_named([end.side for end in ends])}: a cut that slips shows white",
        f"draw it {bleed:g} mm beyond the trim, or write `bleed-from: mirror` under `press`",
    )._replace(code=NO_BLEED)


def _named(sides: list[int]) -> str:
    if len(sides) == len(SIDES):
        return "on all sides"
    return f"at the {join_words([SIDES[side] for side in sides], 'and')}"


def _ends(marks: Iterable[Mark], component: Component) -> Iterator[End]:
    width, height, enough = component.size.width, component.size.height, component.bleed - NEAR
    right, bottom = width - NEAR, height - NEAR
    for mark in marks:
        x, y, wide, high = mark.box
        # Most marks are clear of the trim.
        if x > NEAR and y > NEAR and x + wide < right and y + high < bottom:
            continue
        if isinstance(mark, Layer):
            yield from _ends(mark.marks, component)
            continue
        reached = -x, -y, x + wide - width, y + high - height
        if min(reached) >= enough:
            continue
        if not isinstance(mark, Shape | PlacedPicture) or (isinstance(mark, Shape) and mark.fill is None):
            continue
        tall = min(y + high, height) - max(y, 0.0) >= MOST * height
        broad = min(x + wide, width) - max(x, 0.0) >= MOST * width
        for side, beyond in enumerate(reached):
            if -NEAR <= beyond < enough and (broad if side % 2 else tall):
                yield End(mark, side, beyond)


def _is_bare(scene: Scene, end: End) -> bool:
    """Whether it is seen along most of a side, with nothing but paper beyond."""
    component = scene.component
    bare = 0
    for inner, outer in _pairs(end.side, component.size.width, component.size.height, component.bleed):
        if not any(_covers(mark, *outer) for mark in scene.marks) and _is_seen(scene, end.mark, inner):
            bare += 1
    return bare >= MOST * POINTS


def _pairs(side: int, width: float, height: float, bleed: float) -> Iterator[tuple[Point, Point]]:
    """Points along a side, each inside the trim and outside, at the end of the bleed."""
    out = bleed - 2 * NEAR
    for number in range(POINTS):
        share = (number + 0.5) / POINTS
        x, y = share * width, share * height
        yield (
            ((INSIDE, y), (-out, y)),
            ((x, INSIDE), (x, -out)),
            ((width - INSIDE, y), (width + out, y)),
            ((x, height - INSIDE), (x, height + out)),
        )[side]


def _covers(mark: Mark, x: float, y: float) -> bool:
    """Whether it prints anything there. A picture is taken to be solid, so that it need not be opened."""
    if not _is_in(mark.box, x, y):
        return False
    if isinstance(mark, PlacedPicture):
        return mark.area.has(x, y) and mark.frame.shows(x, y)
    return _is_visible(mark.tone(x, y))


def _is_visible(tone: Tone) -> bool:
    """Whether it stands out from the paper that it lies on."""
    return tone.alpha > 0 and contrast(over(tone, Tone(PAPER, 1.0)).colour, PAPER) >= VISIBLE


def _is_in(box: Box, x: float, y: float) -> bool:
    return box.x <= x <= box.x + box.width and box.y <= y <= box.y + box.height


def _is_seen(scene: Scene, mark: Shape | PlacedPicture, point: Point) -> bool:
    """Whether it has colour there, and what lies over it is not white."""
    if not _is_in(mark.box, *point) or mark.tone(*point).alpha == 0:
        return False
    return _is_visible(tone_of(scene.marks, *point))
