"""PostScript's outlines in a font file: the table CFF, as PDF wants it (Adobe's Technical Note 5176)."""

from __future__ import annotations

from collections.abc import Mapping

CHARSET, CHARSTRINGS, ROS = 15, 17, 0x0C1E
"""Operators of a Top DICT (Adobe's Technical Note 5176, tables 9 and 10); ROS marks a font with CIDs."""


def by_glyph(table: bytes) -> bytes:
    """A CFF table whose CIDs are the numbers of its glyphs, as PDF wants them where text is written by those.

    Raises :class:`ValueError` or :class:`IndexError` for a damaged one.
    """
    names = _index_end(table, table[2])
    start, length = _first_item(table, names)
    operators = _top_dict(table[start : start + length])
    at = operators.get(CHARSET, 0)
    if ROS not in operators or at < 3:
        return table
    glyphs = int.from_bytes(table[operators[CHARSTRINGS] : operators[CHARSTRINGS] + 2], "big")
    room = _charset_length(table, at, glyphs)
    ways = (
        b"\2\0\1" + (glyphs - 2).to_bytes(2, "big") if glyphs > 1 else b"",
        b"\1\0\1" + bytes([glyphs - 2]) if 1 < glyphs <= 257 else b"",
        b"\0\0\1" if glyphs == 2 else b"",
    )
    written = next((way for way in ways if way and len(way) <= room), None)
    return table if written is None else table[:at] + written + table[at + len(written) :]


def _index_end(table: bytes, at: int) -> int:
    """Where an INDEX ends (Technical Note 5176, section 5)."""
    count = int.from_bytes(table[at : at + 2], "big")
    if not count:
        return at + 2
    size = table[at + 2]
    offsets = at + 3
    last = int.from_bytes(table[offsets + count * size : offsets + (count + 1) * size], "big")
    return offsets + (count + 1) * size - 1 + last


def _first_item(table: bytes, at: int) -> tuple[int, int]:
    """Where the first item of an INDEX begins, and how long it is."""
    count, size = int.from_bytes(table[at : at + 2], "big"), table[at + 2]
    first, second = (
        int.from_bytes(table[at + 3 + n * size : at + 3 + (n + 1) * size], "big") for n in (0, 1)
    )
    return at + 3 + (count + 1) * size - 1 + first, second - first


def _top_dict(data: bytes) -> Mapping[int, int]:
    """Each operator with its last operand, where that is a whole number (Technical Note 5176, table 3)."""
    found: dict[int, int] = {}
    at = operand = 0
    while at < len(data):
        byte = data[at]
        at += 1
        if byte <= 21:
            if byte == 12:
                byte, at = 0x0C00 | data[at], at + 1
            found[byte], operand = operand, 0
        elif byte == 30:
            while data[at] & 15 != 15 and data[at] >> 4 != 15:
                at += 1
            at += 1
        else:
            operand, at = _whole_operand(data, byte, at)
    return found


def _whole_operand(data: bytes, byte: int, at: int) -> tuple[int, int]:
    if byte == 28:
        return int.from_bytes(data[at : at + 2], "big", signed=True), at + 2
    if byte == 29:
        return int.from_bytes(data[at : at + 4], "big", signed=True), at + 4
    if byte <= 246:
        return byte - 139, at
    if byte <= 250:
        return (byte - 247) * 256 + data[at] + 108, at + 1
    return -(byte - 251) * 256 - data[at] - 108, at + 1


def _charset_length(table: bytes, at: int, glyphs: int) -> int:
    """How many bytes a charset takes (Technical Note 5176, section 13)."""
    kind, begin, found = table[at], at + 1, 1
    if kind == 0:
        return 1 + 2 * (glyphs - 1)
    while found < glyphs:
        found += 1 + int.from_bytes(table[begin + 2 : begin + 2 + kind], "big")
        begin += 2 + kind
    return begin - at
