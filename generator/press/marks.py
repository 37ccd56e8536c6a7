"""What stands around the cards: marks to cut and fold by, and the slug; and all of it as seen from behind.

Lines are in page mm, without a pen.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Literal, NamedTuple

from generator.catalog.press_settings import Backs, Marks
from generator.catalog.sizes import Size
from generator.catalog.units import EXACT, INCH
from generator.layout.geometry import Box, Outline, rectangle
from generator.press.grid import MARK_OFFSET, Band, Edges, Grid, Side, Sides, Slot, Turn

FlipAxis = Literal["vertical", "horizontal"]

_TURNED: dict[FlipAxis, dict[Turn, Turn]] = {
    "vertical": {0: 0, 90: 270, 180: 180, 270: 90},
    "horizontal": {0: 180, 90: 90, 180: 0, 270: 270},
}
_OPPOSITE: dict[FlipAxis, dict[Side, Side]] = {
    "vertical": {"left": "right", "right": "left", "top": "top", "bottom": "bottom"},
    "horizontal": {"left": "left", "right": "right", "top": "bottom", "bottom": "top"},
}


def flip_axis(paper: Size, backs: Backs) -> FlipAxis:
    """The axis a duplex printer turns the paper about: a portrait's long edges are the vertical ones."""
    if backs not in ("duplex-long", "duplex-short"):
        raise ValueError(f"{backs} turns no paper over")
    portrait = paper.height >= paper.width
    return "vertical" if portrait == (backs == "duplex-long") else "horizontal"


def mirror_slot(slot: Slot, paper: Size, axis: FlipAxis) -> Slot:
    """The slot mirrored in the page's middle line; also the back of a front across a fold there.

    The card's upward direction is mirrored with it, so the back reads the right way up once the cut
    card is turned over: upright about a vertical axis, upside down about a horizontal one.
    """
    b = slot.bleed
    turn = _TURNED[axis][slot.turn]
    spread = tuple(mirror_points(part, paper, axis) for part in slot.spread)
    if axis == "vertical":
        return Slot(paper.width - slot.cx, slot.cy, turn, Sides(b.right, b.top, b.left, b.bottom), spread)
    return Slot(slot.cx, paper.height - slot.cy, turn, Sides(b.left, b.bottom, b.right, b.top), spread)


def mirror_points(
    points: Sequence[tuple[float, float]], paper: Size, axis: FlipAxis
) -> tuple[tuple[float, float], ...]:
    """A polygon seen from behind, still clockwise."""
    if axis == "vertical":
        return tuple((paper.width - x, y) for x, y in reversed(points))
    return tuple((x, paper.height - y) for x, y in reversed(points))


def mirror_band(band: Band, paper: Size, axis: FlipAxis) -> Band:
    """The band behind a front's band. Its reading direction stays: nobody compares the two sides."""
    x, y = band.x, band.y
    if axis == "vertical":
        x = paper.width - band.x - band.width
    else:
        y = paper.height - band.y - band.height
    return Band(_OPPOSITE[axis][band.side], x, y, band.width, band.height, band.turn)


MAX_MARK_LENGTH = 4.0
"""Longest crop mark, mm."""
MIN_MARK_LENGTH = 1.0
"""Below this (mm) a mark between bleed and slug is moved to the slug's other side."""
PAPER_EDGE = 1.0
"""Marks end this far (mm) from the paper's edge."""
GUTTER_CLEARANCE = 1.0
"""Between a mark in a gutter and the bleeds beside it, mm."""


class Line(NamedTuple):
    """A straight line on the page (mm)."""

    x1: float
    y1: float
    x2: float
    y2: float
    dashed: bool = False


class _Span(NamedTuple):
    """A column or a row: its trim edges, and where its ink ends on either side (mm)."""

    start: float
    end: float
    ink_start: float
    ink_end: float


def sheet_marks(grid: Grid, paper: Size, used: Sequence[Slot], marks: Marks) -> tuple[Line, ...]:
    """All marks of a page on which the ``used`` slots are filled; none at all for ``marks="none"``."""
    if marks == "none" or not used:
        return ()
    if marks == "lines":
        return cut_lines(trims_of(used, grid)) + fold_lines(grid, paper)
    return crop_marks(grid, paper, used) + fold_lines(grid, paper)


