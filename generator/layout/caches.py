"""The caches of files that were read: a long run clears them to see what was saved meanwhile."""

from __future__ import annotations

from generator.layout.figures import common_parts, read_part
from generator.layout.fonts import open_font
from generator.layout.pictures import read_picture, read_picture_part
from generator.layout.svg import read_drawing


def clear_caches() -> None:
    """Fonts and pictures are kept by path while a run lasts; after this they are read again."""
    open_font.cache_clear()
    read_picture.cache_clear()
    read_picture_part.cache_clear()
    read_drawing.cache_clear()
    common_parts.cache_clear()
    read_part.cache_clear()
