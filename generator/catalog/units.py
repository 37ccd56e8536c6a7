"""Amounts with a unit, in millimetres."""

from __future__ import annotations

import math
import re
from functools import cache

from generator.catalog.problems import InputError
from generator.catalog.wording import quote

MAX_LENGTH = 2000.0
"""No sheet that a home printer, a copy shop or a board maker takes is longer."""

INCH = 25.4
"""In mm."""
POINT = INCH / 72
"""A point of type, in mm."""
EXACT = 1e-9
"""Lengths in mm nearer than this are the same: it only absorbs the rounding of binary fractions."""

_MM_PER_UNIT = {"mm": 1.0, "cm": 10.0, "in": INCH, "inch": INCH, '"': INCH, "″": INCH, "pt": POINT}
_AMOUNT = r"([-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?)"
_UNIT = r"(mm|cm|inch|in|pt|\"|″)?"
_MAX_TEXT = 80
"""Letters of a text that are looked at: no length is longer."""
_DECIMAL_COMMA = re.compile(r"\d,\d")


# Compiled where they are first needed: many commands need neither.


@cache
def _length() -> re.Pattern[str]:
    return re.compile(rf"\s*{_AMOUNT}\s*{_UNIT}\s*", re.IGNORECASE | re.ASCII)


@cache
def _sides() -> re.Pattern[str]:
    side = rf"\s*{_AMOUNT}\s*{_UNIT}\s*"
    return re.compile(f"{side}[x×*]{side}", re.IGNORECASE | re.ASCII)


def parse_length(value: object) -> float:
    """A length in mm from a number (mm) or text such as ``3``, ``3 mm``, ``0.3cm``, ``2.5"``, ``6pt``.

    Raises InputError for anything else, for negative lengths and for those over 2000 mm.
    """
    if isinstance(value, bool):
        raise InputError(f"expected a length, got {quote(value)}", hint="write for example `3 mm`")
    if isinstance(value, int | float):
        return _checked(value, quote(value))
    if not isinstance(value, str):
        raise InputError(f"expected a length, got {quote(value)}", hint="write for example `3 mm`")
    match = _length().fullmatch(value) if len(value) <= _MAX_TEXT else None
    if match is None:
        raise InputError(f"expected a length, got {quote(value)}", hint=_hint(value, "3 mm"))
    amount, unit = match.groups()
    return _checked(float(amount) * _MM_PER_UNIT[(unit or "mm").lower()], quote(value))


def parse_sides(text: str) -> tuple[float, float] | None:
    """Width and height in mm from ``63.5 x 88.9 mm``; None if the text is not of that form.

    A unit behind the second number holds for the first too. Raises InputError for sides out of bounds.
    """
    # Most are names, such as `poker`.
    is_name = text.lstrip()[:1].isalpha()
    match = None if is_name or len(text) > _MAX_TEXT else _sides().fullmatch(text)
    if match is None:
        return None
    width, width_unit, height, height_unit = match.groups()
    last = (height_unit or width_unit or "mm").lower()
    first = (width_unit or last).lower()
    return (
        checked_side(float(width) * _MM_PER_UNIT[first], quote(text)),
        checked_side(float(height) * _MM_PER_UNIT[last], quote(text)),
    )


def parse_pair(value: object) -> tuple[float, float]:
    """Two lengths in mm from ``12 x 10.5 mm`` or ``[12, "0.5 in"]``; either may be 0 or negative.

    Raises InputError for anything else, and for what is longer than 2000 mm.
    """
    match = _sides().fullmatch(value) if isinstance(value, str) and len(value) <= _MAX_TEXT else None
    if match is not None:
        first, first_unit, second, second_unit = match.groups()
        last = second_unit or first_unit
        return _signed(f"{first}{first_unit or last or ''}"), _signed(f"{second}{last or ''}")
    if isinstance(value, list | tuple) and len(value) == 2:
        return _signed(value[0]), _signed(value[1])
    hint = _hint(value, "12 x 10.5 mm") if isinstance(value, str) else "write for example `12 x 10.5 mm`"
    raise InputError(f"expected two lengths, got {quote(value)}", hint=hint)


def parse_box(value: object) -> tuple[float, float, float, float]:
    """Left and upper edge, width and height in mm, from a list of four lengths.

    Raises InputError for anything else, and for a box without an area.
    """
    hint = "write its left and upper edge, its width and its height, for example `[4, 94, 66.5, 92]`"
    if not isinstance(value, list) or len(value) != 4:
        raise InputError(f"expected a box of four lengths, got {quote(value)}", hint=hint)
    x, y = parse_pair(value[:2])
    width, height = parse_pair(value[2:])
    if width <= 0 or height <= 0:
        raise InputError(f"a box is wider and higher than 0, got {quote(value)}", hint=hint)
    return x, y, width, height


def _signed(value: object) -> float:
    """A length that may be negative."""
    if isinstance(value, str) and value.lstrip().startswith("-"):
        return -parse_length(value.lstrip()[1:])
    if isinstance(value, int | float) and not isinstance(value, bool) and value < 0:
        return -parse_length(-value)
    return parse_length(value)


def checked_side(length: float, source: str) -> float:
    """``length`` (mm) if a side of a card or sheet can have it; otherwise InputError."""
    if _checked(length, source) == 0:
        raise InputError(f"a side must be longer than 0, got {source}")
    return float(length)


def _checked(length: float, source: str) -> float:
    # The comparison comes before any conversion: a whole number may be too large for a float.
    if isinstance(length, float) and not math.isfinite(length):
        raise InputError(f"expected a length, got {source}")
    if length < 0:
        raise InputError(f"a length cannot be negative, got {source}")
    if length > MAX_LENGTH:
        raise InputError(f"a length cannot be more than {MAX_LENGTH:g} mm, got {source}")
    return float(length)


def _hint(text: str, example: str) -> str:
    if _DECIMAL_COMMA.search(text):
        return "write decimals with a point, not a comma"
    return f"write for example `{example}`"
