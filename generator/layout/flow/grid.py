"""Cells in rows and columns: how wide each column becomes, and how high each row."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from generator.layout.elements.base import Element
from generator.layout.flow.part import Laid, Widths
from generator.layout.flow.parts.cell import Cell


class Slot(NamedTuple):
    """A cell in a row, and the first of its columns."""

    cell: Cell
    column: int


class SetRow(NamedTuple):
    """A row at a width and a scale: each cell with its place below the row's top, and left of it."""

    cells: Sequence[tuple[Laid, float, float]]
    height: float
    baseline: float | None
    is_wide: bool

    def place(self, x: float, y: float) -> Iterator[Element]:
        for laid, left, down in self.cells:
            yield from laid.place(x + left, y + down)


@dataclass(frozen=True, slots=True)
class Grid:
    """Rows of cells in columns; lengths in mm at full scale."""

    rows: Sequence[Sequence[Slot]]
    widths: Sequence[float | None]
    """Of each column its share of what the others leave; None: as wide as its contents."""
    gap: float
    inset: float
    """Room at both ends of a row."""
    padding: float
    """Room above and below each row."""
    valign: str

    def columns(self, width: float, scale: float) -> list[tuple[float, float]]:
        """Left edge and width of each column."""
        gap, inset = self.gap * scale, self.inset * scale
        room = max(width - 2 * inset - (len(self.widths) - 1) * gap, 0.0)
        found, x = [], inset
        for own in shared_out(self.widths, self._wanted(scale), room):
            found.append((x, own))
            x += own + gap
        return found

    def best(self, scale: float) -> Widths:
        """What the grid asks of the column that it may stand in."""
        wanted = self._wanted(scale)
        edges = (2 * self.inset + (len(self.widths) - 1) * self.gap) * scale
        return Widths(edges + sum(one.least for one in wanted), edges + sum(one.best for one in wanted))

    def set(self, width: float, scale: float) -> list[SetRow]:
        columns = self.columns(width, scale)
        return [self._set_row(row, columns, scale) for row in self.rows]

    def _wanted(self, scale: float) -> list[Widths]:
        wanted = [Widths(0.0, 0.0)] * len(self.widths)
        for row in self.rows:
            for cell, column in row:
                if cell.span == 1:
                    least, best = cell.widths(scale)
                    known = wanted[column]
                    wanted[column] = Widths(max(known.least, least), max(known.best, best))
        return wanted

    def _set_row(self, row: Sequence[Slot], columns: Sequence[tuple[float, float]], scale: float) -> SetRow:
        laid, lefts = [], []
        for cell, column in row:
            left, last = columns[column][0], columns[column + cell.span - 1]
            laid.append(cell.lay(last[0] + last[1] - left, scale))
            lefts.append(left)
        lines = [one.baseline for one in laid if one.baseline is not None]
        first = max(lines, default=0.0)
        downs = [first - one.baseline if self.valign == "baseline" and one.baseline else 0.0 for one in laid]
        height = max([down + one.height for one, down in zip(laid, downs, strict=True)], default=0.0)
        if self.valign in ("middle", "bottom"):
            share = 0.5 if self.valign == "middle" else 1.0
            downs = [share * (height - one.height) for one in laid]
        padding = self.padding * scale
        cells = [
            (one, left, down + padding)
            for one, left, down in zip(laid, lefts, downs, strict=True)
            if one.height
        ]
        baseline = first + padding if lines and self.valign == "baseline" else None
        return SetRow(cells, height + 2 * padding, baseline, any(one.is_wide for one in laid))


def shared_out(asked: Sequence[float | None], wanted: Sequence[Widths], room: float) -> list[float]:
    """The width of each column: those of ``asked`` share what the others leave."""
    by_content = [one for one, share in zip(wanted, asked, strict=True) if share is None]
    shares = sum(share for share in asked if share is not None)
    kept = sum(one.least for one, share in zip(wanted, asked, strict=True) if share is not None)
    own = _squeezed(by_content, max(room - kept, 0.0))
    rest = max(room - sum(own), 0.0)
    if not shares:
        # Nobody else takes what is left.
        total = sum(own)
        return [width + rest * (width / total if total else 1 / len(own)) for width in own]
    left = iter(own)
    return [next(left) if share is None else rest * share / shares for share in asked]


def _squeezed(wanted: Sequence[Widths], room: float) -> list[float]:
    """Widths as they are best, or as near to that as the room allows."""
    least, best = sum(one.least for one in wanted), sum(one.best for one in wanted)
    if best <= room:
        return [one.best for one in wanted]
    if least >= room:
        return [one.least * room / least if least else 0.0 for one in wanted]
    part = (room - least) / (best - least)
    return [one.least + part * (one.best - one.least) for one in wanted]
