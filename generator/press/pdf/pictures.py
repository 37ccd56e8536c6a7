"""Picture files as PDF image objects; PNG rows and JPEG files go in as they are, all else as its pixels."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from typing import TYPE_CHECKING, Any, NamedTuple

from generator.catalog.paths import read_bytes, shown_path
from generator.catalog.problems import InputError, Place
from generator.catalog.units import INCH
from generator.layout.pictures import (
    BROKEN,
    MAX_BYTES,
    PNG_CHANNELS,
    Picture,
    open_image,
    png_chunks,
    png_header,
)
from generator.layout.pixel_formats import ORIENTATION, SIDEWAYS, decode
from generator.press.inks import SCREEN, Inks, PressInks, heaviest, packed
from generator.press.pdf import LargeObject, PDFArray, PDFDictionary, PDFName, PDFStream
from generator.press.rasterizer import DPI

if TYPE_CHECKING:
    from generator.press.rasterizer import Rasterizer

BIT_DEPTH = 24
"""Where a PNG file says how many bits a channel has."""
GAP = 2
"""Pixels across for each wanted one, from which on they are averaged first: the finer filter is slow."""
QUALITY = 92
"""Of JPEG files that were reduced: no loss is seen at the size that they are printed at."""
WORTHWHILE = 0.9
"""What would be reduced by less stays as it is: it would be blurred for nothing."""
PNG, TIFF = 15, 2
"""PDF's numbers of the predictors: how rows are given by the pixels beside them."""
COLOUR_SPACES = {"L": "DeviceGray", "RGB": "DeviceRGB", "CMYK": "DeviceCMYK"}


class ImageData(NamedTuple):
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


def image_data(
    picture: Picture, width_mm: float, rasterizer: Rasterizer, size: tuple[int, int] | None = None
) -> ImageData:
    """The image of a picture file; ``width_mm`` is its printed width, which matters to SVG only.

    ``size``: to which it is reduced, in pixels; CMYK stays as it is.
    Raises :class:`InputError` for a file that can't be decoded after all.
    """
    if picture.format == "svg":
        return _decoded(rasterizer.png(picture, width_mm))
    picture.require_pixels()
    with _broken_refused(picture):
        data = read_bytes(picture.path, None, MAX_BYTES)
        if picture.format == "jpeg":
            return _jpeg(data, size)
        if picture.format == "png":
            if size is not None:
                return _filtered(_opened(data, size))
            return _png_rows(data) or _decoded(data)
        image = decode(data, picture.format)
        if size is not None and image.mode != "CMYK":
            return _filtered(_resized(image, size))
        return _split(image)


def inked_data(
    picture: Picture,
    width_mm: float,
    rasterizer: Rasterizer,
    inks: PressInks,
    size: tuple[int, int] | None = None,
) -> ImageData:
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
    image = open_pixels(picture, width_mm, rasterizer, size)
    if size is not None:
        inks.reduced.add(picture.path)
    mask = None
    if image.mode == "RGBA":
        alpha = image.getchannel("A")
        image = image.convert("RGB")
        mask = _pixels(alpha) if alpha.getextrema() != (255, 255) else None
    if image.mode == "L":
        return _pixels(image, mask)
    pixels = inks.pixels(image)
    height, width = pixels.shape[:2]
    stored = packed([pixels], width, height)
    inks.weigh(stored, heaviest(pixels))
    return ImageData(width, height, "DeviceCMYK", 8, "FlateDecode", stored, 4, mask=mask, predictor=TIFF)


def open_pixels(
    picture: Picture, width_mm: float, rasterizer: Rasterizer, size: tuple[int, int] | None = None
) -> Any:
    """A picture's pixels as a Pillow image, right way up: L, RGB, or RGBA where it is clear in places.

    ``width_mm``, ``size`` and refusals as for :func:`image_data`.
    """
    if picture.format == "svg":
        return _opened(rasterizer.png(picture, width_mm))
    picture.require_pixels()
    with _broken_refused(picture):
        data = read_bytes(picture.path, None, MAX_BYTES)
        if picture.format == "png" or picture.format == "jpeg":
            return _opened(data, size)
        image = _resized(decode(data, picture.format), size)
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


