"""Picture files as PDF image objects; PNG rows and JPEG files go in as they are, all else as its pixels."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from generator.catalog.paths import read_bytes, shown_path
from generator.catalog.problems import InputError, Place
from generator.layout.pictures import (
    BROKEN,
    MAX_BYTES,
    PNG_CHANNELS,
    Picture,
    open_image,
    png_chunks,
    png_header,
)
from generator.layout.pixel_formats import decode
from generator.press.inks import SCREEN, Inks, PressInks, heaviest, packed
from generator.press.pdf import PDFArray, PDFDictionary, PDFName, PDFObject, PDFStream

if TYPE_CHECKING:
    from generator.press.rasterizer import Rasterizer

ORIENTATION = 0x0112
"""EXIF's number for the note of which way is up."""
BIT_DEPTH = 24
"""Where a PNG file says how many bits a channel has."""
PNG, TIFF = 15, 2
"""PDF's numbers of the predictors: how rows are given by the pixels beside them."""
COLOUR_SPACES = {"L": "DeviceGray", "RGB": "DeviceRGB", "CMYK": "DeviceCMYK"}


@dataclass(frozen=True, slots=True)
class ImageData:
    """What an image object holds: the stream as it is stored, and its dictionary's entries."""

    width: int
    height: int
    colour_space: str
    bits: int
    filter: str
    data: bytes
    predictor_colours: int = 0
    """For PNG rows: the channels that the PNG predictor works on; 0 without predictor."""
    palette: bytes = b""
    mask: ImageData | None = None
    predictor: int = PNG
    inverted: bool = False
    """Adobe writes the ink of CMYK JPEGs upside down."""


def image_data(picture: Picture, width_mm: float, rasterizer: Rasterizer) -> ImageData:
    """The image of a picture file; ``width_mm`` is its printed width, which matters to SVG only.

    Raises :class:`InputError` for a file that can't be decoded after all.
    """
    if picture.format == "svg":
        return _decoded(rasterizer.png(picture, width_mm))
    picture.require_pixels()
    with _broken_refused(picture):
        data = read_bytes(picture.path, None, MAX_BYTES)
        if picture.format == "jpeg":
            return _jpeg(data)
        if picture.format == "png":
            return _png_rows(data) or _decoded(data)
        return _split(decode(data, picture.format))


def inked_data(picture: Picture, width_mm: float, rasterizer: Rasterizer, inks: PressInks) -> ImageData:
    """The same in four inks; greys are black alone, and CMYK pictures stay as they are."""
    import numpy

    if picture.format == "jpeg":
        data = image_data(picture, width_mm, rasterizer)
        if data.colour_space == "DeviceCMYK":
            with _broken_refused(picture), open_image(data.data) as image:
                # Pillow has turned Adobe's ink the right way up.
                total = heaviest(numpy.asarray(image))
            inks.note(picture, total)
            inks.weigh(data.data, total)
            return data
    image = open_pixels(picture, width_mm, rasterizer)
    mask = None
    if image.mode == "RGBA":
        alpha = image.getchannel("A")
        image = image.convert("RGB")
        mask = _pixels(alpha) if alpha.getextrema() != (255, 255) else None
    if image.mode == "L":
        return _pixels(image, mask)
    pixels = inks.pixels(image)
    height, width = pixels.shape[:2]
    data = packed([pixels], width, height)
    inks.weigh(data, heaviest(pixels))
    return ImageData(width, height, "DeviceCMYK", 8, "FlateDecode", data, 4, mask=mask, predictor=TIFF)


def open_pixels(picture: Picture, width_mm: float, rasterizer: Rasterizer) -> Any:
    """A picture's pixels as a Pillow image, right way up: L, RGB, or RGBA where it is clear in places.

    ``width_mm`` and refusals as for :func:`image_data`.
    """
    if picture.format == "svg":
        return _opened(rasterizer.png(picture, width_mm))
    picture.require_pixels()
    with _broken_refused(picture):
        data = read_bytes(picture.path, None, MAX_BYTES)
        if picture.format == "png" or picture.format == "jpeg":
            return _opened(data)
        image = decode(data, picture.format)
        return image.convert("RGB") if image.mode == "CMYK" else image


@contextmanager
def _broken_refused(picture: Picture) -> Iterator[None]:
    try:
        yield
    except (*BROKEN, InputError) as error:
        raise InputError(
            f"the picture can't be decoded: {error}",
            place=Place(shown_path(picture.path)),
            hint="export it again",
        ) from None


