"""Finds places for the fronts: one scale for all of them, on as few pages as can still be read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from generator.catalog.sizes import Size
from generator.export.contact.gather import Exhibit, Group
from generator.export.drawing import GREY, Column, Piece
from generator.layout.text.words import WordMaker

SIDE, TOP, FOOT = 10.0, 22.0, 13.0
"""White beside, above and below the fronts, in mm; titles stand in it."""
LARGEST, SMALLEST, STEP = 100, 30, 2
"""Scales in per cent. At the smallest one can tell cards, not read them."""
NARROWEST = 15.0
"""Width of a caption, where the picture is smaller."""
GAP, ROW_GAP, GROUP_GAP, BETWEEN = 2.5, 3.0, 5.0, 8.0
"""Between pictures, rows, groups below each other and groups side by side."""
HEADING_GAP, CAPTION_GAP = 1.5, 0.8
HEADING, CAPTION = 9.0, 6.0
"""Points."""
LONGEST = 48
"""Letters of a name."""


@dataclass(frozen=True, slots=True)
class Placed:
    """A front on its page, its top left corner in mm; the caption begins ``caption_x``, ``caption_y``."""

    exhibit: Exhibit
    scale: float
    x: float
    y: float
    caption: Column
    caption_x: float
    caption_y: float


@dataclass(slots=True)
class Page:
    """What stands on a page."""

    fronts: list[Placed] = field(default_factory=list)
    headings: list[tuple[Column, float, float]] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Arrangement:
    """``scale`` in per cent."""

    pages: Sequence[Page]
    scale: int


def arrange(groups: Sequence[Group], paper: Size, words: WordMaker) -> Arrangement:
    """The largest scale at which there are no more pages than at the smallest."""
    fewest = len(_Flow(paper, words, SMALLEST / 100).flow(groups))
    low, high = SMALLEST // STEP, LARGEST // STEP
    while low < high:
        middle = (low + high + 1) // 2
        if len(_Flow(paper, words, middle * STEP / 100).flow(groups)) <= fewest:
            low = middle
        else:
            high = middle - 1
    return Arrangement(_Flow(paper, words, low * STEP / 100).flow(groups), low * STEP)


@dataclass(frozen=True, slots=True)
class _Cell:
    """A front with its caption, before it has a place."""

    exhibit: Exhibit
    scale: float
    caption: Column

    @property
    def picture(self) -> tuple[float, float]:
        return self.exhibit.width * self.scale, self.exhibit.height * self.scale

    @property
    def width(self) -> float:
        return max(self.picture[0], self.caption.width)

    @property
    def height(self) -> float:
        return self.picture[1] + CAPTION_GAP + self.caption.height


@dataclass(slots=True)
class _Flow:
    """Fills one page after another, groups side by side where they fit."""

    paper: Size
    words: WordMaker
    scale: float
    pages: list[Page] = field(default_factory=lambda: [Page()])
    x: float = SIDE
    y: float = TOP
    depth: float = 0.0
    """How far down the groups reach that begin at this height."""

    def flow(self, groups: Sequence[Group]) -> list[Page]:
        for group in groups:
            self._add(group)
        return self.pages

    def _add(self, group: Group) -> None:
        cells = [self._cell(exhibit) for exhibit in group.exhibits]
        rows = _rows(cells, self._width)
        heading = self._heading(group, rows)
        right = self.x + max(heading.width, _row_width(rows[0]))
        needed = heading.height + HEADING_GAP + _row_height(rows[0])
        if len(rows) > 1 or right > self.paper.width - SIDE or self.y + needed > self._bottom:
            self._next_shelf()
        if self.y + needed > self._bottom:
            self._next_page()
        left, top = self.x, self.y
        self.pages[-1].headings.append((heading, left, top))
        y = top + heading.height + HEADING_GAP
        for row in rows:
            if y + _row_height(row) > self._bottom and y > TOP:
                self._next_page()
                y = TOP
            self._place(row, left, y)
            y += _row_height(row) + ROW_GAP
        self.depth = max(self.depth, y - ROW_GAP)
        self.x = left + max(heading.width, *(_row_width(row) for row in rows)) + BETWEEN
        if len(rows) > 1:
            self._next_shelf()

    @property
    def _width(self) -> float:
        return self.paper.width - 2 * SIDE

    @property
    def _bottom(self) -> float:
        return self.paper.height - FOOT

    def _next_shelf(self) -> None:
        if self.depth:
            self.y = self.depth + GROUP_GAP
        self.x, self.depth = SIDE, 0.0

    def _next_page(self) -> None:
        if self.pages[-1].headings or self.pages[-1].fronts:
            self.pages.append(Page())
        self.x, self.y, self.depth = SIDE, TOP, 0.0

    def _cell(self, exhibit: Exhibit) -> _Cell:
        room = self._bottom - TOP - 15
        scale = min(self.scale, self._width / exhibit.width, room / exhibit.height)
        caption = Column(self.words, max(NARROWEST, exhibit.width * scale))
        pieces = [Piece(_cut(exhibit.name))]
        if exhibit.copies > 1:
            pieces.append(Piece(f" ×{exhibit.copies}", GREY))
        if scale < self.scale:
            pieces.append(Piece(f" at {100 * scale:.0f} %", GREY))
        caption.add(pieces, CAPTION, align="center")
        return _Cell(exhibit, scale, caption)

    def _heading(self, group: Group, rows: Sequence[Sequence[_Cell]]) -> Column:
        pieces = [Piece(_cut(group.title), bold=True), Piece(f" {_count(group)}", GREY)]
        wide = Column(self.words, self._width)
        wide.add(pieces, HEADING)
        if len(rows) > 1:
            return wide
        narrow = Column(self.words, max(3 * NARROWEST, _row_width(rows[0])))
        narrow.add(pieces, HEADING)
        return narrow

    def _place(self, row: Sequence[_Cell], x: float, y: float) -> None:
        for cell in row:
            width, height = cell.picture
            self.pages[-1].fronts.append(
                Placed(
                    cell.exhibit,
                    cell.scale,
                    x + (cell.width - width) / 2,
                    y,
                    cell.caption,
                    x + (cell.width - cell.caption.width) / 2,
                    y + height + CAPTION_GAP,
                )
            )
            x += cell.width + GAP


def _count(group: Group) -> str:
    different = len(group.exhibits)
    return f"{group.copies}" if group.copies == different else f"{group.copies}, {different} different"


def _rows(cells: Sequence[_Cell], width: float) -> list[list[_Cell]]:
    rows: list[list[_Cell]] = [[]]
    for cell in cells:
        if rows[-1] and _row_width([*rows[-1], cell]) > width:
            rows.append([])
        rows[-1].append(cell)
    return rows


def _row_width(row: Sequence[_Cell]) -> float:
    return sum(cell.width for cell in row) + GAP * (len(row) - 1)


def _row_height(row: Sequence[_Cell]) -> float:
    return max(cell.height for cell in row)


def _cut(name: str) -> str:
    return name if len(name) <= LONGEST else name[: LONGEST - 1].rstrip() + "…"
