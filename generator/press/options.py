"""What a run may choose about its sheets."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

from generator.catalog.problems import InputError
from generator.catalog.sizes import Size

Backs = Literal["none", "duplex-long", "duplex-short", "gutterfold", "pod"]
"""Where the backs go: nowhere; on the back page, turned over the long or the short edge; on the same
page across a fold; on pages of their own, one card to a page, as print-on-demand services want it."""

Marks = Literal["crop", "lines", "none"]
"""Ticks around the cards, lines on the trim edges, or nothing."""


@dataclass(frozen=True, slots=True)
class PressOptions:
    """All lengths in mm. Raises :class:`InputError` for a length below zero."""

    paper: Size
    margin: float = 5.0
    """What the printer cannot reach, on each side of the paper; 5 mm is a laser printer's usual figure."""
    gap: float | None = None
    """Between neighbouring cards; None lets the grid choose the widest that costs no card."""
    bleed: float = 3.0
    """How far ink may go beyond the trim."""
    overlap: float = 10.0
    """How much two neighbouring tiles of a board both show."""
    marks: Marks = "crop"
    backs: Backs = "duplex-long"

    def __post_init__(self) -> None:
        for name in ("margin", "gap", "bleed", "overlap"):
            length = getattr(self, name)
            if length is not None and not (math.isfinite(length) and length >= 0):
                raise InputError(f"the {name} is {length:g} mm", hint="it must be 0 mm or more")
