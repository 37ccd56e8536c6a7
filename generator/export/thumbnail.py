"""A small picture of a game: some of its cards, fanned."""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, radians, sin
from typing import TYPE_CHECKING

from generator.export.faces import Camera, FaceList, PrintedFace

if TYPE_CHECKING:
    from PIL.Image import Image

SIDE = 256
"""Pixels."""
FINE = 3
"""How much finer than the picture the cards are turned."""
CARDS = 5
SPREAD = 14.0
"""Degrees from card to card."""
BELOW = 0.6
"""How far below the middle of a card the hand is that holds the fan, in heights of a card."""
ROOM = 0.98
"""How much of the picture the fan takes."""
SHADOW = (0, 0, 0, 110)
SHADOW_BLUR = 0.012
"""Of the picture's side."""


def draw_thumbnail(lists: Sequence[FaceList], shots: Camera, corner: float = 0.0) -> Image | None:
    """A fan of up to five cards of the list with the most cards; None where there is nothing to show.

    What has no cards shows its tokens or boards instead. Around the fan the picture is transparent.
    ``corner``: the radius (mm) of corners that the component leaves square.
    """
    from PIL import Image

    shown = _chosen(lists)
    if shown is None:
        return None
    faces, fronts = shown
    long = SIDE * FINE * 0.6
    scale = long / max(faces.trim.width, faces.trim.height)
    width, height = (max(1, round(side * scale)) for side in (faces.trim.width, faces.trim.height))
    canvas = Image.new("RGBA", (SIDE * FINE * 2, SIDE * FINE * 2), (0, 0, 0, 0))
    for number, front in enumerate(fronts):
        angle = (number - (len(fronts) - 1) / 2) * SPREAD
        card = shots.cut_face(faces, front, width, height, corner).rotate(
            -angle, resample=Image.Resampling.BICUBIC, expand=True
        )
        turn, reach = radians(angle), BELOW * height
        x = canvas.width / 2 + reach * sin(turn) - card.width / 2
        y = canvas.height / 2 + reach * (1 - cos(turn)) - card.height / 2
        _lay(canvas, card, round(x), round(y))
    return _fitted(canvas)


def _chosen(lists: Sequence[FaceList]) -> tuple[FaceList, Sequence[PrintedFace]] | None:
    """The list to show, and fronts that look different from all over it."""
    for kind in ("cards", "tokens", "board"):
        of_kind = [faces for faces in lists if faces.component.kind == kind]
        if of_kind:
            faces = max(of_kind, key=lambda one: len({front.look for front in one.fronts}))
            fronts = list({front.look: front for front in faces.fronts}.values())
            count = min(CARDS, len(fronts))
            steps = [index * (len(fronts) - 1) // max(1, count - 1) for index in range(count)]
            return faces, [fronts[step] for step in steps]
    return None


def _lay(canvas: Image, card: Image, x: int, y: int) -> None:
    """Lays a card on what is there, with its shadow."""
    from PIL import Image, ImageFilter

    blur = SHADOW_BLUR * canvas.width / 2
    around = round(3 * blur)
    alpha = Image.new("L", (card.width + 2 * around, card.height + 2 * around), 0)
    alpha.paste(card.getchannel("A").point(lambda value: value * SHADOW[3] // 255), (around, around))
    shadow = Image.new("RGBA", alpha.size, SHADOW[:3])
    shadow.putalpha(alpha.filter(ImageFilter.GaussianBlur(blur)))
    canvas.alpha_composite(shadow, (max(0, x - around), max(0, y - around + round(blur / 2))))
    canvas.alpha_composite(card, (max(0, x), max(0, y)))


def _fitted(canvas: Image) -> Image:
    """What is there in the middle of a square picture."""
    from PIL import Image

    box = canvas.getchannel("A").getbbox() or (0, 0, *canvas.size)
    drawn = canvas.crop(box)
    scale = SIDE * ROOM / max(drawn.size)
    size = tuple(max(1, round(side * scale)) for side in drawn.size)
    small = drawn.resize((size[0], size[1]), Image.Resampling.LANCZOS)
    picture = Image.new("RGBA", (SIDE, SIDE), (0, 0, 0, 0))
    picture.alpha_composite(small, ((SIDE - small.width) // 2, (SIDE - small.height) // 2))
    return picture
