"""Pictures in small: what colour they have where a text lies on them."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from generator.catalog.problems import InputError
from generator.layout.colour import Colour
from generator.layout.pictures import Picture
from generator.press.preflight.tones import CLEAR, Tone

SIDE = 240
"""Pixels of a thumbnail's longer side: on a card, a quarter of a millimetre each."""
MOST = 64
"""Thumbnails that are kept."""


@dataclass(slots=True)
class Thumbnails:
    """Pictures are opened only when a text lies on them, and kept in small."""

    known: OrderedDict[Path, Any] = field(default_factory=OrderedDict)

    def tone(self, picture: Picture, across: float, down: float) -> Tone:
        """The colour at a share of the width and height."""
        pixels = self._pixels(picture)
        if pixels is None:
            return CLEAR
        x = min(int(across * pixels.width), pixels.width - 1)
        y = min(int(down * pixels.height), pixels.height - 1)
        red, green, blue, alpha = pixels.getpixel((max(x, 0), max(y, 0)))
        return Tone(Colour(red / 255, green / 255, blue / 255), alpha / 255)

    def _pixels(self, picture: Picture) -> Any:
        if picture.path in self.known:
            self.known.move_to_end(picture.path)
            return self.known[picture.path]
        self.known[picture.path] = pixels = _opened(picture)
        if len(self.known) > MOST:
            self.known.popitem(last=False)
        return pixels


def _opened(picture: Picture) -> Any:
    """A small Pillow image in RGBA; None for a file that can't be decoded, which the press tells."""
    from generator.press.pdf.pictures import SVG_DPI, open_pixels

    try:
        image = open_pixels(picture, SIDE / SVG_DPI * 25.4).convert("RGBA")
    except InputError:
        return None
    image.thumbnail((SIDE, SIDE))
    return image
