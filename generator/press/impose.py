"""Lays the copies of all cards on pages: which card, which side, where, on which page."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from itertools import accumulate, pairwise
from typing import Literal, NamedTuple, overload

from generator.catalog.press_settings import PressOptions
from generator.catalog.sizes import Size
from generator.layout.geometry import Matrix, Outline
from generator.press.bleed import kept_clear, spread
from generator.press.grid import Band, Edges, Grid, Sides, Slot, fit_grid
from generator.press.marks import (
    Line,
    Slug,
    cut_outlines,
    flip_axis,
    fold_lines,
    lay_slug,
    mirror_band,
    mirror_lines,
    mirror_slot,
    sheet_marks,
    ticks_around,
    trims_of,
)
from generator.press.overlay import Overlay

UNMOVED = Matrix()


class Stamp(NamedTuple):
    """One face of one card in one slot; ``card`` counts from 0 in the sequence given to impose()."""

    card: int
    side: Literal["front", "back"]
    slot: Slot
    clip: Outline | None = None
    """In card coordinates, what of the face is shown; None: the trim and the slot's bleed."""
    over: Overlay | None = None
    """Drawn over the face, in card coordinates."""
    cell: tuple[tuple[float, float], ...] = ()
    """On the page, a polygon that what is shown must not leave; none: it may."""


class SheetPage(NamedTuple):
    """A page of the output. Lengths in mm, boxes from the page's top left."""

    number: int
    side: Literal["front", "back", "fold", "card"]
    stamps: tuple[Stamp, ...]
    width: float
    height: float
    trim: Edges
    bleed: Edges
    marks: tuple[Line, ...]
    slug: Slug | None
    cuts: tuple[Outline, ...] = ()
    """Lines to cut along that no straight marks can show."""
    overlay: Overlay | None = None
    """What a tile says about itself."""
    moved: Matrix = UNMOVED
    """What all of it is drawn under, for a printer that feeds askew."""
    registration: tuple[Outline, ...] = ()
    """The marks by which a cutting machine finds the cards, filled with black."""
    tile: Outline | None = None
    """What a tile of a board is cut to, with the strips that the next ones are glued on; None: no tile."""


class Pages(Sequence[SheetPage]):
    """Pages made when they are asked for, so that a run of any length takes little memory."""

    __slots__ = ("_count", "_make")

    def __init__(self, count: int, make: Callable[[int], SheetPage]) -> None:
        self._count = count
        self._make = make

    def __len__(self) -> int:
        return self._count

    @overload
    def __getitem__(self, index: int) -> SheetPage: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[SheetPage]: ...
    def __getitem__(self, index: int | slice) -> SheetPage | Sequence[SheetPage]:
        if isinstance(index, slice):
            return [self._make(i) for i in range(self._count)[index]]
        return self._make(range(self._count)[index])


class Plan(NamedTuple):
    """All pages of one component, and the grid they share, if any. ``per_sheet`` counts cards, not faces."""

    pages: Sequence[SheetPage]
    grid: Grid | None
    per_sheet: int
    parts: int = 1
    """Pages that each face is spread over."""
    seams: tuple[tuple[Literal["x", "y"], float], ...] = ()
    """Where these meet on a front, in mm from its left or from its top."""


