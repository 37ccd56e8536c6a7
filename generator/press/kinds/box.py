"""Tuck boxes: where to cut, fold and glue, all from the net's numbers in mm; laid on pages like boards."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from generator.catalog.boxes import BoxContents, Net
from generator.catalog.models import Component
from generator.catalog.press_settings import PressOptions
from generator.layout.geometry import KAPPA, Outline, Segment
from generator.press.impose import Copies, Plan
from generator.press.kinds import ComponentKind
from generator.press.kinds.board import fits_whole, plan_boards
from generator.press.overlay import WHITE, Label, Overlay, Point, cut, fold, glue, line

CLEARANCE = 0.5
"""The tongue is so much narrower on either side, so that it slips in."""
TONGUE_CORNER = 6.0
FLAP_CORNER = 2.0
TAPER = 3.0
"""Most that a flap narrows on either side."""
GLUE_SIZE = 7.0


@dataclass(frozen=True)
class BoxLines:
    """The lines of one net."""

    net: Net

    def overlay(self) -> Overlay:
        """White under the glue, for it does not hold on ink."""
        areas = (self.tab(), *self.bottom_flaps())
        ground = [shape for area in areas for shape in glue(area, WHITE)]
        return Overlay((*ground, *fold(*self.folds()), *cut(self.outline())), tuple(self._labels(areas)))

    def outline(self) -> Outline:
        """The way of the knife, clockwise from the back's upper left corner."""
        net, panels = self.net, self.net.panels
        back, left, front, right = (panels[name] for name in ("back", "left", "front", "right"))
        lid = panels["lid"]
        path = _Path(back.x, back.y)
        path.to(lid.x, lid.y)
        corner = min(TONGUE_CORNER, net.flap * 0.7, lid.width / 3)
        path.to(lid.x + CLEARANCE, lid.y)
        path.rounded(
            (lid.x + CLEARANCE, 0), (lid.right - CLEARANCE, 0), (lid.right - CLEARANCE, lid.y), corner
        )
        path.to(lid.right, lid.y)
        path.to(back.right, back.y)
        path.flap(self._dust_flap(left.x, left.right, left.y, -1))
        path.to(front.x, front.y)
        path.notch(front.x + front.width / 2, front.y, net.notch)
        path.to(front.right, front.y)
        path.flap(self._dust_flap(right.x, right.right, right.y, -1))
        path.to(right.right, right.bottom)
        path.flap(self._dust_flap(right.right, right.x, right.bottom, 1))
        bottom = panels["bottom"]
        path.to(bottom.right, bottom.bottom)
        path.to(bottom.x, bottom.bottom)
        path.to(bottom.x, bottom.y)
        path.flap(self._dust_flap(left.right, left.x, left.bottom, 1))
        path.flap(self._back_flap())
        for x, y in reversed(self.tab()[1:3]):
            path.to(x, y)
        return path.closed()

    def folds(self) -> Iterator[Outline]:
        panels = self.net.panels
        back, left, front, right = (panels[name] for name in ("back", "left", "front", "right"))
        lid = panels["lid"]
        yield line(lid.x, lid.y, lid.right, lid.y)
        for side in (back, left, front, right):
            yield line(side.x, side.y, side.x, side.bottom)
            yield line(side.x, side.bottom, side.right, side.bottom)
        for side in (back, left, right):
            yield line(side.x, side.y, side.right, side.y)

    def tab(self) -> tuple[Point, ...]:
        """The glue tab beside the back; the right side goes over it."""
        back = self.net.panels["back"]
        slope = min(self.net.flap * 0.4, back.height / 6)
        return ((back.x, back.y), (0.0, back.y + slope), (0.0, back.bottom - slope), (back.x, back.bottom))

    def bottom_flaps(self) -> tuple[tuple[Point, ...], ...]:
        """The three that the bottom is glued to."""
        left, right = self.net.panels["left"], self.net.panels["right"]
        return (
            self._back_flap(),
            self._dust_flap(left.right, left.x, left.bottom, 1),
            self._dust_flap(right.right, right.x, right.bottom, 1),
        )

    def _dust_flap(self, start: float, end: float, y: float, way: int) -> tuple[Point, ...]:
        """Its corners from one end of the fold to the other; ``way`` −1 is up."""
        inward = math.copysign(min(TAPER, abs(end - start) / 6), end - start)
        far = y + way * self.net.dust
        return ((start, y), (start + inward, far), (end - inward, far), (end, y))

    def _back_flap(self) -> tuple[Point, ...]:
        back = self.net.panels["back"]
        inward = min(TAPER, back.width / 6)
        far = back.bottom + self.net.flap
        return (
            (back.right, back.bottom),
            (back.right - inward, far),
            (back.x + inward, far),
            (back.x, back.bottom),
        )

    def _labels(self, areas: Sequence[Sequence[Point]]) -> Iterator[Label]:
        for corners in areas:
            xs, ys = zip(*corners, strict=True)
            width, height = max(xs) - min(xs), max(ys) - min(ys)
            x, y = (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
            yield Label("glue", x, y, max(width, height), GLUE_SIZE, -90 if height > width else 0)


class _Path:
    """An outline in the making."""

    def __init__(self, x: float, y: float) -> None:
        self._segments: list[Segment] = [("M", (x, y))]
        self._last = (x, y)

    def to(self, x: float, y: float) -> None:
        if math.dist(self._last, (x, y)) > 1e-9:
            self._segments.append(("L", (x, y)))
            self._last = (x, y)

    def rounded(self, first: Point, second: Point, end: Point, radius: float) -> None:
        """To ``end`` over two corners, both of them round."""
        for corner, after in ((first, second), (second, end)):
            self._corner(corner, after, radius)
        self.to(*end)

    def flap(self, corners: Sequence[Point]) -> None:
        """Along a flap's edge; its outer corners are round."""
        start, first, second, end = corners
        self.to(*start)
        self.rounded(
            first, second, end, min(FLAP_CORNER, math.dist(first, second) / 3, math.dist(start, first) / 3)
        )

    def notch(self, x: float, y: float, radius: float) -> None:
        """A half circle into the panel below."""
        reach = radius * KAPPA
        self.to(x - radius, y)
        self._curve(x - radius, y + reach, x - reach, y + radius, x, y + radius)
        self._curve(x + reach, y + radius, x + radius, y + reach, x + radius, y)

    def closed(self) -> Outline:
        return Outline((*self._segments, ("Z", ())))

    def _corner(self, corner: Point, after: Point, radius: float) -> None:
        before = _towards(corner, self._last, radius)
        behind = _towards(corner, after, radius)
        self.to(*before)
        self._curve(
            *_towards(before, corner, radius * KAPPA), *_towards(behind, corner, radius * KAPPA), *behind
        )

    def _curve(self, *values: float) -> None:
        self._segments.append(("C", values))
        self._last = values[-2], values[-1]


def _towards(start: Point, end: Point, length: float) -> Point:
    share = length / math.dist(start, end)
    return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share


def plan_boxes(deck: Copies, has_back: bool, holds: BoxContents, options: PressOptions) -> Plan:
    """The pages of boxes: whole where the paper holds the net, else in tiles like a board.

    Raises :class:`~generator.catalog.problems.InputError` for what can't be laid on this paper.
    """
    net = Net(holds)
    # Its own lines tell where to cut; marks at the corners of what is cut away would tell nothing.
    unmarked = (
        replace(options, marks="none") if fits_whole(net.flat.width, net.flat.height, options) else options
    )
    return plan_boards(deck, has_back, net.flat.width, net.flat.height, unmarked, BoxLines(net).overlay())


def _plan(component: Component, deck: Copies, has_back: bool, options: PressOptions) -> Plan:
    assert component.box_contents is not None, "a box is not loaded without what it holds"
    return plan_boxes(deck, has_back, component.box_contents, options)


KIND = ComponentKind(_plan, is_one_sided=True)
