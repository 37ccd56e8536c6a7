"""SVG art that can't be drawn: it takes too long or too much memory, or crashes what draws it."""

from __future__ import annotations

from collections.abc import Iterator

from generator.catalog.problems import UNDRAWABLE, InputError, Problem
from generator.press.preflight.scene import PlacedPicture, Scene


def find(scene: Scene) -> Iterator[Problem]:
    """An error for each; plain art needs no drawing, for it is printed as outlines."""
    for shown in scene.pictures:
        if shown.picture.format == "svg" and not _is_plain(shown):
            try:
                shown.thumbnails.rasterizer.prove(shown.picture, shown.area.flat.box.width)
            except InputError as error:
                yield error.at(shown.element.place, field=shown.attribute)._replace(code=UNDRAWABLE)


def _is_plain(shown: PlacedPicture) -> bool:
    from generator.layout.svg import read_drawing

    return read_drawing(shown.picture) is not None