def _jpeg(data: bytes, size: tuple[int, int] | None = None) -> ImageData:
    """A JPEG as it is, unless it must be turned or reduced."""
    with open_image(data) as image:
        if size is not None and image.mode != "CMYK":
            return _jpeg(_as_jpeg(_opened(data, size), image.info.get("icc_profile")))
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


def _opened(data: bytes, size: tuple[int, int] | None = None) -> Any:
    from PIL import ImageOps

    with open_image(data) as opened:
        image = ImageOps.exif_transpose(opened if size is None else _reduced_before(opened, size))
        if opened.format == "PNG" and data[BIT_DEPTH] == 16:
            image = _in_8_bits(image)
        clear = image.has_transparency_data
        mode = "RGBA" if clear else "L" if image.mode in ("1", "L") else "RGB"
        return _resized(image.convert(mode), size)


def _reduced_before(opened: Any, size: tuple[int, int]) -> Any:
    """A picture that was not turned yet, reduced if it can be as it is: copies of it would be large."""
    if opened.mode not in ("L", "RGB") or opened.has_transparency_data:
        return opened
    if opened.getexif().get(ORIENTATION, 1) in SIDEWAYS:
        size = size[1], size[0]
    # Of a JPEG hardly more is decoded than is needed.
    opened.draft(opened.mode, (GAP * size[0], GAP * size[1]))
    return _resized(opened, size)


def _resized(image: Any, size: tuple[int, int] | None) -> Any:
    from PIL.Image import Resampling

    if size is None or image.size == size:
        return image
    return image.resize(size, Resampling.LANCZOS, reducing_gap=GAP)


def _as_jpeg(image: Any, profile: bytes | None) -> bytes:
    file = BytesIO()
    image.save(file, "JPEG", quality=QUALITY, subsampling=0, icc_profile=profile)
    return file.getvalue()


def _filtered(image: Any) -> ImageData:
    """Pixels by the filters of PNG, which suit photographs, too."""
    mask = None
    if image.mode == "RGBA":
        mask = _split(image).mask
        image = image.convert("RGB")
    file = BytesIO()
    image.save(file, "PNG")
    data = _png_rows(file.getvalue())
    assert data is not None, "it has nothing that PDF can't take"
    return data._replace(mask=mask)


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


class StoredPicture(LargeObject):
    """A picture file that is read only when it is written into the PDF."""

    __RefOnly__ = 1

    def __init__(
        self,
        picture: Picture,
        width_mm: float,
        rasterizer: Rasterizer,
        inks: Inks = SCREEN,
        max_dpi: int | None = None,
    ) -> None:
        self.picture = picture
        self.width_mm = width_mm
        self.rasterizer = rasterizer
        self.inks = inks
        self.max_dpi = max_dpi
        self.printed = 0.0, 0.0
        """The largest size at which it is printed, in mm."""

    def show(self, width: float, height: float) -> None:
        """Notes that it is printed at a size (mm)."""
        self.printed = max(width, self.printed[0]), max(height, self.printed[1])

    def _size(self) -> tuple[int, int] | None:
        """The pixels that it is reduced to, if there are more than are wanted."""
        if self.max_dpi is None:
            return None
        across, down = (side / INCH * self.max_dpi for side in self.printed)
        scale = max(across / self.picture.width, down / self.picture.height)
        if scale > WORTHWHILE:
            return None
        return max(1, round(self.picture.width * scale)), max(1, round(self.picture.height * scale))

    def pieces(self, document: Any) -> Iterator[bytes]:
        width, size = self.width_mm, None
        if self.picture.format != "svg":
            size = self._size()
        elif self.max_dpi is not None:
            width = min(width, self.printed[0] * self.max_dpi / DPI)
        if isinstance(self.inks, PressInks):
            data = inked_data(self.picture, width, self.rasterizer, self.inks, size)
        else:
            data = image_data(self.picture, width, self.rasterizer, size)
        entries = image_object(data, document).dictionary
        entries["Length"] = len(data.data)
        yield bytes(entries.format(document)) + b"\nstream\n"
        yield data.data
        yield b"endstream\n"


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
