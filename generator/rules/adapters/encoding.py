"""What a seat may know, as text and as a row of numbers, for any game.

The text is JSON with sorted keys. For the numbers, everything in a view is a feature with a name:

    seats[0].hand has S4        how many S4 lie there
    seats[0].hand[2] is S4      1: and in which order
    phase is draw               1, for words, yes and no, and nothing
    turn                        the number itself

A name's place in the row is its CRC-32 modulo the size: the hashing trick of Weinberger et al. (ICML 2009).
So no game needs a table of its own. Two features may share a place, where they are added up; the larger the
row, the fewer do.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any
from zlib import crc32

import numpy as np
import numpy.typing as npt

Row = npt.NDArray[np.float32]

SIZE = 1024
"""Numbers in a row by default."""


_ENCODER = json.JSONEncoder(sort_keys=True, separators=(",", ":"), allow_nan=False)


def as_text(value: object) -> str:
    """JSON, the same for equal values."""
    return _ENCODER.encode(value)


def write_numbers(value: object, row: Row) -> None:
    """Fills a row with the features of a JSON value."""
    row.fill(0)
    size = len(row)
    for name, amount in _features(value, ""):
        row[crc32(name.encode()) % size] += amount


def as_numbers(value: object, size: int = SIZE) -> Row:
    """A new row with the features of a JSON value."""
    row = np.zeros(size, np.float32)
    write_numbers(value, row)
    return row


def _features(value: Any, path: str) -> Iterator[tuple[str, float]]:
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from _features(inner, f"{path}.{key}" if path else key)
    elif isinstance(value, list | tuple):
        for place, inner in enumerate(value):
            yield from _features(inner, f"{path}[{place}]")
            if isinstance(inner, str):
                yield f"{path} has {inner}", 1
    elif isinstance(value, int | float) and not isinstance(value, bool):
        yield path, value
    else:
        yield f"{path} is {value}", 1
