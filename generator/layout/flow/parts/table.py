"""A small table, as wide as the stack. Its first row says how many columns it has."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from generator.catalog.problems import InputError
from generator.catalog.wording import pluralize
from generator.layout.attributes import COLOUR, SIZE, attribute, one_of, or_auto
from generator.layout.colour import Colour
from generator.layout.elements.base import Building, Element
from generator.layout.elements.line import Line
from generator.layout.flow.content import children
from generator.layout.flow.grid import Grid
from generator.layout.flow.part import NOTHING, Laid, Look, TextPart, Widths
from generator.layout.flow.parts.row import ALIGNS, VALIGN, WIDTHS, Row
from generator.layout.geometry import Box
from generator.layout.xml import Node


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Table(TextPart):
    TAG = "table"

    widths_: Sequence[float | None] | None = attribute(
        WIDTHS,
        "auto",
        "`2 1 1`: shares of the width; `auto 1`: one column as wide as its contents, the other takes the "
        "rest; `auto`: all by their contents.",
    )
    aligns: Sequence[str] | None = attribute(
        ALIGNS, "auto", "The alignment of each column, `left right right`; `auto`: `align` for all."
    )
    valign: str = attribute(VALIGN, "baseline", "How the cells of a row are aligned with one another.")
    gap: float = attribute(SIZE, "2", "Space between columns.")
    padding: float = attribute(SIZE, "0.5", "Space above and below each row.")
    rules: str = attribute(
        one_of("header", "rows", "all", "none"),
        "header",
        "Lines: under rows of headings, between all rows, or around every cell.",
    )
    stroke: Colour | None = attribute(or_auto(COLOUR), "auto", "Colour of lines; `auto`: `fill`.")
    stroke_width: float = attribute(SIZE, "0.2", "Thickness of lines.")
    rows: Sequence[Row]

    @classmethod
    def content(cls, values: dict[str, Any], node: Node, look: Look, builder: Building) -> dict[str, Any]:
        inner = look._replace(aligns=values["aligns"] or ())
        rows = [part for part in children(node, inner, builder, cls.TAG) if isinstance(part, Row)]
        columns = len(values["widths_"] or values["aligns"] or ()) or (rows[0].columns if rows else 0)
        for row in rows:
            if row.columns > columns:
                cells, places = pluralize(row.columns, "cell"), pluralize(columns, "column")
                error = InputError(
                    f"the row has {cells}, but the table has {places}",
                    hint="the first row, `widths` and `aligns` say how many columns there are",
                )
                builder.report(error, row.node)
        return {"rows": [row for row in rows if row.columns <= columns]}

    def lay(self, width: float, scale: float) -> Laid:
        if not self.rows:
            return NOTHING
        grid = self._grid()
        rows = grid.set(width, scale)
        edges = grid.columns(width, scale)

        def place(x: float, y: float) -> Iterator[Element]:
            tops = [y]
            for row, laid in zip(self.rows, rows, strict=True):
                yield from row.ground(Box(x, tops[-1], width, laid.height))
                yield from laid.place(x, tops[-1])
                tops.append(tops[-1] + laid.height)
            middles = [x + (left + own + after) / 2 for (left, own), (after, _) in pairwise(edges)]
            yield from self._lines(x, width, tops, middles)

        return Laid(
            sum(row.height for row in rows), place, rows[0].baseline, any(row.is_wide for row in rows)
        )

    def widths(self, scale: float) -> Widths:
        return self._grid().best(scale)

    def _grid(self) -> Grid:
        asked = self.widths_ or [None] * (len(self.aligns or ()) or self.rows[0].columns)
        is_framed = self.rules == "all" or any(row.background is not None for row in self.rows)
        inset = self.gap / 2 if is_framed else 0.0
        return Grid([row.slots for row in self.rows], asked, self.gap, inset, self.padding, self.valign)

    def _lines(
        self, x: float, width: float, tops: Sequence[float], middles: Sequence[float]
    ) -> Iterator[Element]:
        if self.rules == "none":
            return
        across = [
            top
            for row, top in zip(self.rows, tops[1:], strict=True)
            if row.header == "yes" or (self.rules != "header" and row is not self.rows[-1])
        ]
        if self.rules == "all":
            across = list(tops)
            for at in (x, *middles, x + width):
                yield self._line(at, tops[0], at, tops[-1])
        for at in across:
            yield self._line(x, at, x + width, at)

    def _line(self, x1: float, y1: float, x2: float, y2: float) -> Element:
        colour = self.stroke or self.look.fill
        return self.drawn(
            Line,
            x1=x1,
            y1=y1,
            x2=x2,
            y2=y2,
            stroke=colour,
            stroke_width=self.stroke_width,
            stroke_linecap="square",
        )