def _png_rows(data: bytes) -> ImageData | None:
    """The compressed rows of a PNG as they are; None where PDF can't take them unchanged."""
    chunks = png_chunks(data, verified=True)
    header = png_header(chunks)
    kind = header.colour_type
    names = {name for name, _ in chunks}
    if header.interlace or kind in (4, 6) or b"tRNS" in names or (b"eXIf" in names and _is_turned(data)):
        return None
    rows = b"".join(part for name, part in chunks if name == b"IDAT")
    palette = b"".join(bytes(part) for name, part in chunks if name == b"PLTE") if kind == 3 else b""
    space = {0: "DeviceGray", 2: "DeviceRGB", 3: "Indexed"}[kind]
    return ImageData(
        header.width,
        header.height,
        space,
        header.bits,
        "FlateDecode",
        rows,
        PNG_CHANNELS[kind],
        palette,
    )


def _is_turned(data: bytes) -> bool:
    """Whether a camera did not turn the pixels, but only noted which way is up."""
    with open_image(data) as image:
        return bool(image.getexif().get(ORIENTATION, 1) != 1)


def _jpeg(data: bytes) -> ImageData:
    """A JPEG as it is, unless it must be turned."""
    if _is_turned(data):
        return _decoded(data)
    with open_image(data) as image:
        adobe = image.mode == "CMYK" and "adobe" in image.info
        space = COLOUR_SPACES[image.mode]
        width, height = image.size
        return ImageData(width, height, space, 8, "DCTDecode", data, inverted=adobe)


def _decoded(data: bytes) -> ImageData:
    return _split(_opened(data))


def _split(image: Any) -> ImageData:
    """A picture's pixels, its transparency split off as a mask."""
    mask = None
    if image.mode == "RGBA":
        alpha = image.getchannel("A")
        image = image.convert("RGB")
        if alpha.getextrema() != (255, 255):
            mask = _pixels(alpha)
    return _pixels(image, mask)


def _opened(data: bytes) -> Any:
    from PIL import ImageOps

    with open_image(data) as opened:
        image = ImageOps.exif_transpose(opened)
        if opened.format == "PNG" and data[BIT_DEPTH] == 16:
            image = _in_8_bits(image)
        clear = image.has_transparency_data
        return image.convert("RGBA" if clear else "L" if image.mode in ("1", "L") else "RGB")


def _in_8_bits(image: Any) -> Any:
    """A PNG of 16 bits: Pillow cuts greys off at 255 where it should scale, and leaves the clear colour."""
    if image.mode == "I;16":
        image = image.convert("I").point([value >> 8 for value in range(65536)], "L")
    clear = image.info.get("transparency")
    if isinstance(clear, int | tuple):
        image.info["transparency"] = clear >> 8 if isinstance(clear, int) else tuple(c >> 8 for c in clear)
    return image


def _pixels(image: Any, mask: ImageData | None = None) -> ImageData:
    data = zlib.compress(image.tobytes(), 6)
    width, height = image.size
    return ImageData(width, height, COLOUR_SPACES[image.mode], 8, "FlateDecode", data, mask=mask)


class StoredPicture(PDFObject):  # type: ignore[misc]
    """A picture file that is read only when it is written into the PDF."""

    __RefOnly__ = 1

    def __init__(
        self, picture: Picture, width_mm: float, rasterizer: Rasterizer, inks: Inks = SCREEN
    ) -> None:
        self.picture = picture
        self.width_mm = width_mm
        self.rasterizer = rasterizer
        self.inks = inks

    def format(self, document: Any) -> bytes:
        if isinstance(self.inks, PressInks):
            data = inked_data(self.picture, self.width_mm, self.rasterizer, self.inks)
        else:
            data = image_data(self.picture, self.width_mm, self.rasterizer)
        return bytes(image_object(data, document).format(document))


def image_object(data: ImageData, document: Any) -> Any:
    """The PDF stream of an image; registers its mask in the document."""
    space: Any = PDFName(data.colour_space)
    if data.palette:
        colours = f"<{data.palette.hex()}>"
        space = PDFArray([PDFName("Indexed"), PDFName("DeviceRGB"), len(data.palette) // 3 - 1, colours])
    entries: dict[str, Any] = {
        "Type": PDFName("XObject"),
        "Subtype": PDFName("Image"),
        "Width": data.width,
        "Height": data.height,
        "ColorSpace": space,
        "BitsPerComponent": data.bits,
        "Filter": PDFName(data.filter),
    }
    if data.predictor_colours:
        entries["DecodeParms"] = PDFDictionary(
            {
                "Predictor": data.predictor,
                "Colors": data.predictor_colours,
                "BitsPerComponent": data.bits,
                "Columns": data.width,
            }
        )
    if data.inverted:
        entries["Decode"] = PDFArray([1, 0] * 4)
    if data.mask is not None:
        entries["SMask"] = document.Reference(image_object(data.mask, document))
    return PDFStream(PDFDictionary(entries), data.data, [])
