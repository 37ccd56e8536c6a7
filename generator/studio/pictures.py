"""Faces and printed pages as pictures: drawn from PDF files of the press, as what is exported and saved."""

from __future__ import annotations

import io
import struct
import threading
from collections import OrderedDict
from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from generator.catalog.models import Component
from generator.catalog.paths import MIB
from generator.catalog.problems import InputError, Problems
from generator.catalog.sizes import Size
from generator.catalog.units import POINT
from generator.export.printed_faces import Camera, mask_of
from generator.layout.colour_vision import SIGHTS, seen
from generator.layout.faces import Face, FaceRenderer, Side
from generator.layout.geometry import Box
from generator.press.pdf import write_document
from generator.press.pdf.canvas import PdfCanvas
from generator.press.pdf.document import Document, PageBoxes
from generator.press.pdf.metadata import Metadata
from generator.press.png_worker import UP, chunk, deflated
from generator.press.rasterizer import Rasterizer
from generator.press.sheet_job import cut_faces
from generator.studio.project import Edition, Project, ShownCard

if TYPE_CHECKING:
    from PIL.Image import Image

MAX_KEPT = 16 * MIB
"""Of pictures that are kept for the next time they are asked for."""
MIN_WIDTH, MAX_WIDTH = 24, 2000
"""Pixels."""
MAX_HEIGHT = 4000
"""Of a face that is far higher than wide: it is drawn less wide than was asked for."""
PDFIUM = threading.Lock()
"""Held while PDFium draws, which it does in one thread at a time, whatever the game."""


class Way(NamedTuple):
    """How a face is shown: cut, or with its bleed; with little ink; as somebody with such eyes sees it."""

    with_bleed: bool = False
    low_ink: bool = False
    sight: str | None = None
    """One of those of :mod:`~generator.layout.colour_vision`."""


AS_PRINTED = Way()


@dataclass(slots=True)
class Pictures:
    """Draws faces of a project; what was drawn before is not drawn again."""

    project: Project
    kept: OrderedDict[tuple[str, str, int, Way], bytes] = field(default_factory=OrderedDict)
    _trial: FaceRenderer | None = None
    """What lays out cards as they are not."""

    def __post_init__(self) -> None:
        self.project.when_cleared.append(self._forget)

    def _forget(self) -> None:
        # What is being drawn is kept among those of before, where nobody finds it.
        self.kept = OrderedDict()
        self._trial = None

    def look(self, edition: Edition, shown: ShownCard, side: Side, way: Way = AS_PRINTED) -> str | None:
        """A digest that changes whenever the picture does. None if there is no such face.

        Raises :class:`InputError` for a face that can't be laid out.
        """
        if side not in shown.sides:
            return None
        with self.project.for_pictures, self.project.lock:
            return edition.look(self._face(edition, shown, side, way))

    def png(
        self,
        edition: Edition,
        shown: ShownCard,
        side: Side,
        width: int,
        way: Way = AS_PRINTED,
    ) -> bytes | None:
        """A face so many pixels wide; None if there is no such face.

        Raises :class:`InputError` for a face that can't be laid out, and for art that can't be drawn.
        """
        if side not in shown.sides:
            return None
        width = min(max(width, MIN_WIDTH), MAX_WIDTH)
        with self.project.for_pictures:
            with self.project.lock:
                face, kept = self._face(edition, shown, side, way), self.kept
                key = shown.component.id, edition.look(face), width, way
                if key in kept:
                    kept.move_to_end(key)
                    return kept[key]
                pdf = face_pdf(face, shown.component, shown.name)
            # The next face is laid out while this one is drawn.
            drawn = pdf_png(pdf, face, shown.component, width, way)
            with self.project.lock:
                # What an edition shows that gave way to another may be drawn from files of either.
                if edition is self.project.edition:
                    kept[key] = drawn
                while sum(map(len, kept.values())) > MAX_KEPT:
                    kept.popitem(last=False)
            return drawn

    def tried(self, edition: Edition, shown: ShownCard, values: Mapping[str, object], width: int) -> bytes:
        """The front of a card as it would be with other values. Raises :class:`InputError` as :meth:`png`."""
        with self.project.for_pictures:
            with self.project.lock:
                if self._trial is None or self._trial.game is not edition.game:
                    templates = edition.renderer.templates
                    self._trial = FaceRenderer.of(edition.game, Problems(), templates=templates)
                card = replace(shown.card, values={**shown.card.values, **values})
                face = self._trial.face(shown.component, shown.cards, card, "front", shown.number)
                if face is None:
                    raise InputError("the card can't be laid out so")
                pdf = face_pdf(face, shown.component, shown.name)
            return pdf_png(pdf, face, shown.component, min(max(width, MIN_WIDTH), MAX_WIDTH))

    def _face(self, edition: Edition, shown: ShownCard, side: Side, way: Way) -> Face:
        face = edition.face(shown, side, low_ink=way.low_ink)
        if face is None:
            raise InputError(f"the card {shown.card.id} can't be laid out")
        return face


