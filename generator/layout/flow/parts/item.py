"""``<item>``: one of a list."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from generator.layout.flow.content import MixedPart


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Item(MixedPart):
    TAG: ClassVar[str] = "item"
    DOC: ClassVar[str] = "One item of a list: text, and parts below it."
    INSIDE: ClassVar[tuple[str, ...]] = ("list",)