def crop_marks(grid: Grid, paper: Size, used: Sequence[Slot]) -> tuple[Line, ...]:
    """Ticks for every cut through the used slots, outside the grid and in gutters that are wide enough.

    They never touch a trim, a bleed or the slug.
    """
    everywhere = every_slot(grid, paper)
    outer = grid.slots[0].bleed
    left, top = grid.left - outer.left, grid.top - outer.top
    ink = Edges(left, top, paper.width - left, paper.height - top)
    trims = trims_of(used, grid)
    lines = ticks_around(trims, ink, paper, grid.band)
    cuts_x, cuts_y = _cuts(trims)
    for start, end in _gutter_marks(_columns(everywhere, grid), cuts_x):
        lines += [Line(start, y, end, y) for y in cuts_y]
    for start, end in _gutter_marks(_rows(everywhere, grid), cuts_y):
        lines += [Line(x, start, x, end) for x in cuts_x]
    return tuple(lines)


def ticks_around(trims: Sequence[Edges], ink: Edges, paper: Size, band: Band | None) -> list[Line]:
    """Ticks for every cut, outside the box around all that is printed on the cards."""
    cuts_x, cuts_y = _cuts(trims)
    lines: list[Line] = []
    for near, far in _stretch(ink.top, _band_reach(band, "top", paper)):
        lines += [Line(x, near, x, far) for x in cuts_x]
    for near, far in _stretch(paper.height - ink.bottom, _band_reach(band, "bottom", paper)):
        lines += [Line(x, paper.height - near, x, paper.height - far) for x in cuts_x]
    for near, far in _stretch(ink.left, _band_reach(band, "left", paper)):
        lines += [Line(near, y, far, y) for y in cuts_y]
    for near, far in _stretch(paper.width - ink.right, _band_reach(band, "right", paper)):
        lines += [Line(paper.width - near, y, paper.width - far, y) for y in cuts_y]
    return lines


def trims_of(slots: Iterable[Slot], grid: Grid) -> tuple[Edges, ...]:
    """What the cards in these slots cover."""
    return tuple(Edges.centred(slot.cx, slot.cy, grid.slot_width, grid.slot_height) for slot in slots)


def cut_lines(trims: Iterable[Edges]) -> tuple[Line, ...]:
    """The edges of the trims, one that two cards share only once."""
    lines: dict[tuple[float, ...], Line] = {}
    for left, top, right, bottom in trims:
        for edge in (
            Line(left, top, right, top),
            Line(right, top, right, bottom),
            Line(left, bottom, right, bottom),
            Line(left, top, left, bottom),
        ):
            key = tuple(round(value, 6) for value in (edge.x1, edge.y1, edge.x2, edge.y2))
            lines.setdefault(key, edge)
    return tuple(lines.values())


def cut_outlines(trims: Iterable[Edges], corner: float) -> tuple[Outline, ...]:
    """The trims with corners of that radius."""
    return tuple(
        rectangle(Box(left, top, right - left, bottom - top), corner, corner)
        for left, top, right, bottom in trims
    )


def fold_lines(grid: Grid, paper: Size) -> tuple[Line, ...]:
    """The dashed fold in the page's middle; only its ends where the cards touch the fold."""
    if grid.fold is None:
        return ()
    last = grid.slots[-1]
    if grid.fold == "vertical":
        middle, length, outline, bleed = paper.width / 2, paper.height, grid.top, last.bleed.top
        touching = middle - (last.cx + grid.slot_width / 2) < EXACT
        blocked = paper.height - grid.band.y if grid.band and grid.band.side == "bottom" else 0.0
    else:
        middle, length, outline, bleed = paper.height / 2, paper.width, grid.left, last.bleed.left
        touching = middle - (last.cy + grid.slot_height / 2) < EXACT
        blocked = grid.band.x + grid.band.width if grid.band and grid.band.side == "left" else 0.0
    # The slug's band lies at the end of a vertical fold, or at the start of a horizontal one.
    start, end = PAPER_EDGE, length - PAPER_EDGE
    clear = max(PAPER_EDGE, blocked + MARK_OFFSET)
    if grid.fold == "vertical":
        end = length - clear
    else:
        start = clear
    pieces = [(start, end)]
    if touching:
        gap = outline - bleed - MARK_OFFSET
        pieces = [(start, gap), (length - gap, end)]
    return tuple(_along_fold(grid, middle, a, b) for a, b in pieces if b - a > EXACT)