class Copies:
    """The copies in order, card 0 first, without a list of them.

    ``copies[i]`` is how often card i is printed. A group begins at each card of ``starts``; it shares no
    sheet with others.
    """

    __slots__ = ("_bounds", "_ends", "_sheets", "total")

    def __init__(self, copies: Sequence[int], starts: Sequence[int] = ()) -> None:
        if any(count < 0 for count in copies):
            raise ValueError("a card cannot have fewer than 0 copies")
        self._ends = list(accumulate(copies))
        self.total = self._ends[-1] if self._ends else 0
        self._bounds = [0, *(self._ends[start - 1] for start in starts if start), self.total]
        """Where the groups begin and end among the copies."""
        self._sheets: dict[int, list[int]] = {}

    @property
    def groups(self) -> list[int]:
        """How many copies each group has."""
        return [end - start for start, end in pairwise(self._bounds)]

    def card(self, position: int) -> int:
        return bisect_right(self._ends, position)

    def sheets(self, size: int) -> int:
        """How many sheets there are, with ``size`` cards on each but the last of a group."""
        return self._ends_of_groups(size)[-1]

    def sheet(self, number: int, size: int) -> list[int]:
        """The cards on the sheet of that number (from 0), fewer than ``size`` on the last of a group."""
        ends = self._ends_of_groups(size)
        group = bisect_right(ends, number)
        before = ends[group - 1] if group else 0
        start = self._bounds[group] + (number - before) * size
        return [self.card(i) for i in range(start, min(start + size, self._bounds[group + 1]))]

    def _ends_of_groups(self, size: int) -> list[int]:
        """How many sheets there are to the end of each group."""
        if size not in self._sheets:
            self._sheets[size] = list(accumulate(-(-count // size) for count in self.groups))
        return self._sheets[size]


class Layout(NamedTuple):
    """Where the fronts lie on a sheet, and what stands around those that are used."""

    slots: tuple[Slot, ...]
    band: Band | None
    marks: Callable[[Sequence[Slot]], tuple[Line, ...]]
    cuts: Callable[[Sequence[Slot]], tuple[Outline, ...]]
    """The lines to cut along that no straight marks can show."""
    card: tuple[float, float]
    """Width and height of the trims, upright."""
    grid: Grid | None = None


def impose(
    deck: Copies,
    has_back: bool,
    card_width: float,
    card_height: float,
    options: PressOptions,
    corner: float = 0.0,
) -> Plan:
    """The pages for cards of one trim size (mm).

    Copies are laid in order, row by row. A front page of a duplex run is followed at once by its
    back page. Without a back, every run but print-on-demand is one of fronts only. ``corner`` is the
    radius that corners are cut to.

    Raises :class:`~generator.catalog.problems.InputError` if a card does not fit on the paper.
    """
    if options.is_apart:
        return _single_cards(deck, has_back, card_width, card_height, options.bleed)
    if not has_back:
        options = replace(options, backs="none")
    grid = _fit(card_width, card_height, options)
    return on_both_sides(deck, _in_grid(grid, (card_width, card_height), options, corner), options)


def _fit(card_width: float, card_height: float, options: PressOptions) -> Grid:
    if not options.has_registration:
        return fit_grid(card_width, card_height, options)
    from generator.press.registration import fit_marked_grid

    return fit_marked_grid(card_width, card_height, options)


def _in_grid(grid: Grid, card: tuple[float, float], options: PressOptions, corner: float) -> Layout:
    has_outlines = options.has_lines_and_ticks or (corner > 0 and options.marks == "lines")

    def marks(used: Sequence[Slot]) -> tuple[Line, ...]:
        if options.has_lines_and_ticks:
            return sheet_marks(grid, options.paper, used, "crop")
        if has_outlines:
            return fold_lines(grid, options.paper)
        if options.has_registration and options.marks == "crop":
            return _ticks_beside_registration(trims_of(used, grid), grid, options)
        return sheet_marks(grid, options.paper, used, options.marks)

    def cuts(used: Sequence[Slot]) -> tuple[Outline, ...]:
        return cut_outlines(trims_of(used, grid), corner) if has_outlines else ()

    return Layout(grid.slots, grid.band, marks, cuts, card, grid)


def _ticks_beside_registration(trims: Sequence[Edges], grid: Grid, options: PressOptions) -> tuple[Line, ...]:
    """Ticks around the cards, but for those that the machine would take for a part of its marks."""
    from generator.press.registration import clear_lines

    pairs = zip(trims_of(grid.slots, grid), grid.slots, strict=True)
    ink = Edges.enclosing(trim.grown(slot.bleed) for trim, slot in pairs)
    return clear_lines(ticks_around(trims, ink, options.paper, grid.band), options.paper)


def _bled(layout: Layout, used: int, options: PressOptions, across: Sequence[Slot] = ()) -> tuple[Slot, ...]:
    """The first so many slots, with the bleed that empty ones leave them; ``across`` a fold lie others."""
    slots = layout.slots[:used]
    # Lines on the trims themselves are drawn over the cards; marks beside them keep clear of all ink.
    lines = layout.marks((*slots, *across)) if options.has_ticks else ()
    outside = _kept_from(options)
    clear = (*kept_clear(lines, layout.band), *outside)
    return spread((*slots, *across), layout.card, options.bleed, options.paper, clear)[:used]


def _kept_from(options: PressOptions) -> tuple[Edges, ...]:
    """What the ink keeps clear of beside registration marks."""
    if not options.has_registration:
        return ()
    from generator.press.registration import kept_from

    return tuple(kept_from(options))


def _stamps(cards: Sequence[int], side: Literal["front", "back"], slots: Sequence[Slot]) -> tuple[Stamp, ...]:
    return tuple(Stamp(card, side, slot) for card, slot in zip(cards, slots, strict=False))


def sheet_page(
    number: int,
    side: Literal["front", "back", "fold"],
    stamps: tuple[Stamp, ...],
    options: PressOptions,
    marks: tuple[Line, ...],
    slug: Slug | None,
) -> SheetPage:
    """A page of the whole paper, which is its trim too."""
    paper = options.paper
    sheet = Edges.of(paper)
    moved = _back_matrix(options) if side == "back" else UNMOVED
    return SheetPage(
        number,
        side,
        stamps,
        paper.width,
        paper.height,
        sheet,
        sheet,
        marks,
        slug,
        moved=moved,
        registration=registration_of(side, options),
    )


def _back_matrix(options: PressOptions) -> Matrix:
    if options.correction is None and not any(options.back_offset):
        return UNMOVED
    # Few have a printer that they say anything of.
    from generator.press.calibration import back_matrix

    return back_matrix(options)


@cache
def _mark_outlines(paper: Size) -> tuple[Outline, ...]:
    from generator.press.registration import mark_outlines

    return mark_outlines(paper)


def registration_of(side: str, options: PressOptions) -> tuple[Outline, ...]:
    """The marks for a cutting machine on a page of that side: it cuts by the front."""
    return _mark_outlines(options.paper) if side == "front" and options.has_registration else ()


class _Side(NamedTuple):
    """What is on one side of a sheet."""

    side: Literal["front", "back", "fold"]
    fronts: tuple[Slot, ...]
    backs: tuple[Slot, ...]
    marks: tuple[Line, ...]
    slug: Slug | None
    cuts: tuple[Outline, ...] = ()


def on_both_sides(deck: Copies, layout: Layout, options: PressOptions) -> Plan:
    """The pages of a layout: fronts, and their backs, if they have any, behind them or across the fold."""
    paper, per_sheet, fold = options.paper, len(layout.slots), layout.grid.fold if layout.grid else None
    axis = fold or (None if options.backs == "none" else flip_axis(paper, options.backs))
    is_duplex = fold is None and axis is not None
    slug = lay_slug(layout.band) if layout.band else None
    slug_behind = lay_slug(mirror_band(layout.band, paper, axis)) if layout.band and axis else None

    @cache
    def sides(used: int) -> tuple[_Side, ...]:
        """Of a sheet of so many cards."""
        slots = layout.slots[:used]
        across = tuple(mirror_slot(slot, paper, fold) for slot in slots) if fold else ()
        fronts = _bled(layout, used, options, across)
        backs = tuple(mirror_slot(slot, paper, axis) for slot in fronts) if axis else ()
        cuts = layout.cuts(slots)
        # One cuts by the front: lines on the back would lie a little beside the cut, on the card.
        has_marks_behind = options.marks != "lines"
        if fold:
            marks = layout.marks(slots + across if has_marks_behind else slots)
            return (_Side("fold", fronts, backs, marks, slug, cuts),)
        marks = layout.marks(slots)
        front = _Side("front", fronts, (), marks, slug, cuts)
        if axis is None:
            return (front,)
        behind = mirror_lines(marks, paper, axis) if has_marks_behind else ()
        return front, _Side("back", (), backs, behind, slug_behind)

    def page(index: int) -> SheetPage:
        sheet, is_back = divmod(index, 2) if is_duplex else (index, 0)
        cards = deck.sheet(sheet, per_sheet)
        of = sides(len(cards))[is_back]
        stamps = _stamps(cards, "front", of.fronts) + _stamps(cards, "back", of.backs)
        return sheet_page(index + 1, of.side, stamps, options, of.marks, of.slug)._replace(cuts=of.cuts)

    return Plan(Pages(deck.sheets(per_sheet) * (1 + is_duplex), page), layout.grid, per_sheet)


def _single_cards(deck: Copies, has_back: bool, width: float, height: float, bleed: float) -> Plan:
    """One face to a page with its bleed around it; the back comes first, as the services ask for it."""
    slot = Slot(bleed + width / 2, bleed + height / 2, 0, Sides(bleed, bleed, bleed, bleed))
    grid = Grid(1, 1, 0, bleed, bleed, width, height, (slot,), band=None)
    page_width, page_height = width + 2 * bleed, height + 2 * bleed
    trim = Edges(bleed, bleed, bleed + width, bleed + height)
    whole = Edges(0.0, 0.0, page_width, page_height)
    faces: tuple[Literal["front", "back"], ...] = ("back", "front") if has_back else ("front",)

    def page(index: int) -> SheetPage:
        position, face = divmod(index, len(faces))
        stamp = Stamp(deck.card(position), faces[face], slot)
        return SheetPage(index + 1, "card", (stamp,), page_width, page_height, trim, whole, (), None)

    return Plan(Pages(deck.total * len(faces), page), grid, 1)
