"""WebP, GIF, BMP and TIFF: told apart, measured and decoded. Of what moves, the first frame counts.

PDF takes none of them as they are, so that each is decoded before it is printed. Each of Pillow's readers has
failures of its own: whatever they raise, the file is broken.
"""

from __future__ import annotations

import os
import struct
import warnings
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, nullcontext
from importlib import import_module
from io import BytesIO
from typing import Any, Literal

MAX_DECODED_PIXELS = 30_000_000
"""Of a picture that must be decoded to be printed, which takes some 15 bytes for each pixel."""
PixelFormat = Literal["webp", "gif", "bmp", "tiff"]
NAMES: Mapping[str, str] = {"webp": "WebP", "gif": "GIF", "bmp": "BMP", "tiff": "TIFF"}
RIFF, WEBP = b"RIFF", b"WEBP"
SIGNATURES: Mapping[bytes, PixelFormat] = {
    b"GIF87a": "gif",
    b"GIF89a": "gif",
    b"BM": "bmp",
    b"II*\0": "tiff",
    b"MM\0*": "tiff",
    b"II+\0": "tiff",
    b"MM\0+": "tiff",
}
"""How the files begin; a WebP begins like any RIFF file. The last two are BigTIFF."""
PHOTOMETRIC, WHITE_IS_ZERO = 262, 0
"""The TIFF tag that says what a sample of 0 is, and what it says of negatives (TIFF 6.0, section 8)."""
ALLOWED_MODES = frozenset(
    {"1", "L", "LA", "La", "P", "PA", "RGB", "RGBA", "RGBa", "RGBX", "CMYK", "YCbCr", "HSV", "I", "F"}
)
"""Pillow's names of the kinds of pixels that become grey, RGB or CMYK; those of 16 bits begin with I;16."""
SIXTEEN_BITS = "I;16"


def format_of(data: bytes) -> PixelFormat | None:
    """By how the file begins, not by its name."""
    if data.startswith(RIFF):
        return "webp" if data[8:12] == WEBP else None
    return next((kind for signature, kind in SIGNATURES.items() if data.startswith(signature)), None)


def measure(data: bytes, kind: PixelFormat) -> tuple[int, int]:
    """Width and height as it is seen. Raises :class:`ValueError` for a broken file.

    Nothing is unpacked; of what is larger than may be decoded no more is read than its size.
    """
    width, height = _header_size(data, kind)
    if width * height > MAX_DECODED_PIXELS:
        return width, height
    is_whole = True
    try:
        with _opened(data, kind) as image:
            is_whole = kind != "tiff" or _has_strips(image, len(data))
            width, height = image.size
            # A TIFF is turned by Pillow, and measured as it is then.
            turned = kind == "webp" and image.getexif().get(ORIENTATION) in SIDEWAYS
            mode = image.mode
    except Exception as error:
        raise ValueError("its header makes no sense") from error
    if not is_whole:
        raise ValueError("it ends too early")
    _require_colours(mode)
    return (height, width) if turned else (width, height)


def _header_size(data: bytes, kind: PixelFormat) -> tuple[int, int]:
    """What the file's first bytes say, where Pillow would make room for the pixels to say it; else 0."""
    if kind == "webp":
        return _webp_size(data)
    if kind == "gif":
        if len(data) < GIF_HEADER:
            raise ValueError("it ends too early")
        width, height = struct.unpack_from("<HH", data, 6)
        return width, height
    if kind == "tiff" and _directory(data) >= len(data):
        raise ValueError("it ends too early")
    return 0, 0


def _directory(data: bytes) -> int:
    """Where a TIFF has what it says of itself, often behind its pixels; 0 if it is a BigTIFF."""
    if len(data) < 8:
        raise ValueError("it ends too early")
    order = "<" if data.startswith(b"II") else ">"
    version, start = struct.unpack_from(f"{order}HI", data, 2)
    return int(start) if version == CLASSIC else 0


def _has_strips(image: Any, length: int) -> bool:
    """Whether all pixels of a TIFF lie in a file of this length."""
    tags = image.tag_v2
    return all(
        offset + count <= length
        for offsets, counts in STRIPS
        for offset, count in zip(tags.get(offsets, ()), tags.get(counts, ()), strict=False)
    )


STRIPS = ((273, 279), (324, 325))
"""The TIFF tags that say where strips and tiles begin, and how long they are (TIFF 6.0, 8 and 15)."""
CLASSIC = 42
"""The version of a TIFF that is no BigTIFF."""
GIF_HEADER = 13
"""Bytes, with the size of the screen (GIF89a, sections 17 and 18)."""
ORIENTATION, SIDEWAYS = 0x0112, (5, 6, 7, 8)
"""The EXIF tag that says which way is up (EXIF 2.3, 4.6.4), and what it says if that is left or right."""


