"""``<card>``: the root of every layout."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from generator.layout.attributes import OPTIONAL_SIZE, attribute
from generator.layout.elements.g import Group


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Card(Group):
    TAG: ClassVar[str] = "card"
    DOC: ClassVar[str] = (
        "The root of every layout. Its origin is the top left corner of the trim; draw beyond the trim "
        "for the bleed. Size, bleed and safe zone come from the component in `game.yaml`; a width and "
        "height given here check that the layout was made for that size."
    )

    width: float | None = attribute(OPTIONAL_SIZE, "auto", "Width of the trim that the layout is made for.")
    height: float | None = attribute(OPTIONAL_SIZE, "auto", "Height of the trim that the layout is made for.")
