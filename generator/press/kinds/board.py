"""Boards: printed whole where the paper holds them, else a tile to a page with lines, glue areas and a map.

All in mm. A tile's stretch along an axis is in the board's own measure, 0 at its trim; the board may lie
turned, so that width and height here are those that the page sees.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations, pairwise, product
from typing import Literal, NamedTuple

from generator.catalog.models import Component
from generator.catalog.press_settings import NO_SEAMS, PressOptions, Seams
from generator.catalog.problems import InputError
from generator.catalog.units import POINT
from generator.layout.colour import Stroke
from generator.layout.geometry import Box, Matrix, Outline, rectangle, rotation
from generator.press.grid import MARK_OFFSET, MIN_BLEED, MIN_MARK, Band, Edges, Sides, Slot
from generator.press.impose import UNMOVED, Copies, Pages, Plan, SheetPage, Stamp, impose, registration_of
from generator.press.kinds import ComponentKind
from generator.press.marks import lay_slug
from generator.press.overlay import BLACK, GREY, PEN, WHITE, Label, Overlay, Shape, cut, edge, glue, line
from generator.press.registration import BESIDE_MARK, QUIET, has_room, refused_fold, rooms

CUT_OFF = "cut off · {tile} goes over {other}"
JOIN = "glue · join to {other}"
ADVICE = (
    "row {row}, column {column} of {rows} × {columns} pages · "
    "cut along the lines on the left and above, glue on the hatched strips"
)
EXACT = 1e-6
MIN_ROOM = 40.0
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

    @property
    def seams(self) -> tuple[tuple[Literal["x", "y"], float], ...]:
        """Where tiles meet on the board's front, as one reads it: so far from its left, or from its top."""
        columns = [span.cut for span in self.columns if span.cut is not None]
        rows = [span.cut for span in self.rows if span.cut is not None]
        if self.turn:
            return (*(("x", self.height - at) for at in rows), *(("y", at) for at in columns))
        return (*(("x", at) for at in columns), *(("y", at) for at in rows))

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


def tile(
    width: float, height: float, room: Box, overlap: float, beyond: float, seams: Seams = NO_SEAMS
) -> Tiling:
    """The tiling with the fewest pages, of those one whose seams fall where they may, with the least to glue.

    Upright on a tie.

    ``room`` is what each page has for its part; ``beyond`` what is to be shown around the trim, as far as
    that takes no page more. Raises :class:`InputError` if the overlap is too large for the page, or the page
    too small for the board.
    """
    if min(room.width, room.height) < MIN_ROOM:
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
    found = [_turned(turn, width, height, room, overlap, beyond, seams) for turn in turns]
    best = min(found, key=lambda tiling: (tiling.pages, _astray(tiling, seams), round(tiling.joins, 3)))
    if best.pages > MAX_TILES:
        raise InputError(
            f"it takes {best.pages:,} pages to hold {width:g} × {height:g} mm",
            hint=f"at most {MAX_TILES}: use a larger --paper, or a smaller --margin or overlap",
        )
    return best


def _astray(tiling: Tiling, seams: Seams) -> int:
    """How many seams fall where they had better not."""
    wanted = {"x": seams.x, "y": seams.y}
    return sum(
        bool(wanted[axis]) and min(abs(at - each) for each in wanted[axis]) > EXACT
        for axis, at in tiling.seams
    )


def _turned(
    turn: Literal[0, 90], width: float, height: float, room: Box, overlap: float, beyond: float, seams: Seams
) -> Tiling:
    across, down = (height, width) if turn else (width, height)
    # A quarter turned to the left, the board's top is at the left and its left at the foot.
    xs, ys = (seams.y, tuple(width - x for x in seams.x)) if turn else seams
    columns = _spans(across, room.x, room.width, overlap, beyond, xs)
    rows = _spans(down, room.y, room.height, overlap, beyond, ys)
    return Tiling(turn, across, down, columns, rows)


def _spans(
    length: float, start: float, room: float, overlap: float, beyond: float, wanted: Sequence[float]
) -> tuple[Span, ...]:
    """Stretches that meet where they may, or of equal length; each in the middle of its page."""
    count = max(1, math.ceil((length - overlap) / (room - overlap) - EXACT))
    spare = count * room - (count - 1) * overlap - length
    around = max(0.0, min(beyond, spare / 2))
    each = (length + 2 * around + (count - 1) * overlap) / count
    equal = [(index + 1) * (each - overlap) - around + overlap / 2 for index in range(count - 1)]
    ends = overlap / 2 - around, length + around - overlap / 2
    meets = _nearest(equal, wanted, room - overlap, ends)
    spans = []
    for index, (before, after) in enumerate(pairwise((ends[0], *meets, ends[1]))):
        begin, end = before - overlap / 2, after + overlap / 2
        page = start + (room - (end - begin)) / 2
        cut, glue = before if index else None, after if index < count - 1 else None
        spans.append(Span(begin, end, cut, glue, page - begin))
    return tuple(spans)


