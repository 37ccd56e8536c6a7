"""Lays boards on pages: whole where the paper holds them, else a tile to a page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal

from generator.layout.geometry import Box, Matrix, rectangle, rotation
from generator.press import grid
from generator.press.boards.signs import FOOT, MAP_GAP, MAP_WIDTH, tile_signs
from generator.press.boards.tiling import EXACT, Tile, Tiling, tile
from generator.press.impose import Copies, Pages, Plan, SheetPage, Stamp, impose
from generator.press.options import PressOptions
from generator.press.overlay import Overlay
from generator.press.slug import lay_slug

BETWEEN = 1.0
"""From the tile to what stands at the page's foot, in mm."""
MARKS_OUTSIDE = grid.MARK_OFFSET + grid.LEAST_MARK
"""Beyond the bleed, for the marks at the board's own edge."""


def plan_boards(
    copies: Sequence[int],
    has_back: bool,
    width: float,
    height: float,
    options: PressOptions,
    over: Overlay | None = None,
) -> Plan:
    """The pages of boards of one trim (mm); ``over`` is drawn on each front.

    Raises :class:`~generator.catalog.problems.InputError` for what can't be laid on this paper.
    """
    if options.backs == "pod" or fits_whole(width, height, options):
        plan = impose(copies, has_back, width, height, _spread(options, sum(copies)))
        return plan if over is None else replace(plan, pages=_drawn_over(plan.pages, over))
    return Tiles(width, height, options, over).plan(copies, has_back)


def fits_whole(width: float, height: float, options: PressOptions) -> bool:
    """Whether the paper holds the board inside its margins, upright or on its side."""
    paper, margins = options.paper, 2 * options.margin
    across, down = paper.width - margins + EXACT, paper.height - margins + EXACT
    return (width <= across and height <= down) or (height <= across and width <= down)


def _spread(options: PressOptions, count: int) -> PressOptions:
    """A single board lies in the middle of its page, however small it is."""
    return options if count > 1 else replace(options, gap=options.paper.width + options.paper.height)


def _drawn_over(pages: Sequence[SheetPage], over: Overlay) -> Sequence[SheetPage]:
    def page(index: int) -> SheetPage:
        plain = pages[index]
        return replace(plain, stamps=tuple(_with(stamp, over) for stamp in plain.stamps))

    return Pages(len(pages), page)


def _with(stamp: Stamp, over: Overlay) -> Stamp:
    return replace(stamp, over=over) if stamp.side == "front" else stamp


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
        room = Box(
            options.margin,
            options.margin,
            paper.width - 2 * options.margin,
            paper.height - 2 * options.margin - FOOT - BETWEEN,
        )
        return tile(self.width, self.height, room, options.overlap, options.bleed + self._marks_outside)

    @property
    def _marks_outside(self) -> float:
        """What draws over the board draws its own lines to cut along."""
        return 0.0 if self.options.marks == "none" or self.over is not None else MARKS_OUTSIDE

    def plan(self, copies: Sequence[int], has_back: bool) -> Plan:
        deck, tiles = Copies(copies), tuple(self.tiling.tiles())
        sides: tuple[Literal["front", "back"], ...] = ("front", "back") if has_back else ("front",)

        def page(index: int) -> SheetPage:
            face, position = divmod(index, len(tiles))
            board, side = divmod(face, len(sides))
            return self._page(index + 1, deck.card(board), sides[side], tiles[position])

        return Plan(Pages(deck.total * len(sides) * len(tiles), page), None, 1, len(tiles))

    def _page(self, number: int, card: int, side: Literal["front", "back"], part: Tile) -> SheetPage:
        paper, margin = self.options.paper, self.options.margin
        band_width = paper.width - 2 * margin - MAP_WIDTH - MAP_GAP
        band = grid.Band("bottom", margin, paper.height - margin - 3.0, band_width, 3.0, 0)
        sheet = grid.Edges(0.0, 0.0, paper.width, paper.height)
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
            overlay=tile_signs(part, self.tiling, self._bleed, self.options, has_trim=self.over is None),
        )

    def _stamp(self, card: int, side: Literal["front", "back"], part: Tile) -> Stamp:
        tiling = self.tiling
        centre_x, centre_y = tiling.width / 2, tiling.height / 2
        slot = grid.Slot(
            part.across.origin + centre_x,
            part.down.origin + centre_y,
            tiling.turn,
            grid.Sides(0.0, 0.0, 0.0, 0.0),
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
        least = min(grid.LEAST_BLEED, around)
        return min(self.options.bleed, max(around - self._marks_outside, least))
