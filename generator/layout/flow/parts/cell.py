"""One cell of a row: text, and parts below it."""

from __future__ import annotations

from dataclasses import dataclass

from generator.layout.attributes import attribute, whole
from generator.layout.flow.content import MixedPart

MOST_COLUMNS = 30


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Cell(MixedPart):
    TAG = "cell"
    INSIDE = ("row",)

    span: int = attribute(whole(1, MOST_COLUMNS), "1", "How many columns it spans.")