def _nearest(
    equal: Sequence[float], wanted: Sequence[float], longest: float, ends: tuple[float, float]
) -> Sequence[float]:
    """Of the places where seams may fall those nearest to equal parts; these if pages are too small."""
    best, least = equal, math.inf
    for meets in combinations(sorted(wanted), len(equal)) if equal else ():
        parts = (after - before for before, after in pairwise((ends[0], *meets, ends[1])))
        off = sum(abs(one - other) for one, other in zip(meets, equal, strict=True))
        if off < least and all(EXACT < part <= longest + EXACT for part in parts):
            best, least = meets, off
    return best


FOOT = 10.0
"""What the page keeps free at its foot for the tile's name, the map, and the slug below them."""
MAP_WIDTH, MAP_GAP = 26.0, 4.0
CLEAR = 0.05
"""From what stays in sight to the nearest line, so that a cut along it leaves no trace."""
CROSS = 3.0
"""Length of a cross's arm beside the line."""
CROSSES = 4
"""On each line of a tile."""
NAME_SIZE, TEXT_SIZE, MIN_SIZE = 15.0, 7.0, 3.0
"""Points; smaller words are left out."""
LINE_SHARE = 0.62
"""How much of a strip's width its words may take."""


def tile_overlay(
    tile: Tile, tiling: Tiling, bleed: tuple[float, float], options: PressOptions, *, has_trim: bool
) -> Overlay:
    """All signs of a tile's page; none of them stands where the board is in sight once it is put together."""
    placed = _Placed(tile, tiling, bleed)
    shapes = [*placed.glue_areas()]
    if options.marks != "none":
        shapes += cut(*placed.lines(has_trim=has_trim))
        shapes += edge(*placed.edges())
    foot = foot_of(options)
    shapes += _map(tile, tiling, foot)
    labels = (*placed.strip_labels(), *_name(tile, tiling, foot))
    return Overlay(tuple(shapes), labels, placed.kept.grown(CLEAR))


def foot_of(options: PressOptions) -> Box:
    """What a tile's name, the map and the slug have of the page: between its margins, or beside a mark."""
    paper, margin = options.paper, options.margin
    left = max(margin, QUIET + BESIDE_MARK) if options.has_registration else margin
    return Box(left, paper.height - margin - FOOT, paper.width - margin - left, FOOT)


class _Placed:
    """A tile with all that is to be drawn on it, in the page's own measure."""

    def __init__(self, tile: Tile, tiling: Tiling, bleed: tuple[float, float]) -> None:
        self.tile = tile
        self.tiling = tiling
        self.kept = _on_page(tiling.kept(tile, bleed), tile)
        across, down = tile.across, tile.down
        self.page = _on_page(Box(across.start, down.start, across.length, down.length), tile)

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
        if has_trim:
            for x in _ends(across, self.tiling.width):
                yield line(x, page.y, x, page.bottom)
            for y in _ends(down, self.tiling.height):
                yield line(page.x, y, page.right, y)
        for x in _joints(across):
            for y in _shares(kept.y, kept.bottom):
                yield line(x - CROSS, y, x + CROSS, y)
        for y in _joints(down):
            for x in _shares(kept.x, kept.right):
                yield line(x, y - CROSS, x, y + CROSS)

    def edges(self) -> Iterator[Outline]:
        """Where tiles meet: to cut along, and to lay the next one on."""
        page = self.page
        for x in _joints(self.tile.across):
            yield line(x, page.y, x, page.bottom)
        for y in _joints(self.tile.down):
            yield line(page.x, y, page.right, y)

    def strip_labels(self) -> Iterator[Label]:
        """What comes off, and what goes where, in the strips at the joins."""
        tile, kept, page = self.tile, self.kept, self.page
        middle_x, middle_y = kept.x + kept.width / 2, kept.y + kept.height / 2
        if tile.across.cut is not None:
            before = tile_name(tile.column - 1, tile.row)
            at = (page.x + kept.x) / 2, middle_y, kept.x - page.x, kept.height, -90.0
            yield from _along(CUT_OFF, *at, tile=tile.name, other=before)
        if tile.across.glue is not None:
            after = tile_name(tile.column + 1, tile.row)
            at = (kept.right + page.right) / 2, middle_y, page.right - kept.right, kept.height, -90.0
            yield from _along(JOIN, *at, other=after)
        if tile.down.cut is not None:
            above = tile_name(tile.column, tile.row - 1)
            at = middle_x, (page.y + kept.y) / 2, kept.y - page.y, kept.width, 0.0
            yield from _along(CUT_OFF, *at, tile=tile.name, other=above)
        if tile.down.glue is not None:
            below = tile_name(tile.column, tile.row + 1)
            at = middle_x, (kept.bottom + page.bottom) / 2, page.bottom - kept.bottom, kept.width, 0.0
            yield from _along(JOIN, *at, other=below)


