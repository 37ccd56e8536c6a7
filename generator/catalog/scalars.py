"""What a bare word in YAML stands for: the YAML 1.2 core schema, less its traps.

Only ``true`` and ``false`` are yes and no, so ``no``, ``on``, ``1:30`` and dates stay text; a number with
leading zeros (``007``) stays text too, for whoever writes it means the zeros.
"""

from __future__ import annotations

import math
import re

from generator.catalog.problems import InputError
from generator.catalog.wording import quote

_WORDS: dict[str, object] = {
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
    **dict.fromkeys(("null", "Null", "NULL", "~", ""), None),
    **dict.fromkeys((".inf", ".Inf", ".INF", "+.inf", "+.Inf", "+.INF"), math.inf),
    **dict.fromkeys(("-.inf", "-.Inf", "-.INF"), -math.inf),
    **dict.fromkeys((".nan", ".NaN", ".NAN"), math.nan),
}
_MAY_BE_NUMBER = frozenset("0123456789+-.")
_MAY_BE_WORD = frozenset("tTfFnN~")
_WHOLE = re.compile(r"[-+]?(?:0|[1-9][0-9]*)")
_BASED = re.compile(r"0x[0-9a-fA-F]+|0o[0-7]+")
_DECIMAL = re.compile(r"[-+]?(?:(?:0|[1-9][0-9]*)(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][-+]?[0-9]+)?")
_CELL_DECIMAL = re.compile(r"[-+]?(?:0|[1-9][0-9]*)\.[0-9]+")
LARGEST_NUMBER = 10**15
"""Larger amounts are not numbers of a game; beyond about 9e15 a float no longer holds each whole number."""


def resolve(text: str) -> object:
    """The value of a plain (unquoted) YAML scalar. Raises InputError for numbers beyond 1e15."""
    if not text:
        return None
    first = text[0]
    if first in _MAY_BE_NUMBER:
        return _number(text)
    return _WORDS.get(text, text) if first in _MAY_BE_WORD else text


def resolve_cell(text: str) -> object:
    """The value of a table's cell: a whole or decimal number, ``true``/``false``, or the text itself."""
    if text[:1] in _MAY_BE_NUMBER:
        if _WHOLE.fullmatch(text):
            return _bounded_whole(text, 10)
        return _bounded_decimal(text) if _CELL_DECIMAL.fullmatch(text) else text
    lowered = text.lower() if len(text) <= 5 else ""
    return lowered == "true" if lowered in ("true", "false") else text


def _number(text: str) -> object:
    if _WHOLE.fullmatch(text):
        return _bounded_whole(text, 10)
    if _BASED.fullmatch(text):
        return _bounded_whole(text, 0)
    if _DECIMAL.fullmatch(text):
        return _bounded_decimal(text)
    return _WORDS.get(text, text)


def _bounded_whole(text: str, base: int) -> int:
    # Decimal digits are counted first: Python refuses to convert thousands of them, and takes long.
    number = int(text, base) if len(text) <= 60 else LARGEST_NUMBER + 1
    if abs(number) > LARGEST_NUMBER:
        raise _too_large(text)
    return number


def _bounded_decimal(text: str) -> float:
    number = float(text)
    if abs(number) > LARGEST_NUMBER:
        raise _too_large(text)
    return number


def _too_large(text: str) -> InputError:
    return InputError(f"the number {quote(text)} is too large", hint="put it in quotes if it is text")
