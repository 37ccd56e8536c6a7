"""A PNG, JPEG or SVG file from the game's folder."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from generator.layout.attributes import OPTIONAL_SIZE, PICTURE, SHARE, attribute, one_of
from generator.layout.elements.base import Element
from generator.layout.elements.image import Image, missing_name
from generator.layout.flow.part import ALIGN, Laid, Part, Widths
from generator.layout.geometry import Box

if TYPE_CHECKING:
    from generator.layout.pictures import Picture


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ImageInFlow(Part):
    TAG = "image"

    href: Picture = attribute(PICTURE, None, "The file, from the game's folder or its `art/`.")
    height: float | None = attribute(
        OPTIONAL_SIZE, "auto", "Height, which shrinks with the type; `auto`: in proportion to its width."
    )
    width: float | None = attribute(OPTIONAL_SIZE, "auto", "Width at full size; `auto`: that of the stack.")
    fit: str = attribute(
        one_of("contain", "cover", "fill"),
        "contain",
        "`contain`: all of the picture; `cover`: all of the box; `fill`: stretched.",
    )
    focus_x: float = attribute(SHARE, "0.5", "Which part stays in view: 0 left, 1 right.")
    focus_y: float = attribute(SHARE, "0.5", "The same from top (0) to bottom (1).")
    align: str | None = attribute(ALIGN, "auto", "Where it is placed if it is narrower than the stack.")

    def lay(self, width: float, scale: float) -> Laid:
        wide = width if self.width is None else min(self.width * scale, width)
        ratio = self.href.height / self.href.width
        if self.height is not None:
            high = self.height * scale
        elif self.width is None:
            # A picture as wide as the stack has to become narrower to become lower.
            high = width * ratio * scale
        else:
            high = wide * ratio
        if self.fit == "contain":
            wide = min(wide, high / ratio)
        return Laid(high, lambda x, y: self._place(x, y, width, wide, high))

    def widths(self, scale: float) -> Widths:
        if self.width is not None:
            best = self.width
        else:
            best = (self.height or 0.0) * self.href.width / self.href.height
        return Widths(0.0, best * scale)

    def _place(self, x: float, y: float, width: float, wide: float, high: float) -> Iterator[Element]:
        x += self.look.shift(self.align) * (width - wide)
        shown = Box(x, y, wide, high)
        yield self.drawn(
            Image,
            href=self.href,
            name=missing_name(self.href, shown, self.builder) if self.href.is_missing else None,
            **shown._asdict(),
            fit=self.fit,
            focus_x=self.focus_x,
            focus_y=self.focus_y,
        )
