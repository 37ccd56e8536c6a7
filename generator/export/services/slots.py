"""A deck as a service takes it: each card once, with how many of it, and its faces on the canvas."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from generator.catalog.models import Card
from generator.export.faces import Camera, FaceList, PrintedFace, print_faces
from generator.export.services.parts import Part, restricted
from generator.export.services.product import CANVAS_DPI, Fit
from generator.export.target import ExportOrder
from generator.press.card_text import card_name

if TYPE_CHECKING:
    from PIL.Image import Image


class Slot(NamedTuple):
    """A card with both its faces, and how many of it there are."""

    front: PrintedFace
    back: PrintedFace | None
    quantity: int

    @property
    def card(self) -> Card:
        return self.front.card

    @property
    def name(self) -> str:
        """What the card is called; its id, if it has no name."""
        return card_name(self.card)


class PartList(NamedTuple):
    """A list of a component, printed for the product that it is made as."""

    part: Part
    faces: FaceList
    slots: tuple[Slot, ...]

    @property
    def quantity(self) -> int:
        return sum(slot.quantity for slot in self.slots)


def print_parts(order: ExportOrder[Any], parts: Sequence[Part]) -> list[PartList]:
    """Prints the faces of the parts, with as much bleed as their canvases show and their layouts draw.

    What is wrong is told in the order's problems; then there may be fewer lists.
    """
    found = print_faces(restricted(order, parts), max(part.bleed for part in parts))
    of = {part.component: part for part in parts}
    return [PartList(of[faces.component], faces, tuple(_slots(faces))) for faces in found]


def _slots(faces: FaceList) -> Iterator[Slot]:
    """Cards of which both faces are the same are one."""
    quantities: dict[tuple[PrintedFace, str], int] = {}
    backs: dict[tuple[PrintedFace, str], PrintedFace | None] = {}
    for copy in faces.copies:
        key = copy.front, "" if copy.back is None else copy.back.look
        quantities[key] = quantities.get(key, 0) + 1
        backs.setdefault(key, copy.back)
    for key, quantity in quantities.items():
        yield Slot(key[0], backs[key], quantity)


def picture(camera: Camera, faces: FaceList, face: PrintedFace, fit: Fit, dpi: int = CANVAS_DPI) -> Image:
    """A face on its product's canvas, in RGB.

    Where it lies turned, the front is turned clockwise and the back against it, so that one edge of the card
    is the top of both.
    """
    from PIL.Image import Transpose

    window = fit.window(faces.trim.width, faces.trim.height)
    across, down = (pixels * dpi // CANVAS_DPI for pixels in fit.product.canvas)
    if not fit.turned:
        return camera.face(faces, face, window, across, down)
    turn = Transpose.ROTATE_270 if face.side == "front" else Transpose.ROTATE_90
    return camera.face(faces, face, window, down, across).transpose(turn)
