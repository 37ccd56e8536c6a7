"""Picture files of every kind, written bit by bit from one chart of colours."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator, Sequence
from io import BytesIO

from PIL import Image

COLUMNS, ROWS, PATCH = 4, 3, 8
"""The chart: patches side by side and below each other, and their side in pixels."""
WIDTH, HEIGHT = COLUMNS * PATCH, ROWS * PATCH
COLOURS = [
    (255, 0, 0),
    (0, 255, 0),
    (0, 0, 255),
    (255, 255, 255),
    (0, 0, 0),
    (255, 255, 0),
    (17, 102, 204),
    (204, 17, 102),
    (128, 64, 32),
    (240, 230, 200),
    (90, 160, 90),
    (60, 60, 120),
]
GREYS = [0, 17, 34, 51, 85, 102, 119, 136, 170, 187, 221, 255]
"""Multiples of 17, so that a grey of four bits is exact."""
ADAM7 = [(0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2)]
"""Start and step of each pass of an interlaced PNG (ISO/IEC 15948, 8.2)."""


def patch(x: int, y: int) -> int:
    """The number of the patch that a pixel lies in."""
    return y // PATCH * COLUMNS + x // PATCH


def rows_of(samples: Sequence[Sequence[int]]) -> list[list[Sequence[int]]]:
    """The chart's pixels: of each patch, one value for each channel."""
    return [[samples[patch(x, y)] for x in range(WIDTH)] for y in range(HEIGHT)]


def png(
    samples: Sequence[Sequence[int]],
    kind: int,
    bits: int,
    *,
    interlaced: bool = False,
    palette: Sequence[Sequence[int]] = (),
    clear: bytes = b"",
    parts: int = 1,
) -> bytes:
    """A PNG of the chart. ``samples`` holds each patch's channels; ``parts`` is the number of IDAT chunks."""
    rows = rows_of(samples)
    passes = [rows]
    if interlaced:
        passes = [[row[x::dx] for row in rows[y::dy]] for x, y, dx, dy in ADAM7]
    raw = b"".join(b"\0" + packed(row, bits) for rows in passes for row in rows if row)
    data = zlib.compress(raw, 9)
    step = -(-len(data) // parts)
    chunks = [(b"IHDR", struct.pack(">IIBBBBB", WIDTH, HEIGHT, bits, kind, 0, 0, interlaced))]
    if palette:
        chunks.append((b"PLTE", bytes(channel for colour in palette for channel in colour)))
    if clear:
        chunks.append((b"tRNS", clear))
    chunks += [(b"IDAT", data[start : start + step]) for start in range(0, len(data), step)]
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunk(*part) for part in [*chunks, (b"IEND", b"")])


def chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def packed(row: Sequence[Sequence[int]], bits: int) -> bytes:
    """A row's samples, most significant bit first, filled up to whole bytes."""
    text = "".join(f"{value:0{bits}b}" for pixel in row for value in pixel)
    text += "0" * (-len(text) % 8)
    return int(text, 2).to_bytes(len(text) // 8, "big")


def idat(data: bytes) -> bytes:
    """The compressed rows of a PNG file, its IDAT chunks joined."""
    return b"".join(content for kind, content in chunks_of(data) if kind == b"IDAT")


def chunks_of(data: bytes) -> Iterator[tuple[bytes, bytes]]:
    position = 8
    while position < len(data):
        length, kind = struct.unpack_from(">I4s", data, position)
        yield kind, data[position + 8 : position + 8 + length]
        position += length + 12


def chart(mode: str = "RGB") -> Image.Image:
    """The chart as a Pillow image."""
    image = Image.new("RGB", (WIDTH, HEIGHT))
    image.putdata([COLOURS[patch(x, y)] for y in range(HEIGHT) for x in range(WIDTH)])
    return image.convert(mode)


def jpeg(image: Image.Image, *, orientation: int = 1, progressive: bool = False) -> bytes:
    """A JPEG in best quality; ``orientation`` is EXIF's note of which way is up."""
    exif = Image.Exif()
    if orientation != 1:
        exif[0x0112] = orientation
    data = BytesIO()
    image.save(data, "JPEG", quality=100, subsampling=0, exif=exif, progressive=progressive)
    return data.getvalue()


def without_adobe_marker(data: bytes) -> bytes:
    """A JPEG without its APP14 segment, which says that CMYK is stored upside down."""
    start = data.index(b"\xff\xee")
    length = struct.unpack_from(">H", data, start + 2)[0]
    return data[:start] + data[start + 2 + length :]
