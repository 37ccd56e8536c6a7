"""Cells side by side. In a table its columns are those of the table; on its own, as for a title with a cost
at the right, the first cell takes what the others leave, and the last ends at the right edge.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from generator.catalog.problems import InputError
from generator.catalog.wording import code, pluralize, quote
from generator.layout.attributes import (
    ALIGNMENT,
    OPTIONAL_COLOUR,
    SIZE,
    WEIGHT,
    Kind,
    Scope,
    attribute,
    one_of,
    or_auto,
)
from generator.layout.colour import Colour
from generator.layout.elements.base import Building, Element
from generator.layout.elements.rect import Rect
from generator.layout.flow.content import children
from generator.layout.flow.grid import Grid, Slot
from generator.layout.flow.part import BODY, NOTHING, Laid, Look, TextPart, Widths
from generator.layout.flow.parts.cell import MOST_COLUMNS, Cell
from generator.layout.geometry import Box
from generator.layout.xml import Node


def _widths(text: str, scope: Scope) -> tuple[float | None, ...]:
    words = text.split()
    if not words or len(words) > MOST_COLUMNS:
        raise InputError(f"expected the widths of 1 to {MOST_COLUMNS} columns, got {quote(text)}")
    return tuple([None if word == "auto" else WEIGHT.parse(word, scope) for word in words])


def _aligns(text: str, scope: Scope) -> tuple[str, ...]:
    return tuple([ALIGNMENT.parse(word, scope) for word in text.split()])


WIDTHS = or_auto(Kind("widths of columns", _widths))
ALIGNS = or_auto(Kind("alignments of columns", _aligns))
VALIGN = one_of("baseline", "top", "middle", "bottom")
OF_TABLE = ("widths", "aligns", "valign", "gap")
"""Attributes that a row has only by itself."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Row(TextPart):
    TAG = "row"
    INSIDE = ("table", BODY)

    header: str = attribute(
        one_of("no", "yes"), "no", "`yes`: a row of headings, in bold, with a line under it in a table."
    )
    background: Colour | None = attribute(OPTIONAL_COLOUR, "none", "Colour behind the row of a table.")
    widths_: Sequence[float | None] | None = attribute(
        WIDTHS, "auto", "On its own: the widths of its cells, as for a table; `auto`: `1 auto auto …`."
    )
    aligns: Sequence[str] | None = attribute(
        ALIGNS, "auto", "On its own: the alignment of each cell; `auto`: `start center … end`."
    )
    valign: str = attribute(VALIGN, "baseline", "On its own: how its cells are aligned with one another.")
    gap: float = attribute(SIZE, "2", "On its own: the space between its cells.")
    slots: Sequence[Slot]
    columns: int
    """How many columns its cells take."""

    @classmethod
    def content(cls, values: dict[str, Any], node: Node, look: Look, builder: Building) -> dict[str, Any]:
        if look.inside != BODY:
            for name in OF_TABLE:
                if name in node.attributes:
                    raise InputError(
                        f"{code(name)} is not for a row in a table", hint="give it to the <table>"
                    )
        inner = look._replace(bold=look.bold or values["header"] == "yes")
        aligns: Sequence[str] = ()
        if values["align"] is None:
            aligns = look.aligns if look.inside != BODY else values["aligns"] or _spread(node)
        slots, column = [], 0
        for child in children(node, inner, builder, cls.TAG, aligns):
            if isinstance(child, Cell):
                slots.append(Slot(child, column))
                column += child.span
        if column > MOST_COLUMNS:
            raise InputError(f"a row has {column:,} cells, more than {MOST_COLUMNS}")
        named = values["widths_"] or values["aligns"]
        if named and column > len(named):
            raise InputError(
                f"the row has {pluralize(column, 'cell')}, but names {pluralize(len(named), 'column')}",
                hint="`widths` and `aligns` name as many as there are cells",
            )
        return {"slots": slots, "columns": column}

    def lay(self, width: float, scale: float) -> Laid:
        if not self.slots:
            return NOTHING
        (row,) = self._grid().set(width, scale)

        def place(x: float, y: float) -> Iterator[Element]:
            yield from self.ground(Box(x, y, width, row.height))
            yield from row.place(x, y)

        return Laid(row.height, place, row.baseline, row.is_wide)

    def widths(self, scale: float) -> Widths:
        return self._grid().best(scale)

    def ground(self, box: Box) -> Iterator[Element]:
        """What the row stands on, if anything."""
        if self.background is not None:
            yield self.drawn(Rect, **box._asdict(), fill=self.background)

    def _grid(self) -> Grid:
        """The row by itself."""
        # Columns that are named and have no cell stay empty.
        asked = self.widths_ or [1.0, *[None] * (self.columns - 1)]
        inset = self.gap / 2 if self.background is not None else 0.0
        return Grid([self.slots], asked, self.gap, inset, 0.0, self.valign)


def _spread(node: Node) -> Sequence[str]:
    """The first cell where rows begin, the last where they end, what is between in the middle."""
    count = sum(not isinstance(child, str) for child in node.children)
    return ["start", *["center"] * (count - 2), "end"] if count > 1 else ()
