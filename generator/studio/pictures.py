"""Faces and printed pages as pictures: drawn from PDF files of the press, as what is exported and saved."""

from __future__ import annotations

import io
from collections import OrderedDict
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, NamedTuple

from generator.catalog.models import Component
from generator.catalog.problems import InputError
from generator.catalog.sizes import Size
from generator.catalog.units import POINT
from generator.export.faces import Camera, mask_of
from generator.layout.faces import Face, Side
from generator.layout.geometry import Box
from generator.layout.sight import SIGHTS, seen
from generator.press.pdf.canvas import PdfCanvas
from generator.press.pdf.document import Document, PageBoxes
from generator.press.pdf.metadata import Metadata
from generator.press.rasterizer import Rasterizer
from generator.press.sheet_job import cut_faces
from generator.studio.project import Edition, Project, ShownCard

if TYPE_CHECKING:
    from PIL.Image import Image

MAX_KEPT = 400
"""Pictures that are kept for the next time they are asked for."""
MIN_WIDTH, MAX_WIDTH = 24, 2000
"""Pixels."""
MAX_HEIGHT = 4000
"""Of a face that is far higher than wide: it is drawn less wide than was asked for."""


class Way(NamedTuple):
    """How a face is shown. ``sight``: one of those of :mod:`~generator.layout.sight`."""

    with_bleed: bool = False
    low_ink: bool = False
    sight: str | None = None


AS_PRINTED = Way()


def _scratch() -> TemporaryDirectory[str]:
    # A drawing that nobody waits for any more may still be written when the studio is stopped.
    return TemporaryDirectory(prefix="gatepress-studio-", ignore_cleanup_errors=True)


@dataclass(slots=True)
class Pictures:
    """Draws faces of a project; what was drawn before is not drawn again. Close it at the end."""

    project: Project
    kept: OrderedDict[tuple[str, str, int, Way], bytes] = field(default_factory=OrderedDict)
    scratch: TemporaryDirectory[str] = field(default_factory=_scratch)

    def __post_init__(self) -> None:
        self.project.when_cleared.append(self.kept.clear)

    def close(self) -> None:
        """Removes what it worked with."""
        self.scratch.cleanup()

    def look(self, edition: Edition, shown: ShownCard, side: Side, way: Way = AS_PRINTED) -> str | None:
        """A digest that changes whenever the picture does. None if there is no such face.

        Raises :class:`InputError` for a face that can't be laid out.
        """
        if side not in shown.looks:
            return None
        with self.project.for_pictures, self.project.lock:
            return edition.look(self._face(edition, shown, side, way))

    def png(
        self,
        edition: Edition,
        shown: ShownCard,
        side: Side,
        width: int,
        *,
        with_bleed: bool = False,
        low_ink: bool = False,
        sight: str | None = None,
    ) -> bytes | None:
        """A face so many pixels wide, cut as it will be; or with its bleed. None if there is no such face.

        ``low_ink``: as it is printed with little ink; ``sight``: as somebody with such eyes sees it. Raises
        :class:`InputError` for a face that can't be laid out, and for art that can't be drawn.
        """
        if side not in shown.looks:
            return None
        way = Way(with_bleed, low_ink, sight)
        width = min(max(width, MIN_WIDTH), MAX_WIDTH)
        with self.project.for_pictures, self.project.lock:
            face = self._face(edition, shown, side, way)
            key = shown.component.id, edition.look(face), width, way
            known = self.kept.get(key)
            if known is not None:
                self.kept.move_to_end(key)
                return known
            drawn = self._drawn(shown, face, width, way)
            # What an edition shows that gave way to another may be drawn from files of either.
            if edition is self.project.edition:
                self.kept[key] = drawn
            if len(self.kept) > MAX_KEPT:
                self.kept.popitem(last=False)
            return drawn

    def _face(self, edition: Edition, shown: ShownCard, side: Side, way: Way) -> Face:
        face = edition.face(shown, side, low_ink=way.low_ink)
        if face is None:
            raise InputError(f"the card {shown.card.id} can't be laid out")
        return face

    def _drawn(self, shown: ShownCard, face: Face, width: int, way: Way) -> bytes:
        path = Path(self.scratch.name) / "face.pdf"
        return face_png(face, shown.component, shown.name, width, path, way)


def face_png(
    face: Face, component: Component, name: str, width: int, path: Path, way: Way = AS_PRINTED
) -> bytes:
    """A face so many pixels wide, printed to a PDF at ``path`` first. Raises :class:`InputError`."""
    bleed = component.bleed
    across, down = component.size.width + 2 * bleed, component.size.height + 2 * bleed
    with Rasterizer() as rasterizer:
        document = Document(Metadata(name), rasterizer)
        canvas = PdfCanvas(document.resources)
        drawing = canvas.drawing(face.root)
        page = (0.0, 0.0, across, down)
        document.add_page([f"1 0 0 1 {bleed:g} {bleed:g} cm", drawing], PageBoxes(across, down, page, page))
        document.save(path, [], duplex=None)
    trim = Box(bleed, bleed, component.size.width, component.size.height)
    window = Box(0, 0, across, down) if way.with_bleed else trim
    width = min(width, max(1, int(MAX_HEIGHT * window.width / window.height)))
    height = max(1, round(width * window.height / window.width))
    camera = Camera()
    try:
        picture = camera.draw(path, 0, window, width, height)
    finally:
        camera.close()
    if way.sight is not None:
        picture = _as_seen(picture, way.sight)
    cut = cut_faces(component).get(face.side)
    if cut is not None and not way.with_bleed:
        picture.putalpha(mask_of(cut, trim._replace(x=0, y=0), width, height))
    buffer = io.BytesIO()
    picture.save(buffer, "PNG", compress_level=3)
    return buffer.getvalue()


def _as_seen(picture: Image, sight: str) -> Image:
    import numpy
    from PIL import Image

    return Image.fromarray(seen(numpy.asarray(picture.convert("RGB")), SIGHTS[sight]))


def page_png(path: Path, page: int, width: int) -> bytes | None:
    """A page (from 0) of a PDF file, or a PNG file, so many pixels wide; None if there is no such page.

    pdfium is for one thread at a time: hold the project's lock.
    """
    from PIL import Image

    if path.suffix == ".png":
        with Image.open(path) as opened:
            height = max(1, round(opened.height * width / opened.width))
            picture = opened.convert("RGBA").resize((width, height))
    else:
        size = page_size(path, page)
        if size is None:
            return None
        camera = Camera()
        try:
            window = Box(0, 0, size.width, size.height)
            picture = camera.draw(path, page, window, width, max(1, round(width * size.height / size.width)))
        finally:
            camera.close()
    buffer = io.BytesIO()
    picture.save(buffer, "PNG", compress_level=3)
    return buffer.getvalue()


def page_size(path: Path, page: int) -> Size | None:
    """The size of a page; None if there is none of that number."""
    import pypdfium2

    document = pypdfium2.PdfDocument(path)
    try:
        if not 0 <= page < len(document):
            return None
        width, height = document[page].get_size()
        return Size("page", width * POINT, height * POINT)
    finally:
        document.close()