def _on_page(box: Box, tile: Tile) -> Box:
    return Box(box.x + tile.across.origin, box.y + tile.down.origin, box.width, box.height)


def _corners(box: Box) -> tuple[tuple[float, float], ...]:
    return ((box.x, box.y), (box.right, box.y), (box.right, box.bottom), (box.x, box.bottom))


def _joints(span: Span) -> Iterator[float]:
    """Where tiles meet, on the page."""
    for position in (span.cut, span.glue):
        if position is not None:
            yield position + span.origin


def _ends(span: Span, length: float) -> Iterator[float]:
    """Where the board itself ends, on the page."""
    if span.cut is None:
        yield span.origin
    if span.glue is None:
        yield length + span.origin


def _shares(start: float, end: float) -> Iterator[float]:
    """Points at equal distances, the same on either side of a join."""
    for step in range(CROSSES):
        yield start + (end - start) * (step + 0.5) / CROSSES


def _along(
    text: str, x: float, y: float, depth: float, length: float, turn: float, **values: str
) -> Iterator[Label]:
    """Words along a strip, if it is deep enough to read them."""
    size = min(TEXT_SIZE, LINE_SHARE * depth / POINT)
    if size >= MIN_SIZE:
        # Beside the middle, so that the words keep clear of a cross.
        yield Label(text, x, y, length / CROSSES - 2, size, turn, values=values)


