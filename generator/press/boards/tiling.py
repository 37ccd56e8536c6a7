"""Where to part a board that no page holds whole: numbers only.

All in mm. A tile's stretch along an axis is told in the board's own measure, 0 at its trim; the board may lie
turned, so that width and height here are those that the page sees.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from typing import Literal, NamedTuple

from generator.catalog.problems import InputError
from generator.layout.geometry import Box

EXACT = 1e-6
LEAST_ROOM = 40.0
"""Side of the smallest tile in mm: of smaller ones nobody glues a board together."""
MAX_TILES = 400
"""Two metres by two on A4, with wide margins and joins."""


@dataclass(frozen=True, slots=True)
class Span:
    """A tile's stretch of the board along one axis; at the board's own ends it goes beyond the trim."""

    start: float
    end: float
    cut: float | None
    """Where the tile is cut to go over the one before it; None: there is none."""
    glue: float | None
    """Where the edge of the next tile comes to lie, on this one; None: there is none."""
    origin: float
    """Where the board's 0 lies on the page."""

    @property
    def length(self) -> float:
        return self.end - self.start


class Tile(NamedTuple):
    """One page's part of the board, counted from 0."""

    column: int
    row: int
    across: Span
    down: Span

    @property
    def name(self) -> str:
        return tile_name(self.column, self.row)


@dataclass(frozen=True, slots=True)
class Tiling:
    """All tiles of a board, and how much of it each page shows beyond the trim."""

    turn: Literal[0, 90]
    """The board's turn on the page, counter-clockwise."""
    width: float
    height: float
    """The board's trim as it lies on the pages."""
    columns: tuple[Span, ...]
    rows: tuple[Span, ...]

    @property
    def pages(self) -> int:
        return len(self.columns) * len(self.rows)

    @property
    def joins(self) -> float:
        """How much there is to glue, in mm."""
        return (len(self.columns) - 1) * self.height + (len(self.rows) - 1) * self.width

    @property
    def around(self) -> tuple[float, float]:
        """What the pages have room for beyond the trim, sideways and up and down."""
        return -self.columns[0].start, -self.rows[0].start

    def window(self, tile: Tile, bleed: tuple[float, float]) -> Box:
        """What of the board the tile's page shows, with so much beyond the trim."""
        left, right = _shown(tile.across, self.width, bleed[0])
        top, bottom = _shown(tile.down, self.height, bleed[1])
        return Box(left, top, right - left, bottom - top)

    def kept(self, tile: Tile, bleed: tuple[float, float]) -> Box:
        """What of it stays in sight when all tiles are put together."""
        window, across, down = self.window(tile, bleed), tile.across, tile.down
        left = window.x if across.cut is None else across.cut
        top = window.y if down.cut is None else down.cut
        right = window.right if across.glue is None else across.glue
        bottom = window.bottom if down.glue is None else down.glue
        return Box(left, top, right - left, bottom - top)

    def tiles(self) -> Iterator[Tile]:
        """Row by row from the top left."""
        for row, column in product(range(len(self.rows)), range(len(self.columns))):
            yield Tile(column, row, self.columns[column], self.rows[row])


def _shown(span: Span, length: float, bleed: float) -> tuple[float, float]:
    """From end to end, at the board's own edges with no more than its bleed."""
    return (
        -bleed if span.cut is None else span.start,
        length + bleed if span.glue is None else span.end,
    )


def tile_name(column: int, row: int) -> str:
    """``A1``: the row by a letter, the column by a number."""
    letters, rest = "", row + 1
    while rest:
        rest, letter = divmod(rest - 1, 26)
        letters = chr(ord("A") + letter) + letters
    return f"{letters}{column + 1}"


def tile(width: float, height: float, room: Box, overlap: float, beyond: float) -> Tiling:
    """The tiling with the fewest pages, and of those the one with the least to glue; upright on a tie.

    ``room`` is what each page has for its part; ``beyond`` what is to be shown around the trim, as far as
    that takes no page more. Raises :class:`InputError` if the overlap is too large for the page, or the page
    too small for the board.
    """
    if min(room.width, room.height) < LEAST_ROOM:
        inside = f"{max(0.0, room.width):g} × {max(0.0, room.height):g} mm"
        raise InputError(
            f"the paper has only {inside} for a tile", hint="use a larger --paper or a smaller --margin"
        )
    if overlap > min(room.width, room.height) / 2:
        raise InputError(
            f"the overlap of {overlap:g} mm is more than half of what a page holds",
            hint=f"at most {math.floor(min(room.width, room.height) / 2):g} mm on this paper",
        )
    turns: tuple[Literal[0, 90], ...] = (0, 90)
    found = [_turned(turn, width, height, room, overlap, beyond) for turn in turns]
    best = min(found, key=lambda tiling: (tiling.pages, round(tiling.joins, 3)))
    if best.pages > MAX_TILES:
        raise InputError(
            f"it takes {best.pages:,} pages to hold {width:g} × {height:g} mm",
            hint=f"at most {MAX_TILES}: use a larger --paper, or a smaller --margin or overlap",
        )
    return best


def _turned(
    turn: Literal[0, 90], width: float, height: float, room: Box, overlap: float, beyond: float
) -> Tiling:
    across, down = (height, width) if turn else (width, height)
    columns = _spans(across, room.x, room.width, overlap, beyond)
    rows = _spans(down, room.y, room.height, overlap, beyond)
    return Tiling(turn, across, down, columns, rows)


def _spans(length: float, start: float, room: float, overlap: float, beyond: float) -> tuple[Span, ...]:
    """Stretches of equal length, each in the middle of its page."""
    count = max(1, math.ceil((length - overlap) / (room - overlap) - EXACT))
    spare = count * room - (count - 1) * overlap - length
    around = max(0.0, min(beyond, spare / 2))
    each = (length + 2 * around + (count - 1) * overlap) / count
    page = start + (room - each) / 2
    spans = []
    for index in range(count):
        begin = index * (each - overlap) - around
        end = begin + each
        cut = begin + overlap / 2 if index else None
        glue = end - overlap / 2 if index < count - 1 else None
        spans.append(Span(begin, end, cut, glue, page - begin))
    return tuple(spans)
