"""Tuck boxes: where to cut, fold and glue, all from the net's numbers in mm; laid on pages like boards.

What is seen of the folded box has no line on it. Straight edges and folds are marked by ticks in line with
them, in what is cut away or glued over; the curves and the flaps have a line a hair outside the cut.
"""

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
"""The tongue and every flap are so much narrower on either side, so that they slip in."""
TONGUE_CORNER = 6.0
FLAP_CORNER = 2.0
TAPER = 3.0
"""Most that a flap narrows on either side."""
GLUE_SIZE = 7.0
OUTSIDE = 0.3
"""From a cut to the line that marks it, so that nothing of the line and of the white beside it stays."""
INKED = 1.0
"""What a flap that is glued has of the art beside its fold, so that no white peeps out at the edge."""
TICK_START, TICK_LENGTH = 2.0, 5.0
"""From the end of the fold or edge that a tick is in line with."""
MIN_TICK = 2.0


@dataclass(frozen=True)
class BoxLines:
    """The lines of one net."""

    net: Net

    def overlay(self) -> Overlay:
        """White under the glue, for it does not hold on ink."""
        areas = self.glued()
        ground = [shape for area in areas for shape in glue(area, WHITE)]
        return Overlay(
            (*ground, *fold(*self.fold_ticks()), *cut(*self.cut_ticks(), *self.cut_lines())),
            tuple(self._labels(areas)),
        )

    def outline(self) -> Outline:
        """The way of the knife, clockwise from the back's upper left corner."""
        net, panels = self.net, self.net.panels
        back, left, front, right = (panels[name] for name in ("back", "left", "front", "right"))
        lid, bottom = panels["lid"], panels["bottom"]
        path = _Path(back.x, back.y)
        path.to(lid.x, lid.y)
        self._tongue(path)
        path.to(lid.right, lid.y)
        path.to(back.right, back.y)
        path.flap(self._dust_flap(left.x, left.right, left.y, -1))
        path.to(front.x, front.y)
        path.notch(front.x + front.width / 2, front.y, net.notch)
        path.to(front.right, front.y)
        path.flap(self._dust_flap(right.x, right.right, right.y, -1))
        path.to(right.right, right.y)
        path.to(right.right, right.bottom)
        path.flap(self._dust_flap(right.right, right.x, right.bottom, 1))
        path.to(bottom.right, bottom.y)
        path.to(bottom.right, bottom.bottom)
        path.to(bottom.x, bottom.bottom)
        path.to(bottom.x, bottom.y)
        path.flap(self._dust_flap(left.right, left.x, left.bottom, 1))
        path.flap(self._back_flap())
        path.to(back.x, back.bottom)
        for x, y in reversed(self.tab()):
            path.to(x, y)
        return path.closed()

    def cut_lines(self) -> Iterator[Outline]:
        """Around the flaps, the tongue and the notch, all of them a hair outside the cut."""
        net, panels = self.net, self.net.panels
        front, tongue = panels["front"], _Path()
        self._tongue(tongue, OUTSIDE)
        yield tongue.open()
        for corners in (*self._flaps(OUTSIDE), self.tab(OUTSIDE)):
            flap = _Path()
            flap.flap(corners)
            yield flap.open()
        notch, middle = _Path(), front.x + front.width / 2
        notch.notch(middle, front.y, net.notch - OUTSIDE)
        yield notch.open()

    def cut_ticks(self) -> Iterator[Outline]:
        """In line with the straight edges of what is seen."""
        net, panels = self.net, self.net.panels
        lid, front, right, bottom = (panels[name] for name in ("lid", "front", "right", "bottom"))
        for x in (lid.x, lid.right):
            yield _tick_down(x, 0.0, -1)
        for x in (bottom.x, bottom.right):
            yield _tick_down(x, bottom.bottom, 1)
        yield _tick_down(right.right, right.y, -1)
        yield _tick_down(right.right, right.bottom, 1)
        yield _tick_across(bottom.x, bottom.bottom, -1)
        yield _tick_across(bottom.right, bottom.bottom, 1)
        reach, middle = net.notch - TICK_START, front.x + front.width / 2
        if 2 * reach >= MIN_TICK:
            # The front's upper edge has the notch in its middle, and folds in line with it at either end.
            yield line(middle - reach, front.y, middle + reach, front.y)

    def fold_ticks(self) -> Iterator[Outline]:
        panels = self.net.panels
        back, left, front, right = (panels[name] for name in ("back", "left", "front", "right"))
        lid = panels["lid"]
        for side in (back, left):
            yield _tick_down(side.x, side.bottom, 1)
        for side in (front, right):
            yield _tick_down(side.x, side.y, -1)
        yield _tick_across(lid.x, lid.y, -1)
        yield _tick_across(lid.right, lid.y, 1)
        for y in (back.y, back.bottom):
            yield _tick_across(back.x, y, -1)
            yield _tick_across(right.right, y, 1)

    def folds(self) -> Iterator[tuple[Point, Point]]:
        """All lines to fold along, from cut to cut."""
        panels = self.net.panels
        back, left, front, right = (panels[name] for name in ("back", "left", "front", "right"))
        lid, bottom = panels["lid"], panels["bottom"]
        yield (lid.x + CLEARANCE, lid.y), (lid.right - CLEARANCE, lid.y)
        yield (back.x, back.y), (back.right, back.y)
        yield (bottom.x, bottom.y), (bottom.right, bottom.y)
        start, *_, end = self.tab()
        yield start, end
        for panel in (left, front, right):
            yield (panel.x, panel.y), (panel.x, panel.bottom)
        for start, *_, end in self._flaps():
            yield min(start, end), max(start, end)

    def tab(self, out: float = 0.0) -> tuple[Point, ...]:
        """The glue tab beside the back, so much larger; the right side goes over it."""
        back = self.net.panels["back"]
        slope = min(self.net.flap * 0.4, back.height / 6)
        top, bottom = back.y + CLEARANCE - out, back.bottom - CLEARANCE + out
        return ((back.x, top), (-out, top + slope), (-out, bottom - slope), (back.x, bottom))

    def glued(self) -> tuple[tuple[Point, ...], ...]:
        """The areas for glue: the tab, and on the three flaps that the bottom is glued to."""
        return tuple(_without_fold(corners) for corners in (self.tab(), *self._flaps()[2:]))

    def _flaps(self, out: float = 0.0) -> tuple[tuple[Point, ...], ...]:
        """Those under the lid, and those under the bottom, each from one end of its fold to the other."""
        left, right = self.net.panels["left"], self.net.panels["right"]
        return (
            self._dust_flap(left.x, left.right, left.y, -1, out),
            self._dust_flap(right.x, right.right, right.y, -1, out),
            self._back_flap(out),
            self._dust_flap(left.right, left.x, left.bottom, 1, out),
            self._dust_flap(right.right, right.x, right.bottom, 1, out),
        )

    def _tongue(self, path: _Path, out: float = 0.0) -> None:
        lid = self.net.panels["lid"]
        corner = min(TONGUE_CORNER, self.net.flap * 0.7, lid.width / 3)
        start, end = lid.x + CLEARANCE - out, lid.right - CLEARANCE + out
        path.to(start, lid.y)
        path.rounded((start, -out), (end, -out), (end, lid.y), corner + out)

    def _dust_flap(self, start: float, end: float, y: float, way: int, out: float = 0.0) -> tuple[Point, ...]:
        """Its corners from one end of the fold to the other; ``way`` −1 is up."""
        return _flap(start, end, y, way * (self.net.dust + out), out)

    def _back_flap(self, out: float = 0.0) -> tuple[Point, ...]:
        back = self.net.panels["back"]
        return _flap(back.right, back.x, back.bottom, self.net.flap + out, out)

    def _labels(self, areas: Sequence[Sequence[Point]]) -> Iterator[Label]:
        for corners in areas:
            xs, ys = zip(*corners, strict=True)
            width, height = max(xs) - min(xs), max(ys) - min(ys)
            x, y = (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
            yield Label("glue", x, y, max(width, height), GLUE_SIZE, -90 if height > width else 0)


def _flap(start: float, end: float, y: float, length: float, out: float) -> tuple[Point, ...]:
    """A flap's corners, so much outside its edges, from one end of its fold to the other."""
    way = math.copysign(1.0, end - start)
    begin, finish = start + way * (CLEARANCE - out), end - way * (CLEARANCE - out)
    inward = way * min(TAPER, abs(end - start) / 6)
    return ((begin, y), (begin + inward, y + length), (finish - inward, y + length), (finish, y))


def _without_fold(corners: Sequence[Point]) -> tuple[Point, ...]:
    """A flap but for a strip beside its fold."""
    start, first, second, end = corners
    return (_towards(start, first, INKED), first, second, _towards(end, second, INKED))


def _tick_down(x: float, y: float, way: int) -> Outline:
    """Below the end of a line, or above it (``way`` −1)."""
    return line(x, y + way * TICK_START, x, y + way * (TICK_START + TICK_LENGTH))


def _tick_across(x: float, y: float, way: int) -> Outline:
    return line(x + way * TICK_START, y, x + way * (TICK_START + TICK_LENGTH), y)


class _Path:
    """An outline in the making."""

    def __init__(self, *start: float) -> None:
        """Without a start it begins where it first goes to."""
        self._segments: list[Segment] = []
        self._last = (math.inf, math.inf)
        if start:
            self.to(*start)

    def to(self, x: float, y: float) -> None:
        if not self._segments:
            self._segments.append(("M", (x, y)))
            self._last = (x, y)
        elif math.dist(self._last, (x, y)) > 1e-9:
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

    def open(self) -> Outline:
        return Outline(tuple(self._segments))

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
    # Its own lines show where to cut; marks at the corners of what is cut away would show nothing.
    unmarked = (
        replace(options, marks="none") if fits_whole(net.flat.width, net.flat.height, options) else options
    )
    return plan_boards(deck, has_back, net.flat.width, net.flat.height, unmarked, BoxLines(net).overlay())


def _plan(component: Component, deck: Copies, has_back: bool, options: PressOptions) -> Plan:
    assert component.box_contents is not None, "a box is not loaded without what it holds"
    return plan_boxes(deck, has_back, component.box_contents, options)


KIND = ComponentKind(_plan, is_one_sided=True)