def _name(tile: Tile, tiling: Tiling, foot: Box) -> Iterator[Label]:
    y = foot.y + 3.0
    yield Label(tile.name, foot.x, y, 14.0, NAME_SIZE, align="left", is_bold=True)
    row, column = tile.name.rstrip("0123456789"), tile.column + 1
    yield Label(
        ADVICE,
        foot.x + 15.0,
        y,
        foot.width - 15.0 - MAP_WIDTH - MAP_GAP,
        TEXT_SIZE,
        align="left",
        values={"row": row, "column": column, "rows": len(tiling.rows), "columns": len(tiling.columns)},
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


BETWEEN = 1.0
"""From the tile to what stands at the page's foot, in mm."""
MARKS_OUTSIDE = MARK_OFFSET + MIN_MARK
"""Beyond the bleed, for the marks at the board's own edge."""


def plan_boards(
    deck: Copies,
    has_back: bool,
    width: float,
    height: float,
    options: PressOptions,
    over: Overlay | None = None,
) -> Plan:
    """The pages of boards of one trim (mm); ``over`` is drawn on each front.

    Raises :class:`~generator.catalog.problems.InputError` for what can't be laid on this paper.
    """
    if options.sheet is not None:
        raise InputError(
            "only cards and tokens are printed on label sheets",
            hint="name them by --only, and print the rest without --sheet",
        )
    if options.has_registration and options.backs == "gutterfold" and has_back:
        raise refused_fold()
    if options.is_apart or fits_whole(width, height, options):
        plan = impose(deck, has_back, width, height, _spread(options, deck.total))
        return plan if over is None else plan._replace(pages=_drawn_over(plan.pages, over))
    return Tiles(width, height, options, over).plan(deck, has_back)


def fits_whole(width: float, height: float, options: PressOptions) -> bool:
    """Whether the paper holds the board inside its margins, upright or on its side."""
    if options.has_registration:
        return has_room(width, height, options)
    paper, margins = options.paper, 2 * options.margin
    across, down = paper.width - margins + EXACT, paper.height - margins + EXACT
    return (width <= across and height <= down) or (height <= across and width <= down)


def _spread(options: PressOptions, count: int) -> PressOptions:
    """A single board lies in the middle of its page, however small it is."""
    return options if count > 1 else replace(options, gap=options.paper.width + options.paper.height)


def _drawn_over(pages: Sequence[SheetPage], over: Overlay) -> Sequence[SheetPage]:
    def page(index: int) -> SheetPage:
        plain = pages[index]
        return plain._replace(stamps=tuple(_with(stamp, over) for stamp in plain.stamps))

    return Pages(len(pages), page)


def _with(stamp: Stamp, over: Overlay) -> Stamp:
    return stamp._replace(over=over) if stamp.side == "front" else stamp


@dataclass(frozen=True)
class Tiles:
    """The pages of boards of one size, each with one tile."""

    width: float
    height: float
    options: PressOptions
    over: Overlay | None

    @cached_property
    def tiling(self) -> Tiling:
        options, paper = self.options, self.options.paper
        if options.has_registration:
            left, top, right, bottom = rooms(options)[0]
            room = Box(left, top, right - left, min(bottom, foot_of(options).y - BETWEEN) - top)
            return tile(self.width, self.height, room, options.overlap, options.bleed, options.seams)
        room = Box(
            options.margin,
            options.margin,
            paper.width - 2 * options.margin,
            paper.height - 2 * options.margin - FOOT - BETWEEN,
        )
        beyond = options.bleed + self._marks_outside
        return tile(self.width, self.height, room, options.overlap, beyond, options.seams)

    @property
    def _marks_outside(self) -> float:
        """What draws over the board draws its own lines to cut along."""
        return 0.0 if self.options.marks == "none" or self.over is not None else MARKS_OUTSIDE

    def plan(self, deck: Copies, has_back: bool) -> Plan:
        tiles = tuple(self.tiling.tiles())
        sides: tuple[Literal["front", "back"], ...] = ("front", "back") if has_back else ("front",)

        def page(index: int) -> SheetPage:
            face, position = divmod(index, len(tiles))
            board, side = divmod(face, len(sides))
            return self._page(index + 1, deck.card(board), sides[side], tiles[position])

        return Plan(Pages(deck.total * len(sides) * len(tiles), page), None, 1, len(tiles), self.tiling.seams)

    def _page(self, number: int, card: int, side: Literal["front", "back"], part: Tile) -> SheetPage:
        paper, margin = self.options.paper, self.options.margin
        right, down = self.options.back_offset
        foot = foot_of(self.options)
        band_width = foot.width - MAP_WIDTH - MAP_GAP
        band = Band("bottom", foot.x, paper.height - margin - 3.0, band_width, 3.0, 0)
        sheet = Edges.of(paper)
        return SheetPage(
            number,
            side,
            (self._stamp(card, side, part),),
            paper.width,
            paper.height,
            sheet,
            sheet,
            (),
            lay_slug(band),
            overlay=tile_overlay(part, self.tiling, self._bleed, self.options, has_trim=self.over is None),
            # A tile has no front behind it: what the printer is off does not matter.
            moved=Matrix(e=right, f=down) if side == "back" else UNMOVED,
            registration=registration_of(side, self.options),
            tile=self._cut_to(part),
        )

    def _cut_to(self, part: Tile) -> Outline:
        """Cut where it goes over the ones before it and at the board's own edges; the glue strips stay."""
        across, down = part.across, part.down
        left, top = across.cut or 0.0, down.cut or 0.0
        right = self.tiling.width if across.glue is None else across.end
        bottom = self.tiling.height if down.glue is None else down.end
        return rectangle(_on_page(Box(left, top, right - left, bottom - top), part))

    def _stamp(self, card: int, side: Literal["front", "back"], part: Tile) -> Stamp:
        tiling = self.tiling
        centre_x, centre_y = tiling.width / 2, tiling.height / 2
        slot = Slot(
            part.across.origin + centre_x,
            part.down.origin + centre_y,
            tiling.turn,
            Sides(0.0, 0.0, 0.0, 0.0),
        )
        to_board = (
            Matrix(e=-centre_x, f=-centre_y)
            .then(rotation(tiling.turn))
            .then(Matrix(e=self.width / 2, f=self.height / 2))
        )
        return Stamp(
            card,
            side,
            slot,
            clip=rectangle(self.tiling.window(part, self._bleed)).moved(to_board),
            over=self.over if side == "front" else None,
        )

    @cached_property
    def _bleed(self) -> tuple[float, float]:
        """How much of the bleed is shown, sideways and up and down: it gives way before the marks do."""
        across, down = self.tiling.around
        return self._bleed_of(across), self._bleed_of(down)

    def _bleed_of(self, around: float) -> float:
        minimum = min(MIN_BLEED, around)
        return min(self.options.bleed, max(around - self._marks_outside, minimum))


def _plan(component: Component, deck: Copies, has_back: bool, options: PressOptions) -> Plan:
    return plan_boards(deck, has_back, component.size.width, component.size.height, options)


KIND = ComponentKind(_plan, is_one_sided=True)