def face_pdf(face: Face, component: Component, name: str) -> bytes:
    """A face with its bleed as a PDF file. Raises :class:`InputError` for art that can't be drawn."""
    across, down = _printed_size(component)
    with Rasterizer() as rasterizer:
        document = Document(Metadata(name), rasterizer)
        canvas = PdfCanvas(document.resources)
        drawing = canvas.drawing(face.root)
        page = (0.0, 0.0, across, down)
        moved = f"1 0 0 1 {component.bleed:g} {component.bleed:g} cm"
        document.add_page([moved, drawing], PageBoxes(across, down, page, page))
        document.finish([], duplex=None)
        buffer = io.BytesIO()
        write_document(document.pdf, buffer)
    return buffer.getvalue()


def pdf_png(pdf: bytes, face: Face, component: Component, width: int, way: Way = AS_PRINTED) -> bytes:
    """A face that was printed by :func:`face_pdf`, as a picture so many pixels wide."""
    trim = Box(component.bleed, component.bleed, component.size.width, component.size.height)
    window = Box(0, 0, *_printed_size(component)) if way.with_bleed else trim
    width = min(width, max(1, int(MAX_HEIGHT * window.width / window.height)))
    height = max(1, round(width * window.height / window.width))
    with PDFIUM, closing(Camera()) as camera:
        picture = camera.draw(pdf, 0, window, width, height)
    if way.sight is not None:
        picture = _as_seen(picture, way.sight)
    cut = cut_faces(component).get(face.side)
    if cut is not None and not way.with_bleed:
        picture.putalpha(mask_of(cut, trim._replace(x=0, y=0), width, height))
    return png_file(picture)


def _printed_size(component: Component) -> tuple[float, float]:
    return component.size.width + 2 * component.bleed, component.size.height + 2 * component.bleed


def png_file(picture: Image) -> bytes:
    """A picture in RGB or RGBA as a PNG file (https://www.w3.org/TR/png-3/).

    Each row is written as what differs from the one above, and packed by isal. Pillow, which tries all
    filters on each row and packs with zlib, takes seven times as long for files a tenth smaller, and these go
    no further than to a browser near by.
    """
    from PIL import Image, ImageChops

    above = Image.new(picture.mode, picture.size)
    above.paste(picture, (0, 1))
    data = memoryview(ImageChops.subtract_modulo(picture, above).tobytes())
    row = len(data) // picture.height
    rows = b"".join(part for at in range(0, len(data), row) for part in (bytes([UP]), data[at : at + row]))
    colours = 2 if picture.mode == "RGB" else 6
    head = struct.pack(">IIBBBBB", picture.width, picture.height, 8, colours, 0, 0, 0)
    parts = (chunk(b"IHDR", head), chunk(b"IDAT", deflated(rows)), chunk(b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(parts)


def _as_seen(picture: Image, sight: str) -> Image:
    import numpy
    from PIL import Image

    return Image.fromarray(seen(numpy.asarray(picture.convert("RGB")), SIGHTS[sight]))


def page_png(path: Path, page: int, width: int) -> bytes | None:
    """A page (from 0) of a PDF file, or a PNG file, so many pixels wide; None if there is no such page."""
    from PIL import Image

    if path.suffix == ".png":
        with Image.open(path) as opened:
            height = max(1, round(opened.height * width / opened.width))
            picture = opened.convert("RGBA").resize((width, height))
    else:
        with PDFIUM:
            size = page_size(path, page)
            if size is None:
                return None
            window = Box(0, 0, size.width, size.height)
            with closing(Camera()) as camera:
                height = max(1, round(width * size.height / size.width))
                picture = camera.draw(path, page, window, width, height)
    return png_file(picture)


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