def _along_fold(grid: Grid, middle: float, start: float, end: float) -> Line:
    if grid.fold == "vertical":
        return Line(middle, start, middle, end, dashed=True)
    return Line(start, middle, end, middle, dashed=True)


def mirror_lines(lines: Iterable[Line], paper: Size, axis: FlipAxis) -> tuple[Line, ...]:
    """The same lines seen from the back of the sheet."""
    if axis == "vertical":
        width = paper.width
        return tuple(Line(width - m.x1, m.y1, width - m.x2, m.y2, m.dashed) for m in lines)
    height = paper.height
    return tuple(Line(m.x1, height - m.y1, m.x2, height - m.y2, m.dashed) for m in lines)


def every_slot(grid: Grid, paper: Size) -> tuple[Slot, ...]:
    """The grid's slots, and across a fold those of the backs."""
    if grid.fold is None:
        return grid.slots
    return grid.slots + tuple(mirror_slot(slot, paper, grid.fold) for slot in grid.slots)


def _columns(slots: Iterable[Slot], grid: Grid) -> list[_Span]:
    half = grid.slot_width / 2
    return _sorted_spans((s.cx - half, s.cx + half, s.bleed.left, s.bleed.right) for s in slots)


def _rows(slots: Iterable[Slot], grid: Grid) -> list[_Span]:
    half = grid.slot_height / 2
    return _sorted_spans((s.cy - half, s.cy + half, s.bleed.top, s.bleed.bottom) for s in slots)


def _sorted_spans(rows: Iterable[tuple[float, float, float, float]]) -> list[_Span]:
    spans: dict[float, _Span] = {}
    for start, end, before, after in rows:
        spans.setdefault(round(start, 6), _Span(start, end, start - before, end + after))
    return [spans[key] for key in sorted(spans)]


def _cuts(trims: Iterable[Edges]) -> tuple[list[float], list[float]]:
    """Every trim edge once: from the left, and from the top."""
    across: dict[float, float] = {}
    down: dict[float, float] = {}
    for left, top, right, bottom in trims:
        across.setdefault(round(left, 6), left)
        across.setdefault(round(right, 6), right)
        down.setdefault(round(top, 6), top)
        down.setdefault(round(bottom, 6), bottom)
    return [across[key] for key in sorted(across)], [down[key] for key in sorted(down)]


def _band_reach(band: Band | None, side: str, paper: Size) -> tuple[float, float] | None:
    """How far from the paper's edge on that side the band begins and ends, if it lies there."""
    if band is None or band.side != side:
        return None
    if side == "bottom":
        return paper.height - band.y - band.height, paper.height - band.y
    if side == "top":
        return band.y, band.y + band.height
    if side == "right":
        return paper.width - band.x - band.width, paper.width - band.x
    return band.x, band.x + band.width


def _stretch(ink: float, band: tuple[float, float] | None) -> Iterator[tuple[float, float]]:
    """The one stretch a tick takes on a side, as distances from the paper's edge; nothing without room.

    ``ink`` is how far from that edge the bleed ends.

    A tick stands beside the bleed. Where the slug leaves it too short, it stands beyond the slug.
    """
    near, limit = ink - MARK_OFFSET, PAPER_EDGE
    if band:
        begins, ends = band
        if near - (ends + MARK_OFFSET) >= MIN_MARK_LENGTH - EXACT:
            limit = ends + MARK_OFFSET
        else:
            near = begins - MARK_OFFSET
    far = max(near - MAX_MARK_LENGTH, limit)
    if near - far > EXACT:
        yield near, far


