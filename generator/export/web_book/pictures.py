"""The pictures of a rulebook for its web page: drawn by the press, as WebP."""

from __future__ import annotations

import base64
import io
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from generator.catalog.problems import InputError
from generator.export.faces import Camera
from generator.export.web_book.tree import Drawn
from generator.layout.geometry import Box, Matrix
from generator.press.pdf.canvas import PdfCanvas
from generator.press.pdf.document import Document, PageBoxes
from generator.press.pdf.metadata import Metadata
from generator.press.rasterizer import Rasterizer

PIXELS_PER_MM = 10.0
"""Sharp on a phone's screen, where a picture is shown smaller than in print."""
MAX_SIDE = 2400
"""Pixels of the longer side."""
QUALITY = 88
MARGIN = 0.3
"""Around a picture, in mm, for lines on its edge."""


class WebPicture(NamedTuple):
    """A picture as it stands in the page: its address, and its size in CSS pixels."""

    address: str
    width: int
    height: int


CSS_PIXELS_PER_MM = 1.3 * 96 / 25.4
"""A little larger than in print: a screen is farther away."""


@dataclass(slots=True)
class PictureBook:
    """Takes pictures as pages of a document, and then draws all of them."""

    rasterizer: Rasterizer
    document: Document = field(init=False)
    canvas: PdfCanvas = field(init=False)
    sizes: list[Box] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.document = Document(Metadata("pictures"), self.rasterizer)
        self.canvas = PdfCanvas(self.document.resources)

    def add(self, drawn: Sequence[Drawn], box: Box) -> int:
        """A picture of all that lies in the box (mm); its number."""
        box = box.grown(MARGIN)
        self.canvas.open_group(Matrix(e=-box.x, f=-box.y), None, 1)
        for one in drawn:
            self.canvas.open_group(Matrix(e=one.x, f=one.y), None, 1)
            one.drawing.draw(self.canvas)
            self.canvas.close_group()
        self.canvas.close_group()
        content, self.canvas.written = "\n".join(self.canvas.written), []
        page = (0.0, 0.0, box.width, box.height)
        self.document.add_page([content], PageBoxes(box.width, box.height, page, page))
        self.sizes.append(box)
        return len(self.sizes) - 1

    def draw(self, path: Path, camera: Camera) -> list[WebPicture]:
        """All pictures, by their numbers; ``path`` is a file to work with.

        Raises :class:`InputError` for art that can't be drawn, and OSError.
        """
        if not self.sizes:
            return []
        self.document.save(path, [], duplex=None)
        return [self._drawn(path, camera, number, box) for number, box in enumerate(self.sizes)]

    def _drawn(self, path: Path, camera: Camera, number: int, box: Box) -> WebPicture:
        scale = min(PIXELS_PER_MM, MAX_SIDE / max(box.width, box.height))
        size = max(1, round(box.width * scale)), max(1, round(box.height * scale))
        window = Box(0, 0, box.width, box.height)
        picture = camera.draw(path, number, window, *size, is_clear=True)
        buffer = io.BytesIO()
        try:
            picture.save(buffer, "WEBP", quality=QUALITY, method=4, alpha_quality=100)
        except ValueError as error:
            raise InputError(f"a picture of the rulebook can't be drawn: {error}") from None
        data = base64.b64encode(buffer.getvalue()).decode("ascii")
        css = (max(1, round(side * CSS_PIXELS_PER_MM)) for side in (box.width, box.height))
        return WebPicture(f"data:image/webp;base64,{data}", *css)
