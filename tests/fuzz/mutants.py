"""Mutants by number: the same seed and number give the same one."""

from __future__ import annotations

import base64
import re
import struct
from collections.abc import Callable
from random import Random
from typing import NamedTuple

from generator.layout.pictures import jpeg_parts, png_chunks

from .originals import chunk, originals, png

KINDS = ("font", "svg", "png", "jpeg")
SUFFIXES = {"font": "ttf", "svg": "svg", "png": "png", "jpeg": "jpg"}
ODD_NUMBERS = (0, 1, 0x7F, 0x80, 0xFF, 0x7FFF, 0x8000, 0xFFFF, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF)
CHANGES = (1, 1, 1, 2, 4)
"""Of one mutant: a file with many is mostly refused for the first of them."""

Change = Callable[[bytes, Random], bytes]


class Mutant(NamedTuple):
    """A spoilt file."""

    number: int
    kind: str
    data: bytes

    @property
    def name(self) -> str:
        return f"mutant.{SUFFIXES[self.kind]}"


def mutant(seed: int, number: int) -> Mutant:
    """One kind after the other; every other change knows the format of the file."""
    random = Random(f"{seed} {number}")
    kind = KINDS[number % len(KINDS)]
    data = original = random.choice(originals(kind))
    for _ in range(random.choice(CHANGES)):
        changes = OF_FORMAT[kind] if random.random() < 0.6 else ANYWHERE
        try:
            data = random.choice(changes)(data, random)
        except (ValueError, IndexError, struct.error):
            # An earlier change has left nothing that the format would know.
            data = random.choice(ANYWHERE)(data, random)
    return Mutant(number, kind, data if data != original else flip(data, random))


def _stretch(data: bytes, random: Random) -> tuple[int, int]:
    begin = random.randrange(len(data) + 1)
    return begin, min(begin + int(2 ** random.uniform(0, 14)), len(data))


def flip(data: bytes, random: Random) -> bytes:
    spoilt = bytearray(data)
    for _ in range(random.choice((1, 1, 2, 8, 64)) if data else 0):
        spoilt[random.randrange(len(data))] ^= 1 << random.randrange(8)
    return bytes(spoilt)


def overwrite(data: bytes, random: Random) -> bytes:
    begin, end = _stretch(data, random)
    return data[:begin] + random.choice((bytes(end - begin), random.randbytes(end - begin))) + data[end:]


def remove(data: bytes, random: Random) -> bytes:
    begin, end = _stretch(data, random)
    return data[:begin] + data[end:]


def repeat(data: bytes, random: Random) -> bytes:
    begin, end = _stretch(data, random)
    return data[:end] + data[begin:end] * random.randint(1, 8) + data[end:]


def cut(data: bytes, random: Random) -> bytes:
    return data[: random.randrange(len(data) + 1)]


def odd_number(data: bytes, random: Random) -> bytes:
    size = random.choice((1, 2, 4))
    value = random.choice(ODD_NUMBERS) & (256**size - 1)
    at = random.randrange(len(data) + 1)
    return data[:at] + value.to_bytes(size, "big") + data[at + size :]


ANYWHERE: tuple[Change, ...] = (flip, flip, overwrite, remove, repeat, cut, odd_number)


# Fonts

DIRECTORY, RECORD = 12, 16