def _gutter_marks(spans: Sequence[_Span], cuts: Sequence[float]) -> Iterator[tuple[float, float]]:
    """Stretches in the gutters beside used slots, in the gutter's middle and clear of both bleeds."""
    used = {round(cut, 6) for cut in cuts}
    for before, after in pairwise(spans):
        start, end = before.ink_end + GUTTER_CLEARANCE, after.ink_start - GUTTER_CLEARANCE
        beside = round(before.end, 6) in used or round(after.start, 6) in used
        if not beside or end - start < MIN_MARK_LENGTH:
            continue
        middle, length = (start + end) / 2, min(end - start, MAX_MARK_LENGTH)
        yield middle - length / 2, middle + length / 2


RULER_SPACE = 4.0
"""Between one ruler, the next and the text, in mm."""


class RulerLabel(NamedTuple):
    """A figure beside a tick: where its baseline starts on the page (mm), and its turn."""

    text: str
    x: float
    y: float
    turn: Turn


class Ruler(NamedTuple):
    """A scale of exact ``length`` (mm): first and last tick are that far apart."""

    unit: Literal["mm", "in"]
    length: float
    base: Line
    ticks: tuple[Line, ...]
    labels: tuple[RulerLabel, ...]


class Slug(NamedTuple):
    """What stands in a sheet's band.

    The text area starts at ``text_x``, ``text_y`` (its lower left corner as one reads, in page mm) and
    is ``text_width`` long and ``text_height`` deep in the reading direction ``band.turn``.
    ``label_size`` is the em of the rulers' figures in mm.
    """

    band: Band
    rulers: tuple[Ruler, ...]
    text_x: float
    text_y: float
    text_width: float
    text_height: float
    label_size: float


class _Scale(NamedTuple):
    unit: Literal["mm", "in"]
    length: float
    parts: int
    """How many steps from the first tick to the last."""
    whole: int
    """Every so many steps a tick is longest and has a figure …"""
    half: int
    """… and every so many it is longer."""
    figure: int
    """What one whole step counts."""


_SCALES = (
    _Scale("mm", 50.0, parts=50, whole=10, half=5, figure=10),
    _Scale("in", 2 * INCH, parts=16, whole=8, half=4, figure=1),
)


@lru_cache(maxsize=64)
def lay_slug(band: Band) -> Slug:
    """Rulers from the band's start, as many as it is long enough for; the rest is for the text."""
    along = 0.0
    rulers = []
    for scale in _SCALES:
        if along + scale.length > _length(band):
            break
        rulers.append(_ruler(scale, band, along))
        along += scale.length + RULER_SPACE
    text_x, text_y = _point(band, along, 0)
    text_width = max(0.0, _length(band) - along)
    return Slug(band, tuple(rulers), text_x, text_y, text_width, _depth(band), 0.5 * _depth(band))


def _ruler(scale: _Scale, band: Band, start: float) -> Ruler:
    depth = _depth(band)
    ticks, labels = [], []
    for part in range(scale.parts + 1):
        along = start + scale.length * part / scale.parts
        ticks.append(_slug_line(band, (along, 0), (along, _tick(scale, part) * depth)))
        if part % scale.whole == 0:
            figure = str(part // scale.whole * scale.figure) if part else f"0 {scale.unit}"
            # Beside its tick, above the shorter ones.
            labels.append(RulerLabel(figure, *_point(band, along + 0.13 * depth, 0.55 * depth), band.turn))
    base = _slug_line(band, (start, 0), (start + scale.length, 0))
    return Ruler(scale.unit, scale.length, base, tuple(ticks), tuple(labels))


def _tick(scale: _Scale, part: int) -> float:
    """A tick's length as a share of the band's depth."""
    if part % scale.whole == 0:
        return 1.0
    return 0.45 if part % scale.half == 0 else 0.3


def _length(band: Band) -> float:
    return band.height if band.turn else band.width


def _depth(band: Band) -> float:
    return band.width if band.turn else band.height


def _slug_line(band: Band, start: tuple[float, float], end: tuple[float, float]) -> Line:
    return Line(*_point(band, *start), *_point(band, *end))


def _point(band: Band, along: float, up: float) -> tuple[float, float]:
    """The page point that far along the band in reading direction and that far above its foot."""
    if band.turn:
        return band.x + band.width - up, band.y + band.height - along
    return band.x + along, band.y + band.height - up
