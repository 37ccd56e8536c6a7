"""Pictures whose pixels end early or can't be decoded, and SVG art of which something is not drawn."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from generator.catalog.problems import BAD_PICTURE, InputError, Problem
from generator.press.preflight.scene import PlacedPicture, Scene, warning

if TYPE_CHECKING:
    from generator.layout.pictures import Picture


def find(scene: Scene) -> Iterator[Problem]:
    """Errors of pictures that would print black or grey where pixels are missing, and warnings of SVG art."""
    art: dict[tuple[Picture, str], PlacedPicture] = {}
    for shown in scene.pictures:
        if shown.picture.format == "svg":
            art[shown.picture, shown.attribute] = shown
            continue
        try:
            shown.picture.require_pixels()
        except InputError as error:
            yield error.at(shown.element.place, field=shown.attribute)
    for shown in art.values():
        for message, hint in (*_undrawn(shown), *_uncoloured(shown)):
            yield warning(shown.element, message, hint, shown.picture.path.name)._replace(code=BAD_PICTURE)


def _undrawn(shown: PlacedPicture) -> Iterator[tuple[str, str]]:
    flaw, name = shown.picture.flaw(), shown.picture.name
    if flaw is not None:
        yield flaw.message, flaw.hint or ""
    elif _is_empty(shown):
        yield (
            f"the picture {name} draws nothing",
            "its shapes need a size, and a fill or stroke",
        )


def _uncoloured(shown: PlacedPicture) -> Iterator[tuple[str, str]]:
    """Black icons that can't be printed in the colour that the layout asks for."""
    picture = shown.picture
    if shown.element.TAG == "image" or not picture.is_colourless:
        return
    from generator.layout.svg import UNREADABLE, read_drawing

    beyond = read_drawing.beyond(picture)
    if beyond and not (beyond == UNREADABLE and picture.undrawn):
        yield (
            f"the icon {picture.name} has {beyond}, so it is always printed in black",
            "turn it into plain shapes, or give it its own colours",
        )


def _is_empty(shown: PlacedPicture) -> bool:
    from generator.layout.svg import read_drawing

    drawing = read_drawing(shown.picture)
    return drawing is not None and not drawing.shapes
