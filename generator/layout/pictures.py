"""Picture files: what they are and whether they are sound, told without decoding them."""

from __future__ import annotations

import hashlib
import struct
import zlib
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Literal

from generator.catalog.problems import Refused

MAX_BYTES = 25 * 1024 * 1024
MAX_PIXELS = 100_000_000
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
    """Reads and checks a PNG, JPEG or SVG file. Raises :class:`Refused`: missing, too large, broken."""
    if not path.is_file():
        raise Refused(f"there is no picture {path.name}")
    size = path.stat().st_size
    if size > MAX_BYTES:
        raise Refused(
            f"the picture {path.name} is {size / 1048576:.0f} MiB, more than {MAX_BYTES // 1048576} MiB",
            hint="scale it to 300 dpi of its printed size",
        )
    try:
        data = path.read_bytes()
    except OSError as error:
        raise Refused(f"the picture {path.name} can't be read: {error.strerror or error}") from None
    kind, width, height = _measure(path.name, data)
    if width * height > MAX_PIXELS and kind != "svg":
        raise Refused(
            f"the picture {path.name} has {width:.0f} × {height:.0f} pixels, more than 100 million",
            hint="scale it to 300 dpi of its printed size",
        )
    if width <= 0 or height <= 0:
        raise Refused(f"the picture {path.name} has no size")
    return Picture(path, kind, width, height, hashlib.sha256(data).hexdigest())


def _measure(name: str, data: bytes) -> tuple[Format, float, float]:
    if data.startswith(PNG_SIGNATURE):
        return "png", *_measure_png(name, data)
    if data.startswith(b"\xff\xd8"):
        return "jpeg", *_measure_jpeg(name, data)
    if b"<svg" in data[:4096]:
        return "svg", *_measure_svg(name, data)
    raise Refused(f"{name} is not a PNG, JPEG or SVG picture")


def png_chunks(data: bytes) -> list[tuple[bytes, memoryview]]:
    """The chunks of a PNG file, checksums verified. Raises :class:`ValueError` for a broken file."""
    view, position, chunks = memoryview(data), len(PNG_SIGNATURE), []
    while True:
        if position + 12 > len(data):
            raise ValueError("it ends too early")
        length, kind = struct.unpack_from(">I4s", data, position)
        end = position + 8 + length
        if end + 4 > len(data):
            raise ValueError("it ends too early")
        if zlib.crc32(view[position + 4 : end]) != struct.unpack_from(">I", data, end)[0]:
            raise ValueError("a checksum is wrong")
        chunks.append((kind, view[position + 8 : end]))
        if kind == b"IEND":
            return chunks
        position = end + 4


def _measure_png(name: str, data: bytes) -> tuple[int, int]:
    try:
        chunks = png_chunks(data)
        if chunks[0][0] != b"IHDR" or not any(kind == b"IDAT" for kind, _ in chunks):
            raise ValueError("its header or its rows are missing")
        width, height, bits, kind = struct.unpack_from(">IIBB", chunks[0][1])
        if bits not in PNG_DEPTHS.get(kind, ()):
            raise ValueError(f"there are no PNGs of colour type {kind} with {bits} bits")
    except (ValueError, struct.error) as error:
        raise Refused(f"the picture {name} is a broken PNG: {error}", hint="export it again") from None
    return width, height


def _measure_jpeg(name: str, data: bytes) -> tuple[int, int]:
    position, size = 2, None
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
            if marker == 0xDA:
                break
            position += 2 + length
        if size is None:
            raise ValueError("it is of a kind that printers do not read")
        if data.rfind(b"\xff\xd9") < position:
            raise ValueError("it ends too early")
    except (IndexError, struct.error):
        raise Refused(
            f"the picture {name} is a broken JPEG: it ends too early", hint="export it again"
        ) from None
    except ValueError as error:
        raise _broken_jpeg(name, str(error)) from None
    return size


def _broken_jpeg(name: str, reason: str) -> Refused:
    return Refused(f"the picture {name} is a broken JPEG: {reason}", hint="export it again")


def _measure_svg(name: str, data: bytes) -> tuple[float, float]:
    from xml.etree.ElementTree import ParseError, fromstring

    from generator.layout.geometry import NUMBER, read_numbers

    if b"<!ENTITY" in data:
        raise Refused(f"the picture {name} declares entities", hint="save it as plain SVG")
    try:
        root = fromstring(data)
    except ParseError as error:
        raise Refused(f"the picture {name} is not well-formed SVG: {error}") from None
    numbers = read_numbers(root.get("viewBox", ""), "0 0 100 100")
    if len(numbers) == 4:
        return numbers[2], numbers[3]
    sides = [NUMBER.match(root.get(side, "")) for side in ("width", "height")]
    if not all(sides):
        raise Refused(f"the picture {name} has no size", hint="give its <svg> a viewBox")
    return float(sides[0][0]), float(sides[1][0])  # type: ignore[index]
