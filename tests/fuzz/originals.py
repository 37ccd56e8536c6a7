"""Sound files that mutants are made of: those that come along, and pictures drawn here."""

from __future__ import annotations

import struct
import zlib
from functools import cache
from io import BytesIO
from pathlib import Path

from generator.layout.fonts import ICON_FONTS, built_in_family

PROJECT = Path(__file__).resolve().parent.parent.parent
SIDE = 48
"""Of the pictures, in pixels."""
LONGEST_SVG = 100_000
"""Bytes; mutants of longer drawings take long, and show nothing else."""

DRAWING = """\
<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 24 24">
<defs>
<linearGradient id="a"><stop stop-color="red"/><stop offset="1" stop-color="#00f"/></linearGradient>
<filter id="b"><feGaussianBlur stdDeviation="1"/></filter>
<clipPath id="c"><circle cx="12" cy="12" r="9"/></clipPath>
<mask id="d"><rect width="24" height="24" fill="white"/></mask>
<pattern id="e" width="4" height="4" patternUnits="userSpaceOnUse"><path d="M0 0h2v2z"/></pattern>
</defs>
<g id="f" clip-path="url(#c)"><rect x="2" y="2" width="20" height="20" fill="url(#a)"/></g>
<path d="M2 2 C 9 -3 15 27 22 22 L 12 20 A 4 4 0 0 1 5 9 Z" fill="url(#e)" mask="url(#d)" filter="url(#b)"/>
<use xlink:href="#f" transform="rotate(30 12 12) scale(0.5)"/><text x="3" y="20" font-size="6">Gate</text>
</svg>
"""


@cache
def originals(kind: str) -> tuple[bytes, ...]:
    """The files of a kind: ``font``, ``svg``, ``png`` or ``jpeg``."""
    return {"font": _fonts, "svg": _drawings, "png": _pngs, "jpeg": _jpegs}[kind]()


def _fonts() -> tuple[bytes, ...]:
    files = (
        built_in_family("source-sans").regular,
        built_in_family("source-serif bold").regular,
        ICON_FONTS / "ri.ttf",
    )
    return tuple(file.read_bytes() for file in files)


def _drawings() -> tuple[bytes, ...]:
    found = [*PROJECT.glob("layouts/**/*.svg"), *PROJECT.glob("cards/**/*.svg"), *PROJECT.glob("docs/*.svg")]
    short = [path.read_bytes() for path in sorted(found) if path.stat().st_size <= LONGEST_SVG]
    return (DRAWING.encode(), *short[:8])


def _picture(mode: str):  # type: ignore[no-untyped-def]  # Pillow's image, which is slow to import
    from PIL import Image

    across = Image.linear_gradient("L").resize((SIDE, SIDE))
    channels = [across, across.rotate(90), across.rotate(180), across.rotate(270)]
    return Image.merge("RGBA", channels).convert(mode)


def _pngs() -> tuple[bytes, ...]:
    made = []
    for mode in ("RGB", "RGBA", "L", "LA", "P", "1"):
        file = BytesIO()
        _picture(mode).save(file, "PNG")
        made.append(file.getvalue())
    return (*made, png(16, 2, SIDE), png(8, 2, SIDE, interlaced=True))


def png(bits: int, colour_type: int, side: int, *, interlaced: bool = False) -> bytes:
    """A black PNG of a kind that Pillow does not write."""
    channels = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}[colour_type]
    header = struct.pack(">IIBBBBB", side, side, bits, colour_type, 0, 0, interlaced)
    # Interlaced rows are more, and shorter: a few bytes more than are needed do no harm.
    rows = zlib.compress(bytes((1 + side * channels * bits // 8) * side * 2))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        chunk(kind, data) for kind, data in ((b"IHDR", header), (b"IDAT", rows), (b"IEND", b""))
    )


def chunk(kind: bytes, data: bytes) -> bytes:
    """A chunk of a PNG file, its checksum right."""
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def _jpegs() -> tuple[bytes, ...]:
    options: tuple[tuple[str, dict[str, int]], ...] = (
        ("RGB", {}),
        ("RGB", {"progressive": 1}),
        ("RGB", {"restart_marker_rows": 1}),
        ("L", {}),
        ("CMYK", {}),
    )
    made = []
    for mode, option in options:
        file = BytesIO()
        _picture(mode).save(file, "JPEG", quality=80, **option)
        made.append(file.getvalue())
    return tuple(made)
