"""One item of a list: text, and parts below it."""

from __future__ import annotations

from dataclasses import dataclass

from generator.layout.flow.content import MixedPart


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Item(MixedPart):
    TAG = "item"
    INSIDE = ("list",)
