"""Lines for a reader at a terminal, in pieces that may look different."""

from __future__ import annotations

from typing import Literal, NamedTuple
from unicodedata import category

_MAX_NAME = 40
_SCANNED = 5
"""Times as many letters as may be shown are looked at: marks may hide among them, more only take time."""
_TURNING = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
"""Marks that turn the direction of all text behind them."""

Style = Literal["plain", "head", "good", "bad", "warning", "quiet"]


class Piece(NamedTuple):
    """Some words of a line, and how they look on a terminal."""

    text: str
    style: Style = "plain"


Line = tuple[Piece, ...]


def readable(name: str, longest: int = _MAX_NAME) -> str:
    """A name on one line of a terminal: not too long, and without what would move the cursor or turn text."""
    plain = "".join(
        letter if category(letter) != "Cc" and letter not in _TURNING else " "
        for letter in name[: _SCANNED * longest]
    )
    plain = " ".join(plain.split())
    is_whole = len(plain) <= longest and len(name) <= _SCANNED * longest
    return plain if is_whole else plain[: longest - 1] + "…"