def _records(data: bytes) -> int:
    return min(struct.unpack_from(">H", data, 4)[0], (len(data) - DIRECTORY) // RECORD)


def _table(data: bytes, random: Random) -> tuple[int, int, int]:
    """The place of a record, and the place and length of its table."""
    record = DIRECTORY + RECORD * random.randrange(_records(data))
    begin, length = struct.unpack_from(">II", data, record + 8)
    return record, begin, length


def table_bytes(data: bytes, random: Random) -> bytes:
    """Spoils the beginning of a table, where its numbers are, or any part of it."""
    _, begin, length = _table(data, random)
    end = begin + min(length, random.choice((8, 64, length)))
    return data[:begin] + random.choice((flip, odd_number, overwrite))(data[begin:end], random) + data[end:]


def table_record(data: bytes, random: Random) -> bytes:
    record, begin, length = _table(data, random)
    at = record + random.choice((0, 8, 12))
    value = random.choice((*ODD_NUMBERS, begin + 1, length - 1, len(data) - 1, random.getrandbits(32)))
    return data[:at] + (value & 0xFFFFFFFF).to_bytes(4, "big") + data[at + 4 :]


def swapped_tables(data: bytes, random: Random) -> bytes:
    one, other = (DIRECTORY + RECORD * random.randrange(_records(data)) + 8 for _ in range(2))
    spoilt = bytearray(data)
    spoilt[one : one + 8], spoilt[other : other + 8] = data[other : other + 8], data[one : one + 8]
    return bytes(spoilt)


def other_signature(data: bytes, random: Random) -> bytes:
    return random.choice((b"OTTO", b"ttcf", b"wOFF", b"wOF2", b"true", b"typ1")) + data[4:]


# PNG


def _rebuilt(data: bytes, change: Callable[[list[tuple[bytes, bytes]]], None]) -> bytes:
    parts = [(kind, bytes(part)) for kind, part in png_chunks(data, verified=True)]
    change(parts)
    return data[:8] + b"".join(chunk(kind, part) for kind, part in parts)


def chunk_bytes(data: bytes, random: Random) -> bytes:
    """Spoils what stands in a chunk; the checksum is that of the spoilt bytes."""

    def change(parts: list[tuple[bytes, bytes]]) -> None:
        at = random.randrange(len(parts))
        kind, part = parts[at]
        parts[at] = kind, random.choice(ANYWHERE)(part, random)

    return _rebuilt(data, change)


def chunk_order(data: bytes, random: Random) -> bytes:
    def change(parts: list[tuple[bytes, bytes]]) -> None:
        one = parts.pop(random.randrange(len(parts)))
        for _ in range(random.randrange(3)):
            parts.insert(random.randrange(len(parts) + 1), one)

    return _rebuilt(data, change)


def new_chunk(data: bytes, random: Random) -> bytes:
    kinds = (
        b"PLTE",
        b"tRNS",
        b"eXIf",
        b"iCCP",
        b"zTXt",
        b"iTXt",
        b"gAMA",
        b"pHYs",
        b"acTL",
        b"fdAT",
        b"IDAT",
    )

    def change(parts: list[tuple[bytes, bytes]]) -> None:
        some = random.choice((random.randbytes(random.randrange(900)), EXIF_TURNED))
        parts.insert(random.randrange(1, len(parts)), (random.choice(kinds), some))

    return _rebuilt(data, change)


def header_fields(data: bytes, random: Random) -> bytes:
    def change(parts: list[tuple[bytes, bytes]]) -> None:
        sides = [random.choice((1, 7, 48, 49, 3000, 9000, 65_535, *ODD_NUMBERS)) for _ in range(2)]
        kinds = [random.choice((0, 1, 2, 3, 4, 6, 8, 16)) for _ in range(2)]
        rest = bytes(random.choice((0, 0, 0, 1, 9)) for _ in range(3))
        parts[0] = b"IHDR", struct.pack(">IIBB", *sides, *kinds) + rest

    return _rebuilt(data, change)


EXIF_TURNED = b"MM\0*\0\0\0\x08\0\1\1\x12\0\3\0\0\0\1\0\6\0\0\0\0\0\0"
"""EXIF notes: the camera lay on its side."""


# JPEG


def segment_bytes(data: bytes, random: Random) -> bytes:
    part = random.choice(list(jpeg_parts(data)))
    begin = part.begin - len(part.content)
    spoilt = random.choice((flip, odd_number, overwrite))(bytes(part.content), random)
    return data[:begin] + spoilt[: len(part.content)] + data[part.begin :]


def cut_scan(data: bytes, random: Random) -> bytes:
    """Takes pixels out of a scan, at its end or in its midst."""
    part = random.choice([part for part in jpeg_parts(data) if part.end > part.begin])
    begin = random.randrange(part.begin, part.end)
    return data[:begin] + data[random.choice((part.end, min(begin + 20, part.end))) :]


def segment_order(data: bytes, random: Random) -> bytes:
    part = random.choice(list(jpeg_parts(data)))
    begin, end = part.begin - len(part.content) - 4, part.end
    return data[:begin] + data[begin:end] * random.choice((0, 2, 3, 300)) + data[end:]


def exif(data: bytes, random: Random) -> bytes:
    notes = b"Exif\0\0" + random.choice((EXIF_TURNED, flip(EXIF_TURNED, random), random.randbytes(40)))
    return data[:2] + b"\xff\xe1" + struct.pack(">H", 2 + len(notes)) + notes + data[2:]


# SVG

NUMBER = re.compile(rb"-?\d+(\.\d+)?")
NUMBERS = (b"0", b"-1", b"1e9", b"1e38", b"1e400", b"NaN", b"0.0000001", b"99999999999", b"-2147483648", b"")
FILTERS = (
    '<feTurbulence baseFrequency="0.01" numOctaves="{}"/>',
    '<feGaussianBlur stdDeviation="{}"/>',
    '<feMorphology operator="dilate" radius="{}"/>',
    '<feConvolveMatrix order="{0},{0}" kernelMatrix="1 2 3 4 5 6 7 8 9"/>',
    '<feOffset dx="{0}" dy="{0}"/><feTile/>',
    '<feDisplacementMap scale="{}" in2="SourceGraphic"/>',
    '<feSpecularLighting surfaceScale="{0}"><fePointLight x="1" y="2" z="{0}"/></feSpecularLighting>',
)


def _inside(data: bytes, more: str, random: Random) -> bytes:
    """The drawing with more of it behind one of its tags."""
    ends = [found.end() for found in re.finditer(rb">", data)]
    at = random.choice(ends)
    return data[:at] + more.encode() + data[at:]


def svg_number(data: bytes, random: Random) -> bytes:
    found = random.choice(list(NUMBER.finditer(data)))
    return data[: found.start()] + random.choice(NUMBERS) + data[found.end() :]


def svg_filter(data: bytes, random: Random) -> bytes:
    drawn = random.choice(FILTERS).format(random.choice((1, 5, 50, 5000, 9_999_999)))
    effects = f'<filter id="x">{drawn * random.choice((1, 3, 30))}</filter>'
    return _inside(data, effects + '<g filter="url(#x)"><rect width="24" height="24"/></g>', random)


def svg_nested(data: bytes, random: Random) -> bytes:
    opened, closed = random.choice(
        (
            ("<g>", "</g>"),
            ('<g opacity="0.5">', "</g>"),
            ('<g filter="url(#b)">', "</g>"),
            ('<mask id="n"><rect width="9" height="9" mask="url(#n)"/>', "</mask>"),
            ("<svg>", "</svg>"),
            ("<switch>", "</switch>"),
            (
                '<pattern id="p" width="1" height="1"><rect fill="url(#p)" width="9" height="9"/>',
                "</pattern>",
            ),
            ("<a>", "</a>"),
            ("<text><tspan>", "</tspan></text>"),
        )
    )
    depth = random.choice((3, 30, 190, 300, 2000))
    return _inside(data, opened * depth + '<rect width="9" height="9"/>' + closed * depth, random)


def svg_chain(data: bytes, random: Random) -> bytes:
    """Things that refer to others: in a row, in a circle, or ever more of them."""
    count, each = random.choice(((5, 1), (40, 2), (12, 9), (190, 1)))
    kind = random.choice(("use", "mask", "clipPath", "pattern"))
    parts = ['<rect id="u0" width="3" height="3"/>']
    for number in range(count):
        if kind == "use":
            inner = f'<use xlink:href="#u{number}"/>' * each
            parts.append(f'<g id="u{number + 1}">{inner}</g>')
        else:
            refers = {"mask": "mask", "clipPath": "clip-path", "pattern": "fill"}[kind]
            inner = f'<rect width="9" height="9" {refers}="url(#u{number})"/>' * each
            parts.append(f'<{kind} id="u{number + 1}" width="3" height="3">{inner}</{kind}>')
    last = f"url(#u{count})"
    parts.append(f'<use xlink:href="#u{count}"/><rect width="9" height="9" mask="{last}" fill="{last}"/>')
    return _inside(data, "".join(parts), random)


def svg_picture(data: bytes, random: Random) -> bytes:
    inner = random.choice(
        (
            png(1, 0, random.choice((8, 4000))),
            flip(originals("png")[0], random),
            cut(originals("jpeg")[0], random),
            data[:5000],
        )
    )
    kind = random.choice(("image/png", "image/jpeg", "image/svg+xml", "image/gif"))
    link = f"data:{kind};base64,{base64.b64encode(inner).decode()}"
    return _inside(data, f'<image width="9" height="9" xlink:href="{link}"/>', random)


def svg_reference(data: bytes, random: Random) -> bytes:
    target = random.choice(
        ("#f", "#missing", "file:///etc/passwd", "http://localhost/x", "/dev/zero", "data:,", "")
    )
    more = f'<use xlink:href="{target}"/><image xlink:href="{target}" width="9" height="9"/>'
    return _inside(data, more, random)


def svg_long(data: bytes, random: Random) -> bytes:
    count = random.choice((10, 1000, 30_000))
    some = random.choice(("<circle r='3'/>", '<path d="' + "M0 0L9 9" * 9 + '"/>', "<text>a</text>"))
    return _inside(data, some * (count // 9), random)


OF_FORMAT: dict[str, tuple[Change, ...]] = {
    "font": (table_bytes, table_bytes, table_record, swapped_tables, other_signature),
    "png": (chunk_bytes, chunk_bytes, chunk_order, new_chunk, header_fields),
    "jpeg": (segment_bytes, segment_bytes, cut_scan, segment_order, exif),
    "svg": (
        svg_number,
        svg_number,
        svg_filter,
        svg_nested,
        svg_chain,
        svg_picture,
        svg_reference,
        svg_long,
    ),
}
