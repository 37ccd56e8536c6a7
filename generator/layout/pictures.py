"""Picture files: what they are and whether they are sound, told without decoding them."""

from __future__ import annotations

import hashlib
import struct
import zlib
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Literal

from generator.catalog.problems import InputError
from generator.layout.svg_file import MAX_DECODED_PIXELS, measure_svg

MAX_BYTES = 25 * 1024 * 1024
MAX_PIXELS = 100_000_000
EXIF_SEGMENT, EXIF_HEADER = 0xE1, b"Exif\0\0"
ORIENTATION = 0x0112
"""The EXIF tag that says which way is up (EXIF 2.3, 4.6.4)."""
PROBE = 4096
"""Bytes of a PNG's rows that are looked at."""
PNG_SIGNATURE = b"\x89PNG\r\n\x1a\n"
# Start-of-frame markers of the JPEG processes that PDF viewers decode (T.81, table B.1).
JPEG_FRAMES = frozenset({0xC0, 0xC1, 0xC2})
PNG_DEPTHS = {0: (1, 2, 4, 8, 16), 2: (8, 16), 3: (1, 2, 4, 8), 4: (8, 16), 6: (8, 16)}
"""Bits of a channel by colour type (PNG specification, table 11.1)."""
JPEG_WITHOUT_LENGTH = frozenset({0x01, *range(0xD0, 0xD9)})

Format = Literal["png", "jpeg", "svg"]


@dataclass(frozen=True, slots=True)
class Picture:
    """A sound picture file. ``width`` and ``height`` in pixels (SVG: in its own units)."""

    path: Path
    format: Format
    width: float
    height: float
    digest: str
    """SHA-256 of the file, in hex."""


@lru_cache(maxsize=4096)
def read_picture(path: Path) -> Picture:
    """Reads and checks a PNG, JPEG or SVG file. Raises :class:`InputError`: missing, too large, broken."""
    if not path.is_file():
        raise InputError(f"the picture {path.name} does not exist")
    size = path.stat().st_size
    if size > MAX_BYTES:
        raise InputError(
            f"the picture {path.name} is {size / 1048576:.0f} MiB, more than {MAX_BYTES // 1048576} MiB",
            hint="scale it to 300 dpi of its printed size",
        )
    try:
        data = path.read_bytes()
    except OSError as error:
        raise InputError(f"the picture {path.name} can't be read: {error.strerror or error}") from None
    kind, width, height = _measure(path.name, data)
    if width * height > MAX_PIXELS and kind != "svg":
        raise InputError(
            f"the picture {path.name} has {width:.0f} × {height:.0f} pixels, more than 100 million",
            hint="scale it to 300 dpi of its printed size",
        )
    if width <= 0 or height <= 0:
        raise InputError(f"the picture {path.name} has no size")
    return Picture(path, kind, width, height, hashlib.sha256(data).hexdigest())


def _measure(name: str, data: bytes) -> tuple[Format, float, float]:
    if data.startswith(PNG_SIGNATURE):
        return "png", *_measure_png(name, data)
    if data.startswith(b"\xff\xd8"):
        return "jpeg", *_measure_jpeg(name, data)
    if b"<svg" in data[:4096]:
        return "svg", *measure_svg(name, data)
    raise InputError(f"{name} is not a PNG, JPEG or SVG picture")


def png_chunks(data: bytes, *, verified: bool = False) -> list[tuple[bytes, memoryview]]:
    """The chunks of a PNG file. Raises :class:`ValueError` for a broken file.

    ``verified``: its checksums were found right before.
    """
    view, position, chunks = memoryview(data), len(PNG_SIGNATURE), []
    while True:
        if position + 12 > len(data):
            raise ValueError("it ends too early")
        length, kind = struct.unpack_from(">I4s", data, position)
        end = position + 8 + length
        if end + 4 > len(data):
            raise ValueError("it ends too early")
        checksum = struct.unpack_from(">I", data, end)[0]
        if not verified and zlib.crc32(view[position + 4 : end]) != checksum:
            raise ValueError("a checksum is wrong")
        chunks.append((kind, view[position + 8 : end]))
        if kind == b"IEND":
            return chunks
        position = end + 4


def _measure_png(name: str, data: bytes) -> tuple[int, int]:
    try:
        chunks = png_chunks(data)
        rows = next((part for kind, part in chunks if kind == b"IDAT"), None)
        if chunks[0][0] != b"IHDR" or rows is None:
            raise ValueError("its header or its rows are missing")
        # Unpacking all of it would take longer than printing it; its beginning tells what it is.
        zlib.decompressobj().decompress(rows[:PROBE], 1)
        width, height, bits, kind = struct.unpack_from(">IIBB", chunks[0][1])
        if bits not in PNG_DEPTHS.get(kind, ()):
            raise ValueError(f"a PNG of colour type {kind} with {bits} bits is not valid")
        if kind == 3 and not any(chunk == b"PLTE" for chunk, _ in chunks):
            raise ValueError("its palette is missing")
    except (ValueError, struct.error, zlib.error) as error:
        raise InputError(f"the picture {name} is a broken PNG: {error}", hint="export it again") from None
    if any(chunk == b"eXIf" and _is_turned(EXIF_HEADER + bytes(part)) for chunk, part in chunks):
        width, height = height, width
    if kind in (4, 6) and width * height > MAX_DECODED_PIXELS:
        raise InputError(
            f"the picture {name} has {width} × {height} pixels with transparency, more than 30 million",
            hint="scale it to 300 dpi of its printed size",
        )
    return width, height


def _measure_jpeg(name: str, data: bytes) -> tuple[int, int]:
    position, size, exif = 2, None, b""
    try:
        while True:
            if data[position] != 0xFF:
                raise ValueError("a marker is missing")
            marker = data[position + 1]
            if marker == 0xFF:
                position += 1
                continue
            if marker in JPEG_WITHOUT_LENGTH:
                position += 2
                continue
            length = struct.unpack_from(">H", data, position + 2)[0]
            if marker in JPEG_FRAMES:
                height, width = struct.unpack_from(">HH", data, position + 5)
                size = width, height
            if marker == EXIF_SEGMENT and data.startswith(EXIF_HEADER, position + 4):
                exif = data[position + 4 : position + 2 + length]
            if marker == 0xDA:
                break
            position += 2 + length
        if size is None:
            raise ValueError("it is of a kind that printers do not read")
        if data.rfind(b"\xff\xd9") < position:
            raise ValueError("it ends too early")
    except (IndexError, struct.error):
        raise InputError(
            f"the picture {name} is a broken JPEG: it ends too early", hint="export it again"
        ) from None
    except ValueError as error:
        raise _broken_jpeg(name, str(error)) from None
    return (size[1], size[0]) if _is_turned(exif) else size


def _is_turned(exif: bytes) -> bool:
    """Whether the camera lay on its side, so that width and height change places."""
    if not exif:
        return False
    from PIL import Image

    notes = Image.Exif()
    notes.load(exif)
    return notes.get(ORIENTATION) in (5, 6, 7, 8)


def _broken_jpeg(name: str, reason: str) -> InputError:
    return InputError(f"the picture {name} is a broken JPEG: {reason}", hint="export it again")