def _webp_size(data: bytes) -> tuple[int, int]:
    """From the first chunk (RFC 9649, 2.4 to 2.7): Pillow would make room for the pixels to say it."""
    if len(data) < 30 or len(data) < struct.unpack_from("<I", data, 4)[0] + 8:
        raise ValueError("it ends too early")
    chunk = data[12:16]
    if chunk == b"VP8X":
        return 1 + int.from_bytes(data[24:27], "little"), 1 + int.from_bytes(data[27:30], "little")
    if chunk == b"VP8L":
        bits = struct.unpack_from("<I", data, 21)[0]
        return 1 + (bits & 0x3FFF), 1 + (bits >> 14 & 0x3FFF)
    if chunk == b"VP8 ":
        width, height = struct.unpack_from("<HH", data, 26)
        return width & 0x3FFF, height & 0x3FFF
    raise ValueError("its header makes no sense")


def require_pixels(data: bytes, kind: PixelFormat) -> None:
    """Decodes the first frame. Raises :class:`ValueError` where it ends early or makes no sense."""
    try:
        decode(data, kind)
    except Exception as error:
        raise ValueError("its pixels end early or are damaged") from error


def decode(data: bytes, kind: PixelFormat) -> Any:
    """The first frame as a Pillow image, right way up: L, RGB, CMYK, or RGBA where it is clear in places."""
    from PIL import ImageOps

    with _opened(data, kind) as opened, warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of notes that have nothing to do with the pixels
        with _silence() if kind == "tiff" else nullcontext():
            opened.load()
        negative = kind == "tiff" and opened.tag_v2.get(PHOTOMETRIC) == WHITE_IS_ZERO
        image = ImageOps.exif_transpose(opened)
    _require_colours(image.mode)
    if image.mode.startswith(SIXTEEN_BITS) or image.mode in ("I", "F"):
        grey = _in_8_bits(image)
        return ImageOps.invert(grey) if negative else grey
    if image.has_transparency_data:
        return image.convert("RGBA")
    return image.convert(_MODES.get(image.mode, "RGB"))


@contextmanager
def _silence() -> Iterator[None]:
    """Keeps libtiff from writing what it thinks of a broken file, line by line, past Python.

    Whatever else the process writes there is lost meanwhile, so that only the main thread may ask for it.
    """
    try:
        kept = os.dup(STANDARD_ERROR)
    except OSError:
        # It is closed.
        yield
        return
    nowhere = os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(nowhere, STANDARD_ERROR)
        yield
    finally:
        os.dup2(kept, STANDARD_ERROR)
        os.close(kept)
        os.close(nowhere)


STANDARD_ERROR = 2
_MODES = {"1": "L", "L": "L", "CMYK": "CMYK"}
"""What is printed in fewer or other colours than RGB."""


def _in_8_bits(image: Any) -> Any:
    """Greys of more bits, of which each kind of file has another white."""
    if image.mode.startswith(SIXTEEN_BITS):
        image = image.convert("I")
        white = 65535.0
    else:
        highest = float(image.getextrema()[1])
        white = next((white for white in _WHITES[image.mode] if highest <= white), highest)
    return image.convert("F").point(lambda value: value * (255 / white) + 0.0).convert("L")


_WHITES: Mapping[str, tuple[float, ...]] = {"F": (1.0, 255.0, 65535.0), "I": (255.0, 65535.0)}
"""What white is, where the file does not say: the least that no pixel is brighter than."""


def _require_colours(mode: str) -> None:
    if mode not in ALLOWED_MODES and not mode.startswith(SIXTEEN_BITS):
        raise ValueError(f"its pixels are of a kind that printers do not read ({mode})")


def _opened(data: bytes, kind: PixelFormat) -> Any:
    """Read by its own reader: Pillow's general one has bounds of its own, and tries all that there are."""
    name = READERS[kind]
    module = import_module(f"PIL.{name}ImagePlugin")
    if kind == "tiff":
        # It would print what it thinks of a broken file.
        module.logger.disabled = True
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of notes that have nothing to do with the pixels
        return getattr(module, f"{name}ImageFile")(BytesIO(data))


READERS: Mapping[PixelFormat, str] = {"webp": "WebP", "gif": "Gif", "bmp": "Bmp", "tiff": "Tiff"}
