"""The root of every layout. Its origin is the top left corner of the trim; draw beyond the trim for the
bleed. Size, bleed and safe zone come from the component in `game.yaml`; a width and height given here
check that the layout was made for that size.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Self

from generator.layout.attributes import OPTIONAL_SIZE, SIZE, TEXT, Kind, attribute, one_of, whole
from generator.layout.elements.base import Building, Parent
from generator.layout.lengths import Room
from generator.layout.xml import Node

OPTIONAL_TEXT = Kind("text", lambda text, scope: None if text == "auto" else TEXT.parse(text, scope))
TRACKS = whole(1, 1000, or_none=True)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Card(Parent):
    TAG = "card"

    width: float | None = attribute(OPTIONAL_SIZE, "auto", "Width of the trim that the layout is made for.")
    height: float | None = attribute(OPTIONAL_SIZE, "auto", "Height of the trim that the layout is made for.")
    columns: int | None = attribute(
        TRACKS, "none", "How many columns the grid has, for lengths such as `3col`."
    )
    rows: int | None = attribute(TRACKS, "none", "How many rows the grid has, for lengths such as `2row`.")
    margin: float = attribute(SIZE, "0", "Margin around all columns and rows.")
    gutter: float = attribute(SIZE, "0", "Space between columns and between rows.")
    mirror: str = attribute(
        one_of("none", "rtl"),
        "none",
        "`rtl`: if the game's language is written from right to left, all positions are mirrored; texts and "
        "pictures are not.",
    )
    alt: str | None = attribute(
        OPTIONAL_TEXT,
        "auto",
        "What it shows, for those who can't see it; `auto`: the texts on it; empty: it is only decoration.",
    )

    @classmethod
    def build(cls, values: dict[str, Any], node: Node, builder: Building) -> Self:
        room = _room(values, builder.room)
        if values["mirror"] == "none" or builder.words.direction != "rtl":
            return cls.of(builder.children(node, room), **values)
        from generator.layout.elements.g import Group, mirrored

        with builder.mirrored(True):
            children = builder.children(node, room)
        middle = (room or builder.room).width / 2
        return cls.of((builder.made(Group, node, **mirrored(children, middle)),), **values)


def _room(values: dict[str, Any], outer: Room) -> Room | None:
    """The card's own box, with its columns and rows; None if it is the one that was there before."""
    width, height, columns, rows = (values[name] for name in ("width", "height", "columns", "rows"))
    if columns is None and rows is None and width in (None, outer.width) and height in (None, outer.height):
        return None
    return outer.inner(width, height).divided(columns, rows, values["margin"], values["gutter"])
