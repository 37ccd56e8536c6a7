"""What stands on a tile's page besides the board: lines, glue areas, names and the map. Lengths in mm."""

from __future__ import annotations

from collections.abc import Iterator

from generator.layout.canvas import Stroke
from generator.layout.geometry import Box, Outline, rectangle
from generator.press.boards.tiling import Span, Tile, Tiling, tile_name
from generator.press.options import PressOptions
from generator.press.overlay import BLACK, GREY, PEN, POINT, WHITE, Label, Overlay, Shape, cut, glue, line

FOOT = 10.0
"""What the page keeps free at its foot for the tile's name, the map, and the slug below them."""
MAP_WIDTH, MAP_GAP = 26.0, 4.0
CLEAR = 0.1
"""From what stays in sight to the nearest line, so that a cut along it leaves no trace."""
CROSS = 3.0
"""Length of a cross's arm beside the line."""
CROSSES = 4
"""On each line of a tile."""
NAME_SIZE, TEXT_SIZE, LEAST_SIZE = 15.0, 7.0, 3.0
"""Points; smaller words are left out."""
LINE_SHARE = 0.62
"""How much of a strip's width its words may take."""


def tile_signs(
    tile: Tile, tiling: Tiling, bleed: tuple[float, float], options: PressOptions, *, has_trim: bool
) -> Overlay:
    """All signs of a tile's page; none of them stands where the board is in sight once it is put together."""
    placed = _Placed(tile, tiling, bleed)
    shapes = [*placed.glue_areas()]
    if options.marks != "none":
        shapes += cut(*placed.lines(has_trim=has_trim))
    foot = Box(
        options.margin,
        options.paper.height - options.margin - FOOT,
        options.paper.width - 2 * options.margin,
        FOOT,
    )
    shapes += _map(tile, tiling, foot)
    labels = (*placed.strip_labels(), *_name(tile, tiling, foot))
    return Overlay(tuple(shapes), labels, placed.kept.grown(CLEAR))


class _Placed:
    """A tile with all that is to be drawn on it, in the page's own measure."""

    def __init__(self, tile: Tile, tiling: Tiling, bleed: tuple[float, float]) -> None:
        self.tile = tile
        self.tiling = tiling
        self.kept = _moved(tiling.kept(tile, bleed), tile)
        across, down = tile.across, tile.down
        self.page = _moved(Box(across.start, down.start, across.length, down.length), tile)

    def glue_areas(self) -> Iterator[Shape]:
        kept, page = self.kept, self.page
        if self.tile.across.glue is not None:
            yield from glue(_corners(Box(kept.right, kept.y, page.right - kept.right, page.bottom - kept.y)))
        if self.tile.down.glue is not None:
            yield from glue(_corners(Box(kept.x, kept.bottom, kept.width, page.bottom - kept.bottom)))

    def lines(self, *, has_trim: bool) -> Iterator[Outline]:
        """Over the whole page, with crosses where tiles join; the signs spare what stays in sight."""
        kept, page = self.kept, self.page
        across, down = self.tile.across, self.tile.down
        for x in _positions(across, self.tiling.width, has_trim=has_trim):
            yield line(x, page.y, x, page.bottom)
        for y in _positions(down, self.tiling.height, has_trim=has_trim):
            yield line(page.x, y, page.right, y)
        for x in _joints(across):
            for y in _shares(kept.y, kept.bottom):
                yield line(x - CROSS, y, x + CROSS, y)
        for y in _joints(down):
            for x in _shares(kept.x, kept.right):
                yield line(x, y - CROSS, x, y + CROSS)

    def strip_labels(self) -> Iterator[Label]:
        """What comes off, and what goes where, in the strips at the joins."""
        tile, kept, page = self.tile, self.kept, self.page
        middle_x, middle_y = kept.x + kept.width / 2, kept.y + kept.height / 2
        if tile.across.cut is not None:
            text = f"cut off · {tile.name} goes over {tile_name(tile.column - 1, tile.row)}"
            yield from _along(text, (page.x + kept.x) / 2, middle_y, kept.x - page.x, kept.height, -90)
        if tile.across.glue is not None:
            text = f"glue · join to {tile_name(tile.column + 1, tile.row)}"
            x, depth = (kept.right + page.right) / 2, page.right - kept.right
            yield from _along(text, x, middle_y, depth, kept.height, -90)
        if tile.down.cut is not None:
            text = f"cut off · {tile.name} goes over {tile_name(tile.column, tile.row - 1)}"
            yield from _along(text, middle_x, (page.y + kept.y) / 2, kept.y - page.y, kept.width, 0)
        if tile.down.glue is not None:
            text = f"glue · join to {tile_name(tile.column, tile.row + 1)}"
            y, depth = (kept.bottom + page.bottom) / 2, page.bottom - kept.bottom
            yield from _along(text, middle_x, y, depth, kept.width, 0)


def _moved(box: Box, tile: Tile) -> Box:
    return Box(box.x + tile.across.origin, box.y + tile.down.origin, box.width, box.height)


def _corners(box: Box) -> tuple[tuple[float, float], ...]:
    return ((box.x, box.y), (box.right, box.y), (box.right, box.bottom), (box.x, box.bottom))


def _joints(span: Span) -> Iterator[float]:
    """Where tiles meet, on the page."""
    for position in (span.cut, span.glue):
        if position is not None:
            yield position + span.origin


def _positions(span: Span, length: float, *, has_trim: bool) -> Iterator[float]:
    """Where tiles meet, and where the board itself ends."""
    yield from _joints(span)
    if has_trim and span.cut is None:
        yield span.origin
    if has_trim and span.glue is None:
        yield length + span.origin


def _shares(start: float, end: float) -> Iterator[float]:
    """Points at equal distances, the same on either side of a join."""
    for step in range(CROSSES):
        yield start + (end - start) * (step + 0.5) / CROSSES


def _along(text: str, x: float, y: float, depth: float, length: float, turn: float) -> Iterator[Label]:
    """Words along a strip, if it is deep enough to read them."""
    size = min(TEXT_SIZE, LINE_SHARE * depth / POINT)
    if size >= LEAST_SIZE:
        # Beside the middle, so that the words keep clear of a cross.
        yield Label(text, x, y, length / CROSSES - 2, size, turn)


def _name(tile: Tile, tiling: Tiling, foot: Box) -> Iterator[Label]:
    y = foot.y + 3.0
    yield Label(tile.name, foot.x, y, 14.0, NAME_SIZE, align="left", is_bold=True)
    size = f"{len(tiling.rows)} × {len(tiling.columns)} pages"
    text = f"row {tile.name.rstrip('0123456789')}, column {tile.column + 1} of {size}"
    advice = "cut along the lines on the left and above, glue on the hatched strips"
    yield Label(
        f"{text} · {advice}",
        foot.x + 15.0,
        y,
        foot.width - 15.0 - MAP_WIDTH - MAP_GAP,
        TEXT_SIZE,
        align="left",
    )


def _map(tile: Tile, tiling: Tiling, foot: Box) -> Iterator[Shape]:
    """All tiles in small, this one filled, at the right of the foot."""
    columns, rows = len(tiling.columns), len(tiling.rows)
    shape = tile.across.length / tile.down.length
    height = min(foot.height / rows, MAP_WIDTH / columns / shape)
    width = height * shape
    left, top = foot.right - columns * width, foot.bottom - rows * height
    for other in tiling.tiles():
        box = Box(left + other.column * width, top + other.row * height, width, height)
        is_this = (other.column, other.row) == (tile.column, tile.row)
        yield Shape(rectangle(box), GREY if is_this else WHITE, Stroke(BLACK, PEN))
